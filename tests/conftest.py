"""What holds for every test."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# Tests run beside others: how long one example takes says nothing.
settings.register_profile("beside others", settings(), deadline=None)
settings.load_profile("beside others")

# One process runs a file: begun last, one of these would be waited for by all others. They stay in
# their folder, for once a browser runs in a process its main thread has a loop of events.
LONG = {"test_rendered_evening.py", "test_screens.py", "test_whole_games.py"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the files that take longest begin first in their folder; all else stays in its order."""
    folders: dict[Path, int] = {}
    for item in items:
        folders.setdefault(item.path.parent, len(folders))
    items.sort(key=lambda item: (folders[item.path.parent], item.path.name not in LONG))

"""The program that works out figures beside the table: one at a time, and none after the end."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from device.figures_cache import Counter


def test_one_program_counts_however_many_pages_ask_and_none_after_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []

    class Program:
        def __init__(self, *_: object, **__: object) -> None:
            time.sleep(0.05)  # in which other pages ask as well
            self.returncode: int | None = None
            begun.append(self)

        def poll(self) -> int | None:
            return self.returncode

        def terminate(self) -> None:
            self.returncode = -15

        def wait(self, timeout: float) -> int | None:
            return self.returncode

    monkeypatch.setattr("device.figures_cache.subprocess.Popen", Program)
    counter = Counter(tmp_path / "journal.sqlite3", tmp_path / "figures")
    pages = [threading.Thread(target=counter.wake) for _ in range(8)]
    for page in pages:
        page.start()
    for page in pages:
        page.join()
    assert len(begun) == 1
    counter.stop()
    assert begun[0].returncode == -15
    counter.wake()
    assert len(begun) == 1

"""The device: cameras, buttons, the journal, the table, and the commands that join them."""

from __future__ import annotations

import sys
from types import TracebackType


def _hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Say nothing of Ctrl-C while the program is still being loaded; `main` hears it later."""
    if not issubclass(kind, KeyboardInterrupt):
        sys.__excepthook__(kind, error, trace)


sys.excepthook = _hook

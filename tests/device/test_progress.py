"""Lines about how far a command is: for a terminal alone, and not more than one now and then."""

from __future__ import annotations

import io
from typing import Any

import pytest

from device.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def lines(monkeypatch: pytest.MonkeyPatch, stderr: Any, every_s: float) -> list[str]:
    times = iter(range(100))
    monkeypatch.setattr("sys.stderr", stderr)
    progress = Progress(every_s, clock=lambda: float(next(times)))
    for second in range(1, 11):
        progress.tell(f"{second} s")
    return stderr.getvalue().splitlines() if stderr is not None else []


def test_a_terminal_is_told_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines(monkeypatch, Terminal(), 1.0)[:2] == ["2 s", "3 s"]
    assert lines(monkeypatch, Terminal(), 4.0) == ["4 s", "8 s"]


@pytest.mark.parametrize("stderr", [io.StringIO(), None])
def test_a_file_and_a_program_are_told_nothing(
    monkeypatch: pytest.MonkeyPatch, stderr: io.StringIO | None
) -> None:
    assert lines(monkeypatch, stderr, 1.0) == []

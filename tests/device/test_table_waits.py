"""The table's thread is held up, by a slow disk say: nothing is done late, and nothing piles up."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from device.table import Look
from device.watcher import Watcher
from tests.device.evenings import Evening, evening
from tests.device.fakes import FakeSource
from tests.device.observed import throw


def held_up(at: Evening) -> threading.Event:
    """Let the table's thread wait until the event is set."""
    go_on = threading.Event()
    nobody: Future[Any] = Future()
    at.table._inbox.put((go_on.wait, nobody))
    return go_on


def test_a_press_that_was_answered_try_again_is_not_done_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with evening(tmp_path) as at:
        at.start()
        go_on = held_up(at)
        with monkeypatch.context() as patch:
            patch.setattr("device.table.ANSWER_S", 0.05)
            reply = at.press("roll", dice=list("4442251w"))
        assert reply.message is not None
        assert reply.message.code == "no-answer"
        go_on.set()
        at.table.settle()
        assert at.entries() == []
        assert at.press("roll", dice=list("11223344")).ok  # as people were told
        assert at.entries() == ["roll 11223344"]


def test_the_camera_waits_for_the_table_before_it_looks_again(tmp_path: Path) -> None:
    """Twice a second a look is told, also while the record keeps the table for seconds."""
    with evening(tmp_path, "usb") as at:
        at.start()
        told: list[str] = []
        watcher = Watcher(FakeSource([]), at.table, lambda _: throw("11", 1), clock=lambda: 99.0)
        watcher._last = throw("4442251w", 1)
        tell, settle = at.table.tell, at.table.settle

        def tells(message: Any) -> None:
            told.append(type(message).__name__)
            tell(message)

        def settles() -> None:
            told.append("waits")
            settle()

        at.table.tell, at.table.settle = tells, settles  # type: ignore[method-assign]
        watcher._tick()
        assert told == [Look.__name__, "waits"]

"""The program that works out figures beside the table: one at a time, and none after the end."""

from __future__ import annotations

import signal
import subprocess
import sys
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


def test_it_counts_where_the_user_stands_among_packages_of_the_same_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "device").mkdir()
    (tmp_path / "device" / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    begun: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def noted(*words: Any, **more: Any) -> subprocess.Popen[bytes]:
        begun.append(start(*words, **more))
        return begun[-1]

    monkeypatch.setattr("device.figures_cache.subprocess.Popen", noted)
    Counter(tmp_path / "journal.sqlite3", tmp_path / "figures").wake()
    assert begun[0].wait(timeout=60) == 0


# Says that it does not listen any more, and goes on.
DEAF = """
import signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("deaf", flush=True)
time.sleep(600)
"""


def test_a_program_that_does_not_end_when_it_is_asked_to_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def deaf(*_: object, **__: object) -> subprocess.Popen[bytes]:
        begun.append(start([sys.executable, "-c", DEAF], stdout=subprocess.PIPE))
        return begun[-1]

    monkeypatch.setattr("device.figures_cache.subprocess.Popen", deaf)
    monkeypatch.setattr("device.figures_cache.END_S", 0.2)
    counter = Counter(tmp_path / "journal.sqlite3", tmp_path / "figures")
    counter.wake()
    with begun[0] as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"deaf\n"
        try:
            counter.stop()
            assert program.returncode == -signal.SIGKILL
        finally:
            program.kill()

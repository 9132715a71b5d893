"""An evening that ends at any moment ends without a word of its threads."""

from __future__ import annotations

import errno
import threading
from pathlib import Path

import pytest

from device.bootstrap import Evening, Wishes
from device.folders import Folders
from device.settings import Settings
from device.trouble import Trouble

CLOSED = OSError(errno.EBADF, "Bad file descriptor")


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[threading.ExceptHookArgs]:
    """Return the list of what threads died of."""
    died: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", died.append)
    return died


def evening_in(folder: Path) -> Evening:
    folders = Folders(folder / "data", folder / "settings.toml")
    return Evening(folders, Settings(), Wishes("none", host="127.0.0.1", port=0))


def serve_and_stop(evening: Evening, after_s: float = 0.0) -> None:
    evening.start()
    threading.Timer(after_s, evening.finish).start()
    evening.run()
    evening.stop()
    for thread in threading.enumerate():
        if thread.name == "page":
            thread.join(5)
            assert not thread.is_alive()


@pytest.mark.parametrize("after_s", [0.0, 0.001, 0.003, 0.01, 0.03])
def test_an_evening_may_end_right_after_its_start(
    tmp_path: Path, broken: list[threading.ExceptHookArgs], after_s: float
) -> None:
    for number in range(4):
        serve_and_stop(evening_in(tmp_path / str(number)), after_s)
    assert not broken


def test_the_page_may_be_taken_away_while_it_waits_for_visitors(
    tmp_path: Path,
    broken: list[threading.ExceptHookArgs],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The server waits on a socket that is closed meanwhile: that is the end, not a fault."""
    evening = evening_in(tmp_path)
    closing = threading.Event()
    evening.at_end(closing.set)

    def taken_away() -> None:
        closing.wait(5)
        raise CLOSED

    monkeypatch.setattr(evening.server, "run", taken_away)
    serve_and_stop(evening)
    assert not broken


def test_a_page_that_breaks_in_play_is_not_passed_over(
    tmp_path: Path,
    broken: list[threading.ExceptHookArgs],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = evening_in(tmp_path)

    def breaks() -> None:
        raise CLOSED

    monkeypatch.setattr(evening.server, "run", breaks)
    serve_and_stop(evening, after_s=0.3)
    assert [died.exc_type for died in broken] == [OSError]


def test_an_evening_whose_page_fails_ends_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the match goes on where nobody can see it, and systemd takes it for alive."""
    evening = Evening(
        Folders(tmp_path / "data", tmp_path / "s.toml"),
        Settings(),
        Wishes("none", "127.0.0.1", 0),
    )
    evening.start()
    monkeypatch.setattr(evening, "_run_server", lambda: None)
    try:
        with pytest.raises(Trouble, match="the page has failed"):
            evening.run()
    finally:
        evening.stop()

"""Small documents beside the record: whole or not at all, whoever writes at the same time."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from device.shelf import FileShelf

FIRST, SECOND = {"Ann": "red", "Bo": "blue"}, {"Bo": "green"}


def test_the_shelf_keeps_documents(tmp_path: Path) -> None:
    shelf = FileShelf(tmp_path / "shelf")
    assert shelf.get("colours") is None
    shelf.put("colours", {"Ann": "red"})
    assert FileShelf(tmp_path / "shelf").get("colours") == {"Ann": "red"}
    with pytest.raises(OSError, match="no name"):
        shelf.put("../etc", {})


def between(monkeypatch: pytest.MonkeyPatch, act: Callable[[], None]) -> None:
    """Let `act` be done once, between the writing of a document and its taking its place."""
    real = os.fsync
    acts = [act]

    def fsync(number: int) -> None:
        real(number)
        if acts:
            acts.pop()()

    monkeypatch.setattr(os, "fsync", fsync)


def test_two_phones_may_keep_the_same_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = FileShelf(tmp_path)
    other = threading.Thread(target=shelf.put, args=("colours", SECOND))

    def start_the_other() -> None:
        other.start()
        other.join(0.1)  # it would be through where nothing held it

    between(monkeypatch, start_the_other)
    shelf.put("colours", FIRST)
    other.join()
    assert shelf.get("colours") == SECOND


def test_when_the_power_goes_while_it_is_written_what_was_there_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FileShelf(tmp_path).put("colours", FIRST)

    def power_cut() -> None:
        raise KeyboardInterrupt

    between(monkeypatch, power_cut)
    with pytest.raises(KeyboardInterrupt):
        FileShelf(tmp_path).put("colours", SECOND)
    assert FileShelf(tmp_path).get("colours") == FIRST
    FileShelf(tmp_path).put("colours", SECOND)
    assert FileShelf(tmp_path).get("colours") == SECOND


@pytest.mark.parametrize("spoilt", [b"", b"\0" * 40, b'{"Ann": "r', b"\xff\xfe", b"[" * 100_000])
def test_a_damaged_document_is_none(tmp_path: Path, spoilt: bytes) -> None:
    shelf = FileShelf(tmp_path)
    (tmp_path / "colours.json").write_bytes(spoilt)
    assert shelf.get("colours") is None
    shelf.put("colours", FIRST)
    assert shelf.get("colours") == FIRST

"""Another program holds the record (a database browser, say): what is said, and that it goes on."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from device.journal import Journal
from device.trouble import BusyRecord
from tests.device.evenings import Evening, evening
from tests.device.hindrances import held, sealed
from tests.device.matches import head_for, played
from tests.device.observed import throw
from web.port import Reply

RECORD = "journal.sqlite3"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody lets go while it is waited for."""
    monkeypatch.setattr("device.journal.WRITER_PATIENCE_S", 0.01)
    monkeypatch.setattr("device.journal.PATIENCE_S", 0.01)


HINDRANCES: dict[str, Callable[[Evening], AbstractContextManager[None]]] = {
    "record-busy": lambda at: held(at.journal.path),
    "record-sealed": sealed,
}
WISHES: dict[str, Callable[[Evening], Reply]] = {
    "choose": lambda at: at.press("choose", 0, choice="keep 4"),
    "correct": lambda at: at.press("correct", dice=list("4442255w")),
    "roll": lambda at: at.press("roll", dice=list("44422")),
    "undo": lambda at: at.press("undo"),
    "end": lambda at: at.press("end"),
}


@pytest.mark.parametrize("wish", WISHES)
@pytest.mark.parametrize("how", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_a_wish_is_refused_with_the_reason_and_works_once_the_record_is_free(
    tmp_path: Path, wish: str, how: str
) -> None:
    with evening(tmp_path) as at:
        at.start()
        at.must("roll", dice=list("4442251w"))
        if wish in ("undo", "roll"):
            at.must("choose", 0, choice="keep 4")
        if wish == "roll":
            at.must("choose", 0, choice="throw")
        before, entries = at.page, at.entries()
        with held(at.journal.path, how):
            reply = WISHES[wish](at)
            assert reply.message is not None
            assert (reply.ok, reply.message.code) == (False, "record-busy")
            assert "close that program" in reply.message.sentence()
            assert at.page.match == before.match
        assert at.entries() == entries
        assert WISHES[wish](at).ok


def test_a_match_begins_once_the_record_is_free(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        with held(at.journal.path):
            reply = at.press("start", game="knister", players=["Ann"])
            assert reply.message is not None
            assert reply.message.code == "record-busy"
        at.start("knister")


@pytest.mark.parametrize("code", HINDRANCES)
def test_dice_that_were_thrown_meanwhile_count_as_soon_as_the_record_can_be_written(
    tmp_path: Path, code: str
) -> None:
    with evening(tmp_path, "usb") as at:
        at.start()
        with HINDRANCES[code](at):
            asked = at.look(throw("4442251w", 1))
            assert asked.ask is not None
            assert asked.ask.code == code
            assert at.entries() == []
        after = at.look(throw("4442251w", 1), moved=False, new=False)
        assert after.ask is None
        assert at.entries() == ["roll 4442251w"]


def test_a_record_that_is_held_is_never_called_damaged(tmp_path: Path) -> None:
    path = tmp_path / RECORD
    with Journal.open(path, write=True) as journal:
        journal.add(played(head_for(), 4))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    with pytest.raises(BusyRecord, match="another program"):
        Journal.open(path)
    other.close()
    with Journal.open(path) as journal:
        assert len(journal.heads()) == 1


def test_a_question_to_a_held_record_is_no_damage(tmp_path: Path) -> None:
    path = tmp_path / RECORD
    with Journal.open(path, write=True) as journal:
        journal.add(played(head_for(), 4))
        journal._db.execute("PRAGMA journal_mode = DELETE")  # as other programs may set it
        with held(tmp_path / RECORD, "BEGIN EXCLUSIVE"), pytest.raises(BusyRecord):
            journal.heads()
        assert len(journal.heads()) == 1

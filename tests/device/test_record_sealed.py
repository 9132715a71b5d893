"""The disk with the record can only be read, is full or fails: what is said about it."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from device.backup import back_up
from device.journal_file import cannot_read, cannot_write
from device.trouble import DamagedRecord, FullDisk, JournalTrouble, SealedRecord
from tests.device.evenings import evening
from tests.device.hindrances import sealed, without_room


def test_a_press_is_refused_with_the_reason_and_works_once_the_disk_takes_it(
    tmp_path: Path,
) -> None:
    with evening(tmp_path) as at:
        at.start()
        before = at.page.match
        with sealed(at):
            reply = at.press("roll", dice=list("4442251w"))
            assert reply.message is not None
            assert (reply.ok, reply.message.code) == (False, "record-sealed")
            assert at.page.match == before
            back_up(at.journal.path, tmp_path / "b.sqlite3")  # as the sentence says
        assert at.press("roll", dice=list("4442251w")).ok
        assert at.entries() == ["roll 4442251w"]


def test_a_full_disk_is_told_from_one_that_can_only_be_read(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.start()
        with without_room(at):
            replies = [
                at.press("start" if at.page.match is None else "end", game="knister",
                         players=[letter * 30 for letter in "ABCD"])
                for _ in range(400)
            ]  # fmt: skip
        codes = {reply.message.code for reply in replies if reply.message is not None}
        assert codes == {"record-full"}
        at.start() if at.page.match is None else at.must("end")


@pytest.mark.parametrize(
    ("code", "number", "read_only", "kind"),
    [
        (sqlite3.SQLITE_FULL, None, False, FullDisk),
        (sqlite3.SQLITE_READONLY, None, False, SealedRecord),
        (sqlite3.SQLITE_IOERR_WRITE, None, True, SealedRecord),  # the card gave up midway
        (sqlite3.SQLITE_IOERR_WRITE, None, False, JournalTrouble),
        (None, errno.ENOSPC, False, FullDisk),
        (None, errno.EROFS, False, SealedRecord),
        (None, errno.EACCES, False, SealedRecord),
        (None, errno.EIO, False, JournalTrouble),
    ],
)
def test_what_the_system_says_decides_what_is_to_be_done(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: int | None,
    number: int | None,
    read_only: bool,
    kind: type[JournalTrouble],
) -> None:
    flags = SimpleNamespace(f_flag=os.ST_RDONLY if read_only else 0)
    monkeypatch.setattr("os.statvfs", lambda path: flags)
    error: Exception = OSError(number, "what it says") if number else sqlite3.OperationalError("x")
    if code is not None:
        error.sqlite_errorcode = code  # type: ignore[attr-defined]
    trouble = cannot_write(tmp_path / "journal.sqlite3", error)
    assert type(trouble) is kind
    assert trouble.remedy


def test_a_question_that_only_a_write_would_answer_is_no_damage(tmp_path: Path) -> None:
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY
    assert isinstance(cannot_read(tmp_path / "j", error), SealedRecord)
    assert isinstance(
        cannot_read(tmp_path / "j", sqlite3.DatabaseError("malformed")), DamagedRecord
    )

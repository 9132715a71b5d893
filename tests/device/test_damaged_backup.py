"""A damaged backup is refused in one sentence, however it was packed, and nobody waits for ever."""

from __future__ import annotations

import os
import sqlite3
import time
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from device.backup import LEFT_BEHIND_S, RECORD, back_up, checked, restore
from device.handover import FAILED, Letterbox, hand_over
from device.journal import Journal
from device.record import Record
from device.trouble import JournalTrouble, Trouble
from tests.device.evenings import evening
from tests.device.matches import head_for, played
from web.port import Reply

JPEG = b"\xff\xd8" + bytes(range(256)) * 8 + b"\xff\xd9"
PACKED = {
    "stored": zipfile.ZIP_STORED,
    "deflate": zipfile.ZIP_DEFLATED,
    "bzip2": zipfile.ZIP_BZIP2,
    "lzma": zipfile.ZIP_LZMA,
}


def with_pictures(seed: int) -> Record:
    record = played(head_for(), 20, seed)
    name = record.head.match_id
    pictured = (
        replace(one, photo=f"{name}/{one.seq:05d}.jpg") if one.kind == "roll" else one
        for one in record.entries
    )
    return replace(record, entries=tuple(pictured))


def archive(folder: Path, record: Record, method: int) -> Path:
    """Return a backup with a picture of every roll, all of it packed by `method`."""
    with Journal.open(folder / RECORD, write=True) as journal:
        journal.add(record)
    back_up(folder / RECORD, folder / "plain.sqlite3")
    file = folder / "backup.zip"
    with zipfile.ZipFile(file, "w", method) as made:
        made.write(folder / "plain.sqlite3", RECORD)
        for entry in record.entries:
            if entry.photo is not None:
                made.writestr(f"stills/{entry.photo}", JPEG)
    return file


def damage(file: Path, member: int) -> None:
    """Turn over the middle bytes of one member's data; its name and length stay as they are."""
    with zipfile.ZipFile(file) as made:
        info = made.infolist()[member]
    begin = info.header_offset + 30 + len(info.filename)
    data = bytearray(file.read_bytes())
    middle = begin + info.compress_size // 2
    for at in range(middle, min(middle + 24, begin + info.compress_size)):
        data[at] ^= 0xFF
    file.write_bytes(data)


@pytest.mark.parametrize("method", PACKED.values(), ids=PACKED)
def test_a_damaged_record_in_an_archive_is_refused(tmp_path: Path, method: int) -> None:
    file = archive(tmp_path, with_pictures(3), method)
    damage(file, 0)
    with pytest.raises(Trouble):
        restore(file, tmp_path / "new" / RECORD, tmp_path / "new" / "stills")
    assert not (tmp_path / "new" / RECORD).exists()
    with evening(tmp_path / "playing") as at:
        reply = at.table.restore(file)
        assert (reply.ok, reply.error) == (False, "unreadable")
        assert at.journal.heads() == []


@pytest.mark.parametrize("method", PACKED.values(), ids=PACKED)
def test_a_damaged_picture_is_left_out_and_the_matches_come_back(
    tmp_path: Path, method: int
) -> None:
    """The answer tells of what was brought, not that nothing was changed."""
    record = with_pictures(3)
    rolls = sum(one.photo is not None for one in record.entries)
    assert rolls > 2
    file = archive(tmp_path, record, method)
    damage(file, 2)
    with evening(tmp_path / "playing") as at:
        reply = at.table.restore(file)
        assert reply.ok, reply
        assert reply.message is not None
        assert reply.message.get("added") == 1
        assert reply.message.get("pictures") == rolls - 1
        assert at.journal.record(record.head.match_id) == record
    done = restore(file, tmp_path / "new" / RECORD, tmp_path / "new" / "stills")
    assert (done.matches, done.stills) == (1, rolls - 1)


@pytest.mark.parametrize("reading", ["[]", "3", '"x"', '{"camera": 5}', '{"changed": [7]}', "x"])
def test_a_reading_that_is_none_is_refused(tmp_path: Path, reading: str) -> None:
    file = archive(tmp_path, with_pictures(3), zipfile.ZIP_STORED).with_name("plain.sqlite3")
    database = sqlite3.connect(file)
    for (name,) in database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    ).fetchall():
        database.execute(f"DROP TRIGGER {name}")
    database.execute("UPDATE entries SET reading = ? WHERE kind = 'roll'", (reading,))
    database.commit()
    database.close()
    with pytest.raises(JournalTrouble):
        checked(file)


def test_who_hands_a_backup_over_is_answered_whatever_happens(tmp_path: Path) -> None:
    """And the next backup is taken as well."""
    answers = iter((ValueError("nobody thought of that"), Reply(True)))

    def take(backup: Path) -> Reply:
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    file = archive(tmp_path, with_pictures(3), zipfile.ZIP_STORED)
    letterbox = Letterbox(tmp_path / "data", take).start()
    try:
        failed = hand_over(file, tmp_path / "data", lambda: True, patience_s=20.0)
        assert (failed.ok, failed.says) == (False, FAILED)
        assert hand_over(file, tmp_path / "data", lambda: True, patience_s=20.0).ok
    finally:
        letterbox.close()


def test_what_a_power_cut_left_unpacked_is_cleared(tmp_path: Path) -> None:
    """At the next start and at the next restore; what another restore unpacks just now stays."""
    file = archive(tmp_path, with_pictures(3), zipfile.ZIP_DEFLATED)
    data = tmp_path / "data"
    left, at_work = data / ".restore-left", data / ".restore-now"
    for clear in (
        lambda: Letterbox(data, lambda backup: Reply(True)).start().close(),
        lambda: restore(file, data / RECORD, data / "stills", replace=True),
    ):
        for folder in (left, at_work):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / RECORD).write_bytes(b"half of it")
        long_ago = time.time() - 2 * LEFT_BEHIND_S
        os.utime(left, (long_ago, long_ago))
        clear()
        assert not left.exists()
        assert at_work.exists()

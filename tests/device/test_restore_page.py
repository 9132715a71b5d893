"""A backup that comes back through the page: it adds, it is checked first, it changes nothing."""

from __future__ import annotations

import sqlite3
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.backup import back_up
from device.journal import Journal, is_longer
from device.record import Record
from rules.game import Message
from tests.device.evenings import JPEG, Evening, evening
from tests.device.matches import head_for, played
from web.port import Reply


def kept(folder: Path, *records: Record, stills: bool = False) -> Path:
    """Return a backup of a record that holds these matches."""
    folder.mkdir(parents=True, exist_ok=True)
    with Journal.open(folder / "journal.sqlite3", write=True) as journal:
        for record in records:
            journal.add(record)
    for record in records if stills else ():
        for entry in record.entries:
            if entry.photo:
                (folder / "stills" / entry.photo).parent.mkdir(parents=True, exist_ok=True)
                (folder / "stills" / entry.photo).write_bytes(JPEG)
    file = folder / ("backup.zip" if stills else "backup.sqlite3")
    back_up(folder / "journal.sqlite3", file, folder / "stills" if stills else None)
    return file


def rows(at: Evening) -> dict[str, Record | None]:
    return {head.match_id: at.journal.record(head.match_id) for head, _, _ in at.journal.heads()}


def figures(reply: Reply) -> tuple[object, ...]:
    assert reply.ok, reply
    assert isinstance(reply.message, Message)
    return tuple(reply.message.get(name) for name in ("added", "continued", "known", "different"))


def code(reply: Reply) -> str:
    assert not reply.ok
    assert reply.message is not None
    return reply.message.code


def shortened(record: Record, entries: int) -> Record:
    return replace(record, entries=record.entries[:entries], result=None)


def test_what_is_missing_is_added_and_the_rest_stays(tmp_path: Path) -> None:
    whole, other, third = (played(head_for(), 5000, seed) for seed in (2, 3, 4))
    backup = kept(tmp_path / "old", whole, other)
    with evening(tmp_path / "new") as at:
        at.journal.add(third)
        at.journal.add(other)
        assert figures(at.table.restore(backup)) == (1, 0, 1, 0)
        assert rows(at) == {one.head.match_id: one for one in (whole, other, third)}
        assert figures(at.table.restore(backup)) == (0, 0, 2, 0)
        assert not list((tmp_path / "new").glob(".restore*"))


def test_a_match_that_stopped_here_goes_on(tmp_path: Path) -> None:
    record = played(head_for(), 5000, seed=2)
    backup = kept(tmp_path / "old", record)
    with evening(tmp_path / "new") as at:
        at.journal.add(shortened(record, 12))
        assert figures(at.table.restore(backup)) == (0, 1, 0, 0)
        assert rows(at) == {record.head.match_id: record}


def test_a_match_that_is_longer_or_another_here_stays(tmp_path: Path) -> None:
    record = played(head_for(), 5000, seed=2)
    twin = replace(played(head_for(), 30, seed=5), head=record.head)
    with evening(tmp_path / "new") as at:
        at.journal.add(record)
        short = kept(tmp_path / "short", shortened(record, 9))
        assert figures(at.table.restore(short)) == (0, 0, 1, 0)
        assert figures(at.table.restore(kept(tmp_path / "twin", twin))) == (0, 0, 0, 1)
        assert rows(at) == {record.head.match_id: record}


def test_an_unfinished_match_that_comes_back_is_not_taken_up(tmp_path: Path) -> None:
    backup = kept(tmp_path / "old", played(head_for(), 30))
    with evening(tmp_path / "new") as at:
        assert at.table.restore(backup).ok
    with evening(tmp_path / "new") as at:
        assert at.page.match is None


def test_a_backup_that_is_wrong_changes_nothing(tmp_path: Path) -> None:
    good = played(head_for(), 30, seed=1)
    first = played(head_for(), 30, seed=2)
    bad = replace(first, entries=(*first.entries[:-1], replace(first.entries[-1], after="x")))
    backup = kept(tmp_path / "old", good, bad)
    foreign = tmp_path / "foreign.sqlite3"
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE birds (name TEXT)")
    database.close()
    empty, text, archive = (tmp_path / name for name in ("empty", "text", "archive.zip"))
    empty.write_bytes(b"")
    text.write_text("Dear diary")
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("journal.txt", "nothing")
    half = tmp_path / "half.sqlite3"
    half.write_bytes(backup.read_bytes()[:5000])
    with evening(tmp_path / "new") as at:
        at.journal.add(good)
        before = rows(at)
        assert code(at.table.restore(backup)) == "backup-wrong"
        for file in (empty, text, archive):
            assert code(at.table.restore(file)) == "backup-foreign"
        assert code(at.table.restore(foreign)) == "backup-other"
        assert code(at.table.restore(half)) == "backup-wrong"
        assert rows(at) == before
        assert not list((tmp_path / "new").glob(".restore*"))


@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(data=st.data())
def test_a_damaged_byte_never_changes_what_is_here(tmp_path: Path, data: st.DataObject) -> None:
    folder = tmp_path / "damaged"
    here = played(head_for(), 12, seed=7)
    if not (folder / "backup.sqlite3").exists():
        kept(folder, played(head_for(), 12, seed=8))
    good = (folder / "backup.sqlite3").read_bytes()
    place = data.draw(st.integers(0, len(good) - 1))
    byte = data.draw(st.integers(1, 255))
    file = folder / "flipped.sqlite3"
    file.write_bytes(good[:place] + bytes([good[place] ^ byte]) + good[place + 1 :])
    new = folder / f"at{len(list(folder.iterdir()))}"
    with evening(new) as at:
        at.journal.add(here)
        at.table.restore(file)
        assert rows(at)[here.head.match_id] == here
        assert len(rows(at)) <= 2


def test_pictures_come_back_as_far_as_they_fit(tmp_path: Path) -> None:
    record = played(head_for(), 30)
    match_id = record.head.match_id
    entries = tuple(
        replace(entry, photo=f"{match_id}/{entry.seq:05d}.jpg" if entry.kind == "roll" else None)
        for entry in record.entries
    )
    record = replace(record, entries=entries)
    backup = kept(tmp_path / "old", record, stills=True)
    with zipfile.ZipFile(backup, "a") as made:
        made.writestr("stills/../../evil.jpg", JPEG)
        made.writestr(f"stills/{match_id}/99999.jpg", JPEG)  # of no entry
    with evening(tmp_path / "new") as at:
        reply = at.table.restore(backup)
        rolls = [entry.seq for entry in entries if entry.photo]
        assert reply.message is not None
        assert reply.message.get("pictures") == len(rolls)
        assert at.table.recorded_still(match_id, rolls[-1]) == JPEG
        found = sorted(path.name for path in (tmp_path / "new" / "stills").rglob("*.jpg"))
        assert found == [f"{seq:05d}.jpg" for seq in rolls]
    assert not list(tmp_path.rglob("evil.jpg"))


@pytest.mark.parametrize(("longer", "shorter"), [(3, 3), (2, 3)])
def test_a_form_that_is_not_longer_adds_nothing(longer: int, shorter: int) -> None:
    entries = played(head_for(), 12).entries
    assert not is_longer(entries[:longer], entries[:shorter])

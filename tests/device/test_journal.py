"""The record: append-only, whole after any fault, and clear about what is wrong."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from device.folders import Folders
from device.journal import Journal
from device.journal_file import APPLICATION_ID, MIGRATIONS
from device.record import Head, Record
from device.replay import replay, verify_record
from device.stills import Stills
from device.trouble import JournalTrouble, Trouble
from tests.device.matches import head_for, played


def store(journal: Journal, record: Record) -> None:
    """Store a match as play does: entry by entry."""
    journal.begin(record.head)
    for entry in record.entries:
        last = entry.seq == len(record.entries)
        journal.append(record.head.match_id, entry, record.result if last else None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "journal.sqlite3"


def test_what_is_stored_is_there_after_opening_again(path: Path) -> None:
    records = [played(head_for(), count, seed=count) for count in (0, 7, 10_000)]
    with Journal.open(path, write=True) as journal:
        for record in records:
            store(journal, record)
    with Journal.open(path) as journal:
        for record in records:
            assert journal.record(record.head.match_id) == record
            verify_record(record)
        heads = journal.heads()
        assert [count for _, _, count in heads] == [len(r.entries) for r in reversed(records)]
        assert [result for _, result, _ in heads] == [r.result for r in reversed(records)]
        assert journal.record("none") is None


def test_a_fresh_file_is_set_up_as_it_must_be(path: Path) -> None:
    with Journal.open(path, write=True):
        pass
    with Journal.open(path, write=True) as journal:
        database = journal._db
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert database.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        tables = database.execute("SELECT name, strict FROM pragma_table_list").fetchall()
        for name in ("matches", "entries", "leavings"):
            assert (name, 1) in tables


@pytest.mark.parametrize("table", ["matches", "entries", "leavings"])
def test_update_and_delete_are_refused(path: Path, table: str) -> None:
    with Journal.open(path, write=True) as journal:
        record = played(head_for(), 3)
        store(journal, record)
        journal.leave(record.head.match_id)
    other = sqlite3.connect(path)
    column = other.execute(f"SELECT * FROM {table}").description[0][0]
    for sql in (f"DELETE FROM {table}", f"UPDATE {table} SET {column} = {column}"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            other.execute(sql)
    other.close()


def test_an_entry_that_leaves_a_gap_or_comes_twice_is_refused(path: Path) -> None:
    record = played(head_for(), 5)
    with Journal.open(path, write=True) as journal:
        journal.begin(record.head)
        journal.append(record.head.match_id, record.entries[0], None)
        for wrong in (record.entries[0], record.entries[2]):
            with pytest.raises(JournalTrouble, match="refuses a row"):
                journal.append(record.head.match_id, wrong, None)
        with pytest.raises(JournalTrouble, match="refuses a row"):
            journal.begin(record.head)
        journal.append(record.head.match_id, record.entries[1], None)
        stored = journal.record(record.head.match_id)
        assert stored is not None
        assert stored.entries == record.entries[:2]


def test_the_match_on_the_table_is_the_last_one_until_it_is_left(path: Path) -> None:
    """Whether it is over or not; none of those before it comes back once it is left."""
    for last in (played(head_for(), 10_000), played(head_for(), 9), played(head_for(), 0)):
        over, going = played(head_for(), 10_000), played(head_for(), 9)
        with Journal.open(path, write=True) as journal:
            assert journal.on_the_table() is None
            for record in (going, over, last):
                store(journal, record)
                assert journal.on_the_table() == record.head.match_id
            journal.add(played(head_for(), 10_000))
            assert journal.on_the_table() == last.head.match_id
            journal.leave(last.head.match_id)
            assert journal.on_the_table() is None


def test_a_record_of_before_has_no_finished_match_on_the_table(path: Path) -> None:
    """A record of version 1 did not say which of its finished matches had been put away."""
    over, going = played(head_for(), 10_000), played(head_for(), 9)
    for ours, expected in ((over, None), (going, going.head.match_id)):
        path.unlink(missing_ok=True)
        path.parent.mkdir(exist_ok=True)
        with sqlite3.connect(path) as database:
            database.executescript(
                f"{MIGRATIONS[0]} PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = 1"
            )
        database.close()
        with pytest.MonkeyPatch.context() as before:
            before.setattr("device.journal_file.MIGRATIONS", MIGRATIONS[:1])
            with Journal.open(path, write=True) as journal:
                store(journal, ours)
        with Journal.open(path, write=True) as journal:
            assert journal.on_the_table() == expected
            assert journal.record(ours.head.match_id) == ours


def test_an_import_is_all_or_nothing_and_is_not_continued_by_itself(path: Path) -> None:
    record = played(head_for(), 20)
    with Journal.open(path, write=True) as journal:
        gap = replace(record, entries=(*record.entries[:9], *record.entries[10:]))
        with pytest.raises(JournalTrouble):
            journal.add(gap)
        assert journal.heads() == []
        journal.add(record)
        assert journal.record(record.head.match_id) == record
        assert journal.on_the_table() is None


def test_ids_may_be_shortened(path: Path) -> None:
    heads = [replace(head_for(), match_id=f"abc{n}-0000") for n in range(2)]
    with Journal.open(path, write=True) as journal:
        for head in heads:
            journal.begin(head)
        assert journal.find("ABC1") == "abc1-0000"
        assert journal.find("abc0-0000") == "abc0-0000"
        for wrong in ("abc", "d", ""):
            with pytest.raises(JournalTrouble):
                journal.find(wrong)


def test_a_row_that_does_not_follow_is_named(path: Path) -> None:
    record = played(head_for(), 12)
    bad = replace(record.entries[6], after="pickomino nonsense")
    with Journal.open(path, write=True) as journal:
        store(journal, replace(record, entries=(*record.entries[:6], bad, *record.entries[7:])))
        stored = journal.record(record.head.match_id)
    assert stored is not None
    replayed = replay(stored)
    assert replayed.fault is not None
    assert replayed.fault.seq == 7
    assert replayed.match is not None
    assert replayed.match.notation == record.entries[5].after
    with pytest.raises(JournalTrouble, match="row 7"):
        verify_record(stored)


def test_a_full_disk_is_one_sentence_and_nothing_is_half_written(path: Path) -> None:
    record = played(head_for(), 10_000)
    with Journal.open(path, write=True) as journal:
        journal.begin(record.head)
        pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
        journal._db.execute(f"PRAGMA max_page_count = {pages + 4}")
        waiting = list(record.entries)

        def store_all() -> None:
            while waiting:
                journal.append(record.head.match_id, waiting[0], None)
                waiting.pop(0)

        with pytest.raises(JournalTrouble, match="full") as caught:
            store_all()
        assert "free some space" in caught.value.remedy
        assert 0 < len(waiting) < len(record.entries)
        journal._db.execute(f"PRAGMA max_page_count = {pages + 4000}")
        store_all()
        again = journal.record(record.head.match_id)
        assert again is not None
        assert again.entries == record.entries


def test_a_damaged_file_says_so_and_names_the_way_out(path: Path) -> None:
    with Journal.open(path, write=True) as journal:
        store(journal, played(head_for(), 200))
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + os.urandom(12_000) + whole[16_096:])
    with pytest.raises(JournalTrouble, match="damaged") as caught:
        Journal.open(path)
    assert "log rescue" in caught.value.remedy
    path.write_bytes(b"this was never a database, " * 300)
    with pytest.raises(JournalTrouble, match="damaged"):
        Journal.open(path)


def test_files_of_others_and_of_the_future_are_left_alone(path: Path) -> None:
    path.parent.mkdir()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    with pytest.raises(JournalTrouble, match="some other program"):
        Journal.open(path)
    path.unlink()
    with Journal.open(path) as journal:
        journal._db.execute("PRAGMA user_version = 99")
    with pytest.raises(JournalTrouble, match="newer dice-table"):
        Journal.open(path)


def test_one_program_writes_and_others_may_read(path: Path) -> None:
    code = (
        "import sys\nfrom pathlib import Path\nfrom device.journal import Journal\n"
        "from device.trouble import JournalTrouble\npath = Path(sys.argv[1])\n"
        "Journal.open(path).close()\n"
        "try:\n    Journal.open(path, write=True)\nexcept JournalTrouble as e:\n    print(e)\n"
    )
    with Journal.open(path, write=True):
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
        )
    assert f"process {os.getpid()}" in done.stdout
    with Journal.open(path, write=True):
        pass


def test_a_data_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder", encoding="utf-8")
    folders = Folders(blocked / "data", tmp_path / "settings.toml")
    with pytest.raises(Trouble, match="cannot be written") as caught:
        folders.ready()
    assert "--data DIR" in caught.value.remedy
    for write in (True, False):
        with pytest.raises(JournalTrouble, match="cannot be written"):
            Journal.open(folders.journal, write=write)


def test_a_head_with_position_and_unknown_fields_comes_back(path: Path) -> None:
    head: Head = replace(head_for(), position={"grill": [21, 22], "seat": 1}, extra={"venue": "k"})
    with Journal.open(path, write=True) as journal:
        journal.begin(head)
        stored = journal.record(head.match_id)
    assert stored is not None
    assert stored.head == head


def test_stills_stay_within_their_budget_and_the_oldest_go(tmp_path: Path) -> None:
    folder = tmp_path / "stills"
    stills = Stills(folder, budget_bytes=10_000)
    names = []
    for seq in range(1, 31):
        name = stills.save("m", seq, bytes(1000))
        assert name == f"m/{seq:05d}.jpg"
        names.append(name)
        os.utime(folder / name, (seq, seq))
        assert sum(p.stat().st_size for p in folder.rglob("*.jpg")) <= 10_000
    assert stills.load(names[-1]) == bytes(1000)
    assert stills.load(names[0]) is None
    assert stills.load("../journal.sqlite3") is None
    assert Stills(folder, 10_000).save("n", 1, bytes(1)) is not None


def test_a_still_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "stills").write_text("a file stands in the way", encoding="utf-8")
    assert Stills(tmp_path / "stills", 1000).save("m", 1, b"x") is None

"""The whole record kept safe: backups while a game runs, restores that lose nothing."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.backup import RECORD, UNPACKED, back_up, restore
from device.journal import Journal
from device.journal_file import APPLICATION_ID, TABLES
from device.program import main
from device.record import Record
from device.record_desk import BACKUP_NEWER, BACKUP_OTHER
from device.trouble import JournalTrouble, Trouble
from tests.device.evenings import evening
from tests.device.matches import head_for, played


def stored(folder: Path, *seeds: int) -> list[Record]:
    records = [played(head_for(), 20, seed) for seed in seeds]
    with Journal.open(folder / "journal.sqlite3", write=True) as journal:
        for record in records:
            journal.add(record)
    return records


def read(path: Path) -> dict[str, Record | None]:
    with Journal.open(path) as journal:
        return {head.match_id: journal.record(head.match_id) for head, _, _ in journal.heads()}


def test_there_and_back(tmp_path: Path) -> None:
    records = stored(tmp_path / "old", 1, 2)
    file = tmp_path / "evenings.sqlite3"
    assert back_up(tmp_path / "old" / "journal.sqlite3", file) == 2
    done = restore(file, tmp_path / "new" / "journal.sqlite3", tmp_path / "new" / "stills")
    assert (done.matches, done.kept) == (2, None)
    assert read(tmp_path / "new" / "journal.sqlite3") == {
        record.head.match_id: record for record in records
    }
    assert not list((tmp_path / "new").glob(".*"))


def test_a_backup_while_a_game_runs_holds_a_moment(tmp_path: Path) -> None:
    """Every backup holds whole entries, and all that were answered before it began."""
    with evening(tmp_path) as table:
        table.start()
        stop = threading.Event()
        played_so_far = [0]

        def play() -> None:
            while not stop.is_set():
                table.must("roll", dice=["4", "4", "4", "2", "2", "5", "1", "w"])
                table.must("choose", 0, choice="keep 4")
                table.must("undo")
                table.must("end")
                table.start()
                played_so_far[0] += 1

        playing = threading.Thread(target=play)
        playing.start()
        try:
            for number in range(4):
                before = played_so_far[0]
                file = tmp_path / f"backup{number}.sqlite3"
                assert back_up(tmp_path / "journal.sqlite3", file) >= before
                for record in read(file).values():
                    assert record is not None
                    seqs = [entry.seq for entry in record.entries]
                    assert seqs == list(range(1, len(seqs) + 1))
        finally:
            stop.set()
            playing.join()


def test_pictures_go_along_where_wanted(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    (record,) = stored(old, 1)
    picture = old / "stills" / record.head.match_id / "00001.jpg"
    picture.parent.mkdir(parents=True)
    picture.write_bytes(b"\xff\xd8 still")
    back_up(old / "journal.sqlite3", tmp_path / "all.zip", old / "stills")
    done = restore(tmp_path / "all.zip", new / "journal.sqlite3", new / "stills")
    assert (done.matches, done.stills) == (1, 1)
    assert (new / "stills" / record.head.match_id / "00001.jpg").read_bytes() == b"\xff\xd8 still"


def test_no_picture_leaves_the_folder(tmp_path: Path) -> None:
    stored(tmp_path / "old", 1)
    back_up(tmp_path / "old" / "journal.sqlite3", tmp_path / "all.zip", tmp_path / "none")
    with zipfile.ZipFile(tmp_path / "all.zip", "a") as archive:
        for name in ("stills/../out.jpg", "../../out.jpg", "/stills/x/out.jpg", "stills/x/a.sh"):
            archive.writestr(name, b"no")
    new = tmp_path / "deep" / "new"
    done = restore(tmp_path / "all.zip", new / "journal.sqlite3", new / "stills")
    assert done.stills == 0
    assert not list(tmp_path.rglob("out.jpg"))


def test_nothing_is_overwritten_unasked_and_the_old_record_is_kept(tmp_path: Path) -> None:
    here = tmp_path / "here" / "journal.sqlite3"
    (old,) = stored(tmp_path / "here", 1)
    (new,) = stored(tmp_path / "there", 2)
    file = tmp_path / "file.sqlite3"
    back_up(tmp_path / "there" / "journal.sqlite3", file)
    with pytest.raises(Trouble, match="exists already"):
        back_up(here, file)
    with pytest.raises(JournalTrouble, match="holds matches"):
        restore(file, here, tmp_path / "stills")
    assert list(read(here)) == [old.head.match_id]
    done = restore(file, here, tmp_path / "stills", replace=True)
    assert list(read(here)) == [new.head.match_id]
    assert done.kept is not None
    assert list(read(done.kept)) == [old.head.match_id]


def test_no_restore_under_a_running_table(tmp_path: Path) -> None:
    stored(tmp_path / "there", 2)
    back_up(tmp_path / "there" / "journal.sqlite3", tmp_path / "file.sqlite3")
    with (
        evening(tmp_path / "here"),
        pytest.raises(JournalTrouble, match="another dice-table plays"),
    ):
        restore(tmp_path / "file.sqlite3", tmp_path / "here" / "journal.sqlite3", tmp_path / "s")


def foreign(path: Path) -> None:
    """An SQLite file of another program."""
    made(path, "CREATE TABLE other (x)")


def empty(path: Path) -> None:
    """An SQLite file without a table, which must not pass for a record without a match."""
    made(path, "CREATE TABLE other (x); DROP TABLE other")


def alike(path: Path) -> None:
    """An SQLite file of another program that has tables of the same names."""
    made(path, "; ".join(f"CREATE TABLE {name} (x)" for name in TABLES))


def marked(path: Path) -> None:
    """An SQLite file with our mark, but without our tables."""
    made(path, f"CREATE TABLE other (x); PRAGMA application_id = {APPLICATION_ID}")


def made(path: Path, script: str) -> None:
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.executescript(script)


def newer(path: Path) -> None:
    stored(path.parent / "newer", 1)
    back_up(path.parent / "newer" / "journal.sqlite3", path)
    made(path, "PRAGMA user_version = 99")


OTHER = "this is an SQLite file, but not a dice-table backup"
SPOILT = {foreign: OTHER, empty: OTHER, alike: OTHER, marked: OTHER}


def unruly(path: Path) -> None:
    record = played(head_for(), 10, seed=3)
    entries = (replace(record.entries[0], dice=("1",) * 8), *record.entries[1:])
    with Journal.open(path) as journal:
        journal.add(replace(record, entries=entries))


def torn(path: Path) -> None:
    stored(path.parent / "torn", 4)
    back_up(path.parent / "torn" / "journal.sqlite3", path)
    path.write_bytes(path.read_bytes()[:5000])


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_text("hello"), "no backup"),
        (lambda path: path.write_bytes(b""), "no backup"),
        (lambda path: path.write_bytes(b"PK\x05\x06" + b"\0" * 18), "no backup"),
        (lambda path: None, "no backup"),
        *SPOILT.items(),
        (newer, "newer dice-table"),
        (unruly, "does not follow"),
        (torn, "that backup is damaged"),
        (
            lambda path: path.write_bytes(b"SQLite format 3\0" + b"x" * 5000),
            "that backup is damaged",
        ),
    ],
)
def test_what_is_no_good_backup_is_refused(tmp_path: Path, spoil, words: str) -> None:  # type: ignore[no-untyped-def]
    here = tmp_path / "here" / "journal.sqlite3"
    stored(tmp_path / "here", 1)
    before = read(here)
    file = tmp_path / "file.sqlite3"
    spoil(file)
    with pytest.raises(Trouble, match=words) as refused:
        restore(file, here, tmp_path / "stills", replace=True)
    # nothing sends people to what mends the record, which is whole, or to a folder that is gone
    assert "rescue" not in str(refused.value)
    assert UNPACKED not in str(refused.value)
    assert read(here) == before
    assert not list(here.parent.glob("*.before-*"))


@pytest.mark.parametrize("spoil", SPOILT)
def test_an_sqlite_file_of_another_program_is_called_so(
    tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    """By the command with the exit status of every refusal, and on the page; packed or not."""
    file, packed = tmp_path / "file.sqlite3", tmp_path / "file.zip"
    spoil(file)
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(file, RECORD)
    for one in (file, packed):
        with pytest.raises(Trouble, match=OTHER):
            restore(one, tmp_path / "here" / RECORD, tmp_path / "stills")
        refused = log(tmp_path / "data", "restore", str(one))
        unknown = log(tmp_path / "data", "restore", str(tmp_path / "nothing"))
        assert refused.exit_code == unknown.exit_code == 1
        assert OTHER in refused.stderr
        assert "damaged" not in refused.stderr
        with evening(tmp_path / "playing") as at:
            reply = at.table.restore(one)
            assert (reply.ok, reply.error, reply.message) == (False, "unreadable", BACKUP_OTHER)
    newer(newest := tmp_path / "newest.sqlite3")
    with evening(tmp_path / "playing") as at:
        assert at.table.restore(newest).message == BACKUP_NEWER


def log(data: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--data", str(data), "log", *words])


def test_the_commands(tmp_path: Path) -> None:
    data = tmp_path / "data"
    (record,) = stored(data, 1)
    file = tmp_path / "file.sqlite3"
    assert "1 match written" in log(data, "backup", str(file)).stdout
    assert log(data, "restore", str(file)).exit_code == 1
    done = log(data, "restore", str(file), "--replace")
    assert done.exit_code == 0
    assert "1 match restored" in done.stdout
    assert "the record of before is" in done.stdout
    figures = json.loads(log(data, "stats", "--json").stdout)
    assert figures["matches"] == 1
    assert {player["name"] for player in figures["players"]} == {"Ann", "Bo"}
    told = log(data, "stats").stdout
    assert "worm dice" in told
    assert "worm dice" not in log(data, "stats", "--game", "knister").stdout
    assert log(data, "stats", "--game", "chess").exit_code != 0
    assert "Ann" in told
    text = log(data, "export", record.head.match_id[:8], "--format", "text", "--language", "pl")
    assert "Ann rzuca" in text.stdout
    assert "No match" in log(tmp_path / "empty", "stats").stdout

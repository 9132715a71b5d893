"""`dice-table log`: what people type, and what they get back."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from device.journal import Journal
from device.log_format import read_log, write_log
from device.program import main
from device.record import Record
from tests.device.matches import head_for, played


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


def log(data: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--data", str(data), "log", *words])


def stored(data: Path, entries: int, seed: int = 1) -> Record:
    record = played(head_for(), entries, seed)
    with Journal.open(data / "journal.sqlite3", write=True) as journal:
        journal.begin(record.head)
        for entry in record.entries:
            last = entry.seq == len(record.entries)
            journal.append(record.head.match_id, entry, record.result if last else None)
    return record


def test_an_empty_record_says_how_to_begin(data: Path) -> None:
    done = log(data, "list")
    assert done.exit_code == 0
    assert "dice-table play" in done.stdout


def test_list_show_export_and_verify_by_a_short_id(data: Path) -> None:
    going, over = stored(data, 30), stored(data, 10_000, seed=2)
    assert over.result is not None
    listed = log(data, "list").stdout.splitlines()
    assert len(listed) == 2
    assert any("unfinished, 30 entries" in line and "Ann, Bo" in line for line in listed)
    assert any("won by" in line for line in listed)
    short = over.head.match_id[:8]
    assert over.entries[0].dice
    shown = log(data, "show", short)
    assert shown.exit_code == 0
    assert len(shown.stdout.splitlines()) > len(over.entries)
    exported = log(data, "export", short)
    assert read_log(exported.stdout).record == over
    for record, word in ((over, "finished"), (going, "unfinished")):
        checked = log(data, "verify", record.head.match_id[:8])
        assert checked.exit_code == 0
        assert f"{len(record.entries)} entries follow the rules, {word}" in checked.stdout


def test_export_to_a_file_and_import_it_elsewhere(data: Path, tmp_path: Path) -> None:
    record = stored(data, 40)
    file = tmp_path / "evening.ndjson"
    assert log(data, "export", record.head.match_id[:6], "-o", str(file)).exit_code == 0
    assert log(data, "verify", str(file)).exit_code == 0
    other = tmp_path / "other"
    assert log(other, "import", str(file)).exit_code == 0
    assert read_log(log(other, "export", record.head.match_id[:6]).stdout).record == record
    again = log(other, "import", str(file))
    assert again.exit_code == 1
    assert "in the record already" in again.stderr


def test_a_half_line_is_reported_and_the_rest_is_imported(data: Path, tmp_path: Path) -> None:
    text = write_log(played(head_for(), 10))
    file = tmp_path / "cut.ndjson"
    file.write_text(text[:-30], encoding="utf-8")
    done = log(data, "import", str(file))
    assert done.exit_code == 0
    assert "line 11: a half line at the end was left out" in done.stderr
    assert "9 entries" in done.stdout


@pytest.mark.parametrize("left", [0, 20])
def test_a_match_whose_result_was_cut_off_is_imported_with_it(
    data: Path, tmp_path: Path, left: int
) -> None:
    record = played(head_for("knister"), 500)
    assert record.result is not None
    *lines, result = write_log(record).splitlines(keepends=True)
    file = tmp_path / "cut.ndjson"
    file.write_text("".join(lines) + result[:left], encoding="utf-8")
    assert log(data, "import", str(file)).exit_code == 0
    with Journal.open(data / "journal.sqlite3") as journal:
        assert journal.record(record.head.match_id) == record


def test_what_does_not_follow_is_one_line_with_its_number(data: Path, tmp_path: Path) -> None:
    lines = write_log(played(head_for(), 10)).splitlines()
    tampered = json.loads(lines[4])
    tampered["after"] = tampered["after"].replace("pickomino", "pickomino ")
    lines[4] = json.dumps(tampered)
    file = tmp_path / "evening.ndjson"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for verb in ("verify", "import"):
        done = log(data, verb, str(file))
        assert done.exit_code == 1
        assert f"{file}: line 5: this does not follow" in done.stderr
        assert done.stderr.count("\n") == 1
    assert "No match" in log(data, "list").stdout


@pytest.mark.parametrize("words", [("show", "beef"), ("verify", "beef"), ("export", "beef")])
def test_an_unknown_id_is_one_line(data: Path, words: tuple[str, ...]) -> None:
    done = log(data, *words)
    assert done.exit_code == 1
    assert "there is no match `beef`" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_missing_file_and_a_foreign_file_are_one_line(data: Path, tmp_path: Path) -> None:
    assert "cannot be read" in log(data, "verify", str(tmp_path / "no.ndjson")).stderr
    (tmp_path / "x.ndjson").write_bytes(os.urandom(500))
    done = log(data, "verify", str(tmp_path / "x.ndjson"))
    assert "no dice-table log" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("verb", ["verify", "import"])
def test_what_is_no_log_is_named_and_read_no_further_than_it_can_be_one(
    data: Path, tmp_path: Path, verb: str
) -> None:
    """Of several files somebody has to know which; a device never ends."""
    empty = tmp_path / "empty.ndjson"
    empty.touch()
    for file, said in ((empty, "the log is empty"), (Path("/dev/zero"), "is larger than 64 MB")):
        done = log(data, verb, str(file))
        assert done.exit_code == 1
        assert done.stderr.startswith(f"dice-table: {file}")
        assert said in done.stderr
        assert "; do: " in done.stderr


def test_rescue_saves_what_a_damaged_record_holds(data: Path) -> None:
    records = [stored(data, 30, seed) for seed in range(6)]
    path = data / "journal.sqlite3"
    assert "whole" in log(data, "rescue").stdout
    whole = path.read_bytes()
    # A bad page among the entries: whatever does not stand on it comes back.
    path.write_bytes(whole[:-8192] + os.urandom(4096) + whole[-4096:])
    assert "damaged" in log(data, "list").stderr
    done = log(data, "rescue")
    assert done.exit_code == 0, done.stderr
    assert list(data.glob("journal.damaged-*.sqlite3"))
    with Journal.open(path) as journal:
        kept = {head.match_id: count for head, _, count in journal.heads()}
        for record in records:
            if kept.get(record.head.match_id) == len(record.entries):
                back = journal.record(record.head.match_id)
                assert back is not None
                assert replace(back, result=None) == replace(record, result=None)
    assert sum(count for count in kept.values()) > 0
    for record in records:
        if record.head.match_id in kept:
            assert log(data, "verify", record.head.match_id).exit_code == 0


@pytest.mark.parametrize("folder", ["stick", "damaged"])
def test_rescue_leaves_a_newer_record_as_it_is_whatever_its_folder_is_called(
    tmp_path: Path, folder: str
) -> None:
    data = tmp_path / folder
    stored(data, 5)
    path = data / "journal.sqlite3"
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("PRAGMA user_version = 99")
    whole = path.read_bytes()
    done = log(data, "rescue")
    assert done.exit_code == 1
    assert "update dice-table" in done.stderr
    assert path.read_bytes() == whole
    assert not list(data.glob("*damaged-*"))


READING = [("list",), ("show", "ID"), ("export", "ID"), ("verify", "ID")]
READING += [("stats",), ("stats", "--json"), ("backup", "OUT")]


@pytest.mark.parametrize("words", READING, ids=" ".join)
@pytest.mark.parametrize("being_played", [False, True])
def test_what_only_reads_works_where_nothing_can_be_written(
    data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    being_played: bool,
) -> None:
    """A write-protected stick: the same is said as elsewhere, and nothing is touched there."""
    record = stored(data, 12)
    own = {"ID": record.head.match_id[:8], "OUT": str(tmp_path / "kept.sqlite3")}
    words = tuple(own.get(word, word) for word in words)
    usual = log(data, *words)
    (tmp_path / "kept.sqlite3").unlink(missing_ok=True)
    # While a match is played the newest entries are beside the main file still.
    journal = Journal.open(data / "journal.sqlite3", write=True) if being_played else None
    before = {path: path.stat().st_mtime_ns for path in data.rglob("*")}
    monkeypatch.setattr(Path, "write_bytes", refuse_to_write)
    try:
        done = log(data, *words)
        after = {path: path.stat().st_mtime_ns for path in data.rglob("*")}
    finally:
        if journal is not None:
            journal.close()
    assert done.exit_code == 0, done.stderr
    assert done.stdout == usual.stdout
    assert after == before


def test_the_newest_entries_are_in_the_copy_too(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played(head_for(), 12)
    with Journal.open(data / "journal.sqlite3", write=True) as journal:
        journal.begin(record.head)
        for entry in record.entries:
            journal.append(record.head.match_id, entry, None)
        assert (data / "journal.sqlite3-wal").stat().st_size > 0
        monkeypatch.setattr(Path, "write_bytes", refuse_to_write)
        assert f"unfinished, {len(record.entries)} entries" in log(data, "list").stdout


@pytest.mark.parametrize("words", [("import", "FILE"), ("rescue",), ("restore", "FILE")])
def test_what_writes_is_refused_where_nothing_can_be_written(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    stored(data, 12)
    file = tmp_path / "evening.ndjson"
    file.write_text(write_log(played(head_for(), 9, seed=2)), encoding="utf-8")
    monkeypatch.setattr(Path, "write_bytes", refuse_to_write)
    done = log(data, *(str(file) if word == "FILE" else word for word in words))
    assert done.exit_code == 1
    assert "cannot be written" in done.stderr
    assert done.stderr.count("\n") == 1


def refuse_to_write(path: Path, _data: bytes) -> None:
    raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))


def test_what_cannot_be_written_is_said_in_the_same_words(data: Path, tmp_path: Path) -> None:
    """An export, the mat and a backup into a folder that is not there."""
    record = stored(data, 12)
    nowhere = tmp_path / "no-such" / "file"
    export = ("log", "export", record.head.match_id[:8], "--output", str(nowhere))
    for words in (export, ("mat", str(nowhere))):
        done = CliRunner().invoke(main, ["--data", str(data), *words])
        assert done.exit_code == 1
        assert (
            f"{nowhere} cannot be written (No such file or directory); do: choose a folder of"
            in (done.stderr)
        )


def test_a_name_that_the_terminal_has_no_letters_for_stops_nothing(data: Path) -> None:
    record = played(head_for(players=("Łukasz", "木")), 5)
    with Journal.open(data / "journal.sqlite3", write=True) as journal:
        journal.add(record)
    words = [sys.executable, "-P", "-s", "-m", "device", "--data", str(data), "log"]
    plain = {**os.environ, "PYTHONIOENCODING": "iso8859-1"}
    for more in (["list"], ["show", record.head.match_id], ["export", record.head.match_id]):
        done = subprocess.run([*words, *more], capture_output=True, env=plain, timeout=60)
        assert done.returncode == 0, done.stderr
        assert rb"\u0141ukasz" in done.stdout
    assert json.loads(done.stdout.splitlines()[0])["players"] == ["Łukasz", "木"]

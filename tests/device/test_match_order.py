"""A clock that was wrong: the order of the matches and of the stills is that of the record."""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from device.journal import Journal
from device.match_order import newest_first
from device.record import Head, Record
from device.rescue import rescue_record
from device.stills import Stills
from device.trouble import FullDisk
from tests.device.matches import head_for, played

RIGHT = ("2026-03-01T19:00:00.000Z", "2026-03-01T20:00:00.000Z", "2026-03-08T19:00:00.000Z")
BEFORE = "1970-01-01T00:03:00.000Z"  # a Pi that has not heard the time yet
AFTER = "2099-01-01T00:00:00.000Z"


def test_matches_played_here_follow_the_record_whatever_the_clock_said() -> None:
    for wrong in (BEFORE, AFTER):
        for place in range(4):
            starts = [*RIGHT[:place], wrong, *RIGHT[place:]]
            rows = [(start, False, number) for number, start in enumerate(starts)]
            assert newest_first(rows) == [3, 2, 1, 0]


def test_a_match_that_was_brought_in_stands_by_its_own_time() -> None:
    rows = [(RIGHT[1], False, "here"), (RIGHT[2], True, "later"), (RIGHT[0], True, "earlier")]
    assert newest_first(rows) == ["later", "here", "earlier"]
    assert newest_first([*rows, (BEFORE, False, "now")]) == ["later", "now", "here", "earlier"]


@pytest.mark.parametrize("wrong", [BEFORE, AFTER])
def test_the_list_of_matches_and_a_backup_keep_the_order(tmp_path: Path, wrong: str) -> None:
    heads = [replace(head_for(), started_at=at) for at in (RIGHT[0], wrong, RIGHT[1])]
    old = replace(played(head_for(), 5), head=replace(head_for(), started_at="2020-01-01T09:00Z"))
    with Journal.open(tmp_path / "j.sqlite3", write=True) as journal:
        for head in heads:
            journal.begin(head)
        journal.add(old)
        found = [head.match_id for head, _, _ in journal.heads()]
    assert found == [*[head.match_id for head in reversed(heads)], old.head.match_id]


def damaged_record(path: Path) -> list[str]:
    """Make a record of three matches with a bad page; returns their ids."""
    ids = []
    with Journal.open(path, write=True) as journal:
        for at in (RIGHT[0], BEFORE, RIGHT[1]):
            record = played(replace(head_for(), started_at=at), 40)
            ids.append(record.head.match_id)
            journal.begin(record.head)
            for entry in record.entries:
                journal.append(record.head.match_id, entry, None)
    whole = path.read_bytes()  # a bad page among the entries
    path.write_bytes(whole[:-8192] + os.urandom(4096) + whole[-4096:])
    return ids


def test_a_rescued_record_keeps_the_order(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite3"
    ids = damaged_record(path)
    saved, kept = rescue_record(path)
    assert kept is not None
    assert len(saved) >= 2
    with Journal.open(path) as journal:
        assert journal.newest_first() == [one for one in reversed(ids) if one in journal_ids(saved)]


def test_a_rescue_without_room_leaves_everything_to_be_rescued_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "j.sqlite3"
    damaged_record(path)
    before, add = path.read_bytes(), Journal.add
    added: list[Record] = []

    def full(journal: Journal, record: Record, left_at: str) -> None:
        if added:
            raise FullDisk("the record cannot be written (full)", "free some space")
        add(journal, record, left_at)
        added.append(record)

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "add", full)
        with pytest.raises(FullDisk):
            rescue_record(path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.glob("*.damaged-*")] == []
    saved, _ = rescue_record(path)
    assert len(saved) >= 2


def journal_ids(saved: list[tuple[Head, int, bool]]) -> set[str]:
    return {head.match_id for head, _, _ in saved}


def test_the_oldest_stills_go_by_the_record_and_not_by_the_time_of_their_files(
    tmp_path: Path,
) -> None:
    order = ["new", "old"]
    stills = Stills(tmp_path, 10_000, lambda: order)
    for name in ("gone", *order):
        for seq in (1, 2, 3):
            assert stills.save(name, seq, bytes(1000))
            stamp = {"gone": 3000, "new": 1000, "old": 2000}[name] - seq
            os.utime(tmp_path / name / f"{seq:05d}.jpg", (stamp, stamp))
    left = [{path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.jpg")}]
    for seq in range(4, 10):
        stills.save("new", seq, bytes(1000))
        left.append({path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.jpg")})
    went = [name for before, after in pairwise(left)
            for name in sorted(before - after)]  # fmt: skip
    gone = [f"{name}/{seq:05d}.jpg" for name in ("gone", "old") for seq in (1, 2, 3)]
    assert went == gone[: len(went)]
    assert len(went) >= 5


def test_a_still_that_is_written_again_counts_once(tmp_path: Path) -> None:
    """A throw that the record refuses is offered again and again, under the same name."""
    stills = Stills(tmp_path, 10_000)
    stills.save("m", 1, bytes(1000))
    for _ in range(20):
        stills.save("m", 2, bytes(1000))
    assert stills.load("m/00001.jpg") is not None
    assert stills.has_room(6_900)

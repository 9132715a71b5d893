"""The record behind the page: other formats, imports that are refused, stills, statistics."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from device.log_format import read_log, write_log
from device.record import Record
from device.replay import verify_log
from rules.game import Message
from tests.device.evenings import evening
from tests.device.matches import head_for, played
from tests.device.observed import throw


def test_a_match_goes_out_and_comes_in_again(tmp_path: Path) -> None:
    record = played(head_for(), 30)
    with evening(tmp_path / "one") as one:
        reply = one.table.bring_in(write_log(record))
        assert reply.ok
        assert reply.message is not None
        assert reply.message.sentence() == "Added the match of Ann, Bo."
        log = one.table.export(record.head.match_id)
        assert log == write_log(record)
        text = one.table.export_as(record.head.match_id, "text", "de")
        assert isinstance(text, str)
        assert "Ann würfelt" in text
        refused = one.table.export_as(record.head.match_id, "bgsplay", "en")
        assert isinstance(refused, Message)
        assert one.table.export_as("nobody", "csv", "en") is None
        again = one.table.bring_in(write_log(record))
        assert not again.ok
        assert again.message is not None
        assert again.message.code == "log-known"
    with evening(tmp_path / "two") as two:
        assert two.table.bring_in(log).ok
        assert two.table.export(record.head.match_id) == log


def lines_of(record: Record) -> list[str]:
    return write_log(record).splitlines(keepends=True)


def tampered(lines: list[str]) -> str:
    entry = json.loads(lines[1])
    entry["roll"] = "11111111" if entry["roll"] != "11111111" else "22222222"
    return "".join([lines[0], json.dumps(entry) + "\n", *lines[2:]])


WRONG = {
    "empty": (lambda lines: "", "log-foreign", 0),
    "picture": (lambda lines: "\x89PNG\r\n\x1a\n", "log-foreign", 0),
    "foreign": (lambda lines: '{"format": "other"}\n', "log-foreign", 0),
    "html": (lambda lines: "<!doctype html>\n<p>hello\n", "log-foreign", 0),
    "newer": (lambda lines: lines[0].replace('"version": 1', '"version": 99'), "log-newer", 0),
    "tampered": (tampered, "log-wrong", 2),
    "a line gone": (lambda lines: "".join(lines[:3] + lines[4:]), "log-wrong", 4),
    "two swapped": (lambda lines: "".join([lines[0], lines[2], lines[1]]), "log-wrong", 2),
    "torn inside": (lambda lines: lines[0] + lines[1][:30] + "\n" + lines[2], "log-wrong", 2),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_refused_and_nothing_changes(tmp_path: Path, what: str) -> None:
    spoil, code, line = WRONG[what]
    good = played(head_for(), 20, seed=1)
    other = played(head_for(), 20, seed=2)
    with evening(tmp_path) as table:
        assert table.table.bring_in(write_log(good)).ok
        before = table.table.export(good.head.match_id)
        reply = table.table.bring_in(spoil(lines_of(other)))
        assert not reply.ok
        assert reply.message is not None
        assert reply.message.code == code
        if line:
            assert reply.message.get("line") == line
        assert table.table.export(good.head.match_id) == before
        assert len(table.table.matches()) == 1


def test_a_half_line_at_the_end_is_left_out(tmp_path: Path) -> None:
    record = played(head_for(), 20)
    text = write_log(record)
    with evening(tmp_path) as table:
        assert table.table.bring_in(text[:-40]).ok
        log = table.table.export(record.head.match_id)
        assert log is not None
        assert text.startswith(log)


@pytest.mark.parametrize("left", [0, 20])
def test_a_match_whose_result_was_cut_off_is_over_all_the_same(tmp_path: Path, left: int) -> None:
    record = played(head_for("knister"), 500)
    assert record.result is not None
    *lines, result = lines_of(record)
    with evening(tmp_path) as table:
        assert table.table.bring_in("".join(lines) + result[:left]).ok
        (row,) = table.table.matches()
        assert row.finished
        assert row.scores == record.result.scores


def test_stills_are_found_by_their_entry(tmp_path: Path) -> None:
    record = played(head_for(), 5)
    photo = record.entries[0].photo
    assert photo is not None
    with evening(tmp_path) as table:
        table.table.bring_in(write_log(record))
        assert table.table.recorded_still(record.head.match_id, 1) is None  # gone, or never kept
        (tmp_path / "stills" / photo).parent.mkdir(parents=True)
        (tmp_path / "stills" / photo).write_bytes(b"\xff\xd8 still")
        assert table.table.recorded_still(record.head.match_id, 1) == b"\xff\xd8 still"
        assert table.table.recorded_still(record.head.match_id, 99) is None


def test_statistics_come_at_once_and_are_whole_a_little_later(tmp_path: Path) -> None:
    with evening(tmp_path) as table:
        assert table.table.statistics().matches == 0
        for seed in (1, 2):
            table.table.bring_in(write_log(played(head_for(), 12, seed=seed)))
        first = table.table.statistics()
        assert (first.matches, first.pending, first.players) == (2, 2, ())
        until = time.monotonic() + 60
        while table.table.statistics().pending:
            assert time.monotonic() < until, "the figures were never worked out"
            time.sleep(0.1)
        statistics = table.table.statistics()
        assert (statistics.matches, statistics.pending) == (2, 0)
        assert {one.name for one in statistics.players} == {"Ann", "Bo"}
        assert statistics.dice[0].dice == "worm dice"


def test_a_roll_that_the_camera_read_knows_the_size_of_its_picture(tmp_path: Path) -> None:
    with evening(tmp_path, "usb") as table:
        table.start()
        page = table.look(throw("4442251w", seed=3))
        assert page.match is not None
        assert page.match.seq == 1
        log = table.table.export(page.match.match_id)
        assert log is not None
        roll = json.loads(log.splitlines()[1])
        assert roll["frame"] == [1280, 960]
        table.must("choose", 0, choice="keep 4")
        table.must("hand", on=True)
        table.must("choose", 0, choice="throw")
        table.must("roll", dice=list("11222"))
        log = table.table.export(page.match.match_id)
        assert log is not None
        typed = json.loads(log.splitlines()[4])
        assert "frame" not in typed
        read = read_log(log)
        verify_log(read)
        assert write_log(read.record) == log

"""The log as text: what is written is read again; what is wrong names its line."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from device.exports import export_as
from device.journal import Journal
from device.log_format import FORMAT, VERSION, read_log, write_log
from device.match_figures import figures_of
from device.record import Record
from device.replay import checked_record, replay, verify_log
from device.trouble import LogTrouble
from tests.device.matches import head_for, played
from tests.house.calls import calls_of


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("entries", [0, 1, 17, 400])
def test_what_is_written_is_read_again(seed: int, entries: int) -> None:
    record = played(head_for(), entries, seed)
    log = read_log(write_log(record))
    assert log.record == record
    assert log.notes == ()
    assert verify_log(log).notation == (record.entries[-1].after if entries else
                                        verify_log(log).notation)  # fmt: skip


def test_the_first_line_and_the_fields_are_those_of_the_interface() -> None:
    record = played(head_for(voluntary_bust=True), 60)
    lines = [json.loads(line) for line in write_log(record).splitlines()]
    assert lines[0]["format"] == FORMAT
    assert lines[0]["version"] == VERSION
    for name in ("program", "game", "options", "players", "id", "started_at"):
        assert name in lines[0]
    for line in lines[1:61]:
        assert {"seq", "at", "after"} <= line.keys()
        assert len({"roll", "choose", "correct", "undo"} & line.keys()) == 1
    rolls = [line for line in lines[1:] if "roll" in line]
    assert all({"camera", "photo", "seat"} <= roll.keys() for roll in rolls)


def test_unknown_fields_are_kept() -> None:
    record = played(head_for(), 5)
    lines = [json.loads(line) for line in write_log(record).splitlines()]
    lines[0]["venue"] = "kitchen"
    lines[3]["mood"] = {"Ann": "gleeful"}
    text = "".join(json.dumps(line) + "\n" for line in lines)
    log = read_log(text)
    assert log.record.head.extra == {"venue": "kitchen"}
    assert log.record.entries[2].extra == {"mood": {"Ann": "gleeful"}}
    assert read_log(write_log(log.record)) == log


def test_a_field_nobody_knows_is_kept_wherever_it_stands(tmp_path: Path) -> None:
    """In every object of a log: read, recorded and exported, each line is what it was."""
    record = played(head_for("knister"), 400)
    assert record.result is not None
    lines = [json.loads(line) for line in write_log(record).splitlines()]
    for line in lines:
        line["mood"] = {"Ann": "gleeful"}
    lines[-1]["result"]["places"] = [2, 1]
    next(line for line in lines if "camera" in line)["camera"][0]["pips"] = 4
    read = checked_record(read_log("".join(json.dumps(line) + "\n" for line in lines)))
    with Journal.open(tmp_path / "journal.sqlite3") as journal:
        journal.add(read)
        stored = journal.record(record.head.match_id)
    assert stored is not None
    assert [json.loads(line) for line in write_log(stored).splitlines()] == lines


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe", "knister"])
@pytest.mark.parametrize("seat", [-1, -9, 2, 99])
def test_a_seat_that_nobody_has_is_a_fault_or_nothing(game: str, seat: int) -> None:
    """A log from elsewhere may name any: what is refused is a sentence, and so is what is told."""
    record = played(head_for(game), 60)
    for place, entry in enumerate(record.entries):
        entries = (*record.entries[:place], replace(entry, seat=seat), *record.entries[place + 1 :])
        wrong = replace(record, entries=entries, result=None)
        fault = replay(wrong).fault
        assert fault is None or fault.reason
        if fault is None:
            assert entry.kind in ("correct", "undo")
        else:
            assert fault.seq == entry.seq
            assert f"entry {entry.seq}" in export_as(wrong, "text")


def test_a_clock_that_jumped_back_is_no_fault() -> None:
    """A Pi without a battery learns the time once it is in a network: in the middle of a match."""
    record = played(head_for("knister"), 400)
    early = [replace(one, at="2026-02-27T08:00:00.000Z") for one in record.entries]
    jumped = checked_record(read_log(write_log(replace(record, entries=tuple(early)))))
    assert jumped.entries == tuple(early)
    play = json.loads(export_as(jumped, "bgsplay"))["plays"][0]
    assert play["durationMin"] == 0
    for seat in figures_of(jumped).seats:
        assert seat.seconds == 0


def test_an_entry_beside_the_result_is_refused() -> None:
    text = write_log(played(head_for("knister"), 400)).splitlines()
    last = {**json.loads(text[-1]), "undo": True}
    with pytest.raises(LogTrouble, match=f"line {len(text)}: an entry and the result"):
        read_log("\n".join((*text[:-1], json.dumps(last))) + "\n")


def test_a_half_line_at_the_end_is_left_out_and_reported_wherever_it_was_cut() -> None:
    record = played(head_for(players=("Ann", "Bożena")), 12)
    text = write_log(record)
    lines = text.splitlines(keepends=True)
    whole, last = "".join(lines[:-1]), lines[-1].rstrip("\n")
    for cut in range(1, len(last)):
        log = read_log(whole + last[:cut])
        assert log.record.entries == record.entries[:-1]
        assert log.notes == (f"line {len(lines)}: a half line at the end was left out",)
        verify_log(log)
    assert read_log(whole + last).record == record


def changed(record: Record, line: int, **fields: object) -> str:
    lines = [json.loads(row) for row in write_log(record).splitlines()]
    lines[line - 1].update(fields)
    return "".join(json.dumps(row) + "\n" for row in lines)


def test_foreign_newer_and_damaged_are_told_apart() -> None:
    record = played(head_for(), 8)
    for text in ("", "\n", "hello\nworld\n", '{"format": "pgn"}\n', "[1]\n", "\x00\x01{", "7"):
        with pytest.raises(LogTrouble, match=r"no dice-table log|is empty"):
            read_log(text)
    with pytest.raises(LogTrouble, match=r"line 1: .*newer dice-table") as newer:
        read_log(changed(record, 1, version=VERSION + 1))
    assert newer.value.remedy == "update dice-table"
    for line, fields in [
        (4, {"seq": 9}),
        (5, {"seq": "4"}),
        (6, {"after": None}),
        (2, {"roll": "77"}),
        (2, {"roll": ["4", 4]}),
        (2, {"roll": 44422511}),
        (2, {"choose": "keep 4"}),
        (3, {"camera": "none"}),
        (1, {"players": "Ann"}),
        (1, {"id": "../GAME-1"}),
        (1, {"id": "GAME-1"}),
        (1, {"started_at": "yesterday"}),
        (1, {"started_at": "2026-03-01T19:30:05"}),  # at what time of the world?
        (2, {"at": "20:15"}),
        (2, {"at": "20260301T193005Z"}),
        (2, {"at": "0001-01-01T00:00:00+23:59"}),
        (2, {"at": "2026-03-01T19:61:00Z"}),
        (1, {"program": "\ud838"}),
        (1, {"of somebody": float("nan")}),
        (2, {"photo": "\udfff"}),
        (2, {"camera": [{"face": "4", "confidence": float("inf")}]}),
    ]:
        with pytest.raises(LogTrouble) as caught:
            read_log(changed(record, line, **fields))  # type: ignore[arg-type]
        assert caught.value.line == line


def test_an_id_in_large_letters_or_without_dashes_is_the_same() -> None:
    record = played(head_for(), 3)
    plain = record.head.match_id
    for written in (plain.upper(), plain.replace("-", "")):
        assert read_log(changed(record, 1, id=written)).record.head.match_id == plain


def test_a_time_of_another_zone_is_kept_as_all_times_are() -> None:
    record = played(head_for(), 3)
    given = changed(record, 1, started_at="2026-03-01T21:30:05.5+02:00")
    assert read_log(given).record.head.started_at == "2026-03-01T19:30:05.500000Z"


def test_a_line_that_is_missing_or_broken_in_the_middle_is_named() -> None:
    rows = write_log(played(head_for(), 8)).splitlines(keepends=True)
    with pytest.raises(LogTrouble) as caught:
        read_log("".join(rows[:3] + rows[4:]))
    assert caught.value.line == 4
    with pytest.raises(LogTrouble) as caught:
        read_log("".join([*rows[:3], rows[3][:20] + "\n", *rows[4:]]))
    assert caught.value.line == 4


def test_whatever_does_not_follow_the_rules_is_named_by_its_line() -> None:
    record = played(head_for(), 20)
    roll = next(e for e in record.entries if e.kind == "roll" and e.seq > 3)
    other = ("w",) * len(roll.dice)
    for entry in (
        replace(roll, dice=other),
        replace(roll, dice=roll.dice[:-1]),
        replace(roll, after=record.entries[0].after),
    ):
        entries = tuple(entry if e.seq == entry.seq else e for e in record.entries)
        with pytest.raises(LogTrouble) as caught:
            verify_log(read_log(write_log(replace(record, entries=entries))))
        assert caught.value.line == roll.seq + 1


def test_a_wrong_result_and_an_unknown_game_are_named() -> None:
    record = played(head_for(), 10_000)
    assert record.result is not None
    wrong = replace(record, result=replace(record.result, scores=(40, 0)))
    with pytest.raises(LogTrouble) as caught:
        verify_log(read_log(write_log(wrong)))
    assert caught.value.line == len(record.entries) + 2
    with pytest.raises(LogTrouble, match=r"line 1: .*ludo"):
        verify_log(read_log(write_log(replace(record, head=head_for("ludo")))))


def undone_again_and_again(count: int) -> str:
    """Return the log of `count` entries in which one choice is made and taken back in turn."""
    record = played(head_for(), 2)
    choose = record.entries[1]
    assert choose.kind == "choose"
    before = record.entries[0].after
    undo = replace(choose, kind="undo", seat=None, choice="", after=before)
    more = (replace(choose if seq % 2 == 0 else undo, seq=seq) for seq in range(3, count + 1))
    return write_log(Record(record.head, (*record.entries, *more)))


def test_a_record_twice_as_long_is_twice_the_work_to_verify() -> None:
    """Undo and choose again, again and again: the longest log that one match can have."""
    short, long = undone_again_and_again(500), undone_again_and_again(1000)
    assert verify_log(read_log(long)).notation == verify_log(read_log(short)).notation
    once = calls_of(lambda: verify_log(read_log(short)))
    assert calls_of(lambda: verify_log(read_log(long))) < 2.1 * once


def test_replay_of_every_prefix_gives_the_notation_that_was_written() -> None:
    record = played(head_for(), 60, seed=3)
    for count, entry in enumerate(record.entries, start=1):
        replayed = replay(Record(record.head, record.entries[:count]))
        assert replayed.fault is None
        assert replayed.match is not None
        assert replayed.match.notation == entry.after


@pytest.mark.parametrize("match_id", ["", "../../x", "/etc", "a/b", ".", "..", "a b", "x" * 65])
def test_an_id_that_could_lead_out_of_its_folder_is_refused(match_id: str) -> None:
    lines = write_log(played(head_for(), 3)).splitlines()
    head = {**json.loads(lines[0]), "id": match_id}
    with pytest.raises(LogTrouble, match="line 1: `id`"):
        read_log("\n".join([json.dumps(head), *lines[1:], ""]))


def test_a_line_that_is_nested_too_deeply_is_no_log() -> None:
    for text in ("[" * 50_000 + "\n", write_log(played(head_for(), 2)) + "[" * 50_000 + "\n"):
        with pytest.raises(LogTrouble):
            read_log(text)


def test_a_roll_of_another_seat_does_not_follow() -> None:
    lines = [json.loads(line) for line in write_log(played(head_for(), 3)).splitlines()]
    lines[1]["seat"] = 1 - lines[1]["seat"]
    log = read_log("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(LogTrouble, match=r"line 2: .* was to roll"):
        verify_log(log)

"""A clock that is set in the middle of a match: what is told of the time stays true."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from device.exports import bgsplay, csv_table
from device.log_format import read_log, write_log
from device.record import Record
from device.replay import verify_log
from tests.device.matches import head_for, played

STEP_S = 20
START = datetime(2026, 3, 1, 19, 30, tzinfo=UTC)


def told(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def timed(jump: timedelta, at_entry: int) -> Record:
    """A whole match, an entry every twenty seconds, whose clock is set once."""
    record = played(head_for("pickomino", ("Ann", "Bo")), 5000)
    times = [START + timedelta(seconds=STEP_S * entry.seq) for entry in record.entries]
    entries = tuple(
        replace(entry, at=told(at + (jump if entry.seq >= at_entry else timedelta())))
        for entry, at in zip(record.entries, times, strict=True)
    )
    return replace(record, head=replace(record.head, started_at=told(START)), entries=entries)


@pytest.mark.parametrize("at_entry", [1, 2, 15])
@pytest.mark.parametrize("hours", [-24 * 365 * 56, -5, -0.1, 3, 24 * 9, 24 * 365 * 10])
def test_what_was_played_is_as_long_as_it_was(hours: float, at_entry: int) -> None:
    record = timed(timedelta(hours=hours), at_entry)
    verify_log(read_log(write_log(record)))
    true_s = STEP_S * len(record.entries)
    rows = list(csv.DictReader(io.StringIO(csv_table(record))))
    seconds = [float(row["seconds"]) for row in rows]
    assert seconds == sorted(seconds)
    assert true_s - STEP_S <= seconds[-1] <= true_s
    (play,) = json.loads(bgsplay(record))["plays"]
    assert abs(play["durationMin"] - true_s / 60) <= 1


def test_a_match_that_went_on_the_next_day_lasted_as_long_as_it_was_played() -> None:
    record = timed(timedelta(days=1), 30)
    (play,) = json.loads(bgsplay(record))["plays"]
    assert abs(play["durationMin"] - STEP_S * len(record.entries) / 60) <= 1

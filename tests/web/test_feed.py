"""Server-sent events: ids, catching up, heartbeats, the cap, readers that have left."""

from __future__ import annotations

import json
from collections.abc import Iterator

from flask.testing import FlaskClient

from tests.web.memory_table import MemoryTable
from web.feed import Feed
from web.wire import snapshot_json


def events(stream: Iterator[str], count: int) -> list[dict[str, str]]:
    """Read `count` events; the first piece only sets the time to retry."""
    found: list[dict[str, str]] = []
    while len(found) < count:
        fields = dict(line.split(": ", 1) for line in next(stream).strip().splitlines())
        if "event" in fields:
            found.append(fields)
    return found


def test_a_new_reader_gets_the_present_then_each_change(table: MemoryTable) -> None:
    feed = Feed(table, snapshot_json)
    stream = feed.open(None)
    assert stream is not None
    (first,) = events(stream, 1)
    assert first["id"] == str(table.snapshot().revision)
    table.touch()
    (second,) = events(stream, 1)
    assert int(second["id"]) == int(first["id"]) + 1
    assert json.loads(second["data"])["revision"] == int(second["id"])


def test_a_reader_that_comes_back_gets_what_it_missed(table: MemoryTable) -> None:
    feed = Feed(table, snapshot_json)
    seen = table.snapshot().revision
    table.touch()
    stream = feed.open(seen)
    assert stream is not None
    (event,) = events(stream, 1)
    assert event["event"] == "snapshot"
    assert event["id"] == str(seen + 1)


def test_a_reader_that_missed_nothing_hears_a_beat(table: MemoryTable) -> None:
    stream = Feed(table, snapshot_json).open(table.snapshot().revision)
    assert stream is not None
    (event,) = events(stream, 1)
    assert event["event"] == "beat"


def test_after_a_restart_a_higher_id_gets_the_present(table: MemoryTable) -> None:
    stream = Feed(table, snapshot_json).open(10_000)
    assert stream is not None
    (event,) = events(stream, 1)
    assert event["event"] == "snapshot"


def test_heartbeats_when_nothing_happens(table: MemoryTable) -> None:
    stream = Feed(table, snapshot_json, beat_s=0.02).open(None)
    assert stream is not None
    assert [event["event"] for event in events(stream, 3)] == ["snapshot", "beat", "beat"]


def test_the_cap_and_the_place_given_back(table: MemoryTable) -> None:
    feed = Feed(table, snapshot_json, max_streams=2)
    one, two = feed.open(None), feed.open(None)
    assert one is not None
    assert two is not None
    assert feed.open(None) is None
    one.close()  # type: ignore[attr-defined]
    one.close()  # type: ignore[attr-defined]
    assert feed.streams == 1
    assert feed.open(None) is not None


def test_a_reader_that_left_is_noticed(table: MemoryTable) -> None:
    left = [False]
    feed = Feed(table, snapshot_json, beat_s=0.02)
    stream = feed.open(None, lambda: left[0])
    assert stream is not None
    events(stream, 2)
    left[0] = True
    rest = list(stream)
    assert len(rest) <= 1


def test_the_same_text_for_every_reader(table: MemoryTable) -> None:
    made: list[int] = []
    feed = Feed(table, lambda snapshot: made.append(1) or snapshot_json(snapshot))  # type: ignore[func-returns-value]
    for _ in range(10):
        stream = feed.open(None)
        assert stream is not None
        events(stream, 1)
    assert len(made) == 1


def test_the_route_streams_and_honours_last_event_id(
    client: FlaskClient, table: MemoryTable
) -> None:
    answer = client.get("/events", headers={"Last-Event-ID": str(table.snapshot().revision)})
    assert answer.mimetype == "text/event-stream"
    pieces = iter(answer.response)
    text = b"".join(
        piece if isinstance(piece, bytes) else piece.encode()
        for piece in (next(pieces), next(pieces))
    )
    assert b"event: beat" in text
    answer.close()
    for nonsense in ("x", "-1", "9" * 40):
        answer = client.get("/events", headers={"Last-Event-ID": nonsense})
        assert answer.status_code == 200
        answer.close()

"""The rows of the record as what they mean: heads, entries and results, and back."""

from __future__ import annotations

import json
from typing import Any

from device.record import Entry, Head, Result


def dump(value: object) -> str:
    """Return a value as the record keeps it, JSON."""
    return json.dumps(value, ensure_ascii=False)


def read_head(row: tuple[Any, ...]) -> Head:
    """Return the head that a row of `matches` holds."""
    return Head(
        match_id=row[0],
        game=row[1],
        players=tuple(json.loads(row[2])),
        options=json.loads(row[3]),
        position=None if row[4] is None else json.loads(row[4]),
        started_at=row[5],
        program=row[6],
        extra=json.loads(row[7]),
    )


def result_row(result: Result) -> list[object]:
    """Return a result as a list; fields of other versions stand at its end where there are any."""
    more = (result.extra, result.beside)
    return [result.scores, result.winners, result.reason, *(more if any(more) else ())]


def read_result(text: str | None) -> Result | None:
    """Return the result that the last entry of a match holds, None where it holds none."""
    if text is None:
        return None
    scores, winners, reason, *more = json.loads(text)
    return Result(tuple(scores), tuple(winners), reason, *more)


def read_entry(row: tuple[Any, ...]) -> Entry:
    """Return the entry that a row of `entries` holds (see the SELECT in `record`)."""
    seq, at, kind, after, seat, text, reading, extra, _result_text = row
    read = json.loads(reading) if reading else {}
    camera = read.get("camera")
    return Entry(
        seq=seq,
        at=at,
        kind=kind,
        after=after,
        seat=seat,
        dice=tuple(text.split()) if kind in ("roll", "correct") else (),
        choice=text if kind == "choose" else "",
        camera=None if camera is None else tuple(camera),
        changed=tuple(read.get("changed", ())),
        photo=read.get("photo"),
        extra=json.loads(extra),
    )

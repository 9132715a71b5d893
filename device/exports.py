"""A match in the formats that other programs read: NDJSON, text, CSV and `.bgsplay`.

CSV has one row an entry. A cell that a spreadsheet would take for a formula begins with an
apostrophe. `.bgsplay` is what the app BG Stats opens: see docs/record.md for what is known of it.
"""

from __future__ import annotations

import csv
import io
import json
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import pairwise
from typing import Any

from device.log_format import write_log
from device.record import Entry, Record
from device.replay import replay
from device.transcript import transcript
from device.trouble import LogTrouble
from rules import game_named

COLUMNS = (
    "match", "game", "seq", "at", "seconds", "kind", "seat", "player", "dice", "choice",
    "camera", "least_confidence", "changed", "photo", "happened", "after",
)  # fmt: skip
NAMESPACE = uuid.UUID("7d0f6c39-54c5-5e4b-9d39-0f3b5d8f1a66")
"""Players, games and the place get their UUIDs from this and their names: the same every time."""
ABOUT = "A match recorded by dice-table, to be opened with the app Board Game Stats."
LONGEST_STEP_S = 3600.0
"""Between two entries longer than this nobody played, or the clock was set meanwhile."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def csv_table(record: Record) -> str:
    """Return a match as CSV (RFC 4180), its header first, a row an entry."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(COLUMNS)
    players = record.head.players
    happened = {
        step.entry.seq: " ".join(event.sentence(players) for event in step.events)
        for step in replay(record).steps
    }
    for entry, seconds in zip(record.entries, played_seconds(record), strict=True):
        row = _row(record, entry, seconds, happened.get(entry.seq, ""))
        table.writerow([_cell(value) for value in row])
    return out.getvalue()


def bgsplay(record: Record) -> str:
    """Return a finished match as a play of BG Stats; raises LogTrouble for an unfinished one."""
    if record.result is None:
        raise LogTrouble(
            "only a finished match can go to BG Stats",
            "play it to its end, or export it as text, csv or ndjson",
        )
    head, result = record.head, record.result
    ended = record.entries[-1].at
    written = _date(ended)
    game = game_named(head.game)
    document = {
        "about": ABOUT,
        "players": [
            {
                "uuid": _uuid("player", name.casefold()),
                "id": seat + 1,
                "name": name,
                "isAnonymous": False,
                "modificationDate": written,
                "bggUsername": "",
            }
            for seat, name in enumerate(head.players)
        ],
        "locations": [
            {
                "uuid": _uuid("location", "dice-table"),
                "id": 1,
                "name": "dice-table",
                "modificationDate": written,
            }
        ],
        "games": [
            {
                "uuid": _uuid("game", game.name),
                "id": 1,
                "name": game.title,
                "modificationDate": written,
                "cooperative": False,
                "highestWins": True,
                "noPoints": False,
                "usesTeams": False,
                "urlThumb": "",
                "urlImage": "",
                "bggName": "",
                "bggYear": 0,
                "bggId": 0,
                "designers": "",
                "isBaseGame": 1,
                "isExpansion": 0,
                "rating": 0,
                "minPlayerCount": game.seats.start,
                "maxPlayerCount": game.seats.stop - 1,
                "minPlayTime": 0,
                "maxPlayTime": 0,
                "minAge": 0,
            }
        ],
        "plays": [
            {
                "uuid": str(uuid.UUID(head.match_id)),
                "modificationDate": written,
                "entryDate": written,
                "playDate": _date(head.started_at),
                "playDateYmd": int(_date(head.started_at)[:10].replace("-", "") or 0),
                "usesTeams": False,
                "durationMin": round(played_seconds(record)[-1] / 60),
                "ignored": False,
                "manualWinner": True,
                "rounds": 0,
                "rating": 0,
                "scoringSetting": 1,
                "locationRefId": 1,
                "gameRefId": 1,
                "board": "",
                "comments": result.reason,
                "playerScores": [
                    {
                        "score": str(score),
                        "winner": seat in result.winners,
                        "newPlayer": False,
                        "startPlayer": seat == 0,
                        "playerRefId": seat + 1,
                        "role": "",
                        "rank": 0,
                        "seatOrder": seat,
                    }
                    for seat, score in enumerate(result.scores)
                ],
                "expansionPlays": [],
            }
        ],
        "userInfo": {"meRefId": 0},
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


FORMATS: dict[str, Callable[[Record, str], str]] = {
    "ndjson": lambda record, language: write_log(record),
    "text": transcript,
    "csv": lambda record, language: csv_table(record),
    "bgsplay": lambda record, language: bgsplay(record),
}


def export_as(record: Record, kind: str, language: str = "en") -> str:
    """Return a match in one of `FORMATS`; raises LogTrouble where it cannot be told so."""
    return FORMATS[kind](record, language)


def seconds_between(earlier: str, later: str) -> float:
    """Return the seconds between two times of the log, 0 where one of them is no time."""
    try:
        return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
    except (ValueError, TypeError):
        return 0.0


def played_seconds(record: Record) -> list[float]:
    """Return for each entry how long had been played by then.

    A Pi without a battery learns the time from the network, often in the middle of a match: a step
    back, or of hours, is none of the play.
    """
    times = (record.head.started_at, *(entry.at for entry in record.entries))
    sums: list[float] = []
    for earlier, later in pairwise(times):
        step = seconds_between(earlier, later)
        played = step if 0.0 <= step <= LONGEST_STEP_S else 0.0
        sums.append(played + (sums[-1] if sums else 0.0))
    return sums


def _row(record: Record, entry: Entry, seconds: float, happened: str) -> Iterator[object]:
    head = record.head
    camera = entry.camera or ()
    sure = [die["confidence"] for die in camera if isinstance(die.get("confidence"), int | float)]
    seat = entry.seat
    yield from (head.match_id, head.game, entry.seq, entry.at)
    yield round(seconds, 1)
    yield entry.kind
    yield "" if seat is None else seat
    yield head.players[seat] if seat is not None and 0 <= seat < len(head.players) else ""
    yield " ".join(entry.dice)
    yield entry.choice
    yield " ".join(str(die.get("face") or "?") for die in camera)
    yield min(sure) if sure else ""
    yield "; ".join(
        f"die {_one_more(change.get('die'))}: {change.get('from') or '?'} to {change.get('to')}"
        for change in entry.changed
    )
    yield from (entry.photo or "", happened, entry.after)


def _one_more(die: Any) -> object:
    return die + 1 if isinstance(die, int) else die


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return value


def _uuid(kind: str, name: str) -> str:
    return str(uuid.uuid5(NAMESPACE, f"{kind}:{name}"))


def _date(at: str) -> str:
    """Return a time of the log as BG Stats writes it: `2026-03-01 19:30:05`, UTC."""
    return at[:19].replace("T", " ")

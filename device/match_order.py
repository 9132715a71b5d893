"""In which order matches were played, whatever the clock said: a Pi without a battery starts wrong.

Matches that were played here follow each other as the record has them; a clock that was set back
in between does not count. A match that was brought in from elsewhere stands by its own time, since
it came into the record later than it was played.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Row = TypeVar("Row")


def newest_first(rows: Iterable[tuple[str, bool, Row]]) -> list[Row]:
    """Return the rows, the match played last first.

    Each comes as (start, brought in, row), in the order of the record; a start is ISO 8601 in UTC.
    """
    latest = ""
    placed: list[tuple[str, int, Row]] = []
    for number, (started_at, brought_in, row) in enumerate(rows):
        if not brought_in:
            latest = max(latest, started_at)
        placed.append((started_at if brought_in else latest, number, row))
    placed.sort(key=lambda one: one[:2], reverse=True)
    return [row for _, _, row in placed]

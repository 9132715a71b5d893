"""What is remembered of a match: its head, one entry for each thing that happened, its result.

These values are what the journal stores and what a log file spells out; nothing here knows how.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from rules.entry import EntryKind

Fields = Mapping[str, Any]


def now_utc() -> str:
    """Return the present time as the log writes it: `2026-03-01T19:30:05.123Z`."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True, slots=True)
class Head:
    """What a match was begun with. `position` is None for a match begun at the start.

    `extra` holds fields of a log's first line that this version does not know; they are kept.
    """

    match_id: str
    game: str
    players: tuple[str, ...]
    options: Fields
    started_at: str
    program: str
    position: Fields | None = None
    extra: Fields = field(default_factory=dict)

    @property
    def dice(self) -> str:
        """The name of the taught dice that are played with; empty for the usual ones."""
        return self._told("dice")

    @property
    def language(self) -> str:
        """The language of the page that began the match (`de`, say); empty where none is told."""
        return self._told("language")

    def _told(self, name: str) -> str:
        """Return a word of the first line; a log from elsewhere may hold anything there."""
        word = self.extra.get(name)
        return word if isinstance(word, str) else ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. `seq` counts from 1 without gaps.

    `dice` are the symbols of a roll or a correction, `choice` the public text of a choice.
    `after` is the notation of the position that followed. `camera` is what was read for each die
    (the objects of `dice-table read --json`) or None where people typed the dice; `changed` is
    what a person changed in it, as `{"die": 2, "from": "5", "to": "w"}`; `photo` is the still's
    file name inside the data folder's `stills`.
    """

    seq: int
    at: str
    kind: EntryKind
    after: str
    seat: int | None = None
    dice: tuple[str, ...] = ()
    choice: str = ""
    camera: tuple[Fields, ...] | None = None
    changed: tuple[Fields, ...] = ()
    photo: str | None = None
    extra: Fields = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended; tuples are by seat, `winners` are seats.

    `extra` and `beside` hold fields, in the log's `result` and on its line, that this version does
    not know; they are kept.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    extra: Fields = field(default_factory=dict)
    beside: Fields = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match; `result` is None while it is unfinished."""

    head: Head
    entries: tuple[Entry, ...]
    result: Result | None = None

"""Checking a record: every entry must follow from those before it and lead to its `after`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules.entry import Entry
from rules.game import IllegalAction, Message
from rules.match import Match

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Logged:
    """One entry of a record with the notation that was written after it (None: not written)."""

    entry: Entry
    after: str | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """The first entry that does not follow: its index in the record (from 0) and why."""

    index: int
    reason: Message


@dataclass(frozen=True, slots=True)
class Verified(Generic[S]):
    """The match as far as the record is good, and the first fault where there is one."""

    match: Match[S]
    fault: Fault | None


def verify(match: Match[S], record: Iterable[Logged]) -> Verified[S]:
    """Enter a record into `match` (usually one just begun) until its end or the first fault."""
    for index, logged in enumerate(record):
        try:
            moved = match.enter(logged.entry)
        except IllegalAction as refused:
            return Verified(match, Fault(index, refused.reason))
        if logged.after is not None and moved.match.notation != logged.after:
            reason = Message("after-differs", "The position after it is {position}, not {written}.",
                             "", (("position", moved.match.notation),
                                  ("written", logged.after[:200])))  # fmt: skip
            return Verified(match, Fault(index, reason))
        match = moved.match
    return Verified(match, None)

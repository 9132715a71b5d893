"""From what is remembered to the match itself: replays a record through the rules.

replayed = replay(record)
replayed.match          # as far as the record follows the rules
replayed.steps          # each entry until there, the match after it and what happened by it
replayed.fault          # None, or the first entry that does not follow and why
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from device.log_format import ReadLog
from device.record import Entry, Head, Record, Result
from device.trouble import JournalTrouble, LogTrouble
from rules import game_named
from rules.entry import Correct, Undo
from rules.entry import Entry as Entered
from rules.game import Choose, Event, IllegalAction, NeedsRoll, Over, Roll, RulesError, Unreadable
from rules.match import Match


@dataclass(frozen=True, slots=True)
class Fault:
    """The entry that does not follow; `seq` 0 is the head, one past the last is the result."""

    seq: int
    reason: str


@dataclass(frozen=True, slots=True)
class Followed:
    """One entry that follows from those before it, the match after it and what happened by it."""

    entry: Entry
    match: Match[Any]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Replayed:
    """The match as far as the record is good, the steps to there, and the first fault."""

    match: Match[Any] | None
    fault: Fault | None
    steps: tuple[Followed, ...] = ()

    @property
    def events(self) -> tuple[tuple[int, Event], ...]:
        """What happened, each with the number of its entry."""
        return tuple((step.entry.seq, event) for step in self.steps for event in step.events)


def begin(head: Head) -> Match[Any]:
    """Return the match of a head before its first entry; raises `RulesError`."""
    return Match.begin(game_named(head.game), len(head.players), head.options, head.position)


def entered(match: Match[Any], entry: Entry) -> Entered:
    """Return what an entry says in the rules' own values; raises Unreadable."""
    match entry.kind:
        case "roll":
            turn = match.turn
            if isinstance(turn, NeedsRoll) and entry.seat not in (None, turn.seat):
                raise Unreadable(f"seat {turn.seat} was to roll, not seat {entry.seat}")
            return Roll(entry.dice)
        case "correct":
            return Correct(entry.dice)
        case "undo":
            return Undo(entry.seat)
        case _:
            if entry.seat is None:
                raise Unreadable("a choice needs a seat")
            return Choose(entry.seat, match.game.read_choice(entry.choice))


def result_of(match: Match[Any], players: tuple[str, ...]) -> Result | None:
    """Return the result of a match, None while it is unfinished."""
    turn = match.turn
    if not isinstance(turn, Over):
        return None
    return Result(turn.scores, turn.winners, turn.reason.sentence(players))


def replay(record: Record) -> Replayed:
    """Replay a record; nothing is raised, the first thing that does not follow is the fault."""
    try:
        match = begin(record.head)
    except RulesError as error:
        return Replayed(None, Fault(0, str(error)))
    steps: list[Followed] = []
    for entry in record.entries:
        moved = _follow(match, entry, record.head.players)
        if isinstance(moved, Fault):
            return Replayed(match, moved, tuple(steps))
        steps.append(moved)
        match = moved.match
    return Replayed(match, _check_result(match, record), tuple(steps))


def _follow(match: Match[Any], entry: Entry, players: tuple[str, ...]) -> Followed | Fault:
    try:
        moved, events = match.enter(entered(match, entry))
    except IllegalAction as error:
        return Fault(entry.seq, error.reason.sentence(players))
    except RulesError as error:
        return Fault(entry.seq, str(error))
    if moved.notation != entry.after:
        return Fault(entry.seq, f"the position after it is {moved.notation}, not {entry.after}")
    return Followed(entry, moved, events)


def _check_result(match: Match[Any], record: Record) -> Fault | None:
    if record.result is None:
        return None
    here = len(record.entries) + 1
    true = result_of(match, record.head.players)
    if true is None:
        return Fault(here, "a result is written, but the match is not over")
    if (true.scores, true.winners) != (record.result.scores, record.result.winners):
        return Fault(
            here,
            f"the scores are {list(true.scores)} with the winners {list(true.winners)}, "
            f"not {list(record.result.scores)} with {list(record.result.winners)}",
        )
    return None


def verify_log(log: ReadLog) -> Match[Any]:
    """Return the match of a log file; raises `LogTrouble` with the line that does not follow."""
    replayed = replay(log.record)
    if replayed.fault is None and replayed.match is not None:
        return replayed.match
    fault = replayed.fault or Fault(0, "it holds no match")
    numbers = (1, *log.lines, log.result_line)
    raise LogTrouble(f"this does not follow: {fault.reason}", "", numbers[fault.seq])


def checked_record(log: ReadLog) -> Record:
    """Return the match of a log file as it is to be kept; raises `LogTrouble` as `verify_log` does.

    The result of a match that is over is put in where the line that bore it was lost.
    """
    match = verify_log(log)
    whole = log.record
    return replace(whole, result=whole.result or result_of(match, whole.head.players))


def verify_record(record: Record) -> Replayed:
    """Replay a journal's record, without a fault; raises `JournalTrouble` that names the row."""
    replayed = replay(record)
    if replayed.fault is None and replayed.match is not None:
        return replayed
    fault = replayed.fault or Fault(0, "it holds no match")
    row = f"row {fault.seq}" if fault.seq else "the head"
    raise JournalTrouble(
        f"match {record.head.match_id[:8]} does not follow the rules: {row}: {fault.reason}",
        f"`dice-table log export {record.head.match_id[:8]}` keeps a copy; start another match",
    )

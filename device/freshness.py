"""Whether a command still concerns what its sender saw.

Each thing that a command can be about has the revision at which it last changed. A command whose
sender saw an older revision than that is stale. In Knister all seats write at once: what one seat
writes changes nothing that concerns another, so their presses do not make each other stale.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Any

from rules.game import NeedsRoll
from rules.match import Match
from web.port import Command

EYE_S = 0.4  # a second press of CONFIRM within this is a finger that bounces, or haste


@dataclass(slots=True)
class Freshness:
    """The revisions at which things last changed; a fresh match begins with all of them now."""

    match: int
    entry: int
    roll_due: int
    last_roll: int
    mark: int
    reading: int
    seats: dict[int, int] = field(default_factory=dict)

    @classmethod
    def at(cls, revision: int) -> Freshness:
        """Return everything changed at `revision`."""
        return cls(revision, revision, revision, revision, revision, revision)

    def moved(self, before: Match[Any], after: Match[Any], revision: int) -> None:
        """Note what an entry changed."""
        self.entry = revision
        if isinstance(after.turn, NeedsRoll) and after.turn != before.turn:
            self.roll_due = revision
        other_dice = after.last_roll != before.last_roll
        if other_dice or isinstance(before.turn, NeedsRoll):
            self.last_roll = revision
        for seat in range(after.seats):
            # By other dice the same words mean something else: another number to write, other pips.
            if other_dice or after.choices(seat) != before.choices(seat):
                self.seats[seat] = revision
                self.mark = revision

    def is_stale(self, command: Command, due_seat: int | None, now: int) -> bool:
        """Return whether a command's sender had not seen what the command is about."""
        if command.seen is None:
            return False
        # What changed without a trace on the page is as old as the page.
        return not min(self._changed(command, due_seat), now) <= command.seen <= now

    def is_too_soon(self, due_seat: int | None, seen: int) -> bool:
        """Return whether a hand on CONFIRM, whose eyes saw `seen`, cannot know what it takes.

        The mark does not count: whoever presses NEXT twice and CONFIRM has counted along.
        """
        if due_seat is None:  # a reading is accepted
            return max(self.reading, self.roll_due) > seen
        return self.seats.get(due_seat, self.match) > seen

    def _changed(self, command: Command, due_seat: int | None) -> int:
        """Return the revision that a sender must have seen for this command."""
        seat = command.seat if command.seat is not None else due_seat
        of_seat = self.match if seat is None else self.seats.get(seat, self.match)
        match command.kind:
            case "choose":
                return of_seat
            case "roll":
                # While a choice is due, typing the next throw stands for `throw` as well.
                return max(self.roll_due, of_seat if due_seat is not None else 0)
            case "next":
                return of_seat
            case "confirm":
                return max(of_seat, self.mark, self.reading, self.roll_due)
            case "correct":
                return max(self.last_roll, self.reading)
            case "undo":
                return self.entry if command.seat is None else of_seat
            case _:
                return self.match


class Glimpse:
    """What somebody at the table can have seen: changes take `EYE_S` to be seen and understood."""

    def __init__(self, revision: int) -> None:
        """Begin with `revision`, seen already."""
        self._shown = deque([(float("-inf"), revision)])

    def show(self, revision: int, at_s: float) -> None:
        """Note that `revision` is shown from `at_s` on (monotonic seconds)."""
        self._shown.append((at_s, revision))
        self.seen(at_s)

    def seen(self, at_s: float) -> int:
        """Return the newest revision that eyes had seen at `at_s`."""
        while len(self._shown) > 1 and self._shown[1][0] <= at_s - EYE_S:
            self._shown.popleft()
        return self._shown[0][1]

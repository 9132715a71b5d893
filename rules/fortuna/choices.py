"""The choices of Oh Fortuna and their public texts."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.game import Unreadable

CARD = r"(?:0|[1-9][0-9]?)"
CHOICE = re.compile(
    r"(?P<area>air|sea)|place (?P<place>b?[1-6](?: b?[1-6])*)|penalty (?P<penalty>b?[1-6])"
    rf"|take (?P<take>{CARD})(?: with (?P<spent>{CARD}(?: {CARD})*))?"
    rf"|steal (?P<steal>{CARD}) from (?P<victim>[0-9])|(?P<nothing>nothing)"
)


@dataclass(frozen=True, slots=True)
class Declare:
    """Play this turn in `air` or in `sea` (F4)."""

    area: str

    def __str__(self) -> str:
        """Return the public text."""
        return self.area


@dataclass(frozen=True, slots=True)
class Place:
    """Put dice on the next fields, in this order (F5, F6)."""

    dice: tuple[str, ...]

    def __str__(self) -> str:
        """Return the public text."""
        return "place " + " ".join(self.dice)


@dataclass(frozen=True, slots=True)
class Penalty:
    """Stack one die on the penalty field (F7)."""

    die: str

    def __str__(self) -> str:
        """Return the public text."""
        return f"penalty {self.die}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take `card` from the table, spending the Fortuna cards `spent` (F9, F10, F11)."""

    card: int
    spent: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Return the public text."""
        spending = " with " + " ".join(str(card) for card in self.spent) if self.spent else ""
        return f"take {self.card}{spending}"


@dataclass(frozen=True, slots=True)
class Steal:
    """Take `card` from the player at `victim` (F13)."""

    card: int
    victim: int

    def __str__(self) -> str:
        """Return the public text."""
        return f"steal {self.card} from {self.victim}"


@dataclass(frozen=True, slots=True)
class Nothing:
    """Take no card although one could be had (F14, SW-F7)."""

    def __str__(self) -> str:
        """Return the public text."""
        return "nothing"


FortunaChoice = Declare | Place | Penalty | Take | Steal | Nothing


def read(text: str) -> FortunaChoice:
    """Return the choice whose public text is given; raises Unreadable."""
    found = CHOICE.fullmatch(text)
    if found is None:
        raise Unreadable(f"no choice of Oh Fortuna: {text[:40]}")
    said = found.groupdict()
    if said["area"]:
        return Declare(said["area"])
    if said["place"]:
        return Place(tuple(said["place"].split()))
    if said["penalty"]:
        return Penalty(said["penalty"])
    if said["take"]:
        spent = tuple(int(card) for card in (said["spent"] or "").split())
        return Take(int(said["take"]), tuple(sorted(spent)))
    if said["steal"]:
        return Steal(int(said["steal"]), int(said["victim"]))
    return Nothing()

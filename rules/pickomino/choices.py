"""The choices of the game, as values; `str()` of one is its public text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rules.game import Choice, Unreadable
from rules.notation import number
from rules.pickomino.dice import FACES


@dataclass(frozen=True, slots=True)
class Keep:
    """Set aside all dice that show `face` (P4)."""

    face: str

    def __str__(self) -> str:
        return f"keep {self.face}"


@dataclass(frozen=True, slots=True)
class Throw:
    """Roll the remaining dice (P8)."""

    def __str__(self) -> str:
        return "throw"


@dataclass(frozen=True, slots=True)
class Take:
    """Take `tile` from the grill (P10, P11)."""

    tile: int

    def __str__(self) -> str:
        return f"take {self.tile}"


@dataclass(frozen=True, slots=True)
class Steal:
    """Take `tile` from the top of the stack of seat `victim` (P12)."""

    tile: int
    victim: int

    def __str__(self) -> str:
        return f"steal {self.tile} from {self.victim}"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the turn without a tile, which is a bust (SW-P2)."""

    def __str__(self) -> str:
        return "stop"


KEEP: Final = {face: Keep(face) for face in FACES}
THROW: Final = Throw()
STOP: Final = Stop()

_TAKE = re.compile(r"take ([0-9]{2})")
_STEAL = re.compile(r"steal ([0-9]{2}) from ([0-9])")


def read(text: str) -> Choice:
    """Return the choice with this public text; raises Unreadable."""
    if text == "throw":
        return THROW
    if text == "stop":
        return STOP
    if text.startswith("keep ") and text[5:] in KEEP:
        return KEEP[text[5:]]
    if match := _TAKE.fullmatch(text):
        return Take(number(match[1]))
    if match := _STEAL.fullmatch(text):
        return Steal(number(match[1]), number(match[2]))
    raise Unreadable(f"{text[:40]!r} is no choice of this game")

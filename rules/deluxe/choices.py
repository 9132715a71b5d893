"""The choices that the Deluxe game adds to those of Pickomino."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from rules.deluxe.specialists import NAMES
from rules.game import Choice, Unreadable
from rules.notation import number
from rules.pickomino import choices as base


@dataclass(frozen=True, slots=True)
class Golden:
    """Use the golden die in this turn, or not (D12)."""

    joins: bool

    def __str__(self) -> str:
        return "golden" if self.joins else "no golden"


@dataclass(frozen=True, slots=True)
class Weasel:
    """Roll the dice just rolled again (D13)."""

    def __str__(self) -> str:
        return "weasel"


@dataclass(frozen=True, slots=True)
class Bust:
    """Leave a lost roll as it is although the weasel could roll again."""

    def __str__(self) -> str:
        return "bust"


@dataclass(frozen=True, slots=True)
class Hold:
    """Keep this one of two specialists (D8)."""

    name: str

    def __str__(self) -> str:
        return f"hold {self.name}"


@dataclass(frozen=True, slots=True)
class RoundWorm:
    """Take a round worm from seat `victim`, the supply being empty (D6)."""

    victim: int

    def __str__(self) -> str:
        return f"round worm from {self.victim}"


@dataclass(frozen=True, slots=True)
class StealHen:
    """Take the hen of seat `victim` instead of the top tile (D16)."""

    victim: int

    def __str__(self) -> str:
        return f"steal hen from {self.victim}"


GOLDEN: Final = Golden(True)
NO_GOLDEN: Final = Golden(False)
WEASEL: Final = Weasel()
BUST: Final = Bust()

_WORDS: Final[dict[str, Choice]] = {
    str(choice): choice
    for choice in (GOLDEN, NO_GOLDEN, WEASEL, BUST, *(Hold(name) for name in NAMES))
}
_ROUND_WORM: Final = re.compile(r"round worm from ([0-9])")
_STEAL_HEN: Final = re.compile(r"steal hen from ([0-9])")


def read(text: str) -> Choice:
    """Return the choice with this public text; raises Unreadable."""
    if text in _WORDS:
        return _WORDS[text]
    if match := _ROUND_WORM.fullmatch(text):
        return RoundWorm(number(match[1]))
    if match := _STEAL_HEN.fullmatch(text):
        return StealHen(number(match[1]))
    try:
        return base.read(text)
    except Unreadable:
        raise Unreadable(f"{text[:40]!r} is no choice of this game") from None

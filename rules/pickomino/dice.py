"""The dice of a turn: which faces may be kept, what the kept dice are worth (P4 to P9).

Dice are symbols: `1`..`5`, `w`, and for the golden die of the Deluxe game the same with `g` before
them. A worm is worth 5 but is another face than the five.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

FACES: Final = ("1", "2", "3", "4", "5", "w")
POINTS: Final = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "w": 5}
POINTS_OF_SYMBOL: Final = POINTS | {"g" + face: points for face, points in POINTS.items()}
DICE: Final = 8
WORM: Final = "w"


def total(kept: Sequence[str]) -> int:
    """Return the points of the kept dice (P6); a worm is worth 5."""
    return sum([POINTS_OF_SYMBOL[symbol] for symbol in kept])


def faces(dice: Sequence[str]) -> set[str]:
    """Return the faces that some dice show; the golden die's are no others."""
    return {symbol[-1] for symbol in dice}


def has_worm(kept: Sequence[str]) -> bool:
    """Return whether a worm is among the kept dice (P9)."""
    return WORM in kept or "gw" in kept


def faces_to_keep(rolled: Sequence[str], kept: Sequence[str]) -> list[str]:
    """Return the rolled faces that are not kept yet (P5), in the order 1 to 5, worm."""
    return sorted(faces(rolled) - faces(kept))


def of_face(rolled: Sequence[str], face: str) -> tuple[str, ...]:
    """Return all rolled dice that show `face`: they are set aside together (P4)."""
    return tuple([symbol for symbol in rolled if symbol[-1] == face])


def worms_for_sixes(dice: Sequence[str]) -> tuple[str, ...]:
    """Return the dice with each 6 read as a worm, for playing with ordinary dice."""
    return tuple([symbol[:-1] + WORM if symbol[-1] == "6" else symbol for symbol in dice])

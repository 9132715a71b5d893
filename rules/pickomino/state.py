"""A position of Pickomino."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.pickomino.dice import DICE, has_worm, total
from rules.pickomino.house import House
from rules.pickomino.tiles import WORMS, Grill, Stacks

Phase = Literal["roll", "keep", "decide", "over"]


@dataclass(frozen=True, slots=True)
class State:
    """Everything that lies on the table, and whose turn it is.

    `grill` holds the face-up tiles in ascending order, `stacks` each seat's tiles with the top one
    last. `phase` is `roll` (the remaining dice are to be rolled), `keep` (one face of `rolled` is
    to be set aside), `decide` (throw again or take a tile) or `over`. `kept` has the set-aside dice
    in their order, `rolled` the dice just rolled, sorted, and is empty outside `keep`.
    """

    house: House
    grill: Grill
    face_down: tuple[int, ...]
    stacks: Stacks
    seat: int
    phase: Phase = "roll"
    kept: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()

    @property
    def dice_left(self) -> int:
        """How many dice are not set aside."""
        return DICE - len(self.kept)

    @property
    def total(self) -> int:
        """The points of the set-aside dice (P6)."""
        return total(self.kept)

    @property
    def has_worm(self) -> bool:
        """Whether a worm is kept, without which no tile is taken (P9)."""
        return has_worm(self.kept)

    @property
    def worms(self) -> tuple[int, ...]:
        """The worms of each seat's tiles (P19)."""
        return tuple(sum(WORMS[tile] for tile in stack) for stack in self.stacks)


def view(state: State) -> dict[str, object]:
    """Return the JSON-ready `state` object."""
    return {
        "grill": list(state.grill),
        "face_down": list(state.face_down),
        "stacks": [list(stack) for stack in state.stacks],
        "kept": list(state.kept),
        "total": state.total,
        "dice_left": state.dice_left,
        "worms": list(state.worms),
    }

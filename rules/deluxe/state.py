"""A position of the Deluxe game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules.deluxe.house import House
from rules.deluxe.specialists import (
    APPLE,
    APPLE_WORMS,
    GOLDEN_DIE,
    NAMES,
    RED_WORM,
    WEASEL,
    WORMS,
    Places,
    owns,
    shown,
)
from rules.pickomino import dice
from rules.pickomino.tiles import Grill, Stacks

Phase = Literal["golden", "roll", "keep", "round-worm", "decide", "hold", "over"]
Claim = tuple[Literal["take", "steal", "hen"], int]
"""What a player is about to gain: a tile of the grill, or the seat that loses a tile or its hen."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that lies on the table, and whose turn it is.

    The fields of Pickomino mean what they mean there. `golden` says that the golden die is in this
    turn, `weasel_used` that the weasel has run. In the phase `hold` a claim would bring a second
    specialist: nothing has moved yet, `claim` is what happens once one of the two is chosen. In
    `round-worm` the supply is empty and an opponent is to be chosen; the turn then goes on where
    dice are kept, and is over where a tile has just been taken.
    """

    house: House
    grill: Grill
    face_down: tuple[int, ...]
    stacks: Stacks
    round_worms: tuple[int, ...]
    supply: int
    places: Places
    seat: int
    phase: Phase = "roll"
    kept: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()
    golden: bool = False
    weasel_used: bool = False
    claim: Claim | None = None

    @property
    def dice_left(self) -> int:
        """How many dice are not set aside, the golden one counted where it is in the turn."""
        return dice.DICE + self.golden - len(self.kept)

    @property
    def red_worm_counts(self) -> bool:
        """Whether the red worm stands in for a worm die (D11)."""
        return owns(self.places, self.seat, RED_WORM) and not dice.has_worm(self.kept)

    @property
    def has_worm(self) -> bool:
        """Whether a tile may be taken at all: a worm is kept, or the red worm counts (P9, D11)."""
        return dice.has_worm(self.kept) or self.red_worm_counts

    @property
    def total(self) -> int:
        """The points of the set-aside dice, and five for the red worm where it counts (D11)."""
        return dice.total(self.kept) + (dice.POINTS[dice.WORM] if self.red_worm_counts else 0)

    @property
    def golden_may_join(self) -> bool:
        """Whether the golden die could still come into this turn, by the player's choice."""
        return not self.golden and owns(self.places, self.seat, GOLDEN_DIE)

    @property
    def weasel_may_run(self) -> bool:
        """Whether the dice just rolled could be rolled again (D13)."""
        return not self.weasel_used and owns(self.places, self.seat, WEASEL)

    @property
    def worms(self) -> tuple[int, ...]:
        """Each seat's score: worms on tiles, round worms and the apple (D21)."""
        return tuple(
            sum(WORMS[tile] for tile in stack)
            + self.round_worms[seat]
            + (APPLE_WORMS if owns(self.places, seat, APPLE) else 0)
            for seat, stack in enumerate(self.stacks)
        )


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
        "round_worms": list(state.round_worms),
        "supply": state.supply,
        "specialists": {
            name: shown(place) for name, place in zip(NAMES, state.places, strict=True)
        },
    }

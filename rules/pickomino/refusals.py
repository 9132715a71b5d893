"""Why a choice of Pickomino is not among the legal ones, one reason for each rule.

The Deluxe game asks here as well once its own reasons are through.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Protocol

from rules.game import Choice, Message
from rules.pickomino.choices import Keep, Steal, Stop, Take, Throw
from rules.pickomino.dice import faces
from rules.pickomino.tiles import Grill, Stacks
from rules.refusals import not_listed


class HasStop(Protocol):
    """House rules that say whether a player may stop without a tile."""

    @property
    def voluntary_bust(self) -> bool:
        """Whether stopping without a tile is allowed."""


class Table(Protocol):
    """What of a position the reasons look at; the fields are those of `State`."""

    @property
    def house(self) -> HasStop:
        """The house rules."""

    @property
    def face_down(self) -> Grill:
        """The tiles that are turned over."""

    @property
    def stacks(self) -> Stacks:
        """Each seat's tiles, the top one last."""

    @property
    def seat(self) -> int:
        """Whose turn it is."""

    @property
    def phase(self) -> str:
        """Where in the turn."""

    @property
    def kept(self) -> tuple[str, ...]:
        """The dice set aside."""

    @property
    def rolled(self) -> tuple[str, ...]:
        """The dice just rolled."""

    @property
    def dice_left(self) -> int:
        """How many dice are not set aside."""

    @property
    def total(self) -> int:
        """What the kept dice count."""

    @property
    def has_worm(self) -> bool:
        """Whether a worm is kept."""


def why_not(state: Table, choice: Choice, nearest: int | None, tiles: Container[int]) -> Message:
    """Return why the seat whose turn it is may not choose this now.

    `nearest` is the tile of the grill that the total would take, `tiles` are those of the game.
    """
    if isinstance(choice, Keep):
        return _keep(state, choice.face)
    if not isinstance(choice, (Throw, Take, Steal, Stop)):
        return not_listed()
    if state.phase == "keep":
        return Message("keep-first", "One of the faces rolled has to be kept first.", "P4")
    if isinstance(choice, Throw):
        return _throw(state)
    if isinstance(choice, Stop):
        return _stop(state)
    if choice.tile not in tiles:
        return Message("no-such-tile", "There is no tile {tile}.", "P2", (("tile", choice.tile),))
    if isinstance(choice, Steal):
        return _steal(state, choice)
    return _take(state, choice.tile, nearest)


def _keep(state: Table, face: str) -> Message:
    if state.phase != "keep":
        return Message("nothing-rolled", "The kept dice stay; roll again or take a tile.", "P4")
    if face not in faces(state.rolled):
        return Message("face-not-rolled", "No die shows {face}.", "P4", (("face", face),))
    return Message("face-kept", "{face} is already kept: another face has to be chosen.", "P5",
                   (("face", face),))  # fmt: skip


def _throw(state: Table) -> Message:
    if not state.dice_left:
        return Message("no-dice-left", "No die is left to roll.", "P8")
    return Message("all-faces-kept", "All six faces are kept: nothing more could be.", "P5")


def _stop(state: Table) -> Message:
    if not state.house.voluntary_bust:
        return Message("no-stop", "Stopping without a tile is not allowed: roll again.", "SW-P2")
    return Message("tile-in-reach", "A tile of the grill can be taken: take it, or roll.", "SW-P2")


def _missing(state: Table, tile: int) -> Message | None:
    """Return why a total takes nothing at all, whatever the tile."""
    if not state.has_worm:
        return Message("no-worm", "Without a kept worm no tile can be taken.", "P9")
    if state.total < tile:
        return Message("too-low", "{total} is too low for {tile}.", "P10",
                       (("total", state.total), ("tile", tile)))  # fmt: skip
    return None


def _take(state: Table, tile: int, nearest: int | None) -> Message:
    if tile in state.face_down:
        return Message("face-down", "{tile} is turned over and out of the game.", "P15",
                       (("tile", tile),))  # fmt: skip
    for seat, stack in enumerate(state.stacks):
        if tile in stack:
            return Message("not-on-grill", "{tile} is not on the grill: {owner_seat} has it.",
                           "P10", (("tile", tile), ("owner_seat", seat)))  # fmt: skip
    reason = _missing(state, tile)
    if reason is not None:
        return reason
    if nearest is not None and nearest != tile:
        return Message("not-the-nearest", "With {total} the only tile of the grill is {nearest}.",
                       "P11", (("total", state.total), ("nearest", nearest)))  # fmt: skip
    return Message("steal-instead", "{total} can be stolen, so no lower tile may be taken.",
                   "SW-P1", (("total", state.total),))  # fmt: skip


def _steal(state: Table, choice: Steal) -> Message:
    tile, victim = choice.tile, choice.victim
    if victim >= len(state.stacks):
        return Message("no-such-seat", "There is no such player.", "P12")
    if victim == state.seat:
        return Message("own-tile", "Nobody steals from themselves.", "P12")
    stack = state.stacks[victim]
    if tile not in stack:
        return Message("not-there", "{victim_seat} does not have {tile}.", "P12",
                       (("victim_seat", victim), ("tile", tile)))  # fmt: skip
    if tile != stack[-1]:
        return Message("below-another", "{tile} lies below {top}: only the top one can be stolen.",
                       "P12", (("tile", tile), ("top", stack[-1])))  # fmt: skip
    reason = _missing(state, tile)
    if reason is not None:
        return reason
    return Message("not-exact", "To steal {tile} the dice must count exactly {tile}, not {total}.",
                   "P12", (("tile", tile), ("total", state.total)))  # fmt: skip

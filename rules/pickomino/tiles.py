"""The tiles: their worms, which of them a total reaches, how they are given back and turned over.

A grill is a tuple of numbers in ascending order, a stack one with the top tile last.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final, NamedTuple

WORMS: Final = {tile: (tile - 21) // 4 + 1 for tile in range(21, 37)}
"""Worms on each tile: 21-24 one, 25-28 two, 29-32 three, 33-36 four, 40 in all."""
TILES: Final = tuple(WORMS)

Grill = tuple[int, ...]
Stack = tuple[int, ...]
Stacks = tuple[Stack, ...]


class Claims(NamedTuple):
    """What a total may take: a tile of the grill, and the seat from which it may be stolen."""

    take: int | None
    victim: int | None


def within_reach(grill: Grill, total: int) -> int | None:
    """Return the tile with this number (P10), else the next lower one on the grill (P11)."""
    place = bisect_right(grill, total)
    return grill[place - 1] if place else None


def victim_of(stacks: Stacks, seat: int, total: int) -> int | None:
    """Return the other seat whose top tile has exactly this number (P12)."""
    for other, stack in enumerate(stacks):
        if stack and stack[-1] == total and other != seat:
            return other
    return None


def claims(
    grill: Grill, stacks: Stacks, seat: int, total: int, *, lower_when_steal_possible: bool
) -> Claims:
    """Return what `seat` may take with a total that holds a worm (P9 to P12).

    Without `lower_when_steal_possible` the next lower tile is out of reach while the
    exact one can be stolen (SW-P1).
    """
    victim = victim_of(stacks, seat, total)
    if victim is not None and not lower_when_steal_possible:
        return Claims(None, victim)
    return Claims(within_reach(grill, total), victim)


def without(grill: Grill, tile: int) -> Grill:
    """Return the grill without one of its tiles."""
    place = bisect_left(grill, tile)
    return grill[:place] + grill[place + 1 :]


def with_tile(grill: Grill, tile: int) -> Grill:
    """Return the grill with a tile in its place in the order."""
    place = bisect_left(grill, tile)
    return (*grill[:place], tile, *grill[place:])


def push(stacks: Stacks, seat: int, tile: int) -> Stacks:
    """Return the stacks with a tile on top of that of `seat` (P13)."""
    return (*stacks[:seat], (*stacks[seat], tile), *stacks[seat + 1 :])


def pop(stacks: Stacks, seat: int) -> Stacks:
    """Return the stacks without the top tile of `seat`."""
    return (*stacks[:seat], stacks[seat][:-1], *stacks[seat + 1 :])


def to_turn_over(grill: Grill, returned: int, *, flip_returned: bool) -> int | None:
    """Return the tile that a bust turns face down once `returned` lies on the grill again.

    That is the highest one (P15), but not the returned tile itself (P17) unless the
    shorter game is played (SW-P3).
    """
    highest = grill[-1]
    return None if highest == returned and not flip_returned else highest

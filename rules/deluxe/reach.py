"""What a total reaches in the Deluxe game: 11 and 13 exactly, the hen instead of a tile."""

from __future__ import annotations

from bisect import bisect_left

from rules.deluxe.choices import StealHen
from rules.deluxe.specialists import HEN, SMALL, held_by
from rules.deluxe.state import State
from rules.game import Choice
from rules.pickomino.choices import Steal, Take
from rules.pickomino.tiles import victim_of, within_reach


def nearest(state: State) -> int | None:
    """Return the tile of the grill that the total takes, whatever could be stolen (P10, P11, D2).

    11 and 13 are taken exactly or not at all, and where the house rule says so not by the owner of
    the other one (SW-D7).
    """
    grill, total = state.grill, state.total
    if total in SMALL:
        return total if total in grill and _may_have(state, total) else None
    return within_reach(grill[bisect_left(grill, 21) :], total)


def _may_have(state: State, tile: int) -> bool:
    other = SMALL[1] if tile == SMALL[0] else SMALL[0]
    return state.house.one_player_both_11_13 or other not in state.stacks[state.seat]


def stealable(state: State) -> Choice | None:
    """Return the steal that the total allows: a top tile (P12), never 11 or 13 (D3), or the hen.

    The hen's owner loses the hen instead of the tile (D16); on an 11 or 13 it is safe (D17).
    """
    total = state.total
    if total in SMALL:
        return None
    victim = victim_of(state.stacks, state.seat, total)
    if victim is None:
        return None
    if held_by(state.places, victim) == HEN:
        return StealHen(victim)
    return Steal(total, victim)


def claims(state: State) -> tuple[Take | None, Choice | None]:
    """Return what may be taken from the grill and what may be stolen (P9 to P12, SW-D4)."""
    if not state.has_worm:
        return None, None
    steal = stealable(state)
    if steal is not None and not state.house.lower_tile_when_steal_possible:
        return None, steal
    tile = nearest(state)
    return (None if tile is None else Take(tile)), steal


def round_worm_victims(state: State) -> tuple[int, ...]:
    """Return the opponents who have a round worm to lose, the hen's owner left out (D6, D20)."""
    return tuple(
        seat
        for seat, worms in enumerate(state.round_worms)
        if worms and seat != state.seat and held_by(state.places, seat) != HEN
    )

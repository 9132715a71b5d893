"""What a player gains: tiles, specialists and round worms (D5 to D9, D15, D16)."""

from __future__ import annotations

from dataclasses import replace

from rules.deluxe import words
from rules.deluxe.bust import put_back
from rules.deluxe.passing import next_turn
from rules.deluxe.reach import round_worm_victims
from rules.deluxe.specialists import RAVEN, WORMS, held_by, moved, on_tile
from rules.deluxe.state import Claim, State
from rules.game import Event, Step
from rules.pickomino import words as base_words
from rules.pickomino.tiles import pop, push, without


def claim(state: State, what: Claim) -> Step[State]:
    """Take or steal; where that brings a second specialist, ask first which to hold (D8)."""
    held, new = offered(state, what)
    if held is None or new is None or new == RAVEN:
        return _claimed(state, what, new)
    kind, where = what
    tile, victim = (where, None) if kind == "take" else (state.stacks[where][-1], where)
    said = words.which_to_hold(state.seat, held, new, kind, tile, victim)
    return Step(replace(state, phase="hold", claim=what), (said,))


def offered(state: State, what: Claim) -> tuple[str | None, str | None]:
    """Return the specialist that the player has and the one that a claim brings."""
    kind, where = what
    new = on_tile(state.places, where) if kind == "take" else held_by(state.places, where)
    return held_by(state.places, state.seat), new


def brought(state: State, what: Claim) -> tuple[Event, ...]:
    """Return what a claim brings besides its tile, before it is made."""
    held, new = offered(state, what)
    if new is None:
        return ()
    if new == RAVEN:
        return gain_round_worm(state, "D15")[1]
    if held is not None:
        return (words.one_of_two(state.seat),)
    return () if what[0] == "hen" else (words.gets(state.seat, new),)


def hold(state: State, name: str) -> Step[State]:
    """Carry out the claim that waited, keeping this specialist and returning the other (D8, D9)."""
    assert state.claim is not None
    held, new = offered(state, state.claim)
    assert held is not None
    assert new is not None
    after, said = _moved_tiles(state, state.claim)
    said = (words.holds(state.seat, name), *said)
    if name == new:
        # the new one is in the hand before the other looks for a free tile
        after = replace(after, places=moved(after.places, new, state.seat))
        after, moves = put_back(after, held, "D9")
    else:
        after, moves = put_back(after, new, "D9")
    return next_turn(after, (*said, *moves))


def _claimed(state: State, what: Claim, new: str | None) -> Step[State]:
    after, said = _moved_tiles(state, what)
    if new == RAVEN:
        return _raven(after, said)
    if new is not None:
        after = replace(after, places=moved(after.places, new, state.seat))
        said = (*said, words.gets(state.seat, new))
    return next_turn(after, said)


def _moved_tiles(state: State, what: Claim) -> tuple[State, tuple[Event, ...]]:
    """Move the tile of a claim, the hen's owner keeping it (P13, D16)."""
    kind, where = what
    seat = state.seat
    if kind == "take":
        tile = where
        grill, stacks = without(state.grill, tile), push(state.stacks, seat, tile)
        said = base_words.taken(seat, tile, state.total, WORMS[tile])
        return replace(state, grill=grill, stacks=stacks), (said,)
    tile = state.stacks[where][-1]
    if kind == "hen":
        return state, (words.hen_stolen(seat, where, tile),)
    said = base_words.stolen(seat, tile, where, WORMS[tile])
    return replace(state, stacks=push(pop(state.stacks, where), seat, tile)), (said,)


def _raven(state: State, said: tuple[Event, ...]) -> Step[State]:
    """Gain a round worm; the raven moves on (D15)."""
    after, worms = gain_round_worm(replace(state, kept=(), golden=False), "D15")
    after, moves = put_back(after, RAVEN, "D15")
    said = (*said, *worms, *moves)
    if after.phase == "round-worm":
        return Step(after, said)
    return next_turn(after, said)


def gain_round_worm(state: State, rule: str) -> tuple[State, tuple[Event, ...]]:
    """Take a round worm from the supply, or wait for the choice of an opponent (D5, D6)."""
    seat = state.seat
    if state.supply:
        after = replace(
            state, supply=state.supply - 1, round_worms=_with_one(state.round_worms, seat, +1)
        )
        return after, (words.round_worm(seat, rule),)
    if round_worm_victims(state):
        return replace(state, phase="round-worm"), (words.round_worm_due(seat),)
    return state, (words.no_round_worm(seat),)


def round_worm_from(state: State, victim: int) -> tuple[State, tuple[Event, ...]]:
    """Take a round worm from an opponent (D6)."""
    worms = _with_one(_with_one(state.round_worms, victim, -1), state.seat, +1)
    return replace(state, round_worms=worms), (words.round_worm_from(state.seat, victim),)


def _with_one(worms: tuple[int, ...], seat: int, change: int) -> tuple[int, ...]:
    return (*worms[:seat], worms[seat] + change, *worms[seat + 1 :])

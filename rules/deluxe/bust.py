"""What a bust costs: a tile and a specialist, or the hen alone (P15 to P17, D10, D18, D19)."""

from __future__ import annotations

from dataclasses import replace

from rules.deluxe import words
from rules.deluxe.passing import next_turn
from rules.deluxe.specialists import BOX, HEN, held_by, lowest_free, moved, on_tile
from rules.deluxe.state import State
from rules.game import Event, Step
from rules.pickomino import words as base_words
from rules.pickomino.tiles import pop, to_turn_over, with_tile, without


def bust(state: State, said: tuple[Event, ...]) -> Step[State]:
    """End a turn by a bust."""
    seat, held = state.seat, held_by(state.places, state.seat)
    if not state.stacks[seat]:
        nothing = words.hen_stays(seat) if held else base_words.nothing_to_give_back(seat)
        return next_turn(state, (*said, nothing))
    if held == HEN:
        return _lose_hen(state, said)
    return _lose_tile(state, held, said)


def _lose_hen(state: State, said: tuple[Event, ...]) -> Step[State]:
    """Return the hen and keep the tile; the highest is turned over all the same (D18, SW-D1)."""
    tile = state.stacks[state.seat][-1]
    after, moves = put_back(state, HEN, "D18")
    said = (*said, words.hen_lost(state.seat, tile), *moves)
    if not state.house.hen_bust_flips:
        return next_turn(after, (*said, words.none_turned_over()))
    highest = after.grill[-1]
    after, turned = _turn_over(after, highest)
    return next_turn(after, (*said, words.highest_turned_over(highest), *turned))


def _lose_tile(state: State, held: str | None, said: tuple[Event, ...]) -> Step[State]:
    """Tile, then specialist, then the highest is turned over (D10, SW-D3)."""
    seat = state.seat
    tile = state.stacks[seat][-1]
    after = replace(state, grill=with_tile(state.grill, tile), stacks=pop(state.stacks, seat))
    said = (*said, base_words.given_back(seat, tile))
    if held is not None:
        after, moves = put_back(after, held, "D10")
        said = (*said, *moves)
    flipped = to_turn_over(after.grill, tile, flip_returned=state.house.flip_returned_if_highest)
    if flipped is None:
        return next_turn(after, (*said, base_words.stays_face_up(tile)))
    after, turned = _turn_over(after, flipped)
    return next_turn(after, (*said, base_words.turned_over(flipped), *turned))


def put_back(state: State, name: str, rule: str) -> tuple[State, tuple[Event, ...]]:
    """Put a specialist on the lowest free tile of the grill, or into the box (D9)."""
    # where it comes from is no tile of the grill, so its own place does not stand in the way
    place = lowest_free(state.grill, state.places)
    after = replace(state, places=moved(state.places, name, place))
    return after, (words.goes_to(name, place, rule),)


def _turn_over(state: State, tile: int) -> tuple[State, tuple[Event, ...]]:
    """Turn a tile face down; a specialist on it moves, goes to the box or stays (SW-D2)."""
    after = replace(
        state, grill=without(state.grill, tile), face_down=with_tile(state.face_down, tile)
    )
    name = on_tile(state.places, tile)
    if name is None:
        return after, ()
    match state.house.specialist_on_flipped_tile:
        case "stays":
            return after, (words.stays_on(name, tile),)
        case "box":
            boxed = replace(after, places=moved(after.places, name, BOX))
            return boxed, (words.goes_to(name, BOX, "SW-D2"),)
        case _:
            return put_back(after, name, "SW-D2")

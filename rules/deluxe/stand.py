"""Whether a turn can have come to a position that was written in one line."""

from __future__ import annotations

from rules.deluxe import turn
from rules.deluxe.gains import offered
from rules.deluxe.passing import finished, start_of_turn
from rules.deluxe.reach import claims
from rules.deluxe.specialists import GOLDEN_DIE, RAVEN, WEASEL, owns
from rules.deluxe.state import State
from rules.pickomino.dice import DICE, FACES, faces_to_keep
from rules.pickomino.position import kept_in_one_piece


def stands(state: State) -> bool:
    """Return whether phase, dice, specialists and what is being claimed go together."""
    if state.phase == "over":
        return not state.grill and state == finished(state)
    if not state.grill and state.phase != "round-worm":
        return False
    if not (_dice_stand(state) and _specialists_stand(state)):
        return False
    match state.phase:
        case "golden":
            return _golden_stands(state)
        case "roll":
            return _roll_stands(state)
        case "keep":
            return bool(faces_to_keep(state.rolled, state.kept)) or state.weasel_may_run
        case "hold":
            return _hold_stands(state)
        case "decide":
            return bool(state.kept) and bool(turn.choices(state))
        case _:
            return _round_worm_stands(state)


def _dice_stand(state: State) -> bool:
    dice = (*state.kept, *state.rolled)
    white = [symbol for symbol in dice if len(symbol) == 1]
    golden = [symbol for symbol in dice if len(symbol) == 2]
    if not kept_in_one_piece(state.kept) or not set(white) <= set(FACES) or len(white) > DICE:
        return False
    if not set(golden) <= set(turn.golden_symbols(state)) or len(golden) > state.golden:
        return False
    if state.phase != "keep":
        return not state.rolled
    complete = len(state.rolled) == state.dice_left and len(golden) == state.golden
    return complete and list(state.rolled) == sorted(state.rolled)


def _specialists_stand(state: State) -> bool:
    if state.golden and not owns(state.places, state.seat, GOLDEN_DIE):
        return False
    if state.weasel_used and not owns(state.places, state.seat, WEASEL):
        return False
    return (state.claim is not None) == (state.phase == "hold")


def _golden_stands(state: State) -> bool:
    if state.kept:
        return turn.can_throw(state) and turn.golden_at_any_roll(state)
    return state == start_of_turn(state, state.seat)


def _roll_stands(state: State) -> bool:
    if state.kept:
        return state.dice_left > 0 and turn.can_throw(state)
    fresh = start_of_turn(state, state.seat)
    if state.weasel_used:
        return True
    return state == fresh or fresh.phase == "golden"


def _hold_stands(state: State) -> bool:
    assert state.claim is not None
    kind, where = state.claim
    take, steal = claims(state)
    if kind == "take":
        possible = take is not None and take.tile == where
    else:
        possible = (
            steal is not None
            and 0 <= where < len(state.stacks)
            and str(steal).startswith("steal hen") == (kind == "hen")
            and str(steal).endswith(f"from {where}")
        )
    if not possible:
        return False
    held, new = offered(state, state.claim)
    return held is not None and new not in (None, RAVEN) and bool(state.kept)


def _round_worm_stands(state: State) -> bool:
    if state.supply or not turn.choices(state):
        return False
    if not state.kept:
        # the raven's tile has just been taken
        return bool(state.stacks[state.seat]) and not state.golden
    ones = sum(1 for symbol in state.kept if symbol[-1] == "1")
    return bool(state.grill) and ones >= 2 and state.kept[-1][-1] == "1"

"""From one turn to the next, or to the end."""

from __future__ import annotations

from dataclasses import replace

from rules.deluxe.specialists import GOLDEN_DIE, owns
from rules.deluxe.state import State
from rules.game import Event, Step
from rules.pickomino import words
from rules.pickomino.standings import standings


def start_of_turn(state: State, seat: int) -> State:
    """Return the table as `seat` begins a turn: with all dice, and the golden one in question."""
    has_golden = owns(state.places, seat, GOLDEN_DIE)
    always = state.house.golden_die_joins == "always"
    return replace(
        state,
        seat=seat,
        phase="golden" if has_golden and not always else "roll",
        kept=(),
        rolled=(),
        golden=has_golden and always,
        weasel_used=False,
        claim=None,
    )


def finished(state: State) -> State:
    """Return the table after the last turn."""
    return replace(
        state,
        phase="over",
        kept=(),
        rolled=(),
        golden=False,
        weasel_used=False,
        claim=None,
    )


def next_turn(state: State, said: tuple[Event, ...]) -> Step[State]:
    """Pass the dice to the left, or end the game when no tile lies face up (P1, P18)."""
    if state.grill:
        return Step(start_of_turn(state, (state.seat + 1) % len(state.stacks)), said)
    over = finished(state)
    return Step(over, (*said, words.ended(standings(over.worms, over.stacks).reason)))

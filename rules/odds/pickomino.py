"""Odds of Pickomino: each choice's chance to bust this turn and change of own worms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rules.game import Choice, Roll
from rules.odds.claims import (
    NOTHING,
    TOTALS,
    Odds,
    best_gain,
    dice_for,
    difference,
    gain_of,
    spoken,
)
from rules.odds.turn import BestPlay, Gain, Place, Table, Worth, best_play
from rules.pickomino.choices import Keep, Steal, Take, Throw
from rules.pickomino.dice import FACES, of_face
from rules.pickomino.game import Pickomino
from rules.pickomino.state import State


def pickomino_odds(game: Pickomino, state: State) -> Odds:
    """Return the odds of every choice by its public text, or of `roll` while one is due.

    Each has `bust`, the chance to bust in this turn, and `worms`, the expected change of one's own
    worms, both under the play that makes that change largest; where somebody else has worms also
    `worms_with_victim_loss`, which adds what others lose to what one gains by the same play.
    """
    if state.phase == "over":
        return {}
    play = best_play(table_of(game, state))
    place = place_of(state)
    if state.phase == "roll":
        return {"roll": spoken(play.after_roll(place), state)}
    return {
        str(choice): spoken(worth_of(game, state, play, place, choice), state)
        for choice in game.choices(state, state.seat)
    }


def chance_of(game: Pickomino, state: State, wanted: Callable[[Choice], bool]) -> float:
    """Return the chance to make a claim that is `wanted` in this turn, under the best play for it.

    The state must wait for a roll or for the decision after a keep; claims are `Take` and `Steal`.
    """
    claims = tuple(
        Gain(1, 1) if any(map(wanted, claims_with(game, state, total))) else None
        for total in TOTALS
    )
    play = BestPlay(Table(Gain(0, 0), ((NOTHING,), (claims,))))
    place = place_of(state)
    worth = play.after_roll(place) if state.phase == "roll" else play.after_decision(place)
    return worth.worms


def worth_of(game: Pickomino, state: State, play: BestPlay, place: Place, choice: Choice) -> Worth:
    """Return what one choice is worth."""
    match choice:
        case Keep(face):
            return play.keep(place, FACES.index(face), len(of_face(state.rolled, face)))
        case Throw():
            return play.after_throw(place)
        case _:
            gain = gain_of(game, state, choice, state)
            certain_bust = not isinstance(choice, Take | Steal)
            return Worth(gain.worms, float(certain_bust), gain.with_loss)


def place_of(state: State) -> Place:
    """Return where the turn stands, the dice just rolled counted among those left."""
    used = sum(1 << FACES.index(face) for face in set(state.kept))
    return Place(used, state.dice_left, state.total)


def table_of(game: Pickomino, state: State) -> Table:
    """Return what each total takes and what a bust costs, as the rules say."""
    claims = tuple(
        best_gain(game, holding(state, total), claims_with(game, state, total)) for total in TOTALS
    )
    return Table(bust_of(game, state), ((NOTHING,), (claims,)))


def holding(state: State, total: int) -> State:
    """Return the position with dice kept that come to `total`, a worm among them."""
    return replace(state, phase="decide", kept=dice_for(total, worm=True), rolled=())


def claims_with(game: Pickomino, state: State, total: int) -> list[Choice]:
    """Return the tiles that a total takes."""
    listed = game.choices(holding(state, total), state.seat)
    return [choice for choice in listed if isinstance(choice, Take | Steal)]


def bust_of(game: Pickomino, state: State) -> Gain:
    """Return what a bust changes: seven ones beside a kept one."""
    before = replace(state, phase="roll", kept=("1",), rolled=())
    return difference(state, game.apply(before, Roll(("1",) * 7)).state, state.seat)

"""Odds of Pickomino Deluxe: red worm, golden die and weasel at work, round worms on the way.

As in `pickomino`, what claims and busts are worth is asked from the rules. A golden die with ones
and worms alone is taken to show each of them on three of its six sides: the rules do not say.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rules.deluxe.choices import Golden, StealHen, Weasel
from rules.deluxe.game import PickominoDeluxe
from rules.deluxe.state import State
from rules.game import Choice, Choose, Roll
from rules.odds.claims import (
    NOTHING,
    STILL_CHOOSING,
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
from rules.pickomino.dice import DICE, FACES, of_face, total

Claims = tuple[Gain | None, ...]

GOLDEN_SIDES: Final = {"1w": (3, 0, 0, 0, 0, 3), "all": (1,) * 6}


def deluxe_odds(game: PickominoDeluxe, state: State) -> Odds:
    """Return the odds of every choice by its public text, or of `roll` while one is due.

    The figures are those of `pickomino_odds`; round worms and the apple count as worms.
    """
    if state.phase == "over":
        return {}
    if state.phase == "roll":
        play, place = best_play(table_of(game, state)), place_of(state)
        return {"roll": spoken(play.after_roll(place), state)}
    choices = game.choices(state, state.seat)
    worths = worths_of(game, state, choices)
    return {
        str(choice): spoken(worth, state) for choice, worth in zip(choices, worths, strict=True)
    }


def worths_of(game: PickominoDeluxe, state: State, choices: tuple[Choice, ...]) -> list[Worth]:
    """Return what each choice is worth."""
    if state.phase in STILL_CHOOSING:
        return [worth_of_following(game, state, choice) for choice in choices]
    play, place = best_play(table_of(game, state)), place_of(state)
    return [worth_of(game, state, play, place, choice) for choice in choices]


def worth_of(
    game: PickominoDeluxe, state: State, play: BestPlay, place: Place, choice: Choice
) -> Worth:
    """Return what one choice of a turn is worth."""
    match choice:
        case Keep(face):
            golden = int("g" + face in state.rolled)
            count = len(of_face(state.rolled, face)) - golden
            return play.keep(place, FACES.index(face), count, golden)
        case Throw():
            return play.after_throw(place)
        case Golden(joins=True):
            return play.after_roll(place._replace(golden=1, may_join=0))
        case Golden():
            stays = place if state.house.golden_die_joins == "any roll" else without_golden(place)
            return play.after_roll(stays)
        case Weasel():
            return play.after_roll(place._replace(weasel=0))
        case _:
            gain = gain_of(game, state, choice, state)
            certain_bust = not isinstance(choice, Take | Steal | StealHen)
            return Worth(gain.worms, float(certain_bust), gain.with_loss)


def worth_of_following(game: PickominoDeluxe, state: State, choice: Choice) -> Worth:
    """Return what a choice between two steps is worth: a specialist to hold, a round worm."""
    step = game.apply(state, Choose(state.seat, choice))
    gain = difference(state, step.state, state.seat)
    busts = any(event.code == "bust" for event in step.events)
    if step.state.phase != "decide":
        return Worth(gain.worms, float(busts), gain.with_loss)
    play = best_play(table_of(game, step.state))
    later = play.after_decision(place_of(step.state))
    return Worth(gain.worms + later.worms, later.bust, gain.with_loss + later.with_loss)


def without_golden(place: Place) -> Place:
    """Return the place of a turn that the golden die stays out of."""
    return place._replace(golden=0, may_join=0)


def place_of(state: State) -> Place:
    """Return where the turn stands, the dice just rolled counted among those left."""
    used = sum(1 << FACES.index(face) for face in {symbol[-1] for symbol in state.kept})
    golden = int(state.golden and not any(symbol[0] == "g" for symbol in state.kept))
    may_join = int(
        state.golden_may_join
        and (state.phase == "golden" or state.house.golden_die_joins == "any roll")
    )
    return Place(
        used,
        state.dice_left - golden,
        total(state.kept),
        golden,
        may_join,
        int(state.weasel_may_run),
    )


def table_of(game: PickominoDeluxe, state: State) -> Table:
    """Return what each total takes, what a bust costs and what two ones bring."""
    after_ones = with_two_ones(game, state)
    claims = [claims_of(game, state, worm=worm) for worm in (False, True)]
    # only a claim that needs the last round worms is worth less once this turn has taken one
    paid = claims
    if state.supply <= 1:
        paid = [claims_of(game, after_ones, worm=worm) for worm in (False, True)]
    return Table(
        bust_of(game, state),
        tuple(zip(claims, paid, strict=True)),
        GOLDEN_SIDES[state.house.golden_die_faces],
        difference(state, after_ones, state.seat),
    )


def claims_of(game: PickominoDeluxe, state: State, *, worm: bool) -> Claims:
    """Return the best claim by the pips kept, with or without a worm among them."""
    if not worm and not replace(state, kept=()).red_worm_counts:
        return NOTHING
    found = []
    for pips in TOTALS:
        # nine dice, so that each total has its dice
        kept = dice_for(pips, worm=worm)
        held = replace(state, phase="decide", kept=kept, rolled=(), golden=True, claim=None)
        listed = game.choices(held, state.seat)
        claims = [choice for choice in listed if isinstance(choice, Take | Steal | StealHen)]
        found.append(best_gain(game, held, claims))
    return tuple(found)


def with_two_ones(game: PickominoDeluxe, state: State) -> State:
    """Return the table after two ones were set aside in this turn (D5, D6)."""
    before = replace(
        state,
        phase="keep",
        kept=(),
        rolled=("1", "1", *("2",) * (DICE - 2)),
        golden=False,
        weasel_used=True,
        claim=None,
    )
    after = game.apply(before, Choose(state.seat, Keep("1"))).state
    if after.phase == "round-worm":
        after = game.apply(after, Choose(state.seat, game.choices(after, state.seat)[0])).state
    return after


def bust_of(game: PickominoDeluxe, state: State) -> Gain:
    """Return what a bust changes: seven ones beside a kept one, the weasel asleep."""
    before = replace(
        state,
        phase="roll",
        kept=("1",),
        rolled=(),
        golden=False,
        weasel_used=True,
        claim=None,
    )
    return difference(state, game.apply(before, Roll(("1",) * (DICE - 1))).state, state.seat)

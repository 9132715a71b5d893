"""Odds of Pickomino: each choice's chance to bust this turn and change of own worms.

What a claim or a bust is worth is not worked out here: the rules themselves are asked, by keeping
dice that come to each total and taking the tile, so that odds and rules cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from rules.game import Choice, Choose, Game, Roll
from rules.odds.turn import MOST_TOTAL, BestPlay, Gain, Place, Table, Worth
from rules.pickomino.choices import Keep, Steal, Take, Throw
from rules.pickomino.dice import FACES, POINTS, of_face
from rules.pickomino.game import Pickomino
from rules.pickomino.state import State

Odds = dict[str, dict[str, float]]

TOTALS: Final = range(MOST_TOTAL + 1)
NOTHING: Final[tuple[Gain | None, ...]] = (None,) * len(TOTALS)


def pickomino_odds(game: Pickomino, state: State) -> Odds:
    """Return the odds of every choice by its public text, or of `roll` while one is due.

    Each has `bust`, the chance to bust in this turn, and `worms`, the expected change of one's own
    worms, both under the play that makes that change largest; where somebody else has a tile also
    `worms_with_victim_loss`, which adds what others lose to what one gains by the same play.
    """
    if state.phase == "over":
        return {}
    play = BestPlay(table_of(game, state))
    place = place_of(state)
    steals = any(stack for seat, stack in enumerate(state.stacks) if seat != state.seat)
    if state.phase == "roll":
        return {"roll": spoken(play.after_throw(place), steals)}
    return {
        str(choice): spoken(worth_of(game, state, play, place, choice), steals)
        for choice in game.choices(state, state.seat)
    }


def chance_of(game: Pickomino, state: State, wanted: Callable[[Choice], bool]) -> float:
    """Return the chance to make a claim that is `wanted` in this turn, under the best play for it.

    The state must wait for a roll or for the decision after a keep; claims are `Take` and `Steal`.
    """
    won, lost = Gain(1, 1), Gain(0, 0)
    claims = tuple(
        won if any(map(wanted, claims_with(game, state, dice_for(total)))) else None
        for total in TOTALS
    )
    play = BestPlay(Table(lost, ((NOTHING,), (claims,))))
    place = place_of(state)
    worth = play.after_throw(place) if state.phase == "roll" else play.after_decision(place)
    return worth.worms


def worth_of(game: Pickomino, state: State, play: BestPlay, place: Place, choice: Choice) -> Worth:
    """Return what one choice is worth."""
    match choice:
        case Keep(face):
            count = len(of_face(state.rolled, face))
            return play.keep(place, FACES.index(face), count)
        case Throw():
            return play.after_throw(place)
        case Take() | Steal():
            gain = change(game, state, choice)
            return Worth(gain.worms, 0.0, gain.with_loss)
        case _:
            gain = change(game, state, choice)
            return Worth(gain.worms, 1.0, gain.with_loss)


def spoken(worth: Worth, steals: bool) -> dict[str, float]:
    """Return the figures under their public names."""
    said = {"bust": worth.bust, "worms": float(worth.worms)}
    if steals:
        said["worms_with_victim_loss"] = float(worth.with_loss)
    return said


def place_of(state: State) -> Place:
    """Return where the turn stands, the dice just rolled counted among those left."""
    used = sum(1 << FACES.index(face) for face in set(state.kept))
    return Place(used, state.dice_left, state.total)


def table_of(game: Pickomino, state: State) -> Table:
    """Return what each total takes and what a bust costs, as the rules say."""
    claims = tuple(best_claim(game, state, dice_for(total)) for total in TOTALS)
    return Table(bust_of(game, state), ((NOTHING,), (claims,)))


def dice_for(total: int) -> tuple[str, ...]:
    """Return dice with a worm that come to `total`; none below 5, the worm's own points."""
    worms, rest = divmod(total, POINTS["w"])
    return ("w",) * worms + ((str(rest),) if rest else ()) if worms else ()


def claims_with(game: Pickomino, state: State, kept: tuple[str, ...]) -> list[Choice]:
    """Return the tiles that kept dice take."""
    after = replace(state, phase="decide", kept=kept, rolled=())
    listed = game.choices(after, state.seat)
    return [choice for choice in listed if isinstance(choice, Take | Steal)]


def best_claim(game: Pickomino, state: State, kept: tuple[str, ...]) -> Gain | None:
    """Return the best that kept dice take, None where they take nothing."""
    after = replace(state, phase="decide", kept=kept, rolled=())
    gains = [change(game, after, choice) for choice in claims_with(game, state, kept)]
    return max(gains, default=None)


def bust_of(game: Pickomino, state: State) -> Gain:
    """Return what a bust changes: seven ones beside a kept one."""
    before = replace(state, phase="roll", kept=("1",), rolled=())
    return difference(state, game.apply(before, Roll(("1",) * 7)).state, state.seat)


def change(game: Game[Any], state: State, choice: Choice) -> Gain:
    """Return what a choice that ends the turn changes."""
    after = game.apply(state, Choose(state.seat, choice)).state
    return difference(state, after, state.seat)


def difference(before: State, after: State, seat: int) -> Gain:
    """Return the change of the seat's worms, and that plus the worms the others lost."""
    changes = [now - then for now, then in zip(after.worms, before.worms, strict=True)]
    lost = sum(changes) - changes[seat]
    return Gain(changes[seat], changes[seat] - lost)

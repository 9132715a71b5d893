"""Pickomino Deluxe (Heckmeck Deluxe, Polowanie na robale Deluxe): the referee, D1 to D21.

Pickomino with the tiles 11 and 13, round worms and six specialists; with the house rule `extended`
off it is Pickomino as the Deluxe rules read it. The turn itself is in `turn`, what a claim brings
in `gains`, what a bust costs in `bust`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from rules.deluxe import choices as written
from rules.deluxe import gains, turn, words
from rules.deluxe import position as tables
from rules.deluxe.bust import bust
from rules.deluxe.choices import Bust, Golden, Hold, RoundWorm, StealHen, Weasel
from rules.deluxe.house import OPTIONS, read_options
from rules.deluxe.refusals import why_not
from rules.deluxe.specialists import WORMS
from rules.deluxe.stand import stands
from rules.deluxe.state import State, view
from rules.game import (
    Action,
    Choice,
    Choose,
    IllegalAction,
    Message,
    NeedsChoice,
    NeedsRoll,
    Option,
    Roll,
    Step,
    Turn,
    Unreadable,
)
from rules.pickomino import words as base_words
from rules.pickomino.choices import Keep, Steal, Stop, Take, Throw
from rules.pickomino.dice import FACES, of_face, worms_for_sixes
from rules.pickomino.standings import standings
from rules.reading import decode, encode
from rules.refusals import choice_refused, not_listed, roll_refused
from rules.seats import check_seats

_SHOWN: Final = "".join(FACES)


class PickominoDeluxe:
    """The Deluxe game. See `rules.game.Game` for what each method does."""

    name: ClassVar[str] = "pickomino-deluxe"
    title: ClassVar[str] = "Pickomino Deluxe"
    seats: ClassVar[range] = range(2, 8)
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def start(self, seats: int, options: Mapping[str, object] | None = None) -> State:
        """Return the first position: tiles and specialists on the grill, seven round worms (D1)."""
        check_seats(self.title, self.seats, seats)
        return tables.start(seats, read_options(options))

    def place(
        self, seats: int, options: Mapping[str, object] | None, position: Mapping[str, object]
    ) -> State:
        """Return a table already being played, at the start of a turn; raises BadPosition."""
        check_seats(self.title, self.seats, seats)
        return tables.place(seats, read_options(options), position)

    def turn(self, state: State) -> Turn:
        """Say what the state waits for."""
        if state.phase == "roll":
            golden = state.golden and not any(symbol[0] == "g" for symbol in state.kept)
            return NeedsRoll(state.seat, state.dice_left, _SHOWN, ("g",) if golden else ())
        if state.phase == "over":
            return standings(state.worms, state.stacks)
        return NeedsChoice((state.seat,))

    def choices(self, state: State, seat: int) -> tuple[Choice, ...]:
        """Return the legal choices of `seat`; empty when none is due."""
        return turn.choices(state) if seat == state.seat else ()

    def apply(self, state: State, action: Action) -> Step[State]:
        """Apply a roll or a choice; raises IllegalAction."""
        if isinstance(action, Roll):
            dice = worms_for_sixes(action.dice) if state.house.six_is_worm else action.dice
            symbols = (*FACES, *turn.golden_symbols(state))
            reason = roll_refused(self.turn(state), dice, symbols)
            if reason is not None:
                raise self._refuse(state, action, reason)
            return turn.rolled(state, dice)
        if isinstance(action, Choose):
            if action.choice not in self.choices(state, action.seat):
                reason = choice_refused(self.turn(state), action.seat)
                reason = reason or why_not(state, action.choice)
                raise self._refuse(state, action, reason)
            return _chosen(state, action.choice)
        raise TypeError(f"{action!r} is neither a roll nor a choice")

    def meaning(self, state: State, seat: int, choice: Choice) -> Message:
        """Say what a choice would do."""
        match choice:
            case Keep(face):
                dice = of_face(state.rolled, face)
                total = replace(state, kept=state.kept + dice).total
                return base_words.keep_means(dice, total)
            case Throw():
                return base_words.throw_means(max(state.dice_left, 1))
            case Take(tile):
                means = base_words.take_means(tile, WORMS.get(tile, 0))
                return words.claim_means(means, gains.brought(state, ("take", tile)))
            case Steal(tile, victim):
                means = base_words.steal_means(tile, victim, WORMS.get(tile, 0))
                return words.claim_means(means, gains.brought(state, ("steal", victim)))
            case Stop():
                return base_words.stop_means()
            case Golden(joins):
                return words.golden_means(joins, state.dice_left + joins)
            case Weasel():
                return words.weasel_means(len(state.rolled))
            case Bust():
                return words.bust_means()
            case Hold(name):
                return words.hold_means(name)
            case RoundWorm(victim):
                return words.round_worm_means(victim)
            case StealHen(victim):
                means = words.steal_hen_means(victim)
                return words.claim_means(means, gains.brought(state, ("hen", victim)))
            case _:
                return not_listed()

    def view(self, state: State) -> dict[str, object]:
        """Return the JSON-ready `state` object."""
        return view(state)

    def notation(self, state: State) -> str:
        """Return the position in one line."""
        return tables.write(self.name, state)

    def parse(self, text: str) -> State:
        """Return the position that `notation` wrote; raises Unreadable."""
        state = tables.read(self.name, text)
        if not stands(state):
            raise Unreadable("no turn comes to this: kept dice, rolled dice and phase do not fit")
        return state

    def encode(self, action: Action) -> str:
        """Return an action as text."""
        return encode(action)

    def decode(self, text: str) -> Action:
        """Return the action that `encode` wrote; raises Unreadable."""
        return decode(self.read_choice, text)

    def read_choice(self, text: str) -> Choice:
        """Return the choice with this public text; raises Unreadable."""
        return written.read(text)

    def _refuse(self, state: State, action: Action, reason: Message) -> IllegalAction:
        return IllegalAction(encode(action), reason, self.notation(state))


def _chosen(state: State, choice: Choice) -> Step[State]:
    """Do what was chosen, which is listed."""
    match choice:
        case Keep(face):
            return turn.keep(state, face)
        case Throw():
            return turn.throw(state)
        case Take(tile):
            return gains.claim(state, ("take", tile))
        case Steal(_, victim):
            return gains.claim(state, ("steal", victim))
        case StealHen(victim):
            return gains.claim(state, ("hen", victim))
        case Stop():
            return bust(state, (base_words.bust_stopped(state.seat, state.kept),))
        case Golden(joins):
            return turn.golden(state, joins)
        case Weasel():
            return turn.weasel(state)
        case Bust():
            return bust(state, (base_words.bust_no_new_face(state.seat, state.kept),))
        case Hold(name):
            return gains.hold(state, name)
        case RoundWorm(victim):
            return turn.round_worm(state, victim)
    raise AssertionError(choice)

"""Oh Fortuna as a `Game`: F1 to F15 (the state lives in `state`, the house rules in `cards`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, cast

from rules.fortuna import position as positions
from rules.fortuna.cards import OPTIONS, TARGETS, house_rules
from rules.fortuna.choices import (
    Declare,
    FortunaChoice,
    Nothing,
    Penalty,
    Place,
    Steal,
    Take,
    read,
)
from rules.fortuna.placing import penalties, placements
from rules.fortuna.state import DICE, DICE_SYMBOLS, State
from rules.fortuna.takes import endings
from rules.fortuna.words import meaning, say, why_not
from rules.game import (
    Action,
    BadPosition,
    Choice,
    Event,
    IllegalAction,
    Message,
    NeedsChoice,
    NeedsRoll,
    Option,
    Over,
    Roll,
    Step,
    Turn,
    Value,
)
from rules.reading import decode, encode
from rules.refusals import choice_refused, roll_refused


class Fortuna:
    """Six dice on the dice card in air or sea, the nearest card, and Fortuna cards on top."""

    name: ClassVar[str] = "fortuna"
    title: ClassVar[str] = "Oh Fortuna"
    seats: ClassVar[range] = range(min(TARGETS), max(TARGETS) + 1)
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def start(self, seats: int, options: Mapping[str, object] | None = None) -> State:
        """Return the first position: all cards on the table (F2); `card_values` is required."""
        return self.place(seats, options, {})

    def place(
        self, seats: int, options: Mapping[str, object] | None, position: Mapping[str, object]
    ) -> State:
        """Return a table already being played; raises BadOptions or BadPosition."""
        if seats not in self.seats:
            raise BadPosition("Oh Fortuna has 2 to 5 players")
        return positions.place(seats, house_rules(options, seats), position)

    def turn(self, state: State) -> Turn:
        """Say what the state waits for."""
        if state.winner is not None:
            points = tuple(state.points(seat) for seat in range(len(state.hands)))
            reason = say(
                "target",
                "{seat} has {points} {points:point|points}, {target} were needed.",
                "F15",
                seat=state.winner,
                points=points[state.winner],
                target=state.target,
            )
            return Over(points, (state.winner,), reason)
        if state.rolled or state.placed == DICE:
            return NeedsChoice((state.seat,))
        special = () if state.black_placed else ("b",)
        return NeedsRoll(state.seat, DICE - state.placed, "123456", special)

    def choices(self, state: State, seat: int) -> tuple[FortunaChoice, ...]:
        """Return the legal choices of `seat`, the same position always in the same order."""
        if seat != state.seat or state.winner is not None:
            return ()
        if state.placed == DICE:
            return endings(state)
        if not state.rolled:
            return ()
        if not state.area:
            return (Declare("air"), Declare("sea"))
        return placements(state) or penalties(state)

    def apply(self, state: State, action: Action) -> Step[State]:
        """Apply a roll or a choice; raises IllegalAction for whatever is not listed."""
        if isinstance(action, Roll):
            return self._roll(state, action)
        if action.choice not in self.choices(state, action.seat):
            reason = choice_refused(self.turn(state), action.seat)
            reason = reason or why_not(state, action.choice)
            raise IllegalAction(encode(action), reason, self.notation(state))
        match action.choice:
            case Declare(area):
                text = "{seat} plays in air." if area == "air" else "{seat} plays in sea."
                return Step(replace(state, area=area), (told(area, text, "F4", seat=state.seat),))
            case Place(dice):
                return self._put(state, dice, ())
            case Penalty(die):
                return self._put(state, (), (die,))
            case Take(card, spent):
                return self._take(state, card, spent)
            case Steal(card, victim):
                return self._steal(state, card, victim)
            case Nothing():
                passes = told("passed", "{seat} takes no card.", "F14", seat=state.seat)
                return next_seat(state, (passes,))

    def _roll(self, state: State, roll: Roll) -> Step[State]:
        """Lay the rolled dice out, gold ones first, each in the order of pips."""
        reason = roll_refused(self.turn(state), roll.dice, DICE_SYMBOLS)
        if reason is not None:
            raise IllegalAction(encode(roll), reason, self.notation(state))
        rolled = replace(state, rolled=tuple(sorted(roll.dice)))
        shown = told(
            "roll", "{seat} rolls {dice}.", "F5", seat=state.seat, dice=" ".join(roll.dice)
        )
        if rolled.area and not placements(rolled):
            text = "No die of {seat} fits, so one goes to the penalty field."
            return Step(rolled, (shown, told("no-die-fits", text, "F7", seat=state.seat)))
        return Step(rolled, (shown,))

    def _put(self, state: State, placed: tuple[str, ...], stacked: tuple[str, ...]) -> Step[State]:
        """Put dice on the dice card; with the last one the result stands (F8)."""
        put = replace(
            state,
            rolled=(),
            fields=state.fields + placed,
            penalties=state.penalties + stacked,
        )
        events = []
        if placed:
            text, dice = "{seat} places {dice}.", " ".join(placed)
            events.append(told("placed", text, "F5", seat=state.seat, dice=dice))
        for die in stacked:
            text = "{seat} puts {die} on the penalty field."
            events.append(told("penalty", text, "F7", seat=state.seat, die=die))
        if put.placed < DICE:
            return Step(put, tuple(events))
        text = "{seat} has {number}."
        events.append(told("result", text, "F8", seat=state.seat, number=put.result))
        if endings(put):
            return Step(put, tuple(events))
        text = (
            "No blue card is {number} or higher, so {seat} gets none."
            if put.area == "air"
            else "No violet card is {number} or lower, so {seat} gets none."
        )
        events.append(told("no-card", text, "F14", seat=state.seat, number=put.result))
        return next_seat(put, tuple(events))

    def _take(self, state: State, card: int, spent: tuple[int, ...]) -> Step[State]:
        """Give a card of the table to the player and put spent Fortuna cards back (F11)."""
        own = tuple(sorted({*state.hands[state.seat], card} - set(spent)))
        text = "{seat} takes card {card}."
        events = [told("taken", text, "F9", seat=state.seat, card=card)]
        if spent:
            text, given = "{seat} gives back {spent}.", " ".join(str(one) for one in spent)
            events.append(told("fortuna-spent", text, "F11", seat=state.seat, spent=given))
        hands = tuple(own if seat == state.seat else hand for seat, hand in enumerate(state.hands))
        return next_seat(replace(state, hands=hands), tuple(events))

    def _steal(self, state: State, card: int, victim: int) -> Step[State]:
        """Move a card from one player to another (F13)."""
        hands = list(state.hands)
        hands[victim] = tuple(one for one in hands[victim] if one != card)
        hands[state.seat] = tuple(sorted((*hands[state.seat], card)))
        text = "{seat} takes card {card} from {victim_seat}."
        event = told("stolen", text, "F13", seat=state.seat, card=card, victim_seat=victim)
        return next_seat(replace(state, hands=tuple(hands)), (event,))

    def meaning(self, state: State, seat: int, choice: Choice) -> Message:
        """Say what a choice would do."""
        return meaning(state, seat, cast(FortunaChoice, choice))

    def view(self, state: State) -> dict[str, object]:
        """Return the JSON-ready `state` object."""
        return positions.view(state)

    def notation(self, state: State) -> str:
        """Return the position in one line, the printed numbers included."""
        return positions.notation(state)

    def parse(self, text: str) -> State:
        """Return the state that `notation` wrote; raises Unreadable."""
        return positions.parse(text)

    def encode(self, action: Action) -> str:
        """Return an action as text: `roll 44b612`, `0: take 10 with 11 13`."""
        return encode(action)

    def decode(self, text: str) -> Action:
        """Return the action that `encode` wrote; raises Unreadable."""
        return decode(self.read_choice, text)

    def read_choice(self, text: str) -> FortunaChoice:
        """Return the choice whose public text is given; raises Unreadable."""
        return read(text)


def told(code: str, text: str, rule: str, **params: Value) -> Event:
    """Return an event with its fields in the order they are given."""
    return Event(code, text, rule, tuple(params.items()))


def next_seat(state: State, events: tuple[Event, ...]) -> Step[State]:
    """End the turn: the dice card is empty and the seat to the left is on, unless somebody won."""
    cleared = State(state.rules, state.hands, state.seat)
    if cleared.winner is not None:
        text = "{seat} has {points} {points:point|points} and wins."
        points = cleared.points(cleared.winner)
        won = told("won", text, "F15", seat=cleared.winner, points=points)
        return Step(cleared, (*events, won))
    return Step(replace(cleared, seat=(state.seat + 1) % len(state.hands)), events)

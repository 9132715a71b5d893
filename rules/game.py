"""The words every game speaks: actions, turns, steps and the `Game` protocol.

A game is a stateless object; all that changes is the frozen `State` it hands out. Chance is an
action: a roll is applied like a choice, so replay, undo and tests need no source of randomness.

    step = game.apply(state, Roll(("4", "4", "w")))
    game.turn(step.state)            # NeedsRoll, NeedsChoice or Over
    game.choices(step.state, seat)   # the one list of legal choices
    game.apply(step.state, Choose(seat, choice))

Errors (all are `RulesError`):

    RulesError
     +- IllegalAction     the action is well formed, but not listed now; carries the position
     +- Unreadable        a text that is no action, notation or roll of this game
     +- BadOptions        a house rule that does not exist, or a value it cannot take
     +- BadPosition       a table that cannot come about (tile 22 twice, a seat that does not exist)
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Generic, Protocol, TypeVar, runtime_checkable

Value = str | int

_FIELD = re.compile(r"\{(\w+)(?::([^{}|]*\|[^{}|]*))?\}")


@dataclass(frozen=True, slots=True)
class Message:
    """One translatable sentence with its reason code and the rule it comes from.

    `text` is an English sentence with `{named}` fields and is itself the key of the translation
    catalogues. A field called `seat` or ending in `_seat` holds a seat's index; whoever speaks the
    sentence puts the player's name there. A word may be chosen by the number that a field holds:
    `{worms} {worms:worm|worms}`, the first form for 1. A field called `deed` holds another sentence
    with the same fields, which is said inside this one without its full stop.
    """

    code: str
    text: str
    rule: str = ""
    params: tuple[tuple[str, Value], ...] = ()

    def get(self, name: str) -> Value:
        """Return the field called `name`; raises KeyError when the message has none."""
        return dict(self.params)[name]

    def sentence(self, players: tuple[str, ...] = ()) -> str:
        """Return the English sentence, with names of `players` (by seat) where they are known.

        Raises KeyError where the text has a field that the message lacks.
        """
        fields = spoken(self.params, players)

        def one(found: re.Match[str]) -> str:
            value, forms = fields[found[1]], found[2]
            return str(value) if forms is None else forms.split("|")[value != 1]

        if "deed" in fields:
            fields["deed"] = _FIELD.sub(one, str(fields["deed"])).removesuffix(".")
        return _FIELD.sub(one, self.text)


def spoken(params: tuple[tuple[str, Value], ...], players: tuple[str, ...]) -> dict[str, Value]:
    """Return the fields of a message as they are said: seats become names."""
    said: dict[str, Value] = {}
    for name, value in params:
        is_seat = name == "seat" or name.endswith("_seat")
        if is_seat and isinstance(value, int):
            said[name] = players[value] if 0 <= value < len(players) else f"seat {value}"
        else:
            said[name] = value
    return said


class Event(Message):
    """Something that happened by an action: a keep, a bust, a tile turned over."""

    __slots__ = ()


class RulesError(Exception):
    """Anything the rules refuse; `message` is the sentence for people, translatable."""

    def __init__(self, text: str, **fields: Value) -> None:
        """Keep a sentence with `{named}` fields as `Message` has them, or words as they are."""
        super().__init__()
        plain = not fields and "{" in text  # braces that somebody typed are no fields
        self.message = (
            Message("refused", "{what}", "", (("what", text),))
            if plain
            else Message("refused", text, "", tuple(fields.items()))
        )
        self.args = (self.message.sentence(),)


class Unreadable(RulesError):
    """A text that is no action, notation or roll of this game."""


class BadOptions(RulesError):
    """A house rule that does not exist, or a value it cannot take."""


class BadPosition(RulesError):
    """A table that cannot come about."""


class IllegalAction(RulesError):
    """A well formed action that is not listed now; `notation` is the position it was tried in."""

    def __init__(self, action: str, reason: Message, notation: str) -> None:
        """Keep what was tried, why it is refused and the position it was tried in."""
        super().__init__(f"{action}: {reason.sentence()} [{notation}]")
        self.action = action
        self.reason = reason
        self.notation = notation


class Choice(Protocol):
    """A game's own frozen value for one choice, such as `Keep("4")`; `str()` is its public text."""

    def __str__(self) -> str:
        """Return the text of INTERFACES, such as `keep 4`."""


@dataclass(frozen=True, slots=True)
class Roll:
    """What the dice show, one symbol a die in the order they were read.

    A symbol is a face `1`..`6` or `w` (worm), with `g` before it for the golden die of the Deluxe
    game and `b` for the black die of Fortuna: `("4", "w", "g1")`.
    """

    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """Seat `seat` (0 is the first player) takes `choice`, one of `Game.choices`."""

    seat: int
    choice: Choice


Action = Roll | Choose


@dataclass(frozen=True, slots=True)
class NeedsRoll:
    """`seat` is to roll `dice` dice.

    `special` names those among them that differ: `"g"` the golden die, `"b"` the black one.
    """

    seat: int
    dice: int
    faces: str
    special: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NeedsChoice:
    """Every seat of `seats` owes a choice (several at once where all write the same number)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; `scores` by seat, `winners` are seats, `reason` says what decided it."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: Message


Turn = NeedsRoll | NeedsChoice | Over

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """The state after an action, and what happened on the way, forced consequences included."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: its name, its possible values (the first is the default), what it means.

    `values` is empty where the value is free (Fortuna's card numbers); `apply` checks those.
    """

    name: str
    values: tuple[Value, ...]
    text: str
    rule: str = ""


@runtime_checkable
class Game(Protocol[S]):
    """What a game can do. States are frozen and hashable; nothing here changes one in place."""

    name: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]

    def start(self, seats: int, options: Mapping[str, object] | None = None) -> S:
        """Return the first position; raises BadOptions or BadPosition (wrong number of seats)."""

    def place(
        self, seats: int, options: Mapping[str, object] | None, position: Mapping[str, object]
    ) -> S:
        """Return a table already being played, at the start of a seat's turn.

        `position` holds any of the fields of `view`, and `seat`. Raises BadPosition.
        """

    def turn(self, state: S) -> Turn:
        """Say what the state waits for."""

    def choices(self, state: S, seat: int) -> tuple[Choice, ...]:
        """Return the legal choices of `seat` in a stable order; empty when none is due."""

    def apply(self, state: S, action: Action) -> Step[S]:
        """Apply a roll or a choice; raises IllegalAction for whatever is not listed."""

    def meaning(self, state: S, seat: int, choice: Choice) -> Message:
        """Say what a choice would do: `take 27, 2 worms`, `keep 5 5, 26 in all`."""

    def view(self, state: S) -> dict[str, object]:
        """Return the JSON-ready `state` object of INTERFACES."""

    def notation(self, state: S) -> str:
        """Return the position in one line, options that differ from the default included."""

    def parse(self, text: str) -> S:
        """Return the state that `notation` wrote; raises Unreadable."""

    def encode(self, action: Action) -> str:
        """Return an action as text: `roll 4442251w`, `0: keep 4`."""

    def decode(self, text: str) -> Action:
        """Return the action that `encode` wrote; raises Unreadable. Legality is not looked at."""

    def read_choice(self, text: str) -> Choice:
        """Return the choice whose public text is given (`keep 4`); raises Unreadable."""

"""What is entered into a match: a roll, a choice, a correction or an undo.

`read_entry` reads one from the fields of a log line:

    {"roll": "4442251w"}       {"choose": "keep 4", "seat": 0}
    {"correct": "4442255w"}    {"undo": true}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from rules.game import Choose, Game, Roll, Unreadable
from rules.notation import format_roll, parse_roll

EntryKind = Literal["roll", "choose", "correct", "undo"]
KINDS: Final[tuple[EntryKind, ...]] = ("roll", "choose", "correct", "undo")


@dataclass(frozen=True, slots=True)
class Correct:
    """The last roll was misread: it was `dice`."""

    dice: tuple[str, ...]

    def __str__(self) -> str:
        return f"correct {format_roll(self.dice)}"


@dataclass(frozen=True, slots=True)
class Undo:
    """The last choice is taken back, that of `seat` where one is named."""

    seat: int | None = None

    def __str__(self) -> str:
        return "undo" if self.seat is None else f"{self.seat}: undo"


Entry = Roll | Choose | Correct | Undo


def read_entry(game: Game[Any], fields: Mapping[str, object]) -> Entry:
    """Return the entry of a log line; other fields are left alone. Raises Unreadable.

    `seat` belongs to a choice. In an undo it names whose choice is taken back where
    `undo` stands beside it; for a roll it only says who rolled.
    """
    kinds = [kind for kind in KINDS if kind in fields]
    if len(kinds) != 1:
        raise Unreadable("a log line holds exactly one of roll, choose, correct and undo")
    value = fields[kinds[0]]
    match kinds[0]:
        case "roll":
            return Roll(parse_roll(value))
        case "correct":
            return Correct(parse_roll(value))
        case "undo":
            if value is not True:
                raise Unreadable("undo is written as true")
            return Undo(None if fields.get("seat") is None else _seat(fields["seat"]))
        case _:
            if not isinstance(value, str):
                raise Unreadable("a choice is a text such as keep 4")
            return Choose(_seat(fields.get("seat")), game.read_choice(value))


def _seat(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 100:
        return value
    raise Unreadable("a seat is a number, 0 for the first player")

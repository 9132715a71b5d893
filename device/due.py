"""What the match waits for, in the few facts that looking at dice needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.game import Choice, NeedsChoice, Turn
from rules.match import Match


@dataclass(frozen=True, slots=True)
class Due:
    """What is due. `choices` are those of `seat`, the first seat due.

    `kept` are the faces set aside in this turn and `rolled` the dice of the roll that the choice
    is about, both empty where the game has none; `dice_left` are those that a `throw` would throw.
    `worm_is_six` says that ordinary dice are played with, whose 6 stands for the worm.
    """

    turn: Turn
    seat: int | None = None
    choices: tuple[Choice, ...] = ()
    kept: tuple[str, ...] = ()
    rolled: tuple[str, ...] = ()
    dice_left: int = 0
    worm_is_six: bool = False

    @property
    def texts(self) -> tuple[str, ...]:
        """The public texts of the choices."""
        return tuple(str(choice) for choice in self.choices)

    def played(self, face: str) -> str:
        """Return what a face stands for: a 6 for the worm, where ordinary dice are played with."""
        return "w" if self.worm_is_six and face == "6" else face

    def meant(self, told: str, read: str | None) -> str:
        """Return the face that a person means by `told` of a die that was read as `read`.

        Who says worm of a 6 that stands for one says what was read.
        """
        return read if read is not None and self.played(read) == self.played(told) else told

    def choice(self, text: str) -> Choice | None:
        """Return the choice with this public text, None where it is not listed."""
        return next((choice for choice in self.choices if str(choice) == text), None)


def due_of(match: Match[Any]) -> Due:
    """Return what a match waits for."""
    turn = match.turn
    seat = turn.seats[0] if isinstance(turn, NeedsChoice) else None
    view: Mapping[str, Any] = match.game.view(match.state)
    kept = tuple(str(face) for face in view.get("kept") or view.get("fields") or ())
    return Due(
        turn=turn,
        seat=seat,
        choices=() if seat is None else match.choices(seat),
        kept=kept,
        rolled=match.last_roll if seat is not None else (),
        dice_left=int(view.get("dice_left") or 0),
        worm_is_six=match.options.get("six_is_worm") is True,
    )

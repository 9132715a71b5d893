"""Why an action is refused, in the words that all games share."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Message, NeedsChoice, NeedsRoll, Over, Turn
from rules.notation import MOST_DICE


def roll_refused(turn: Turn, dice: Sequence[str], symbols: Sequence[str]) -> Message | None:
    """Return why `dice` cannot be rolled now, or None where they can.

    `symbols` are those that the game's dice show, marks included. The marks themselves are
    compared with `turn.special`, so that the golden die is there when it is due and only then.
    """
    if isinstance(turn, Over):
        return over()
    if isinstance(turn, NeedsChoice):
        return Message("choice-due", "No roll is due: {seat} has a choice to make.", "",
                       (("seat", turn.seats[0]),))  # fmt: skip
    for symbol in dice:
        if symbol not in symbols:
            return Message("no-such-face", "No die of this game shows {die}.", "",
                           (("die", str(symbol)[:8]),))  # fmt: skip
    if len(dice) != turn.dice:
        return wrong_number(min(len(dice), MOST_DICE), turn.dice)
    marks = sorted(symbol[0] for symbol in dice if len(symbol) == 2)
    if marks != sorted(turn.special):
        return wrong_special(turn)
    return None


def wrong_number(given: int, due: int) -> Message:
    """Return the refusal of a roll with too many or too few dice."""
    text = "{given} dice were rolled, {due} are due."
    if given == 1:
        text = "One die was rolled, {due} are due."
    elif due == 1:
        text = "{given} dice were rolled, one is due."
    return Message("wrong-number-of-dice", text, "", (("given", given), ("due", due)))


def wrong_special(turn: NeedsRoll) -> Message:
    """Return the refusal of a roll in which the golden or black die is missing or too many."""
    if not turn.special:
        return Message("no-special-die", "Only ordinary dice are due, no golden or black one.")
    if turn.special == ("g",):
        return Message("golden-die-due", "Exactly one of the dice must be the golden one.")
    return Message("black-die-due", "Exactly one of the dice must be the black one.")


def choice_refused(turn: Turn, seat: int) -> Message | None:
    """Return why `seat` has nothing to choose now, or None where it has."""
    if isinstance(turn, Over):
        return over()
    if isinstance(turn, NeedsRoll):
        return Message("roll-due", "No choice is due: {seat} is to roll.", "",
                       (("seat", turn.seat),))  # fmt: skip
    if seat not in turn.seats:
        if len(turn.seats) == 1:
            return Message("not-your-turn", "It is the turn of {seat}.", "",
                           (("seat", turn.seats[0]),))  # fmt: skip
        return Message("already-chosen", "That player owes no choice now.")
    return None


def over() -> Message:
    """Return the refusal of anything after the end."""
    return Message("game-over", "The game is over.")


def not_listed() -> Message:
    """Return the refusal of a choice for which the game knows no better reason."""
    return Message("not-listed", "That is not among the choices.")

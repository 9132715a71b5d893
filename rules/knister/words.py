"""What the referee of Knister says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.game import Event, Message, Over
from rules.knister.lines import POINTS, Combination, Line

_FILLED: Final = {
    "row": "{seat} fills row {line}.",
    "column": "{seat} fills column {line}.",
    "falling": "{seat} fills the diagonal from the top left, which counts double.",
    "rising": "{seat} fills the diagonal from the top right, which counts double.",
}
_SCORED: Final[dict[Combination, str]] = {
    "nothing": "No combination: no points.",
    "one-pair": "One pair: {points}.",
    "two-pairs": "Two pairs: {points}.",
    "three-equal": "Three equal: {points}.",
    "four-equal": "Four equal: {points}.",
    "five-equal": "Five equal: {points}.",
    "full-house": "A full house: {points}.",
    "straight-with-seven": "Five in a row with a seven: {points}.",
    "straight": "Five in a row without a seven: {points}.",
}


def rolled(seat: int, dice: Sequence[str], number: int) -> Event:
    """Say what was rolled and what everybody writes."""
    return Event("roll", "{seat} rolls {dice}: everybody writes {number}.", "K2",
                 (("seat", seat), ("dice", " ".join(dice)), ("number", number)))  # fmt: skip


def written(seat: int, number: int, row: int, column: int) -> Event:
    """Say who wrote where."""
    return Event("write", "{seat} writes {number} in row {row}, column {column}.", "K3",
                 (("seat", seat), ("number", number), ("row", row),
                  ("column", column)))  # fmt: skip


def filled(seat: int, line: Line, found: Combination) -> tuple[Event, Event]:
    """Say which line is full and what it scores."""
    points = POINTS[found] * line.factor
    return (
        Event("line-filled", _FILLED[line.kind], "K6",
              (("seat", seat), ("kind", line.kind), ("line", line.number))),
        Event("line-scored", _SCORED[found], "K4",
              (("seat", seat), ("combination", found), ("points", points))),
    )  # fmt: skip


def next_game(game: int, games: int) -> Event:
    """Say that a game is done and the next begins."""
    return Event("next-game", "Game {game} of {games} begins with empty boards.", "SW-K2",
                 (("game", game), ("games", games)))  # fmt: skip


def ended(reason: Message) -> Event:
    """Say that all boards are full and who won."""
    return Event("game-over", "All boards are full. " + reason.text, reason.rule, reason.params)


def write_means(number: int, row: int, column: int, points: int | None) -> Message:
    """Say what a cell would bring; `points` is None where it completes no line."""
    params: tuple[tuple[str, int], ...] = (("number", number), ("row", row), ("column", column))
    if points is None:
        return Message("write", "Write {number} in row {row}, column {column}.", "K3", params)
    text = "Write {number} in row {row}, column {column}: {points} {points:point|points}."
    return Message("write", text, "K6",
                   (*params, ("points", points)))  # fmt: skip


def taken_cell(row: int, column: int, number: int) -> Message:
    """Say that a cell is full."""
    return Message("cell-full", "Row {row}, column {column} already holds {number}.", "K3",
                   (("row", row), ("column", column), ("number", number)))  # fmt: skip


def no_such_cell() -> Message:
    """Say that the board is smaller."""
    return Message("no-such-cell", "A board has rows and columns 1 to 5.", "K1")


def already_written(seat: int, number: int) -> Message:
    """Say that a player has done this round."""
    return Message("already-written", "{seat} has already written the {number}.", "K3",
                   (("seat", seat), ("number", number)))  # fmt: skip


def result(points: Sequence[int]) -> Over:
    """Return the result: the highest total (K7), shared among equals, or the solo band (K8)."""
    most = max(points)
    winners = tuple(seat for seat, total in enumerate(points) if total == most)
    if len(points) == 1:
        return Over(tuple(points), winners, _solo(most))
    if len(winners) == 1:
        reason = Message("most-points", "{seat} wins with {points} {points:point|points}.", "K7",
                         (("seat", winners[0]), ("points", most)))  # fmt: skip
    else:
        text = "{count} players have {points} {points:point|points} and share the victory."
        reason = Message("shared", text,
                         "K7", (("count", len(winners)), ("points", most)))  # fmt: skip
    return Over(tuple(points), winners, reason)


def _solo(points: int) -> Message:
    if points >= 100:
        code, text = "solo-incredible", "{points} {points:point|points}: incredible."
    elif points >= 80:
        code, text = "solo-very-good", "{points} {points:point|points}: very good."
    elif points >= 50:
        code, text = "solo-good", "{points} {points:point|points}: good."
    else:
        code, text = "solo", "{points} {points:point|points}."
    return Message(code, text, "K8", (("points", points),))

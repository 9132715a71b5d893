"""Odds of Knister: the chance of each sum, and what it would complete.

Nobody can say what a number is worth in the end without playing all rounds to come, so only what
is exact stands here: points that a line brings at once when its fifth cell is filled.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from rules.knister.choices import Write
from rules.knister.game import Knister
from rules.knister.lines import LEAST, LINES_OF_CELL, MOST, SIDE, Board, line_points
from rules.knister.state import State

Odds = dict[str, dict[str, float]]


def sum_chances() -> dict[int, Fraction]:
    """Return the chance of each sum of two dice, 2 to 12."""
    chances = dict.fromkeys(range(LEAST, MOST + 1), Fraction(0))
    for dice in product(range(1, 7), repeat=2):
        chances[sum(dice)] += Fraction(1, 36)
    return chances


def knister_odds(game: Knister, state: State, seat: int | None = None) -> Odds:
    """Return what is exact, for `seat` or the first one that is due.

    While a roll is due the one key `roll` has the chance of each sum, by `2` to `12`. While a
    number is to be written, each choice has `points`, what the lines that it fills score at
    once, and `next_N` for each sum N of the next roll: the most points that N could then complete.
    """
    chances = sum_chances()
    if state.number is None:
        if state.is_over:
            return {}
        return {"roll": {str(number): float(chance) for number, chance in chances.items()}}
    due = [one for one in range(len(state.boards)) if one not in state.written]
    writer = due[0] if seat is None else seat
    return {
        str(choice): worth_of(state.boards[writer], choice, state.number)
        for choice in game.choices(state, writer)
        if isinstance(choice, Write)
    }


def worth_of(board: Board, choice: Write, number: int) -> dict[str, float]:
    """Return the figures of one cell."""
    cell = SIDE * (choice.row - 1) + choice.column - 1
    after = written(board, cell, number)
    worth = {"points": float(completed(after, cell))}
    expected = Fraction(0)
    for following, chance in sum_chances().items():
        most = most_completed(after, following)
        worth[f"next_{following}"] = float(most)
        expected += chance * most
    worth["next_expected"] = float(expected)
    return worth


def written(board: Board, cell: int, number: int) -> Board:
    """Return a board with a number in a cell."""
    return (*board[:cell], number, *board[cell + 1 :])


def completed(board: Board, cell: int) -> int:
    """Return what the full lines through a cell score, diagonals doubled."""
    return sum(line_points(board, line) or 0 for line in LINES_OF_CELL[cell])


def most_completed(board: Board, number: int) -> int:
    """Return the most points that a number could complete in any empty cell."""
    empty = [cell for cell, content in enumerate(board) if content is None]
    gains = (completed(written(board, cell, number), cell) for cell in empty)
    return max(gains, default=0)

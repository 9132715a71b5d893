"""The twelve lines of a board and what each scores (K4 to K6).

A board is 25 cells row by row, each a number 2 to 12 or None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Literal

SIDE: Final = 5
CELLS: Final = SIDE * SIDE
LEAST: Final = 2
MOST: Final = 12

Cell = int | None
Board = tuple[Cell, ...]
Kind = Literal["row", "column", "falling", "rising"]
Combination = Literal[
    "nothing",
    "one-pair",
    "two-pairs",
    "three-equal",
    "four-equal",
    "five-equal",
    "full-house",
    "straight-with-seven",
    "straight",
]

POINTS: Final[dict[Combination, int]] = {
    "nothing": 0,
    "one-pair": 1,
    "two-pairs": 3,
    "three-equal": 3,
    "four-equal": 6,
    "five-equal": 10,
    "full-house": 8,
    "straight-with-seven": 8,
    "straight": 12,
}

# five numbers that make each combination, to be shown beside its points
EXAMPLES: Final[dict[Combination, tuple[int, ...]]] = {
    "nothing": (2, 4, 7, 9, 12),
    "one-pair": (4, 4, 6, 9, 11),
    "two-pairs": (4, 4, 9, 9, 6),
    "three-equal": (8, 8, 8, 5, 10),
    "four-equal": (6, 6, 6, 6, 9),
    "five-equal": (7, 7, 7, 7, 7),
    "full-house": (5, 5, 5, 8, 8),
    "straight-with-seven": (5, 6, 7, 8, 9),
    "straight": (2, 3, 4, 5, 6),
}

# how often each number stands in a line, the most frequent first
_BY_COUNTS: Final[dict[tuple[int, ...], Combination]] = {
    (2, 1, 1, 1): "one-pair",
    (2, 2, 1): "two-pairs",
    (3, 1, 1): "three-equal",
    (3, 2): "full-house",
    (4, 1): "four-equal",
    (5,): "five-equal",
}


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its kind, its number among that kind (from 1), its cells, its factor."""

    kind: Kind
    number: int
    cells: tuple[int, ...]
    factor: int = 1


LINES: Final = (
    *(Line("row", r + 1, tuple(range(SIDE * r, SIDE * r + SIDE))) for r in range(SIDE)),
    *(Line("column", c + 1, tuple(range(c, CELLS, SIDE))) for c in range(SIDE)),
    Line("falling", 1, tuple(range(0, CELLS, SIDE + 1)), 2),
    Line("rising", 1, tuple(range(SIDE - 1, CELLS - 1, SIDE - 1)), 2),
)
LINES_OF_CELL: Final = tuple(
    tuple(line for line in LINES if cell in line.cells) for cell in range(CELLS)
)


def combination(numbers: Sequence[int]) -> Combination:
    """Return the one combination that five numbers make, in whatever order they stand."""
    return _combination(tuple(sorted(numbers)))


@cache
def _combination(numbers: tuple[int, ...]) -> Combination:
    counts = sorted((numbers.count(number) for number in set(numbers)), reverse=True)
    if tuple(counts) in _BY_COUNTS:
        return _BY_COUNTS[tuple(counts)]
    if numbers[-1] - numbers[0] == SIDE - 1:
        return "straight-with-seven" if 7 in numbers else "straight"
    return "nothing"


def line_points(board: Board, line: Line) -> int | None:
    """Return what a line scores, diagonals doubled; None while one of its cells is empty (K6)."""
    numbers = [number for cell in line.cells if (number := board[cell]) is not None]
    if len(numbers) < SIDE:
        return None
    return POINTS[combination(numbers)] * line.factor


@lru_cache(maxsize=4096)
def board_points(board: Board) -> int:
    """Return what the full lines of a board score together."""
    return sum(line_points(board, line) or 0 for line in LINES)

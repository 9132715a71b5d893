"""What the page draws beside a game's `state`, worked out by the rules: scores of lines."""

from __future__ import annotations

from typing import Any

from rules.fortuna.cards import HIGHEST_PRINTED, KNOWN_SUMS, TARGETS
from rules.knister.lines import EXAMPLES, LINES, POINTS, combination, line_points
from web.port import MatchView
from web.wire import Json


def match_extras(match: MatchView) -> Json:
    """Return the extras of a match's game; empty where `state` says everything."""
    if match.game == "knister":
        return {"lines": [_lines(board) for board in _boards(match)]}
    return {}


def score_table(game: str) -> Json:
    """Return what scores in a game, for a table beside it; empty where nothing is to be listed."""
    if game != "knister":
        return {}
    best_first = sorted(POINTS, key=lambda name: -POINTS[name])
    return {
        "combinations": [
            {"combination": name, "points": POINTS[name], "example": list(EXAMPLES[name])}
            for name in best_first
        ],
        "diagonal": max(line.factor for line in LINES),
    }


def printed_numbers(game: str) -> Json:
    """Return what is known of the numbers printed on a game's cards; empty where it has none."""
    if game != "fortuna":
        return {}
    return {
        "most": HIGHEST_PRINTED,
        "sums": KNOWN_SUMS,
        "targets": TARGETS,
    }


def _boards(match: MatchView) -> list[tuple[int | None, ...]]:
    boards: Any = match.state["boards"]
    return [tuple(cell for row in board for cell in row) for board in boards]


def _lines(board: tuple[int | None, ...]) -> list[Json]:
    """Return the full lines of a board: kind, number, points (diagonals doubled), what it is."""
    found = []
    for line in LINES:
        points = line_points(board, line)
        if points is not None:
            numbers = [number for cell in line.cells if (number := board[cell]) is not None]
            found.append(
                {
                    "kind": line.kind,
                    "number": line.number,
                    "points": points,
                    "combination": combination(numbers),
                }
            )
    return found

"""A position of Knister."""

from __future__ import annotations

from dataclasses import dataclass

from rules.knister.lines import CELLS, SIDE, Board, board_points

EMPTY: Board = (None,) * CELLS


@dataclass(frozen=True, slots=True)
class State:
    """The boards by seat, who rolls, and the number that is being written.

    `number` is None while a roll is due; `written` holds the seats that have written it already.
    Where three games are summed (SW-K2) `game` counts them and `earlier` has the points before.
    """

    games: int
    boards: tuple[Board, ...]
    seat: int = 0
    number: int | None = None
    written: frozenset[int] = frozenset()
    game: int = 1
    earlier: tuple[int, ...] = ()

    @property
    def filled(self) -> int:
        """How many rounds of this game everybody has finished."""
        return min(CELLS - board.count(None) for board in self.boards)

    @property
    def round(self) -> int:
        """The round that is being played, 1 to 25."""
        return min(self.filled + 1, CELLS)

    @property
    def is_over(self) -> bool:
        """Whether all boards of the last game are full."""
        return self.game == self.games and self.filled == CELLS

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat so far, earlier games included."""
        return tuple(
            before + board_points(board)
            for before, board in zip(self.earlier, self.boards, strict=True)
        )


def view(state: State) -> dict[str, object]:
    """Return the JSON-ready `state` object; `game` is in it where several games are summed."""
    shown: dict[str, object] = {
        "round": state.round,
        "number": state.number,
        "boards": [
            [list(board[start : start + SIDE]) for start in range(0, CELLS, SIDE)]
            for board in state.boards
        ],
        "points": list(state.points),
    }
    if state.games > 1:
        shown["game"] = state.game
    return shown

"""Boards from outside: matches already being played, and positions in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.game import BadPosition, Unreadable
from rules.knister.lines import CELLS, LEAST, MOST, SIDE, Board, board_points
from rules.knister.state import State
from rules.notation import number, read_line, write_line

FIELDS: Final = ("seat", "round", "number", "boards", "points", "game", "earlier")
KEYS: Final = ("boards", "seat", "number", "written", "game", "earlier", "house")
_SIGNS: Final = ".?23456789abc"
"""A cell in one sign: `.` empty, `a` ten, `b` eleven, `c` twelve; the place is the number."""


def place(seats: int, games: int, position: Mapping[str, object]) -> State:
    """Return a match already being played, before a roll of `seat`; raises BadPosition.

    All boards must hold the same numbers, for everybody writes each of them (K3).
    """
    if not isinstance(position, Mapping):
        raise BadPosition("a position is an object with fields such as boards and points")
    for name in position:
        if name not in FIELDS:
            raise BadPosition(f"a position has no field {str(name)[:40]!r}")
    boards = _boards(position.get("boards", [[[None] * SIDE] * SIDE] * seats), seats)
    seat = _count(position, "seat", 0, 0, seats - 1)
    game = _count(position, "game", 1, 1, games)
    if position.get("number") is not None:
        raise BadPosition("a match is joined before a roll: number must be null")
    state = State(games, boards, seat, game=game, earlier=_earlier(position, boards, game))
    if len({_numbers(board) for board in boards}) != 1:
        raise BadPosition("All boards must hold the same numbers: each player writes every one.")
    _count(position, "round", state.round, state.round, state.round)
    if state.filled == CELLS and game < games:
        raise BadPosition("Full boards are those of the last game; the next one begins with empty.")
    return state


def write(name: str, state: State) -> str:
    """Return the position in one line."""
    return write_line(
        name,
        {
            "boards": "/".join(
                ["".join([_SIGNS[cell or 0] for cell in board]) for board in state.boards]
            ),
            "seat": str(state.seat),
            "number": "" if state.number is None else str(state.number),
            "written": ".".join(map(str, sorted(state.written))),
            "game": str(state.game) if state.games > 1 else "",
            "earlier": ".".join(map(str, state.earlier)) if state.games > 1 else "",
            "house": f"games:{state.games}" if state.games > 1 else "",
        },
    )


def read(name: str, text: str) -> State:
    """Return the position that `write` wrote; raises Unreadable."""
    fields = read_line(text, name, KEYS)
    boards = tuple(_board_of_signs(part) for part in fields["boards"].split("/"))
    if len(boards) > 12:
        raise Unreadable(f"{len(boards)} boards: that many players cannot play")
    if fields["house"] not in ("", "games:3"):
        raise Unreadable(f"{fields['house'][:40]!r} is no house rule of this game")
    games = 3 if fields["house"] else 1
    earlier = tuple(number(part) for part in fields["earlier"].split(".") if part)
    state = State(
        games,
        boards,
        seat=number(fields["seat"] or "-", 0, len(boards) - 1),
        number=number(fields["number"], LEAST, MOST) if fields["number"] else None,
        written=frozenset(number(part) for part in fields["written"].split(".") if part),
        game=number(fields["game"], 1, games) if fields["game"] else 1,
        earlier=earlier if games > 1 else (0,) * len(boards),
    )
    if write(name, state) != text or not _stands(state):
        raise Unreadable("no match comes to this: boards, number and players do not fit")
    return state


def _stands(state: State) -> bool:
    """Return whether a match can have come to this state."""
    seats = len(state.boards)
    if len(state.earlier) != seats or (state.game == 1 and any(state.earlier)):
        return False
    if state.filled == CELLS and state.game < state.games:
        return False
    if state.number is None:
        before = set(map(_numbers, state.boards))
        return not state.written and len(before) == 1
    if len(state.written) >= seats or not state.written <= set(range(seats)):
        return False
    before = {
        _numbers(board, state.number if seat in state.written else None)
        for seat, board in enumerate(state.boards)
    }
    return len(before) == 1 and None not in before and state.filled < CELLS


def _numbers(board: Board, less: int | None = None) -> tuple[int, ...] | None:
    """Return the numbers on a board, one of `less` left out; None where it holds no such."""
    found = sorted(cell for cell in board if cell is not None)
    if less is not None:
        if less not in found:
            return None
        found.remove(less)
    return tuple(found)


def _boards(value: object, seats: int) -> tuple[Board, ...]:
    if not isinstance(value, (list, tuple)) or len(value) != seats:
        raise BadPosition(f"boards must be a list of {seats} boards, one for each player")
    return tuple(_board(rows) for rows in value)


def _board(rows: object) -> Board:
    cells: list[int | None] = []
    if not isinstance(rows, (list, tuple)) or len(rows) != SIDE:
        raise BadPosition(f"a board has {SIDE} rows")
    for row in rows:
        if not isinstance(row, (list, tuple)) or len(row) != SIDE:
            raise BadPosition(f"a row has {SIDE} cells")
        for cell in row:
            if cell is not None and not _is_number(cell):
                raise BadPosition(f"a cell holds a number from {LEAST} to {MOST} or null")
            cells.append(cell)
    return tuple(cells)


def _is_number(cell: object) -> bool:
    return isinstance(cell, int) and not isinstance(cell, bool) and LEAST <= cell <= MOST


def _board_of_signs(text: str) -> Board:
    if len(text) != CELLS or not set(text) <= set(_SIGNS) - {"?"}:
        raise Unreadable(f"{text[:40]!r} is no board")
    return tuple(_SIGNS.index(sign) or None for sign in text)


def _count(position: Mapping[str, object], name: str, usual: int, least: int, most: int) -> int:
    value = position.get(name, usual)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise BadPosition(f"{name} must be {wanted}")
    return value


def _earlier(
    position: Mapping[str, object], boards: tuple[Board, ...], game: int
) -> tuple[int, ...]:
    """Return the points of earlier games: `earlier`, or what `points` holds beyond the boards."""
    here = [board_points(board) for board in boards]
    before = position.get("earlier", [0] * len(boards))
    if not isinstance(before, (list, tuple)) or len(before) != len(boards):
        raise BadPosition(f"earlier must be a list of {len(boards)} numbers")
    if not all(type(points) is int and 0 <= points <= 10_000 for points in before):
        raise BadPosition("The points of the games before are whole numbers up to 10000.")
    if "earlier" in position:
        if game == 1 and any(before):
            raise BadPosition("Before the first game nobody has points of earlier ones.")
        here = [own + points for own, points in zip(here, before, strict=True)]
        if list(_given_points(position, here, boards)) != here:
            raise BadPosition(f"points must be {here} with these boards")
        return tuple(before)
    given = _given_points(position, here, boards)
    earlier = []
    for total, points in zip(given, here, strict=True):
        if not isinstance(total, int) or isinstance(total, bool) or not points <= total <= 10_000:
            raise BadPosition(f"points must be {here} with these boards")
        earlier.append(total - points)
    if game == 1 and any(earlier):
        raise BadPosition(f"points must be {here} with these boards")
    return tuple(earlier)


def _given_points(
    position: Mapping[str, object], usual: list[int], boards: tuple[Board, ...]
) -> list[object] | tuple[object, ...]:
    given = position.get("points", usual)
    if not isinstance(given, (list, tuple)) or len(given) != len(boards):
        raise BadPosition(f"points must be a list of {len(boards)} numbers")
    return given

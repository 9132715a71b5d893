"""Knister (Würfel-Bingo): everybody writes the same sum somewhere on their own board, K1 to K8.

All seats owe a choice at once after a roll, and may write in any order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from rules.game import (
    Action,
    Choice,
    Choose,
    Event,
    IllegalAction,
    Message,
    NeedsChoice,
    NeedsRoll,
    Option,
    Roll,
    Step,
    Turn,
)
from rules.knister import choices as written
from rules.knister import position as boards_from_outside
from rules.knister import words
from rules.knister.choices import WRITE, Write
from rules.knister.lines import (
    CELLS,
    LINES_OF_CELL,
    SIDE,
    Board,
    combination,
    line_points,
)
from rules.knister.state import EMPTY, State, view
from rules.options import settle
from rules.reading import decode, encode
from rules.refusals import choice_refused, not_listed, roll_refused
from rules.seats import check_seats

OPTIONS: Final = (
    Option("games", (1, 3), "How many games are played and their points added up.", "SW-K2"),
)
_FACES: Final = "123456"


class Knister:
    """The game. See `rules.game.Game` for what each method does."""

    name: ClassVar[str] = "knister"
    title: ClassVar[str] = "Knister"
    seats: ClassVar[range] = range(1, 13)
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def start(self, seats: int, options: Mapping[str, object] | None = None) -> State:
        """Return empty boards (K1)."""
        check_seats(self.title, self.seats, seats)
        games = int(settle(OPTIONS, options)["games"])
        return State(games, (EMPTY,) * seats, earlier=(0,) * seats)

    def place(
        self, seats: int, options: Mapping[str, object] | None, position: Mapping[str, object]
    ) -> State:
        """Return a match already being played, before a roll; raises BadPosition."""
        check_seats(self.title, self.seats, seats)
        games = int(settle(OPTIONS, options)["games"])
        return boards_from_outside.place(seats, games, position)

    def turn(self, state: State) -> Turn:
        """Say what the state waits for."""
        if state.number is not None:
            seats = range(len(state.boards))
            return NeedsChoice(tuple([seat for seat in seats if seat not in state.written]))
        if state.is_over:
            return words.result(state.points)
        return NeedsRoll(state.seat, 2, _FACES)

    def choices(self, state: State, seat: int) -> tuple[Choice, ...]:
        """Return every empty cell of a seat that has not written yet (K3)."""
        if state.number is None or seat in state.written or not 0 <= seat < len(state.boards):
            return ()
        board = state.boards[seat]
        return tuple([WRITE[cell] for cell in range(CELLS) if board[cell] is None])

    def apply(self, state: State, action: Action) -> Step[State]:
        """Apply a roll or a choice; raises IllegalAction."""
        if isinstance(action, Roll):
            reason = roll_refused(self.turn(state), action.dice, tuple(_FACES))
            if reason is not None:
                raise self._refuse(state, action, reason)
            number = sum(map(int, action.dice))
            said = words.rolled(state.seat, action.dice, number)
            return Step(replace(state, number=number), (said,))
        if isinstance(action, Choose):
            if action.choice not in self.choices(state, action.seat):
                raise self._refuse(state, action, self._why_not(state, action))
            assert isinstance(action.choice, Write)
            return _write(state, action.seat, action.choice)
        raise TypeError(f"{action!r} is neither a roll nor a choice")

    def meaning(self, state: State, seat: int, choice: Choice) -> Message:
        """Say where a number would go and what the lines that it fills would score."""
        if not isinstance(choice, Write) or state.number is None:
            return not_listed()
        board, cell = _with_number(state.boards[seat], choice, state.number)
        found = [line_points(board, line) for line in LINES_OF_CELL[cell]]
        points = [score for score in found if score is not None]
        return words.write_means(
            state.number, choice.row, choice.column, sum(points) if points else None
        )

    def view(self, state: State) -> dict[str, object]:
        """Return the JSON-ready `state` object."""
        return view(state)

    def notation(self, state: State) -> str:
        """Return the position in one line."""
        return boards_from_outside.write(self.name, state)

    def parse(self, text: str) -> State:
        """Return the position that `notation` wrote; raises Unreadable."""
        return boards_from_outside.read(self.name, text)

    def encode(self, action: Action) -> str:
        """Return an action as text."""
        return encode(action)

    def decode(self, text: str) -> Action:
        """Return the action that `encode` wrote; raises Unreadable."""
        return decode(self.read_choice, text)

    def read_choice(self, text: str) -> Choice:
        """Return the choice with this public text; raises Unreadable."""
        return written.read(text)

    def _why_not(self, state: State, action: Choose) -> Message:
        if state.number is not None and action.seat in state.written:
            return words.already_written(action.seat, state.number)
        reason = choice_refused(self.turn(state), action.seat)
        if reason is not None:
            return reason
        if not isinstance(action.choice, Write):
            return not_listed()
        row, column = action.choice.row, action.choice.column
        if not (1 <= row <= SIDE and 1 <= column <= SIDE):
            return words.no_such_cell()
        return words.taken_cell(
            row, column, state.boards[action.seat][SIDE * (row - 1) + column - 1] or 0
        )

    def _refuse(self, state: State, action: Action, reason: Message) -> IllegalAction:
        return IllegalAction(encode(action), reason, self.notation(state))


def _with_number(board: Board, choice: Write, number: int) -> tuple[Board, int]:
    cell = SIDE * (choice.row - 1) + choice.column - 1
    return (*board[:cell], number, *board[cell + 1 :]), cell


def _write(state: State, seat: int, choice: Write) -> Step[State]:
    assert state.number is not None
    board, cell = _with_number(state.boards[seat], choice, state.number)
    said: list[Event] = [words.written(seat, state.number, choice.row, choice.column)]
    for line in LINES_OF_CELL[cell]:
        numbers = [number for place in line.cells if (number := board[place]) is not None]
        if len(numbers) == SIDE:
            said.extend(words.filled(seat, line, combination(numbers)))
    after = replace(
        state,
        boards=(*state.boards[:seat], board, *state.boards[seat + 1 :]),
        written=state.written | {seat},
    )
    if len(after.written) < len(after.boards):
        return Step(after, tuple(said))
    return _next_round(after, said)


def _next_round(state: State, said: list[Event]) -> Step[State]:
    """Pass the dice to the left (K2); after the last round begin the next game or end."""
    seats = len(state.boards)
    after = replace(state, number=None, written=frozenset(), seat=(state.seat + 1) % seats)
    if after.filled < CELLS:
        return Step(after, tuple(said))
    if after.game < after.games:
        points = after.points
        after = replace(after, boards=(EMPTY,) * seats, game=after.game + 1, earlier=points)
        return Step(after, (*said, words.next_game(after.game, after.games)))
    return Step(after, (*said, words.ended(words.result(after.points).reason)))

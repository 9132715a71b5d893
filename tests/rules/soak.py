"""Plays every game at random: `python tests/rules/soak.py --actions 100000`.

Every step lists all choices and applies one of them; now and then something that is not listed is
tried, taken back or corrected. What is not listed must be refused with IllegalAction and nothing
else. At the end of each match its entries are written as text, read again and verified.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from rules import GAMES
from rules.entry import Correct, Entry, Undo, read_entry
from rules.game import Choice, Choose, Game, IllegalAction, NeedsChoice, NeedsRoll, Over, Roll, Turn
from rules.match import Match
from rules.notation import format_roll

_FORTUNA_VALUES = Path(__file__).with_name("fortuna_made_up_values.json")

ODD_ROLLS: tuple[tuple[str, ...], ...] = (
    (),
    ("1",),
    ("6",) * 8,
    ("w",) * 8,
    ("7",),
    ("gw",) * 9,
    ("b1",) * 6,
    ("1",) * 500,
    ("g1", *("w",) * 8),
)


def needed_options(game: Game[Any]) -> dict[str, object]:
    """Return the options without which a game does not start."""
    if game.name == "fortuna":
        values = json.loads(_FORTUNA_VALUES.read_text(encoding="utf-8"))
        return {"card_values": values["card_values"]}
    return {}


def random_options(game: Game[Any], rng: random.Random) -> dict[str, object]:
    """Return house rules, each at any of its values."""
    drawn = {option.name: rng.choice(option.values) for option in game.options if option.values}
    return needed_options(game) | drawn


def random_roll(turn: NeedsRoll, rng: random.Random, more: str = "") -> Roll:
    """Return any roll that is due; the golden die shows a face that it has on any print.

    The faces in `more` come up more often.
    """
    special = [mark + rng.choice("1w" if mark == "g" else turn.faces) for mark in turn.special]
    plain = rng.choices(turn.faces + more, k=turn.dice - len(special))
    dice = plain + special
    rng.shuffle(dice)
    return Roll(tuple(dice))


def due_seats(turn: Turn) -> tuple[int, ...]:
    """Return the seats that owe a choice."""
    return turn.seats if isinstance(turn, NeedsChoice) else ()


def move(game: Game[Any], state: Any, number: int) -> Roll | Choose | None:
    """Return the action that a number stands for, None at the end of the game."""
    turn = game.turn(state)
    if isinstance(turn, Over):
        return None
    if isinstance(turn, NeedsRoll):
        return random_roll(turn, random.Random(number))
    seat = turn.seats[number % len(turn.seats)]
    choices = game.choices(state, seat)
    return Choose(seat, choices[number // len(turn.seats) % len(choices)])


def states_of(
    game: Game[Any], options: Mapping[str, object], seats: int, moves: Iterable[int]
) -> Iterator[Any]:
    """Yield the states of a game whose moves are these numbers."""
    state = game.start(seats, options)
    yield state
    for number in moves:
        action = move(game, state, number)
        if action is None:
            return
        state = game.apply(state, action).state
        yield state


def refusal(game: Game[Any], state: object, action: Roll | Choose) -> IllegalAction | None:
    """Return how an action is refused, None where it is accepted; nothing else may be raised."""
    try:
        game.apply(state, action)
    except IllegalAction as refused:
        said = refused
    else:
        return None
    assert said.notation == game.notation(state)
    assert said.reason.sentence()
    return said


@dataclass
class Tally:
    """What a soak came to."""

    game: str
    actions: int = 0
    refused: int = 0
    corrected: int = 0
    undone: int = 0
    matches: int = 0
    seconds: float = 0.0


class Soak:
    """Random matches of one game, one after the other."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        self.game = game
        self.rng = random.Random(f"{game.name} {seed}")
        self.pool: set[Choice] = set()
        self.more = ""
        self.tally = Tally(game.name)

    def run(self, actions: int) -> Tally:
        """Play until so many actions were tried; raises AssertionError on any fault."""
        begun = time.perf_counter()
        while self.tally.actions < actions:
            self._match(actions)
        self.tally.seconds = time.perf_counter() - begun
        return self.tally

    def _match(self, actions: int) -> None:
        rng, tally = self.rng, self.tally
        options = random_options(self.game, rng)
        self.more = rng.choice(("", "www11")) if "pickomino" in self.game.name else ""
        match = Match.begin(self.game, rng.choice(self.game.seats), options)
        record: list[tuple[Mapping[str, object], str]] = []
        while tally.actions < actions:
            turn = match.turn
            if rng.random() < 0.1:
                self._try_unlisted(match)
            if rng.random() < 0.03 and match.can_correct:
                match = self._correct(match)
            elif rng.random() < 0.03 and match.can_undo():
                match = match.undo().match
                tally.undone += 1
            elif isinstance(turn, Over):
                break
            else:
                match = self._act(match, turn)
            tally.actions += 1
            record.append((fields_of(match.latest), match.notation))
        tally.matches += 1
        self._verify(match, options, record)

    def _act(self, match: Match[Any], turn: Turn) -> Match[Any]:
        if isinstance(turn, NeedsRoll):
            assert not any(match.choices(seat) for seat in range(match.seats))
            return match.roll(random_roll(turn, self.rng, self.more).dice).match
        for seat in range(match.seats):
            choices = match.choices(seat)
            assert bool(choices) == (seat in due_seats(turn))
            self.pool.update(choices)
        seat = self.rng.choice(due_seats(turn))
        return match.choose(seat, self.rng.choice(match.choices(seat))).match

    def _correct(self, match: Match[Any]) -> Match[Any]:
        before = match.last_roll
        faces = "123456" if match.game.name in ("knister", "fortuna") else "12345w"
        dice = list(before)
        changed = self.rng.randrange(len(dice))
        mark = dice[changed][:-1]
        dice[changed] = mark + self.rng.choice("1w" if mark == "g" else faces)
        self.tally.corrected += 1
        return match.correct(tuple(dice)).match

    def _try_unlisted(self, match: Match[Any]) -> None:
        """Try something that may be illegal: it is refused, or it was listed."""
        rng = self.rng
        if rng.random() < 0.4 or not self.pool:
            action: Roll | Choose = Roll(rng.choice(ODD_ROLLS))
        else:
            seat = rng.randrange(match.seats + 1)
            action = Choose(seat, rng.choice(sorted(self.pool, key=str)))
        listed = isinstance(action, Choose) and action.choice in match.choices(action.seat)
        refused = refusal(self.game, match.state, action)
        if refused is None:
            assert listed or isinstance(match.turn, NeedsRoll)
        else:
            assert not listed
            self.tally.refused += 1

    def _verify(
        self,
        match: Match[Any],
        options: Mapping[str, object],
        record: list[tuple[Mapping[str, object], str]],
    ) -> None:
        again = Match.begin(self.game, match.seats, options)
        for fields, after in record:
            again = again.enter(read_entry(self.game, fields)).match
            assert again.notation == after
        assert again.state == match.state
        assert again.entries == match.entries


def fields_of(entry: Entry) -> dict[str, object]:
    """Return the fields of a log line that say what was entered, as `read_entry` reads them."""
    match entry:
        case Roll(dice):
            return {"roll": format_roll(dice)}
        case Choose(seat, choice):
            return {"seat": seat, "choose": str(choice)}
        case Correct(dice):
            return {"correct": format_roll(dice)}
        case Undo(None):
            return {"undo": True}
        case Undo(seat):
            return {"seat": seat, "undo": True}


def main() -> None:
    """Soak all games and print what came of it."""
    parser = argparse.ArgumentParser(description="Play every game at random.")
    parser.add_argument("--actions", type=int, default=100_000, help="for each game")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", choices=[game.name for game in GAMES], action="append")
    arguments = parser.parse_args()
    for game in GAMES:
        if arguments.game is None or game.name in arguments.game:
            tally = Soak(game, arguments.seed).run(arguments.actions)
            print(
                f"{tally.game}: {tally.actions} actions in {tally.matches} matches, "
                f"{tally.corrected} corrected, {tally.undone} undone, "
                f"{tally.refused} refused, {tally.seconds:.1f} s, no fault"
            )


if __name__ == "__main__":
    main()

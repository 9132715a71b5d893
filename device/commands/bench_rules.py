"""`dice-table bench rules`: known figures of the odds, and how fast the rules are here."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping
from statistics import median
from typing import Any, NamedTuple, TypeVar

import click

from device.log_format import read_log, write_log
from device.number_ranges import WholeRange
from device.record import Entry, Head, Record, now_utc
from device.replay import verify_log
from device.version import program_version
from rules import GAMES
from rules.game import Choice, Choose, Game, NeedsChoice, NeedsRoll, Over, Roll
from rules.match import Match
from rules.odds import odds
from rules.odds.pickomino import chance_of
from rules.odds.turn import best_play
from rules.pickomino import Pickomino
from rules.pickomino.choices import Steal, Take

Pick = Callable[[random.Random, tuple[Choice, ...]], Choice]
_Command = TypeVar("_Command", bound=Callable[..., Any])


class Times(NamedTuple):
    """Median and worst of some durations, and the same in processor time, in milliseconds.

    Both are alike while nothing else keeps the machine busy.
    """

    median_ms: float
    worst_ms: float
    median_cpu_ms: float
    worst_cpu_ms: float


def _how_many(option: str, default: int, help_text: str) -> Callable[[_Command], _Command]:
    kind = WholeRange(1)
    return click.option(option, type=kind, default=default, show_default=True, help=help_text)


@click.command()
@_how_many("--positions", 500, "Random positions for the odds.")
@_how_many("--actions", 50_000, "Actions of random play.")
@_how_many("--events", 10_000, "Length of the record to check.")
@click.option("--seed", default=1, show_default=True)
def command(positions: int, actions: int, events: int, seed: int) -> None:
    """Print the known figures of the opening turn, then how fast odds, play and checking are."""
    for line in opening_figures():
        click.echo(line)
    for game in GAMES:
        if game.name.startswith("pickomino"):
            times = odds_times(game, positions, seed)
            click.echo(
                f"odds of all choices, {game.title}, {positions} random positions: "
                f"median {times.median_ms:.1f} ms, worst {times.worst_ms:.1f} ms "
                f"(processor {times.median_cpu_ms:.1f} and {times.worst_cpu_ms:.1f} ms)"
            )
    for game in GAMES:
        if startable(game):
            wall, processor = actions_a_second(game, actions, seed)
            click.echo(
                f"random play, {game.title}, choices listed: {wall:,.0f} actions a second "
                f"(a processor second: {processor:,.0f})"
            )
        else:
            click.echo(f"random play, {game.title}: left out, it needs its cards' printed numbers")
    text = long_record(events, seed)
    begun, busy = time.perf_counter(), time.process_time()
    verify_log(read_log(text))
    wall, processor = time.perf_counter() - begun, time.process_time() - busy
    click.echo(
        f"checking a record of {events:,} events ({len(text):,} bytes): {wall:.2f} s "
        f"(processor {processor:.2f} s)"
    )


def opening_figures() -> list[str]:
    """Return the figures of a first turn, all 16 tiles on the grill, that are known elsewhere."""
    game = Pickomino()
    start = game.start(2)
    roll = odds(game, start)["roll"]
    tile = chance_of(game, start, lambda choice: isinstance(choice, Take))
    grill = [number for number in range(21, 37) if number != 28]
    stack = game.place(2, None, {"grill": grill, "stacks": [[], [28]]})
    steal = chance_of(game, stack, lambda choice: choice == Steal(28, 1))
    return [
        f"opening turn, expected worms under best play: {roll['worms']:.8f}",
        f"opening turn, bust under best play: {100 * roll['bust']:.2f} %",
        f"opening turn, best chance of some tile: {100 * tile:.2f} %",
        f"opening turn, best chance of exactly 28 to steal it: {100 * steal:.2f} %",
    ]


def startable(game: Game[Any]) -> bool:
    """Whether a game starts without anything that only its owner knows."""
    return all(option.values for option in game.options)


def random_roll(turn: NeedsRoll, chance: random.Random) -> Roll:
    """Return dice that are due; the golden die shows a face that every print of it has."""
    special = [mark + chance.choice("1w" if mark == "g" else turn.faces) for mark in turn.special]
    plain = chance.choices(turn.faces, k=turn.dice - len(special))
    return Roll((*plain, *special))


def any_choice(chance: random.Random, choices: tuple[Choice, ...]) -> Choice:
    """Pick any of the choices."""
    return chance.choice(choices)


def bust_soon(chance: random.Random, choices: tuple[Choice, ...]) -> Choice:
    """Keep the lowest face, throw on or stop: who plays like this takes no tile, for ever."""
    offered = {str(choice): choice for choice in choices}
    going_on = [offered[text] for text in ("throw", "stop") if text in offered]
    return chance.choice(going_on) if going_on else choices[0]


def play(
    game: Game[Any],
    seats: int,
    chance: random.Random,
    pick: Pick,
    options: Mapping[str, object] | None = None,
) -> Iterator[tuple[Any, Roll | Choose | None]]:
    """Yield each position of a random match with the action that is taken there, None at the end.

    All choices are listed at each step.
    """
    state = game.start(seats, options)
    while True:
        turn = game.turn(state)
        if isinstance(turn, Over):
            yield state, None
            return
        if isinstance(turn, NeedsChoice):
            seat = turn.seats[0]
            action: Roll | Choose = Choose(seat, pick(chance, game.choices(state, seat)))
        else:
            action = random_roll(turn, chance)
        yield state, action
        state = game.apply(state, action).state


def odds_times(game: Game[Any], positions: int, seed: int) -> Times:
    """Return how long the odds of all choices take in random positions, nothing kept between."""
    chance = random.Random(seed)
    found: list[Any] = []
    while len(found) < positions:
        found += [
            state
            for state, action in play(game, chance.choice(game.seats), chance, any_choice)
            if action is not None and chance.random() < 0.1
        ]
    odds(game, game.start(2))  # the lists of possible rolls, which depend on no position
    wall, processor = [], []
    for state in found[:positions]:
        best_play.cache_clear()
        begun, busy = time.perf_counter(), time.process_time()
        odds(game, state)
        wall.append(1000 * (time.perf_counter() - begun))
        processor.append(1000 * (time.process_time() - busy))
    return Times(median(wall), max(wall), median(processor), max(processor))


def actions_a_second(game: Game[Any], actions: int, seed: int) -> tuple[float, float]:
    """Return how many actions of random play fit into a second, and into one of processor time."""
    chance, done = random.Random(seed), 0
    begun, busy = time.perf_counter(), time.process_time()
    while done < actions:
        for _, action in play(game, chance.choice(game.seats), chance, any_choice):
            done += action is not None
            if done == actions:
                break
    return done / (time.perf_counter() - begun), done / (time.process_time() - busy)


def long_record(events: int, seed: int) -> str:
    """Return the log of one match of Pickomino with so many events, as text."""
    game, options = Pickomino(), {"voluntary_bust": True}
    chance = random.Random(seed)
    while True:
        match = Match.begin(game, 2, options)
        entries: list[Entry] = []
        for _, action in play(game, 2, chance, bust_soon, options):
            if action is None:
                break
            match = match.enter(action).match
            entries.append(entry_of(len(entries) + 1, action, match.notation))
            if len(entries) == events:
                head = Head(
                    match_id="00000000-0000-4000-8000-000000000000",
                    game=game.name,
                    players=("Ann", "Bo"),
                    options=options,
                    started_at=now_utc(),
                    program=program_version(),
                )
                return write_log(Record(head, tuple(entries)))


def entry_of(seq: int, action: Roll | Choose, after: str) -> Entry:
    """Return what is remembered of an action."""
    if isinstance(action, Roll):
        return Entry(seq, now_utc(), "roll", after, dice=action.dice)
    return Entry(seq, now_utc(), "choose", after, seat=action.seat, choice=str(action.choice))

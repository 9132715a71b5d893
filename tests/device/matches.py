"""Matches for the tests of this folder: played by a seeded player through the rules, or by hand."""

from __future__ import annotations

import random
import uuid
from dataclasses import replace
from typing import Any

from device.record import Entry, Head, Record
from device.replay import begin, entered, result_of
from rules.entry import Correct, Undo
from rules.game import Choose, NeedsChoice, NeedsRoll, Over, Roll
from rules.match import Match

PLAYERS = ("Ann", "Bo")


def head_for(game: str = "pickomino", players: tuple[str, ...] = PLAYERS, **options: Any) -> Head:
    """A fresh head."""
    return Head(
        match_id=str(uuid.uuid4()),
        game=game,
        players=players,
        options=options,
        started_at="2026-03-01T19:30:05.123Z",
        program="0.1.0",
    )


def random_entry(match: Match[Any], chance: random.Random) -> Roll | Choose | Correct | Undo | None:
    """Something that can be entered now: mostly the next thing, now and then an undo."""
    turn = match.turn
    wish = chance.random()
    if match.can_undo() and wish < 0.05:
        return Undo(None)
    if isinstance(turn, NeedsRoll):
        return Roll(random_dice(turn, chance))
    if isinstance(turn, NeedsChoice):
        seat = chance.choice(turn.seats)
        return Choose(seat, chance.choice(match.choices(seat)))
    assert isinstance(turn, Over)
    return None


def random_dice(turn: NeedsRoll, chance: random.Random) -> tuple[str, ...]:
    """Dice that can be rolled now."""
    plain = turn.dice - len(turn.special)
    faces = [face for face in turn.faces if face != " "]
    dice = [chance.choice(faces) for _ in range(plain)]
    return (*(f"{mark}1" for mark in turn.special), *dice)


def entry_of(
    seq: int, done: Roll | Choose | Correct | Undo, match: Match[Any], seat: int | None
) -> Entry:
    """The entry for what was just entered; `match` is the match after it."""
    common: dict[str, Any] = {"seq": seq, "at": "2026-03-01T19:31:00.000Z", "after": match.notation}
    match done:
        case Roll(dice):
            camera = tuple(
                {"face": die, "confidence": 0.99, "sure": True, "center": [10.0 * n, 5.0]}
                for n, die in enumerate(dice)
            )
            photo = f"x/{seq:05d}.jpg"
            return Entry(kind="roll", seat=seat, dice=dice, camera=camera, photo=photo, **common)
        case Correct(dice):
            return Entry(kind="correct", dice=dice, **common)
        case Undo(whose):
            return Entry(kind="undo", seat=whose, **common)
        case Choose(who, choice):
            return Entry(kind="choose", seat=who, choice=str(choice), **common)


def played(head: Head, entries: int, seed: int = 1) -> Record:
    """A record of up to `entries` entries of random play (fewer where the game ends)."""
    chance = random.Random(seed)
    match = begin(head)
    made: list[Entry] = []
    while len(made) < entries:
        turn = match.turn
        done = random_entry(match, chance)
        if done is None:
            break
        seat = turn.seat if isinstance(turn, NeedsRoll) else None
        match = match.enter(done).match
        made.append(entry_of(len(made) + 1, done, match, seat))
    return Record(head, tuple(made), result_of(match, head.players))


def made(
    lines: list[tuple[str, str, str]], position: dict[str, Any] | None = None, **options: Any
) -> Record:
    """A Pickomino record of entries: (time, `roll`, dice) or (time, seat, choice)."""
    head = replace(head_for(**options), started_at="2026-03-01T19:30:05Z", position=position)
    match = begin(head)
    entries: list[Entry] = []
    for clock, who, what in lines:
        seq, at = len(entries) + 1, f"2026-03-01T{clock}Z"
        turn = match.turn
        if who in ("roll", "correct"):
            seat = turn.seat if isinstance(turn, NeedsRoll) and who == "roll" else None
            entry = Entry(seq, at, who, "", seat=seat, dice=tuple(what))  # type: ignore[arg-type]
        elif who == "undo":
            entry = Entry(seq, at, "undo", "")
        else:
            due = getattr(turn, "seats", (0,))[0]
            entry = Entry(seq, at, "choose", "", seat=due, choice=what)
        match = match.enter(entered(match, entry)).match
        entries.append(replace(entry, after=match.notation))
    return Record(head, tuple(entries), result_of(match, head.players))

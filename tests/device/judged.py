"""What the referee makes of what is seen at a table of Pickomino."""

from __future__ import annotations

from typing import Any

from device.due import Due, due_of
from device.referee import Act, Ask, Memory, Seen, Verdict, judge
from rules import game_named
from rules.game import NeedsChoice, Roll
from rules.match import Match
from vision.observation import Observation


def pickomino(*entries: str, **options: Any) -> Match[Any]:
    """A match after these entries: `4442251w` is a roll, `keep 4` a choice of the seat due."""
    match = Match.begin(game_named("pickomino"), 2, options)
    for entry in entries:
        if " " in entry or entry == "throw":
            turn = match.turn
            assert isinstance(turn, NeedsChoice)
            match = match.choose(turn.seats[0], match.game.read_choice(entry)).match
        else:
            match = match.roll(tuple(entry)).match
    return match


def look(
    due: Due, observation: Observation, memory: Memory | None = None, at_s: float = 0.0,
    moved: bool = True,
) -> Verdict:  # fmt: skip
    return judge(memory or Memory(), due, Seen(observation, at_s, moved))


def rolled(verdict: Verdict) -> tuple[str, ...]:
    assert isinstance(verdict.decision, Act), verdict.decision
    (entry,) = verdict.decision.entries
    assert isinstance(entry, Roll)
    return entry.dice


def asked(verdict: Verdict) -> str:
    assert isinstance(verdict.decision, Ask), verdict.decision
    return verdict.decision.message.code


ROLL_DUE = due_of(pickomino())

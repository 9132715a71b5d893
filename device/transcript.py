"""A match told to be read, in English, Polish or German: who did what, and what the camera read.

The sentences are those of the rules and of this file; the words of each language are the page's
own catalogues (`web.speech`), so that page, transcript and command never say it differently.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from device.record import Entry, Record
from device.replay import replay
from rules import game_named
from rules.game import Message, Over
from web.speech import say, translate

PLAYERS = "Players: {names}."
BEGUN = "Begun on {day} at {time} UTC."
JOINED = "The table was already being played when the match began."
CAMERA_READ = "The camera read {dice}."
DIE_CHANGED = "Die {die} was read as {read} and corrected to {face}."
DIE_FILLED_IN = "Die {die} could not be read and was entered as {face}."
UNFINISHED = "The match is not finished."
BROKEN_OFF = "From here on the log does not follow the rules: entry {seq}."


def transcript(record: Record, language: str = "en") -> str:
    """Return a match as plain text, a line an entry, ended by a newline.

    A record that stops following the rules is told as far as it follows, and says where it stops.
    """
    lines = [*_head(record, language), "", *_told(record, language)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def changes(entry: Entry) -> list[Message]:
    """Return what a person changed in the camera's reading, a sentence a die."""
    said = []
    for change in entry.changed:
        die = change.get("die")
        read, face = change.get("from"), change.get("to")
        if not isinstance(die, int) or not isinstance(face, str):
            continue
        fields: tuple[tuple[str, str | int], ...] = (("die", die + 1), ("face", face))
        if isinstance(read, str):
            said.append(Message("die-changed", DIE_CHANGED, "", (*fields, ("read", read))))
        else:
            said.append(Message("die-filled-in", DIE_FILLED_IN, "", fields))
    return said


def _head(record: Record, language: str) -> Iterator[str]:
    head = record.head
    game = game_named(head.game)
    title = translate(language, game.title)
    yield title
    yield "=" * len(title)
    yield translate(language, PLAYERS, names=", ".join(head.players))
    yield translate(language, BEGUN, day=head.started_at[:10], time=head.started_at[11:16])
    for option in game.options:
        if option.name in head.options and option.values:
            value = _value(head.options[option.name], language)
            yield f"  {translate(language, option.text).rstrip('.')}: {value}"
    if head.position is not None:
        yield translate(language, JOINED)


def _value(value: Any, language: str) -> str:
    if isinstance(value, bool) or value in ("true", "false"):
        return translate(language, "yes" if value in (True, "true") else "no")
    return translate(language, str(value))


def _told(record: Record, language: str) -> Iterator[str]:
    players = record.head.players
    replayed = replay(record)
    for step in replayed.steps:
        entry = step.entry
        said = [say(language, event, players) for event in step.events]
        said += [say(language, message, players) for message in _camera(entry)]
        first, *rest = said or [entry.choice or entry.kind]
        yield f"{entry.seq:4}  {entry.at[11:19]}  {first}"
        yield from (f"{'':16}{line}" for line in rest)
    fault = replayed.fault
    if fault is not None and fault.seq <= len(record.entries):
        yield translate(language, BROKEN_OFF, seq=fault.seq)
    elif replayed.match is not None and not isinstance(replayed.match.turn, Over):
        yield ""
        yield translate(language, UNFINISHED)


def _camera(entry: Entry) -> Iterator[Message]:
    if entry.camera:
        faces = " ".join(str(die.get("face") or "?") for die in entry.camera)
        yield Message("camera-read", CAMERA_READ, "", (("dice", faces),))
    if entry.kind == "roll":  # a correction is an event of its own, with all its dice
        yield from changes(entry)

"""A recorded match as the pictures of its positions, made by playing its log through the rules."""

from __future__ import annotations

import json
from math import cos, isfinite, radians, sin
from typing import Any

from rules import game_named
from rules.entry import KINDS, read_entry
from rules.game import Event, Message, RulesError
from rules.match import Match
from web.port import CameraView, MatchView, Snapshot

BEGINNING = Message("begin", "The match begins.")
# What a step is about, where several things happened by one entry.
WEIGHTY = ("game-over", "bust", "steal", "take")


class UnreadableLog(ValueError):
    """The log cannot be played; `message` is one sentence with the number of the line."""

    def __init__(self, line: int, why: Exception) -> None:
        """Keep the line, and why it does not follow for those who look after the program."""
        super().__init__(f"line {line} of the log does not follow: {why}")
        self.message = Message(
            "web.unreadable_log", "Line {line} of the log does not follow.", "", (("line", line),)
        )


def positions(text: str) -> list[Snapshot]:
    """Return the opening and the position after each line of a log; raises UnreadableLog.

    Nothing can be chosen in them. `says` is what happened by the line, `revision` counts them.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    number = 1
    try:
        head = _object(lines[0] if lines else "")
        game = game_named(str(head["game"]))
        players = tuple(str(name) for name in head["players"])
        match = Match.begin(game, len(players), head.get("options"), head.get("position"))
        found = [_snapshot(match, head, players, 0, ())]
        for line in lines[1:]:
            number += 1
            fields = _object(line)
            if fields.keys().isdisjoint(KINDS):
                continue  # the result, or something that a later version adds
            moved = match.enter(read_entry(game, fields))
            match = moved.match
            seq = int(fields.get("seq", len(found)))
            found.append(_snapshot(match, head, players, seq, moved.events))
    except (RulesError, ValueError, KeyError, TypeError) as error:
        raise UnreadableLog(number, error) from error
    return found


def readings(text: str) -> list[dict[str, Any] | None]:
    """Return what each line tells beside its position: None for the opening.

    `kind`, `at`, what the camera read (`camera`, each die with face, confidence, whether that was
    sure, and its outline in fractions of the still where the log knows the frame's size), what a
    person changed in it (`changed`), whether a still was kept (`still`, its seq), and whether the
    roll is one of the recording that ships, or typed where that lacked a throw (`film`). The log
    has been played by `positions` before.
    """
    found: list[dict[str, Any] | None] = [None]
    for line in text.splitlines()[1:]:
        fields = _object(line) if line.strip() else {}
        kind = next((one for one in KINDS if one in fields), None)
        if kind is None:
            continue
        camera = [die for die in fields.get("camera") or () if isinstance(die, dict)]
        found.append(
            {
                "kind": kind,
                "at": str(fields.get("at", "")),
                "camera": [
                    {
                        **{name: die.get(name) for name in ("face", "confidence", "sure")},
                        "corners": corners(die, fields.get("frame")),
                    }
                    for die in camera
                ],
                "changed": [one for one in fields.get("changed") or () if isinstance(one, dict)],
                "still": fields.get("seq") if fields.get("photo") else None,
                "film": fields.get("film") is True,
            }
        )
    return found


def corners(die: dict[str, Any], frame: object) -> list[list[float]]:
    """Return the outline of a die as fractions of its picture, empty where that is not known.

    Logs from before the frame's size was recorded, and logs from elsewhere, may lack anything.
    """
    if not isinstance(frame, list) or len(frame) != 2:
        return []
    try:
        (x, y), side, angle = die["center"], die["size"], radians(die["angle"])
        width, height = frame
        c, s = side / 2 * cos(angle), side / 2 * sin(angle)
        around = ((-c + s, -s - c), (c + s, s - c), (c - s, s + c), (-c - s, -s + c))
        found = [[round((x + dx) / width, 4), round((y + dy) / height, 4)] for dx, dy in around]
    except (KeyError, TypeError, ValueError, ZeroDivisionError, OverflowError):
        return []
    return found if all(isfinite(place) for point in found for place in point) else []


def _object(line: str) -> dict[str, Any]:
    read = json.loads(line)
    if not isinstance(read, dict):
        raise ValueError("not a JSON object")
    return read


def _snapshot(
    match: Match[Any],
    head: dict[str, Any],
    players: tuple[str, ...],
    seq: int,
    events: tuple[Event, ...],
) -> Snapshot:
    weighty = (event for code in WEIGHTY for event in events if event.code == code)
    says: Message = next(weighty, events[0] if events else BEGINNING)
    view = MatchView(
        match_id=str(head.get("id", "")),
        game=match.game.name,
        players=players,
        options=match.options,
        seq=seq,
        turn=match.turn,
        choices=((),) * match.seats,
        meanings=((),) * match.seats,
        marked=0,
        state=match.game.view(match.state),
        notation=match.notation,
        last_roll=match.last_roll,
        events=tuple((seq, event) for event in events),
        can_undo=False,
        can_correct=False,
        dice=str(head.get("dice") or ""),
        bust=match.bust,
    )
    return Snapshot(seq, says, view, CameraView("none", "off"), False)

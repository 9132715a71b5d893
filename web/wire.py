"""The snapshot as JSON, and a page's JSON as a command. Messages stay untranslated on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard, get_args

from rules.game import Message, NeedsChoice, NeedsRoll, Over, Turn
from rules.player_names import names_at_the_table
from web.port import CameraView, Command, CommandKind, MatchRow, MatchView, SeenDie, Snapshot

Json = dict[str, Any]

KINDS: tuple[str, ...] = get_args(CommandKind)
EVENTS_SENT = 16
MAX_SEATS = 12
MAX_NAME = 40
MAX_DICE = 16
MAX_TEXT = 160


class BadCommand(ValueError):
    """A page's JSON that is no command; the text is one sentence."""


def message_json(message: Message | None) -> Json | None:
    """Return a message with its key, code, rule and fields."""
    if message is None:
        return None
    return {
        "code": message.code,
        "text": message.text,
        "rule": message.rule,
        "params": dict(message.params),
    }


def turn_json(turn: Turn) -> Json:
    """Return what the game waits for; `kind` is roll, choice or over."""
    if isinstance(turn, NeedsRoll):
        return {
            "kind": "roll",
            "seats": [turn.seat],
            "dice": turn.dice,
            "faces": list(turn.faces),
            "special": list(turn.special),
        }
    if isinstance(turn, NeedsChoice):
        return {"kind": "choice", "seats": list(turn.seats)}
    assert isinstance(turn, Over)
    return {
        "kind": "over",
        "seats": [],
        "scores": list(turn.scores),
        "winners": list(turn.winners),
        "reason": message_json(turn.reason),
    }


def match_json(match: MatchView) -> Json:
    """Return the match; `choices` is by seat, each with its public text and its meaning."""
    return {
        "id": match.match_id,
        "game": match.game,
        "players": list(match.players),
        "options": dict(match.options),
        "seq": match.seq,
        "turn": turn_json(match.turn),
        "choices": [
            [
                {"choice": str(choice), "meaning": message_json(meaning)}
                for choice, meaning in zip(choices, meanings, strict=True)
            ]
            for choices, meanings in zip(match.choices, match.meanings, strict=True)
        ],
        "marked": match.marked,
        "state": dict(match.state),
        "notation": match.notation,
        "last_roll": list(match.last_roll),
        "events": [
            {"seq": seq, **(message_json(event) or {})}
            for seq, event in match.events[-EVENTS_SENT:]
        ],
        "can_undo": match.can_undo,
        "undoable": [
            {"seat": made.seat, "choice": str(made.choice), "deed": message_json(deed)}
            for made, deed in match.undoable
        ],
        "bust": message_json(match.bust),
        "can_correct": match.can_correct,
        "dice": match.dice,
    }


def die_json(die: SeenDie) -> Json:
    """Return one die of the still, its outline in fractions of the picture."""
    return {
        "face": die.face,
        "sure": die.sure,
        "confidence": round(die.confidence, 3),
        "corners": [[round(x, 4), round(y, 4)] for x, y in die.corners],
        "others": list(die.others),
        "mark": die.mark,
        "area": die.area,
        "said": die.said,
    }


def camera_json(camera: CameraView) -> Json:
    """Return the state of the picture source."""
    return {
        "kind": camera.kind,
        "state": camera.state,
        "detail": camera.detail,
        "still": camera.still,
        "dice": [die_json(die) for die in camera.dice],
    }


def snapshot_json(snapshot: Snapshot) -> Json:
    """Return all that a page shows."""
    return {
        "revision": snapshot.revision,
        "says": message_json(snapshot.says),
        "match": match_json(snapshot.match) if snapshot.match is not None else None,
        "camera": camera_json(snapshot.camera),
        "hand": snapshot.hand,
        "ask": message_json(snapshot.ask),
        "dice": snapshot.dice,
    }


def row_json(row: MatchRow) -> Json:
    """Return one line of the record."""
    return {
        "id": row.match_id,
        "game": row.game,
        "players": list(row.players),
        "started_at": row.started_at,
        "finished": row.finished,
        "scores": list(row.scores),
        "winners": list(row.winners),
    }


def read_command(body: object) -> Command:
    """Return the command of a page's JSON; raises BadCommand, BadPosition for players' names."""
    if not isinstance(body, dict):
        raise BadCommand("A command is a JSON object.")
    unknown = set(body) - {"kind", "seat", "data", "seen"}
    if unknown:
        raise BadCommand("A command has the fields kind, seat, data and seen.")
    kind = body.get("kind")
    if kind not in KINDS:
        raise BadCommand("There is no such command.")
    seen = body.get("seen")
    if not _is_int(seen) or not 0 <= seen < 2**53:
        raise BadCommand("A command says which revision its sender saw.")
    seat = body.get("seat")
    if seat is not None and (not _is_int(seat) or not 0 <= seat < MAX_SEATS):
        raise BadCommand("A seat is a number from 0.")
    data = body.get("data", {})
    if not isinstance(data, dict):
        raise BadCommand("The data of a command is a JSON object.")
    return Command(kind=kind, seat=seat, data=_read_data(kind, data), seen=seen)


def _is_int(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _read_data(kind: str, data: Mapping[str, object]) -> dict[str, object]:
    """Check the data of one kind of command; what the rules decide is left to the rules."""
    allowed = {
        "start": {"game", "players", "options", "position", "profile"},
        "roll": {"dice"},
        "choose": {"choice"},
        "correct": {"dice", "die", "face"},
        "hand": {"on"},
        "next": {"back"},
    }.get(kind, set())
    backward = data.get("back", False)
    if set(data) - allowed or not isinstance(backward, bool):
        raise BadCommand("That command does not take such data.")
    if kind == "start":
        _check_start(data)
    elif kind == "roll" or (kind == "correct" and "dice" in data):
        _check_dice(data.get("dice"))
    elif kind == "correct":
        if not _is_int(data.get("die")) or not _short_text(data.get("face"), 24):
            raise BadCommand("A correction names a die and its face, or all the dice.")
    elif kind == "choose":
        if not _short_text(data.get("choice"), MAX_TEXT):
            raise BadCommand("A choice is one of the texts that are listed.")
    elif kind == "hand" and not isinstance(data.get("on"), bool):
        raise BadCommand("Typing by hand is switched on or off.")
    return dict(data)


def _check_start(data: Mapping[str, object]) -> None:
    players = data.get("players")
    if not _short_text(data.get("game"), MAX_NAME):
        raise BadCommand("Choose a game.")
    if not isinstance(players, list) or not 1 <= len(players) <= MAX_SEATS:
        raise BadCommand("A match needs at least one player and at most twelve.")
    names_at_the_table(players)
    profile = data.get("profile")
    if profile not in (None, "") and not _short_text(profile, MAX_NAME):
        raise BadCommand("A profile is named by a short text.")
    for name in ("options", "position"):
        if not isinstance(data.get(name, {}), dict):
            raise BadCommand("House rules and position are JSON objects.")


def _check_dice(dice: object) -> None:
    if not isinstance(dice, list) or not 1 <= len(dice) <= MAX_DICE:
        raise BadCommand("Dice are a list of faces.")
    if not all(_short_text(die, 24) for die in dice):
        raise BadCommand("Each die is a face such as 4 or w.")


def _short_text(value: object, longest: int) -> bool:
    return isinstance(value, str) and 0 < len(value) <= longest and value.isprintable()

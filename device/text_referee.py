"""The referee by text: a request a line, a reply a line, both JSON objects (docs/interfaces.md).

    referee = TextReferee()
    referee.answer('{"start": "pickomino", "players": ["Ann", "Bo"]}')
    referee.answer('{"roll": "4442251w"}')

No line ends it: whatever cannot be done is answered `{"ok": false, "error": ..., "message": ...}`
and leaves the match as it was. `unreadable` is a line that says nothing, `illegal` one that asks
for what the rules, the house rules or the position do not allow.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal
from uuid import uuid4

from device.log_format import log_objects
from device.record import Entry, Head, Record, now_utc
from device.replay import result_of
from device.version import program_version
from rules import game_named
from rules.entry import Correct, Undo
from rules.entry import Entry as Entered
from rules.game import (
    Choose,
    Event,
    IllegalAction,
    NeedsChoice,
    NeedsRoll,
    Over,
    Roll,
    RulesError,
    Unreadable,
)
from rules.match import Match
from rules.notation import parse_roll
from rules.odds import odds
from rules.player_names import MOST, name_fault
from web.strict_json import no_constant

LONGEST_LINE: Final = 1 << 20
"""Bytes of a line that is still read; no request is as long."""

VERBS: Final = ("start", "roll", "choose", "correct", "undo", "odds", "state", "log")

Json = dict[str, Any]


class Refused(Exception):
    """A request that is answered with an error."""

    def __init__(self, error: Literal["illegal", "unreadable"], message: str) -> None:
        """Keep the kind of error and one sentence."""
        super().__init__(message)
        self.error = error
        self.message = message


class TextReferee:
    """Holds at most one match; a new `start` begins another. Time and ids come from outside."""

    def __init__(
        self,
        now: Callable[[], str] = now_utc,
        new_id: Callable[[], str] = lambda: str(uuid4()),
    ) -> None:
        """Take the clock (UTC as the log writes it) and the maker of match ids."""
        self._now = now
        self._new_id = new_id
        self._match: Match[Any] | None = None
        self._head: Head | None = None
        self._entries: list[Entry] = []

    def answer(self, line: str | bytes) -> str:
        """Return the reply to a request, without the newline at its end."""
        return json.dumps(self.reply(line), ensure_ascii=False)

    def reply(self, line: str | bytes) -> Json:
        """Return the reply to a request as an object; nothing is raised."""
        try:
            return self._answered(read_request(line))
        except Refused as refused:
            error, message = refused.error, refused.message
        except Unreadable as unreadable:
            error, message = "unreadable", str(unreadable)
        except IllegalAction as illegal:
            error, message = "illegal", illegal.reason.sentence(self._players)
        except RulesError as refused_start:
            error, message = "illegal", str(refused_start)
        except Exception as bug:
            # a fault of the program must not take the match away from the table
            error, message = "unreadable", f"this request failed: {type(bug).__name__}: {bug}"
        return {"ok": False, "error": error, "message": message.encode("utf-8", "replace").decode()}

    @property
    def _players(self) -> tuple[str, ...]:
        return self._head.players if self._head is not None else ()

    def _answered(self, request: Mapping[str, Any]) -> Json:
        verb = _verb(request)
        value = request[verb]
        if verb == "start":
            return self._start(request)
        match = self._begun()
        if verb in ("undo", "odds", "state", "log") and value is not True:
            raise Unreadable(f'{verb} is asked for with {{"{verb}": true}}')
        match verb:
            case "roll":
                return self._enter(match, Roll(parse_roll(value)))
            case "correct":
                return self._enter(match, Correct(parse_roll(value)))
            case "choose":
                return self._enter(match, _choice(match, request))
            case "undo":
                return self._enter(match, Undo(_seat(match, request)))
            case "odds":
                return {**self._shown(match, ()), "odds": odds(match.game, match.state)}
            case "log":
                return {**self._shown(match, ()), "log": self._log(match)}
            case _:
                return self._shown(match, ())

    def _begun(self) -> Match[Any]:
        if self._match is None:
            raise Refused("illegal", "no match has begun: send a start first")
        return self._match

    def _start(self, request: Mapping[str, Any]) -> Json:
        name = request["start"]
        if not isinstance(name, str):
            raise Unreadable('start names a game, as {"start": "pickomino", "players": [...]}')
        players = _names(request.get("players"))
        options = _object(request, "options") or {}
        position = _object(request, "position")
        match = Match.begin(game_named(name), len(players), options, position)
        self._match = match
        self._entries = []
        self._head = Head(
            match_id=self._new_id(),
            game=name,
            players=players,
            options=options,
            started_at=self._now(),
            program=program_version(),
            position=position,
        )
        return self._shown(match, ())

    def _enter(self, match: Match[Any], entered: Entered) -> Json:
        turn = match.turn
        moved = match.enter(entered)
        self._match = moved.match
        self._entries.append(
            _logged(entered, turn, len(self._entries) + 1, self._now(), moved.match.notation)
        )
        return self._shown(moved.match, moved.events)

    def _shown(self, match: Match[Any], events: tuple[Event, ...]) -> Json:
        reply: Json = {"ok": True}
        turn = match.turn
        if isinstance(turn, NeedsRoll):
            reply |= {"waits_for": "roll", "seats": [turn.seat], "dice": turn.dice, "choices": []}
            reply |= {"faces": turn.faces, "special": list(turn.special)}
        elif isinstance(turn, NeedsChoice):
            listed = {seat: list(map(str, match.choices(seat))) for seat in turn.seats}
            reply |= {"waits_for": "choice", "seats": list(turn.seats)}
            reply |= {"dice": getattr(match.state, "dice_left", 0)}
            reply |= {"choices": listed[turn.seats[0]]}
            if len(listed) > 1:
                reply["choices_by_seat"] = {str(seat): listed[seat] for seat in listed}
        else:
            reply |= {"waits_for": "over", "seats": [], "dice": 0, "choices": []}
            reply |= {"scores": list(turn.scores), "winners": list(turn.winners)}
            reply["reason"] = turn.reason.sentence(self._players)
        reply["events"] = [self._event(event) for event in events]
        reply["notation"] = match.notation
        reply["state"] = match.game.view(match.state)
        return reply

    def _event(self, event: Event) -> Json:
        shown: Json = {"code": event.code, "text": event.sentence(self._players)}
        if event.rule:
            shown["rule"] = event.rule
        return {**shown, "fields": dict(event.params)}

    def _log(self, match: Match[Any]) -> list[Json]:
        assert self._head is not None
        result = result_of(match, self._players)
        return list(log_objects(Record(self._head, tuple(self._entries), result)))


def read_request(line: str | bytes) -> Mapping[str, Any]:
    """Return the object on a line; raises Unreadable."""
    if len(line) > LONGEST_LINE:
        raise Unreadable(f"this line is longer than {LONGEST_LINE} bytes")
    if isinstance(line, bytes):
        try:
            line = line.decode("utf-8")
        except UnicodeDecodeError:
            raise Unreadable("this line is not UTF-8") from None
    line = line.removeprefix("\ufeff").strip()
    if not line:
        raise Unreadable("this line is empty")
    try:
        request = json.loads(line, parse_constant=no_constant)
    except ValueError as error:
        raise Unreadable(f"this line is no JSON: {error}") from None
    except RecursionError:
        raise Unreadable("this line is nested too deeply") from None
    if not isinstance(request, dict):
        raise Unreadable('a request is an object such as {"state": true}')
    return request


def _verb(request: Mapping[str, Any]) -> str:
    asked = [verb for verb in VERBS if verb in request]
    if len(asked) != 1:
        raise Unreadable(f"a request holds exactly one of {', '.join(VERBS)}")
    return asked[0]


def _object(request: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
    value = request.get(name)
    if value is not None and not isinstance(value, dict):
        raise Unreadable(f"{name} is an object")
    return value


def _names(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise Unreadable('players is a list of names, as ["Ann", "Bo"]')
    if len(value) > MOST:
        raise Unreadable(f"no game is for {len(value)} players")
    for name in value:
        if fault := name_fault(name):
            raise Unreadable(fault.text, **dict(fault.params))
    return tuple(value)


def _seat(match: Match[Any], request: Mapping[str, Any]) -> int | None:
    seat = request.get("seat")
    if seat is None:
        return None
    if not isinstance(seat, int) or isinstance(seat, bool):
        raise Unreadable("seat is a number, 0 for the first player")
    if not 0 <= seat < match.seats:
        raise Refused("illegal", f"there is no seat {seat}: they go from 0 to {match.seats - 1}")
    return seat


def _choice(match: Match[Any], request: Mapping[str, Any]) -> Choose:
    text = request["choose"]
    if not isinstance(text, str):
        raise Unreadable("a choice is one of the texts listed in choices")
    seat = _seat(match, request)
    if seat is None:
        turn = match.turn
        seat = turn.seats[0] if isinstance(turn, NeedsChoice) else 0
    return Choose(seat, match.game.read_choice(text))


def _logged(
    entered: Entered, turn: NeedsRoll | NeedsChoice | Over, seq: int, at: str, after: str
) -> Entry:
    """Return what the log keeps of an entry; `turn` is the one before it."""
    match entered:
        case Roll(dice):
            seat = turn.seat if isinstance(turn, NeedsRoll) else None
            return Entry(seq, at, "roll", after, seat=seat, dice=dice)
        case Choose(seat, choice):
            return Entry(seq, at, "choose", after, seat=seat, choice=str(choice))
        case Correct(dice):
            return Entry(seq, at, "correct", after, dice=dice)
        case Undo(seat):
            return Entry(seq, at, "undo", after, seat=seat)

"""A match as text: newline-delimited JSON, written strictly and read leniently.

The first line is the head (`format`, `version`, ...), then one line an entry, then, if the match
is over, one line `{"result": ...}`. The reader keeps fields it does not know, and leaves out a
half line at the end (the power went) and says so. What cannot be read names its line:

    foreign      the first line is no head of this format
    newer        the head's version is higher than this program's
    damaged      a line that is no JSON object, a gap in `seq`, a field of the wrong kind

Whether a log follows the rules is the business of `device.replay`.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, TypeVar

from device.record import Entry, Fields, Head, Record, Result
from device.trouble import ForeignLog, LogTrouble, NewerLog
from rules.entry import KINDS, EntryKind
from rules.game import Unreadable
from rules.notation import format_roll, parse_roll
from rules.player_names import name_fault
from web.strict_json import can_be_kept, no_constant

FORMAT = "dice-table-log"
VERSION = 1
_TIME = re.compile(r"[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)")

_HEAD_FIELDS = frozenset(
    ("format", "version", "program", "game", "options", "players", "position", "id", "started_at")
)
_ENTRY_FIELDS = frozenset(("seq", "at", "seat", "after", "camera", "changed", "photo", *KINDS))
_RESULT_FIELDS = frozenset(("scores", "winners", "reason"))

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ReadLog:
    """What a log file holds. `lines` are the line numbers of the entries, `notes` what was odd."""

    record: Record
    lines: tuple[int, ...]
    result_line: int
    notes: tuple[str, ...]


def head_line(head: Head) -> dict[str, Any]:
    """Return the first line of a log as an object."""
    line: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "program": head.program,
        "game": head.game,
        "options": dict(head.options),
        "players": list(head.players),
        "id": head.match_id,
        "started_at": head.started_at,
    }
    if head.position is not None:
        line["position"] = dict(head.position)
    return {**line, **head.extra}


def entry_line(entry: Entry) -> dict[str, Any]:
    """Return the line of one entry as an object."""
    line: dict[str, Any] = {"seq": entry.seq, "at": entry.at}
    if entry.seat is not None:
        line["seat"] = entry.seat
    line[entry.kind] = {
        "roll": format_roll(entry.dice),
        "correct": format_roll(entry.dice),
        "choose": entry.choice,
        "undo": True,
    }[entry.kind]
    if entry.camera is not None:
        line["camera"] = [dict(die) for die in entry.camera]
    if entry.changed:
        line["changed"] = [dict(change) for change in entry.changed]
    if entry.photo is not None:
        line["photo"] = entry.photo
    line["after"] = entry.after
    return {**line, **entry.extra}


def result_line(result: Result) -> dict[str, Any]:
    """Return the last line of a finished match as an object."""
    return {
        "result": {
            "scores": list(result.scores),
            "winners": list(result.winners),
            "reason": result.reason,
            **result.extra,
        },
        **result.beside,
    }


def log_objects(record: Record) -> Iterator[dict[str, Any]]:
    """Yield the lines of a match as objects."""
    yield head_line(record.head)
    for entry in record.entries:
        yield entry_line(entry)
    if record.result is not None:
        yield result_line(record.result)


def write_log(record: Record) -> str:
    """Return a match as NDJSON, each line ended by a newline."""
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(", ", ": ")) + "\n"
        for line in log_objects(record)
    )


def read_log(text: str) -> ReadLog:
    """Return the match that a log holds; raises `LogTrouble` that names the line."""
    lines = _objects(text)
    try:
        number, first = next(lines)
    except StopIteration:
        raise LogTrouble("the log is empty", "choose a file that `log export` wrote") from None
    except _HalfLine:
        raise _foreign() from None
    head = _read_head(first)
    _must_be_whole(first, number)
    entries: list[Entry] = []
    numbers: list[int] = []
    notes: list[str] = []
    result: Result | None = None
    result_at = 0
    try:
        for number, line in lines:
            if result is not None:
                raise LogTrouble("something follows the result", _DAMAGED, number)
            _must_be_whole(line, number)
            if "result" in line:
                result, result_at = _read_result(line, number), number
                continue
            entry = _read_entry(line, number)
            if entry.seq != len(entries) + 1:
                raise LogTrouble(
                    f"entry {len(entries) + 1} should stand here, not {entry.seq}", _DAMAGED, number
                )
            entries.append(entry)
            numbers.append(number)
    except _HalfLine as half:
        notes.append(f"line {half.number}: a half line at the end was left out")
    record = Record(head, tuple(entries), result)
    return ReadLog(record, tuple(numbers), result_at, tuple(notes))


_CHOOSE = "choose a file that `log export` wrote"
_DAMAGED = "take an undamaged copy: this one was changed after it was written"


class _HalfLine(Exception):
    """The last line stops in the middle."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def _objects(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield (line number, object); raises `_HalfLine` where the last line stops in the middle."""
    rows = text.removeprefix("\ufeff").rstrip("\x00").split("\n")
    ended = rows[-1].strip() == ""
    last = max((i for i, row in enumerate(rows) if row.strip()), default=-1)
    for index, row in enumerate(rows):
        if not row.strip():
            continue
        try:
            line = json.loads(row, parse_constant=no_constant)
        except (ValueError, RecursionError):
            if index == last and not ended:
                raise _HalfLine(index + 1) from None
            line = None
        if not isinstance(line, dict):
            if index == 0:
                raise _foreign()
            raise LogTrouble("this is no JSON object", _DAMAGED, index + 1)
        yield index + 1, line


def _must_be_whole(line: Mapping[str, Any], number: int) -> None:
    """Refuse a line with half of a character somewhere: neither file nor record can hold it."""
    if not can_be_kept(line):
        raise LogTrouble("half of a character stands here", _DAMAGED, number)


def _foreign() -> ForeignLog:
    return ForeignLog("this is no dice-table log", _CHOOSE, 1)


def _read_head(line: Mapping[str, Any]) -> Head:
    if line.get("format") != FORMAT:
        raise _foreign()
    version = _field(line, "version", int, 1)
    if version > VERSION:
        raise NewerLog(
            f"this log was written by a newer dice-table (format {version}, this one knows "
            f"{VERSION})",
            "update dice-table",
            1,
        )
    position = line.get("position")
    if position is not None and not isinstance(position, dict):
        raise LogTrouble("`position` should be an object", _DAMAGED, 1)
    match_id = _field(line, "id", str, 1)
    try:
        match_id = str(uuid.UUID(match_id))
    except ValueError:
        raise LogTrouble("`id` should be a UUID", _DAMAGED, 1) from None
    players = _texts(line, "players", 1)
    for name in players:
        if fault := name_fault(name):
            raise LogTrouble(fault.sentence(), _DAMAGED, 1)
    return Head(
        match_id=match_id,
        game=_field(line, "game", str, 1),
        players=players,
        options=_field(line, "options", dict, 1),
        started_at=_time(line, "started_at", 1),
        program=str(line.get("program", "")),
        position=position,
        extra=_unknown(line, _HEAD_FIELDS),
    )


def _read_entry(line: Mapping[str, Any], number: int) -> Entry:
    kinds = [kind for kind in KINDS if kind in line]
    if len(kinds) != 1:
        raise LogTrouble("an entry is one of roll, choose, correct, undo", _DAMAGED, number)
    kind: EntryKind = kinds[0]
    seat = line.get("seat")
    if seat is not None and (not isinstance(seat, int) or isinstance(seat, bool)):
        raise LogTrouble("`seat` should be a number", _DAMAGED, number)
    camera = line.get("camera")
    photo = line.get("photo")
    return Entry(
        seq=_field(line, "seq", int, number),
        at=_time(line, "at", number),
        kind=kind,
        after=_field(line, "after", str, number),
        seat=seat,
        dice=_dice(line[kind], kind, number) if kind in ("roll", "correct") else (),
        choice=_field(line, kind, str, number) if kind == "choose" else "",
        camera=None if camera is None else _dicts(camera, "camera", number),
        changed=_dicts(line.get("changed", []), "changed", number),
        photo=None if photo is None else str(photo),
        extra=_unknown(line, _ENTRY_FIELDS),
    )


def _read_result(line: Mapping[str, Any], number: int) -> Result:
    inner = _field(line, "result", dict, number)
    if not line.keys().isdisjoint(KINDS):
        raise LogTrouble("an entry and the result stand on one line", _DAMAGED, number)
    return Result(
        scores=tuple(_numbers(inner, "scores", number)),
        winners=tuple(_numbers(inner, "winners", number)),
        reason=str(inner.get("reason", "")),
        extra=_unknown(inner, _RESULT_FIELDS),
        beside=_unknown(line, {"result"}),
    )


def _unknown(line: Mapping[str, Any], known: Set[str]) -> Fields:
    return {name: value for name, value in line.items() if name not in known}


def _field(line: Mapping[str, Any], name: str, kind: type[T], number: int) -> T:
    value = line.get(name)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        said = {int: "a number", str: "a text", dict: "an object", list: "a list"}[kind]
        raise LogTrouble(f"`{name}` should be {said}", _DAMAGED, number)
    return value


def _time(line: Mapping[str, Any], name: str, number: int) -> str:
    """Return a time as all are written here, in UTC."""
    text = _field(line, name, str, number)
    with suppress(ValueError, OverflowError):
        if _TIME.fullmatch(text):
            at = datetime.fromisoformat(text).astimezone(UTC)
            return text if text.endswith("Z") else f"{at.replace(tzinfo=None).isoformat()}Z"
    raise LogTrouble(
        f"`{name}` should be a time with its zone, such as 2026-03-01T19:30:05.123Z",
        _DAMAGED,
        number,
    )


def _texts(line: Mapping[str, Any], name: str, number: int) -> tuple[str, ...]:
    values = _field(line, name, list, number)
    if not all(isinstance(value, str) for value in values):
        raise LogTrouble(f"`{name}` should be a list of texts", _DAMAGED, number)
    return tuple(values)


def _dice(value: object, name: str, number: int) -> tuple[str, ...]:
    try:
        return parse_roll(value)
    except Unreadable as error:
        raise LogTrouble(f"`{name}` is no roll ({error})", _DAMAGED, number) from None


def _numbers(line: Mapping[str, Any], name: str, number: int) -> Iterable[int]:
    values = _field(line, name, list, number)
    if not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        raise LogTrouble(f"`{name}` should be a list of numbers", _DAMAGED, number)
    return values


def _dicts(values: object, name: str, number: int) -> tuple[Fields, ...]:
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise LogTrouble(f"`{name}` should be a list of objects", _DAMAGED, number)
    return tuple(values)

"""A damaged record: saves every match that can still be read, as far as it follows the rules."""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from device.journal import Journal
from device.journal_file import DAMAGE, release, take_lock
from device.journal_rows import read_entry, read_head
from device.record import Entry, Head, Record, now_utc
from device.replay import replay, result_of
from device.trouble import BusyRecord, DamagedRecord, FullDisk, JournalTrouble, SealedRecord


def rescue_record(path: Path) -> tuple[list[tuple[Head, int, bool]], Path | None]:
    """Move a damaged record aside and save its matches into a new one.

    Returns the saved matches as (head, entries, whether none was lost) and where the damaged file
    is kept; None for that when the record is whole. Raises JournalTrouble.
    """
    try:
        Journal.open(path, write=True).close()
    except DamagedRecord:
        pass
    else:
        return [], None
    lock = take_lock(path)
    try:
        found = _readable(path)
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S")
        kept = path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}")
        for ending in ("", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                Path(f"{path}{ending}").rename(f"{kept}{ending}")
        try:
            return _saved(path, found), kept
        except (FullDisk, SealedRecord, BusyRecord):
            _put_back(path, kept)
            raise
    finally:
        release(lock)


def _saved(path: Path, found: list[tuple[Head, list[Entry]]]) -> list[tuple[Head, int, bool]]:
    """Begin a new record with what was found; returns what of it was stored."""
    saved = []
    with Journal.open(path) as journal:
        for head, entries in found:
            record, whole = _good_part(head, entries)
            try:
                journal.add(record, left_at=now_utc())
            except (FullDisk, SealedRecord, BusyRecord):
                raise
            except JournalTrouble:
                continue  # a row that no record takes
            saved.append((head, len(record.entries), whole))
    return saved


def _put_back(path: Path, kept: Path) -> None:
    """Make the damaged file the record again: what was saved of it so far is not all."""
    for ending in ("", "-wal", "-shm"):
        Path(f"{path}{ending}").unlink(missing_ok=True)
        with contextlib.suppress(FileNotFoundError):
            Path(f"{kept}{ending}").rename(f"{path}{ending}")


def _readable(path: Path) -> list[tuple[Head, list[Entry]]]:
    """Read row by row, so that one bad page costs only what stands on it."""
    database = sqlite3.connect(path)
    heads = _rows(
        database,
        "SELECT id, game, players, options, position, started_at, program, extra FROM matches"
        " WHERE rowid = ?",
    )
    entries = _rows(
        database,
        "SELECT match_id, seq, at, kind, after, seat, text, reading, extra, result FROM entries"
        " WHERE rowid = ?",
    )
    database.close()
    by_match: dict[str, list[Entry]] = {}
    for row in entries:
        with contextlib.suppress(ValueError, TypeError):
            by_match.setdefault(row[0], []).append(read_entry(row[1:]))
    found = []
    for row in heads:
        with contextlib.suppress(ValueError, TypeError):
            head = read_head(row)
            found.append((head, sorted(by_match.get(head.match_id, []), key=lambda e: e.seq)))
    return found


def _rows(database: sqlite3.Connection, sql: str) -> list[tuple[Any, ...]]:
    """Return the rows 1, 2, 3 ... that can be read; a thousand missing in a row is the end."""
    rows: list[tuple[Any, ...]] = []
    number = missing = 0
    while missing < 1000:
        number += 1
        try:
            row = database.execute(sql, (number,)).fetchone()
        except DAMAGE:
            row = None
        missing = 0 if row else missing + 1
        if row:
            rows.append(row)
    return rows


def _good_part(head: Head, entries: list[Entry]) -> tuple[Record, bool]:
    """Return the entries without a gap that follow the rules, and whether those are all."""
    unbroken = [entry for place, entry in enumerate(entries, start=1) if entry.seq == place]
    record = Record(head, tuple(unbroken))
    replayed = replay(record)
    if replayed.fault is not None:
        record = replace(record, entries=record.entries[: max(0, replayed.fault.seq - 1)])
    result = None if replayed.match is None else result_of(replayed.match, head.players)
    return replace(record, result=result), len(record.entries) == len(entries)

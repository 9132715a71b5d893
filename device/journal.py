"""The record of every match: SQLite, append-only, safe against a power cut.

WAL with `synchronous=FULL`: what `append` has returned from survives SIGKILL and a pulled plug.
Nothing is ever changed or deleted; an undo and a correction are new rows. Whether the rows follow
the rules is looked at by `device.replay`.

    with Journal.open(path, write=True) as journal:
        journal.begin(head)
        journal.append(head.match_id, entry, result=None)
        record = journal.record(head.match_id)
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from device.journal_file import (
    DAMAGE,
    ELSEWHERE,
    PATIENCE_S,
    WRITER_PATIENCE_S,
    cannot_read,
    cannot_write,
    connect,
    release,
    take_lock,
)
from device.journal_rows import dump, read_entry, read_head, read_result, result_row
from device.match_order import newest_first
from device.record import Entry, Head, Record, Result, now_utc
from device.trouble import JournalTrouble


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge did with matches: `known` ones were here already, `different` ones stayed."""

    added: int
    continued: int
    known: int
    different: int

    def __add__(self, more: Merged) -> Merged:
        """Return what two merges did together."""
        return Merged(
            self.added + more.added,
            self.continued + more.continued,
            self.known + more.known,
            self.different + more.different,
        )


class Journal:
    """The open record, for one thread at a time; others may read beside one that writes."""

    def __init__(self, path: Path, database: sqlite3.Connection, lock: IO[str] | None) -> None:
        """Wrap an open database; use `Journal.open`."""
        self.path = path
        self._db = database
        self._lock = lock

    @classmethod
    def open(cls, path: Path, *, write: bool = False) -> Journal:
        """Open the record, creating it; raises `JournalTrouble` with a way out.

        `write` takes the one writer's lock, which another running program may hold.
        """
        lock = take_lock(path) if write else None
        try:
            database = connect(path, WRITER_PATIENCE_S if write else PATIENCE_S)
        except BaseException:
            release(lock)
            raise
        return cls(path, database, lock)

    def __enter__(self) -> Journal:
        """Return the journal itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close the database and let the writer's lock go; may be called twice."""
        self._db.close()
        release(self._lock)
        self._lock = None

    def begin(self, head: Head) -> None:
        """Store the head of a new match, for which all others leave the table, both or neither.

        Raises `JournalTrouble`.
        """
        with self._writing():
            self._db.execute(
                "INSERT INTO leavings SELECT id, ? FROM matches"
                " WHERE id NOT IN (SELECT match_id FROM leavings)",
                (now_utc(),),
            )
            self._insert_head(head)

    def append(self, match_id: str, entry: Entry, result: Result | None) -> None:
        """Store one entry; it is on the disk when this returns. Raises `JournalTrouble`.

        `result` is that of the position after the entry, None while the match goes on.
        """
        with self._writing():
            self._insert_entry(match_id, entry, result)

    def leave(self, match_id: str) -> None:
        """Store that the players left the match, over or not: it is not taken up by itself."""
        with self._writing():
            self._insert_leaving(match_id, now_utc())

    def add(self, record: Record, left_at: str = ELSEWHERE) -> None:
        """Store a whole match (an import), all of it or nothing; it counts as left."""
        with self._writing():
            self._insert_whole(record, left_at)

    def merge(self, records: Iterable[Record], on_the_table: str | None = None) -> Merged:
        """Store what is missing here of some matches, all of it or nothing.

        A match that is here in a shorter form is gone on with; one that is here in another form
        stays as it is, and so does the one that is `on_the_table`: only the table writes that.
        Raises `JournalTrouble`.
        """
        added = continued = known = different = 0
        with self._writing():
            for theirs in records:
                ours = self.record(theirs.head.match_id)
                if ours is None:
                    self._insert_whole(theirs)
                    added += 1
                elif (ours.head, ours.entries) == (theirs.head, theirs.entries):
                    known += 1
                elif theirs.head.match_id == on_the_table:
                    different += not is_longer(ours.entries, theirs.entries)
                    known += is_longer(ours.entries, theirs.entries)
                elif ours.head == theirs.head and is_longer(theirs.entries, ours.entries):
                    self._insert_entries(theirs, len(ours.entries))
                    continued += 1
                elif ours.head == theirs.head and is_longer(ours.entries, theirs.entries):
                    known += 1
                else:
                    different += 1
        return Merged(added, continued, known, different)

    def heads(self) -> list[tuple[Head, Result | None, int]]:
        """Return (head, result, number of entries) of every match, the one played last first."""
        rows = self._read(
            "SELECT m.id, m.game, m.players, m.options, m.position, m.started_at, m.program,"
            " m.extra, e.result, COALESCE(e.seq, 0),"
            f" m.id IN (SELECT match_id FROM leavings WHERE at = '{ELSEWHERE}')"
            " FROM matches m LEFT JOIN entries e"
            " ON e.match_id = m.id AND e.seq ="
            " (SELECT MAX(seq) FROM entries WHERE match_id = m.id)"
            " ORDER BY m.rowid"
        )
        ordered = newest_first((row[5], bool(row[10]), row) for row in rows)
        return [(read_head(row[:8]), read_result(row[8]), row[9]) for row in ordered]

    def newest_first(self) -> list[str]:
        """Return the ids of the matches, the one played last first; none where that fails."""
        with contextlib.suppress(JournalTrouble):
            return [head.match_id for head, _, _ in self.heads()]
        return []

    def record(self, match_id: str) -> Record | None:
        """Return a whole match, or None when there is none of this id."""
        heads = self._read(
            "SELECT id, game, players, options, position, started_at, program, extra"
            " FROM matches WHERE id = ?",
            match_id,
        )
        if not heads:
            return None
        rows = self._read(
            "SELECT seq, at, kind, after, seat, text, reading, extra, result"
            " FROM entries WHERE match_id = ? ORDER BY seq",
            match_id,
        )
        return Record(
            read_head(heads[0]),
            tuple(read_entry(row) for row in rows),
            read_result(rows[-1][8]) if rows else None,
        )

    def photo(self, match_id: str, seq: int) -> str | None:
        """Return the name of the still of an entry, or None when it has none."""
        rows = self._read(
            "SELECT reading FROM entries WHERE match_id = ? AND seq = ?", match_id, seq
        )
        if not rows or rows[0][0] is None:
            return None
        name = json.loads(rows[0][0]).get("photo")
        return name if isinstance(name, str) else None

    def on_the_table(self) -> str | None:
        """Return the id of the match that lay on the table last, over or not; None if it was left.

        A match that is over can still be corrected until the next one begins.
        """
        rows = self._read(
            "SELECT m.id FROM matches m WHERE m.id NOT IN (SELECT match_id FROM leavings)"
            " ORDER BY m.rowid DESC LIMIT 1"
        )
        return rows[0][0] if rows else None

    def find(self, prefix: str) -> str:
        """Return the id that begins with `prefix`; raises `JournalTrouble` for none or several."""
        wanted = prefix.strip().lower()
        found = [head.match_id for head, _, _ in self.heads() if head.match_id.startswith(wanted)]
        if wanted and wanted in found:
            return wanted
        if not wanted or not found:
            raise JournalTrouble(f"there is no match `{prefix}`", "`dice-table log list`")
        if len(found) > 1:
            raise JournalTrouble(
                f"`{prefix}` is the beginning of {len(found)} matches", "give more of the id"
            )
        return found[0]

    def _read(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._db.execute(sql, values).fetchall()
        except DAMAGE as error:
            raise cannot_read(self.path, error) from error

    @contextlib.contextmanager
    def _writing(self) -> Iterator[None]:
        """Run inserts as one transaction that is on the disk afterwards, or leaves nothing."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self._db.execute("COMMIT")
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise JournalTrouble(f"the record refuses a row ({error})") from error
            if isinstance(error, sqlite3.Error | OSError):
                raise cannot_write(self.path, error) from error
            raise

    def _insert_whole(self, record: Record, left_at: str = ELSEWHERE) -> None:
        """Store a match from elsewhere; it counts as left, so that it hides none being played."""
        self._insert_head(record.head)
        self._insert_entries(record, 0)
        self._insert_leaving(record.head.match_id, left_at)

    def _insert_leaving(self, match_id: str, at: str) -> None:
        self._db.execute("INSERT INTO leavings VALUES (?, ?)", (match_id, at))

    def _insert_entries(self, record: Record, known: int) -> None:
        for entry in record.entries[known:]:
            last = entry.seq == len(record.entries)
            self._insert_entry(record.head.match_id, entry, record.result if last else None)

    def _insert_head(self, head: Head) -> None:
        position = None if head.position is None else dump(head.position)
        self._db.execute(
            "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                head.match_id,
                head.game,
                dump(head.players),
                dump(head.options),
                position,
                head.started_at,
                head.program,
                dump(head.extra),
            ),
        )

    def _insert_entry(self, match_id: str, entry: Entry, result: Result | None) -> None:
        changed = entry.changed or None
        reading = {"camera": entry.camera, "changed": changed, "photo": entry.photo}
        kept = {name: value for name, value in reading.items() if value is not None}
        self._db.execute(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                match_id,
                entry.seq,
                entry.at,
                entry.kind,
                entry.seat,
                entry.choice or " ".join(entry.dice),
                dump(kept) if kept else None,
                entry.after,
                None if result is None else dump(result_row(result)),
                dump(entry.extra),
            ),
        )


def is_longer(longer: Sequence[Entry], shorter: Sequence[Entry]) -> bool:
    """Say whether a match goes on with `longer` where `shorter` stops."""
    return len(longer) > len(shorter) and tuple(longer[: len(shorter)]) == tuple(shorter)

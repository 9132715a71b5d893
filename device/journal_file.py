"""The file of the record: its tables, its migrations, its one writer's lock, its health.

Triggers refuse UPDATE and DELETE. `user_version` counts the migrations of `MIGRATIONS`; each one
and its number are committed together, so that a power cut leaves the old version or the new.
"""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from pathlib import Path
from typing import IO

from device.trouble import (
    BusyRecord,
    DamagedRecord,
    FullDisk,
    JournalTrouble,
    NewerRecord,
    SealedRecord,
)

APPLICATION_ID = 0x44696365  # "Dice": tells our file from any other SQLite file

DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What any question to a damaged file raises: what is wrong with it may itself be no text."""

ELSEWHERE = ""
"""When a match was left that was brought in: it was not played here, so nobody here knows."""

PATIENCE_S = 10.0
WRITER_PATIENCE_S = 3.0
"""How long is waited for another program that holds the record. The table waits for less, since
its one thread answers nobody meanwhile; `log import` beside it is done sooner."""

HELD = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)

TABLES = frozenset(("matches", "entries", "leavings"))

MIGRATIONS: tuple[str, ...] = (
    """
    CREATE TABLE matches (
        id TEXT PRIMARY KEY NOT NULL,
        game TEXT NOT NULL,
        players TEXT NOT NULL,
        options TEXT NOT NULL,
        position TEXT,
        started_at TEXT NOT NULL,
        program TEXT NOT NULL,
        extra TEXT NOT NULL
    ) STRICT;
    CREATE TABLE entries (
        match_id TEXT NOT NULL REFERENCES matches (id),
        seq INTEGER NOT NULL CHECK (seq >= 1),
        at TEXT NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('roll', 'choose', 'correct', 'undo')),
        seat INTEGER,
        text TEXT NOT NULL,
        reading TEXT,
        after TEXT NOT NULL,
        result TEXT,
        extra TEXT NOT NULL,
        PRIMARY KEY (match_id, seq)
    ) STRICT;
    CREATE TABLE leavings (
        match_id TEXT NOT NULL REFERENCES matches (id),
        at TEXT NOT NULL
    ) STRICT;
    CREATE TRIGGER matches_stay BEFORE UPDATE ON matches
        BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
    CREATE TRIGGER matches_are_kept BEFORE DELETE ON matches
        BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
    CREATE TRIGGER entries_stay BEFORE UPDATE ON entries
        BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
    CREATE TRIGGER entries_are_kept BEFORE DELETE ON entries
        BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
    CREATE TRIGGER leavings_stay BEFORE UPDATE ON leavings
        BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
    CREATE TRIGGER leavings_are_kept BEFORE DELETE ON leavings
        BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END;
    CREATE TRIGGER entries_follow BEFORE INSERT ON entries
        WHEN NEW.seq <> 1 + (
            SELECT COALESCE(MAX(seq), 0) FROM entries WHERE match_id = NEW.match_id
        )
        BEGIN SELECT RAISE(ABORT, 'an entry of the record is missing'); END;
    """,
    # A finished match stays on the table until it is left like any other; those of before were.
    """
    INSERT INTO leavings SELECT match_id, at FROM entries AS last
        WHERE result IS NOT NULL
        AND seq = (SELECT MAX(seq) FROM entries WHERE match_id = last.match_id);
    """,
)


def damaged(path: Path, reason: str) -> DamagedRecord:
    """Return the trouble of a record that cannot be trusted any more, with its way out."""
    return DamagedRecord(
        f"the record {path} is damaged ({reason})",
        "`dice-table log rescue`: it saves every match that can be read and begins a new record",
    )


def cannot_read(path: Path, error: Exception) -> JournalTrouble:
    """Return the trouble of a record that gives no rows: mostly it is damaged, with its way out."""
    if kind_of(error) in (*HELD, sqlite3.SQLITE_READONLY):
        return cannot_write(path, error)
    return damaged(path, str(error))


def kind_of(error: BaseException) -> int:
    """Return what SQLite says went wrong, without the detail; 0 where it says nothing."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def cannot_write(path: Path, error: Exception) -> JournalTrouble:
    """Return the trouble of a record that takes no more rows, with what to do."""
    kind, number = kind_of(error), getattr(error, "errno", None)
    if kind in HELD:
        return BusyRecord(
            f"the record {path} is held by another program",
            "close that program, such as a database browser with changes not yet written",
        )
    what = f"the record {path} cannot be written ({getattr(error, 'strerror', None) or error})"
    if kind == sqlite3.SQLITE_FULL or number in (errno.ENOSPC, errno.EDQUOT):
        return FullDisk(what, "free some space or choose another folder with --data DIR")
    # A card that gave up midway is an error of its own to SQLite, not one of the permissions.
    if (
        kind == sqlite3.SQLITE_READONLY
        or number in (errno.EROFS, errno.EACCES, errno.EPERM)
        or disk_is_read_only(path)
    ):
        return SealedRecord(
            f"the record {path} can only be read just now",
            "save a backup elsewhere and start the machine again where its card gave up, else "
            "give the folder to your user or choose another one with --data DIR",
        )
    return JournalTrouble(
        what, "look at the disk, its cable and its room, or choose another folder with --data DIR"
    )


def disk_is_read_only(path: Path) -> bool:
    """Say whether the disk of a record is one that the system only reads at the moment."""
    try:
        return bool(os.statvfs(path.parent).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def connect(path: Path, patience_s: float) -> sqlite3.Connection:
    """Return the open database, prepared, made where there is none; raises `JournalTrouble`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(
            path, timeout=patience_s, isolation_level=None, check_same_thread=False
        )
    except (OSError, sqlite3.Error) as error:
        raise cannot_write(path, error) from error
    try:
        prepare(path, database)
    except BaseException:
        database.close()
        raise
    return database


def prepare(path: Path, database: sqlite3.Connection) -> None:
    """Check that the file is ours and whole, set it up, bring it to the present version."""
    try:
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        ours = int(database.execute("PRAGMA application_id").fetchone()[0]) == APPLICATION_ID
        empty = database.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0] == 0
        if not ours and not empty:
            raise JournalTrouble(
                f"{path} is a database of some other program", "choose another folder with --data"
            )
        if version > len(MIGRATIONS):
            raise NewerRecord(
                f"the record {path} was written by a newer dice-table", "update dice-table"
            )
        found = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise damaged(path, str(found).splitlines()[0])
    except sqlite3.OperationalError as error:
        raise cannot_write(path, error) from error
    except DAMAGE as error:
        raise damaged(path, str(error)) from error
    try:
        database.execute("PRAGMA foreign_keys = ON")
        if version < len(MIGRATIONS):
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = FULL")
            for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
                database.executescript(
                    f"BEGIN IMMEDIATE; {script} PRAGMA application_id = {APPLICATION_ID};"
                    f" PRAGMA user_version = {number}; COMMIT;"
                )
        database.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error as error:
        raise cannot_write(path, error) from error


def take_lock(path: Path) -> IO[str]:
    """Take the one writer's lock beside the record; it falls with the process."""
    name = path.with_suffix(".lock")
    try:
        name.parent.mkdir(parents=True, exist_ok=True)
        lock = name.open("a+", encoding="utf-8")
    except OSError as error:
        raise cannot_write(path, error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        holder = lock.read().strip()
        lock.close()
        raise JournalTrouble(
            f"another dice-table plays with this record (process {holder or 'unknown'})",
            "use its page, stop it, or choose another folder with --data DIR",
        ) from None
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def is_taken(path: Path) -> bool:
    """Say whether another program plays with the record."""
    try:
        with path.with_suffix(".lock").open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def release(lock: IO[str] | None) -> None:
    """Let the lock go; None is no lock."""
    if lock is not None:
        lock.close()

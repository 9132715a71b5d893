"""What may keep the table from writing to its record, each for as long as a `with` lasts."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.device.evenings import Evening


@contextmanager
def held(record: Path, how: str = "BEGIN IMMEDIATE") -> Iterator[None]:
    """Another program has begun to write, or with BEGIN EXCLUSIVE lets nobody read either."""
    other = sqlite3.connect(record, isolation_level=None)
    other.execute(how)
    try:
        yield
    finally:
        other.close()


@contextmanager
def sealed(at: Evening) -> Iterator[None]:
    """SQLite refuses every write, as where the file can only be read (root may write any)."""
    at.journal._db.execute("PRAGMA query_only = ON")
    try:
        yield
    finally:
        at.journal._db.execute("PRAGMA query_only = OFF")


@contextmanager
def without_room(at: Evening) -> Iterator[None]:
    """The file may grow no more."""
    pages = at.journal._db.execute("PRAGMA page_count").fetchone()[0]
    at.journal._db.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        at.journal._db.execute("PRAGMA max_page_count = 1000000")

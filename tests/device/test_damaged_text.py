"""A byte of the record that is damaged where SQLite keeps words: always one sentence of trouble."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.backup import checked
from device.journal import Journal
from device.rescue import rescue_record
from device.trouble import Trouble
from tests.device.matches import head_for, played


def opened(path: Path) -> None:
    with Journal.open(path) as journal:
        for head, _, _ in journal.heads():
            journal.record(head.match_id)


def damaged_words(good: bytes) -> Iterator[bytes]:
    """Yield the file with one letter of its table of contents made no text, place by place."""
    end = good.rindex(b"CREATE TABLE matches", 0, 4096) + 400
    for place in range(good.index(b"CREATE TR", 0, 4096), min(end, 4096), 67):
        yield good[:place] + bytes([good[place] ^ 0x80]) + good[place + 1 :]


@pytest.mark.parametrize("asks", [checked, opened, rescue_record])
def test_no_damage_is_more_than_trouble(tmp_path: Path, asks: Callable[[Path], object]) -> None:
    path = tmp_path / "journal.sqlite3"
    with Journal.open(path, write=True) as journal:
        journal.add(played(head_for(), 12))
        journal._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    good = path.read_bytes()
    found = list(damaged_words(good))
    assert len(found) > 20
    for number, data in enumerate(found):
        copy = tmp_path / str(number) / "journal.sqlite3"
        copy.parent.mkdir()
        copy.write_bytes(data)
        with contextlib.suppress(Trouble):
            asks(copy)

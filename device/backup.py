"""The whole record as one file, and back again: safe while a game is being played.

A backup is an SQLite file by SQLite's own backup interface, so that it holds a moment and no half
entry; with stills it is a ZIP archive of that file and the pictures. A restore checks the file
first, replays every match, and keeps the record that it replaces under another name.
"""

from __future__ import annotations

import contextlib
import logging
import lzma
import re
import shutil
import sqlite3
import tempfile
import time
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from device.journal import Journal
from device.journal_file import APPLICATION_ID, DAMAGE, TABLES, release, take_lock
from device.log_format import read_log, write_log
from device.record import Record
from device.replay import replay
from device.stills import still_name
from device.trouble import (
    DamagedRecord,
    JournalTrouble,
    LogTrouble,
    NewerRecord,
    Trouble,
    cannot_be_written,
)

log = logging.getLogger(__name__)

RECORD = "journal.sqlite3"
STILLS = "stills"
UNPACKED = ".restore-"
LEFT_BEHIND_S = 3600.0
MOST_UNPACKED_BYTES = 1 << 30
MOST_PICTURE_BYTES = 4_000_000
PICTURE = re.compile(STILLS + r"/([A-Za-z0-9][A-Za-z0-9_-]{0,63})/(\d{5,9})\.jpg")
UNREADABLE = (
    OSError,
    EOFError,
    RuntimeError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
)
"""What reading a damaged archive raises, whichever way it was packed."""


class OtherDatabase(Trouble):
    """An SQLite file that is whole, but of some other program."""


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore brought: matches and stills, and where the record of before is kept."""

    matches: int
    stills: int
    kept: Path | None


def back_up(record: Path, target: Path, stills: Path | None = None) -> int:
    """Write the record, and the pictures in `stills`, to `target`; return the number of matches.

    The file appears whole or not at all. Raises Trouble where `target` exists already, cannot be
    written, or there is no record.
    """
    if not record.exists():
        raise JournalTrouble("there is no record to back up", "`dice-table play` begins one")
    if target.exists():
        raise Trouble(f"{target} exists already", "choose another name, or move it away")
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as folder:
            copy = Path(folder) / RECORD
            _copy_database(record, copy)
            with Journal.open(copy) as journal:
                matches = len(journal.heads())
            _fold(copy)
            if stills is None:
                copy.replace(target)
            else:
                archive = Path(folder) / "archive.zip"
                _pack(archive, copy, stills)
                archive.replace(target)
    except (OSError, sqlite3.Error) as error:
        raise cannot_be_written(f"the backup {target}", error, "choose another folder") from error
    return matches


def restore(source: Path, record: Path, stills: Path, *, replace: bool = False) -> Restored:
    """Make the backup `source` the record; the record of before is kept beside it.

    `replace` is needed where the present record holds matches. Raises Trouble, with nothing
    changed, for a file that is no backup, is damaged, holds a match that does not follow the
    rules, or while another program plays with the record.
    """
    with unpacked(source, record.parent) as (copy, archive):
        matches = checked(copy)
        lock = take_lock(record)
        try:
            kept = None
            if record.exists():
                if _holds_matches(record) and not replace:
                    raise JournalTrouble(
                        "the record here holds matches", "`--replace` (they are kept beside it)"
                    )
                kept = _put_aside(record)
            copy.replace(record)
        finally:
            release(lock)
        return Restored(matches, _unpack_stills(archive, stills), kept)


def _copy_database(record: Path, copy: Path) -> None:
    source = sqlite3.connect(f"file:{record}?mode=ro", uri=True, timeout=10.0)
    target = sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        target.close()
        source.close()


def _fold(copy: Path) -> None:
    """Put everything into the one file, so that no `-wal` belongs to it."""
    database = sqlite3.connect(copy)
    try:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode = DELETE")
    finally:
        database.close()


def _pack(archive: Path, copy: Path, stills: Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as made:
        made.write(copy, RECORD, zipfile.ZIP_DEFLATED)
        for picture in sorted(stills.glob("*/*.jpg")):
            with contextlib.suppress(FileNotFoundError):  # the budget may take it just now
                made.write(picture, f"{STILLS}/{picture.relative_to(stills).as_posix()}")


@contextlib.contextmanager
def unpacked(source: Path, beside: Path) -> Iterator[tuple[Path, zipfile.ZipFile | None]]:
    """Yield a copy of the backup's database beside the record, and the archive it came from."""
    try:
        beside.mkdir(parents=True, exist_ok=True)
        clear_left_behind(beside)
        with tempfile.TemporaryDirectory(dir=beside, prefix=UNPACKED) as folder:
            copy = Path(folder) / RECORD
            if zipfile.is_zipfile(source):
                with zipfile.ZipFile(source) as archive:
                    if archive.getinfo(RECORD).file_size > MOST_UNPACKED_BYTES:
                        raise Trouble("that backup is too large", "choose another one")
                    with archive.open(RECORD) as packed, copy.open("wb") as plain:
                        shutil.copyfileobj(packed, plain, 1 << 20)
                    yield copy, archive
            else:
                shutil.copyfile(source, copy)
                yield copy, None
    except (*UNREADABLE, KeyError) as error:
        raise Trouble(
            f"{source} is no backup that can be read ({getattr(error, 'strerror', None) or error})",
            "choose a file that `dice-table log backup` wrote",
        ) from error


def clear_left_behind(beside: Path) -> None:
    """Remove what restores had unpacked when the power went; one at work is younger."""
    oldest = time.time() - LEFT_BEHIND_S
    for folder in beside.glob(f"{UNPACKED}*"):
        with contextlib.suppress(OSError):
            if folder.stat().st_mtime < oldest:
                shutil.rmtree(folder)


def checked(copy: Path) -> int:
    """Return the number of matches of a backup; raises Trouble where one is not in order."""
    with copy.open("rb") as file:
        head = file.read(16)
    if not head.startswith(b"SQLite format 3"):
        raise Trouble("that file is no backup", "choose a file that `dice-table log backup` wrote")
    if not _is_ours(copy):
        raise OtherDatabase(
            "this is an SQLite file, but not a dice-table backup",
            "choose a file that `dice-table log backup` wrote",
        )
    try:
        # What a look at the record says of itself is meant for the record here: the folder of the
        # copy is gone in a moment, and `log rescue` would put a record aside that is whole.
        with Journal.open(copy) as journal:
            heads = journal.heads()
            for head_of_match, _, _ in heads:
                whole = journal.record(head_of_match.match_id)
                if whole is not None:
                    _follow(whole)
    except NewerRecord as error:
        raise NewerRecord("a newer dice-table wrote that backup", error.remedy) from error
    except DamagedRecord as error:
        raise JournalTrouble(
            f"that backup is damaged ({error.__cause__ or 'it does not hold together'})",
            "choose another backup",
        ) from error
    except (
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        RecursionError,
    ) as error:  # what damage makes of JSON
        raise JournalTrouble(
            f"that backup is damaged ({error})", "choose another backup"
        ) from error
    _fold(copy)
    return len(heads)


def _is_ours(copy: Path) -> bool:
    """Say whether a database is one of ours by its mark and its tables; a damaged one may be."""
    database = sqlite3.connect(f"file:{copy}?mode=ro", uri=True)
    try:
        (mark,) = database.execute("PRAGMA application_id").fetchone()
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    except DAMAGE:
        return True
    finally:
        database.close()
    return mark == APPLICATION_ID and tables >= TABLES


def _follow(record: Record) -> None:
    """Raise JournalTrouble for a match that no log could hold or that breaks the rules."""
    name = record.head.match_id[:8]
    try:
        read_log(write_log(record))
    except LogTrouble as trouble:
        raise JournalTrouble(
            f"match {name} of that backup is damaged: {trouble.what}", "choose another backup"
        ) from trouble
    fault = replay(record).fault
    if fault is not None:
        raise JournalTrouble(
            f"match {name} of that backup does not follow the rules: row {fault.seq}: "
            f"{fault.reason}",
            "choose another backup",
        )


def _holds_matches(record: Path) -> bool:
    try:
        with Journal.open(record) as journal:
            return bool(journal.heads())
    except JournalTrouble:
        return True  # damaged: it may hold something, so it is not thrown away unasked


def _put_aside(record: Path) -> Path:
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%f")[:-3]
    kept = record.with_name(f"{record.stem}.before-{stamp}{record.suffix}")
    for ending in ("-wal", "-shm", ""):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{record}{ending}").rename(f"{kept}{ending}")
    return kept


def pictures(archive: zipfile.ZipFile) -> Iterator[tuple[str, int, zipfile.ZipInfo]]:
    """Yield (match id, seq, file) of each picture of a backup."""
    for info in archive.infolist():
        found = PICTURE.fullmatch(info.filename)
        if found is not None and info.file_size <= MOST_PICTURE_BYTES:
            yield found[1], int(found[2]), info


def picture(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes | None:
    """Return a picture of a backup; None where it is damaged, which harms no match."""
    try:
        return archive.read(info)
    except UNREADABLE as error:
        log.error("the picture %s of a backup is damaged: %s", info.filename, error)
        return None


def _unpack_stills(archive: zipfile.ZipFile | None, stills: Path) -> int:
    """Write the pictures of an archive that are not there; return how many."""
    if archive is None:
        return 0
    written = 0
    for match_id, seq, info in pictures(archive):
        target = stills / still_name(match_id, seq)
        if target.exists():
            continue
        jpeg = picture(archive, info)
        if jpeg is None:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(jpeg)
        written += 1
    return written

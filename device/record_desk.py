"""What the page asks of the record: a match in another format, an import, stills, statistics.

Everything that touches the journal is called on the table's thread; what takes long (checking an
import, writing a transcript) is done on the thread that asks.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from device.backup import OtherDatabase, back_up, checked, picture, pictures, unpacked
from device.exports import export_as
from device.figures_cache import Counter, FiguresCache
from device.journal import Journal, Merged
from device.journal_file import kind_of
from device.log_format import read_log
from device.record import Head, Record, Result
from device.replay import checked_record
from device.statistics import Tally
from device.stills import Stills, still_name
from device.trouble import (
    ForeignLog,
    FullDisk,
    JournalTrouble,
    LogTrouble,
    NewerLog,
    NewerRecord,
    Trouble,
)
from rules.game import Message
from web.port import ExportKind, Reply, Statistics

log = logging.getLogger(__name__)

FOREIGN = Message(
    "log-foreign", "That is no log of dice-table: choose a file that was downloaded as one."
)
NEWER = Message("log-newer", "That log was written by a newer dice-table: update this one first.")
KNOWN_ALREADY = Message("log-known", "That match is in the record already; nothing was changed.")
UNFINISHED = Message(
    "export-unfinished", "Only a finished match can go to BG Stats: choose another format."
)


RESTORING_ALREADY = Message("restoring", "A backup is being brought back just now: wait for it.")
BACKUP_FOREIGN = Message(
    "backup-foreign", "That is no backup of dice-table that can be read; nothing was changed."
)
BACKUP_OTHER = Message(
    "backup-other", "That is an SQLite file, but no backup of dice-table; nothing was changed."
)
BACKUP_NEWER = Message(
    "backup-newer", "That backup was written by a newer dice-table: update this one first."
)
BACKUP_WRONG = Message(
    "backup-wrong",
    "That backup is damaged or holds a match that does not follow the rules; nothing was changed.",
)
RESTORE_FAILED = Message(
    "restore-failed",
    "The backup could not be brought back as a whole; nothing that is here was changed. Try again.",
)
AT_ONCE = 16
"""Matches that are stored by one transaction: the table goes on between two of them."""

Ask = Callable[[Callable[[], Any]], Any]


class RecordDesk:
    """The record as people use it, beside the table that is playing."""

    def __init__(self, journal: Journal, stills: Stills) -> None:
        """Keep the figures beside the record, in a folder that may be thrown away."""
        folder = figures_folder(journal.path)
        self._journal = journal
        self._stills = stills
        self._backing_up = threading.Lock()
        self._restoring = threading.Lock()
        self._figures = FiguresCache(folder)
        self._counter = Counter(journal.path, folder)

    def close(self) -> None:
        """End what works in the background."""
        self._counter.stop()

    def written(self, record: Record, kind: ExportKind, language: str) -> str | Message:
        """Return a match in one of the formats, or why that cannot be."""
        try:
            return export_as(record, kind, language)
        except LogTrouble:
            return UNFINISHED

    def checked(self, text: str) -> Record | Reply:
        """Return the match that a log holds once it follows the rules, or the refusal."""
        try:
            record = checked_record(read_log(text))
        except LogTrouble as trouble:
            return Reply(False, "unreadable", refusal(trouble))
        return record

    def add(self, record: Record) -> Reply:
        """Add a checked match; raises JournalTrouble when it cannot be written."""
        if self._journal.record(record.head.match_id) is not None:
            return Reply(False, "refused", KNOWN_ALREADY)
        self._journal.add(record)
        players = ", ".join(record.head.players)
        return Reply(True, "", Message("log-added", "Added the match of {names}.", "",
                                       (("names", players),)))  # fmt: skip

    def backup(self) -> bytes | Message | None:
        """Return the record as one SQLite file, whole, or what keeps it from being made.

        None where another one is being made, or for a reason that only the log tells.
        """
        if not self._backing_up.acquire(blocking=False):
            return None
        try:
            with tempfile.TemporaryDirectory(prefix="dice-table-") as folder:
                file = Path(folder) / "backup.sqlite3"
                back_up(self._journal.path, file)
                return file.read_bytes()
        except (Trouble, OSError) as error:
            log.error("no backup could be made: %s", error)
            return no_room(temporary_folder()) if lacks_room(error) else None
        finally:
            self._backing_up.release()

    def restore(self, backup: Path, ask: Ask, on_the_table: Callable[[], str | None]) -> Reply:
        """Add what a backup holds and the record lacks, once every match of it was replayed.

        `ask` lets the table's thread, the one writer, answer; it may be playing meanwhile. The
        match `on_the_table` stays as it is. What was stored when the power went stays stored, and
        the same backup brings the rest.
        """
        if not self._restoring.acquire(blocking=False):
            return Reply(False, "refused", RESTORING_ALREADY)
        try:
            with unpacked(backup, self._journal.path.parent) as (copy, archive):
                try:
                    checked(copy)
                except JournalTrouble as trouble:
                    log.error("a backup was refused: %s", trouble)
                    newer = isinstance(trouble, NewerRecord)
                    return Reply(False, "unreadable", BACKUP_NEWER if newer else BACKUP_WRONG)
                merged = Merged(0, 0, 0, 0)
                with Journal.open(copy) as theirs:
                    for some in batched(whole(theirs), AT_ONCE):
                        done = ask(partial(self._merge, some, on_the_table))
                        if done is None:
                            return Reply(False, "refused", RESTORE_FAILED)
                        merged += done
                seen = 0
                if archive is not None:
                    seen = self._bring_pictures(archive, ask, on_the_table)
        except Trouble as trouble:
            log.error("a backup was refused: %s", trouble)
            other = isinstance(trouble, OtherDatabase)
            return Reply(False, "unreadable", BACKUP_OTHER if other else BACKUP_FOREIGN)
        except OSError as error:
            log.error("a backup could not be restored: %s", error)
            return Reply(False, "refused", RESTORE_FAILED)
        finally:
            self._restoring.release()
        return Reply(True, "", restored(merged, seen))

    def _merge(self, some: list[Record], on_the_table: Callable[[], str | None]) -> Merged:
        return self._journal.merge(some, on_the_table())

    def _bring_pictures(
        self, archive: ZipFile, ask: Ask, on_the_table: Callable[[], str | None]
    ) -> int:
        """Keep the pictures that the entries name and that are not here, as far as they fit."""
        written = 0
        for match_id, seq, info in pictures(archive):
            if match_id == on_the_table():
                continue
            name = still_name(match_id, seq)
            wanted = ask(partial(self._journal.photo, match_id, seq)) == name
            if not wanted or self._stills.load(name) is not None:
                continue
            if not self._stills.has_room(info.file_size):
                break
            jpeg = picture(archive, info)
            if jpeg is None:
                continue
            written += ask(partial(self._stills.save, match_id, seq, jpeg)) is not None
        return written

    def still(self, name: str) -> bytes | None:
        """Return a kept still; None when the budget has taken it."""
        return self._stills.load(name)

    def statistics(self, heads: Sequence[tuple[Head, Result | None, int]]) -> Statistics:
        """Return what is known of these matches; the rest is worked out in the background."""
        tally = Tally()
        for head, result, entries in heads:
            tally.add(self._figures.get(head.match_id), entries, result is not None)
        if tally.pending:
            self._counter.wake()
        return tally.statistics()


def lacks_room(error: Exception) -> bool:
    """Say whether a copy could not be written because its folder takes nothing more."""
    cause = error.__cause__ or error
    kinds = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY)
    numbers = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.ENOENT, errno.EACCES)
    if isinstance(error, FullDisk) or kind_of(cause) in kinds:
        return True
    return isinstance(cause, OSError) and cause.errno in numbers


def temporary_folder() -> str:
    """Return where copies are made; where no folder takes a file, the one that is wanted."""
    try:
        return tempfile.gettempdir()
    except OSError:
        return os.environ.get("TMPDIR") or "/tmp"


def no_room(folder: str) -> Message:
    """Return what is to be done where a backup has no room to be made in."""
    return Message(
        "backup-no-room",
        "A backup is made in the folder {folder} first, which takes no more: free some space "
        "there, then try again.",
        "",
        (("folder", folder),),
    )


def batched(records: Iterator[Record], size: int) -> Iterator[list[Record]]:
    """Yield lists of at most `size` records."""
    while some := list(islice(records, size)):
        yield some


def whole(journal: Journal) -> Iterator[Record]:
    """Yield every match of a journal, the oldest first, one at a time."""
    for head, _, _ in reversed(journal.heads()):
        record = journal.record(head.match_id)
        if record is not None:
            yield record


def restored(merged: Merged, seen: int) -> Message:
    """Return what a restore brought."""
    fields: tuple[tuple[str, int], ...] = (
        ("added", merged.added),
        ("continued", merged.continued),
        ("known", merged.known),
        ("different", merged.different),
        ("pictures", seen),
    )
    told = (
        (True, "Matches added: {added}."),
        (True, "Already here: {known}."),
        (merged.continued, "Gone on with: {continued}."),
        (merged.different, "Here in another form and left as they are: {different}."),
        (seen, "Pictures: {pictures}."),
    )
    return Message("restored", " ".join(text for told_so, text in told if told_so), "", fields)


def figures_folder(record: Path) -> Path:
    """Return the folder of the figures that belong to a record."""
    return record.parent / "cache" / "figures"


def refusal(trouble: LogTrouble) -> Message:
    """Return why a log was refused, the line that is to blame included."""
    if isinstance(trouble, NewerLog):
        return NEWER
    if isinstance(trouble, ForeignLog) or not trouble.line:
        return FOREIGN
    return Message(
        "log-wrong",
        "Line {line} of that log is wrong; nothing was added. "
        "On the machine itself `dice-table log verify FILE` says more.",
        "",
        (("line", trouble.line),),
    )

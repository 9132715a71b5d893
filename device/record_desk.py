"""What the page asks of the record: a match in another format, an import, stills, statistics.

Everything that touches the journal is called on the table's thread; what takes long (checking an
import, writing a transcript) is done on the thread that asks.
"""

from __future__ import annotations

import logging
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from device.backup import back_up
from device.exports import export_as
from device.figures_cache import Counter, FiguresCache
from device.journal import Journal
from device.log_format import read_log
from device.record import Head, Record, Result
from device.replay import verify_log
from device.statistics import together
from device.stills import Stills
from device.trouble import LogTrouble, Trouble
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


class RecordDesk:
    """The record as people use it, beside the table that is playing."""

    def __init__(self, journal: Journal, stills: Stills) -> None:
        """Keep the figures beside the record, in a folder that may be thrown away."""
        folder = figures_folder(journal.path)
        self._journal = journal
        self._stills = stills
        self._backing_up = threading.Lock()
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
            log = read_log(text)
            verify_log(log)
        except LogTrouble as trouble:
            return Reply(False, "unreadable", refusal(trouble))
        return log.record

    def add(self, record: Record) -> Reply:
        """Add a checked match; raises JournalTrouble when it cannot be written."""
        if self._journal.record(record.head.match_id) is not None:
            return Reply(False, "refused", KNOWN_ALREADY)
        self._journal.add(record)
        players = ", ".join(record.head.players)
        return Reply(True, "", Message("log-added", "Added the match of {names}.", "",
                                       (("names", players),)))  # fmt: skip

    def backup(self) -> bytes | None:
        """Return the record as one SQLite file; None where that fails or one is being made."""
        if not self._backing_up.acquire(blocking=False):
            return None
        try:
            with tempfile.TemporaryDirectory(prefix="dice-table-") as folder:
                file = Path(folder) / "backup.sqlite3"
                back_up(self._journal.path, file)
                return file.read_bytes()
        except (Trouble, OSError) as error:
            log.error("no backup could be made: %s", error)
            return None
        finally:
            self._backing_up.release()

    def still(self, name: str) -> bytes | None:
        """Return a kept still; None when the budget has taken it."""
        return self._stills.load(name)

    def statistics(self, heads: Sequence[tuple[Head, Result | None, int]]) -> Statistics:
        """Return what is known of these matches; the rest is counted in the background."""
        known, missing = self._figures.known((head.match_id, count) for head, _, count in heads)
        if missing:
            self._counter.wake()
        return together(known, missing)


def figures_folder(record: Path) -> Path:
    """Return the folder of the figures that belong to a record."""
    return record.parent / "cache" / "figures"


def refusal(trouble: LogTrouble) -> Message:
    """Return why a log was refused, the line that is to blame included."""
    if "newer dice-table" in trouble.what:
        return NEWER
    if "no dice-table log" in trouble.what or not trouble.line:
        return FOREIGN
    what = trouble.what.removeprefix(f"line {trouble.line}: ")
    return Message(
        "log-wrong",
        "Line {line} of that log is wrong: {what}. Nothing was added.",
        "",
        (("line", trouble.line), ("what", what)),
    )

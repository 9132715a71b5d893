"""Backups that a command hands to the table that is playing: only that may write so much at once.

The command puts a copy into the folder `restore` of the data folder, whole or not at all; the
table brings it back and lays its answer beside it. A backup that lies there when the power goes
is brought back at the next start, and what is there already is not added twice.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import shutil
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from device.backup import clear_left_behind
from device.trouble import JournalTrouble, cannot_be_written
from web.port import Reply

log = logging.getLogger(__name__)

FOLDER = "restore"
LOOK_S = 0.5
FAILED = "Bringing that backup back failed: the log of the program that plays says why."
_BACKUP, _ANSWER, _PART = ".backup", ".answer", ".part"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the table did with a backup, in one English sentence or two."""

    ok: bool
    says: str


class Letterbox:
    """Looks for backups that were handed over, on a thread of its own, until it is closed."""

    def __init__(self, data: Path, restore: Callable[[Path], Reply]) -> None:
        """Bring back what is put into the data folder by `restore`, one backup at a time."""
        self._folder = data / FOLDER
        self._restore = restore
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="letterbox", daemon=True)

    def start(self) -> Letterbox:
        """Make the folder and begin to look."""
        with contextlib.suppress(OSError):  # then nothing can be handed over, and the game goes on
            self._folder.mkdir(parents=True, exist_ok=True)
            for ending in (_PART, _ANSWER):  # of a command that ended before us
                for left in self._folder.glob(f"*{ending}"):
                    left.unlink(missing_ok=True)
        clear_left_behind(self._folder.parent)
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop looking; a backup that is just being brought back is stored to its end."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(timeout=30.0)

    def _run(self) -> None:
        while not self._closed.wait(LOOK_S):
            try:
                self.empty()
            except Exception:  # the next backup must find an ear
                log.exception("a backup that was handed over could not be taken")

    def empty(self) -> None:
        """Bring back every backup that lies there."""
        for backup in sorted(self._folder.glob(f"*{_BACKUP}")):
            try:
                reply = self._restore(backup)
                done, said = reply.ok, "" if reply.message is None else reply.message.sentence()
            except Exception:  # whoever waits is told
                log.exception("a backup that was handed over failed")
                done, said = False, FAILED
            answer = backup.with_suffix(_ANSWER)
            half = backup.with_suffix(_PART)
            half.write_text(json.dumps({"ok": done, "says": said}), encoding="utf-8")
            half.replace(answer)
            backup.unlink(missing_ok=True)


def hand_over(
    source: Path, data: Path, plays: Callable[[], bool], patience_s: float = 900.0
) -> Answer:
    """Give a backup to the table that plays with the record in `data`; return its answer.

    Raises JournalTrouble where the table takes none or stops before it answered; the backup is
    taken back then.
    """
    folder = data / FOLDER
    if not folder.is_dir():
        raise JournalTrouble(
            "the dice-table that plays with this record takes no backup", "stop it, then try again"
        )
    backup = folder / f"{uuid.uuid4().hex}{_BACKUP}"
    half, answer = backup.with_suffix(_PART), backup.with_suffix(_ANSWER)
    try:
        with source.open("rb") as given, half.open("xb") as copy:
            shutil.copyfileobj(given, copy, 1 << 20)
            copy.flush()
            os.fsync(copy.fileno())
        half.replace(backup)
    except OSError as error:
        half.unlink(missing_ok=True)
        raise cannot_be_written(f"the folder {folder}", error, "free some space") from error
    try:
        return _answered(answer, plays, patience_s)
    finally:
        for file in (backup, answer):
            file.unlink(missing_ok=True)


def _answered(answer: Path, plays: Callable[[], bool], patience_s: float) -> Answer:
    end = time.monotonic() + patience_s
    while True:
        goes_on = plays() and time.monotonic() < end  # asked before the last look
        if answer.exists():
            read = json.loads(answer.read_text(encoding="utf-8"))
            return Answer(bool(read["ok"]), str(read["says"]))
        if not goes_on:
            raise JournalTrouble(
                "the dice-table that played did not answer",
                "try again: what was brought back already is not added twice",
            )
        time.sleep(LOOK_S / 2)

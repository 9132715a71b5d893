"""The table: one thread owns the match; pages, buttons and the camera put messages in its queue.

It fulfils `web.port.TablePort`. A command is answered only after its entry is on the disk. What
the camera sees goes through the pure referee; what is pressed goes straight to the rules.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from device import sentences
from device.dice_sets import Dice, Switch, UsualDice
from device.freshness import Glimpse
from device.hand_kept import HandKept
from device.journal import Journal
from device.lasting_number import lasting_number
from device.log_format import write_log
from device.record_desk import RecordDesk
from device.referee import Seen
from device.sitting import Sitting
from device.stills import Stills
from device.trouble import Trouble
from device.views import match_row
from rules.game import Message
from web.port import CameraState, Command, ExportKind, MatchRow, Reply, Snapshot, Statistics

log = logging.getLogger(__name__)

ANSWER_S = 20.0
RESTORE_S = 300.0  # on a card that writes slowly, beside a busy table

Listener = Callable[[Snapshot], None]


@dataclass(frozen=True, slots=True)
class Look:
    """The camera's message: what lies at rest, and its JPEG where it is a new still."""

    seen: Seen
    jpeg: bytes | None = None


@dataclass(frozen=True, slots=True)
class CameraNews:
    """The camera's state has changed."""

    state: CameraState
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Emptied:
    """The recording went on to another throw: nothing lay there in between."""


@dataclass(frozen=True, slots=True)
class ReadAgain:
    """UNDO was held: the dice of the last roll, still lying there, are to be read once more."""


@dataclass(frozen=True, slots=True)
class Renew:
    """Something that the pages show beside the table has changed: they are to have it at once."""


class Table:
    """The one writer. `start` runs its thread, `stop` ends it after what is in the queue."""

    def __init__(
        self,
        journal: Journal,
        stills: Stills,
        *,
        program: str,
        camera_kind: str = "none",
        listeners: Sequence[Listener] = (),
        dice: Dice | None = None,
        profile: str = "",
        hand_kept: HandKept | None = None,
    ) -> None:
        """Take up the match that lay on the table last; `trouble` says why that failed.

        `camera_kind` is `none` where people type their dice. `listeners` get every snapshot, on
        the table's thread. `dice` are those that it was taught; `profile` names the ones that are
        read from the beginning. `hand_kept` remembers over a restart who throws the dice.
        """
        self._journal = journal
        self._dice = dice or UsualDice()
        self._desk = RecordDesk(journal, stills)
        # Revisions grow over restarts too: a page from before one must not seem to be newer.
        revision = lasting_number()
        self._sitting = Sitting(
            journal,
            stills,
            program=program,
            camera_kind=camera_kind,
            revision=revision,
            profile=profile,
            hand_kept=hand_kept,
        )
        self._snapshot = self._sitting.snapshot(revision)
        self._glimpse = Glimpse(revision)
        self._listeners = list(listeners)
        self._takes: Callable[[Command], bool] = lambda command: False
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)

    @property
    def trouble(self) -> str:
        """Why the last match could not be taken up; empty when all is well."""
        return self._sitting.trouble

    def start(self) -> Table:
        """Start the thread that owns the match."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Work off the queue, stop the thread and close the journal."""
        self._stopped.set()
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=30.0)
        self._desk.close()
        self._journal.close()

    def listen(self, listener: Listener) -> None:
        """Let `listener` have every later snapshot, on the table's thread."""
        self._listeners.append(listener)

    def snapshot(self) -> Snapshot:
        """Return the present state at once."""
        return self._snapshot

    def wait(self, revision: int, timeout_s: float) -> Snapshot | None:
        """Block until the revision is newer than `revision`; None when the time is over."""
        with self._changed:
            self._changed.wait_for(lambda: self._snapshot.revision > revision, timeout_s)
            return self._snapshot if self._snapshot.revision > revision else None

    def submit(self, command: Command) -> Reply:
        """Hand a command to the one writer and wait for what became of it."""
        switch: Switch | None = None
        if command.kind == "start" and "profile" in command.data:
            name = str(command.data["profile"] or "")
            try:
                switch = self._dice.ready(name)  # takes seconds: not on the table's thread
            except Trouble as trouble:
                log.error("%s", trouble)
                gone = name not in self._dice.names()
                said = sentences.dice_gone(name) if gone else sentences.dice_fail(name)
                return Reply(False, "refused", said)
        answer = self._ask(lambda: self._sitting.obey(command, self._snapshot.revision, switch))
        if isinstance(answer, Reply):
            return answer
        return Reply(False, "refused", sentences.NO_ANSWER)

    def renew(self) -> None:
        """Publish the present state anew: what the pages show beside it has changed."""
        self._inbox.put(Renew())

    def dice_sets(self) -> Sequence[str]:
        """Return the names of the dice that this table was taught."""
        return tuple(self._dice.names())

    @property
    def dice_in_play(self) -> str:
        """The dice that the match in play was begun with, else those from the beginning."""
        return self._sitting.dice

    def lose_dice(self) -> None:
        """Say that the dice of the match in play are not here; before the table is started."""
        self._sitting.lose_dice()
        self._publish()

    def still(self, still_id: int) -> bytes | None:
        """Return a kept still as JPEG, or None when it is gone."""
        return self._sitting.looking.still(still_id)

    def matches(self) -> Sequence[MatchRow]:
        """Return the recorded matches, newest first."""
        rows = self._ask(self._journal.heads)
        return [match_row(head, result) for head, result, _ in rows or ()]

    def export(self, match_id: str) -> str | None:
        """Return a match as NDJSON, or None when there is none."""
        record = self._ask(lambda: self._journal.record(match_id))
        return None if record is None else write_log(record)

    def export_as(self, match_id: str, kind: ExportKind, language: str) -> str | Message | None:
        """Return a match in another format, why that cannot be, or None when there is none."""
        record = self._ask(lambda: self._journal.record(match_id))
        return None if record is None else self._desk.written(record, kind, language)

    def bring_in(self, log: str) -> Reply:
        """Add a match from its NDJSON after checking it; a refusal names the line."""
        checked = self._desk.checked(log)
        if isinstance(checked, Reply):
            return checked
        answer = self._ask(lambda: self._desk.add(checked))
        return answer if isinstance(answer, Reply) else Reply(False, "refused", sentences.NO_ANSWER)

    def backup(self) -> bytes | Message | None:
        """Return the whole record as one file, or why there is none; None: the log tells."""
        return self._desk.backup()

    def restore(self, backup: Path) -> Reply:
        """Add what a backup holds and the record lacks; the match on the table stays as it is."""

        def patient(question: Callable[[], Any]) -> Any:
            return self._ask(question, RESTORE_S)

        return self._desk.restore(backup, patient, lambda: self._sitting.match_id)

    def recorded_still(self, match_id: str, seq: int) -> bytes | None:
        """Return the still of an entry as JPEG, or None when none was kept."""
        name = self._ask(lambda: self._journal.photo(match_id, seq))
        return None if name is None else self._desk.still(name)

    def statistics(self, game: str = "") -> Statistics:
        """Return what is known at once of all matches, or of those of one game."""
        heads = self._ask(self._journal.heads) or ()
        return self._desk.statistics([one for one in heads if game in ("", one[0].game)])

    def tell(self, message: Look | CameraNews | Emptied | ReadAgain | Command) -> None:
        """Put a message of the camera or a button in the queue without waiting."""
        self._inbox.put(message)

    def let_take(self, takes: Callable[[Command], bool]) -> None:
        """Ask `takes` first, on the table's thread, whether a button is for somebody else."""
        self._takes = takes

    def settle(self) -> None:
        """Wait until everything that was told so far has been worked off."""
        self._ask(lambda: None)

    def answers(self) -> bool:
        """Say whether the table's thread still works off its queue (asked by the watchdog)."""
        return self._ask(lambda: True) is True

    def _ask(self, question: Callable[[], Any], patience_s: float | None = None) -> Any:
        """Let the table's thread answer; None when it fails or the table has stopped."""
        answer: Future[Any] = Future()
        if self._stopped.is_set():
            return None
        self._inbox.put((question, answer))
        try:
            return answer.result(timeout=ANSWER_S if patience_s is None else patience_s)
        except TimeoutError:
            answer.cancel()  # who was told to try again must not have it done as well
            return None
        except Trouble as trouble:
            log.error("%s", trouble)
            return None

    def _run(self) -> None:
        while (message := self._inbox.get()) is not None:
            try:
                self._handle(message)
            except Exception:  # one bad message must not end the game
                log.exception("a message to the table failed: %r", message)

    def _handle(self, message: Any) -> None:
        if isinstance(message, tuple):
            question, answer = message
            if not answer.set_running_or_notify_cancel():
                return
            try:
                given = question()
            except Exception as error:
                answer.set_exception(error)
            else:
                self._publish()  # before the answer: who asked may look at the snapshot next
                answer.set_result(given)
            return
        if isinstance(message, Look):
            self._sitting.look(message.seen, message.jpeg)
        elif isinstance(message, CameraNews):
            self._sitting.looking.news(message.state, message.detail)
        elif isinstance(message, Emptied):
            self._sitting.looking.emptied()
        elif isinstance(message, ReadAgain):
            self._sitting.read_again()
        elif isinstance(message, Command) and not self._takes(message):
            seen = self._glimpse.seen(time.monotonic())
            self._sitting.press(message, self._snapshot.revision, seen)
        self._publish(anew=isinstance(message, Renew))

    def _publish(self, anew: bool = False) -> None:
        """Show the new state, if anything that can be seen has changed, or `anew`."""
        shown = self._snapshot
        made = self._sitting.snapshot(shown.revision + 1)
        if not anew and replace(made, revision=shown.revision) == shown:
            self._sitting.expect(shown.revision + 1)
            return
        with self._changed:
            self._snapshot = made
            self._changed.notify_all()
        self._glimpse.show(made.revision, time.monotonic())
        for listener in tuple(self._listeners):
            try:
                listener(made)
            except Exception:  # a broken lamp never loses a game
                log.exception("a listener failed")

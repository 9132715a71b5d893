"""A table to test with: a journal in a folder, a queue, and looks that say what lies there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from device.dice_sets import Dice
from device.hand_kept import HandKept
from device.journal import Journal
from device.referee import Seen
from device.shelf import FileShelf
from device.stills import Stills
from device.table import Look, Table
from vision.observation import Observation
from web.port import Command, CommandKind, Reply, Snapshot

JPEG = b"\xff\xd8 a still \xff\xd9"


class Evening:
    """A running table and the page that presses on it."""

    def __init__(self, folder: Path, camera_kind: str = "none", dice: Dice | None = None) -> None:
        self.folder = folder
        self.journal = Journal.open(folder / "journal.sqlite3", write=True)
        stills = Stills(folder / "stills", 10_000_000)
        self.table = Table(
            self.journal,
            stills,
            program="0.1.0",
            camera_kind=camera_kind,
            dice=dice,
            hand_kept=HandKept(FileShelf(folder / "shelf")),
        ).start()
        self.at_s = 0.0

    def press(
        self, kind: CommandKind, seat: int | None = None, seen: int | None = None, **data: Any
    ) -> Reply:
        """Press, having seen the present page (or the revision `seen`)."""
        revision = self.table.snapshot().revision if seen is None else seen
        return self.table.submit(Command(kind, seat, data, revision))

    def must(self, kind: CommandKind, seat: int | None = None, **data: Any) -> Snapshot:
        """Press something that must work; returns the page after it."""
        reply = self.press(kind, seat, **data)
        assert reply.ok, reply
        return self.table.snapshot()

    def start(self, game: str = "pickomino", players: tuple[str, ...] = ("Ann", "Bo"),
              **options: Any) -> Snapshot:  # fmt: skip
        return self.must("start", game=game, players=list(players), options=options)

    def look(
        self, observation: Observation, moved: bool = True, after_s: float = 0.5, new: bool = True
    ) -> Snapshot:
        """Let the camera see something at rest, and return the page once it was looked at."""
        self.at_s += after_s
        self.table.tell(Look(Seen(observation, self.at_s, moved), JPEG if new else None))
        self.table.settle()
        return self.table.snapshot()

    @property
    def page(self) -> Snapshot:
        """The present page."""
        return self.table.snapshot()

    def entries(self) -> list[str]:
        """The entries of the match in play, as the record has them."""
        match = self.page.match
        assert match is not None
        record = self.journal.record(match.match_id)
        assert record is not None
        return [
            entry.choice or " ".join((entry.kind, "".join(entry.dice))).strip()
            for entry in record.entries
        ]


@contextmanager
def evening(folder: Path, camera_kind: str = "none", dice: Dice | None = None) -> Iterator[Evening]:
    """An evening that is ended tidily."""
    made = Evening(folder, camera_kind, dice)
    try:
        yield made
    finally:
        made.table.stop()


def wait_until(true: Any, timeout_s: float = 20.0) -> None:
    """Wait until `true()` holds."""
    until = time.monotonic() + timeout_s
    while not true():
        assert time.monotonic() < until, "it never came true"
        time.sleep(0.01)

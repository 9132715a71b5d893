"""The figures of every match, worked out once and kept in a folder that may be thrown away.

One small JSON file a match, good for the number of entries that it names (`"figures": null`: the
match does not follow the rules). What is missing is
worked out by a program of its own at the lowest priority, so that the table never waits:
`python -m device.figures_cache RECORD FOLDER`.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from dataclasses import asdict
from pathlib import Path
from typing import Any

from device.journal import Journal
from device.match_figures import MatchFigures, SeatFigures, figures_of
from device.record import Record
from device.statistics import Known, Tally
from device.trouble import Trouble
from rules.game import RulesError

VERSION = 7
"""Grows when figures are counted in another way: the files of before are then no good."""

END_S = 5.0
"""How long the program that counts, which comes last on a busy machine, may take to end by itself;
lamps and page are still waiting for their own end then."""


class FiguresCache:
    """A folder of figures by match."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; it is created by the first `put`."""
        self._folder = folder

    def get(self, match_id: str) -> Known | None:
        """Return what is known of a match, perhaps from some entries ago; None: nothing."""
        try:
            kept = json.loads(self._path(match_id).read_text(encoding="utf-8"))
            if kept["version"] != VERSION:
                return None
            figures = kept["figures"]
            return Known(int(kept["entries"]), None if figures is None else _figures(figures))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, match_id: str, known: Known) -> None:
        """Keep figures, whole or not at all; a full disk only costs the time to count again."""
        path = self._path(match_id)
        half = path.with_suffix(f".{os.getpid()}.part")
        figures = None if known.figures is None else asdict(known.figures)
        document = {"version": VERSION, "entries": known.entries, "figures": figures}
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            half.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
            half.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                half.unlink()

    def count(self, record: Record) -> Known:
        """Work out the figures of a record and keep them."""
        try:
            known = Known(len(record.entries), figures_of(record))
        except RulesError:
            known = Known(len(record.entries), None)
        self.put(record.head.match_id, known)
        return known

    def _path(self, match_id: str) -> Path:
        name = "".join(letter for letter in match_id if letter.isalnum() or letter == "-")
        return self._folder / f"{name}.json"


class Counter:
    """Starts the program that works out what is missing, one at a time."""

    def __init__(self, record: Path, folder: Path) -> None:
        """Name the record and the folder of its figures."""
        # -P: a folder `device` where the user stands is not ours.
        self._words = [sys.executable, "-P", "-m", "device.figures_cache", str(record), str(folder)]
        self._running: subprocess.Popen[bytes] | None = None
        self._starting = threading.Lock()
        self._ended = False

    def wake(self) -> None:
        """Start it where it does not run already; several pages may ask at once."""
        root = str(Path(__file__).resolve().parents[1])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
        with self._starting, contextlib.suppress(OSError):
            if self._ended or (self._running is not None and self._running.poll() is None):
                return
            self._running = subprocess.Popen(
                self._words,
                env={**os.environ, "PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def stop(self) -> None:
        """End it for good; what it has worked out is kept."""
        with self._starting:
            self._ended = True
        if self._running is None:
            return
        self._running.terminate()
        try:
            self._running.wait(timeout=END_S)
        except subprocess.TimeoutExpired:
            self._running.kill()
            self._running.wait()


def count_all(record: Path, folder: Path, game: str = "") -> Tally:
    """Count every match of a record, or those of one game, and work out what is missing."""
    cache = FiguresCache(folder)
    tally = Tally()
    with Journal.open(record) as journal:
        for head, result, entries in journal.heads():
            if not entries or game not in ("", head.game):
                continue
            known = cache.get(head.match_id)
            if known is None or known.entries != entries:
                whole = journal.record(head.match_id)
                if whole is None:
                    continue
                known = cache.count(whole)
                entries = known.entries  # a match in play may have gone on meanwhile
            tally.add(known, entries, result is not None)
    return tally


def _figures(kept: dict[str, Any]) -> MatchFigures:
    return MatchFigures(
        **{
            **kept,
            "players": tuple(kept["players"]),
            "scores": tuple(kept["scores"]),
            "winners": tuple(kept["winners"]),
            "seats": tuple(SeatFigures(**seat) for seat in kept["seats"]),
        }
    )


if __name__ == "__main__":
    os.nice(19)
    with contextlib.suppress(Trouble):
        count_all(Path(sys.argv[1]), Path(sys.argv[2]))

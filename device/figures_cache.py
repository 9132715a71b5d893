"""The figures of every match, worked out once and kept in a folder that may be thrown away.

One small JSON file a match, good for the number of entries that it names. What is missing is
worked out by a program of its own at the lowest priority, so that the table never waits:
`python -m device.figures_cache RECORD FOLDER`.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from device.journal import Journal
from device.match_figures import MatchFigures, SeatFigures, figures_of
from device.record import Record
from device.trouble import Trouble
from rules.game import RulesError

VERSION = 2
"""Grows when figures are counted in another way: the files of before are then no good."""


class FiguresCache:
    """A folder of figures by match."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; it is created by the first `put`."""
        self._folder = folder

    def get(self, match_id: str, entries: int) -> MatchFigures | None:
        """Return the figures of a match with so many entries, or None where they are not known."""
        try:
            kept = json.loads(self._path(match_id).read_text(encoding="utf-8"))
            if kept["version"] != VERSION or kept["entries"] != entries:
                return None
            return _figures(kept["figures"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, entries: int, figures: MatchFigures) -> None:
        """Keep figures, whole or not at all; a full disk only costs the time to count again."""
        path = self._path(figures.match_id)
        half = path.with_suffix(f".{os.getpid()}.part")
        document = {"version": VERSION, "entries": entries, "figures": asdict(figures)}
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            half.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
            half.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                half.unlink()

    def count(self, record: Record) -> MatchFigures:
        """Return the figures of a record, from the folder or worked out; raises RulesError."""
        entries = len(record.entries)
        known = self.get(record.head.match_id, entries)
        if known is None:
            known = figures_of(record)
            self.put(entries, known)
        return known

    def known(self, matches: Iterable[tuple[str, int]]) -> tuple[list[MatchFigures], int]:
        """Return the figures of (match id, entries) that are known, and how many are not."""
        found = [self.get(match_id, entries) for match_id, entries in matches if entries]
        there = [one for one in found if one is not None]
        return there, len(found) - len(there)

    def _path(self, match_id: str) -> Path:
        name = "".join(letter for letter in match_id if letter.isalnum() or letter == "-")
        return self._folder / f"{name}.json"


class Counter:
    """Starts the program that works out what is missing, one at a time."""

    def __init__(self, record: Path, folder: Path) -> None:
        """Name the record and the folder of its figures."""
        self._words = [sys.executable, "-m", "device.figures_cache", str(record), str(folder)]
        self._running: subprocess.Popen[bytes] | None = None

    def wake(self) -> None:
        """Start it where it does not run already."""
        if self._running is not None and self._running.poll() is None:
            return
        root = str(Path(__file__).resolve().parents[1])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
        with contextlib.suppress(OSError):
            self._running = subprocess.Popen(
                self._words,
                env={**os.environ, "PYTHONPATH": path},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )

    def stop(self) -> None:
        """End it; what it has worked out is kept."""
        if self._running is not None and self._running.poll() is None:
            self._running.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._running.wait(timeout=5.0)


def count_all(record: Path, folder: Path) -> tuple[list[MatchFigures], int]:
    """Return the figures of every match of a record, and how many do not follow the rules."""
    cache = FiguresCache(folder)
    found: list[MatchFigures] = []
    faulty = 0
    with Journal.open(record) as journal:
        for head, _, entries in journal.heads():
            if not entries:
                continue
            known = cache.get(head.match_id, entries)
            whole = None if known is not None else journal.record(head.match_id)
            if whole is not None:
                try:
                    known = cache.count(whole)
                except RulesError:
                    faulty += 1
            if known is not None:
                found.append(known)
    return found, faulty


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

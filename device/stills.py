"""The pictures of the rolls on the disk, within a budget: the oldest go first, the log never.

Which is the oldest the record tells, and the number of the entry: the times of files are those of
a clock that may have been wrong, and of a backup that was brought back.

A still belongs to the entry whose number it bears: `<match id>/<seq>.jpg`. It is a keepsake and a
proof; when it cannot be written the game goes on without it.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path


def still_name(match_id: str, seq: int) -> str:
    """Return the name of an entry's still in the folder of the stills."""
    return f"{match_id}/{seq:05d}.jpg"


class Stills:
    """The folder of the stills. `budget_bytes` bounds what all of them take together."""

    def __init__(
        self,
        folder: Path,
        budget_bytes: int,
        newest_first: Callable[[], Sequence[str]] = lambda: (),
    ) -> None:
        """Look at what is there; nothing is created before the first still.

        `newest_first` tells the ids of the matches, the one played last first.
        """
        self._folder = folder
        self._budget = budget_bytes
        self._newest_first = newest_first
        self._bytes = sum(size for size, _ in self._all())

    def save(self, match_id: str, seq: int, jpeg: bytes) -> str | None:
        """Write a still, whole or not at all; return its name in the folder, None on failure."""
        name = still_name(match_id, seq)
        path = self._folder / name
        half = path.with_suffix(".part")
        with contextlib.suppress(OSError):  # of a roll that the record refused: it is written again
            self._bytes -= path.stat().st_size
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            half.write_bytes(jpeg)
            half.replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                half.unlink()
            return None
        self._bytes += len(jpeg)
        if self._bytes > self._budget:
            self._make_room(keep=path)
        return name

    def has_room(self, size: int) -> bool:
        """Say whether a still of `size` bytes fits without another having to go."""
        return self._bytes + size <= self._budget * 0.9

    def load(self, name: str) -> bytes | None:
        """Return a still by the name that `save` gave it; None when it is gone."""
        path = self._folder / name
        if not path.resolve().is_relative_to(self._folder.resolve()):
            return None
        try:
            return path.read_bytes()
        except OSError:
            return None

    def _make_room(self, keep: Path) -> None:
        """Delete the oldest until a tenth of the budget is free, so that this is rare."""
        for size, path in self._oldest_first():
            if self._bytes <= self._budget * 0.9:
                return
            if path == keep:
                continue
            with contextlib.suppress(OSError):
                path.unlink()
                self._bytes -= size
                with contextlib.suppress(OSError):
                    path.parent.rmdir()  # only where the last still of a match has gone

    def _oldest_first(self) -> list[tuple[int, Path]]:
        """Return the stills in the order in which they may go; first those of no match here."""
        place = {name: -number for number, name in enumerate(self._newest_first(), start=1)}

        def age(still: tuple[int, Path]) -> tuple[float, str, int, str]:
            path = still[1]
            seq = int(path.stem) if path.stem.isdecimal() else 0
            return place.get(path.parent.name, float("-inf")), path.parent.name, seq, path.name

        return sorted(self._all(), key=age)

    def _all(self) -> list[tuple[int, Path]]:
        """Return the size and the path of every still."""
        found = []
        for folder, _, names in os.walk(self._folder):
            for name in names:
                path = Path(folder) / name
                with contextlib.suppress(OSError):
                    found.append((path.stat().st_size, path))
        return found

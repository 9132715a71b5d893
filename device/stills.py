"""The pictures of the rolls on the disk, within a budget: the oldest go first, the log never.

A still belongs to the entry whose number it bears: `<match id>/<seq>.jpg`. It is a keepsake and a
proof; when it cannot be written the game goes on without it.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def still_name(match_id: str, seq: int) -> str:
    """Return the name of an entry's still in the folder of the stills."""
    return f"{match_id}/{seq:05d}.jpg"


class Stills:
    """The folder of the stills. `budget_bytes` bounds what all of them take together."""

    def __init__(self, folder: Path, budget_bytes: int) -> None:
        """Look at what is there; nothing is created before the first still."""
        self._folder = folder
        self._budget = budget_bytes
        self._bytes = sum(size for _, size, _ in self._by_age())

    def save(self, match_id: str, seq: int, jpeg: bytes) -> str | None:
        """Write a still, whole or not at all; return its name in the folder, None on failure."""
        name = still_name(match_id, seq)
        path = self._folder / name
        half = path.with_suffix(".part")
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
        for _, size, path in self._by_age():
            if self._bytes <= self._budget * 0.9:
                return
            if path == keep:
                continue
            with contextlib.suppress(OSError):
                path.unlink()
                self._bytes -= size
                with contextlib.suppress(OSError):
                    path.parent.rmdir()  # only where the last still of a match has gone

    def _by_age(self) -> list[tuple[float, int, Path]]:
        found = []
        for folder, _, names in os.walk(self._folder):
            for name in names:
                path = Path(folder) / name
                with contextlib.suppress(OSError):
                    stat = path.stat()
                    found.append((stat.st_mtime, stat.st_size, path))
        return sorted(found)

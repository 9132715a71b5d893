"""Small documents that outlive a match: a game's card values, the players' colours.

One JSON file each in the data folder, written whole or not at all.
"""

from __future__ import annotations

import json
import os
import re
import threading
from pathlib import Path


class FileShelf:
    """A folder of small JSON documents; it fulfils `web.port.ShelfPort`."""

    def __init__(self, folder: Path) -> None:
        """Name the folder; it is created by the first `put`."""
        self._folder = folder
        self._writing = threading.Lock()

    def get(self, name: str) -> object:
        """Return the document called `name`; None when there is none or it cannot be read."""
        try:
            document: object = json.loads(self._path(name).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return document

    def put(self, name: str, document: object) -> None:
        """Keep `document` under `name`; raises OSError when that fails. From any thread."""
        path = self._path(name)
        half = path.with_suffix(".part")
        with self._writing:  # two phones may choose a colour at once, and there is one `half`
            self._folder.mkdir(parents=True, exist_ok=True)
            with half.open("w", encoding="utf-8") as file:
                json.dump(document, file, ensure_ascii=False)
                file.flush()
                os.fsync(file.fileno())
            half.replace(path)

    def _path(self, name: str) -> Path:
        if not re.fullmatch(r"[a-z0-9_-]{1,40}", name):
            raise OSError(f"{name!r} is no name of a document")
        return self._folder / f"{name}.json"

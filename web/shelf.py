"""A shelf for small documents that lasts as long as the program; the device's own lasts longer."""

from __future__ import annotations


class MemoryShelf:
    """A shelf in memory: where no folder is given, and in tests."""

    def __init__(self) -> None:
        """Start empty."""
        self._documents: dict[str, object] = {}

    def get(self, name: str) -> object:
        """Return the document called `name`, or None."""
        return self._documents.get(name)

    def put(self, name: str, document: object) -> None:
        """Keep `document` under `name`."""
        self._documents[name] = document

"""A source that others may look at too, while its one reader goes on reading."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

from device.sources import Frame, Picture, Source, SourceKind


class TappedSource:
    """Passes a source on unchanged and hands its next pictures to whoever asks meanwhile.

    A camera can be opened once only, so the check-up of a running table looks at the pictures that
    the table takes anyway.
    """

    def __init__(self, source: Source) -> None:
        """Wrap a source."""
        self._source = source
        self._news = threading.Condition()
        self._alone = threading.Lock()
        self._last: Frame | None = None
        self._wanted = 0
        self._taken: list[Picture] = []

    @property
    def kind(self) -> SourceKind:
        """What sort of source it is."""
        return self._source.kind

    @property
    def name(self) -> str:
        """What a person would call it."""
        return self._source.name

    @property
    def waits(self) -> bool:
        """Whether nothing is lost by reading late."""
        return self._source.waits

    @property
    def skipped(self) -> int:
        """How many pictures could not be read since it was opened."""
        return self._source.skipped

    def __enter__(self) -> Self:
        """Open it; raises SourceTrouble."""
        self._source.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self._source.__exit__(kind, error, trace)

    def read(self, timeout_s: float = 2.0) -> Frame | None:
        """Return the next frame, None at the end; raises SourceLost."""
        frame = self._source.read(timeout_s)
        with self._news:
            self._last = frame if frame is not None else self._last
            if frame is not None and len(self._taken) < self._wanted:
                self._taken.append(frame.image)
                self._news.notify_all()
        return frame

    def pictures(self, count: int, timeout_s: float) -> list[Picture]:
        """Return up to `count` pictures that are read from now on, within `timeout_s`.

        Where none is read meanwhile (a file that waits) it is the last one; empty before the first.
        Whoever asks meanwhile waits.
        """
        with self._alone, self._news:
            self._taken, self._wanted = [], count
            self._news.wait_for(lambda: len(self._taken) >= count, timeout_s)
            taken, self._taken, self._wanted = self._taken, [], 0
            if not taken and self._last is not None:
                return [self._last.image]
            return taken

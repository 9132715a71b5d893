"""Server-sent events: every page gets each new snapshot, encoded once for all of them.

The event's id is the revision. A heartbeat goes out when nothing happens, so that both ends
notice a dead line; the number of open streams is bounded, and a stream whose reader has left is
closed at the next beat.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator

from web.port import Snapshot, TablePort
from web.wire import Json

BEAT_S = 10.0
LOOK_S = 0.5  # how often a quiet stream looks whether its reader has left


class Feed:
    """All open event streams of one table."""

    def __init__(
        self,
        table: TablePort,
        encode: Callable[[Snapshot], Json],
        max_streams: int = 96,
        beat_s: float = BEAT_S,
    ) -> None:
        """Follow `table`; `encode` makes the JSON object of a snapshot."""
        self._table = table
        self._encode = encode
        self._max_streams = max_streams
        self._beat_s = beat_s
        self._open = 0
        self._lock = threading.Lock()
        self._frame: tuple[Snapshot, str] | None = None

    @property
    def streams(self) -> int:
        """How many streams are open."""
        return self._open

    def text(self, snapshot: Snapshot) -> str:
        """Return the snapshot as JSON text, made once for each snapshot."""
        with self._lock:
            if self._frame is None or self._frame[0] is not snapshot:
                text = json.dumps(self._encode(snapshot), ensure_ascii=False, separators=(",", ":"))
                self._frame = (snapshot, text)
            return self._frame[1]

    def open(
        self, last_seen: int | None, gone: Callable[[], bool] = lambda: False
    ) -> Iterator[str] | None:
        """Return a new stream's events, or None when too many are open.

        `last_seen` is the browser's Last-Event-ID; `gone` says whether the reader has left.
        """
        with self._lock:
            if self._open >= self._max_streams:
                return None
            self._open += 1
        return _Stream(self, last_seen, gone)

    def _close_one(self) -> None:
        with self._lock:
            self._open -= 1

    def _events(self, last_seen: int | None, gone: Callable[[], bool]) -> Iterator[str]:
        snapshot = self._table.snapshot()
        yield "retry: 1500\n\n"
        if snapshot.revision == last_seen:
            yield _beat(snapshot.revision)
        else:
            yield self._snapshot_event(snapshot)
        last_word = time.monotonic()
        while not gone():
            newer = self._table.wait(snapshot.revision, min(LOOK_S, self._beat_s))
            if newer is not None:
                snapshot = newer
                yield self._snapshot_event(snapshot)
                last_word = time.monotonic()
            elif time.monotonic() - last_word >= self._beat_s:
                yield _beat(snapshot.revision)
                last_word = time.monotonic()

    def _snapshot_event(self, snapshot: Snapshot) -> str:
        return f"id: {snapshot.revision}\nevent: snapshot\ndata: {self.text(snapshot)}\n\n"


def _beat(revision: int) -> str:
    return f"id: {revision}\nevent: beat\ndata: {revision}\n\n"


class _Stream:
    """The events of one reader; gives its place back however the reading ends.

    A generator's `finally` does not run when the server drops it before the first event, so the
    place is given back by `close`, which every WSGI server calls.
    """

    def __init__(self, feed: Feed, last_seen: int | None, gone: Callable[[], bool]) -> None:
        self._feed = feed
        self._events = feed._events(last_seen, gone)
        self._closed = False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self._events)

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._feed._close_one()

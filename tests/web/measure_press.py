"""How soon a press shows on every open page: `python -m tests.web.measure_press [VIEWERS]`.

Opens VIEWERS event streams (50 by default) to the production server in this process, presses NEXT
many times and prints how long each stream took to receive the new snapshot.
"""

from __future__ import annotations

import http.client
import json
import sys
import threading
import time
from urllib.parse import urlsplit

from tests.web.browser import serving
from tests.web.memory_table import MemoryTable
from web.port import Command

PRESSES = 100
FIRST = ["4", "4", "4", "2", "2", "5", "1", "w"]


class Viewer(threading.Thread):
    """One open page: notes when each revision arrives."""

    def __init__(self, host: str) -> None:
        super().__init__(daemon=True)
        self.arrived: dict[int, float] = {}
        self._connection = http.client.HTTPConnection(host, timeout=60)
        self._connection.request("GET", "/events")
        self._answer = self._connection.getresponse()

    def run(self) -> None:
        """Read the stream until it ends."""
        while line := self._answer.readline():
            if line.startswith(b"data: {"):
                now = time.monotonic()
                self.arrived[json.loads(line[6:])["revision"]] = now


def press(host: str, seen: int) -> int:
    """Move the mark once, as a phone does; return the revision that came of it."""
    connection = http.client.HTTPConnection(host, timeout=60)
    body = json.dumps({"kind": "next", "seat": 0, "seen": seen})
    connection.request("POST", "/command", body, {"Content-Type": "application/json"})
    revision = json.loads(connection.getresponse().read())["revision"]
    connection.close()
    return int(revision)


def measure(viewers: int) -> list[float]:
    """Return the milliseconds from each press to its arrival at each viewer."""
    table = MemoryTable()
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    table.submit(Command("start", None, start, 1))
    table.submit(Command("roll", None, {"dice": FIRST}, table.snapshot().revision))
    with serving(table) as address:
        host = urlsplit(address).netloc
        watching = [Viewer(host) for _ in range(viewers)]
        for viewer in watching:
            viewer.start()
        time.sleep(1)
        pressed: dict[int, float] = {}
        revision = table.snapshot().revision
        for _ in range(PRESSES):
            before = time.monotonic()
            revision = press(host, revision)
            pressed[revision] = before
            time.sleep(0.05)
        time.sleep(1)
        times = [
            1000 * (viewer.arrived[revision] - before)
            for revision, before in pressed.items()
            for viewer in watching
            if revision in viewer.arrived
        ]
    assert len(times) == PRESSES * viewers, f"{PRESSES * viewers - len(times)} never arrived"
    return sorted(times)


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    found = measure(count)
    middle, late = found[len(found) // 2], found[int(len(found) * 0.95)]
    print(f"{count} viewers, {PRESSES} presses: median {middle:.0f} ms, 95 % within {late:.0f} ms")

"""How soon a press arrives at every reader: `python -m tests.web.measure_press [READERS]`.

Opens READERS event streams (50 by default) to the production server of a real table in this
process, keeps dice and takes that back many times, each stored in the journal before it is told,
and prints how long the new snapshot took to arrive at each stream. Drawing it is not in that.
"""

from __future__ import annotations

import http.client
import json
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from device.journal import Journal
from device.stills import Stills
from device.table import Table
from tests.web.browser import serving
from web.port import Command
from web.serving import THREADS

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


def press(host: str, seen: int, kind: str, **data: str) -> int:
    """Press once, as a phone does; return the revision that came of it."""
    connection = http.client.HTTPConnection(host, timeout=60)
    body = json.dumps({"kind": kind, "seat": 0, "data": data, "seen": seen})
    connection.request("POST", "/command", body, {"Content-Type": "application/json"})
    answer = json.loads(connection.getresponse().read())
    connection.close()
    assert answer["ok"], answer
    return int(answer["revision"])


def measure(viewers: int) -> list[float]:
    """Return the milliseconds from each press to its arrival at each viewer."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "journal.sqlite3", write=True)
        table = Table(journal, Stills(Path(folder) / "stills", 1), program="measure").start()
        start = {"game": "pickomino", "players": ["Ann", "Bo"]}
        table.submit(Command("start", None, start))
        table.submit(Command("roll", None, {"dice": FIRST}))
        try:
            return _arrivals(table, viewers)
        finally:
            table.stop()


def _arrivals(table: Table, viewers: int) -> list[float]:
    with serving(table, threads=THREADS) as address:
        host = urlsplit(address).netloc
        watching = [Viewer(host) for _ in range(viewers)]
        for viewer in watching:
            viewer.start()
        time.sleep(1)
        pressed: dict[int, float] = {}
        revision = table.snapshot().revision
        for number in range(PRESSES):
            before = time.monotonic()
            if number % 2:
                revision = press(host, revision, "undo")
            else:
                revision = press(host, revision, "choose", choice="keep 4")
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
    print(f"{count} readers, {PRESSES} presses: median {middle:.0f} ms, 95 % within {late:.0f} ms")

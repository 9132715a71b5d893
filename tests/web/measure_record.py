"""How long the record's pages take with many matches: `python -m tests.web.measure_record [GAMES]`.

It plays that many games at random into a new record, counts them as the background would, and
prints the median and the slowest of ten requests for the list, the statistics and one replay.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from device.figures_cache import count_all
from device.journal import Journal
from device.record_desk import figures_folder
from device.stills import Stills
from device.table import Table
from tests.device.matches import head_for, played
from web import create_app
from web.guard import RateLimit

TURNS = 10


def fill(path: Path, games: int) -> str:
    """Record so many matches of two to five players; return the id of the last."""
    kinds = ("pickomino", "knister", "pickomino-deluxe")
    people = ("Ann", "Bo", "Cleo", "Dan", "Eve")
    match_id = ""
    with Journal.open(path, write=True) as journal:
        for number in range(games):
            players = people[: 2 + number % 4]
            head = head_for(kinds[number % 3], players)
            day = f"2026-{1 + number % 12:02d}-{1 + number % 28:02d}T19:30:05.123Z"
            record = played(replace(head, started_at=day), 150, seed=number)
            journal.add(record)
            match_id = record.head.match_id
    return match_id


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite3"
        match_id = fill(path, games)
        began = time.perf_counter()
        found = count_all(path, figures_folder(path)).figures
        counted = time.perf_counter() - began
        print(f"{games} games, counted once in {counted:.1f} s ({counted / len(found):.2f} s each)")
        journal = Journal.open(path, write=True)
        table = Table(journal, Stills(Path(folder) / "stills", 1), program="measure").start()
        client = create_app(table, rate=RateLimit(per_s=1000, burst=1000)).test_client()
        for page in ("/record", "/statistics", f"/record/{match_id}/steps.json"):
            times = []
            for _ in range(TURNS):
                began = time.perf_counter()
                answer = client.get(page)
                times.append(1000 * (time.perf_counter() - began))
                assert answer.status_code == 200, page
            name = page.replace(match_id, "ID")
            print(f"{name}: median {statistics.median(times):.0f} ms, slowest {max(times):.0f} ms")
        table.stop()


if __name__ == "__main__":
    main()

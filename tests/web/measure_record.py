"""How long the record's pages take with many matches: `python -m tests.web.measure_record [GAMES]`.

It plays that many matches of all four games at random into a new record, up to 150 entries of each
and 600 of the last, counts them as the background would, and prints the median and the slowest of
ten requests over HTTP for the list, the statistics, the replays of a short match and of the long.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
import urllib.request
from dataclasses import replace
from pathlib import Path

from device.figures_cache import count_all
from device.journal import Journal
from device.record_desk import figures_folder
from device.stills import Stills
from device.table import Table
from tests.device.matches import head_for, played
from tests.web.browser import serving
from tests.web.screens import CARD_VALUES

TURNS = 10
SHORT, LONG = 150, 600


def fill(path: Path, games: int) -> list[tuple[str, int]]:
    """Record so many matches of two to five players; return id and entries of the last two."""
    kinds = ("pickomino", "knister", "pickomino-deluxe", "fortuna")
    people = ("Ann", "Bo", "Cleo", "Dan", "Eve")
    last = []
    with Journal.open(path, write=True) as journal:
        for number in range(games):
            players = people[: 2 + number % 4]
            game = kinds[(games - 1 - number + 3) % 4]  # the last is Oh Fortuna, the longest
            options = {"card_values": CARD_VALUES} if game == "fortuna" else {}
            head = head_for(game, players, **options)
            day = f"2026-{1 + number % 12:02d}-{1 + number % 28:02d}T19:30:05.123Z"
            most = LONG if number == games - 1 else SHORT
            record = played(replace(head, started_at=day), most, seed=number)
            journal.add(record)
            last.append((record.head.match_id, len(record.entries)))
    return last[-2:]


def seconds(address: str) -> float:
    """How long one request takes until the last byte is here."""
    began = time.perf_counter()
    with urllib.request.urlopen(address, timeout=60) as answer:
        assert answer.status == 200, address
        answer.read()
    return time.perf_counter() - began


def main() -> None:
    """Measure and print."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.sqlite3"
        last = fill(path, games)
        began = time.perf_counter()
        found = count_all(path, figures_folder(path)).figures
        counted = time.perf_counter() - began
        print(f"{games} games, counted once in {counted:.1f} s ({counted / len(found):.2f} s each)")
        journal = Journal.open(path, write=True)
        table = Table(journal, Stills(Path(folder) / "stills", 1), program="measure").start()
        pages = {"/record": "the list", "/statistics": "the statistics"}
        pages |= {f"/record/{one}/steps.json": f"a replay of {steps} steps" for one, steps in last}
        with serving(table) as address:
            for page, name in pages.items():
                times = [1000 * seconds(address + page) for _ in range(TURNS)]
                middle = statistics.median(times)
                print(f"{name}: median {middle:.0f} ms, slowest {max(times):.0f} ms")
        table.stop()


if __name__ == "__main__":
    main()

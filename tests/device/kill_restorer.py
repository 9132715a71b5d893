"""Plays by hand and brings a backup back again and again meanwhile, until it is killed.

Usage: python -m tests.device.kill_restorer DATA BACKUP SEED. Each line is an entry of the match in
play that was confirmed: its id, its sequence number and the notation after it.
"""

from __future__ import annotations

import random
import sys
import threading
from pathlib import Path

from device.journal import Journal
from device.stills import Stills
from device.table import Table
from tests.device.kill_player import wish


def play(data: Path, backup: Path, seed: int) -> None:
    """Play for ever, with a backup that comes back at the same time."""
    chance = random.Random(seed)
    journal = Journal.open(data / "journal.sqlite3", write=True)
    table = Table(journal, Stills(data / "stills", 1_000_000), program="0.1.0").start()
    table.submit(wish(table.snapshot(), "knister", chance))
    bringing = threading.Thread(target=table.restore, args=(backup,), daemon=True)
    bringing.start()
    while True:
        reply = table.submit(wish(table.snapshot(), "knister", chance))
        match = table.snapshot().match
        if reply.ok and match is not None:
            print(match.match_id, match.seq, match.notation, sep="\t", flush=True)


if __name__ == "__main__":
    play(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))

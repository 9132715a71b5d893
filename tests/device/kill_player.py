"""Plays a match by hand and says each confirmed entry, until it is killed.

Usage: python -m tests.device.kill_player DATA GAME SEED [over]. It begins a match or goes on with
the one that is there. Each line is the match, the sequence number and the notation that were
confirmed. With `over` it waits, once a match is over, to be killed.
"""

from __future__ import annotations

import random
import signal
import sys
from pathlib import Path

from device.journal import Journal
from device.stills import Stills
from device.table import Table
from rules.game import NeedsChoice, NeedsRoll, Over
from tests.device.matches import random_dice
from web.port import Command, Snapshot


def wish(page: Snapshot, game: str, chance: random.Random) -> Command:
    """Something that can be done now."""
    match = page.match
    if match is None or not isinstance(match.turn, NeedsRoll | NeedsChoice):
        return Command("start", data={"game": game, "players": ["Ann", "Bo"]})
    if match.can_undo and chance.random() < 0.1:
        return Command("undo")
    if match.can_correct and chance.random() < 0.05:
        return Command("correct", data={"dice": list(match.last_roll)})
    if isinstance(match.turn, NeedsRoll):
        return Command("roll", data={"dice": list(random_dice(match.turn, chance))})
    seat = chance.choice(match.turn.seats)
    return Command("choose", seat, {"choice": str(chance.choice(match.choices[seat]))})


def play(data: Path, game: str, seed: int, until_over: bool) -> None:
    """Play for ever, or until a match is over."""
    chance = random.Random(seed)
    journal = Journal.open(data / "journal.sqlite3", write=True)
    table = Table(journal, Stills(data / "stills", 1_000_000), program="0.1.0").start()
    while True:
        reply = table.submit(wish(table.snapshot(), game, chance))
        match = table.snapshot().match
        if reply.ok and match is not None:
            print(match.match_id, match.seq, match.notation, sep="\t", flush=True)
            if until_over and isinstance(match.turn, Over):
                print("over", flush=True)
                signal.pause()


if __name__ == "__main__":
    play(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4:] == ["over"])

"""Random actions through match and journal: `python -m tests.device.soak [--actions 100000]`.

Legal ones must be accepted, unlisted ones refused with IllegalAction and nothing else; at the end
the replay of every record must equal the live state. Prints what it did. Every action is forced to
the disk; with TMPDIR=/dev/shm it takes minutes instead of an hour.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from device.freshness import Freshness
from device.journal import Journal
from device.playing import Playing
from device.replay import verify_record
from rules.entry import Correct, Undo
from rules.game import Choose, IllegalAction, NeedsChoice, NeedsRoll, Over, Roll
from tests.device.matches import random_dice

GAMES: dict[str, dict[str, Any]] = {
    "pickomino": {"players": ("Ann", "Bo", "Cleo")},
    "knister": {"players": ("Ann", "Bo")},
}


def wild(playing: Playing, chance: random.Random) -> Any:
    """Something entered without looking whether it is legal."""
    match = playing.match
    dice = tuple(chance.choice("123456w") for _ in range(chance.randrange(10)))
    texts = ("keep 4", "keep w", "throw", "take 25", "steal 22 from 1", "write 1,1", "write 5,5")
    kind = chance.randrange(4)
    if kind == 0:
        return Roll(dice)
    if kind == 1:
        return Correct(dice)
    if kind == 2:
        return Undo(chance.choice((None, 0, 1, 7)))
    readable = [
        text for text in texts if text.startswith("write") == (match.game.name == "knister")
    ]
    return Choose(chance.randrange(4), match.game.read_choice(chance.choice(readable)))


def legal(playing: Playing, chance: random.Random) -> Any:
    """The next thing that the match waits for; None when it is over."""
    match, turn = playing.match, playing.match.turn
    if isinstance(turn, NeedsRoll):
        return Roll(random_dice(turn, chance))
    if isinstance(turn, NeedsChoice):
        seat = chance.choice(turn.seats)
        return Choose(seat, chance.choice(match.choices(seat)))
    assert isinstance(turn, Over)
    return None


def soak(folder: Path, actions: int, seed: int) -> Counter[str]:
    """Play `actions` actions and check everything; raises AssertionError on the first fault."""
    chance = random.Random(seed)
    counted: Counter[str] = Counter()
    with Journal.open(folder / "journal.sqlite3", write=True) as journal:
        live: dict[str, str] = {}
        playing = None
        for number in range(actions):
            if playing is None:
                game = chance.choice(list(GAMES))
                playing = Playing.start(
                    journal, game, GAMES[game]["players"], {}, None, "soak", number
                )
                playing.fresh = Freshness.at(number)
                counted["matches"] += 1
            before = playing.match.notation
            is_wild = chance.random() < 0.3
            entered = wild(playing, chance) if is_wild else legal(playing, chance)
            if entered is None:
                playing = None
                continue
            try:
                playing.enter(journal, entered, number)
            except IllegalAction:
                assert is_wild, f"{entered} was listed and refused in {before}"
                assert playing.match.notation == before
                counted["refused"] += 1
            else:
                counted["accepted"] += 1
            live[playing.head.match_id] = playing.match.notation
        for match_id, notation in live.items():
            record = journal.record(match_id)
            assert record is not None
            replayed = verify_record(record)
            assert replayed.match is not None
            assert replayed.match.notation == notation
            counted["replayed"] += 1
    return counted


def main() -> int:
    """Run the soak of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--actions", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        counted = soak(Path(folder), wishes.actions, wishes.seed)
    print(f"{dict(counted)} in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""SIGKILL at any moment: starting again goes on with every confirmed entry.

Five moments in the suite; all fifty with DICE_TABLE_KILLS=50.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from device.journal import Journal
from device.replay import verify_record
from device.stills import Stills
from device.table import Table

ROOT = Path(__file__).parent.parent.parent
KILLS = int(os.environ.get("DICE_TABLE_KILLS", "5"))


def confirmed_before_kill(data: Path, game: str, seed: int, after_s: float) -> list[list[str]]:
    """Let a match be played, kill it, and return the entries that were confirmed."""
    player = subprocess.Popen(
        [sys.executable, "-m", "tests.device.kill_player", str(data), game, str(seed)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert player.stdout is not None
    first = player.stdout.readline()  # the clock starts once it plays
    time.sleep(after_s)
    player.send_signal(signal.SIGKILL)
    rest = player.stdout.read()
    player.wait()
    player.stdout.close()
    lines = (first + rest).splitlines(keepends=True)
    # Half a line may have been written; it was not confirmed to anybody yet.
    return [line.rstrip("\n").split("\t") for line in lines if line.endswith("\n")]


@pytest.mark.parametrize("game", ["pickomino", "knister"])
def test_a_killed_game_goes_on_with_every_confirmed_entry(tmp_path: Path, game: str) -> None:
    chance = random.Random(KILLS)
    kept = 0
    for kill in range(max(1, KILLS // 2)):
        confirmed = confirmed_before_kill(tmp_path, game, kill, chance.uniform(0.0, 0.4))
        assert confirmed
        match_id, seq, notation = confirmed[-1]
        journal = Journal.open(tmp_path / "journal.sqlite3", write=True)
        record = journal.record(match_id)
        assert record is not None
        after = {str(entry.seq): entry.after for entry in record.entries}
        for one_id, one_seq, one_notation in confirmed:
            if one_id == match_id and one_seq != "0":
                assert after[one_seq] == one_notation
                kept += 1
        verify_record(record)
        going = journal.unfinished()
        # At most the one entry that was on its way may be there beyond what was confirmed.
        assert int(seq) <= len(record.entries) <= int(seq) + 1
        table = Table(journal, Stills(tmp_path / "stills", 1000), program="0.1.0").start()
        match = table.snapshot().match
        if going == match_id:
            assert match is not None
            assert (match.match_id, match.seq) == (match_id, len(record.entries))
            assert match.notation == (record.entries[-1].after if record.entries else notation)
        table.stop()
    assert kept > 0

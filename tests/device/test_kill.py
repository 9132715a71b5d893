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
from typing import Literal

import pytest

from device.journal import Journal
from device.replay import verify_record
from device.stills import Stills
from device.table import Table
from rules.entry import Correct, Undo
from rules.game import IllegalAction, Over
from tests.device.evenings import evening
from web.port import Reply

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
        going = journal.on_the_table()
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


def killed_when_over(data: Path, game: str, seed: int) -> str:
    """Let a match be played to its end, kill the program then, and return the match's id."""
    player = subprocess.Popen(
        [sys.executable, "-m", "tests.device.kill_player", str(data), game, str(seed), "over"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert player.stdout is not None
    with player.stdout as lines:
        *_, last = iter(lines.readline, "over\n")
    player.send_signal(signal.SIGKILL)
    assert player.wait() == -signal.SIGKILL
    return last.split("\t")[0]


@pytest.mark.parametrize("change", ["correct", "undo"])
@pytest.mark.parametrize("game", ["pickomino", "knister", "pickomino-deluxe"])
def test_a_match_that_was_over_when_killed_can_be_mended_as_before(
    tmp_path: Path, game: str, change: Literal["correct", "undo"]
) -> None:
    """The whole match stands there again, and takes what it would have taken unkilled."""
    match_id = killed_when_over(tmp_path, game, seed=3)
    with evening(tmp_path) as at:
        shown = at.page.match
        record = at.journal.record(match_id)
        assert shown is not None
        assert record is not None
        assert isinstance(shown.turn, Over)
        assert shown.match_id == match_id
        unkilled = verify_record(record).match
        assert unkilled is not None
        assert (shown.can_correct, shown.can_undo) == (True, unkilled.can_undo())
        dice = [*sorted(unkilled.last_roll)]
        wish = Correct(tuple(dice)) if change == "correct" else Undo(None)
        data = {"dice": dice} if change == "correct" else {}
        reply = at.press(change, **data)
        if change == "correct" or unkilled.can_undo():
            assert reply.ok
            unkilled = unkilled.enter(wish).match
        else:
            with pytest.raises(IllegalAction) as refused:
                unkilled.enter(wish)
            assert reply == Reply(False, "illegal", refused.value.reason)
        assert at.page.match is not None
        assert at.page.match.notation == unkilled.notation


def on_the_table(data: Path) -> str | None:
    """The match that a start of the program takes up."""
    with evening(data) as at:
        return None if at.page.match is None else at.page.match.match_id


def test_the_match_that_was_over_is_put_away_for_the_next_one(tmp_path: Path) -> None:
    """By the next one's start, or by hand: then no start of the program brings it back."""
    over = killed_when_over(tmp_path, "knister", seed=1)
    with evening(tmp_path) as at:
        begun = at.start().match
        assert begun is not None
        assert begun.match_id != over
    with evening(tmp_path) as at:
        assert at.page.match is not None
        assert at.page.match.match_id == begun.match_id
        at.must("end")
    assert on_the_table(tmp_path) is None
    over = killed_when_over(tmp_path, "knister", seed=2)
    assert on_the_table(tmp_path) == over
    with evening(tmp_path) as at:
        at.must("end")
    assert on_the_table(tmp_path) is None

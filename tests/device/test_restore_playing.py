"""A backup that comes back while a match is played: by the page, by a command, in a power cut."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner, Result

from device.backup import back_up
from device.handover import FOLDER, Letterbox
from device.journal import Journal
from device.program import main
from device.record import Record
from device.replay import verify_record
from tests.device.evenings import Evening, evening, wait_until
from tests.device.matches import head_for, played
from tests.device.playing_program import ROOT, playing
from tests.device.test_restore_page import figures, kept, rows, shortened
from web.port import Reply

ROLL = ["4", "4", "4", "2", "2", "5", "1", "w"]


def of_match(at: Evening) -> tuple[str, int, str]:
    match = at.page.match
    assert match is not None
    return match.match_id, match.seq, match.notation


def test_the_match_being_played_is_not_touched_and_goes_on(tmp_path: Path) -> None:
    over, left = played(head_for(), 5000, seed=2), played(head_for(), 30, seed=3)
    assert over.result is not None
    backup = kept(tmp_path / "old", over, left)
    with evening(tmp_path / "new") as at:
        at.start()
        at.must("roll", dice=ROLL)
        before, page = of_match(at), at.page
        assert figures(at.table.restore(backup)) == (2, 0, 0, 0)
        assert of_match(at) == before
        assert at.page.match == page.match
        at.must("choose", 0, choice="keep 4")
        after = of_match(at)
        assert after[1] == before[1] + 1
        assert [rows(at)[one.head.match_id] for one in (over, left)] == [over, left]
    with evening(tmp_path / "new") as at:  # what was brought in does not stand before it
        assert of_match(at) == after


def test_another_form_of_the_match_being_played_stays_outside(tmp_path: Path) -> None:
    """Whether the backup has it longer, shorter or with another turn."""
    record = played(head_for(), 5000, seed=2)
    with evening(tmp_path / "new") as at:
        at.start()
        at.must("roll", dice=ROLL)
        at.must("choose", 0, choice="keep 4")
        back_up(at.journal.path, tmp_path / "longer.sqlite3")
        ours = rows(at)
        at.must("undo")
        undone = rows(at)
        other = kept(tmp_path / "other", record)
        assert figures(at.table.restore(tmp_path / "longer.sqlite3")) == (0, 0, 1, 0)
        assert rows(at) == undone
        match_id = of_match(at)[0]
        mine = undone[match_id]
        assert mine is not None
        twin = replace(record, head=replace(record.head, match_id=match_id))
        assert figures(at.table.restore(kept(tmp_path / "twin", twin))) == (0, 0, 0, 1)
        assert rows(at) == undone
        assert len(mine.entries) == len(ours[match_id].entries) + 1  # type: ignore[union-attr]
        assert figures(at.table.restore(other)) == (1, 0, 0, 0)
    short = shortened(mine, 1)
    with evening(tmp_path / "older") as at:  # a table that took the match up where it stopped
        at.start()
    journal = Journal.open(tmp_path / "older" / "journal.sqlite3", write=True)
    match_id = journal.on_the_table() or ""
    going = journal.record(match_id)
    journal.close()
    assert going is not None
    whole = replace(going, entries=mine.entries)
    assert short.entries == mine.entries[:1]
    with evening(tmp_path / "older") as at:
        longer = kept(tmp_path / "whole", whole)
        assert figures(at.table.restore(longer)) == (0, 0, 0, 1)
        assert of_match(at)[1] == 0
        at.must("end")  # once it is left, the rest of it may come back
        assert figures(at.table.restore(longer)) == (0, 1, 0, 0)


def test_the_table_answers_between_the_matches_of_a_large_backup(tmp_path: Path) -> None:
    backup = kept(tmp_path / "old", *(played(head_for(), 60, seed) for seed in range(40)))
    with evening(tmp_path / "new") as at:
        at.start()
        done: list[Reply] = []
        bringing = threading.Thread(target=lambda: done.append(at.table.restore(backup)))
        bringing.start()
        slowest, presses = 0.0, 0
        while bringing.is_alive():
            began = time.monotonic()
            at.must("roll", dice=ROLL)
            at.must("choose", 0, choice="keep 4")
            at.must("undo")
            at.must("end")
            at.start()
            slowest, presses = max(slowest, time.monotonic() - began), presses + 5
        assert figures(done[0]) == (40, 0, 0, 0)
        assert presses > 10
        assert slowest < 5.0, slowest


def log(data: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["--data", str(data), "log", *words])


def test_log_restore_beside_a_running_program(tmp_path: Path) -> None:
    whole, other = played(head_for(), 5000, seed=2), played(head_for(), 30, seed=3)
    backup = kept(tmp_path / "old", whole, other)
    bad = tmp_path / "bad.sqlite3"
    first = other.entries[-1]
    kept(tmp_path / "b", replace(other, entries=(*other.entries[:-1], replace(first, after="x"))))
    bad.write_bytes((tmp_path / "b" / "backup.sqlite3").read_bytes())
    data = tmp_path / "data"
    with playing(data, "none") as (page, _):
        page.send("start", game="pickomino", players=["Ann", "Bo"])
        page.send("roll", dice=ROLL)
        before = page.look()["match"]
        told = log(data, "restore", str(backup))
        assert told.exit_code == 0, told.stderr
        assert "Matches added: 2. Already here: 0." in told.stdout
        assert page.look()["match"] == before
        assert "Already here: 2." in log(data, "restore", str(backup)).stdout
        refused = log(data, "restore", str(bad))
        assert refused.exit_code == 1
        assert f"match {other.head.match_id[:8]} of that backup" in refused.stderr
        assert log(data, "restore", str(backup), "--replace").exit_code == 1
        page.send("choose", 0, choice="keep 4")
        assert list((data / FOLDER).iterdir()) == []
    with Journal.open(data / "journal.sqlite3") as journal:
        assert len(journal.heads()) == 3
        assert journal.record(whole.head.match_id) == whole
        going = journal.record(journal.on_the_table() or "")
    assert going is not None
    assert [entry.kind for entry in going.entries] == ["roll", "choose"]


def test_a_backup_that_was_handed_over_before_the_power_went_is_brought_back(
    tmp_path: Path,
) -> None:
    record = played(head_for(), 30)
    backup = kept(tmp_path / "old", record)
    folder = tmp_path / "new" / FOLDER
    folder.mkdir(parents=True)
    (folder / "one.backup").write_bytes(backup.read_bytes())
    (folder / "half.part").write_bytes(b"half")
    with evening(tmp_path / "new") as at:
        letterbox = Letterbox(tmp_path / "new", at.table.restore).start()
        wait_until(lambda: not list(folder.glob("*.backup")))
        letterbox.close()
        assert rows(at) == {record.head.match_id: record}
    assert not (folder / "half.part").exists()


def test_a_power_cut_while_a_backup_comes_back_loses_nothing(tmp_path: Path) -> None:
    """Whatever was confirmed is there, every match whole or not at all; a second try ends it."""
    theirs = {one.head.match_id: one for one in (played(head_for(), 40, s) for s in range(48))}
    backup = kept(tmp_path / "old", *theirs.values())
    chance = random.Random(6)
    for kill in range(2):
        data = tmp_path / f"data{kill}"
        data.mkdir()
        player = subprocess.Popen(
            [sys.executable, "-m", "tests.device.kill_restorer", str(data), str(backup), str(kill)],
            cwd=ROOT, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert player.stdout is not None
        first = player.stdout.readline()
        wait_until(lambda data=data: brought(data, theirs) > 0)
        time.sleep(chance.uniform(0.0, 0.05))
        player.send_signal(signal.SIGKILL)
        lines = [
            line for line in (first + player.stdout.read()).splitlines(True) if line[-1] == "\n"
        ]
        player.wait()
        player.stdout.close()
        match_id, seq, notation = lines[-1].rstrip("\n").split("\t")
        with evening(data) as at:
            here = rows(at)
            for one_id, record in here.items():
                assert one_id not in theirs or record == theirs[one_id]
            mine = here[match_id]
            assert mine is not None
            verify_record(mine)
            assert int(seq) <= len(mine.entries) <= int(seq) + 1
            assert seq == "0" or mine.entries[int(seq) - 1].after == notation
            if mine.result is None:
                assert of_match(at)[0] == match_id
            known = len(theirs.keys() & here.keys())
            assert figures(at.table.restore(backup)) == (48 - known, 0, known, 0)
            assert theirs.items() <= rows(at).items()


def brought(data: Path, theirs: dict[str, Record]) -> int:
    """Return how many matches of a backup are stored so far."""
    with Journal.open(data / "journal.sqlite3") as journal:
        return len(theirs.keys() & {head.match_id for head, _, _ in journal.heads()})

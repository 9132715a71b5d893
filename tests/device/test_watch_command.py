"""`dice-table watch`: each roll of the video once, and a sentence for what cannot be watched."""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.bootstrap import RECORDINGS
from device.commands.bench_vision import command as bench_vision
from device.commands.bench_vision import drawn_table
from device.commands.watch import command
from device.trouble import SourceTrouble

SHARED = Path(os.environ.get("DICE_TABLE_SHARED", Path(__file__).parents[3] / "shared"))
VIDEO = SHARED / "videos" / "throws-a"


@pytest.mark.skipif(not VIDEO.is_dir(), reason="left out: the video (../shared) is not here")
def test_three_throws_each_once() -> None:
    result = CliRunner().invoke(command, [str(VIDEO), "--json"])
    assert result.exit_code == 0, result.output
    rolls = [json.loads(line) for line in result.stdout.splitlines()]
    rests = json.loads((VIDEO / "labels.json").read_text(encoding="utf-8"))["rests"]
    assert [[int(d["face"]) for d in r["dice"]] for r in rolls] == [r["values"] for r in rests]
    for roll, rest in zip(rolls, rests, strict=True):
        assert rest["first"] <= roll["frame"] <= rest["last"]
        assert roll["at_s"] == pytest.approx(roll["frame"] / 30, abs=0.001)


def test_dice_that_lie_there_from_the_start_are_one_roll(tmp_path: Path) -> None:
    table = cv2.resize(drawn_table(), (640, 480), interpolation=cv2.INTER_AREA)
    for k in range(20):
        cv2.imwrite(str(tmp_path / f"{k:04d}.png"), table)
    result = CliRunner().invoke(command, [str(tmp_path), "--json", "--fps", "15"])
    rolls = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(rolls) == 1
    assert sorted(d["face"] for d in rolls[0]["dice"]) == sorted("12345612")
    assert rolls[0]["at_s"] < 0.5


def test_an_empty_table_is_told_to_people(tmp_path: Path) -> None:
    for k in range(4):
        cv2.imwrite(str(tmp_path / f"{k}.png"), np.full((120, 160, 3), 90, np.uint8))
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert result.exit_code == 0
    assert "No roll came to rest in 4 frames" in result.output


def test_a_source_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, [str(tmp_path / "gone.mp4")])
    assert isinstance(result.exception, SourceTrouble)


def test_bench_vision_reads_its_own_drawing() -> None:
    result = CliRunner().invoke(bench_vision, ["--times", "3"])
    assert result.exit_code == 0, result.output
    assert "8 dice" in result.output
    assert "locate" in result.output


def test_the_shipped_recording_has_a_name() -> None:
    """A newcomer has no video yet; each of its throws lies still once."""
    result = CliRunner().invoke(command, ["--json", "recording"])
    assert result.exit_code == 0
    rests = json.loads((RECORDINGS / "labels.json").read_text(encoding="utf-8"))["rests"]
    frames = [json.loads(line)["frame"] for line in result.stdout.splitlines()]
    assert len(frames) == len(rests)
    for frame, rest in zip(frames, rests, strict=True):
        assert rest["first"] - 3 <= frame <= rest["last"]  # the list names frames of no motion

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
from device.cameras import LiveSource
from device.commands import watch
from device.commands.bench_vision import command as bench_vision
from device.commands.bench_vision import drawn_table
from device.commands.watch import command
from device.program import main
from device.sources import Frame, Picture, SourceLost
from device.trouble import SourceTrouble
from tests.device.fakes import FakeCamera, FakeSource

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


def test_pictures_that_cannot_be_read_are_counted(tmp_path: Path) -> None:
    for k in range(4):
        cv2.imwrite(str(tmp_path / f"{k}.png"), np.full((120, 160, 3), 90, np.uint8))
    (tmp_path / "2.png").write_bytes(b"no picture at all")
    result = CliRunner().invoke(command, [str(tmp_path)])
    assert result.exit_code == 0
    assert "one picture was left out" in result.stderr
    assert "in 3 frames" in result.stdout


def test_a_camera_that_never_gives_a_picture_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it lacks is said once, not for ever, and not once more at the end."""
    gone = LiveSource(FakeCamera([], ["it is not there"] * 9999), back_off_s=(0.01,))
    monkeypatch.setattr(watch, "open_source", lambda _: gone)
    monkeypatch.setattr(watch, "START_S", 2.5)
    result = CliRunner().invoke(main, ["watch", "usb:99"])
    assert result.exit_code == 1
    assert result.stderr.count("it is not there") == 1


class Scripted(FakeSource):
    """Pictures from memory, and a text between them for a camera that gives none just then."""

    def __init__(self, script: list[Picture | str]) -> None:
        super().__init__([step for step in script if not isinstance(step, str)], "usb")
        self._script = script

    def read(self, timeout_s: float = 2.0) -> Frame | None:
        if self._script and isinstance(self._script[0], str):
            raise SourceLost(self._script.pop(0), "wait")
        self._script = self._script[1:]
        return super().read(timeout_s)


def test_a_camera_that_was_lost_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = np.full((120, 160, 3), 90, np.uint8)
    out, dark = "its cable is out", "it is dark"
    lost = Scripted([plain, out, out, dark, plain, out, plain])
    monkeypatch.setattr(watch, "open_source", lambda _: lost)
    monkeypatch.setattr(watch, "START_S", 0.0)
    result = CliRunner().invoke(command, ["usb:0"])
    assert result.exit_code == 0
    assert "in 3 frames" in result.stdout
    said = [line for line in result.stderr.splitlines() if line.startswith("dice-table: ")]
    assert said == [f"dice-table: {what}; do: wait" for what in (out, dark, out)]


def test_a_source_that_is_not_there(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, [str(tmp_path / "gone.mp4")])
    assert isinstance(result.exception, SourceTrouble)


@pytest.mark.parametrize("name", ["none", "auto", ""])
def test_a_name_that_only_play_knows_is_not_asked_about_as_itself(name: str) -> None:
    result = CliRunner().invoke(main, ["watch", name])
    assert result.exit_code == 1
    assert "did you mean" not in result.stderr
    assert "do: choose a video file" in result.stderr


@pytest.mark.parametrize("name", ["Recording", "NONE", "recordin", "Auto"])
@pytest.mark.parametrize("words", [("watch",), ("play", "--no-browser")])
def test_a_name_that_is_nearly_right_is_asked_about(
    tmp_path: Path, words: tuple[str, ...], name: str
) -> None:
    result = CliRunner().invoke(main, ["--data", str(tmp_path), *words, name])
    assert result.exit_code == 1
    assert "do: did you mean `" in result.stderr


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

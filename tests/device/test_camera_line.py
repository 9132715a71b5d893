"""The terminal says through what the dice are seen only once they are, and what is lacking."""

from __future__ import annotations

import pytest

from device.camera_line import CameraLine, without_camera
from rules.game import Message
from web.port import CameraView, Snapshot


def told(
    capsys: pytest.CaptureFixture[str],
    *states: tuple[str, str],
    name: str = "USB camera 0",
    film: bool = False,
) -> list[str]:
    line = CameraLine(name, film)
    for revision, (state, detail) in enumerate(states):
        camera = CameraView("usb", state, detail)  # type: ignore[arg-type]
        line.hear(Snapshot(revision, Message("no-match", "No match."), None, camera, False))
    said = capsys.readouterr()
    return [*said.out.splitlines(), *said.err.splitlines()]


def test_each_change_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, ("starting", "")) == []
    seen = "The dice are seen through: USB camera 0."
    assert told(capsys, ("starting", ""), ("watching", ""), ("moving", ""), ("ended", "")) == [seen]
    meanwhile = "The dice are typed on the page meanwhile."
    gone = ("lost", "it is gone; do: plug it in")
    assert told(capsys, gone, gone) == [meanwhile, "dice-table: it is gone; do: plug it in"]
    assert told(capsys, ("watching", ""), gone, ("watching", "")) == [
        seen, meanwhile, seen, "dice-table: it is gone; do: plug it in",
    ]  # fmt: skip


def test_a_film_that_was_named_is_played_and_nothing_is_looked_through(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = told(capsys, ("watching", ""), ("moving", ""), name="throws.mp4", film=True)
    assert said == ["Playing the recording throws.mp4 instead of a camera."]


def test_a_recording_that_was_asked_for_is_no_lack_of_a_camera() -> None:
    assert without_camera("recording", "recording").startswith("Playing the recording")
    assert without_camera("recording", "auto").startswith("No camera: a recording")
    assert without_camera("none", "none") == "No camera: the dice are typed on the page."

"""The terminal says through what the dice are seen only once they are, and what is lacking."""

from __future__ import annotations

import pytest

from device.camera_line import CameraLine
from rules.game import Message
from web.port import CameraView, Snapshot


def told(capsys: pytest.CaptureFixture[str], *states: tuple[str, str]) -> list[str]:
    line = CameraLine("USB camera 0")
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

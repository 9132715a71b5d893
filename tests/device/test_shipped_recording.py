"""The recording that ships is what everybody sees first: every throw of it is read."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from device.bootstrap import RECORDINGS, eyes_of
from device.folders import Folders
from device.sources import Frame, VideoFile

FILM = RECORDINGS / "throws.mp4"
RESTS = json.loads(FILM.with_name("labels.json").read_text(encoding="utf-8"))["rests"]


@pytest.fixture(scope="module")
def stills() -> dict[int, Frame]:
    """A frame from the middle of each rest."""
    wanted = {(rest["first"] + rest["last"]) // 2 for rest in RESTS}
    with VideoFile(FILM) as film:
        frames = iter(film.read, None)
        return {frame.number: frame for frame in frames if frame and frame.number in wanted}


@pytest.mark.parametrize("rest", RESTS, ids=lambda rest: f"{rest['first']}-{rest['last']}")
def test_every_throw_is_read_with_all_its_dice_and_none_surely_wrong(
    stills: dict[int, Frame], rest: dict[str, object], tmp_path: Path
) -> None:
    see = eyes_of(Folders(tmp_path, tmp_path / "settings.toml"), None)
    dice = see(stills[(rest["first"] + rest["last"]) // 2].image).in_area("tray")  # type: ignore[operator]
    values = [str(value) for value in rest["values"]]  # type: ignore[attr-defined]
    assert len(dice) == len(values)
    sure = Counter(die.face for die in dice if die.sure)
    assert sure <= Counter(values)

"""The recording that ships is what everybody sees first: every throw of it is read."""

from __future__ import annotations

import json
import time
from collections import Counter
from pathlib import Path

import pytest

from device.bootstrap import RECORDINGS, eyes_of
from device.folders import Folders
from device.sources import Frame, VideoFile
from tests.device.playing_program import playing

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


def test_a_bust_can_be_read_before_the_recording_throws_on(tmp_path: Path) -> None:
    """In the program as it is started: the next player's dice come some seconds later."""
    words = ("--game", "pickomino", "--players", "Ann,Bo", "recording")
    with playing(tmp_path, *words) as (page, _):
        page.send("hand", on=True)
        page.until(lambda seen: seen["hand"])
        if not (seen := page.look())["match"]["seq"]:
            assert page.send("roll", dice=list("555ww123"))["ok"]
        seen = page.look()
        first = seen["match"]["choices"][0][0]["choice"]
        face = first.split()[1]
        assert page.send("choose", 0, choice=first)["ok"]
        assert page.send("choose", 0, choice="throw")["ok"]
        dice = page.look()["match"]["turn"]["dice"]
        assert page.send("roll", dice=[face] * dice)["ok"]
        busted = page.look()["match"]
        assert "bust" in [event["code"] for event in busted["events"]]
        page.send("hand", on=False)
        until = time.monotonic() + 3.0
        while time.monotonic() < until:
            seen = page.look()
            came = seen["match"]["seq"] > busted["seq"] or seen["ask"]
            assert not came, "Bo's dice came at once"
            time.sleep(0.1)
        # Bo's dice lie there: they are taken, or asked about.
        page.until(lambda seen: seen["match"]["seq"] > busted["seq"] or seen["ask"])

"""Who taps in dice beside a camera goes on tapping them in after a restart, in that match."""

from __future__ import annotations

from pathlib import Path

import pytest

from device.hand_kept import HandKept
from device.shelf import FileShelf
from tests.device.evenings import evening
from tests.device.observed import throw
from tests.device.playing_program import playing


@pytest.mark.parametrize("camera", ["recording", "usb"])
@pytest.mark.parametrize("rolled", [False, True])
def test_dice_are_tapped_in_on_after_a_restart(tmp_path: Path, camera: str, rolled: bool) -> None:
    """Before the first roll the record tells nothing of it, after a roll of the camera the less."""
    with evening(tmp_path, camera) as at:
        at.start("knister", ("A",))
        if rolled:
            at.look(throw("41", 1))
            at.must("choose", choice="write 1,1")
        at.must("hand", on=True)
    with evening(tmp_path, camera) as at:
        assert at.page.hand
        before = at.entries()
        at.look(throw("52", 3))
        assert at.entries() == before, "the camera rolled into it"
        assert not at.must("end").hand


def test_a_camera_reads_on_after_a_restart_where_it_was_let_again(tmp_path: Path) -> None:
    with evening(tmp_path, "usb") as at:
        at.must("hand", on=True)
        at.start("knister", ("A",))
        at.must("roll", dice=["4", "1"])
        at.must("hand", on=False)
    with evening(tmp_path, "usb") as at:
        assert not at.page.hand


def test_a_set_up_by_hand_counts_from_the_start_on(tmp_path: Path) -> None:
    """The switch may stand there already: then a match begins without another press of it."""
    with evening(tmp_path, "usb") as at:
        at.must("hand", on=True)
        at.start("knister", ("A",))
    with evening(tmp_path, "usb") as at:
        assert at.page.hand


def test_a_match_begun_without_a_camera_is_read_by_one_that_comes_later(tmp_path: Path) -> None:
    """Nobody chose to tap in its dice, and none has been."""
    with evening(tmp_path) as at:
        assert at.start("knister", ("A",)).hand
    with evening(tmp_path, "usb") as at:
        assert not at.page.hand


def test_what_was_said_of_another_match_does_not_count(tmp_path: Path) -> None:
    kept = HandKept(FileShelf(tmp_path))
    kept.keep("one", True)
    assert (kept.of("one"), kept.of("two")) == (True, None)
    for spoilt in ("", "[]", '{"match": "one"}', "no JSON"):
        (tmp_path / "tapped-in.json").write_text(spoilt)
        assert kept.of("one") is None


def test_a_disk_that_takes_nothing_costs_no_press(tmp_path: Path) -> None:
    (tmp_path / "shelf").write_text("a file where the folder should be")
    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        assert at.must("hand", on=True).hand


def test_the_recording_rolls_into_no_dice_that_are_tapped_in(tmp_path: Path) -> None:
    """In the program itself, which plays the recording by its own clock."""
    words = ("recording", "--game", "knister", "--players", "Ann,Bo")
    with playing(tmp_path, *words) as (page, _):
        page.send("hand", on=True)
    with playing(tmp_path, *words[:1]) as (page, _):
        shown = page.until(lambda seen: seen["camera"]["state"] == "watching")
        assert shown["hand"]

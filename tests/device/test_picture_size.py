"""A camera that comes back with another picture size in the middle of an evening."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from device.motion import in_frame, moved_dice
from device.rolls import RollWatcher
from device.sources import Picture
from tests.device.evenings import evening
from tests.device.observed import throw
from vision.observation import Observation

SMALL_PX, LARGE_PX, WIDE_PX = (640, 480), (1280, 960), (1280, 720)
SIZES = [(SMALL_PX, LARGE_PX), (LARGE_PX, SMALL_PX), (SMALL_PX, WIDE_PX), (WIDE_PX, LARGE_PX)]


def at_size(seen: Observation, size_px: tuple[int, int]) -> Observation:
    """What lies there, seen in a picture of another size."""
    dice = in_frame(seen.dice, (seen.width, seen.height), size_px)
    return Observation(dice, *size_px)


def table(*throws: Sequence[str]) -> list[Observation]:
    return [throw("".join(faces), seed) for seed, faces in enumerate(throws, start=1)]


class Eyes:
    """Sees what lies there, in pixels of the picture that it gets."""

    def __init__(self, lies: Observation) -> None:
        self.lies = lies

    def __call__(self, picture: Picture) -> Observation:
        return at_size(self.lies, (picture.shape[1], picture.shape[0]))


def picture(size_px: tuple[int, int], hand: bool = False) -> Picture:
    made = np.full((size_px[1], size_px[0], 3), 90, np.uint8)
    if hand:
        made[: size_px[1] // 2, : size_px[0] // 2] = 220
    return made


@pytest.mark.parametrize(("before", "now"), SIZES)
def test_dice_that_lie_on_are_no_new_roll_and_the_next_throw_is(
    before: tuple[int, int], now: tuple[int, int]
) -> None:
    first, second = table("4442251w", "11223344")
    eyes = Eyes(first)
    watcher = RollWatcher(eyes)
    rolls = []
    for number in range(60):
        if number == 40:
            eyes.lies = second
        size = before if number < 20 else now
        # A hand goes through in between, so that nothing is taken from before.
        hand = number in (10, 25, 26, 40, 41)
        rolls.append(watcher.update(picture(size, hand), number / 10, number))
    found = [roll for roll in rolls if roll is not None]
    assert [roll.observation.dice[0].face is not None for roll in found] == [True, True]
    assert [(roll.observation.width, roll.observation.height) for roll in found] == [before, now]
    assert found[1].frame >= 40


def test_what_was_read_in_another_size_is_not_taken_for_what_is_seen_now() -> None:
    eyes = Eyes(table("4442251w")[0])
    watcher = RollWatcher(eyes)
    sizes = []
    for number in range(20):
        watcher.update(picture(SMALL_PX if number < 10 else LARGE_PX), number / 10, number)
        seen = watcher._recent[-1].observation
        sizes.append((seen.width, seen.height))
    assert sizes == [SMALL_PX] * 10 + [LARGE_PX] * 10


@pytest.mark.parametrize(("before", "now"), SIZES)
def test_the_table_takes_dice_that_lie_on_for_no_throw(
    tmp_path: Path, before: tuple[int, int], now: tuple[int, int]
) -> None:
    lie, thrown = table("4442251w", "11223344")
    with evening(tmp_path, "usb") as at:
        at.look(at_size(lie, before))
        at.start()
        at.look(at_size(lie, now))
        assert at.entries() == []
        page = at.look(at_size(thrown, now))
        assert at.entries() == ["roll 11223344"]
        corners = [xy for die in page.camera.dice for xy in die.corners]
        assert all(0 <= x <= 1 for x, _ in corners)


def test_a_question_about_a_die_stays_at_its_place(tmp_path: Path) -> None:
    (asked,) = table("4442251?")
    with evening(tmp_path, "usb") as at:
        at.start()
        before = at.look(at_size(asked, SMALL_PX))
        assert before.ask is not None
        after = at.look(at_size(asked, LARGE_PX), moved=False)
        assert after.ask == before.ask
        shown = [die.corners for die in after.camera.dice]
        assert np.allclose(shown, [die.corners for die in before.camera.dice])


def test_dice_are_found_again_in_a_picture_of_another_size() -> None:
    (lie,) = table("4442251w")
    for before, now in SIZES:
        old, new = at_size(lie, before), at_size(lie, now)
        assert moved_dice(new.dice, in_frame(old.dice, before, now)) == ()

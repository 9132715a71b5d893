"""Teaching face by face: what is expected, what is missing, what a check says."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from device.commands.bench_vision import drawn_table
from device.teaching import (
    Teaching,
    TeachingTrouble,
    check_lines,
    doubts,
    face_of_dice,
    progress_lines,
    usual_in_size,
)
from vision.locate import Spot
from vision.looks import CLASSES
from vision.profile import MOST_A_FACE
from vision.read import Reading
from vision.taught import Check, Judgement


def reading(size: float) -> Reading:
    return Reading(Spot(0, 0, size, 0.9), np.zeros(len(CLASSES), np.float32), 0.0, 0.0, (0.0, 0.0))


def check(face: str, read: str, familiar: float = 0.9) -> Check:
    return Check(face, Judgement({face: 0.2, read: 0.8} if face != read else {face: 1.0}, familiar))


def test_a_face_at_a_time() -> None:
    teaching = Teaching(expected=8)
    assert teaching.missing(["six", "worm"]) == ["six", "worm"]
    assert teaching.checks() == ()
    assert teaching.see_face("worm", drawn_table(), "a.jpg").counts == {"worm": 8}
    assert teaching.missing(["six", "worm"]) == ["six"]
    assert teaching.profile.counts == {"worm": 8}
    assert teaching.checks() == ()  # one face alone
    six = drawn_table((6,) * 8)
    assert teaching.see_face("six", six, "b.jpg").counts == {"six": 8}
    assert [done.face for done in teaching.checks()] == ["worm"] * 8 + ["six"] * 8


def test_a_picture_with_another_number_of_dice_teaches_nothing() -> None:
    teaching = Teaching(expected=5)
    with pytest.raises(TeachingTrouble, match="8 dice are seen where 5 should lie"):
        teaching.see_face("worm", drawn_table(), "a.jpg")
    with pytest.raises(TeachingTrouble, match="no die is seen"):
        teaching.see_face("worm", np.full((480, 640, 3), 90, np.uint8), "a.jpg")
    assert teaching.profile.counts == {}


@pytest.mark.parametrize(
    "name", ["6", " 6 ", "w", "dragon", "6 green", "a-6", "-", ".", "g", "bw.", "g7", "goose"]
)
def test_names_that_faces_have(name: str) -> None:
    assert face_of_dice(name) == name.strip()


def test_clutter_of_another_size_is_left_out() -> None:
    sizes = [reading(size) for size in (50, 52, 48, 20, 51, 110)]
    assert [r.spot.size for r in usual_in_size(sizes)] == [50, 52, 48, 51]
    assert usual_in_size([]) == []


@pytest.mark.parametrize("face", "123456")
def test_dice_that_all_show_the_face_are_not_doubted(face: str) -> None:
    teaching = Teaching()
    same = drawn_table([int(face)] * 8)
    assert doubts(face, teaching.see_face(face, same, "a.jpg").readings) == []
    assert doubts("dragon", teaching.see_face("dragon", same, "b.jpg").readings) == []


@pytest.mark.parametrize("face", "123456")
def test_one_die_that_shows_another_face_is_doubted(face: str) -> None:
    other = int(face) % 6 + 1
    shown = drawn_table([int(face)] * 7 + [other])
    (said,) = doubts(face, Teaching().see_face(face, shown, "a.jpg").readings)
    assert f"not all of 8 look like the same face: 1 like `{other}`" in said


def test_what_does_not_look_like_its_pips_is_doubted() -> None:
    """A thing beside the dice that is taught as a face is taken for that face ever after."""
    chances = np.zeros(len(CLASSES), np.float32)
    chances[CLASSES.index("1")] = 0.4
    thing, five = replace(reading(50), chances=chances), np.eye(len(CLASSES), dtype=np.float32)[4]
    found = [replace(reading(50), chances=five), thing]
    assert doubts("5", found) == ["1 of 2 do not look like `5`"]
    assert doubts("dragon", found[1:]) == []


def test_what_hardly_looks_like_dice_is_doubted() -> None:
    faint = [replace(reading(50), spot=Spot(0, 0, 50, score)) for score in (0.9, 0.3, 0.2)]
    assert doubts("dragon", faint) == ["2 of 3 hardly look like dice"]
    assert doubts("dragon", faint[:2]) == []


def test_a_profile_stays_small() -> None:
    teaching = Teaching()
    for number in range(MOST_A_FACE // 8 + 2):
        teaching.see_face("any", cv2.subtract(drawn_table(), (number,) * 4), f"{number}.jpg")
    assert teaching.profile.counts == {"any": MOST_A_FACE}
    assert teaching.profile.examples[-1].photo == f"{MOST_A_FACE // 8 + 1}.jpg"
    assert "any: 60 examples, as many as are kept: newer ones take the place of the oldest" in (
        progress_lines(teaching.profile)
    )


def test_what_is_missing_is_said() -> None:
    teaching = Teaching()
    teaching.see_face("6", drawn_table(), "a.jpg")
    few = teaching.profile.with_examples([])
    assert progress_lines(few)[0] == "6: 8 examples"
    assert "not taught: 1, 2, 3, 4, 5" in progress_lines(few)[1]


def test_the_check_names_what_is_confused() -> None:
    lines = check_lines([check("fish", "fish"), check("fish", "key"), check("key", "key", 0.1)])
    assert lines == [
        "fish: 1 of 2 right, 1 clearly",
        "key: one example is too few to check",
        "fish was taken for key once: give both more photos",
    ]
    assert check_lines([]) == []

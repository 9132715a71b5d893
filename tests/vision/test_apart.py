"""Which readings are dice: a place that the locator doubts, and a face that is plainly read."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from tests.house.normal_floats import floats
from vision.apart import apart
from vision.locate import SCORE, Spot
from vision.looks import CLASSES
from vision.read import Reading


def reading(score: float, chance: float, least: float, face: str = "3") -> Reading:
    chances = np.full(len(CLASSES), (1.0 - chance) / (len(CLASSES) - 1), np.float32)
    chances[CLASSES.index(face)] = chance
    return Reading(Spot(100.0, 90.0, 40.0, score), chances, least, 0.0, (0.0, 0.0))


@given(floats(SCORE, 1.0), floats(0.991, 1.0), floats(0.95, 0.99))
def test_a_plain_face_is_a_die_however_its_place_was_found(
    score: float, chance: float, least: float
) -> None:
    assert len(apart([reading(score, chance, least)])) == 1


@pytest.mark.parametrize(("chance", "least"), [(0.97, 0.96), (0.995, 0.8)])
def test_a_doubted_place_with_a_doubtful_face_is_none(chance: float, least: float) -> None:
    assert apart([reading(0.2, chance, least)]) == []
    assert len(apart([reading(0.9, chance, least)])) == 1


@pytest.mark.parametrize("name", ["", "-", "x"])
def test_only_faces_of_our_games_make_up_for_a_doubted_place(name: str) -> None:
    assert apart([reading(0.2, 0.995, 0.96, name)]) == []


@pytest.mark.parametrize(("chance", "stays"), [(0.88, False), (0.96, True)])
@pytest.mark.parametrize("size", [20.0, 80.0])
def test_a_die_of_another_size_than_the_rest_is_one_where_it_is_well_read(
    chance: float, stays: bool, size: float
) -> None:
    rest = [reading(0.9, 0.999, 0.99) for _ in range(3)]
    rest = [replace(one, spot=replace(one.spot, x=100.0 + 200 * k)) for k, one in enumerate(rest)]
    other = reading(0.9, chance, 0.8)
    other = replace(other, spot=Spot(100.0, 400.0, size, 0.9))
    assert len(apart([*rest, other])) == 3 + stays
    usual = replace(other, spot=Spot(100.0, 400.0, 44.0, 0.9))
    assert len(apart([*rest, usual])) == 4


@pytest.mark.parametrize(("clear", "stays"), [(2, True), (3, False)])
@pytest.mark.parametrize("size", [24.0, 66.0])
def test_more_dice_that_are_well_read_tell_better_what_size_is_usual(
    clear: int, stays: bool, size: float
) -> None:
    rest = [reading(0.9, 0.999, 0.99) for _ in range(clear)]
    rest = [replace(one, spot=replace(one.spot, x=100.0 + 200 * k)) for k, one in enumerate(rest)]
    other = replace(reading(0.9, 0.7, 0.6), spot=Spot(100.0, 400.0, size, 0.9))
    assert len(apart([*rest, other])) == clear + stays

"""Leaning dice among dice that lie flat, under cameras that look straight down or from the side."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.house.normal_floats import floats
from vision.lean import leaning
from vision.locate import Spot
from vision.read import Reading

WIDTH, HEIGHT = 1000, 800


def reading(x: float, y: float, slant: tuple[float, float], chance: float = 0.99) -> Reading:
    chances = np.zeros(10, np.float32)
    chances[4] = chance
    return Reading(Spot(x, y, 60.0, 0.9), chances, 1.0, 0.0, slant)


def flat(x: float, y: float, camera: tuple[float, float], growth: float) -> Reading:
    slant = (
        camera[0] + growth * (x - WIDTH / 2) / WIDTH,
        camera[1] + growth * (y - HEIGHT / 2) / WIDTH,
    )
    return reading(x, y, slant)


def places(at_least: int) -> st.SearchStrategy[list[tuple[float, float]]]:
    place = st.tuples(floats(0, WIDTH), floats(0, HEIGHT))
    return st.lists(place, min_size=at_least, max_size=12, unique=True)


@given(places(6), floats(-0.5, 0.5), floats(-0.5, 0.5), st.sampled_from([0.0, 0.5, 1.0]))
def test_dice_that_lie_flat_do_not_lean(
    where: list[tuple[float, float]], x: float, y: float, growth: float
) -> None:
    away = leaning([flat(u, v, (x, y), growth) for u, v in where], WIDTH, HEIGHT)
    assert max(away) < 0.2


@given(places(3), floats(-0.24, 0.24), floats(-0.24, 0.24), st.sampled_from([0.25, 0.5, 0.75, 1.0]))
def test_nor_do_three_under_a_camera_that_looks_up_to_20_degrees_off_straight(
    where: list[tuple[float, float]], x: float, y: float, growth: float
) -> None:
    away = leaning([flat(u, v, (x, y), growth) for u, v in where], WIDTH, HEIGHT)
    assert max(away) < 0.2


@given(
    st.lists(st.tuples(floats(200, 800), floats(160, 640)), min_size=3, max_size=8, unique=True),
    floats(0, 0.34), floats(0, 2 * np.pi), floats(0, 2 * np.pi),
)  # fmt: skip
def test_one_that_leans_stands_out_below_a_camera_that_looks_nearly_straight_down(
    where: list[tuple[float, float]], aslant: float, view: float, lean: float
) -> None:
    """Up to 20 degrees off, among as few as two that lie flat."""
    camera = (aslant * np.cos(view), aslant * np.sin(view))
    dice = [flat(x, y, camera, 0.6) for x, y in where]
    x, y = dice[0].slant
    dice[0] = reading(*where[0], (x + 0.6 * np.cos(lean), y + 0.6 * np.sin(lean)))
    away = leaning(dice, WIDTH, HEIGHT)
    assert away[0] > 0.3
    assert max(away[1:]) < 0.2


@pytest.mark.parametrize("camera", [(0.0, 0.0), (0.0, -0.5)])
@pytest.mark.parametrize("growth", [0.3, 0.9])
def test_one_that_leans_stands_out(camera: tuple[float, float], growth: float) -> None:
    where = [(200, 200), (800, 300), (500, 600), (300, 500), (700, 700)]
    dice = [flat(x, y, camera, growth) for x, y in where]
    x, y = dice[2].slant
    dice[2] = reading(500, 600, (x + 0.5, y))
    away = leaning(dice, WIDTH, HEIGHT)
    assert away[2] > 0.4
    assert max(away[:2] + away[3:]) < 0.15


def test_what_is_hardly_a_die_has_no_word_in_what_is_flat() -> None:
    """The four squares of a mat, found as doubtful dice, must not make flat dice lean."""
    dice = [flat(x, 450, (0.0, 0.0), 0.9) for x in (100, 200, 850)]
    dice.append(reading(500, 450, (0.6, 0.0)))
    squares = [reading(x, y, (0.0, 0.0), 0.5) for x in (40, 960) for y in (60, 740)]
    away = leaning(dice + squares, WIDTH, HEIGHT)
    assert max(away[:3]) < 0.15
    assert away[3] > 0.4
    few = leaning(dice[:1] + squares, WIDTH, HEIGHT)
    assert len(few) == 5, "with too few clear dice all have their word"


def test_a_doubtful_reading_that_slants_alike_does_not_make_one_that_leans_flat() -> None:
    """Slants as they were read of path-traced dice: the second one leans by 35 degrees."""
    dice = [reading(520, 600, (0.19, 0.26)), reading(380, 150, (-0.06, -0.59))]
    dice.append(reading(820, 380, (0.26, -0.56), 0.5))
    away = leaning(dice, WIDTH, HEIGHT)
    assert away[1] > 0.2
    assert away[0] < 0.2


def test_alone_it_is_held_against_a_camera_that_looks_down() -> None:
    assert leaning([reading(500, 400, (0.0, 0.6))], WIDTH, HEIGHT) == [pytest.approx(0.6)]
    assert leaning([reading(500, 400, (0.1, 0.0))], WIDTH, HEIGHT) == [pytest.approx(0.1)]
    assert leaning([], WIDTH, HEIGHT) == []

"""What throws tell of how the camera looks at the table, and how it is forgotten when it moves."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.house.normal_floats import floats
from vision.lane import SeeOnMat
from vision.lean import ENOUGH, TOLD, USUAL, offsets_of
from vision.observation import Die, Observation
from vision.standpoint import LEAST_DICE, MOST_DICE, Standpoint

WIDTH, HEIGHT = 640, 480
Slant = tuple[float, float]


def die(x: float, y: float, slant: Slant, confidence: float = 0.999) -> Die:
    return Die("3", confidence, True, (x, y), 40.0, 0.0, "white", slant=slant)


def thrown(seed: int, count: int, tilt: Slant, wobble: float = 0.03) -> Observation:
    """A throw of flat dice, told as the reader tells them, under a camera that looks so aslant."""
    rng = np.random.default_rng(seed)
    places = rng.uniform((40, 40), (WIDTH - 40, HEIGHT - 40), (count, 2))
    offsets = offsets_of([(x, y) for x, y in places], WIDTH, HEIGHT)
    slants = np.array(tilt) + USUAL * offsets + rng.normal(0, wobble, (count, 2))
    dice = [die(x, y, (u, v)) for (x, y), (u, v) in zip(places, slants, strict=True)]
    return Observation(tuple(dice), WIDTH, HEIGHT)


def told_at(standpoint: Standpoint, x: float, y: float) -> Slant:
    flat = standpoint.flat(WIDTH, HEIGHT)
    assert flat is not None
    u, v = flat(x, y)
    return TOLD * u, TOLD * v


def test_nothing_is_known_before_a_throw_and_after_one_of_few_dice() -> None:
    standpoint = Standpoint()
    assert standpoint.flat(WIDTH, HEIGHT) is None
    standpoint.learn(thrown(1, LEAST_DICE - 1, (0.4, 0.0)))
    assert standpoint.flat(WIDTH, HEIGHT) is None
    standpoint.learn(Observation((), WIDTH, HEIGHT))
    assert standpoint.flat(WIDTH, HEIGHT) is None


@given(floats(-0.5, 0.5), floats(-0.5, 0.5), st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_throws_tell_how_a_flat_face_slants_everywhere(u: float, v: float, seed: int) -> None:
    standpoint = Standpoint()
    for number, count in enumerate((8, 5, 3)):
        standpoint.learn(thrown(seed + number, count, (u, v)))
    for x, y in ((320.0, 240.0), (60.0, 60.0), (600.0, 400.0)):
        offset = offsets_of([(x, y)], WIDTH, HEIGHT)[0]
        true = (u + USUAL * offset[0], v + USUAL * offset[1])
        assert told_at(standpoint, x, y) == pytest.approx(true, abs=0.16)


def test_single_dice_tell_it_too_once_they_are_enough() -> None:
    standpoint = Standpoint()
    for number in range(LEAST_DICE):
        assert standpoint.flat(WIDTH, HEIGHT) is None
        standpoint.learn(thrown(number, 1, (0.0, 0.45)))
    assert told_at(standpoint, 320, 240)[1] == pytest.approx(0.45, abs=0.1)


def test_dice_that_lean_do_not_change_what_is_known() -> None:
    standpoint = Standpoint()
    standpoint.learn(thrown(1, 8, (0.3, 0.1)))
    before = told_at(standpoint, 320, 240)
    for number in range(2):
        standpoint.learn(thrown(number + 2, 1, (-0.4, 0.5)))
    assert told_at(standpoint, 320, 240) == pytest.approx(before, abs=0.06)


@pytest.mark.parametrize("count", [8, 3, 1])
def test_a_camera_that_was_moved_is_noticed_by_the_next_dice(count: int) -> None:
    standpoint = Standpoint()
    for number in range(4):
        standpoint.learn(thrown(number, 8, (0.0, 0.5)))
    moved = [thrown(100 + number, count, (0.0, -0.2)) for number in range(12)]
    assert standpoint.contradicted(moved[0]) == (count >= ENOUGH)
    dice = 0
    while dice < max(ENOUGH, count):
        standpoint.learn(moved.pop())
        dice += count
    assert not standpoint.contradicted(thrown(7, 8, (0.0, -0.2)))
    while dice < LEAST_DICE:
        standpoint.learn(moved.pop())
        dice += count
    assert told_at(standpoint, 320, 240)[1] == pytest.approx(-0.2, abs=0.1)


def test_dice_that_disagree_tell_nothing() -> None:
    standpoint = Standpoint()
    slants = [(0.6 * math.cos(k), 0.6 * math.sin(k)) for k in range(8)]
    dice = tuple(die(60.0 + 70 * k, 240.0, slant) for k, slant in enumerate(slants))
    standpoint.learn(Observation(dice, WIDTH, HEIGHT))
    assert standpoint.flat(WIDTH, HEIGHT) is None


def test_what_is_badly_read_tells_nothing() -> None:
    standpoint = Standpoint()
    seen = thrown(1, 8, (0.4, 0.0))
    doubtful = tuple(die(*d.center_xy, d.slant, confidence=0.5) for d in seen.dice)
    standpoint.learn(Observation(doubtful, WIDTH, HEIGHT))
    assert standpoint.flat(WIDTH, HEIGHT) is None


def test_pictures_of_another_size_are_of_another_camera() -> None:
    standpoint = Standpoint()
    standpoint.learn(thrown(1, 8, (0.4, 0.0)))
    assert standpoint.flat(1280, 960) is None
    standpoint.learn(Observation((), 1280, 960))
    assert standpoint.flat(WIDTH, HEIGHT) is None


def test_a_long_evening_keeps_only_the_last_dice() -> None:
    standpoint = Standpoint()
    for number in range(60):
        standpoint.learn(thrown(number, 7, (0.1, 0.0)))
    kept = sum(map(len, standpoint._throws))
    assert MOST_DICE - 7 < kept <= MOST_DICE


class Shows:
    """A `see` that shows the same dice and notes what it was told of flat faces."""

    def __init__(self, dice: Observation) -> None:
        self.dice = dice
        self.told: list[bool] = []

    def __call__(self, picture: object, flat: object) -> Observation:
        self.told.append(flat is not None)
        return self.dice


GREY = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)


def test_seeing_without_a_mat_is_told_what_throws_said() -> None:
    shows = Shows(thrown(1, 8, (0.3, 0.0)))
    see = SeeOnMat(shows)
    see(GREY)
    see.rested(shows.dice)
    see(GREY)
    assert shows.told == [False, True]


def test_dice_are_held_against_each_other_where_most_lie_otherwise_than_before() -> None:
    """A camera that was knocked must not make all dice of the next throw lean."""
    shows = Shows(thrown(1, 8, (0.5, 0.0)))
    see = SeeOnMat(shows)
    see.rested(shows.dice)
    shows.dice = thrown(2, 8, (-0.3, 0.0))
    see(GREY)
    assert shows.told == [True, False]
    shows.dice = thrown(3, 1, (-0.3, 0.0))  # one die may as well lean
    see(GREY)
    assert shows.told[2:] == [True]

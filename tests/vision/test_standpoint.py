"""What throws tell of how the camera looks at the table, and how it is forgotten when it moves."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.house.normal_floats import floats
from vision.lane import SeeOnMat
from vision.lean import OFF, USUAL, leaning, offsets_of
from vision.locate import Spot
from vision.looks import CLASSES
from vision.observation import Die, Observation
from vision.read import Reading
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
    view = standpoint.view(WIDTH, HEIGHT)
    assert view is not None
    u, v = view.slant_at(offsets_of([(x, y)], WIDTH, HEIGHT))[0]
    return float(u), float(v)


def after(*throws: Observation) -> Standpoint:
    standpoint = Standpoint()
    for throw in throws:
        standpoint.learn(throw)
    return standpoint


def knows(standpoint: Standpoint) -> bool:
    return standpoint.view(WIDTH, HEIGHT) is not None


def test_nothing_is_known_before_a_throw_and_after_one_of_few_dice() -> None:
    assert not knows(Standpoint())
    few = after(thrown(1, LEAST_DICE - 1, (0.4, 0.0)), Observation((), WIDTH, HEIGHT))
    assert not knows(few)


@given(floats(-0.5, 0.5), floats(-0.5, 0.5), st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_throws_tell_how_a_flat_face_slants_everywhere(u: float, v: float, seed: int) -> None:
    standpoint = after(*(thrown(seed + k, count, (u, v)) for k, count in enumerate((8, 5, 3))))
    for x, y in ((320.0, 240.0), (60.0, 60.0), (600.0, 400.0)):
        offset = offsets_of([(x, y)], WIDTH, HEIGHT)[0]
        true = (u + USUAL * offset[0], v + USUAL * offset[1])
        assert told_at(standpoint, x, y) == pytest.approx(true, abs=0.16)


def test_single_dice_tell_it_too_once_they_are_enough() -> None:
    standpoint = Standpoint()
    for number in range(LEAST_DICE):
        assert not knows(standpoint)
        standpoint.learn(thrown(number, 1, (0.0, 0.45)))
    assert told_at(standpoint, 320, 240)[1] == pytest.approx(0.45, abs=0.1)


def test_a_die_that_goes_on_lying_there_tells_nothing_new() -> None:
    """Ten photos of one die that leans must not make a view of the camera of it."""
    lone = thrown(1, 1, (0.5, 0.0))
    shaken = [
        Observation(
            tuple(replace(d, center_xy=(d.center_xy[0] + k, d.center_xy[1])) for d in lone.dice),
            WIDTH,
            HEIGHT,
        )
        for k in range(10)
    ]
    assert not knows(after(*shaken))
    standpoint = after(thrown(2, 8, (0.0, 0.0)), *shaken)
    assert told_at(standpoint, 320, 240) == pytest.approx((0.0, 0.0), abs=0.06)


def test_dice_that_lean_do_not_change_what_is_known() -> None:
    standpoint = after(thrown(1, 8, (0.3, 0.1)))
    before = told_at(standpoint, 320, 240)
    for number in range(2):
        standpoint.learn(thrown(number + 2, 1, (-0.4, 0.5)))
    assert told_at(standpoint, 320, 240) == pytest.approx(before, abs=0.06)


@pytest.mark.parametrize("seed", range(4))
def test_throws_of_which_most_lean_to_different_sides_do_not_wipe_out_what_is_known(
    seed: int,
) -> None:
    standpoint = after(*(thrown(seed + k, 8, (0.3, 0.1)) for k in range(5)))
    before = told_at(standpoint, 320, 240)
    for number in range(2):
        one, other = thrown(20 + number, 1, (0.9, 0.1)), thrown(30 + number, 1, (-0.4, -0.5))
        flat = thrown(40 + number, 1, (0.3, 0.1))
        standpoint.learn(Observation((*one.dice, *other.dice, *flat.dice), WIDTH, HEIGHT))
    assert told_at(standpoint, 320, 240) == pytest.approx(before, abs=0.06)


@pytest.mark.parametrize("count", [8, 3, 1])
def test_a_camera_that_was_moved_is_noticed_by_the_next_dice(count: int) -> None:
    standpoint = after(*(thrown(k, 8, (0.0, 0.5)) for k in range(4)))
    for number in range(LEAST_DICE + 2):  # here and there one lies where another lay
        standpoint.learn(thrown(100 + number, count, (0.0, -0.2)))
    assert told_at(standpoint, 320, 240)[1] == pytest.approx(-0.2, abs=0.1)


def test_dice_that_disagree_tell_nothing() -> None:
    slants = [(0.6 * math.cos(k), 0.6 * math.sin(k)) for k in range(8)]
    dice = tuple(die(60.0 + 70 * k, 240.0, slant) for k, slant in enumerate(slants))
    assert not knows(after(Observation(dice, WIDTH, HEIGHT)))


def test_what_is_badly_read_tells_nothing() -> None:
    seen = thrown(1, 8, (0.4, 0.0))
    doubtful = tuple(die(*d.center_xy, d.slant, confidence=0.5) for d in seen.dice)
    assert not knows(after(Observation(doubtful, WIDTH, HEIGHT)))


def test_pictures_of_another_size_are_of_another_camera() -> None:
    standpoint = after(thrown(1, 8, (0.4, 0.0)))
    assert standpoint.view(1280, 960) is None
    standpoint.learn(Observation((), 1280, 960))
    assert not knows(standpoint)


def test_a_long_evening_keeps_only_the_last_dice() -> None:
    standpoint = Standpoint()
    for number in range(60):
        standpoint.learn(thrown(number, 7, (0.1, 0.0)))
        standpoint.learn(Observation((), WIDTH, HEIGHT))
    kept = [len(throw) for throw in standpoint._throws]
    assert MOST_DICE - 7 < sum(kept) <= MOST_DICE
    assert 0 not in kept


class Shows:
    """A `see` that shows the same dice and notes what it was told of flat faces."""

    def __init__(self, dice: Observation) -> None:
        self.dice = dice
        self.told: list[bool] = []

    def __call__(self, picture: object, flat: object, before: object) -> Observation:
        self.told.append(before is not None)
        return self.dice


def test_seeing_without_a_mat_is_told_what_throws_said() -> None:
    grey = np.full((HEIGHT, WIDTH, 3), 120, np.uint8)
    shows = Shows(thrown(1, 8, (0.3, 0.0)))
    see = SeeOnMat(shows)
    see(grey)
    see.rested(shows.dice)
    see(grey)
    assert shows.told == [False, True]


def readings(seen: Observation) -> list[Reading]:
    chances = np.full(len(CLASSES), 0.001, np.float32)
    chances[2] = 1 - 0.001 * (len(CLASSES) - 1)
    return [Reading(Spot(*d.center_xy, 40.0, 0.9), chances, 1.0, 0.0, d.slant) for d in seen.dice]


def away(seen: Observation, standpoint: Standpoint) -> list[float]:
    return leaning(readings(seen), WIDTH, HEIGHT, before=standpoint.view(WIDTH, HEIGHT))


def test_a_lone_die_is_held_against_the_throws_before() -> None:
    standpoint = after(thrown(1, 8, (0.45, 0.0)), thrown(2, 5, (0.45, 0.0)))
    assert away(thrown(3, 1, (0.45, 0.0)), standpoint)[0] < 0.12
    assert away(thrown(3, 1, (0.1, 0.0)), standpoint)[0] > 0.25


@pytest.mark.parametrize("by", [0.0, 0.05, 0.1, 0.15, 0.19, 0.25, 0.5, 0.8])
def test_a_camera_that_was_knocked_makes_no_die_of_the_next_throw_lean(by: float) -> None:
    standpoint = after(*(thrown(k, 8, (0.3, 0.0)) for k in range(5)))
    for seed in range(20):
        assert max(away(thrown(50 + seed, 6, (0.3 - by, 0.0)), standpoint)) < OFF


def test_of_three_dice_one_that_leans_is_told_by_the_throws_before() -> None:
    standpoint = after(*(thrown(k, 8, (0.3, 0.0)) for k in range(5)))
    for seed in range(20):
        flat, leans = thrown(50 + seed, 2, (0.3, 0.0)), thrown(90 + seed, 1, (0.65, 0.0))
        seen = Observation((*flat.dice, *leans.dice), WIDTH, HEIGHT)
        assert [a > OFF for a in away(seen, standpoint)] == [False, False, True]

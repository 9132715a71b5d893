"""Dice on one table are of one kind: with a six, or with a worm in its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.house.normal_floats import floats
from tests.vision.told_eyes import told_eyes
from vision.calibration import Bounds, Calibration
from vision.colour import light_of
from vision.kind import AGAINST, SEEN_WORM, Kind, kind_of, weighted
from vision.lean import View
from vision.locate import Spot
from vision.looks import CLASSES
from vision.observation import Die
from vision.read import OTHER_PICTURE, Reading, together
from vision.see import _die, see

FACES = ("1", "2", "3", "4", "5", "6", "w")


def reading(least: float = 0.95, **chances: float) -> Reading:
    given = {"six": "6", "worm": "w", "five": "5", "other": "x"}
    values = np.zeros(len(CLASSES), np.float32)
    for name, chance in chances.items():
        values[CLASSES.index(given[name])] = chance
    return Reading(Spot(50, 50, 40, 0.9), values, least, 0.0, (0.0, 0.0))


CLEAR = Bounds(0.98, 0.03, 0.05)
RULE = Calibration(clear=CLEAR, doubted=Bounds(0.995, 0.02, 0.005), doubt=0.6, least=0.6)


def against(*readings: Reading) -> Mapping[str, float]:
    return kind_of(readings, [True] * len(readings), RULE).weights


def test_a_clear_six_speaks_against_doubtful_worms_and_the_other_way_round() -> None:
    assert against(reading(six=0.99), reading(worm=0.6, five=0.3)) == {"w": AGAINST}
    assert against(reading(worm=0.99), reading(six=0.5, five=0.4)) == {"6": AGAINST}


def test_nothing_is_weighed_where_neither_or_both_are_clear() -> None:
    assert against() == {}
    assert against(reading(six=0.9), reading(worm=0.6)) == {}
    assert against(reading(six=0.99), reading(worm=0.99)) == {}
    assert against(reading(six=0.99, least=0.4)) == {}


@pytest.mark.parametrize(
    ("beside", "other"),
    [
        ((), OTHER_PICTURE),
        ((reading(worm=0.99),), SEEN_WORM),
        ((reading(worm=0.99), reading(five=1.0)), SEEN_WORM),
        ((reading(worm=0.96, five=0.04),), OTHER_PICTURE),  # not clear itself
        ((reading(0.7, worm=0.99),), OTHER_PICTURE),  # not steady
        ((reading(worm=0.99), reading(six=1.0)), OTHER_PICTURE),  # more than one kind
        ((reading(worm=0.99), reading(other=0.6, worm=0.4)), OTHER_PICTURE),
    ],
)
def test_where_a_worm_is_seen_and_no_other_picture_others_weigh_less(
    beside: tuple[Reading, ...], other: float
) -> None:
    doubtful = reading(worm=0.8, other=0.2)
    dice = [doubtful, *beside]
    assert kind_of(dice, [True] * len(dice), RULE).other == other
    assert doubtful.shows("w", CLEAR, other) == (other == SEEN_WORM)


FRAME = np.full((100, 400, 3), 90, np.uint8)


@pytest.mark.parametrize(
    ("beside", "score", "slant", "sure"),
    [
        (reading(worm=0.99), 0.9, 0.0, True),
        (reading(worm=0.99), 0.55, 0.0, False),  # its own place is doubted: half a tile, perhaps
        (reading(worm=0.99), 0.9, 0.7, False),  # it leans
        (reading(worm=0.71, other=0.29), 0.9, 0.0, False),
        (reading(five=1.0), 0.9, 0.0, False),
    ],
)
@pytest.mark.parametrize(("other", "tells"), [(0.0, True), (0.31, False)])
def test_a_doubtful_worm_is_sure_beside_a_sure_one(
    beside: Reading, score: float, slant: float, sure: bool, other: float, tells: bool
) -> None:
    """Where no die shows another picture."""
    spots = [Spot(50.0 + 100 * k, 50, 40, 0.9) for k in range(3)]
    doubtful = replace(reading(worm=0.8, other=0.2), spot=spots[0])
    beside = replace(beside, spot=replace(spots[1], score=score), slant=(slant, 0.0))
    third = replace(reading(five=1 - other, other=other), spot=spots[2])
    eyes = told_eyes(replace(RULE, lean_among=0.6), doubtful, beside, third)
    die = see(FRAME, eyes, before=View((0.0, 0.0), 0.0)).dice[0]
    assert die.face == "w"
    assert die.sure == (sure and tells)


@given(st.lists(floats(0.0, 1.0), min_size=len(CLASSES), max_size=len(CLASSES)), floats(0.0, 0.1))
def test_what_other_pictures_weigh_settles_worms_alone(raw: list[float], other: float) -> None:
    chances = np.array(raw, np.float32) / max(sum(raw), 1e-6)
    lies = Reading(Spot(50, 50, 40, 0.9), chances, 1.0, 0.0, (0.0, 0.0))
    assert lies.shows("w", CLEAR, other) >= lies.shows("w", CLEAR)
    for name in ("x", *CLASSES[:6]):
        assert lies.shows(name, CLEAR, other) == lies.shows(name, CLEAR)


def test_a_clear_worm_beside_a_six_that_is_not_clear_enough_to_count_stays_a_worm() -> None:
    after = weighted({"w": 0.96, "5": 0.03}, {"w": AGAINST})
    assert max(after, key=lambda name: after[name]) == "w"


@given(
    st.lists(floats(0.0, 1.0), min_size=7, max_size=7).filter(lambda c: sum(c) > 0.01),
    st.sampled_from(["6", "w"]),
)
def test_weights_move_chances_and_keep_their_sum(raw: list[float], against: str) -> None:
    chances = dict(zip(FACES, (c / sum(raw) for c in raw), strict=True))
    after = weighted(chances, {against: AGAINST})
    assert abs(sum(after.values()) - 1.0) < 1e-6 or chances[against] == 1.0
    assert after[against] <= chances[against] + 1e-9
    others = [name for name in FACES if name != against]
    assert sorted(others, key=lambda n: -after[n]) == sorted(others, key=lambda n: -chances[n])


def seen_as(**chances: float) -> Die:
    frame = np.full((100, 100, 3), 90, np.uint8)
    bounds = Bounds(0.95, 0.05, 0.05)
    return _die(frame, reading(0.9, **chances), bounds, False, light_of(frame), 0.6, Kind())


@given(worm=floats(0.5, 0.99), leans=st.booleans(), least=floats(0.3, 1.0))
def test_a_picture_is_told_though_it_may_be_no_worm(worm: float, leans: bool, least: float) -> None:
    """Worm and other picture share what is there: a picture for sure, a worm perhaps."""
    rule = Calibration(clear=Bounds(0.95, 0.05, 0.05), least=0.6)
    lies = replace(reading(least, worm=worm, other=1.0 - worm), slant=(0.9 * leans, 0.0))
    (die,) = see(np.full((100, 100, 3), 90, np.uint8), told_eyes(rule, lies)).dice
    assert die.face == "w"
    assert die.picture == (not leans and least >= 0.6)
    assert not die.sure or die.picture


def test_a_doubtful_face_is_no_sure_picture() -> None:
    assert not seen_as(worm=0.6, other=0.2, five=0.2).picture
    assert not seen_as(five=0.99).picture
    other = seen_as(other=0.95, worm=0.05)
    assert other.face == "w"
    assert other.picture
    assert not other.sure


def test_a_die_of_which_one_network_sees_nothing_and_the_other_no_die_has_no_face() -> None:
    chances = together(chances_of("", 0.9), chances_of("-", 0.9))
    assert chances.min() >= 0.0
    frame = np.full((100, 100, 3), 90, np.uint8)
    seen = Reading(Spot(50.0, 50.0, 30.0, 0.95), chances, 0.0, 0.0, (0.0, 0.0))
    bounds = Bounds(0.98, 0.03, 0.05)
    die = _die(frame, seen, bounds, False, light_of(frame), 0.6, Kind())
    assert die.face is None
    assert not die.sure


def chances_of(name: str, chance: float) -> np.ndarray:
    chances = np.full(len(CLASSES), (1 - chance) / (len(CLASSES) - 1), np.float32)
    chances[CLASSES.index(name)] = chance
    return chances

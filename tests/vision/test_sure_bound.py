"""When a reading is sure: of a face, given that there is one to be read, and that there is one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given

from tests.house.normal_floats import floats
from tests.vision.told_eyes import told_chances, told_eyes
from vision.calibration import Bounds, Calibration
from vision.locate import Spot
from vision.observation import Die
from vision.read import Reading
from vision.see import see

CLEAR, DOUBTED = Bounds(0.96, 0.04, 0.05), Bounds(0.993, 0.02, 0.01)
RULE = Calibration(1.0, clear=CLEAR, doubted=DOUBTED, doubt=0.6)


def read_as(**chances: float) -> Reading:
    """Return a reading; `unread` and `nothing` are the chances that there is no face to read."""
    spot = Spot(160.0, 120.0, 40.0, 0.9)
    return Reading(spot, told_chances(**chances), 1.0, 0.0, (0.0, 0.0))


def seen_with(score: float, **chances: float) -> Die:
    told = read_as(**chances)
    told = replace(told, spot=replace(told.spot, score=score))
    (die,) = see(np.full((240, 320, 3), 90, np.uint8), told_eyes(RULE, told)).dice
    return die


@pytest.mark.parametrize(
    ("score", "chance", "sure"),
    [(0.9, 0.97, True), (0.9, 0.95, False), (0.5, 0.97, False), (0.5, 0.995, True)],
)
def test_a_doubted_place_is_sure_only_when_its_face_is_plain(
    score: float, chance: float, sure: bool
) -> None:
    die = seen_with(score, four=chance, five=1 - chance)
    assert (die.face, die.sure) == ("4", sure)


@pytest.mark.parametrize(
    ("unread", "nothing", "sure"),
    [(0.03, 0.0, True), (0.05, 0.0, False), (0.0, 0.04, True), (0.0, 0.06, False)],
)
def test_a_plain_face_bears_a_little_doubt_that_there_is_one(
    unread: float, nothing: float, sure: bool
) -> None:
    """A four that cannot be a five is sure, though its chance is below that of a sure face."""
    die = seen_with(0.9, four=1 - unread - nothing, unread=unread, nothing=nothing)
    assert (die.face, die.sure) == ("4", sure)
    assert die.confidence == pytest.approx(1 - unread - nothing, abs=1e-3)


@given(floats(0.8, 1.0), floats(0.0, 0.06), floats(0.0, 0.08), floats(0.0, 0.06))
def test_more_doubt_that_there_is_a_face_never_makes_one_sure(
    share: float, unread: float, nothing: float, more: float
) -> None:
    """Taken in proportion from all faces, so that which of them it is stays as doubtful."""

    def shown(unread: float, nothing: float) -> bool:
        left = 1 - unread - nothing
        four = read_as(four=share * left, five=(1 - share) * left, unread=unread, nothing=nothing)
        return four.shows("4", CLEAR)

    assume(abs(share - CLEAR.face_from) > 1e-6)
    assert shown(unread, nothing) >= shown(unread + more, nothing)
    assert shown(unread, nothing) >= shown(unread, nothing + more)


@given(floats(0.8, 0.98), floats(0.0, 0.02))
def test_a_face_that_takes_from_another_becomes_no_less_sure(share: float, more: float) -> None:
    def shown(share: float) -> bool:
        return read_as(four=share * 0.97, five=(1 - share) * 0.97, unread=0.03).shows("4", CLEAR)

    assert shown(share + more) >= shown(share)


@given(floats(0.0, 1.0), floats(0.0, 0.2), floats(0.0, 0.2))
def test_what_is_sure_where_the_place_is_doubted_is_sure_elsewhere(
    share: float, unread: float, nothing: float
) -> None:
    left = 1 - unread - nothing
    four = read_as(four=share * left, five=(1 - share) * left, unread=unread, nothing=nothing)
    assert four.shows("4", CLEAR) >= four.shows("4", DOUBTED)


@given(floats(0.0, 1.0), floats(0.0, 1.0))
def test_a_worm_that_may_be_another_picture_is_surely_a_picture(worm: float, part: float) -> None:
    assume(worm > 0.01)
    other = (1 - worm) * part
    reading = read_as(worm=worm, other=other, four=1 - worm - other)
    assert reading.shows("x", CLEAR) >= reading.shows("w", CLEAR)
    assume(abs(worm + other - CLEAR.face_from) > 1e-5)  # chances are kept in fewer digits
    assert reading.shows("x", CLEAR) == (worm + other > CLEAR.face_from)


def test_a_calibration_is_written_as_it_is_read() -> None:
    assert Calibration.told(RULE.written()) == RULE


@pytest.mark.parametrize(
    "text",
    [
        "", "null", "3", '"a"', "{}", '{"temperature": 1.0, "sure_from": 0.98}',
        RULE.written().replace("0.96", '"much"'),
        RULE.written().replace("1.0", "NaN"),
        RULE.written().replace('"least"', '"lest"'),
        replace(RULE, clear=DOUBTED, doubted=CLEAR).written(),
    ],
)  # fmt: skip
def test_what_is_no_calibration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"calibration|doubted|Expecting|convert"):
        Calibration.told(text)


def test_the_shipped_bounds_ask_more_of_doubted_places() -> None:
    rule = Calibration.shipped()
    assert rule.bounds(1.0) == rule.clear
    assert rule.bounds(0.0) == rule.doubted
    assert rule.doubted.face_from >= rule.clear.face_from
    assert rule.doubted.unread_to < rule.clear.unread_to
    assert rule.doubted.nothing_to < rule.clear.nothing_to

"""What is no die: places that are found with doubt and whose face leans as no die does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from tests.house.normal_floats import floats
from tests.vision.told_eyes import FamiliarOnes, told_chances, told_eyes
from vision.apart import clutter
from vision.calibration import Calibration, Odds
from vision.locate import Spot
from vision.read import Reading
from vision.see import see

ODDS = Calibration.shipped().odds


def reading(score: float, nothing: float = 0.2, slant: float = 0.0, x: float = 160.0) -> Reading:
    chances = told_chances(four=1.0 - nothing, nothing=nothing)
    return Reading(Spot(x, 120.0, 40.0, score), chances, 0.9, 0.0, (slant, 0.0))


def seen_at(*readings: Reading) -> list[tuple[float, float]]:
    frame = np.full((240, 960, 3), 90, np.uint8)
    return [die.center_xy for die in see(frame, told_eyes(Calibration.shipped(), *readings)).dice]


@given(floats(0.15, 1.0), floats(0.0, 0.9), floats(0.0, 1.0), floats(0.0, 1.0))
def test_what_leans_more_or_is_found_with_more_doubt_is_no_sooner_a_die(
    score: float, nothing: float, lean: float, more: float
) -> None:
    for odds in (ODDS, Odds(0.0, 1.0, -1.0, -3.0)):
        if clutter(reading(score, nothing), lean, odds):
            assert clutter(reading(score, nothing), lean + more, odds)
            assert clutter(reading(score * more, nothing), lean, odds)
            assert clutter(reading(score, nothing + (1 - nothing) * more), lean, odds)


@given(floats(0.15, 1.0), floats(0.0, 2.0))
def test_a_plain_face_is_a_die_however_it_leans(score: float, lean: float) -> None:
    plain = replace(reading(score, nothing=0.004), least=0.97)
    assert not clutter(plain, lean, ODDS)


def test_what_the_shipped_odds_tell_apart() -> None:
    """A die in plain view that stands on its edge stays one; a leaning guess among letters not."""
    assert not clutter(reading(0.85, nothing=0.01), 0.7, ODDS)
    assert not clutter(reading(0.45, nothing=0.05), 0.05, ODDS)
    assert clutter(reading(0.3, nothing=0.2), 0.8, ODDS)


def test_where_it_is_an_even_chance_a_die_stays_one() -> None:
    """A worm in the lane that was found with doubt and seems to lean; overlooked, it is lost."""
    lane = reading(0.4, nothing=0.13)
    assert -0.5 < ODDS.of_a_die(0.4, 0.13, 0.35) < 0.5
    assert not clutter(lane, 0.35, ODDS)


def test_clutter_is_not_seen() -> None:
    lie = [reading(0.9, 0.0, x=160.0 + 120 * k) for k in range(4)]
    letters = reading(0.4, 0.1, slant=0.9, x=700.0)
    assert len(seen_at(*lie)) == len(lie)
    assert seen_at(*lie, letters) == seen_at(*lie)


@pytest.mark.parametrize(("familiar", "faces"), [(0.98, ["key"]), (0.0, [])])
def test_a_taught_face_makes_up_for_doubt(familiar: float, faces: list[str]) -> None:
    """What a place is worth to the networks alone does not decide of a face that was taught."""
    eyes = told_eyes(Calibration.shipped(), reading(0.4, 0.1, slant=0.9))
    frame = np.full((240, 320, 3), 90, np.uint8)
    seen = see(frame, replace(eyes, own=FamiliarOnes(familiar)))
    assert [die.face for die in seen.dice] == faces


def test_clutter_has_no_say_in_what_kind_of_dice_lie_there() -> None:
    """A worm that leans away is none of these dice: a doubtful six keeps its weight."""
    six, worm = told_chances(six=0.6, one=0.4), told_chances(worm=0.975, nothing=0.025)
    dice = [replace(reading(0.9, x=160.0 + 120 * k), chances=six) for k in range(4)]
    scrap = replace(reading(0.2, slant=0.9, x=700.0), chances=worm)
    frame = np.full((240, 960, 3), 90, np.uint8)
    seen = see(frame, told_eyes(Calibration.shipped(), *dice, scrap)).dice
    assert [(die.face, die.confidence) for die in seen] == [("6", 0.6)] * 4


def test_the_defaults_are_what_ships() -> None:
    shipped = Calibration.shipped()
    assert Calibration(temperature=shipped.temperature) == shipped


@pytest.mark.parametrize("odds", [Odds(0, -1, -1, -1), Odds(0, 1, 1, -1), Odds(0, 1, -1, 1)])
def test_odds_by_which_flat_dice_are_clutter_are_refused(odds: Odds) -> None:
    with pytest.raises(ValueError, match="no sooner clutter"):
        Calibration.told(replace(Calibration.shipped(), odds=odds).written())

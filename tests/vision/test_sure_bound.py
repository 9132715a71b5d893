"""What the locator doubts needs a plainer face to be sure."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from tests.house.normal_floats import floats
from vision.locate import Locator, Spot
from vision.looks import CLASSES
from vision.observation import Observation
from vision.read import Calibration, Reader, Reading
from vision.see import Eyes, see

RULE = Calibration(1.0, sure_from=0.96, doubt=0.6, doubted_from=0.993)


@given(floats(0.0, 1.0), floats(0.0, 1.0))
def test_more_doubt_never_asks_for_less(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert RULE.bound(low) >= RULE.bound(high) >= RULE.sure_from


def seen_with(score: float, chance: float) -> Observation:
    class Finds(Locator):
        def __init__(self) -> None:
            pass

        def find(self, frame: object, die_px: float | None = None) -> list[Spot]:
            return [Spot(160.0, 120.0, 40.0, score)]

    class Reads(Reader):
        def __init__(self) -> None:
            self.calibration = RULE

        def read(self, frame: object, spot: Spot) -> Reading:
            chances = np.zeros(len(CLASSES), np.float32)
            chances[CLASSES.index("4")], chances[CLASSES.index("5")] = chance, 1 - chance
            return Reading(spot, chances, chance, 0.0, (0.0, 0.0))

    return see(np.full((240, 320, 3), 90, np.uint8), Eyes(Finds(), Reads()))


@pytest.mark.parametrize(
    ("score", "chance", "sure"),
    [(0.9, 0.97, True), (0.9, 0.95, False), (0.5, 0.97, False), (0.5, 0.995, True)],
)
def test_a_doubted_place_is_sure_only_when_its_face_is_plain(
    score: float, chance: float, sure: bool
) -> None:
    (die,) = seen_with(score, chance).dice
    assert (die.face, die.sure) == ("4", sure)

"""Places that no look can make a die of are looked at once or twice, and nothing else changes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.house.normal_floats import floats
from tests.vision.test_looks import FRAME, RULE, SaysTheSame
from vision.apart import is_die
from vision.locate import Spot
from vision.looks import CLASSES
from vision.read import Reader, Reading, hopeless, together

weights = st.lists(floats(0.0, 1.0), min_size=len(CLASSES), max_size=len(CLASSES))


def chances_of(parts: list[float], class_index: int, share: float) -> NDArray[np.float32]:
    """Return chances of which one class has a good share."""
    values = np.array(parts) + 1e-6
    values = (1.0 - share) * values / values.sum()
    values[class_index] += share
    return np.asarray(values, np.float32)


some_chances = st.builds(
    chances_of, weights, st.integers(0, len(CLASSES) - 1), st.sampled_from([0.0, 0.5, 0.98, 1.0])
)


@given(floats(0.0, 1.0), some_chances, some_chances, some_chances, floats(0.0, 1.0))
def test_what_is_hopeless_becomes_no_die_whatever_else_is_seen(
    score: float,
    first: NDArray[np.float32],
    second: NDArray[np.float32],
    upright: NDArray[np.float32],
    least: float,
) -> None:
    if not hopeless(score, first):
        return
    spot = Spot(80.0, 60.0, 30.0, score)
    for lying in (first, (first + second) / 2):
        reading = Reading(spot, together(lying, upright), least, 0.0, (0.0, 0.0))
        assert not is_die(reading)


@pytest.mark.parametrize(
    ("score", "face", "chance", "dx", "looks"),
    [
        (0.4, "-", 0.9, 0.0, (1, 0)),
        (0.4, "-", 0.9, 0.05, (2, 0)),  # it is looked at where its face seems to lie
        (0.2, "4", 0.9, 0.0, (1, 0)),  # so doubted a place must be plain
        (0.2, "4", 0.99, 0.0, (2, 21)),
        (0.9, "-", 0.9, 0.0, (2, 7)),  # what is well found may be a die that cannot be read
    ],
)
def test_a_place_without_hope_gets_a_look_or_two(
    score: float, face: str, chance: float, dx: float, looks: tuple[int, int]
) -> None:
    spot = Spot(80.0, 60.0, 30.0, score)
    around, near = SaysTheSame(face, chance, dx), SaysTheSame(face, 0.9)
    Reader(around, near, RULE).read(FRAME, spot)
    assert (len(around.crops), len(near.crops)) == looks


def test_a_taught_die_may_lie_where_the_networks_see_none() -> None:
    spot = Spot(80.0, 60.0, 30.0, 0.2)
    around, near = SaysTheSame("-", 0.9), SaysTheSame("-", 0.9)
    Reader(around, near, RULE).read(FRAME, spot, to_the_end=True)
    assert (len(around.crops), len(near.crops)) == (2, 7)

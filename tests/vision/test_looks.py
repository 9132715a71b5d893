"""How often a die is looked at: what is plain twice, what is not clear nine times."""

from __future__ import annotations

import numpy as np
import pytest

from vision.locate import Spot
from vision.read import CLASSES, Calibration, Reader
from vision.runtime import Network

RULE = Calibration(temperature=0.8)
FRAME = np.full((120, 160, 3), 90, np.uint8)
SPOT = Spot(80.0, 60.0, 30.0, 0.9)


class SaysTheSame(Network):
    """A network that says the same of every crop: a face with some chance, and a pose."""

    def __init__(self, face: str, chance: float, dx: float = 0.0) -> None:
        chances = np.full(len(CLASSES), (1.0 - chance) / (len(CLASSES) - 1))
        chances[CLASSES.index(face)] = chance
        pose = [dx, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]
        self.out = np.array([[*(RULE.temperature * np.log(chances)), *pose]], np.float32)
        self.crops: list[np.ndarray] = []

    def run(self, batch: np.ndarray) -> np.ndarray:
        self.crops.append(batch.copy())
        return self.out.copy()


@pytest.mark.parametrize(
    ("face", "chance", "dx", "looks"),
    [
        ("4", 0.995, 0.0, 2),
        ("w", 0.995, 0.0, 2),
        ("4", 0.995, 0.05, 3),  # the first look lay beside the face
        ("4", 0.97, 0.05, 4),
        ("4", 0.97, 0.0, 3),
        ("w", 0.97, 0.0, 9),  # glints over pips look like a worm thrice
        ("x", 0.97, 0.0, 9),
        ("4", 0.9, 0.0, 9),
    ],
)
def test_what_is_plain_needs_few_looks(face: str, chance: float, dx: float, looks: int) -> None:
    network = SaysTheSame(face, chance, dx)
    reading = Reader(network, RULE).read(FRAME, SPOT)
    assert len(network.crops) == looks
    assert reading.chance(face) == pytest.approx(chance, abs=1e-4)
    assert {crop.shape for crop in network.crops} == {(1, 64, 64, 3)}


def test_a_look_beside_the_face_is_not_counted() -> None:
    network = SaysTheSame("2", 0.995, dx=0.08)
    better, looks = Reader(network, RULE).looks(FRAME, SPOT)
    assert len(network.crops) == len(looks) + 1
    assert better.x == pytest.approx(SPOT.x + 0.08 * 1.75 * SPOT.size)


def test_the_place_is_what_the_first_look_that_counts_says() -> None:
    """The others are nearer or turned: their mean lies further off where a face is doubtful."""
    network = SaysTheSame("5", 0.9, dx=0.02)  # to the right in each crop, however that was turned
    spot = Reader(network, RULE).read(FRAME, SPOT).spot
    assert spot.x == pytest.approx(SPOT.x + 0.02 * 1.75 * SPOT.size)
    assert (spot.y, spot.size, spot.score) == pytest.approx((SPOT.y, SPOT.size, SPOT.score))

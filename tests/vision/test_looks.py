"""How often a die is looked at, and which look is believed of what."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from vision.calibration import Calibration
from vision.locate import Spot
from vision.looks import CLASSES, LEVEL_VIEWS
from vision.pose import SPAN, UPRIGHT_SPAN, Pose
from vision.read import Reader
from vision.runtime import Network

RULE = Calibration(temperature=0.8)
FRAME = np.full((120, 160, 3), 90, np.uint8)
SPOT = Spot(80.0, 60.0, 30.0, 0.9)


class SaysTheSame(Network):
    """A network that says the same of every crop: a face with some chance, and a pose."""

    def __init__(self, face: str, chance: float, dx: float = 0.0, turn_deg: float = 0.0) -> None:
        chances = np.full(len(CLASSES), (1.0 - chance) / (len(CLASSES) - 1))
        chances[CLASSES.index(face)] = chance
        four = 4 * np.radians(turn_deg)
        pose = [dx, 0.0, 0.0, np.cos(four), np.sin(four), 0.0, 0.0]
        self.out = np.array([[*(RULE.temperature * np.log(chances)), *pose]], np.float32)
        self.crops: list[np.ndarray] = []

    def run(self, batch: np.ndarray) -> np.ndarray:
        self.crops += [crop[None].copy() for crop in batch]
        return np.repeat(self.out, len(batch), axis=0)


@pytest.mark.parametrize(
    ("face", "lying", "upright", "dx", "looks"),
    [
        ("4", 0.995, 0.995, 0.0, (1, 1)),
        ("w", 0.995, 0.995, 0.0, (1, 1)),
        ("4", 0.995, 0.995, 0.05, (1, 1)),  # the first look lay beside the face, and yet was plain
        ("4", 0.97, 0.995, 0.0, (1, 2)),
        ("4", 0.97, 0.995, 0.05, (2, 2)),
        ("4", 0.97, 0.985, 0.0, (1, 2)),
        ("4", 0.97, 0.96, 0.0, (2, 21)),
        ("w", 0.995, 0.98, 0.0, (2, 21)),  # glints over pips look like a worm thrice
        ("x", 0.97, 0.97, 0.0, (2, 21)),
        ("4", 0.97, 0.9, 0.0, (2, 21)),
        ("4", 0.97, 0.9, 0.05, (3, 21)),
        ("", 0.97, 0.9, 0.0, (2, 7)),  # more looks tell which face it is, not whether it is one
    ],
)
def test_what_is_plain_needs_few_looks(
    face: str, lying: float, upright: float, dx: float, looks: tuple[int, int]
) -> None:
    around, near = SaysTheSame(face, lying, dx), SaysTheSame(face, upright)
    reading = Reader(around, near, RULE).read(FRAME, SPOT)
    assert (len(around.crops), len(near.crops)) == looks
    assert {crop.shape for crop in around.crops + near.crops} == {(1, 64, 64, 3)}
    assert min(lying, upright) - 0.01 < reading.chance(face) < max(lying, upright) + 0.01
    assert reading.least == pytest.approx(upright, abs=0.01)


def test_a_face_is_what_upright_looks_say() -> None:
    reading = Reader(SaysTheSame("3", 0.9), SaysTheSame("5", 0.98), RULE).read(FRAME, SPOT)
    assert reading.chance("5") > 0.95
    assert reading.chance("3") < 0.01


@pytest.mark.parametrize("none", ["", "-"])
def test_no_face_is_believed_of_whichever_network_says_it(none: str) -> None:
    for around, near in (((none, 0.9), ("5", 0.98)), (("5", 0.98), (none, 0.9))):
        reading = Reader(SaysTheSame(*around), SaysTheSame(*near), RULE).read(FRAME, SPOT)
        assert reading.chance(none) == pytest.approx(0.9, abs=0.02)
        assert reading.chances.sum() == pytest.approx(1.0, abs=1e-5)


def test_upright_looks_are_cut_where_the_first_one_saw_the_face_and_level() -> None:
    """The brightest corner of a turned square comes to the corner where it lies when level."""
    frame = np.zeros((200, 200, 3), np.uint8)
    turn = np.radians(30.0)
    c, s = np.cos(turn), np.sin(turn)
    side = 40.0
    dx = 0.1  # of the crop, in axes of the frame
    middle = np.array([100.0 + dx * SPAN * side, 100.0])
    corner = middle + 0.4 * side * np.array([c + s, s - c])  # right and up, once it is level
    frame[
        round(corner[1]) - 1 : round(corner[1]) + 2, round(corner[0]) - 1 : round(corner[0]) + 2
    ] = 255
    lying, upright = SaysTheSame("4", 0.995, dx, 30.0), SaysTheSame("4", 0.995)
    Reader(lying, upright, RULE).read(frame, Spot(100.0, 100.0, side, 0.9))
    (crop,) = upright.crops
    y, x = np.unravel_index(int(crop[0, ..., 0].argmax()), (64, 64))
    wanted = 32 + 0.4 * 64 / UPRIGHT_SPAN
    assert (x, y) == (pytest.approx(wanted, abs=1.5), pytest.approx(64 - wanted, abs=1.5))


class SeesTheSquare(Network):
    """A network that tells of a bright square half of how far it lies from a crop's middle."""

    def __init__(self) -> None:
        self.away: list[float] = []  # of each crop, in its px

    def run(self, batch: np.ndarray) -> np.ndarray:
        rows = []
        for crop in batch:
            y, x = (float(at.mean()) + 0.5 - 32 for at in np.nonzero(crop[..., 0] > 128))
            self.away.append(float(np.hypot(x, y)))
            pose = [0.5 * x / 64, 0.5 * y / 64, 0.0, 1.0, 0.0, 0.0, 0.0]
            rows.append([*SaysTheSame("4", 0.9).out[0, : len(CLASSES)], *pose])
        return np.array(rows, np.float32)


def test_each_round_of_looks_is_cut_where_those_before_saw_the_face() -> None:
    frame = np.zeros((240, 320, 3), np.uint8)
    frame[100:140, 140:180] = 255
    upright = SeesTheSquare()
    Reader(SaysTheSame("4", 0.9), upright, RULE).read(frame, Spot(168.0, 114.0, 40.0, 0.9))
    rounds = [upright.away[a:b] for a, b in ((0, 1), (1, 2), (2, 7), (7, 14), (14, 21))]
    assert len(upright.away) == 21
    means = [sum(each) / len(each) for each in rounds]
    assert means[0] > 9
    for earlier, later in pairwise(means):
        assert later < 0.85 * earlier


def test_the_angle_is_that_of_the_frame() -> None:
    lying, upright = SaysTheSame("4", 0.995, 0.0, 20.0), SaysTheSame("4", 0.995, 0.0, 3.0)
    reading = Reader(lying, upright, RULE).read(FRAME, SPOT)
    assert reading.angle_deg == pytest.approx(23.0, abs=0.1)


def test_a_doubtful_face_lies_where_the_look_as_it_lies_puts_it() -> None:
    """Of a face that it makes nothing of, the network for upright ones tells no place either."""
    lying, upright = SaysTheSame("5", 0.9, 0.02, 10.0), SaysTheSame("5", 0.9, -0.05, 40.0)
    reading = Reader(lying, upright, RULE).read(FRAME, SPOT)
    spot = reading.spot
    assert spot.x == pytest.approx(SPOT.x + 0.02 * SPAN * SPOT.size)
    assert (spot.y, spot.size, spot.score) == pytest.approx((SPOT.y, SPOT.size, SPOT.score))
    assert reading.angle_deg == pytest.approx(10.0, abs=0.1)


def test_what_temperature_is_chosen_by_is_what_a_doubtful_die_gets_first() -> None:
    around, near = SaysTheSame("2", 0.9, dx=0.08), SaysTheSame("2", 0.9)
    looks = Reader(around, near, RULE).looks(FRAME, SPOT)
    assert len(looks) == 3
    assert (len(around.crops), len(near.crops)) == (2, 2)


def test_a_slant_told_again_is_the_mean_of_all_upright_looks() -> None:
    lying, upright = SaysTheSame("4", 0.995), SaysTheSame("4", 0.995)
    upright.out[0, -2:] = 0.12, 0.05
    reader = Reader(lying, upright, RULE)
    reading = reader.read(FRAME, SPOT)
    again = reader.slant_again(FRAME, reading)
    numbers = upright.out[0, len(CLASSES) :].tolist()
    told = [
        Pose.told_by(numbers, turns * np.pi / 2, mirrored) for turns, _, mirrored in LEVEL_VIEWS
    ]
    assert again.slant[0] == pytest.approx(np.mean([pose.slant_x for pose in told]), abs=1e-6)
    assert again.slant[1] == pytest.approx(np.mean([pose.slant_y for pose in told]), abs=1e-6)
    assert again.chances is reading.chances

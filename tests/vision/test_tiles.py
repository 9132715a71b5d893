"""Half of a tile is no die, and a die beside one, or in a row, stays one."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.training.score import tables_of_tiles
from tests.house.normal_floats import floats
from tests.vision.told_eyes import told_chances
from vision.apart import apart, is_die
from vision.locate import Spot
from vision.photo import Frame
from vision.read import Reader, Reading
from vision.see import look, shipped_eyes
from vision.sizes import Sizes
from vision.tiles import AT_MOST, NUMBER_FROM, doubt_tiles

SIZE = 40.0


def reading(x: float, y: float, angle_deg: float = 0.0, **of: float) -> Reading:
    return Reading(Spot(x, y, SIZE, 0.8), told_chances(**of), 0.99, angle_deg, (0.0, 0.0))


class Glances(Reader):
    """A reader that sees another picture at one place and nothing elsewhere."""

    def __init__(self, at: tuple[float, float], other: float = 0.95) -> None:
        self.at, self.other = at, other
        self.asked: list[tuple[float, float]] = []

    def glance(self, frame: Frame | Sizes, spot: Spot, level: float) -> np.ndarray:
        self.asked.append((spot.x, spot.y))
        if math.dist((spot.x, spot.y), self.at) < 0.3 * SIZE:
            return told_chances(other=self.other, nothing=1 - self.other)
        return told_chances(nothing=1.0)


def tile(angle_deg: float, ground: int = 230, table: int = 60) -> Sizes:
    """Return a table with one blank tile, its lower half around (160, 120)."""
    frame = np.full((240, 320, 3), table, np.uint8)
    turn = math.radians(angle_deg)
    up = np.array([math.sin(turn), -math.cos(turn)]) * SIZE / 2
    box = cv2.boxPoints(((160 + up[0], 120 + up[1]), (SIZE, 2 * SIZE), angle_deg))
    cv2.fillPoly(frame, [box.astype(np.int32)], (ground, ground, ground))
    return Sizes(frame)


def upper(angle_deg: float) -> tuple[float, float]:
    turn = math.radians(angle_deg)
    return 160 + SIZE * math.sin(turn), 120 - SIZE * math.cos(turn)


@given(floats(0.0, 360.0), st.integers(0, 3), floats(0.5, 1.0))
def test_beside_a_number_a_picture_is_as_doubtful_as_that_is_one(
    angle_deg: float, quarter: int, number: float
) -> None:
    """However tile and picture are turned; a reading's angle is known to a quarter turn."""
    half = reading(160, 120, (angle_deg + 90 * quarter) % 360, worm=1.0)
    (doubted,) = doubt_tiles(tile(angle_deg), [half], Glances(upper(angle_deg), number))
    assert doubted.chance("-") == pytest.approx(min(number, AT_MOST), abs=1e-3)
    assert doubted.chances.sum() == pytest.approx(1.0, abs=1e-3)


def test_only_where_its_ground_goes_on_is_looked_for_a_number() -> None:
    reader = Glances(upper(0))
    doubt_tiles(tile(0), [reading(160, 120, worm=1.0)], reader)
    assert reader.asked == [upper(0)]
    on_other_ground = Sizes(np.full((240, 320, 3), 60, np.uint8))
    on_other_ground.whole[100:140, 140:180] = 230
    reader = Glances(upper(0))
    (die,) = doubt_tiles(on_other_ground, [reading(160, 120, worm=1.0)], reader)
    assert (reader.asked, die.chance("-")) == ([], 0.0)


def test_a_die_in_a_row_is_not_looked_past() -> None:
    """What is read beside it is a die, be its picture a number or not."""
    row = [reading(160, 120, worm=1.0), reading(*upper(0), other=0.99, nothing=0.01)]
    reader = Glances(upper(0))
    assert doubt_tiles(tile(0), row, reader) == row
    assert upper(0) not in reader.asked


def test_a_number_that_is_hardly_a_die_makes_the_picture_as_doubtful() -> None:
    row = [reading(160, 120, worm=1.0), reading(*upper(0), other=0.7, nothing=0.3)]
    half, number = doubt_tiles(tile(0), row, Glances(upper(0)))
    assert half.chance("-") == pytest.approx(0.3)
    assert number.chance("-") == pytest.approx(0.3)


@given(floats(0.0, 1.0))
def test_no_doubt_grows_less(nothing: float) -> None:
    half = reading(160, 120, worm=1 - nothing, nothing=nothing)
    (doubted,) = doubt_tiles(tile(0), [half], Glances(upper(0), 0.9))
    assert doubted.chance("-") >= half.chance("-") - 1e-6


def test_on_tables_of_tiles_fewer_are_sure_by_the_other_half() -> None:
    """By the networks that ship; most of what is left shows no number to them."""
    eyes = shipped_eyes()
    sure = doubted = 0
    for _, frame, _ in tables_of_tiles(40):
        sizes = Sizes(frame)
        readings = [
            reading
            for reading in look(frame, eyes)
            if reading.shows("x", eyes.reader.calibration.clear) and is_die(reading)
        ]
        after = doubt_tiles(sizes, readings, eyes.reader)
        sure += len(readings)
        doubted += sum(one.chance("-") > NUMBER_FROM / 2 for one in after)
    assert sure >= 10
    assert doubted >= 0.3 * sure


@pytest.mark.parametrize("face", ["four", "worm"])
@given(number=floats(0.5, 1.0))
def test_a_die_that_touches_a_tile_stays_one(face: str, number: float) -> None:
    """Of plain pips nothing is asked, a plain worm is asked about."""
    die = reading(160, 120, **{face: 1.0})
    (after,) = doubt_tiles(tile(0), [die], Glances(upper(0), number))
    assert apart([after]) == [after]
    assert (after.chance("-") > 0.0) == (face == "worm")


def test_what_is_read_twice_beside_is_a_die_by_its_better_reading() -> None:
    beside = [reading(*upper(0), other=1 - n, nothing=n) for n in (0.12, 0.45)]
    half, *_ = doubt_tiles(
        tile(0), [reading(160, 120, worm=1.0), *beside], Glances(upper(0), other=0.9)
    )
    assert half.chance("-") == pytest.approx(0.12, abs=1e-3)


def test_another_reading_of_the_face_itself_is_nothing_beside_it() -> None:
    face = reading(160, 120, worm=1.0)
    larger = replace(face, spot=replace(face.spot, size=1.8 * SIZE))
    first, _ = doubt_tiles(tile(0), [face, larger], Glances(upper(0)))
    assert first.chance("-") > 0.3


@given(st.tuples(floats(0.0, 319.0), floats(0.0, 239.0)), floats(16.0, 200.0))
def test_a_face_at_the_edge_of_the_frame_is_no_trouble(
    at: tuple[float, float], size: float
) -> None:
    face = replace(reading(160, 120, worm=1.0), spot=Spot(*at, size, 0.8))
    (after,) = doubt_tiles(tile(0), [face], Glances((-99.0, -99.0)))
    assert np.isfinite(after.chances).all()


def test_nothing_else_is_touched() -> None:
    assert doubt_tiles(tile(0), [], Glances((0, 0))) == []
    nothing = replace(reading(160, 120, nothing=1.0), spot=Spot(160, 120, SIZE, 0.2))
    reader = Glances(upper(0))
    assert doubt_tiles(tile(0), [nothing], reader) == [nothing]
    assert reader.asked == []

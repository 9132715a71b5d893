"""Crops of a frame at any size and turn, and what is told of them, mean places in the frame."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.house.normal_floats import floats
from vision import exposure
from vision.pose import Pose
from vision.sizes import Sizes, scaled

SIDE = 64
WIDTH, HEIGHT = 641, 483  # odd: a half has no pixel for the last column and row


@pytest.fixture(autouse=True, scope="module")
def in_any_light() -> Iterator[None]:
    """Frames stay as dark as they are: here it is asked where things lie."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(exposure, "BRIGHT", 0.0)
        yield


def spot_at(x: float, y: float, radius: float) -> np.ndarray:
    """A frame with one soft bright spot, its middle between pixels too."""
    rows, columns = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    spot = 255 * np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / (2 * radius**2))
    return cv2.cvtColor(spot.astype(np.uint8), cv2.COLOR_GRAY2BGR)


def middle(crop: np.ndarray) -> tuple[float, float]:
    """Where the brightness lies in a crop, as x, y px."""
    light = crop[..., 0].astype(np.float64)
    rows, columns = np.mgrid[: crop.shape[0], : crop.shape[1]]
    return float((light * columns).sum() / light.sum()), float((light * rows).sum() / light.sum())


@settings(max_examples=150, deadline=None)
@given(
    st.tuples(floats(-0.2, 0.2), floats(-0.2, 0.2)),
    floats(30, 240),
    floats(-math.pi, math.pi) | st.sampled_from([k * math.pi / 2 for k in range(4)]),
    st.booleans(),
)
def test_what_a_look_tells_is_where_it_lies_in_the_frame(
    away: tuple[float, float], span: float, turn: float, mirrored: bool
) -> None:
    """However the crop was cut: not by half a pixel does a turned crop shift what it shows."""
    x, y = WIDTH / 2, HEIGHT / 2
    frame = spot_at(x + away[0] * span, y + away[1] * span, 0.07 * span)
    crop = Sizes(frame).square(x, y, span, SIDE, turn, mirrored)
    assert crop.shape == (SIDE, SIDE, 3)
    seen = [(v - SIDE / 2) / SIDE for v in middle(crop)]
    told = Pose.told_by((*seen, 0, 1, 0, *seen), turn, mirrored)
    assert (told.dx, told.dy) == pytest.approx(away, abs=0.2 / SIDE)
    assert (told.slant_x, told.slant_y) == pytest.approx(away, abs=0.2 / SIDE)


@given(floats(-0.7, 0.7), floats(-math.pi, math.pi), st.booleans())
def test_the_turn_of_a_face_is_told_as_it_lies(lies: float, turn: float, mirrored: bool) -> None:
    inside = (lies - turn) * (-1 if mirrored else 1)
    numbers = (0, 0, 0, math.cos(4 * inside), math.sin(4 * inside), 0, 0)
    assert Pose.told_by(numbers, turn, mirrored).turn == pytest.approx(lies, abs=1e-6)


@given(floats(20, 600), floats(20, 460), st.sampled_from([320, 160, 90]))
@example(20.0, 454.25, 160)
def test_a_smaller_frame_shows_the_same_places(x: float, y: float, long_side: int) -> None:
    small = Sizes(spot_at(x, y, 4.0)).at(long_side)
    assert small.shape[1] == long_side
    by_x, by_y = long_side / WIDTH, small.shape[0] / HEIGHT  # rows are rounded for themselves
    row, column = np.unravel_index(int(small[..., 0].argmax()), small.shape[:2])
    assert column == pytest.approx((x + 0.5) * by_x - 0.5, abs=1.0)
    assert row == pytest.approx((y + 0.5) * by_y - 0.5, abs=1.0)


def test_the_edge_of_the_frame_is_repeated_outwards() -> None:
    frame = np.full((40, 50, 3), (9, 80, 160), np.uint8)
    assert (Sizes(frame).square(2, 3, 90, SIDE, 0.4) == (9, 80, 160)).all()


def test_sizes_are_made_once_and_a_frame_is_its_own_first_size() -> None:
    frame = spot_at(300, 200, 5.0)
    sizes = Sizes.of(frame)
    assert Sizes.of(sizes) is sizes
    assert sizes.whole is frame
    assert sizes.at(WIDTH) is frame
    assert sizes.at(320) is sizes.at(320), "WIDTH // 2"
    assert scaled(frame, 1282).shape == (966, 1282, 3)


def test_a_tiny_frame_can_be_cut_at_any_size() -> None:
    sizes = Sizes(np.full((16, 16, 3), 70, np.uint8))
    assert (sizes.square(8, 8, 4000, SIDE) == 70).all()
    assert sizes.at(160).shape == (160, 160, 3)

"""How a face slants against the ray that sees it: what a crop shows, wherever it lies."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.training.shards import read_shards, write_shards
from models.training.sketch.bodies import Camera
from models.training.sketch.scene import draw_scene
from tests.house.normal_floats import floats

UP = np.array([0.0, 0.0, 1.0])
HIGH = 10.0


def camera(tilt_deg: float = 0.0, roll_deg: float = 0.0) -> Camera:
    """A camera above the origin, looking down or, tilted, across from the near side."""
    tilt, roll = math.radians(tilt_deg), math.radians(roll_deg)
    forward = np.array([0.0, math.sin(tilt), -math.cos(tilt)])
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(forward, right)
    axes = np.stack(
        [
            math.cos(roll) * right + math.sin(roll) * down,
            math.cos(roll) * down - math.sin(roll) * right,
            forward,
        ]
    )
    return Camera((-HIGH * forward).astype(np.float32), axes.astype(np.float32), 500.0, (320, 240))


@given(floats(-8, 8), floats(-8, 8), floats(0, 360))
def test_below_a_camera_that_looks_straight_down_dice_slant_outwards(
    x: float, y: float, roll_deg: float
) -> None:
    """By the angle of the ray, whatever way the camera is turned: away from the middle."""
    seen = camera(roll_deg=roll_deg)
    slant = np.array(seen.seen_slant(UP, np.array([x, y, 0.0])))
    assert np.hypot(*slant) == pytest.approx(math.hypot(x, y) / math.hypot(x, y, HIGH), abs=1e-5)
    away = seen.project(np.array([[x, y, 0.0]]))[0] - seen.centre
    if np.hypot(*away) > 1.0:
        assert slant @ away / np.hypot(*away) == pytest.approx(np.hypot(*slant), abs=1e-4)


@given(floats(0, 80), floats(0, 360))
def test_in_the_middle_it_is_the_slant_in_the_camera_s_axes(
    tilt_deg: float, roll_deg: float
) -> None:
    seen = camera(tilt_deg, roll_deg)
    slant = seen.seen_slant(UP, np.zeros(3))
    assert slant == pytest.approx(tuple((seen.axes @ UP)[:2]), abs=1e-5)
    assert np.hypot(*slant) == pytest.approx(math.sin(math.radians(tilt_deg)), abs=1e-5)


@given(st.integers(0, 40), floats(0, 60))
def test_a_face_that_looks_at_the_camera_does_not_slant(seed: int, tilt_deg: float) -> None:
    point = np.random.default_rng(seed).uniform(-3, 3, 3)
    seen = camera(tilt_deg)
    toward = seen.place - point
    slant = seen.seen_slant(toward / np.linalg.norm(toward), point)
    assert slant == pytest.approx((0.0, 0.0), abs=1e-5)


def test_flat_dice_of_a_drawn_scene_slant_alike_but_for_their_places() -> None:
    _, labels = draw_scene(np.random.default_rng(5), roll_of=8, steepest_deg=20.0)
    assert len(labels) == 8
    for label in labels:
        assert np.hypot(*label.seen_slant) < 0.75
    assert len({label.slant for label in labels}) == 1
    assert len({label.seen_slant for label in labels}) == 8


def test_a_shard_of_another_version_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    write_shards(tmp_path, 0, 1, scenes=1)
    path = tmp_path / "shard-0000.npz"
    with np.load(path) as data:
        images, labels = data["images"], str(data["labels"])
    assert len(list(read_shards(tmp_path))) == 1
    np.savez(path, images=images, labels=np.array(labels.replace("seen_slant", "slanting")))
    with pytest.raises(ValueError, match="remove it and draw it again"):
        list(read_shards(tmp_path))

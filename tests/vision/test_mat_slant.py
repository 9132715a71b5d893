"""How faces slant that lie flat on the mat: what the mat's view says of them, and what leans."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings

from vision.lean import TOLD, leaning
from vision.locate import Spot
from vision.mat import layout_of
from vision.mat_fit import fit_view
from vision.mat_view import MatView, Optics
from vision.read import Reading

sys.path.insert(0, str(Path(__file__).parent))
from mat_scene import Camera, exact_corners

from tests.house.normal_floats import floats

A4 = layout_of("a4")


def view_of(camera: Camera) -> MatView:
    known = Optics(focal=camera.focal, focal_spread=0.001, lens_spread=0.001)
    view = fit_view(A4, exact_corners(camera, A4), camera.size_px, known)
    assert view is not None
    return view


@settings(max_examples=40, deadline=None)
@given(
    floats(0, 30), floats(0, 360), floats(-20, 20), floats(0.7, 1.2), floats(0.1, 0.9),
    floats(0.1, 0.9),
)  # fmt: skip
def test_a_flat_face_slants_as_the_ray_to_it_says(
    tilt: float, towards: float, turn: float, focal: float, across: float, down: float
) -> None:
    """Held against the camera itself, turned until the ray to the point is its axis."""
    camera = Camera(focal=focal, tilt_deg=tilt, towards_deg=towards, turn_deg=turn, room=1.5)
    point = np.array([across * A4.width_mm, down * A4.height_mm, 0.0])
    _, rotation, shift = camera.pose(A4)
    ray = rotation @ point + shift
    ray /= np.linalg.norm(ray)
    around = np.cross(ray, [0.0, 0.0, 1.0])
    length = max(float(np.linalg.norm(around)), 1e-12)
    turned, _ = cv2.Rodrigues(around / length * np.arccos(ray[2]))
    expected = (turned @ rotation @ np.array([0.0, 0.0, -1.0]))[:2]
    x, y = camera.see(A4, point[None])[0]
    assert view_of(camera).flat_slant(float(x), float(y)) == pytest.approx(expected, abs=0.04)


@pytest.mark.parametrize("tilt", [0.0, 25.0])
def test_one_die_alone_is_held_against_the_mat(tilt: float) -> None:
    """Without a mat a camera from the side makes a flat die lean, and hides one that leans."""
    camera = Camera(tilt_deg=tilt, towards_deg=60.0, room=1.5)
    view = view_of(camera)
    x, y = (float(v) for v in view.to_px((200.0, 150.0))[0])
    lying = view.flat_slant(x, y)
    chances = np.eye(10, dtype=np.float32)[3]

    def away(slant: tuple[float, float]) -> float:
        told = (TOLD * slant[0], TOLD * slant[1])
        reading = Reading(Spot(x, y, 60.0, 0.9), chances, 1.0, 0.0, told)
        return leaning([reading], *camera.size_px, view.flat_slant)[0]

    assert away(lying) == pytest.approx(0.0, abs=1e-6)
    assert away((lying[0] + 0.3, lying[1])) == pytest.approx(0.3 * TOLD, abs=1e-6)

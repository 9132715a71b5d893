"""Sides of one die that are found as two dice, and dice that touch, told apart by their slants."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.house.normal_floats import floats
from vision.apart import apart, two_sides
from vision.locate import Spot
from vision.looks import CLASSES
from vision.read import Reading

SIDE = 50.0
# Less than the networks tell of steep slants (`vision.lean.TOLD`); it is still understood.
TOLD = 0.7


def reading(
    x: float, y: float, slant: tuple[float, float], face: str = "3", chance: float = 0.99
) -> Reading:
    chances = np.zeros(len(CLASSES), np.float32)
    chances[CLASSES.index(face)] = chance
    return Reading(Spot(x, y, SIDE, 0.8), chances, 0.95, 0.0, slant)


def sides_of(edge_deg: float, lean_deg: float) -> list[Reading]:
    """Two sides of a die on its edge, seen from above; `lean_deg` is 45 where both are seen alike.

    The middles of a cube's faces lie half a side from its middle along their normals.
    """
    way = np.array([math.cos(math.radians(edge_deg)), math.sin(math.radians(edge_deg))])
    sines = (math.sin(math.radians(lean_deg)), -math.cos(math.radians(lean_deg)))
    return [
        reading(*(np.array([300.0, 200.0]) + SIDE / 2 * sine * way), tuple(TOLD * sine * way), face)
        for sine, face in zip(sines, ("3", "1"), strict=True)
    ]


@given(floats(0, 360), floats(25, 65))
def test_a_die_on_its_edge_is_one_die(edge_deg: float, lean_deg: float) -> None:
    a, b = sides_of(edge_deg, lean_deg)
    assert two_sides(a, b)
    assert two_sides(b, a)
    assert len(apart([a, b])) == 1


@given(floats(0, 360), floats(0.0, 0.5), floats(0, 360), floats(0.9, 1.5), floats(-0.15, 0.15))
def test_dice_that_touch_are_two_under_any_camera(
    way_deg: float, camera: float, towards_deg: float, gap: float, error: float
) -> None:
    """They share the camera's slant; perspective and errors of the network stay small beside it."""
    way = np.array([math.cos(math.radians(way_deg)), math.sin(math.radians(way_deg))])
    slant = camera * np.array([math.cos(math.radians(towards_deg)), math.sin(towards_deg)])
    a = reading(300.0, 200.0, tuple(slant), "2")
    b = reading(*(np.array([300.0, 200.0]) + gap * SIDE * way), tuple(slant + error * way), "4")
    assert not two_sides(a, b)
    assert len(apart([a, b])) == 2


@given(st.permutations(range(3)))
def test_sides_count_whatever_order_they_are_found_in(order: list[int]) -> None:
    found = [*sides_of(30.0, 45.0), reading(500.0, 200.0, (0.0, 0.0), "5")]
    faces = {CLASSES[int(r.chances.argmax())] for r in apart([found[k] for k in order])}
    assert "5" in faces
    assert len(faces) == 2


def test_one_place_is_not_two_sides() -> None:
    one = reading(300.0, 200.0, (0.4, 0.0))
    assert not two_sides(one, reading(300.0, 200.0, (-0.4, 0.0)))

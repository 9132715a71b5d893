"""Where the faces of a six-sided die lie and where their pips sit.

Faces are numbered 0..5 for the outward axes +x, -x, +y, -y, +z, -z of the die's own frame.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float64]

NORMALS: Vectors = np.array(
    [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float
)
RIGHT: Vectors = np.array(
    [[0, 1, 0], [0, -1, 0], [-1, 0, 0], [1, 0, 0], [1, 0, 0], [-1, 0, 0]], float
)
UP: Vectors = np.cross(NORMALS, RIGHT)
"""`RIGHT` and `UP` of a face as it is seen from outside: RIGHT x UP = NORMAL."""

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (-1, 0), (-1, -1), (1, 1), (1, 0), (1, -1)),
}
"""Pips of each value on a grid of -1, 0, 1 (right, up)."""


def arrangement(mirrored: bool) -> tuple[int, ...]:
    """Return the values of faces 0..5; opposite faces sum to 7; both chiralities exist."""
    return (4, 3, 2, 5, 1, 6) if mirrored else (3, 4, 2, 5, 1, 6)


def opposite(face: int) -> int:
    """Return the number of the face on the other side."""
    return face ^ 1


def pip_centres(value: int, spread: float, quarter_turns: int = 0) -> Vectors:
    """Return the (n, 2) centres of a value's pips in face coordinates (-1..1)."""
    xy = np.array(PIPS[value], float) * spread
    for _ in range(quarter_turns % 4):
        xy = np.stack([-xy[:, 1], xy[:, 0]], 1)
    return xy


def rotation(quaternion: Vectors) -> Vectors:
    """Return the 3x3 matrix of a unit quaternion (w, x, y, z)."""
    w, x, y, z = np.asarray(quaternion, float) / np.linalg.norm(quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )


def top_face(quaternion: Vectors) -> tuple[int, float]:
    """Return the face that looks up most and its tilt from straight up in degrees."""
    height = NORMALS @ rotation(quaternion)[2]
    face = int(np.argmax(height))
    return face, float(np.degrees(np.arccos(np.clip(height[face], -1, 1))))


def quaternion_with_top(face: int, turn: float) -> Vectors:
    """Return the quaternion (w, x, y, z) that lays a face up, turned by `turn` radians."""
    n = NORMALS[face]
    if n[2] < -0.5:
        lift = np.array([0.0, 1.0, 0.0, 0.0])
    else:
        axis = np.cross(n, [0.0, 0.0, 1.0])
        lift = np.array([1.0 + n[2], *axis])
    lift = lift / np.linalg.norm(lift)
    spin = np.array([np.cos(turn / 2), 0, 0, np.sin(turn / 2)])
    return multiply(spin, lift)


def multiply(a: Vectors, b: Vectors) -> Vectors:
    """Return the product of two quaternions: first b, then a."""
    w1, x1, y1, z1 = a
    w2, x2, y2, z2 = b
    return np.array(
        [
            w1 * w2 - x1 * x2 - y1 * y2 - z1 * z2,
            w1 * x2 + x1 * w2 + y1 * z2 - z1 * y2,
            w1 * y2 - x1 * z2 + y1 * w2 + z1 * x2,
            w1 * z2 + x1 * y2 - y1 * x2 + z1 * w2,
        ]
    )


def turn_between(a: int, b: int) -> Vectors:
    """Return the quaternion that turns the axis of face `a` onto the axis of face `b`."""
    if a == b:
        return np.array([1.0, 0.0, 0.0, 0.0])
    if a == b ^ 1:
        side = NORMALS[(a + 2) % 6]
        return np.array([0.0, *side])
    axis = np.cross(NORMALS[a], NORMALS[b])
    half = np.sqrt(0.5)
    return np.array([half, *(axis * half)])

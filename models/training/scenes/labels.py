"""Labels of a scene from its poses: what each die shows, where, and whether it may be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .camera import Camera
from .layout import NORMALS, RIGHT, UP, rotation, top_face
from .looks import Look

Array = NDArray[np.float64]

COCKED_DEG = 8.0
"""A die whose top face is tilted more than this is cocked."""
COVERED_SHARE = 0.12
"""A die with more than this share of its top face hidden is not to be read for sure."""
_INNER = 0.72


@dataclass(frozen=True, slots=True)
class Placed:
    """One die as it lies: its look, sides, edge and pose."""

    look: Look
    sides: int
    edge_mm: float
    middle_mm: Array
    quaternion: Array


def face_square(die: Placed, face: int, share: float = 1.0) -> Array:
    """Return the (4, 3) corners in mm of a face's square, scaled by `share` about its middle."""
    turn = rotation(die.quaternion)
    h = die.edge_mm / 2
    local = [
        NORMALS[face] * h + (RIGHT[face] * a + UP[face] * b) * h * share
        for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))
    ]
    return np.asarray(np.array(local) @ turn.T + die.middle_mm)


def _clockwise(corners: Array) -> Array:
    """Order corners clockwise as seen in the picture (y down), the topmost-left first."""
    a, b = corners, np.roll(corners, -1, axis=0)
    if float((a[:, 0] * b[:, 1] - b[:, 0] * a[:, 1]).sum()) < 0:
        corners = corners[::-1]
    return np.roll(corners, -int(np.argmin(corners.sum(1))), axis=0)


def covered_share(polygon: Array, owner: NDArray[np.int32], die: int) -> float:
    """Return the share of a px polygon that does not show `die`, what lies outside included.

    `owner` (h, w) holds for each px the number of the die that it shows, -1 for none.
    """
    low = np.floor(polygon.min(0)).astype(int) - 1
    high = np.ceil(polygon.max(0)).astype(int) + 2
    w, h = (int(v) for v in high - low)
    inside = np.zeros((h, w), np.uint8)
    # Px i covers i..i+1, OpenCV's corners count from px middles.
    cv2.fillPoly(
        inside, [np.round((polygon - low - 0.5) * 16).astype(np.int32)], (1,), cv2.LINE_8, 4
    )
    total = int(inside.sum())
    ys, xs = np.nonzero(inside)
    ys, xs = ys + low[1], xs + low[0]
    ok = (ys >= 0) & (ys < owner.shape[0]) & (xs >= 0) & (xs < owner.shape[1])
    seen = int((owner[ys[ok], xs[ok]] == die).sum())
    return 1 - seen / total if total else 1.0


def die_label(
    die: Placed, number: int, camera: Camera, owner: NDArray[np.int32], outline_mm: Array
) -> dict[str, Any] | None:
    """Return the label of one die, or None where nothing of it is in the picture.

    `outline_mm` (n, 3) are points of its surface in the scene, for the box. `value` is "1".."6",
    "w", or what forbids a sure reading: "cocked", "covered", "picture", "other", "d8" and so on.
    """
    visible = int((owner == number).sum())
    px = camera.project(outline_mm)
    size = np.array([camera.width, camera.height])
    low, high = np.clip(px.min(0), 0, size), np.clip(px.max(0), 0, size)
    if visible < 12 or np.any(high - low < 2):
        return None
    label: dict[str, Any] = {
        "box": [round(float(v), 1) for v in (*low, *high)],
        "colour": die.look.colour,
        "kind": die.look.kind if die.sides == 6 else f"d{die.sides}",
        "visible_px": visible,
    }
    if die.sides != 6:
        return {"value": f"d{die.sides}", **label}
    face, tilt = top_face(die.quaternion)
    corners = _clockwise(camera.project(face_square(die, face)))
    normal = rotation(die.quaternion) @ NORMALS[face]
    middle = die.middle_mm + die.edge_mm / 2 * normal
    hidden = covered_share(camera.project(face_square(die, face, _INNER)), owner, number)
    shows = die.look.faces[face]
    value = shows.value
    if tilt > COCKED_DEG:
        value = "cocked"
    elif hidden > COVERED_SHARE:
        value = "covered"
    sides = np.hypot(*(corners - np.roll(corners, -1, axis=0)).T)
    edge = corners[1] - corners[0]
    return {
        "value": value,
        **label,
        "face": shows.value,
        "picture": shows.picture,
        "center": [round(float(v), 2) for v in corners.mean(0)],
        "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in corners],
        "size": round(float(sides.mean()), 2),
        "angle": round(float(np.degrees(np.arctan2(edge[1], edge[0])) % 90), 1),
        "tilt": round(tilt, 1),
        "seen_slant": [round(v, 4) for v in camera.seen_slant(normal, middle)],
        "covered": round(hidden, 3),
    }

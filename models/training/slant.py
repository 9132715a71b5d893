"""How a face slants against the ray that sees it, for drawn and path-traced scenes alike."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def slant_in_sight(
    axes: NDArray[Any], place: NDArray[Any], normal: NDArray[Any], point: NDArray[Any]
) -> tuple[float, float]:
    """Return the x, y part of a face's `normal` (3,) against the ray that sees its `point` (3,).

    That is what a crop of the face shows, wherever in the frame it lies: the camera is turned, by
    the least turn there is, until the ray is its axis. `axes` (3, 3) holds the camera's right, down
    and forward, `place` (3,) is where it hangs.
    """
    turned = np.asarray(axes, np.float64)
    ray = turned @ (np.asarray(point, np.float64) - place)
    ray /= np.linalg.norm(ray)
    to_axis = np.cross(ray, [0.0, 0.0, 1.0])
    turn, _ = cv2.Rodrigues(
        to_axis * (np.arccos(ray[2]) / max(float(np.linalg.norm(to_axis)), 1e-12))
    )
    x, y, _ = turn @ turned @ np.asarray(normal, np.float64)
    return float(x), float(y)

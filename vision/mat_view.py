"""What one sight of the mat tells: pixels to millimetres and back, and where the camera stands.

A `MatView` maps points of the picture onto the plane of the mat. The lens is described by one
number: a point at distance r from the middle of the picture (1 is the corner) is moved to
r * (1 + lens * r**2) before the homography, which takes up the bulge of an ordinary short lens.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.mat import MatLayout

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Optics:
    """What is known of the lens, with how sure it is (standard deviations).

    `focal` is the focal length in widths of the picture, `lens` the bulge. The usual ones are those
    of Pi cameras and webcams: 0.75 to 0.9 widths, hardly any bulge.
    """

    focal: float = 0.82
    lens: float = 0.0
    focal_spread: float = 0.06
    lens_spread: float = 0.06


def points_of(xy: ArrayLike) -> Points:
    """Return any points as an (n, 2) float64 array; raises ValueError for another shape."""
    points = np.asarray(xy, dtype=np.float64)
    if points.ndim == 1:
        points = points[None, :]
    if points.ndim != 2 or points.shape[1] != 2:
        raise ValueError(f"expected points of shape (n, 2), got {points.shape}")
    return points


def straighten(xy: Points, lens: float, size_px: tuple[int, int]) -> Points:
    """Return (n, 2) points in px without the lens' bulge; `size_px` is (width, height)."""
    middle, reach = _middle(size_px)
    from_middle = (xy - middle) / reach
    square = (from_middle**2).sum(axis=1, keepdims=True)
    straight: Points = middle + reach * from_middle * (1.0 + lens * square)
    return straight


def bend(xy: Points, lens: float, size_px: tuple[int, int]) -> Points:
    """Return the (n, 2) points in px that `straighten` would take to `xy`."""
    middle, reach = _middle(size_px)
    goal = (xy - middle) / reach
    far = np.linalg.norm(goal, axis=1, keepdims=True)
    near = far.copy()
    for _ in range(8):  # Newton; the curve is nearly straight, four steps are already exact
        slope = 1.0 + 3.0 * lens * near**2
        near -= (near * (1.0 + lens * near**2) - far) / np.where(np.abs(slope) < 0.1, 0.1, slope)
    ratio = np.divide(near, far, out=np.ones_like(far), where=far > 1e-12)
    bent: Points = middle + reach * goal * ratio
    return bent


def _middle(size_px: tuple[int, int]) -> tuple[Points, float]:
    width, height = size_px
    middle = np.array([[(width - 1) / 2.0, (height - 1) / 2.0]])
    return middle, float(np.hypot(width, height) / 2.0)


def project(matrix: NDArray[np.float64], xy: Points) -> Points:
    """Return (n, 2) points sent through a 3x3 homography."""
    sent: Points = cv2.perspectiveTransform(xy[None, :, :], matrix)[0].astype(np.float64)
    return sent


@dataclass(frozen=True, eq=False)
class MatView:
    """The mat as it lies in pictures of `size_px` (width, height).

    `to_px_matrix` is the 3x3 homography from mm to straightened px; `camera_mm` where the camera
    stands, x and y on the mat and the height above it; `seen` the numbers of the markers that were
    found; `error_mm` how far their corners are off (root of the mean square); `doubt_mm` how far
    off the worst corner of the mat is to be expected, as a standard deviation.
    """

    layout: MatLayout
    size_px: tuple[int, int]
    to_px_matrix: NDArray[np.float64]
    camera_mm: tuple[float, float, float]
    optics: Optics
    seen: tuple[int, ...]
    error_mm: float
    doubt_mm: float

    @cached_property
    def to_mm_matrix(self) -> NDArray[np.float64]:
        """The 3x3 homography from straightened px to mm."""
        return np.linalg.inv(self.to_px_matrix)

    def to_mm(self, xy_px: ArrayLike) -> Points:
        """Return where points of the picture, (n, 2) px, lie on the plane of the mat, in mm."""
        return project(
            self.to_mm_matrix, straighten(points_of(xy_px), self.optics.lens, self.size_px)
        )

    def to_px(self, xy_mm: ArrayLike) -> Points:
        """Return where points of the mat, (n, 2) mm, are in the picture, in px."""
        return bend(project(self.to_px_matrix, points_of(xy_mm)), self.optics.lens, self.size_px)

    def px_per_mm(self, xy_mm: tuple[float, float]) -> float:
        """Return how many px a mm has at a point of the mat, both directions taken together."""
        x, y = xy_mm
        here, right, down = self.to_px([(x, y), (x + 1.0, y), (x, y + 1.0)])
        across, along = right - here, down - here
        return float(np.sqrt(abs(across[0] * along[1] - across[1] * along[0])))

    def flat_slant(self, x_px: float, y_px: float) -> tuple[float, float]:
        """Return how a face that lies flat at a point of the picture slants, as an (x, y) vector.

        Its length is the sine of the angle between the face's normal and the ray that sees it; it
        points where what is higher seems to lie, away from below the camera.
        """
        x, y = self.to_mm((x_px, y_px))[0]
        camera_x, camera_y, camera_high = self.camera_mm
        away = np.array([x - camera_x, y - camera_y])
        far = float(np.hypot(*away))
        if far < 1e-6:
            return 0.0, 0.0
        here, further = self.to_px([(x, y), tuple(np.array([x, y]) + away / far)])
        way = (further - here) / max(float(np.hypot(*(further - here))), 1e-9)
        sine = far / float(np.hypot(far, camera_high))
        return float(way[0] * sine), float(way[1] * sine)

    def foot_mm(self, x_mm: float, y_mm: float, high_mm: float) -> tuple[float, float]:
        """Return the point of the mat below something `high_mm` high that is seen at a point.

        The top of a die is nearer to the camera than the mat, so it seems to lie further out.
        """
        camera_x, camera_y, camera_high = self.camera_mm
        part = high_mm / max(camera_high, 2.0 * high_mm, 1.0)
        return x_mm + (camera_x - x_mm) * part, y_mm + (camera_y - y_mm) * part

    def die_mm(self, xy_px: tuple[float, float], edge_px: float) -> tuple[float, float, float]:
        """Return x, y of a die's middle on the mat and its edge, in mm, from its top face."""
        x, y = self.to_mm(xy_px)[0]
        flat_mm = edge_px / max(self.px_per_mm((float(x), float(y))), 1e-6)
        # As far up as the die is high the same edge looks larger: edge = flat * (1 - edge / high).
        edge_mm = flat_mm / (1.0 + flat_mm / max(self.camera_mm[2], 1.0))
        return (*self.foot_mm(float(x), float(y), edge_mm), edge_mm)


def marker_corners(layout: MatLayout, number: int) -> Points:
    """Return the corners of a marker, (4, 2) mm, clockwise from its top left; raises KeyError."""
    for marker in layout.markers:
        if marker.number == number:
            return np.array(marker.box.corners, dtype=np.float64)
    raise KeyError(number)

"""The camera of a scene: where it hangs, what it sees, and its lens's slight distortion."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.slant import slant_in_sight

Array = NDArray[np.float64]
Image = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole at `origin_mm` that looks at `target_mm`; `up` is what is up in the picture.

    `fov_deg` is the horizontal angle of view; `k1` the radial distortion (0 none, below 0
    barrel) of coordinates that are 1 at half the picture's width.
    """

    origin_mm: tuple[float, float, float]
    target_mm: tuple[float, float, float]
    up: tuple[float, float, float]
    fov_deg: float
    width: int
    height: int
    k1: float = 0.0

    def _axes(self) -> tuple[Array, Array, Array]:
        forward = np.array(self.target_mm, float) - np.array(self.origin_mm, float)
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, np.array(self.up, float))
        right /= np.linalg.norm(right)
        return right, np.cross(forward, right), forward

    @property
    def focal_px(self) -> float:
        """The focal length in px."""
        return self.width / 2 / float(np.tan(np.radians(self.fov_deg) / 2))

    @property
    def margin_px(self) -> int:
        """How much wider, on every side, a straight rendering must be for `distort`."""
        if self.k1 >= 0:
            return 0
        corner = 1 + (self.height / self.width) ** 2
        return int(np.ceil(self.width / 2 * 1.25 * -self.k1 * corner))

    def project(self, points_mm: Array) -> Array:
        """Return the (n, 2) px of (n, 3) points, the lens's distortion included."""
        right, down, forward = self._axes()
        rel = np.asarray(points_mm, float) - np.array(self.origin_mm)
        depth = rel @ forward
        xy = np.stack([rel @ right, rel @ down], 1) / depth[:, None] * self.focal_px
        return np.asarray(self._distorted(xy) + np.array([self.width / 2, self.height / 2]))

    def seen_slant(self, normal: Array, point_mm: Array) -> tuple[float, float]:
        """Return the x, y part of a face's `normal` against the ray that sees its point."""
        axes = np.stack(self._axes())
        return slant_in_sight(axes, np.array(self.origin_mm, float), normal, point_mm)

    def _distorted(self, xy: Array) -> Array:
        unit = xy / (self.width / 2)
        r2 = (unit**2).sum(1, keepdims=True)
        return np.asarray(xy * (1 + self.k1 * r2))

    def distort(self, image: Image, nearest: bool = False) -> Image:
        """Return what the lens shows of a straight rendering.

        The rendering is (h, w) or (h, w, c) and `margin_px` larger than the picture on each side.
        """
        pad = self.margin_px
        if self.k1 == 0:
            return image
        ys, xs = np.mgrid[0 : self.height, 0 : self.width].astype(np.float64)
        half = np.array([self.width / 2, self.height / 2])
        seen = np.stack([xs.ravel(), ys.ravel()], 1) + 0.5 - half
        straight = seen.copy()
        for _ in range(8):
            r2 = ((straight / half[0]) ** 2).sum(1, keepdims=True)
            straight = seen / (1 + self.k1 * r2)
        at = (straight + half + pad - 0.5).astype(np.float32)
        at = at.reshape(self.height, self.width, 2)
        how = cv2.INTER_NEAREST if nearest else cv2.INTER_LINEAR
        return np.asarray(
            cv2.remap(image, at, np.empty(0, np.float32), how, borderMode=cv2.BORDER_REPLICATE),
            np.float32,
        )


def hang_camera(
    rng: np.random.Generator, width: int, height: int, view_mm: float, steepest_deg: float
) -> Camera:
    """Hang a camera that sees about `view_mm` of the table's width, tilted up to a limit."""
    fov = float(rng.uniform(26, 66))
    distance = view_mm / 2 / np.tan(np.radians(fov) / 2)
    tilt = np.radians(float(rng.uniform(0, steepest_deg)) * float(rng.random() < 0.8))
    side = float(rng.uniform(0, 2 * np.pi))
    target = rng.uniform(-0.05, 0.05, 2) * view_mm
    origin = (
        float(target[0] + distance * np.sin(tilt) * np.cos(side)),
        float(target[1] + distance * np.sin(tilt) * np.sin(side)),
        float(distance * np.cos(tilt)),
    )
    if rng.random() < 0.6:
        # An oblique camera mostly stands at the table's edge: away from it is up.
        up = (-float(np.cos(side)), -float(np.sin(side)), 0.02)
    else:
        roll = float(rng.uniform(0, 2 * np.pi))
        up = (float(np.cos(roll)), float(np.sin(roll)), 0.02)
    k1 = float(rng.choice([0.0, 0.0, rng.uniform(-0.06, 0.02)]))
    aim = (float(target[0]), float(target[1]), 0.0)
    return Camera(origin, aim, up, fov, width, height, k1)

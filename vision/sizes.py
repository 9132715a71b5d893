"""A frame at its own and at halved sizes, each made once: crops of any scale are cut quickly.

What is cut is in better light and smooth where the frame is dim or grainy.
"""

from __future__ import annotations

import math
from functools import cached_property

import cv2
import numpy as np

from vision.exposure import Exposure
from vision.photo import Frame

SMALLEST = 16  # px of the shorter side below which no further half is made
GLANCE_PX = 80  # long side at which a frame tells how bright it is
USUAL_PX = 1280  # long side at which larger photos are asked for grain as well: for wide blots


class Sizes:
    """One frame, whole and halved again and again; a half is made when it is first asked for."""

    def __init__(self, frame: Frame) -> None:
        """Take a frame (h, w, 3), uint8, B, G, R."""
        self._halves = [frame]
        self._bettered: dict[int, Frame] = {}

    @classmethod
    def of(cls, frame: Frame | Sizes) -> Sizes:
        """Return the sizes of a frame; those that it has already, where it brings them."""
        return frame if isinstance(frame, Sizes) else cls(frame)

    @property
    def whole(self) -> Frame:
        """The frame itself."""
        return self._halves[0]

    def at(self, long_side: int) -> Frame:
        """Return the frame at a long side of `long_side` px."""
        return scaled(self._half(self._times(long_side)), long_side)

    def square(
        self, x: float, y: float, span: float, side: int, turn: float = 0.0, mirrored: bool = False
    ) -> Frame:
        """Cut the square of `span` px round a point of the frame: (side, side, 3).

        What lies at the angle `turn` (radians, clockwise from the x axis) becomes level; then the
        crop is mirrored, left for right, where that is asked for. Edges of the frame are repeated
        outwards.
        """
        half = self._half(math.log2(span / side) + 0.5)
        by_y, by_x = half.shape[0] / self.whole.shape[0], half.shape[1] / self.whole.shape[1]
        # Pixel centres: those of a half lie between those of the frame.
        x, y = (x + 0.5) * by_x - 0.5, (y + 0.5) * by_y - 0.5
        k = side / (span * by_x)
        c, s = k * math.cos(turn), k * math.sin(turn)
        m = -1.0 if mirrored else 1.0
        matrix = np.array(
            [[m * c, m * s, side / 2 - m * (c * x + s * y)], [-s, c, side / 2 + s * x - c * y]]
        )
        crop = cv2.warpAffine(
            half, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(crop, np.uint8)

    def _half(self, times: float) -> Frame:
        """Return the frame halved as often as whole times go into `times`, as far as it can be."""
        number = self._make(times)
        if number not in self._bettered:
            self._bettered[number] = self._exposure.bettered(self._halves[number])
        return self._bettered[number]

    @cached_property
    def _exposure(self) -> Exposure:
        small = self._halves[self._make(self._times(GLANCE_PX))]
        asked = {0, self._make(math.ceil(self._times(USUAL_PX)))}
        return Exposure.of(scaled(small, GLANCE_PX), [self._halves[number] for number in asked])

    def _make(self, times: float) -> int:
        """Make the halves up to `times`, as far as it can be halved; returns the last's number."""
        wanted = max(0, math.floor(times + 1e-9))
        while len(self._halves) <= wanted and min(self._halves[-1].shape[:2]) >= 2 * SMALLEST:
            height, width = self._halves[-1].shape[:2]
            size = (width // 2, height // 2)
            small = cv2.resize(self._halves[-1], size, interpolation=cv2.INTER_AREA)
            self._halves.append(np.asarray(small, np.uint8))
        return min(wanted, len(self._halves) - 1)

    def _times(self, long_side: int) -> float:
        return math.log2(max(self.whole.shape[:2]) / long_side)


def scaled(frame: Frame, long_side: int) -> Frame:
    """Return the frame at a long side of `long_side` px."""
    height, width = frame.shape[:2]
    if long_side == max(height, width):
        return frame
    scale = long_side / max(height, width)
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(frame, size, interpolation=way), np.uint8)

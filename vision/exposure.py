"""Dim and grainy frames, made such as the networks know them: bright enough and smooth.

A camera that sees little light gives dark pictures, and turns its gain up till they are full of
grain. Neither costs what a face shows, but networks that saw few such pictures overlook dice in
them. All other frames stay as they are, to the last px.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Frame

# What is brightest of a frame that is light enough (levels, as wide as a small die).
BRIGHT = 140.0
MOST_GAIN = 4.0  # of what is darker still, little more than grain is left
# Grain (levels, its standard deviation) that a frame may have: the networks learnt with so much.
GRAINY = 6.0
# Two px differ by grain, not by what is seen, up to about so many times its standard deviation;
# OpenCV adds up the differences of the three channels. It is much quicker twice with 5 px than once
# with 7, and as good.
ALIKE, ACROSS_PX, SPREAD_PX, TIMES = 3.0, 5, 1.5, 2
# Grain is measured in squares all over the frame, by the plainer part of them.
SQUARE_PX, A_SIDE, PLAINER = 24, 4, 0.3
STEPS = (1, 2, 3)  # px; cameras smooth their own grain, which leaves blots


@dataclass(frozen=True, slots=True)
class Exposure:
    """How many times as bright a frame is to become, and whether it has grain to be smoothed."""

    gain: float = 1.0
    grainy: bool = False

    @classmethod
    def of(cls, small: Frame, large: Iterable[Frame] = ()) -> Exposure:
        """Return that of a frame (h, w, 3).

        The frame as `small` as some 80 px tells how bright it is, at `large` sizes how grainy.
        """
        gain = min(MOST_GAIN, max(1.0, BRIGHT / max(1.0, float(small.max()))))
        return cls(gain, gain * max(map(grain, large), default=0.0) > GRAINY)

    def bettered(self, frame: Frame) -> Frame:
        """Return the frame, or a half of it, in better light and smoothed where it needs that."""
        if self.gain > 1.0:
            frame = np.asarray(cv2.convertScaleAbs(frame, alpha=self.gain), np.uint8)
        return smoothed(frame) if self.grainy else frame


def grain(frame: Frame) -> float:
    """Return the standard deviation (levels) of the grain of a frame (h, w, 3), uint8, B, G, R.

    The weave of cloth of one hue is none: grain is told by the finest differences of brightness and
    by those of hue alone.
    """
    height, width = frame.shape[:2]
    if min(height, width) < SQUARE_PX:
        return 0.0
    down, along = (_places(side - SQUARE_PX) for side in (height, width))
    squares = [frame[y : y + SQUARE_PX, x : x + SQUARE_PX] for y in down for x in along]
    # Channel by channel: NumPy and OpenCV are slow along an axis of three.
    planes = np.stack(squares).transpose(0, 3, 1, 2).astype(np.float32, order="C")
    planes = _apart(planes.reshape(len(squares), 3, -1)).reshape(planes.shape)
    row = np.ascontiguousarray(planes.transpose(2, 0, 1, 3)).reshape(SQUARE_PX, -1)
    told = [_spread(row, step)[0 if step == 1 else 1 :] for step in STEPS]
    return float(max(spread.max() for spread in told))


def _places(last: int) -> list[int]:
    """Return `A_SIDE` numbers from 0 to `last`, equally far apart."""
    return [last * number // (A_SIDE - 1) for number in range(A_SIDE)]


def _apart(squares: NDArray[np.float32]) -> NDArray[np.float32]:
    """Turn B, G, R of squares (n, 3, px) into G and what B and R differ from it but in brightness.

    Folds, threads and shadows of one hue are in the first alone, grain is in all alike.
    """
    mean = squares.mean(2, keepdims=True) + 1
    green = squares[:, 1]
    told = np.empty_like(squares)
    told[:, 0] = green
    for place, channel in ((1, 0), (2, 2)):
        ratio = mean[:, channel] / mean[:, 1]
        np.subtract(squares[:, channel], ratio * green, out=told[:, place])
        told[:, place] /= np.sqrt(1 + ratio**2)
    return told


def _spread(row: NDArray[np.float32], step: int) -> NDArray[np.float32]:
    """Return the standard deviation (channels,) of the grain of squares, all channels in a row."""
    # A plane has no second difference, an edge has none across; that of grain is six times its own.
    kernel = np.zeros(2 * step + 1, np.float32)
    kernel[[0, step, -1]] = 1, -2, 1
    second = cv2.sepFilter2D(row, -1, kernel, kernel)[step:-step]
    columns = cv2.reduce(np.abs(second), 0, cv2.REDUCE_AVG).reshape(-1, 3, SQUARE_PX)
    mean = columns[:, :, step:-step].mean(2)
    each = np.sort(mean, axis=0) * (math.sqrt(math.pi / 2) / 6)
    return np.asarray(each[int(PLAINER * len(each))], np.float32)


def smoothed(frame: Frame) -> Frame:
    """Return a frame without its grain: each px the mean of those around that look alike."""
    spread = grain(frame)
    if spread > GRAINY:
        for _ in range(TIMES):
            smooth = cv2.bilateralFilter(frame, ACROSS_PX, ALIKE * spread, SPREAD_PX)
            frame = np.asarray(smooth, np.uint8)
    return frame

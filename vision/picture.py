"""Measure whether a picture is any good: sharp, light, without glare, without flicker.

Figures only; what they mean for a person is said elsewhere. Pictures are (height, width[, 3])
uint8, grey or BGR; sizes do not matter, all is measured at a width of at most `MEASURED_PX`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat_find import grey_of

MEASURED_PX = 1280
BLOWN = 252  # at and above this a pixel holds no drawing any more
EDGE_LEVELS = 40  # a step in brightness that is smaller is no edge worth measuring
EDGE_REACH = 8  # px around an edge in which its bright and its dark side are looked for

Picture = NDArray[np.uint8]
Grey = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Figures:
    """What is measured in one picture, or in several of the same still scene.

    `edge_px` is how many px the sharper edges take from dark to bright (None without any edge),
    `middle` the middle brightness 0..255, `bright` and `dark` its 95th and 5th percentile, `blown`
    the share of pixels without drawing, `noise` the middle difference of two pictures in levels,
    `flicker` how far the brightness of a row swings from picture to picture, as a share (both None
    for a single picture).
    """

    edge_px: float | None
    middle: float
    bright: float
    dark: float
    blown: float
    noise: float | None = None
    flicker: float | None = None


def figures_of(
    pictures: Sequence[Picture], inside_px: NDArray[np.float64] | None = None
) -> Figures:
    """Return the figures of one or more pictures of the same size; raises ValueError for none.

    `inside_px`, (n, 2) px, is the outline in which blown pixels count (the tray); a white table
    around it does no harm. Without it the whole picture counts.
    """
    if not pictures:
        raise ValueError("expected at least one picture, got none")
    greys = [measured(picture) for picture in pictures]
    last = greys[-1]
    dark, middle, bright = (float(level) for level in np.percentile(last, (5, 50, 95)))
    return Figures(
        edge_px=edge_px(last),
        middle=middle,
        bright=bright,
        dark=dark,
        blown=_blown(pictures[-1], inside_px),
        noise=_noise(greys),
        flicker=_flicker(greys),
    )


def measured(picture: Picture) -> Grey:
    """Return a picture as (height, width) float32 grey, shrunk to `MEASURED_PX` at most."""
    grey = grey_of(picture)
    shrink = MEASURED_PX / max(grey.shape)
    if shrink < 1.0:
        small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        return np.asarray(small, dtype=np.float32)
    return grey.astype(np.float32)


def edge_px(grey: Grey) -> float | None:
    """Return how many px the sharper edges of a grey picture take from dark to bright.

    At an edge the whole step, divided by the steepest slope within it, is its width. Soft shadows
    are wide in the best picture, so the sharpest fifth of the edges counts.
    """
    calm = cv2.GaussianBlur(grey, (3, 3), 0)
    across = cv2.Sobel(calm, cv2.CV_32F, 1, 0, ksize=3) / 8.0
    down = cv2.Sobel(calm, cv2.CV_32F, 0, 1, ksize=3) / 8.0
    slope = cv2.magnitude(across, down)
    near = np.ones((2 * EDGE_REACH + 1, 2 * EDGE_REACH + 1), np.uint8)
    step = cv2.dilate(calm, near) - cv2.erode(calm, near)
    steepest = slope >= cv2.dilate(slope, np.ones((5, 5), np.uint8)) - 1e-3
    edges = steepest & (step >= EDGE_LEVELS) & (slope > 0)
    if int(edges.sum()) < 30:
        return None
    return float(np.percentile(step[edges] / slope[edges], 20))


def _blown(picture: Picture, inside_px: NDArray[np.float64] | None) -> float:
    darkest = picture if picture.ndim == 2 else picture.min(axis=2)
    if inside_px is None:
        return float((darkest >= BLOWN).mean())
    mask = np.zeros(darkest.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(inside_px).astype(np.int32)], (255,))
    within = darkest[mask > 0]
    return float((within >= BLOWN).mean()) if within.size else 0.0


def _noise(greys: list[Grey]) -> float | None:
    if len(greys) < 2:
        return None
    return float(np.median(np.abs(greys[-1] - greys[-2])))


def _flicker(greys: list[Grey]) -> float | None:
    """Return how far rows swing in brightness; hands and dice in some columns do not count."""
    if len(greys) < 5:
        return None
    usual = np.median(np.stack(greys), axis=0) + 4.0
    rows = np.stack([np.median((grey + 4.0) / usual, axis=1) for grey in greys])
    # A lamp on the mains makes bands several rows high; single rows are noise.
    smooth = cv2.blur(rows.astype(np.float32), (9, 1))
    swing = (np.percentile(smooth, 95, axis=0) - np.percentile(smooth, 5, axis=0)) / 2.0
    return float(np.percentile(swing, 90))

"""Which dice lean: how each top face slants against the mat, the others, or the camera.

A crop shows how a face slants to the ray that sees it. Dice that lie flat share one slant but for
the perspective, which grows from the middle of the frame outwards. Where there are well read dice
enough, only they have a word in it: the squares of a mat and a coin have none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.read import WELL_READ, Reading

ENOUGH = 3  # dice that make a majority possible
# Slant per frame width from the middle, from a long lens to a wide one; the usual one where few
# dice lie in view.
PERSPECTIVES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25)
USUAL = 0.6
# The part of a slant that the reader tells: a crop shows it so faintly that the mean of what it may
# be lies nearer to nothing.
TOLD = 0.87
# How a flat face slants at a point (x, y px) of the picture, where a mat tells it.
Flat = Callable[[float, float], tuple[float, float]]


def leaning(
    readings: Sequence[Reading], width: int, height: int, flat: Flat | None = None
) -> list[float]:
    """Return for each reading how far its face leans away (0 flat .. 1), in sines.

    It is measured against `flat`, where that is known. Else from three dice on it is measured
    against most of the well read, so a camera that looks from the side does no harm; with fewer it
    is measured against a camera that looks straight down.
    """
    if not readings:
        return []
    slants = np.array([r.slant for r in readings], np.float64)
    offsets = (np.array([(r.spot.x, r.spot.y) for r in readings]) - (width / 2, height / 2)) / width
    if flat is not None:
        lying = np.array([flat(r.spot.x, r.spot.y) for r in readings])
        return [float(v) for v in np.hypot(*(slants - TOLD * lying).T)]
    if len(readings) < ENOUGH:
        return [float(v) for v in np.hypot(*(slants - USUAL * offsets).T)]
    telling = np.array([r.likeliest > WELL_READ for r in readings])
    if telling.sum() < ENOUGH:
        telling[:] = True
    return [float(v) for v in _against_most(slants, offsets, telling)]


def _against_most(
    slants: NDArray[np.float64], offsets: NDArray[np.float64], telling: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return how far each slants from most of the `telling`, under the perspective that suits."""
    flats = slants - np.array(PERSPECTIVES)[:, None, None] * offsets  # (perspectives, n, 2)
    apart = flats - _middle(flats[:, telling])[:, None]
    away = np.hypot(apart[..., 0], apart[..., 1])
    return np.asarray(away[int(_middle(away[:, telling]).argmin())])


def _middle(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the median along axis 1; `np.median` takes ten times as long for so few."""
    count = values.shape[1]
    ordered = np.sort(values, 1)
    return np.asarray((ordered[:, (count - 1) // 2] + ordered[:, count // 2]) / 2)

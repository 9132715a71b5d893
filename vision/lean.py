"""Which dice lean: how each top face slants against the mat, the others, or the camera.

A crop shows how a face slants to the ray that sees it. Dice that lie flat share one slant but for
the perspective, which grows from the middle of the frame outwards. Where there are well read dice
enough, only they have a word in it: the squares of a mat and a coin have none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.read import WELL_READ, Reading

ENOUGH = 3  # dice from which on they tell how the camera looks
# Slant per frame width from the middle, from a long lens to a wide one, and the usual one.
PERSPECTIVES = np.array([0.0, 0.25, 0.5, 0.75, 1.0, 1.25])
USUAL = 0.6
# As unlikely as that one die leans: a lens that is so far from the usual one, and a camera that
# looks so far from straight down (sine). A die that is off by more than `OFF` leans.
UNUSUAL, ASLANT, OFF = 0.6, 0.6, 0.2
# The part of a slant that the reader tells: a crop shows it so faintly that the mean of what it may
# be lies nearer to nothing.
TOLD = 0.87
# How a flat face slants at a point (x, y px) of the picture, where a mat tells it.
Flat = Callable[[float, float], tuple[float, float]]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """How flat faces slant, as the reader tells it: by `tilt` (x, y) in the middle of the frame.

    Towards its sides the slant grows by `perspective` a width of the frame.
    """

    tilt: tuple[float, float]
    perspective: float

    def slant_at(self, offsets: Floats) -> Floats:
        """Return the slants (n, 2) of flat faces at offsets (n, 2) from the middle, in widths."""
        return np.asarray(np.array(self.tilt) + self.perspective * offsets)

    def away(self, slants: Floats, offsets: Floats) -> Floats:
        """Return by how much slants (n, 2) of faces at `offsets` differ from those of flat ones."""
        return np.asarray(slants - self.slant_at(offsets))


def offsets_of(places: Sequence[tuple[float, float]], width: int, height: int) -> Floats:
    """Return how far points (x, y px) lie from the middle of the frame, (n, 2) in its widths."""
    return np.asarray((np.array(places) - (width / 2, height / 2)) / width)


def leaning(
    readings: Sequence[Reading],
    width: int,
    height: int,
    flat: Flat | None = None,
    before: View | None = None,
) -> list[float]:
    """Return for each reading how far its face leans away (0 flat .. 1), in sines.

    It is measured against `flat`, where a mat tells it, else against `before`, the view that throws
    before have told; where three dice or more lie a little otherwise (a nudge of the camera), by
    that much. If they lie quite otherwise, or nothing is known, it is measured from three dice on
    against the likeliest view of the well read, in which few of them lean and the camera looks
    hardly from the side; with fewer dice against a camera that looks straight down. Three flat dice
    under a camera that looks from more than 50 degrees off may be said to lean.
    """
    if not readings:
        return []
    slants = np.array([r.slant for r in readings], np.float64)
    offsets = offsets_of([(r.spot.x, r.spot.y) for r in readings], width, height)
    if flat is not None:
        lying = TOLD * np.array([flat(r.spot.x, r.spot.y) for r in readings])
        return _lengths(slants - lying)
    if before is not None:
        nudge = nudge_of(before, readings, width, height)
        if nudge is not None:
            return _lengths(before.away(slants, offsets) - nudge)
    if len(readings) < ENOUGH:
        return _lengths(slants - USUAL * offsets)
    telling = np.array([tells(reading) for reading in readings])
    if telling.sum() < ENOUGH:
        telling[:] = True
    view = view_of(slants[telling], offsets[telling])
    return _lengths(view.away(slants, offsets))


def nudge_of(before: View, readings: Sequence[Reading], width: int, height: int) -> Floats | None:
    """Return by how much (x, y in sines) dice lie otherwise than throws before have told.

    Fewer than three cannot say. None: they lie quite otherwise, what was told holds no longer.
    """
    telling = [reading for reading in readings if tells(reading)]
    if len(telling) < ENOUGH:
        return np.zeros(2)
    slants = np.array([r.slant for r in telling], np.float64)
    offsets = offsets_of([(r.spot.x, r.spot.y) for r in telling], width, height)
    nudge = np.asarray(_middle(before.away(slants, offsets)[None])[0])
    return nudge if np.hypot(*nudge) < OFF else None


def pair_of(readings: Sequence[Reading]) -> tuple[int, int] | None:
    """Return the two dice (their numbers) that alone tell how the camera looks, where it is two."""
    telling = [number for number, reading in enumerate(readings) if tells(reading)]
    return (telling[0], telling[1]) if len(telling) == 2 else None


def apart_by(two: Sequence[Reading], width: int, height: int) -> float:
    """Return by how much (sine) two dice slant apart.

    Whatever the camera looks like, both lie flat only where they slant alike; which of them leans,
    where one does, they cannot say.
    """
    slants = np.array([r.slant for r in two], np.float64)
    offsets = offsets_of([(r.spot.x, r.spot.y) for r in two], width, height)
    first, second = slants - USUAL * offsets
    return float(np.hypot(*(first - second)))


def tells(reading: Reading) -> bool:
    """Whether a face is read so well that it has a word in how the camera looks."""
    return reading.likeliest > WELL_READ


def _lengths(away: Floats) -> list[float]:
    return [float(length) for length in np.hypot(*away.T)]


def view_of(slants: Floats, offsets: Floats) -> View:
    """Return the likeliest view by the slants (n, 2) of dice at `offsets` (n, 2) from the middle.

    Few of them lean: each die in turn, or most of them, or a camera that looks straight down says
    what is flat.
    """
    flats = slants - PERSPECTIVES[:, None, None] * offsets  # (perspectives, n, 2)
    straight = np.zeros_like(flats[:, :1])
    guesses = np.concatenate([flats, _middle(flats)[:, None], straight], 1)
    apart = flats[:, None] - guesses[:, :, None]  # (perspectives, guesses, n, 2)
    away = np.minimum(np.hypot(apart[..., 0], apart[..., 1]), OFF)
    unlikely = away.sum(2) / OFF + (guesses**2).sum(2) / ASLANT**2
    unlikely += ((PERSPECTIVES[:, None] - USUAL) / UNUSUAL) ** 2
    lens, guess = np.unravel_index(int(unlikely.argmin()), unlikely.shape)
    lying = away[lens, guess] < OFF
    tilt = _middle(flats[lens : lens + 1, lying])[0] if lying.any() else guesses[lens, guess]
    return View((float(tilt[0]), float(tilt[1])), float(PERSPECTIVES[lens]))


def _middle(values: Floats) -> Floats:
    """Return the median along axis 1; `np.median` takes ten times as long for so few."""
    count = values.shape[1]
    ordered = np.sort(values, 1)
    return np.asarray((ordered[:, (count - 1) // 2] + ordered[:, count // 2]) / 2)

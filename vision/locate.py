"""Find dice of any size in a frame: middle and side of each top face, touching ones apart."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Frame
from vision.runtime import Network, load_network
from vision.sizes import Sizes

# Long sides (px) at which the frame is searched; the network finds faces of 9 to 46 px in each.
LEVELS = (320, 160)
# Searched, too, where faces are small at the level before.
FINE_LEVEL, FINEST_LEVEL = 640, 1280
# Faces that fill more of the frame are found at these, and only such faces.
CLOSE_LEVELS = (80, 40)
CLOSE, CLOSE_SCORE = 0.25, 0.5  # of the frame's long side; whole tables look a little like a die
# Where more places than a face has pips look plainly like dice, they are no pips of one that fills
# the frame.
MOST_PIPS, PLAIN_SCORE = 6, 0.6
FOUND_PX = (8.0, 52.0)
# Where a die's side is told, the frame is searched at the long side that suits it, from the
# coarsest of these to the finest, and at no more than `ENLARGED` times its own px.
TOLD_LEVELS, ENLARGED, WELL_FOUND_PX = (CLOSE_LEVELS[-1], 1600), 2.0, 9.0
# A frame wider than `WIDEST` times its height (or as high) is a strip: dice in it are as large as
# in a frame so wide. `LONGEST` bounds by how many times it is searched at more px then.
WIDEST, LONGEST = 2.0, 4.0
STRIDE = 4
CELL = 8  # the network takes whole multiples of so many px
SCORE = 0.15
LEAST_LOGIT = math.log(SCORE / (1.0 - SCORE))
SMALL_PX = 15.0  # where faces are smaller than this, the next finer level is searched too
ALIKE = 2.0  # spots whose sizes differ by more cannot be the same die


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where a die seems to lie: middle of its top face and face side in frame px."""

    x: float
    y: float
    size: float
    score: float


class Locator:
    """The locating network over a pyramid of sizes."""

    def __init__(self, network: Network | None = None) -> None:
        """Take `network`, or the one that ships with the program."""
        self._network = network or load_network("locator.tflite")

    def find(self, frame: Frame | Sizes, die_px: float | None = None) -> list[Spot]:
        """Return the spots in `frame`, best first.

        `die_px` is the side of the dice in px where it is known: then only the sizes that suit it
        are searched, and spots of less than half or more than twice that side are dropped.
        """
        sizes = Sizes.of(frame)
        whole = _side_of(sizes.whole)
        if die_px is not None:
            coarsest, finest = TOLD_LEVELS
            level = min(int(np.clip(24.0 / die_px * whole, coarsest, ENLARGED * whole)), finest)
            spots = self._search(sizes, level / whole)
            return merge([s for s in spots if die_px / 2 <= s.size <= die_px * 2])
        spots = [spot for level in LEVELS for spot in self._search(sizes, level / whole)]
        if _smallest(spots) * LEVELS[0] / whole < SMALL_PX:
            spots += self._search(sizes, FINE_LEVEL / whole)
            if whole > 1.2 * FINE_LEVEL and _smallest(merge(spots)) * FINE_LEVEL / whole < SMALL_PX:
                spots += self._search(sizes, min(FINEST_LEVEL / whole, 1.0))
        found = merge(spots)
        if sum(spot.score > PLAIN_SCORE for spot in found) > MOST_PIPS:
            return found
        close = [spot for level in CLOSE_LEVELS for spot in self._search(sizes, level / whole)]
        large = [s for s in close if s.size > CLOSE * whole and s.score > CLOSE_SCORE]
        return merge(spots + [spot for spot in large if not _heap(spot, spots)])

    def _search(self, sizes: Sizes, scale: float) -> list[Spot]:
        """Search the frame at so many times its size; the spots are in px of the frame."""
        height, width = sizes.whole.shape[:2]
        small = sizes.at(round(scale * max(height, width)))
        h, w = small.shape[:2]
        below, beside = -h % CELL, -w % CELL
        if below or beside:
            grey = (110, 110, 110)
            small = np.asarray(
                cv2.copyMakeBorder(small, 0, below, 0, beside, cv2.BORDER_CONSTANT, value=grey),
                np.uint8,
            )
        x_scale, y_scale = width / w, height / h
        out = []
        for x, y, size, score in peaks(self._network.run(small[None])[0]):
            if FOUND_PX[0] <= size <= FOUND_PX[1] and x < w and y < h:
                out.append(Spot(x * x_scale, y * y_scale, size * (x_scale + y_scale) / 2, score))
        return out


def tellable_px(frame: Frame) -> tuple[float, float]:
    """Return from which to which side (px) a die can be found in a frame where its side is told.

    Smaller ones are not clear at the finest level, larger ones do not fit into the frame.
    """
    enlarged = min(ENLARGED, TOLD_LEVELS[1] / _side_of(frame))
    return WELL_FOUND_PX / enlarged, float(min(frame.shape[:2]))


def _side_of(frame: Frame) -> float:
    """Return the long side by which dice are small or large in a frame: of a strip only a part."""
    short, long = sorted(frame.shape[:2])
    return max(min(long, WIDEST * short), long / LONGEST)


def _smallest(spots: list[Spot]) -> float:
    return min((spot.size for spot in spots), default=0.0)


def peaks(cells: NDArray[np.float32]) -> list[tuple[float, float, float, float]]:
    """Return (x, y, size, score) in px of the network's input for each local maximum of the score.

    `cells` (h, w, 16) tell score, dx, dy and log size at 2 x 2 places each, `STRIDE` px apart.
    """
    height, width, channels = cells.shape
    told = cells.reshape(height, width, channels // 4, 2, 2)
    logits = told[:, :, 0].transpose(0, 2, 1, 3).reshape(2 * height, 2 * width)
    highest = cv2.dilate(logits, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((logits >= highest) & (logits >= LEAST_LOGIT))
    out = []
    for row, column in zip(rows.tolist(), columns.tolist(), strict=True):
        logit, dx, dy, log_size = told[row // 2, column // 2, :, row % 2, column % 2].tolist()
        x, y = (column + 0.5) * STRIDE + dx, (row + 0.5) * STRIDE + dy
        size = 16.0 * 2.0 ** min(max(log_size, -4.0), 4.0)
        out.append((x, y, size, 1.0 / (1.0 + math.exp(-min(max(logit, -30.0), 30.0)))))
    return out


def merge(spots: list[Spot]) -> list[Spot]:
    """Keep the best of spots that mean the same die; returns them best first.

    Spots of very different size do not mean the same die: an eye of a worm that looks like a small
    die must not hide the die that it is drawn on. Which of them is one, the reader says.
    """
    best = sorted(spots, key=lambda s: -s.score)
    x, y, size = np.array([(s.x, s.y, s.size) for s in best], np.float64).reshape(-1, 3).T
    left = np.ones(len(best), bool)
    kept: list[Spot] = []
    for k, spot in enumerate(best):
        if left[k]:
            kept.append(spot)
            larger, smaller = np.maximum(size, spot.size), np.minimum(size, spot.size)
            near = np.hypot(x - spot.x, y - spot.y) <= 0.5 * larger
            left &= ~(near & (larger < ALIKE * smaller))
    return kept


def _heap(large: Spot, spots: list[Spot]) -> bool:
    """Whether what looks like a large die is a heap: a much smaller one in it is plainer still."""
    return any(
        spot.score > large.score
        and ALIKE * spot.size < large.size
        and max(abs(spot.x - large.x), abs(spot.y - large.y)) < large.size / 2
        for spot in spots
    )

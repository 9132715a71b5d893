"""Crops of single dice to train a reader on, as a look sees them: jittered, turned, lit anew."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.augment import faint, glare, recolour, shine_through, smear
from vision.around import CROP_PX
from vision.looks import CLASSES, CROP
from vision.pose import AROUND_SPAN, NUMBERS, SPAN, UPRIGHT_SPAN

POSE = NUMBERS
# Sine of the slant from which on only what is above tells the top face from a flank.
STEEP = 0.52
# Sides of the face by which a die may move while it is exposed, and still be read.
MOVED = 0.3
# Tilts of a die (radians) from which on it leans, and up to which it lies flat.
LEANING_FROM, FLAT_TO = 0.2, 0.03
UNKNOWN = -1.0
# A crop, its class and its targets: the pose, whether that is known, whether the die leans (0, 1 or
# UNKNOWN).
Cut = tuple[NDArray[np.uint8], int, NDArray[np.float32]]


@dataclass(frozen=True)
class Mark:
    """A place to crop: class, middle, size (px), and where known the corners and the slant.

    `tilt` (radians) is that of the die against the table, nan where it is not known.
    """

    scene: int
    face: str
    center: tuple[float, float]
    size: float
    corners: tuple[tuple[float, float], ...]
    slant: tuple[float, float]
    tilt: float = math.nan

    @property
    def leans(self) -> bool:
        """Whether it is known that the die leans."""
        return self.tilt > LEANING_FROM


Place = tuple[NDArray[np.uint8], Mark]  # a picture and where to crop it


@dataclass(frozen=True)
class Way:
    """How crops are cut.

    `plain` is the chance that one stays as it was drawn (no glare, seldom another light);
    `upright`: turned level, as a second look sees a face. Crops are `side` px and show `span` sides
    of the face. `around`: it is asked what lies beside the face, and whether its die leans.
    """

    plain: float = 0.0
    upright: bool = False
    span: float = SPAN
    side: int = CROP
    around: bool = False


AS_IT_LIES = Way()
UPRIGHT = Way(upright=True, span=UPRIGHT_SPAN)
FROM_AFAR = Way(upright=True, span=AROUND_SPAN, side=CROP_PX, around=True)


def cut(
    rng: np.random.Generator, image: NDArray[np.uint8], mark: Mark, way: Way = AS_IT_LIES
) -> Cut:
    """Cut a jittered, turned crop; returns (side x side x 3, class, targets)."""
    as_drawn = rng.random() < way.plain
    steep = float(np.hypot(*mark.slant)) > STEEP
    flip = -1.0 if rng.random() < 0.5 else 1.0
    angle = _angle(rng, mark, steep, flip, way.upright)
    side = way.side
    span = way.span * mark.size * float(np.exp(rng.normal(0, 0.1 if way.upright else 0.16)))
    k = side / span
    c, s = np.cos(angle) * k, np.sin(angle) * k
    turn = np.array([[c * flip, -s], [s * flip, c]])
    # The locator is further off where a die is seen from the side or in a heap.
    apart = 0.05 if as_drawn else 0.07 if rng.random() < 0.8 else 0.15
    if way.upright:  # the first look has moved it
        apart = 0.03 if rng.random() < 0.85 else 0.1
    center = np.array(mark.center) + rng.normal(0, apart, 2) * mark.size
    shift = side / 2 - turn @ center
    up = 1 if k > 0.7 else 2 if k > 0.35 else 4
    matrix = np.hstack([turn, shift[:, None]]) * up
    crop = cv2.warpAffine(
        image,
        matrix,
        (side * up, side * up),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if up > 1:
        crop = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
    pose = np.zeros(POSE + 2, np.float32)
    if mark.corners:
        middle = turn @ np.array(mark.center) + shift
        pose[:2] = (middle - side / 2) / side
        pose[2] = np.log(mark.size * way.span / span)
        lies = _lies(mark, turn)
        pose[3:5] = np.cos(4 * lies), np.sin(4 * lies)
        pose[5:7] = (turn / k) @ np.array(mark.slant)
        pose[POSE] = 1.0
    pose[POSE + 1] = 1.0 if mark.leans else 0.0 if mark.tilt < FLAT_TO else UNKNOWN
    # "?" is a die's flank: neither a reading nor surely no die; either answer is right.
    index = -100 if mark.face == "?" else CLASSES.index(mark.face)
    crop = np.asarray(crop, np.uint8)
    harder = not as_drawn and mark.face not in ("-", "?")
    if harder and rng.random() < 0.15:
        crop = shine_through(rng, crop, mark.size * k)
    if harder and rng.random() < 0.15:
        crop = faint(rng, crop)
    if harder and rng.random() < 0.4:
        crop = glare(rng, crop, mark.size * k)
    if harder and rng.random() < 0.2:
        crop, moved = smear(rng, crop, mark.size * k)
        if moved > MOVED:
            index = CLASSES.index("")
    if not as_drawn or rng.random() < 0.25:
        crop = recolour(rng, crop)
    if 0 <= index < 8 and _washed_out(crop, way.span):
        index = CLASSES.index("")
    return crop, index, pose


def _lies(mark: Mark, turn: NDArray[np.float64]) -> float:
    """Return the angle (radians, clockwise) at which the face's upper edge lies after `turn`."""
    corners = np.array(mark.corners) @ turn.T
    edge = corners[1] - corners[0] - corners[3] + corners[2]
    return float(np.arctan2(edge[1], edge[0]))


def _angle(rng: np.random.Generator, mark: Mark, steep: bool, flip: float, upright: bool) -> float:
    """Return by how much (radians) a crop is turned, after it was mirrored where `flip` is -1."""
    quarter = 0 if steep else int(rng.integers(4))
    if upright and mark.corners:
        eighth = np.pi / 4
        lies = _lies(mark, np.diag([flip, 1.0]))
        level = -((lies + eighth) % (2 * eighth) - eighth)  # to the nearest level edge
        return level + quarter * np.pi / 2 + rng.normal(0, 0.05 if rng.random() < 0.85 else 0.2)
    if steep:
        return float(rng.normal(0, 0.25))
    return float(rng.uniform(0, 2 * np.pi))


def _washed_out(crop: NDArray[np.uint8], span: float) -> bool:
    """Whether nothing is left to be seen on the face: burnt out, or lost in the dark."""
    side, half = crop.shape[0], 0.21 * min(1.0, SPAN / span)
    a, b = int(side * (0.5 - half)), int(side * (0.5 + half))
    face = cv2.GaussianBlur(crop[a:b, a:b], (0, 0), 1.2)
    return float(face.reshape(-1, 3).std(0).max()) < 5.0

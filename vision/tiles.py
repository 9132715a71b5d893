"""Tiles that lie beside dice: half of one, a square with worms on it, is no die.

Seen from nearer it is the top of one. What lies on from it tells them apart: where its ground goes
on, a number is on the other half, which to the networks is another picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.apart import is_die
from vision.locate import Spot
from vision.looks import CLASSES
from vision.read import Reader, Reading
from vision.sizes import Sizes

NUMBER_FROM = 0.5  # chance of another picture from which on the other half is a number
ALIKE = 40.0  # grey levels by which the two halves of a tile differ at most in their ground
SIDE = 8  # px of a half as its ground is looked at
RIM = 1  # px left out along each of its edges
APART = (1.0, 0.85)  # how far, in sides, a number lies from the worms on its tile
SURELY_ONE = 0.1  # chance below which that there is no die is no doubt
THERE = 0.6  # what lies nearer to the place beside, in sides, is what lies there
AT_MOST = 0.99  # a doubt that stays one
PICTURE, NOTHING = CLASSES.index("x"), CLASSES.index("-")
BESIDE = ((1, 0), (0, 1), (-1, 0), (0, -1))


def doubt_tiles(sizes: Sizes, readings: Sequence[Reading], reader: Reader) -> list[Reading]:
    """Return the readings of a frame; to what may be half of a tile a die is as doubtful as that.

    Where a number shows beside a face, on the same ground, the chance of another picture there
    becomes the chance that the face lies on no die. What was read there may be a die that shows a
    number: then the face is as doubtful as that one.
    """
    dice = [reading for reading in readings if is_die(reading)]
    return [
        _doubted(one, _doubt(sizes, one, dice, reader)) if is_die(one) else one for one in readings
    ]


def _doubt(sizes: Sizes, half: Reading, dice: Sequence[Reading], reader: Reader) -> float:
    """Return how likely `half` lies on a tile by what shows on its four sides."""
    level, spot = math.radians(half.angle_deg), half.spot
    doubt = 0.0
    for x, y in _where_ground_goes_on(sizes, spot, level):
        for apart in APART:
            c, s = apart * spot.size * math.cos(level), apart * spot.size * math.sin(level)
            beside = Spot(spot.x + x * c - y * s, spot.y + x * s + y * c, spot.size, spot.score)
            there = [die for die in dice if die is not half and _lies_at(die.spot, beside)]
            nothing = [die.chance("-") for die in there]
            if nothing and min(nothing) < SURELY_ONE:
                break
            number = float(reader.glance(sizes, beside, level)[PICTURE])
            if number >= NUMBER_FROM:
                doubt = max(doubt, *nothing) if nothing else max(doubt, number)
                break
    return doubt


def _where_ground_goes_on(sizes: Sizes, spot: Spot, level: float) -> list[tuple[int, int]]:
    """Return the sides (x, y of -1, 0, 1) beside which the ground is that of the face."""
    around = sizes.square(spot.x, spot.y, 3 * spot.size, 3 * SIDE, level)
    parts = around.reshape(3, SIDE, 3, SIDE, 3)[:, RIM:-RIM, :, RIM:-RIM]
    parts = parts.transpose(0, 2, 1, 3, 4).reshape(3, 3, -1, 3)  # (row, column, px, B G R)
    middle = parts.shape[2] // 2
    grounds = np.partition(parts, middle, 2)[:, :, middle].astype(np.int32)
    off = np.abs(grounds - grounds[1, 1]).max(2)
    return [(x, y) for x, y in BESIDE if off[1 + y, 1 + x] < ALIKE]


def _lies_at(spot: Spot, place: Spot) -> bool:
    gap = math.hypot(spot.x - place.x, spot.y - place.y)
    return gap < THERE * max(spot.size, place.size)


def _doubted(reading: Reading, doubt: float) -> Reading:
    """Return the reading with a chance of at least so much that no die lies there."""
    nothing = float(reading.chances[NOTHING])
    doubt = min(doubt, AT_MOST)
    if doubt <= nothing:
        return reading
    chances = reading.chances * ((1.0 - doubt) / max(1.0 - nothing, 1e-6))
    chances[NOTHING] = doubt
    return replace(reading, chances=chances.astype(np.float32))

"""Tiles that lie beside dice: half of one, a square with worms on it, is no die.

Seen from nearer it is the top of one. What lies on from it tells them apart: where its ground goes
on there is a number, which to the networks is another picture. A die may touch a tile, so what is
well found stays and is asked about.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.apart import gap, is_die, is_plain
from vision.locate import Spot
from vision.looks import CLASSES
from vision.read import NOTHING, PICTURES, Reader, Reading
from vision.sizes import Sizes

NUMBER_FROM = 0.5  # chance of another picture from which on the other half is a number
NUMBER_AT = (1.0, 0.85)  # how far, in sides, a number lies from the worms on its tile
SIDE = 8  # px of a half as its ground is looked at
RIM = 1  # px left out along each of its edges
ALIKE = 40  # grey levels by which the two halves of a tile differ at most in their ground
SURELY_ONE = 0.1  # chance below which that there is no die is no doubt
THERE = 0.6  # what lies nearer to the place beside, in sides, is what lies there
AT_MOST = 0.4  # a doubt with which a die that is well found stays one
PICTURE = CLASSES.index("x")
BESIDE = ((1, 0), (0, 1), (-1, 0), (0, -1))


def doubt_tiles(sizes: Sizes, readings: Sequence[Reading], reader: Reader) -> list[Reading]:
    """Return the readings of a frame; where half of a tile lies, that it is no die is likelier.

    It is as likely, up to `AT_MOST`, as that a number shows beside it on the same ground. What was
    read there may be a die that shows a number: then it is no likelier than of that one. Of plain
    pips nothing is asked.
    """
    dice = [reading for reading in readings if is_die(reading)]
    return [
        _doubted(one, _doubt(sizes, one, dice, reader)) if _may_be_half(one) else one
        for one in readings
    ]


def _may_be_half(reading: Reading) -> bool:
    pips = int(reading.chances.argmax()) not in PICTURES
    return is_die(reading) and not (pips and is_plain(reading))


def _doubt(sizes: Sizes, half: Reading, dice: Sequence[Reading], reader: Reader) -> float:
    """Return how likely `half` lies on a tile by what shows on its four sides."""
    level, spot = math.radians(half.angle_deg), half.spot
    doubt = 0.0
    for x, y in _where_ground_goes_on(sizes, spot, level):
        for sides in NUMBER_AT:
            c, s = sides * spot.size * math.cos(level), sides * spot.size * math.sin(level)
            beside = Spot(spot.x + x * c - y * s, spot.y + x * s + y * c, spot.size, spot.score)
            there = [die for die in dice if _lies_at(die.spot, beside, spot)]
            nothing = min((die.chance("-") for die in there), default=1.0)
            if nothing < SURELY_ONE:
                break
            number = float(reader.glance(sizes, beside, level)[PICTURE])
            if number >= NUMBER_FROM:
                doubt = max(doubt, min(number, nothing))
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


def _lies_at(spot: Spot, place: Spot, half: Spot) -> bool:
    """Whether a spot is nearer to the place than to the half beside it, and near to it."""
    return gap(spot, place) < min(THERE, gap(spot, half))


def _doubted(reading: Reading, doubt: float) -> Reading:
    """Return the reading with a chance of at least `doubt` that no die lies there."""
    nothing = reading.chance("-")
    doubt = min(doubt, AT_MOST)
    if doubt <= nothing:
        return reading
    chances = reading.chances * ((1.0 - doubt) / max(1.0 - nothing, 1e-6))
    chances[NOTHING] = doubt
    return replace(reading, chances=chances.astype(np.float32))

"""Tell dice apart: of all readings keep one a die, and none where no die lies."""

from __future__ import annotations

import math
from statistics import median

from vision.calibration import Odds
from vision.locate import Spot
from vision.read import LEAST_WORTH, PLAIN_FACE, STEADY, Reading

SMALLEST_PX = 15.0  # face side below which nothing can be read
SURELY_NONE = -1.0  # log odds of a die: one that is overlooked is worse than clutter asked about
CLEAR = 0.95  # chance of a face from which on a die may have another size than the rest
# How small and large what is not well read may be, by the usual size: beside one or two dice that
# are, and among more, which tell it better.
BESIDE_FEW, AMONG, MANY = (0.55, 1.8), (0.65, 1.55), 3
APART = 0.7  # by how much (in sines) sides of one die slant apart at least; of an upright one 1


def apart(readings: list[Reading]) -> list[Reading]:
    """Drop what is no die, and the weaker of two readings of the same die.

    Dice on one table are of one kind of size: what is not well read and much smaller or larger than
    the clear ones is clutter, and goes first, so that it hides no die. A flank of a die seen from
    the side lies nearer to its top face than another die can: within 0.8 sides only a clear reading
    stands beside a better one. Two sides of a die that stands on an edge may both be clear, but
    they slant away from each other, as faces of two dice do not; then the larger one counts.
    """
    able = [r for r in readings if r.spot.size >= SMALLEST_PX and is_die(r)]
    sizes = [reading.spot.size for reading in able if reading.clear]
    if sizes:
        usual = median(sizes)
        least, most = AMONG if len(sizes) >= MANY else BESIDE_FEW
        able = [r for r in able if _stands_alone(r) or least < r.spot.size / usual < most]
    kept: list[Reading] = []
    for reading in sorted(able, key=lambda r: -_quality(r)):
        near = 0.5 if reading.clear else 0.8
        if any(gap(reading.spot, other.spot) <= near for other in kept):
            continue
        sides = [other for other in kept if two_sides(reading, other)]
        if all(_seen_by(reading) > _seen_by(other) for other in sides):
            kept = [other for other in kept if all(other is not side for side in sides)]
            kept.append(reading)
    return kept


def two_sides(a: Reading, b: Reading) -> bool:
    """Whether two readings are sides of one die: as near as that, and slanting apart."""
    x, y = a.spot.x - b.spot.x, a.spot.y - b.spot.y
    length = math.hypot(x, y)
    if not 0.0 < length <= max(a.spot.size, b.spot.size):
        return False
    return (a.slant[0] - b.slant[0]) * x + (a.slant[1] - b.slant[1]) * y > APART * length


def clutter(reading: Reading, lean: float, odds: Odds) -> bool:
    """Whether what leans by so much (sine) is rather no die: letters, keys, veins of marble.

    Dice mostly lie flat; what is taken for one may seem to lie anyhow. A plain face is no clutter.
    """
    score, nothing = reading.spot.score, reading.chance("-")
    return not is_plain(reading) and odds.of_a_die(score, nothing, lean) < SURELY_NONE


def is_die(reading: Reading) -> bool:
    """Whether a die lies there by itself: a plain face makes up for a place that is doubted."""
    return is_plain(reading) or reading.worth >= LEAST_WORTH


def is_plain(reading: Reading) -> bool:
    """Whether a face of our games is read beyond doubt, by every look."""
    return reading.likeliest_face >= PLAIN_FACE and reading.least >= STEADY


def _stands_alone(reading: Reading) -> bool:
    """Whether a face is read so well that its die may be of another size than the rest."""
    return reading.clear and reading.likeliest_face >= CLEAR


def _quality(reading: Reading) -> float:
    """Return by which of two readings of one place the better is told: a die, and well read."""
    return reading.worth * (0.5 + 0.5 * reading.likeliest)


def _seen_by(reading: Reading) -> float:
    """Return by which of two sides a die is rather seen: the larger one, where it is one."""
    return reading.worth * reading.spot.size


def gap(a: Spot, b: Spot) -> float:
    """Return the distance of two spots in sides of the larger."""
    return math.hypot(a.x - b.x, a.y - b.y) / max(a.size, b.size)

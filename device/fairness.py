"""Whether dice look fair: face counts, the chi-square test and what it does and does not prove."""

from __future__ import annotations

import math
from collections.abc import Mapping

from rules.game import Message
from web.port import DiceFigures, FaceCount

LEAST_EXPECTED = 5.0
"""Below this many expected of any face the test says nothing (the usual rule for chi-square)."""
WORM_FACES = ("1", "2", "3", "4", "5", "w")
PLAIN_FACES = ("1", "2", "3", "4", "5", "6")

TOO_FEW = "Too few throws to say anything: {needed} more {needed:die is|dice are} needed."
LOOKS_EVEN = (
    "Nothing here speaks against fair dice. That is no proof that they are fair: a small fault "
    "shows only in many more throws."
)
UNEVEN = (
    "Fair dice look at least this uneven in {percent} of 100 records: worth watching, no proof."
)
VERY_UNEVEN = (
    "Fair dice hardly ever look this uneven. The dice, their reading or the typing may be at "
    "fault: the counts cannot tell which."
)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Return the chance that fair dice give at least this chi-square statistic.

    Exact for whole degrees of freedom. Raises ValueError for `freedom` below 1.
    """
    if freedom < 1:
        raise ValueError("chi-square needs at least one degree of freedom")
    half = max(0.0, statistic) / 2.0
    # the upper gamma function of a whole or half number is a finite sum
    if freedom % 2 == 0:
        tail, place, term = 0.0, 0.0, math.exp(-half)
    else:
        tail, place = math.erfc(math.sqrt(half)), 0.5
        term = math.exp(-half) * math.sqrt(half) / math.gamma(1.5)
    while place < freedom / 2:
        tail += term
        place += 1.0
        term *= half / place
    return min(1.0, tail)


def dice_figures(
    dice: str, counts: Mapping[str, int], chances: Mapping[str, float], left_out: int = 0
) -> DiceFigures:
    """Return the figures of one set of dice.

    `counts` is how often each face lay on top, `chances` the chance of each face of a fair die of
    this kind; a face that cannot fall is left out. `left_out` dice more say nothing of the set.
    """
    thrown = sum(counts.get(face, 0) for face in chances)
    faces = tuple(
        FaceCount(face, counts.get(face, 0), thrown * chance) for face, chance in chances.items()
    )
    needed = math.ceil(LEAST_EXPECTED / min(chances.values())) - thrown
    if needed > 0:
        verdict = Message("dice-too-few", TOO_FEW, "", (("needed", needed),))
        return DiceFigures(dice, thrown, faces, None, len(faces) - 1, None, verdict, left_out)
    statistic = sum((face.count - face.expected) ** 2 / face.expected for face in faces)
    chance = chi_square_tail(statistic, len(faces) - 1)
    verdict = _verdict(chance)
    return DiceFigures(dice, thrown, faces, statistic, len(faces) - 1, chance, verdict, left_out)


def _verdict(chance: float) -> Message:
    if chance >= 0.05:
        return Message("dice-look-even", LOOKS_EVEN)
    if chance >= 0.01:
        return Message("dice-uneven", UNEVEN, "", (("percent", max(1, round(100 * chance))),))
    return Message("dice-very-uneven", VERY_UNEVEN)


def fair_chances(dice: str) -> dict[str, float]:
    """Return the chance of each face of a fair die of the kind called `dice`.

    The name of a set may follow the kind, as in `worm dice · my-dice`.
    """
    dice = dice.split(" · ")[0]
    if dice == "golden die 1w":
        return {"1": 0.5, "w": 0.5}
    faces = WORM_FACES if dice in ("worm dice", "golden die") else PLAIN_FACES
    return dict.fromkeys(faces, 1 / 6)

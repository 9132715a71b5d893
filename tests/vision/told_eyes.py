"""Eyes that find and read what they are told, and see nothing beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.around import Surroundings
from vision.calibration import Calibration
from vision.locate import Locator, Spot
from vision.looks import CLASSES
from vision.observation import Die
from vision.own_dice import Known, OwnDice
from vision.photo import Frame
from vision.read import Reader, Reading
from vision.see import Eyes
from vision.taught import Judgement

NAMES = {
    "one": "1", "four": "4", "five": "5", "six": "6", "worm": "w", "other": "x", "unread": "",
    "nothing": "-",
}  # fmt: skip


def told_chances(**of: float) -> NDArray[np.float32]:
    """Return the chances (classes,) of which some are told by name (`NAMES`), the others nought."""
    values = np.zeros(len(CLASSES), np.float32)
    for name, chance in of.items():
        values[CLASSES.index(NAMES[name])] = chance
    return values


class _Finds(Locator):
    def __init__(self, readings: tuple[Reading, ...]) -> None:
        self.readings = readings

    def find(self, frame: object, die_px: float | None = None) -> list[Spot]:
        return [one.spot for one in self.readings]


class _Reads(Reader):
    def __init__(
        self, readings: tuple[Reading, ...], rule: Calibration, around: Surroundings
    ) -> None:
        self.readings, self.calibration, self.around = readings, rule, around

    def read_all(
        self, frame: object, spots: Sequence[Spot], to_the_end: bool = False
    ) -> list[Reading]:
        return [next(one for one in self.readings if one.spot == spot) for spot in spots]

    def slant_again(self, frame: object, reading: Reading) -> Reading:
        return reading

    def surroundings(self, frame: object, reading: Reading) -> Surroundings:
        return self.around

    def glance(self, frame: object, spot: Spot, level: float) -> NDArray[np.float32]:
        return told_chances(nothing=1.0)


# Around it nothing backs a reading, and nothing says that the die leans.
BACKS_NOTHING = Surroundings(told_chances(nothing=0.5, unread=0.5), -9.0)


def told_eyes(rule: Calibration, *readings: Reading, around: Surroundings = BACKS_NOTHING) -> Eyes:
    """Return eyes by which these are the readings of any frame, and `around` lies round each."""
    return Eyes(_Finds(readings), _Reads(readings, rule, around))


class FamiliarOnes(OwnDice):
    """Own dice to which every place looks so familiar."""

    def __init__(self, familiar: float) -> None:
        self.familiar = familiar

    def judge(self, frame: Frame, readings: Sequence[Reading]) -> list[Known]:
        return [Known(one, Judgement({"key": 1.0}, self.familiar)) for one in readings]

    def name(self, die: Die, known: Known, rule: Calibration) -> Die:
        return replace(die, face="key")

"""Eyes that find and read what they are told, and see nothing beside it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.locate import Locator, Spot
from vision.looks import CLASSES
from vision.read import Reader, Reading
from vision.see import Eyes


class _Finds(Locator):
    def __init__(self, readings: tuple[Reading, ...]) -> None:
        self.readings = readings

    def find(self, frame: object, die_px: float | None = None) -> list[Spot]:
        return [one.spot for one in self.readings]


class _Reads(Reader):
    def __init__(self, readings: tuple[Reading, ...], rule: Calibration) -> None:
        self.readings, self.calibration = readings, rule

    def read(self, frame: object, spot: Spot) -> Reading:
        return next(one for one in self.readings if one.spot == spot)

    def glance(self, frame: object, spot: Spot, level: float) -> NDArray[np.float32]:
        chances = np.zeros(len(CLASSES), np.float32)
        chances[CLASSES.index("-")] = 1.0
        return chances


def told_eyes(rule: Calibration, *readings: Reading) -> Eyes:
    """Return eyes by which these are the readings of any frame."""
    return Eyes(_Finds(readings), _Reads(readings, rule))

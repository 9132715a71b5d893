"""Films for tests: each picture shows a number, and `read` knows what lies in it by that number.

The pictures really move (white dice on a dark table), so that rest and motion are found as in life;
only the reading of the faces is by the book.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from device.sources import Picture
from tests.device.observed import SIZE_PX, seen, throw
from vision.observation import Observation

SCALE = 4  # an observation of 1280 x 960 is drawn at 320 x 240


class Film:
    """Pictures in order, and what a camera would read in each."""

    def __init__(self) -> None:
        self.pictures: list[Picture] = []
        self._observed: list[Observation] = []

    def still(self, observation: Observation, frames: int = 15) -> Film:
        """Dice lying still."""
        for _ in range(frames):
            self._add(observation)
        return self

    def flickering(self, observation: Observation, frames: int = 15) -> Film:
        """Dice lying still while a lamp beside them flickers, so that they are read anew."""
        for step in range(frames):
            self._add(observation)
            self.pictures[-1][100:110, 10:20] = 250 if step % 2 else 30
        return self

    def rolling(self, dice: int, seed: int, frames: int = 6) -> Film:
        """Dice tumbling: elsewhere in every frame."""
        for step in range(frames):
            self._add(throw("1" * dice, 1000 + seed * 50 + step))
        return self

    def empty(self, frames: int = 10) -> Film:
        """Nothing on the table."""
        return self.still(seen([]), frames)

    def thrown(self, faces: str, seed: int, lane: str = "") -> Film:
        """A throw: tumbling, then lying still."""
        return self.rolling(len(faces), seed).still(throw(faces, seed, lane))

    def read(self, picture: Picture) -> Observation:
        """What lies in a picture."""
        number = int(picture[0, 0, 0]) + 256 * int(picture[0, 0, 1])
        return self._observed[number]

    def _add(self, observation: Observation) -> None:
        number = len(self.pictures)
        image = np.full((960 // SCALE, 1280 // SCALE, 3), 30, np.uint8)
        half = int(SIZE_PX / 2 / SCALE)
        for die in observation.dice:
            x, y = (int(c / SCALE) for c in die.center_xy)
            image[max(0, y - half) : y + half, max(0, x - half) : x + half] = 230
        image[0, 0] = (number % 256, number // 256, 0)
        self.pictures.append(image)
        self._observed.append(observation)


def film_of(throws: Sequence[str]) -> Film:
    """An empty table, then these throws one after another."""
    film = Film().empty()
    for seed, faces in enumerate(throws, start=1):
        film.thrown(faces, seed)
    return film

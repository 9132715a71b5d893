"""What lies around a face: it is asked where a reading is nearly sure, and may back that reading.

The network looks from further off than those that read, so it sees the dice beside a face, and how
that one stands out among them. Where it sees nothing amiss, a little more doubt is borne.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Backing
from vision.locate import Spot
from vision.looks import CLASSES, softmax
from vision.photo import Frame
from vision.pose import AROUND_SPAN, STEEP
from vision.runtime import Network
from vision.sizes import Sizes

CROP_PX = 80
LEANS = len(CLASSES) + 7  # after the classes and the pose
# Quarter turns, and whether it is mirrored.
GLANCES = ((0, False), (1, True))
# Seen from the side, what is above stays above.
STEEP_GLANCES = ((0, False), (0, True))


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is seen around a face.

    `chances` (classes,) are as the network tells them, at no temperature; `leans` are the log odds
    that the die leans.
    """

    chances: NDArray[np.float32]
    leans: float

    def show_a_face(self, backing: Backing) -> bool:
        """Whether nothing there says that there is no die, or none to be read."""
        none = (self.chances[CLASSES.index(name)] for name in ("", "-"))
        return all(float(chance) <= backing.none_to for chance in none)

    def show_it_flat(self, backing: Backing) -> bool:
        """Whether there is a face, and nothing there says that its die leans."""
        return self.show_a_face(backing) and self.leans <= backing.flat_to


class Around:
    """Looks at faces from afar."""

    def __init__(self, network: Network) -> None:
        """Take the network."""
        self._network = network

    def look(
        self, frame: Frame | Sizes, spot: Spot, level: float, slant: tuple[float, float]
    ) -> Surroundings:
        """Look around a face that lies at the angle `level` (radians, clockwise) and slants so."""
        sizes = Sizes.of(frame)
        glances = STEEP_GLANCES if math.hypot(*slant) > STEEP else GLANCES
        return _mean(
            [
                self._glance(sizes, spot, level + quarters * math.pi / 2, mirrored)
                for quarters, mirrored in glances
            ]
        )

    def _glance(self, sizes: Sizes, spot: Spot, turn: float, mirrored: bool) -> Surroundings:
        span = AROUND_SPAN * spot.size
        crop = sizes.square(spot.x, spot.y, span, CROP_PX, turn, mirrored)
        out = self._network.run(crop[None]).ravel()
        return Surroundings(softmax(out[: len(CLASSES)]), float(out[LEANS]))


def _mean(glances: Sequence[Surroundings]) -> Surroundings:
    return Surroundings(
        np.asarray(sum(glance.chances for glance in glances) / len(glances), np.float32),
        sum(glance.leans for glance in glances) / len(glances),
    )

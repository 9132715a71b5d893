"""What lies around a face: asked where a reading is nearly sure, and where dice are few.

The network looks from further off than those that read, so it sees the dice beside a face, and how
that one stands out among them. Where it sees nothing amiss, a little more doubt is borne; where few
dice tell how the camera looks, it may say that one leans.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.calibration import Backing
from vision.locate import Spot
from vision.looks import CLASSES, Ask, Looker, View, mean_chances
from vision.pose import AROUND_SPAN
from vision.runtime import Network
from vision.sizes import Sizes

CROP_PX = 80
VIEWS: tuple[View, ...] = ((0, 1.0, False), (1, 1.0, True))
# Seen from the side, what is above stays above.
STEEP_VIEWS: tuple[View, ...] = ((0, 1.0, False), (0, 1.0, True))


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
        """Take the network; after class and pose it tells the log odds that the die leans."""
        self._looker = Looker(network, AROUND_SPAN, temperature=1.0, crop_px=CROP_PX)

    def look(self, sizes: Sizes, spot: Spot, level: float, steep: bool) -> Surroundings:
        """Look around a face that lies at the angle `level` (radians, clockwise).

        `steep`: it is seen from the side.
        """
        views = STEEP_VIEWS if steep else VIEWS
        looks = self._looker.looks(sizes, [Ask(spot, view, level) for view in views])
        return Surroundings(mean_chances(looks), sum(look.more[0] for look in looks) / len(looks))

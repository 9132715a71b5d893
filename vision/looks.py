"""Single looks at a face: crops that a network reads, and what it says of each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.locate import Spot
from vision.pose import NUMBERS, Pose
from vision.runtime import Network
from vision.sizes import Sizes

CROP = 64
CLASSES = ("1", "2", "3", "4", "5", "6", "w", "x", "", "-")
View = tuple[int, float, bool]  # quarter turns, size, mirrored

# As it lies, then turned and nearer. Faces mean the same in a mirror.
VIEWS: tuple[View, ...] = ((0, 1.0, False), (1, 0.9, False))
# Seen from the side, only what is above tells a top face from a flank: such a face stays upright.
STEEP_VIEWS: tuple[View, ...] = ((0, 1.0, False), (0, 0.9, True))
# The same for a face whose edges were made level.
LEVEL_VIEWS: tuple[View, ...] = (
    (0, 1.0, False), (1, 0.93, True), (2, 1.1, False), (3, 1.0, True), (0, 0.9, True),
    (2, 0.87, False), (1, 1.05, False),
)  # fmt: skip
STEEP_LEVEL_VIEWS: tuple[View, ...] = (
    (0, 1.0, False), (0, 0.93, True), (0, 1.1, False), (0, 1.0, True), (0, 0.9, True),
    (0, 0.87, False), (0, 1.05, False),
)  # fmt: skip


def mirrored(views: Sequence[View]) -> list[View]:
    """Return the same views with those mirrored that are not, and the other way round."""
    return [(quarters, by, not other) for quarters, by, other in views]


# How many crops a network sees at once. One by one a crop takes a third longer; each number needs
# an interpreter of its own, with the weights in it.
AT_ONCE = (8, 4, 1)


@dataclass(frozen=True, slots=True)
class Ask:
    """Where to look, and how; what lies at the angle `level` (radians, clockwise) becomes level."""

    spot: Spot
    view: View
    level: float = 0.0


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at `spot` says: `logits` and calibrated `chances` (classes,), and the pose.

    The crop was `span` sides of the spot wide. `more` is what a network tells beyond these.
    """

    spot: Spot
    span: float
    logits: NDArray[np.float32]
    chances: NDArray[np.float32]
    pose: Pose
    more: tuple[float, ...] = ()

    @property
    def face(self) -> Spot:
        """Where the face lies."""
        return self.pose.recentred(self.spot, self.span)

    @property
    def centred(self) -> bool:
        """Whether the face lies and fills the crop as it should."""
        return self.pose.centred(self.span)


class Looker:
    """Looks with one network at crops that are `span` face sides wide."""

    def __init__(
        self, network: Network, span: float, temperature: float, crop_px: int = CROP
    ) -> None:
        """Take the network, which sees crops of `crop_px` x `crop_px`.

        Logits are divided by `temperature` before they become chances.
        """
        self._network, self._span, self._temperature = network, span, temperature
        self._crop_px = crop_px

    def look(self, sizes: Sizes, spot: Spot, view: View, level: float = 0.0) -> Look:
        """Look at a face; what lies at the angle `level` (radians, clockwise) becomes level."""
        return self.looks(sizes, [Ask(spot, view, level)])[0]

    def looks(self, sizes: Sizes, asked: Sequence[Ask]) -> list[Look]:
        """Look at several faces; returns the looks in the order in which they are asked for.

        What is seen of a face does not depend on those that are looked at with it.
        """
        out: list[Look] = []
        while len(out) < len(asked):
            left = asked[len(out) :]
            count = next(number for number in AT_ONCE if number <= len(left))
            out += self._at_once(sizes, left[:count])
        return out

    def _at_once(self, sizes: Sizes, asked: Sequence[Ask]) -> list[Look]:
        places = [_place(ask) for ask in asked]
        crops = [
            sizes.square(spot.x, spot.y, self._span * spot.size, self._crop_px, turn, mirrored)
            for spot, turn, mirrored in places
        ]
        rows = self._network.run(np.stack(crops)).reshape(len(crops), -1)
        logits, numbers = rows[:, : len(CLASSES)], rows[:, len(CLASSES) :].tolist()
        chances = softmax(logits / self._temperature)
        return [
            Look(
                spot,
                self._span,
                logits[k],
                chances[k],
                Pose.told_by(numbers[k][:NUMBERS], turn, mirrored),
                tuple(numbers[k][NUMBERS:]),
            )
            for k, (spot, turn, mirrored) in enumerate(places)
        ]


def _place(ask: Ask) -> tuple[Spot, float, bool]:
    """Return what a crop is cut round, which angle becomes level, and whether it is mirrored."""
    quarters, by, mirrored = ask.view
    spot = ask.spot
    turn = ask.level + quarters * math.pi / 2
    return Spot(spot.x, spot.y, by * spot.size, spot.score), turn, mirrored


def mean_chances(looks: Sequence[Look]) -> NDArray[np.float32]:
    """Return the mean chances (classes,) of some looks."""
    return np.asarray(sum(look.chances for look in looks) / len(looks), np.float32)


def mean_place(looks: Sequence[Look]) -> tuple[Spot, float]:
    """Return where some looks at one face tell that it lies, and its turn (see `Pose.turn`)."""
    faces = [look.face for look in looks]
    count = len(faces)
    turn = math.atan2(sum(look.pose.sin4 for look in looks), sum(look.pose.cos4 for look in looks))
    return Spot(
        sum(face.x for face in faces) / count,
        sum(face.y for face in faces) / count,
        math.prod(face.size for face in faces) ** (1 / count),
        faces[0].score,
    ), turn / 4


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the chances of logits (..., n), in the same shape."""
    values = logits.astype(np.float64)
    raised = np.exp(values - values.max(-1, keepdims=True))
    return np.asarray(raised / raised.sum(-1, keepdims=True), np.float32)

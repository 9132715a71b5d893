"""Read what the top face of one die shows, where exactly it lies and how sure that is."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from vision.locate import Spot
from vision.photo import Frame
from vision.pose import SPAN, Pose
from vision.runtime import Network, load_network
from vision.sizes import Sizes

CROP = 64
View = tuple[int, float, bool]  # quarter turns, size, mirrored
# Each die is looked at as it lies, then turned, nearer and further off. Faces mean the same in a
# mirror. Two looks that agree on the plainest of faces are enough; what is not clear after three is
# looked at some more, and nearer, so that the pips of a flank fall out of the picture.
VIEWS: tuple[View, ...] = ((0, 1.0, False), (1, 0.9, False), (2, 1.12, False))
MORE_VIEWS: tuple[View, ...] = (
    (0, 0.85, True), (3, 0.8, False), (1, 0.9, True), (2, 0.8, True), (3, 0.85, True),
    (1, 0.95, False),
)  # fmt: skip
# Seen from the side, only what is above tells a top face from a flank: such a face stays upright.
STEEP_VIEWS: tuple[View, ...] = ((0, 1.0, False), (0, 0.9, True), (0, 1.12, False))
MORE_STEEP_VIEWS: tuple[View, ...] = (
    (0, 0.85, True), (0, 0.8, False), (0, 0.9, False), (0, 0.8, True), (0, 0.85, False),
    (0, 0.95, True),
)  # fmt: skip
CLEAR = 0.95
PLAIN = 0.99
WELL_READ = 0.85  # chance of a face from which on it is the one to go by
CLASSES = ("1", "2", "3", "4", "5", "6", "w", "x", "", "-")
FACES = range(7)  # what a die of our games may show: pips or the worm
PICTURES = (CLASSES.index("w"), CLASSES.index("x"))
UNREADABLE = CLASSES.index("")


@dataclass(frozen=True, slots=True)
class Reading:
    """What the looks at one die say. `chances` are calibrated, in the order of `CLASSES`.

    `least` is the smallest chance that any single look gave to the likeliest class; where that is a
    picture, to any picture.

    `slant` is the x, y part of the face's outward normal in camera axes (0, 0 = seen straight).
    """

    spot: Spot
    chances: NDArray[np.float32]
    least: float
    angle_deg: float
    slant: tuple[float, float]

    def chance(self, name: str) -> float:
        """Return the chance of one class."""
        return float(self.chances[CLASSES.index(name)])

    @property
    def likeliest(self) -> float:
        """The highest chance of any face: pips, the worm or another picture."""
        return float(self.chances[:UNREADABLE].max())

    @property
    def likeliest_face(self) -> float:
        """The highest chance of a face of our games: pips or the worm."""
        return float(self.chances[: FACES.stop].max())

    @property
    def clear(self) -> bool:
        """Whether there is a die, and its pips or worm are well read."""
        return self.spot.score > 0.5 and self.likeliest_face > WELL_READ


@dataclass(frozen=True, slots=True)
class Calibration:
    """How raw outputs become chances, and when a reading is sure.

    A sure reading has a chance of at least `sure_from`, or of `doubted_from` where the locator gave
    the place less than `doubt` (keys of a keyboard, mostly), no single look below `least`, and a
    face that leans by no more than `lean_alone` against the camera, or `lean_among` against the
    others.
    """

    temperature: float = 1.0
    sure_from: float = 0.97
    least: float = 0.6
    lean_alone: float = 0.4
    lean_among: float = 0.2
    doubt: float = 0.6
    doubted_from: float = 0.9965

    def bound(self, score: float) -> float:
        """Return the chance that a reading needs where the locator gave `score`."""
        return self.sure_from if score >= self.doubt else max(self.sure_from, self.doubted_from)

    @classmethod
    def shipped(cls) -> Calibration:
        """Return the calibration that ships with the models."""
        text = (resources.files("models") / "calibration.json").read_text(encoding="utf-8")
        return cls(**json.loads(text))


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at `spot` says: `logits` and calibrated `chances` (classes,), and the pose."""

    spot: Spot
    logits: NDArray[np.float32]
    chances: NDArray[np.float32]
    pose: Pose

    @property
    def face(self) -> Spot:
        """Where the face lies."""
        return self.pose.recentred(self.spot)


class Reader:
    """The reading network with its calibration."""

    def __init__(
        self, network: Network | None = None, calibration: Calibration | None = None
    ) -> None:
        """Take a network and a calibration, or those that ship with the program."""
        self._network = network or load_network("reader.tflite")
        self.calibration = calibration or Calibration.shipped()

    def read(self, frame: Frame | Sizes, spot: Spot) -> Reading:
        """Read the die at `spot`: look, recentre on the face that was seen, look again."""
        sizes = Sizes.of(frame)
        better, looks = self.looks(sizes, spot, plain)
        if not _clear(_mean(looks)):
            more = MORE_STEEP_VIEWS if looks[0].pose.steep else MORE_VIEWS
            looks += [self._look(sizes, better, view) for view in more]
        chances = _mean(looks)
        winner = int(chances.argmax())
        together = list(PICTURES if winner in PICTURES else (winner,))
        return Reading(
            looks[0].face,  # cut as the die lies, for the size that was found; others are not
            chances,
            min(float(look.chances[together].sum()) for look in looks),
            math.degrees(looks[0].pose.turn) % 90,
            (
                sum(look.pose.slant_x for look in looks) / len(looks),
                sum(look.pose.slant_y for look in looks) / len(looks),
            ),
        )

    def looks(
        self,
        frame: Frame | Sizes,
        spot: Spot,
        enough: Callable[[Sequence[Look]], bool] = lambda looks: False,
    ) -> tuple[Spot, list[Look]]:
        """Recentre on the face at `spot`; return that place and what each look says.

        `enough` is asked after two looks whether they do.
        """
        sizes = Sizes.of(frame)
        first = self._look(sizes, spot, VIEWS[0])
        better = first.face
        views = STEEP_VIEWS if first.pose.steep else VIEWS
        # A centred first look is as good as the first of the views.
        looks = [first if first.pose.centred else self._look(sizes, better, views[0])]
        looks.append(self._look(sizes, better, views[1]))
        if not enough(looks):
            looks += [self._look(sizes, better, view) for view in views[2:]]
        return better, looks

    def _look(self, sizes: Sizes, spot: Spot, view: View) -> Look:
        quarters, by, mirrored = view
        turn = quarters * math.pi / 2
        spot = Spot(spot.x, spot.y, by * spot.size, spot.score)
        crop = sizes.square(spot.x, spot.y, SPAN * spot.size, CROP, turn, mirrored)
        out = self._network.run(crop[None]).ravel()
        logits = out[: len(CLASSES)]
        pose = Pose.told_by(out[len(CLASSES) :].tolist(), turn, mirrored)
        return Look(spot, logits, softmax(logits / self.calibration.temperature), pose)


def plain(looks: Sequence[Look]) -> bool:
    """Whether all looks show the same face, pips or worm, beyond doubt."""
    face = int(looks[0].chances.argmax())
    return face in FACES and all(float(look.chances[face]) >= PLAIN for look in looks)


def _clear(chances: NDArray[np.float32]) -> bool:
    """Whether no more looks are needed. Glints over pips may look like a worm three times."""
    bound = PLAIN if int(chances.argmax()) in PICTURES else CLEAR
    return float(chances.max()) >= bound


def _mean(looks: Sequence[Look]) -> NDArray[np.float32]:
    return np.asarray(sum(look.chances for look in looks) / len(looks), np.float32)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the chances of logits (n,)."""
    values = logits.tolist()  # for ten numbers NumPy takes four times as long
    top = max(values)
    raised = [math.exp(value - top) for value in values]
    whole = sum(raised)
    return np.array([value / whole for value in raised], np.float32)

"""Read what the top face of one die shows, where exactly it lies and how sure that is.

A die is looked at twice: as it lies, which tells where the face lies and how it is turned, and then
from nearer and upright, which tells best what it shows. Two looks that agree on the plainest of
faces are enough. Else what it shows is what upright looks say, each cut where those before saw the
face; that there is no die, or none that can be read, is believed of whichever network says it more.
What lies around a face is looked at by a third network, where that is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.around import Around, Surroundings
from vision.calibration import Bounds, Calibration
from vision.in_step import Course, in_step, wishes
from vision.locate import Spot
from vision.looks import (
    CLASSES,
    LEVEL_VIEWS,
    STEEP_LEVEL_VIEWS,
    STEEP_VIEWS,
    VIEWS,
    Ask,
    Look,
    Looker,
    mean_chances,
    mean_place,
    mirrored,
)
from vision.photo import Frame
from vision.pose import SPAN, STEEP, UPRIGHT_SPAN
from vision.runtime import Network, load_network
from vision.sizes import Sizes

ENOUGH = 0.98  # mean chance of a face from which on it gets no more looks; of a picture PLAIN
PLAIN = 0.99
WELL_READ = 0.85  # chance of a face from which on it is the one to go by
FACES = range(7)  # what a die of our games may show: pips or the worm
PICTURES = (CLASSES.index("w"), CLASSES.index("x"))
UNREADABLE, NOTHING = CLASSES.index(""), CLASSES.index("-")
LEAST_WORTH = 0.48  # of a place, for there to be a die
PLAIN_FACE, STEADY = 0.99, 0.95  # mean chance, and the least of any upright look
OTHER_PICTURE = 0.1  # training shows other pictures in plenty; on tables they are rare


@dataclass(frozen=True, slots=True)
class Reading:
    """What the looks at one die say. `chances` are calibrated, in the order of `CLASSES`.

    `least` is the smallest chance that any upright look gave to the likeliest class; where that is
    a picture, to any picture.

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

    def shows(self, name: str, bounds: Bounds, other: float = OTHER_PICTURE) -> bool:
        """Whether what there is to be read is a face (`"x"`: any picture), within the bounds.

        `other` is what pictures that are none weigh against a worm.
        """
        return shows(self.chances, name, bounds, other)

    @property
    def likeliest(self) -> float:
        """The highest chance of any face: pips, the worm or another picture."""
        return max(self.chances[:UNREADABLE].tolist())

    @property
    def likeliest_face(self) -> float:
        """The highest chance of a face of our games: pips or the worm."""
        return max(self.chances[: FACES.stop].tolist())  # asked often, and quicker than by NumPy

    @property
    def worth(self) -> float:
        """How likely a die lies there at all, 0..1."""
        return worth(self.spot.score, self.chance("-"))

    @property
    def level(self) -> float:
        """The angle (radians, clockwise) of the edge nearest to level; what is above stays so."""
        angle = math.radians(self.angle_deg)
        return angle - math.pi / 2 if angle > math.pi / 4 else angle

    @property
    def steep(self) -> bool:
        """Whether the face is seen from the side."""
        return math.hypot(*self.slant) > STEEP

    @property
    def clear(self) -> bool:
        """Whether there is a die, and its pips or worm are well read."""
        return self.spot.score > 0.5 and self.likeliest_face > WELL_READ


class Reader:
    """The two reading networks, the one that looks around, and their calibration."""

    def __init__(
        self,
        network: Network | None = None,
        upright: Network | None = None,
        calibration: Calibration | None = None,
        around: Network | None = None,
    ) -> None:
        """Take the networks for faces as they lie, upright and from afar, and a calibration.

        By default they are those that ship with the program.
        """
        self.calibration = calibration or Calibration.shipped()
        warmth = self.calibration.temperature
        self._lying = Looker(network or load_network("reader.tflite"), SPAN, warmth)
        self._upright = Looker(upright or load_network("upright.tflite"), UPRIGHT_SPAN, warmth)
        self._around = Around(around or load_network("around.tflite"))

    @classmethod
    def loaded(
        cls,
        folder: Path | None = None,
        runtime: str | None = None,
        calibration: Calibration | None = None,
    ) -> Reader:
        """Return a reader with the networks of a folder (None: the shipped ones) on a runtime."""
        names = ("reader.tflite", "upright.tflite", "around.tflite")
        lying, upright, around = (load_network(name, folder, runtime) for name in names)
        return cls(lying, upright, calibration, around)

    def read(self, frame: Frame | Sizes, spot: Spot, to_the_end: bool = False) -> Reading:
        """Read the die at `spot`; see `read_all`."""
        return self.read_all(frame, [spot], to_the_end)[0]

    def read_all(
        self, frame: Frame | Sizes, spots: Sequence[Spot], to_the_end: bool = False
    ) -> list[Reading]:
        """Read the dice at all spots; returns a reading each, in their order.

        Where a look or two show that no more of them can make a die of the place, they are enough,
        but `to_the_end`: a taught die may lie there, of which the networks make nothing.
        """
        return in_step(Sizes.of(frame), [self._course(spot, to_the_end) for spot in spots])

    def _course(self, spot: Spot, to_the_end: bool) -> Course[Reading]:
        """Say which looks a place gets, by what those before told, and put its reading together."""
        lying = yield wishes(self._lying, spot, VIEWS[:1])
        (first,) = lying
        face, level, side_on = first.face, first.pose.turn, first.pose.steep
        level_views = STEEP_LEVEL_VIEWS if side_on else LEVEL_VIEWS
        anew = wishes(self._lying, face, VIEWS[:1])
        if not first.centred and not plain(lying):
            lying = yield anew
        if not to_the_end and hopeless(spot.score, lying[0].chances):
            return _reading(lying[0].chances, lying[0], lying)
        upright = yield wishes(self._upright, face, level_views[:1], level)
        if not first.centred and plain(lying) and not plain(lying + upright):
            lying = yield anew
        if plain(lying + upright):
            return _reading(mean_chances(lying + upright), upright[0], upright)
        # Each look tells better than those before where the next one should be cut.
        face, level = mean_place(upright)
        upright += yield wishes(self._upright, face, level_views[1:2], level)
        chances = together(mean_chances(lying), mean_chances(upright))
        if not _clear(chances):
            face, level = mean_place(upright)
            views = STEEP_VIEWS if side_on else VIEWS
            lying += yield wishes(self._lying, face, views[1:])
            # The first two, cut where one look saw the face, count no more.
            upright = yield wishes(self._upright, face, level_views[2:], level)
            chances = together(mean_chances(lying), mean_chances(upright))
            if _readable(chances):
                for again in (level_views, mirrored(level_views)):
                    face, level = mean_place(upright[-len(again) :])
                    upright += yield wishes(self._upright, face, again, level)
                chances = together(mean_chances(lying), mean_chances(upright))
        # Of a face that it makes nothing of, the network for upright ones tells no place either.
        return _reading(chances, lying[0], upright)

    def slant_again(self, frame: Frame | Sizes, reading: Reading) -> Reading:
        """Return the reading with the slant that all upright looks tell on an average.

        A crop shows a slant so faintly that one or two looks are off by half of what matters.
        """
        views = STEEP_LEVEL_VIEWS if reading.steep else LEVEL_VIEWS
        asked = [Ask(reading.spot, view, reading.level) for view in views]
        looks = self._upright.looks(Sizes.of(frame), asked)
        return replace(reading, slant=_slant(looks))

    def surroundings(self, frame: Frame | Sizes, reading: Reading) -> Surroundings:
        """Return what lies around the face of a reading."""
        return self._around.look(Sizes.of(frame), reading.spot, reading.level, reading.steep)

    def glance(self, frame: Frame | Sizes, spot: Spot, level: float) -> NDArray[np.float32]:
        """Return the chances (classes,) by one upright look that turns `level` (radians) level."""
        return self._upright.look(Sizes.of(frame), spot, LEVEL_VIEWS[0], level).chances

    def looks(self, frame: Frame | Sizes, spot: Spot) -> list[Look]:
        """Look at a die as it lies and twice upright, the first looks at what is not plain."""
        sizes = Sizes.of(frame)
        first = self._lying.look(sizes, spot, VIEWS[0])
        face, level = first.face, first.pose.turn
        views = STEEP_LEVEL_VIEWS if first.pose.steep else LEVEL_VIEWS
        lying = first if first.centred else self._lying.look(sizes, face, VIEWS[0])
        asked = [Ask(face, view, level) for view in views[:2]]
        return [lying, *self._upright.looks(sizes, asked)]


def shows(
    chances: NDArray[np.float32], name: str, bounds: Bounds, other: float = OTHER_PICTURE
) -> bool:
    """Whether chances (classes,) show a face (`"x"`: any picture), within the bounds.

    `other` is what pictures that are none weigh against a worm.
    """
    of = dict(zip(CLASSES, chances.tolist(), strict=True))
    left = max(1.0 - of[""] - of["-"], 1e-6)
    if name == "x":
        share = (of["w"] + of["x"]) / left
    else:
        weight = other if name == "w" else OTHER_PICTURE
        share = of[name] / max(left - (1.0 - weight) * of["x"], 1e-6)
    enough = share >= bounds.face_from
    return enough and of[""] <= bounds.unread_to and of["-"] <= bounds.nothing_to


def plain(looks: Sequence[Look]) -> bool:
    """Whether all looks show the same face, pips or worm, beyond doubt."""
    face = int(looks[0].chances.argmax())
    return face in FACES and all(float(look.chances[face]) >= PLAIN for look in looks)


def _clear(chances: NDArray[np.float32]) -> bool:
    """Whether no more looks are needed. Glints over pips may look like a worm three times."""
    bound = PLAIN if int(chances.argmax()) in PICTURES else ENOUGH
    return float(chances.max()) >= bound


def _readable(chances: NDArray[np.float32]) -> bool:
    """Whether a face is likelier than none, or none to be read: more looks tell which it is."""
    return float(chances[UNREADABLE:].sum()) < 0.5


def worth(score: float, nothing: float) -> float:
    """Return how likely a die lies at a place at all, 0..1.

    `score` is the locator's, `nothing` the chance that the networks give to no die.
    """
    return math.sqrt(score) * (1.0 - nothing)


def hopeless(score: float, first: NDArray[np.float32]) -> bool:
    """Whether no further looks can make a die of a place that the locator gives `score`.

    `first` are the chances (classes,) by a look as it lies. Another one halves its doubt at most;
    of that upright looks leave two thirds at least, where they hold it for none to be read. A plain
    face may make up for the locator's doubt, but not for that of the look.
    """
    nothing, unreadable = float(first[NOTHING]), float(first[UNREADABLE])
    ever_plain = (nothing + unreadable) / 2 <= 1.0 - PLAIN_FACE
    return not ever_plain and worth(score, nothing / 3) < LEAST_WORTH


def together(lying: NDArray[np.float32], upright: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the chances (classes,) of faces by upright looks, of no face by whoever doubts more.

    `lying` is the mean of looks as it lies, `upright` that of upright ones. Looks from nearer see
    less of what is around: keys and flanks are rather faces to them.
    """
    none = np.maximum(upright[UNREADABLE:], lying[UNREADABLE:])
    none = none / max(1.0, float(none.sum()))
    left = max(0.0, 1.0 - float(none.sum()))
    faces = upright[:UNREADABLE] * (left / max(float(upright[:UNREADABLE].sum()), 1e-6))
    return np.concatenate([faces, none]).astype(np.float32)


def _reading(chances: NDArray[np.float32], by: Look, upright: Sequence[Look]) -> Reading:
    """Put a reading together; where the face lies and how it is turned is told `by` one look."""
    winner = int(chances.argmax())
    same = list(PICTURES if winner in PICTURES else (winner,))
    return Reading(
        by.face,
        chances,
        min(float(look.chances[same].sum()) for look in upright),
        math.degrees(by.pose.turn) % 90,
        _slant(upright),
    )


def _slant(looks: Sequence[Look]) -> tuple[float, float]:
    return (
        sum(look.pose.slant_x for look in looks) / len(looks),
        sum(look.pose.slant_y for look in looks) / len(looks),
    )

"""Read what the top face of one die shows, where exactly it lies and how sure that is."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.locate import Spot
from vision.photo import Frame
from vision.runtime import Network, load_network

CROP = 64
SPAN = 1.75  # a crop shows 1.75 face sides
# Each die is looked at as it lies, then turned, nearer and further off: (quarter turns, size,
# mirrored). Faces mean the same in a mirror. Two looks that agree on the plainest of faces are
# enough; what is not clear after three is looked at some more, and nearer, so that the pips of a
# flank fall out of the picture.
VIEWS = ((0, 1.0, False), (1, 0.9, False), (2, 1.12, False))
MORE_VIEWS = (
    (0, 0.85, True), (3, 0.8, False), (1, 0.9, True), (2, 0.8, True), (3, 0.85, True),
    (1, 0.95, False),
)  # fmt: skip
# Seen from the side, only what is above tells a top face from a flank: such a face stays upright.
STEEP = 0.4  # sine of the angle between the face's normal and the ray that sees it
STEEP_VIEWS = ((0, 1.0, False), (0, 0.9, True), (0, 1.12, False))
MORE_STEEP_VIEWS = (
    (0, 0.85, True), (0, 0.8, False), (0, 0.9, False), (0, 0.8, True), (0, 0.85, False),
    (0, 0.95, True),
)  # fmt: skip
CLEAR = 0.95
PLAIN = 0.99
WELL_READ = 0.85  # chance of a face from which on it is the one to go by
CLASSES = ("1", "2", "3", "4", "5", "6", "w", "x", "", "-")
FACES = range(7)  # what a die of our games may show: pips or the worm
PICTURES = (CLASSES.index("w"), CLASSES.index("x"))
# Where in the raw outputs: offset of the middle in crops, cos and sin of 4 x the turn, slant.
MIDDLE = slice(len(CLASSES), len(CLASSES) + 2)
TURN = slice(len(CLASSES) + 3, len(CLASSES) + 5)
SLANT = slice(len(CLASSES) + 5, len(CLASSES) + 7)


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
        return float(self.chances[: CLASSES.index("")].max())

    @property
    def clear(self) -> bool:
        """Whether there is a die, and its pips or worm are well read."""
        return self.spot.score > 0.5 and float(self.chances[FACES].max()) > WELL_READ


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


class Reader:
    """The reading network with its calibration."""

    def __init__(
        self, network: Network | None = None, calibration: Calibration | None = None
    ) -> None:
        """Take a network and a calibration, or those that ship with the program."""
        self._network = network or load_network("reader.tflite")
        self.calibration = calibration or Calibration.shipped()

    def read(self, frame: Frame, spot: Spot) -> Reading:
        """Read the die at `spot`: look, recentre once on the face that was seen, look again."""
        better, outs = self.looks(frame, spot, self._is_plain)
        views = [self._chances(out) for out in outs]
        if float(np.mean(views, 0).max()) < CLEAR:
            more = MORE_STEEP_VIEWS if steep(outs[0]) else MORE_VIEWS
            outs += [self._view(frame, better, view) for view in more]
            views += [self._chances(out) for out in outs[len(views) :]]
        chances = np.mean(views, 0)
        winner = int(chances.argmax())
        together = PICTURES if winner in PICTURES else (winner,)
        pose = outs[0][len(CLASSES) :]
        slant = np.mean([out[SLANT] for out in outs], 0)
        angle = float(np.degrees(np.arctan2(pose[4], pose[3])) / 4 % 90)
        return Reading(
            recentred(better, pose),
            chances.astype(np.float32),
            min(float(view[list(together)].sum()) for view in views),
            angle,
            (float(slant[0]), float(slant[1])),
        )

    def looks(
        self,
        frame: Frame,
        spot: Spot,
        enough: Callable[[list[NDArray[np.float32]]], bool] = lambda outs: False,
    ) -> tuple[Spot, list[NDArray[np.float32]]]:
        """Recentre on the face at `spot`; return that place and the raw outputs of each look.

        `enough` is asked after two looks whether they do.
        """
        first = self._outputs(frame, spot, 0, False)
        better = recentred(spot, first[len(CLASSES) :])
        views = STEEP_VIEWS if steep(first) else VIEWS
        # A centred first look was as good as the first of the views.
        outs = [first] if centred(first) else [self._view(frame, better, views[0])]
        outs.append(self._view(frame, better, views[1]))
        if not enough(outs):
            outs += [self._view(frame, better, view) for view in views[2:]]
        return better, outs

    def _is_plain(self, outs: list[NDArray[np.float32]]) -> bool:
        """Whether all looks show the same face, pips or worm, beyond doubt."""
        views = [self._chances(out) for out in outs]
        faces = {int(view.argmax()) for view in views}
        return len(faces) == 1 and faces <= set(FACES) and min(v.max() for v in views) >= PLAIN

    def _view(self, frame: Frame, spot: Spot, view: tuple[int, float, bool]) -> NDArray[np.float32]:
        turns, by, mirrored = view
        return self._outputs(frame, resized(spot, by), turns, mirrored)

    def _chances(self, out: NDArray[np.float32]) -> NDArray[np.float32]:
        return softmax(out[: len(CLASSES)] / self.calibration.temperature)

    def _outputs(
        self, frame: Frame, spot: Spot, quarter_turns: int, mirrored: bool
    ) -> NDArray[np.float32]:
        crop = np.rot90(cut(frame, spot), quarter_turns)
        if mirrored:
            crop = crop[:, ::-1]
        out = self._network.run(np.ascontiguousarray(crop[None], np.float32)).reshape(-1)
        return turned_back(out, quarter_turns, mirrored)


def turned_back(
    out: NDArray[np.float32], quarter_turns: int, mirrored: bool
) -> NDArray[np.float32]:
    """Return raw outputs of a turned (counterclockwise) and then mirrored crop as it lies."""
    if mirrored:
        out[[MIDDLE.start, SLANT.start, TURN.start + 1]] *= -1
    for _ in range(quarter_turns):  # a turn of the whole crop changes no 4 x angle
        for part in (MIDDLE, SLANT):
            x, y = out[part]
            out[part] = -y, x
    return out


def steep(out: NDArray[np.float32]) -> bool:
    """Whether raw outputs tell of a face that is seen from the side."""
    return float(np.hypot(*out[SLANT])) > STEEP


def centred(out: NDArray[np.float32]) -> bool:
    """Whether raw outputs tell of a face that lies and fills the crop as it should."""
    dx, dy, log_size = (abs(float(v)) for v in out[len(CLASSES) : len(CLASSES) + 3])
    return max(dx, dy) * SPAN < 0.04 and log_size < 0.06


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the chances of logits (n,)."""
    raised = np.exp(logits - logits.max())
    return np.asarray(raised / raised.sum(), np.float32)


def resized(spot: Spot, by: float) -> Spot:
    """Return the spot with its size multiplied by `by`."""
    return Spot(spot.x, spot.y, spot.size * by, spot.score)


def recentred(spot: Spot, pose: NDArray[np.float32]) -> Spot:
    """Return the spot moved and resized as the network's pose numbers say, within bounds."""
    span = spot.size * SPAN
    dx, dy = np.clip(pose[:2], -0.2, 0.2)
    size = spot.size * float(np.exp(np.clip(pose[2], -0.45, 0.45)))
    return Spot(spot.x + float(dx) * span, spot.y + float(dy) * span, size, spot.score)


def cut(frame: Frame, spot: Spot) -> NDArray[np.uint8]:
    """Cut the crop (64, 64, 3) round a spot, edges of the frame repeated outwards."""
    span = spot.size * SPAN
    k = CROP / span
    up = 1 if k > 0.7 else 2 if k > 0.35 else 4 if k > 0.17 else 8
    side = CROP * up
    whole, x, y = round(span), round(spot.x - span / 2), round(spot.y - span / 2)
    if up > 1 and 0 <= x <= frame.shape[1] - whole and 0 <= y <= frame.shape[0] - whole:
        # Half a pixel is nothing to a large face, and whole pixels are cut in half the time.
        crop = cv2.resize(frame[y : y + whole, x : x + whole], (side, side))
    else:
        k *= up
        matrix = np.array([[k, 0, side / 2 - k * spot.x], [0, k, side / 2 - k * spot.y]])
        crop = cv2.warpAffine(
            frame, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    if up > 1:
        crop = cv2.resize(crop, (CROP, CROP), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, np.uint8)

"""Tell which taught face a die shows: a small classifier made of a few examples.

Each example is turned, shifted, scaled, blurred and lit a little differently; each variant is
described by what the reading network notices and by gradients. Ridge regression with a Gaussian
kernel gives a score for each face. Far from every example all scores fall to nothing, so what was
never taught is not taken for a taught face.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.inner import Notices
from vision.looks import CLASSES, CROP
from vision.photo import Frame
from vision.pose import SPAN
from vision.read import Reading

Floats = NDArray[np.float32]
Crop = NDArray[np.uint8]
Pose = tuple[float, float, float, float]

ROWS = 1000  # most variants: bounds the time of learning and what is kept in memory
MOST_VARIANTS = 4  # disturbed copies of an example, each in four quarter turns
NOTICED = 0.7  # weight of what the network notices; gradients have 1
WIDTH = 0.7  # of the kernel, in usual gaps between variants
RIDGE = 0.02
SOFTNESS = 0.12  # of scores when they become chances
# A die is familiar by its lead over the next face, less half its gap to the nearest example (in
# usual gaps): chosen so that of 297 drawn faces that were never taught none passes for familiar.
LEAD, LEAD_SOFTNESS = 0.1, 0.07
CLEAR = 0.95
# Where a first look is not clear: (x, y in face sides, degrees, size) of further ones.
NEAR = (
    (0.0, 0.0, 0.0, 0.86), (0.0, 0.0, 0.0, 1.16), (0.12, 0.0, 0.0, 1.0), (-0.12, 0.0, 0.0, 1.0),
    (0.0, 0.12, 0.0, 1.0), (0.0, -0.12, 0.0, 1.0), (0.0, 0.0, 15.0, 1.0), (0.0, 0.0, -15.0, 1.0),
)  # fmt: skip
# ... where the network makes nothing of the face, so that its middle may be far off as well.
FAR = (
    (0.25, 0.0, 0.0, 1.0), (-0.25, 0.0, 0.0, 1.0), (0.0, 0.25, 0.0, 1.0), (0.0, -0.25, 0.0, 1.0),
    (0.12, 0.12, 0.0, 1.0), (-0.12, 0.12, 0.0, 1.0), (0.12, -0.12, 0.0, 1.0),
    (-0.12, -0.12, 0.0, 1.0),
)  # fmt: skip
_HOG = cv2.HOGDescriptor((32, 32), (16, 16), (8, 8), (8, 8), 9)
_FACE = slice(14, 50)  # the part of a crop that the face itself fills


@dataclass(frozen=True, slots=True)
class Example:
    """One die that shows a known face.

    `crop` is (64, 64, 3) uint8, B, G, R, 1.75 face sides wide, upright but for quarter turns;
    `chances` (10,) are the network's, in the order of `vision.looks.CLASSES`; `photo` names the
    picture that it comes from.
    """

    face: str
    crop: Crop
    chances: Floats
    photo: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """A chance for each taught face, and how familiar the die looks.

    `familiar` (0..1) falls to 0 where the die looks like none of the examples.
    """

    chances: dict[str, float]
    familiar: float

    @property
    def face(self) -> str:
        """The likeliest taught face."""
        return max(self.chances, key=lambda name: self.chances[name])


@dataclass(frozen=True, slots=True)
class Check:
    """One example judged by all the others."""

    face: str
    judgement: Judgement

    @property
    def right(self) -> bool:
        """Whether the others see the same face in it."""
        return self.judgement.face == self.face


def cut_face(frame: Frame, reading: Reading) -> Crop:
    """Cut the top face of a die upright, as `Example.crop` is."""
    spot = reading.spot
    k = CROP / (spot.size * SPAN)
    up = 1 if k > 0.7 else 2 if k > 0.35 else 4 if k > 0.17 else 8
    side = CROP * up
    matrix = np.asarray(
        cv2.getRotationMatrix2D((spot.x, spot.y), reading.angle_deg, k * up), np.float64
    )
    matrix[:, 2] += side / 2 - np.array([spot.x, spot.y])
    crop = cv2.warpAffine(
        frame, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if up > 1:
        crop = cv2.resize(crop, (CROP, CROP), interpolation=cv2.INTER_AREA)
    return np.asarray(crop, np.uint8)


class Taught:
    """The classifier over some examples; it is made anew whenever they change."""

    def __init__(self, examples: Sequence[Example], notices: Notices | None = None) -> None:
        """Learn the examples; raises ValueError where there is none, ModelError."""
        if not examples:
            raise ValueError("expected at least one example, got none")
        self.examples = tuple(examples)
        self.faces = tuple(sorted({example.face for example in examples}))
        self._notices = notices or Notices()
        self._each = 4 * int(np.clip(ROWS // (4 * len(examples)), 1, MOST_VARIANTS))
        rng = np.random.default_rng(0)
        self._rows = np.array([row for e in examples for row in self._variants(e, rng)])
        self._gap = self._usual_gap()
        wanted = [[float(face == e.face) for face in self.faces] for e in examples]
        self._wanted = np.repeat(np.array(wanted, np.float64), self._each, 0)
        kernel = self._kernel(self._gaps(self._rows)).astype(np.float64)
        self._inverse = np.linalg.inv(kernel + RIDGE * np.eye(len(kernel)))
        self._weights = self._inverse @ self._wanted
        self._strange = self._usual_strangeness()

    def judge(self, crop: Crop, poses: Sequence[Pose] = NEAR) -> Judgement:
        """Judge a die by its upright face (64, 64, 3).

        The place of a face that the network does not know is often found a little wrong. Where the
        first look is not clear, the crop is moved, turned and resized by each of `poses`, and the
        look counts that fits some face best. Where it is moved far, half of a picture may resemble
        another one: then how far a look lies from every example counts against it.
        """
        scores, nearest = self._look(crop)
        first = self._judgement(scores, nearest)
        if first.familiar > CLEAR:
            return first
        far = any(pose in FAR for pose in poses)
        for x, y, angle, size in poses:
            shift = np.array([x, y]) * CROP / SPAN
            again, gap = self._look(_turned(crop, shift, angle, size))
            against = self._strangeness(gap) - self._strangeness(nearest) if far else 0.0
            if again.max() > scores.max() + against:
                scores, nearest = again, gap
        return self._judgement(scores, nearest)

    def _look(self, crop: Crop) -> tuple[NDArray[np.float64], float]:
        """Return the score of each face and the gap to the nearest example."""
        gaps = self._gaps(self._describe(crop)[None])
        return self._kernel(gaps)[0] @ self._weights, float(gaps.min())

    def usual_chances(self, face: str) -> Floats:
        """Return what the network alone makes of a taught face: its mean chances (10,)."""
        seen = [e.chances for e in self.examples if e.face == face]
        return np.asarray(np.mean(seen, 0) if seen else np.zeros(len(CLASSES)), np.float32)

    @cached_property
    def checks(self) -> tuple[Check, ...]:
        """Each example judged by all others (the regression without it, in closed form)."""
        out = []
        for k, example in enumerate(self.examples):
            own = slice(k * self._each, (k + 1) * self._each)
            miss = np.linalg.solve(self._inverse[own, own], self._weights[own])
            scores = (self._wanted[own] - miss)[0]
            out.append(Check(example.face, self._judgement(scores, self._gap_to_others(k))))
        return tuple(out)

    def _judgement(self, scores: NDArray[np.float64], nearest: float) -> Judgement:
        raised = np.exp((scores - scores.max()) / SOFTNESS)
        chances = raised / raised.sum()
        first, second = sorted([*scores, 0.0], reverse=True)[:2]
        lead = first - second - self._strangeness(nearest)
        familiar = 1.0 / (1.0 + np.exp(np.clip((LEAD - lead) / LEAD_SOFTNESS, -30, 30)))
        return Judgement(
            {face: float(c) for face, c in zip(self.faces, chances, strict=True)}, float(familiar)
        )

    def _strangeness(self, nearest: float) -> float:
        """Return what the gap to the nearest example counts against a look: half, in usual gaps."""
        return 0.5 * min(nearest / self._strange, 10.0)

    def _variants(self, example: Example, rng: np.random.Generator) -> list[Floats]:
        out = []
        for k in range(self._each):
            crop, shift, angle, scale = example.crop, np.zeros(2), 90.0 * (k % 4), 1.0
            if k >= 4:
                shift = rng.normal(0, 0.04, 2) * CROP / SPAN
                angle += float(rng.normal(0, 6))
                scale = float(np.exp(rng.normal(0, 0.06)))
                crop = _disturbed(crop, rng)
            out.append(self._describe(_turned(crop, shift, angle, scale)))
        return out

    def _describe(self, crop: Crop) -> Floats:
        """Return two vectors in a row, of fixed lengths: what the network notices, gradients."""
        noticed = self._notices.of(crop)
        face = cv2.resize(crop[_FACE, _FACE], (32, 32), interpolation=cv2.INTER_LINEAR)
        gradient = np.asarray(_HOG.compute(face), np.float32).ravel()
        noticed *= NOTICED / (np.linalg.norm(noticed) + 1e-3)
        gradient = gradient / (np.linalg.norm(gradient) + 1e-3)
        return np.asarray(np.concatenate([noticed, gradient]), np.float32)

    def _gaps(self, rows: Floats) -> Floats:
        """Return the distances (n, all variants) of described faces to the examples' variants."""
        lengths = (rows**2).sum(1)[:, None] + (self._rows**2).sum(1)[None]
        return np.asarray(np.sqrt(np.maximum(lengths - 2 * rows @ self._rows.T, 0)), np.float32)

    def _kernel(self, gaps: Floats) -> Floats:
        return np.asarray(np.exp(-(gaps**2) / (2 * (WIDTH * self._gap) ** 2)), np.float32)

    def _usual_gap(self) -> float:
        some = self._rows[:: max(1, len(self._rows) // 200)]
        return max(0.2, float(np.median(self._gaps(some))))

    def _usual_strangeness(self) -> float:
        """Return how far examples usually lie from the others of the same face."""
        many = [k for k, e in enumerate(self.examples) if self._others(k)]
        gaps = [self._gap_to_others(k) for k in many]
        return max(0.35, float(np.percentile(gaps, 80))) if gaps else 0.6

    def _others(self, k: int) -> list[int]:
        face = self.examples[k].face
        return [j for j, e in enumerate(self.examples) if j != k and e.face == face]

    def _gap_to_others(self, k: int) -> float:
        """Return the distance of an example to the nearest variant of another of its face."""
        others = self._others(k)
        if not others:
            return float("inf")
        rows = np.concatenate([np.arange(j * self._each, (j + 1) * self._each) for j in others])
        own = self._rows[k * self._each]
        return float(np.sqrt(((self._rows[rows] - own) ** 2).sum(1)).min())


def _disturbed(crop: Crop, rng: np.random.Generator) -> Crop:
    if rng.random() < 0.5:
        crop = np.asarray(cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(0.5, 2.0))), np.uint8)
    if rng.random() < 0.4:
        crop = _with_sheen(crop, rng)
    gain, lift = rng.uniform(0.75, 1.25), rng.uniform(-15, 15)
    return np.clip(crop.astype(np.float32) * gain + lift, 0, 255).astype(np.uint8)


def _with_sheen(crop: Crop, rng: np.random.Generator) -> Crop:
    """Brighten a part of the face with straight edges, as a lamp does on hollow faces."""
    lit = np.zeros((CROP, CROP), np.float32)
    (x, y), (w, h) = CROP / 2 + rng.normal(0, 5, 2), rng.uniform(12, 32, 2)
    corners = cv2.boxPoints(((float(x), float(y)), (float(w), float(h)), rng.uniform(-12, 12)))
    cv2.fillConvexPoly(lit, np.asarray(corners, np.int32), rng.uniform(25, 90), cv2.LINE_AA)
    lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.8, 5.0)), np.float32)
    return np.clip(crop + lit[..., None], 0, 255).astype(np.uint8)


def _turned(crop: Crop, shift: NDArray[np.float64], angle: float, scale: float) -> Crop:
    """Return the crop about its middle, shifted by px, turned by degrees and scaled."""
    middle = (CROP - 1) / 2
    matrix = np.asarray(cv2.getRotationMatrix2D((middle, middle), angle, scale), np.float64)
    matrix[:, 2] += shift
    turned = cv2.warpAffine(
        crop, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(turned, np.uint8)

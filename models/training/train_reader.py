"""Train the reader on crops of single dice: the face that is up, or that there is none to read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from models.training.augment import faint, glare, recolour
from models.training.course import Course
from models.training.nets import CROP, READER_CLASSES, Reader
from models.training.sketch.scene import Label
from models.training.train_locator import ON_IT, Scene, gap
from vision.locate import Locator

SPAN = 1.75  # a crop shows 1.75 face sides
POSE = 7
# Sine of the slant from which on only what is above tells the top face from a flank.
STEEP = 0.52
Cut = tuple[NDArray[np.uint8], int, NDArray[np.float32]]  # crop, class, pose targets


@dataclass(frozen=True)
class Mark:
    """A place to crop: class, middle, size, and where known the corners and the slant."""

    scene: int
    face: str
    center: tuple[float, float]
    size: float
    corners: tuple[tuple[float, float], ...]
    slant: tuple[float, float]


def marks_of(scenes: list[Scene], rng: np.random.Generator, first: int = 0) -> list[Mark]:
    """List the places to train on: dice of at least 20 px, and places that are no die."""
    out: list[Mark] = []
    for number, (image, labels) in enumerate(scenes[first:], first):
        for label in labels:
            if label.size < 20:
                continue
            face = label.face
            if label.seen < 0.5 or label.cocked >= 0.6:
                face = ""
            elif label.seen < 0.64 or not face:
                continue
            slant = label.seen_slant
            out.append(Mark(number, face, label.center, label.size, label.corners, slant))
            if rng.random() < 0.12:
                out.append(_off(rng, number, label))
        out.extend(_elsewhere(rng, number, image, labels))
    return out


def mined(scenes: list[Scene], locator: Locator) -> list[Mark]:
    """List where the locator is wrong in drawn scenes: the reader learns these as no die.

    Places beside a die (a flank, a pip) may be called no die or not to be read.
    """
    out: list[Mark] = []
    for number, (image, labels) in enumerate(scenes):
        for spot in locator.find(image):
            gaps = [(gap(spot, m), m) for m in labels]
            away, near = min(gaps, key=lambda pair: pair[0], default=(np.inf, None))
            if near is not None and away < ON_IT and 0.6 < spot.size / near.size < 1.6:
                continue
            beside = near is not None and away < 1.2
            face = "?" if beside and near is not None and spot.size > 0.6 * near.size else "-"
            out.append(Mark(number, face, (spot.x, spot.y), spot.size, (), (0.0, 0.0)))
    return out


def _off(rng: np.random.Generator, number: int, label: Label) -> Mark:
    """Return a place on a die that is not its top face: a pip, a corner, a heap."""
    way = rng.random()
    if way < 0.5:
        size = label.size * rng.uniform(0.2, 0.42)
        center = np.array(label.center) + rng.uniform(-0.35, 0.35, 2) * label.size
    elif way < 0.75:
        size = label.size
        angle = rng.uniform(0, 2 * np.pi)
        center = np.array(label.center) + label.size * rng.uniform(0.75, 1.0) * np.array(
            [np.cos(angle), np.sin(angle)]
        )
        return Mark(number, "?", (float(center[0]), float(center[1])), size, (), (0.0, 0.0))
    else:
        size = label.size * rng.uniform(2.4, 4.0)
        center = np.array(label.center) + rng.uniform(-0.5, 0.5, 2) * label.size
    return Mark(number, "-", (float(center[0]), float(center[1])), float(size), (), (0.0, 0.0))


def _elsewhere(
    rng: np.random.Generator, number: int, image: NDArray[np.uint8], labels: list[Label]
) -> list[Mark]:
    out = []
    height, width = image.shape[:2]
    for _ in range(2):
        center = rng.uniform(0, 1, 2) * (width, height)
        size = float(np.exp(rng.uniform(np.log(6), np.log(90))))
        if all(np.hypot(*(center - np.array(m.center))) > 1.1 * (m.size + size) for m in labels):
            out.append(
                Mark(number, "-", (float(center[0]), float(center[1])), size, (), (0.0, 0.0))
            )
    return out


def cut(rng: np.random.Generator, image: NDArray[np.uint8], mark: Mark, plain: float = 0.0) -> Cut:
    """Cut a jittered, turned crop; returns (64 x 64 x 3, class, pose targets with a known flag).

    `plain` is the chance that it stays as it was drawn: no glare, seldom another light.
    """
    as_drawn = rng.random() < plain
    steep = float(np.hypot(*mark.slant)) > STEEP
    angle = rng.normal(0, 0.25) if steep else rng.uniform(0, 2 * np.pi)
    flip = -1.0 if rng.random() < 0.5 else 1.0
    span = SPAN * mark.size * float(np.exp(rng.normal(0, 0.16)))
    k = CROP / span
    c, s = np.cos(angle) * k, np.sin(angle) * k
    turn = np.array([[c * flip, -s], [s * flip, c]])
    # The locator is further off where a die is seen from the side or in a heap.
    apart = 0.05 if as_drawn else 0.07 if rng.random() < 0.8 else 0.15
    center = np.array(mark.center) + rng.normal(0, apart, 2) * mark.size
    shift = CROP / 2 - turn @ center
    up = 1 if k > 0.7 else 2 if k > 0.35 else 4
    matrix = np.hstack([turn, shift[:, None]]) * up
    crop = cv2.warpAffine(
        image,
        matrix,
        (CROP * up, CROP * up),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if up > 1:
        crop = cv2.resize(crop, (CROP, CROP), interpolation=cv2.INTER_AREA)
    pose = np.zeros(POSE + 1, np.float32)
    if mark.corners:
        middle = turn @ np.array(mark.center) + shift
        pose[:2] = (middle - CROP / 2) / CROP
        pose[2] = np.log(mark.size * SPAN / span)
        corners = np.array(mark.corners) @ turn.T
        edge = corners[1] - corners[0] - corners[3] + corners[2]
        way = np.arctan2(edge[1], edge[0])
        pose[3:5] = np.cos(4 * way), np.sin(4 * way)
        pose[5:7] = (turn / k) @ np.array(mark.slant)
        pose[7] = 1.0
    # "?" is a die's flank: neither a reading nor surely no die; either answer is right.
    index = -100 if mark.face == "?" else READER_CLASSES.index(mark.face)
    crop = np.asarray(crop, np.uint8)
    harder = not as_drawn and mark.face not in ("-", "?")
    if harder and rng.random() < 0.15:
        crop = faint(rng, crop)
    if harder and rng.random() < 0.4:
        crop = glare(rng, crop, mark.size * k)
    if not as_drawn or rng.random() < 0.25:
        crop = recolour(rng, crop)
    if 0 <= index < 8 and _washed_out(crop):
        index = READER_CLASSES.index("")
    return crop, index, pose


def _washed_out(crop: NDArray[np.uint8]) -> bool:
    """Whether nothing is left to be seen on the face: burnt out, or lost in the dark."""
    a, b = int(CROP * 0.29), int(CROP * 0.71)
    face = cv2.GaussianBlur(crop[a:b, a:b], (0, 0), 1.2)
    return float(face.reshape(-1, 3).std(0).max()) < 5.0


def loss(out: Tensor, classes: Tensor, pose: Tensor) -> tuple[Tensor, Tensor]:
    """Return (class loss, pose loss)."""
    names = len(READER_CLASSES)
    flank = classes == -100
    # No label smoothing: it would keep the clearest faces at the same chance as fairly clear ones.
    main = torch.nn.functional.cross_entropy(out[:, :names], classes, ignore_index=-100)
    if bool(flank.any()):
        chance = torch.softmax(out[flank, :names], 1)[:, -2:].sum(1)
        main = main - 0.3 * torch.log(chance.clamp(min=1e-4)).mean() * flank.float().mean()
    known = pose[:, POSE]
    gap = torch.nn.functional.smooth_l1_loss(
        out[:, names:], pose[:, :POSE], reduction="none", beta=0.1
    )
    weight = out.new_tensor([4.0, 4.0, 1.0, 0.5, 0.5, 1.0, 1.0])
    return main, ((gap * weight).sum(1) * known).sum() / known.sum().clamp(min=1)


def balance(marks: list[Mark]) -> NDArray[np.float64]:
    """Return chances to draw each mark so that the classes come about equally often."""
    faces = [mark.face for mark in marks]
    wanted = {"x": 0.35, "": 0.4, "-": 1.0, "w": 1.2, "?": 0.3}
    count = {face: faces.count(face) for face in set(faces)}
    weight = np.array([wanted.get(face, 1.0) / count[face] for face in faces])
    return np.asarray(weight / weight.sum())


def stacked(cuts: list[Cut]) -> tuple[Tensor, Tensor, Tensor]:
    """Return crops (n, 3, 64, 64) in 0..1, classes (n,) and pose targets (n, 8) of some cuts."""
    crops = torch.from_numpy(np.stack([c[0] for c in cuts])).permute(0, 3, 1, 2).float() / 255
    classes = torch.tensor([c[1] for c in cuts])
    return crops, classes, torch.from_numpy(np.stack([c[2] for c in cuts]))


def hardness(
    model: Reader, scenes: list[Scene], marks: list[Mark], batch: int = 256
) -> NDArray[np.float64]:
    """Return how much each mark is worth learning for a model that knows most of them already.

    What it reads well counts once, what it doubts or mistakes three times. What it is far off at
    counts once as well: most of these are buried in glare or blur, and nobody could read them.
    """
    model.eval()
    rng = np.random.default_rng(1)
    worth = np.ones(len(marks))
    for first in range(0, len(marks), batch):
        some = marks[first : first + batch]
        crops, classes, _ = stacked([cut(rng, scenes[mark.scene][0], mark) for mark in some])
        with torch.no_grad():
            out = model(crops)[:, : len(READER_CLASSES)]
        faults = torch.nn.functional.cross_entropy(
            out, classes, ignore_index=-100, reduction="none"
        ).numpy()
        worth[first : first + batch] += 2.0 * ((faults > 0.1) & (faults < 3.0))
    return worth


class Cuts(Dataset[tuple[Tensor, Tensor, Tensor]]):
    """The crops of each step: (n, 3, 64, 64) in 0..1, classes (n,), pose targets (n, 8)."""

    def __init__(
        self,
        scenes: list[Scene],
        marks: list[Mark],
        extra: list[tuple[NDArray[np.uint8], Mark]],
        extra_share: float,
        batch: int,
        seed: int,
        worth: NDArray[np.float64] | None = None,
        plain: float = 0.0,
    ) -> None:
        """Take scenes with their marks, and places in photographs for `extra_share` of a batch.

        `worth` (one a mark) is how much more often a mark is drawn than its class says; `plain` is
        the share of crops that stay as they were drawn.
        """
        self._scenes, self._marks, self._chance = scenes, marks, balance(marks)
        if worth is not None:
            self._chance = self._chance * worth / (self._chance @ worth)
        self._extra, self._share = extra, extra_share if extra else 0.0
        self._batch, self._seed, self._plain = batch, seed, plain

    def __getitem__(self, step: int) -> tuple[Tensor, Tensor, Tensor]:
        """Return the crops of step `step`."""
        rng = np.random.default_rng([self._seed, step])
        cuts = []
        for k in rng.choice(len(self._marks), self._batch, p=self._chance):
            if rng.random() < self._share:
                image, mark = self._extra[int(rng.integers(len(self._extra)))]
                cuts.append(cut(rng, image, mark, self._plain))
            else:
                mark = self._marks[k]
                cuts.append(cut(rng, self._scenes[mark.scene][0], mark, self._plain))
        return stacked(cuts)


def train(
    scenes: list[Scene],
    checkpoint: Path,
    steps: int,
    batch: int = 128,
    rate: float = 4e-3,
    seed: int = 0,
    progress_every: int = 50,
    extra: list[tuple[NDArray[np.uint8], Mark]] | None = None,
    extra_share: float = 0.25,
    start_from: Path | None = None,
    locator: Locator | None = None,
    plain: float = 0.0,
) -> Reader:
    """Train (or go on training) and return the reader; `extra`: places in photographs.

    Where it goes on from another reader, what that one doubts comes oftener; but not where `plain`,
    a share of the crops, stays as it was drawn, so that the reader ends on dice as they are met.
    """
    torch.manual_seed(seed)
    model = Reader().to(memory_format=torch.channels_last)
    course = Course(model, checkpoint, steps, rate, 2e-3, start_from, progress_every)
    marks = marks_of(scenes, np.random.default_rng(seed))
    if locator is not None:
        marks += mined(scenes, locator)
    print(f"reader: {len(marks)} places in {len(scenes)} scenes", flush=True)
    worth = hardness(model, scenes, marks) if start_from is not None and not plain else None
    cuts = Cuts(scenes, marks, extra or [], extra_share, batch, seed, worth, plain)
    # One process cuts while this one learns; each step's crops depend on the seed and step alone.
    left = range(course.start, steps)
    batches = DataLoader(cuts, None, sampler=left, num_workers=1, prefetch_factor=4)
    names = len(READER_CLASSES)
    for step, (crops, classes, pose) in zip(course.steps(), batches, strict=True):
        out = model(crops)
        main, place = loss(out, classes, pose)
        right = (out[:, :names].argmax(1) == classes)[classes >= 0].float().mean()
        course.learn(step, main + 0.5 * place, faults=main, pose=place, right=right)
    return model

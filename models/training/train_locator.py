"""Train the locator on labelled scenes: where middles of top faces lie and how large they are."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.training.augment import recolour
from models.training.course import Course
from models.training.nets import LOCATOR_STRIDE, Locator, batch_of, unfold_cells
from models.training.sketch.scene import Label
from vision.locate import Locator as FrameLocator
from vision.locate import Spot

Scene = tuple[NDArray[np.uint8], list[Label]]

# Faces of these sizes (px at the net's input) are found; beyond the outer pair they are background.
FOUND_PX = (9.0, 46.0)
IGNORED_PX = (7.0, 60.0)
STEEP = 0.5  # sine of the angle to a face's normal
ON_IT = 0.35  # a spot nearer to a face's middle than this, in sides, has found it
HARD_SHARE = 0.4  # of the cuts show scenes in which a die was missed


def gap(spot: Spot, label: Label) -> float:
    """Return the distance of a spot from the middle of a die's face, in sides of the face."""
    return float(np.hypot(spot.x - label.center[0], spot.y - label.center[1])) / label.size


def missed(scenes: list[Scene], locator: FrameLocator) -> list[list[Label]]:
    """List for each scene the dice in plain view that `locator` does not find."""
    out = []
    for image, labels in scenes:
        spots = locator.find(image)
        out.append(
            [
                label
                for label in labels
                if label.seen > 0.6
                and label.size > FOUND_PX[0]
                and all(gap(spot, label) > ON_IT for spot in spots)
            ]
        )
    return out


def sample(
    rng: np.random.Generator, scene: Scene, side: int, aims: list[Label] | None = None
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Cut a (side, side, 3) picture and its targets (6, side / 4, side / 4) from a scene.

    Targets: score, weight of the score, dx, dy, log2 size, weight of these three. `aims` are the
    labels to cut around, where not any will do.
    """
    image, labels = scene
    aims = aims or labels
    height, width = image.shape[:2]
    sizes = [label.size for label in labels if label.seen > 0.4]
    scale = float(2 ** rng.uniform(-1.2, 0.8))
    if sizes and rng.random() < 0.8:  # aim at a size that the net is to find
        wanted = np.exp(rng.uniform(np.log(FOUND_PX[0]), np.log(FOUND_PX[1])))
        scale = float(wanted / sizes[int(rng.integers(len(sizes)))])
    scale = float(np.clip(scale, 0.2, 2.0))
    focus = np.array([rng.uniform(0, width), rng.uniform(0, height)])
    if aims and rng.random() < 0.7:
        focus = np.array(aims[int(rng.integers(len(aims)))].center)
    # Seen from the side, the upper of two faces is the top one: such scenes stay upright.
    steep = any(float(np.hypot(*label.slant)) > STEEP for label in labels)
    angle = 0.0 if steep else float(rng.integers(0, 4)) * np.pi / 2
    angle += rng.normal(0, 0.15) if rng.random() < 0.5 else 0.0
    flip = -1.0 if rng.random() < 0.5 else 1.0
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[c * flip, -s], [s * flip, c]])
    shift = np.array([side / 2, side / 2]) + rng.uniform(-0.4, 0.4, 2) * side - turn @ focus
    matrix = np.hstack([turn, shift[:, None]])
    if scale < 0.7:
        image = cv2.GaussianBlur(image, (0, 0), 0.4 / scale)
    border = cv2.BORDER_REFLECT_101 if not labels else cv2.BORDER_CONSTANT
    fill = tuple(float(v) for v in rng.integers(0, 255, 3))
    picture = cv2.warpAffine(
        image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=border, borderValue=fill
    )
    marks = [(turn @ np.array(m.center) + shift, m.size * scale, m.seen) for m in labels]
    return recolour(rng, picture), targets(marks, side)


class Pool:
    """Scenes to cut from; those in which `locator` misses dice come oftener."""

    def __init__(self, name: str, scenes: list[Scene], locator: FrameLocator | None) -> None:
        """Look at all scenes once, where there is a locator; prints what is found under `name`."""
        self._scenes = scenes
        self._lost: list[list[Label]] = [[] for _ in scenes]
        if locator is not None:
            self._lost = missed(scenes, locator)
        self._hard = [number for number, labels in enumerate(self._lost) if labels]
        print(f"{name}: {len(scenes)} scenes, dice missed in {len(self._hard)}", flush=True)

    def sample(
        self, rng: np.random.Generator, side: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        """Cut a picture with its targets from one of them."""
        often = self._hard and rng.random() < HARD_SHARE
        among = self._hard if often else range(len(self._scenes))
        number = among[int(rng.integers(len(among)))]
        return sample(rng, self._scenes[number], side, self._lost[number])


def targets(
    marks: list[tuple[NDArray[np.float64], float, float]], side: int
) -> NDArray[np.float32]:
    """Return the six target maps for marks of (middle in px, size in px, part seen)."""
    n = side // LOCATOR_STRIDE
    out = np.zeros((6, n, n), np.float32)
    out[1] = 1.0
    grid = (np.arange(n, dtype=np.float32) + 0.5) * LOCATOR_STRIDE
    best = np.full((n, n), np.inf, np.float32)
    for middle, size, seen in marks:
        dx, dy = middle[0] - grid[None, :], middle[1] - grid[:, None]
        distance = np.sqrt(dx * dx + dy * dy)
        if distance.min() > size:
            continue
        if not IGNORED_PX[0] < size < IGNORED_PX[1]:
            continue
        inside = -2 < middle[0] < side + 2 and -2 < middle[1] < side + 2
        if not FOUND_PX[0] <= size <= FOUND_PX[1] or seen < 0.45 or not inside:
            out[1][distance < 0.5 * size] = 0.0
            continue
        sigma = max(0.13 * size, 0.5 * LOCATOR_STRIDE)
        out[0] = np.maximum(out[0], np.exp(-(distance**2) / (2 * sigma**2)))
        near = (distance < max(0.22 * size, 0.75 * LOCATOR_STRIDE)) & (distance < best)
        out[2][near], out[3][near] = (
            np.broadcast_to(dx, (n, n))[near],
            np.broadcast_to(dy, (n, n))[near],
        )
        out[4][near], out[5][near] = np.log2(size / 16), 1.0
        best = np.minimum(best, distance)
        row, column = int(middle[1] // LOCATOR_STRIDE), int(middle[0] // LOCATOR_STRIDE)
        if 0 <= row < n and 0 <= column < n:
            out[0, row, column] = 1.0
    return out


def loss(maps: Tensor, wanted: Tensor) -> tuple[Tensor, Tensor]:
    """Return (score loss, place and size loss) for maps and targets at stride 4."""
    score, weight, known = wanted[:, 0], wanted[:, 1], wanted[:, 5]
    p = torch.sigmoid(maps[:, 0]).clamp(1e-4, 1 - 1e-4)
    peak = (score > 0.999).float()
    good = -peak * (1 - p) ** 2 * torch.log(p)
    bad = -(1 - peak) * (1 - score) ** 4 * p**2 * torch.log(1 - p)
    count = peak.sum().clamp(min=1)
    where = ((good + bad) * weight).sum() / count
    shift = (maps[:, 1:3] - wanted[:, 2:4]).abs().sum(1) / 8 + (maps[:, 3] - wanted[:, 4]).abs()
    return where, (shift * known).sum() / known.sum().clamp(min=1)


def train(
    scenes: list[Scene],
    checkpoint: Path,
    steps: int,
    batch: int = 16,
    side: int = 224,
    rate: float = 3e-3,
    seed: int = 0,
    progress_every: int = 50,
    start_from: Path | None = None,
    locator: FrameLocator | None = None,
    renders: list[Scene] | None = None,
    share: float = 0.25,
    compiled: bool = False,
) -> Locator:
    """Train (or go on training) and return the locator; prints its progress.

    What `locator`, the one that is gone on from, misses comes oftener. `share` of the cuts show
    `renders`. `compiled` takes a C++ compiler and saves time.
    """
    torch.manual_seed(seed)
    model = Locator().to(memory_format=torch.channels_last)
    course = Course(model, checkpoint, steps, rate, 1e-3, start_from, progress_every)
    drawn = Pool("drawn", scenes, locator)
    traced = Pool("path-traced", renders, locator) if renders else None
    run = torch.compile(model) if compiled else model
    for step in course.steps():
        rng = np.random.default_rng([seed, step])
        cuts = [
            (traced if traced and rng.random() < share else drawn).sample(rng, side)
            for _ in range(batch)
        ]
        frames = batch_of([c[0] for c in cuts])
        wanted = torch.from_numpy(np.stack([c[1] for c in cuts]))
        where, shift = loss(unfold_cells(run(frames)), wanted)
        course.learn(step, where + 0.5 * shift, score=where, place=shift)
    return model

"""Train a reader on crops of single dice: the face that is up, or that there is none to read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from models.training.course import Course
from models.training.crops import AS_IT_LIES, POSE, Cut, Mark, Place, Way, cut
from models.training.nets import Reader, batch_of
from models.training.places import marks_of, mined, places_in
from models.training.train_locator import Scene
from vision.locate import Locator
from vision.looks import CLASSES, Looker

# What a slant and a lean are worth beside the rest. A look around is there to tell them.
SLANT, SLANT_AROUND, LEAN = 2.5, 8.0, 2.0
LEANING_OFTENER = 3.0  # fewer than one die in ten leans


def loss(out: Tensor, classes: Tensor, pose: Tensor) -> tuple[Tensor, Tensor]:
    """Return (class loss, pose loss); of a net that tells whether dice lean the second has that."""
    names = len(CLASSES)
    flank = classes == -100
    # No label smoothing: it would keep the clearest faces at the same chance as fairly clear ones.
    main = torch.nn.functional.cross_entropy(out[:, :names], classes, ignore_index=-100)
    if bool(flank.any()):
        chance = torch.softmax(out[flank, :names], 1)[:, -2:].sum(1)
        main = main - 0.3 * torch.log(chance.clamp(min=1e-4)).mean() * flank.float().mean()
    known = pose[:, POSE]
    gap = torch.nn.functional.smooth_l1_loss(
        out[:, names : names + POSE], pose[:, :POSE], reduction="none", beta=0.1
    )
    tells_lean = out.shape[1] > names + POSE
    slant = SLANT_AROUND if tells_lean else SLANT
    weight = out.new_tensor([4.0, 4.0, 1.0, 0.5, 0.5, slant, slant])
    lies = ((gap * weight).sum(1) * known).sum() / known.sum().clamp(min=1)
    leans = pose[:, POSE + 1]
    told = leans >= 0
    if tells_lean and bool(told.any()):
        lies = lies + LEAN * torch.nn.functional.binary_cross_entropy_with_logits(
            out[told, names + POSE], leans[told]
        )
    return main, lies


def balance(marks: list[Mark], around: bool = False) -> NDArray[np.float64]:
    """Return chances to draw each mark so that the classes come about equally often.

    To tell what lies `around`, what leans and what is no die comes oftener.
    """
    faces = [mark.face for mark in marks]
    wanted = {"x": 0.5, "": 0.4, "-": 1.0, "w": 1.2, "?": 0.3}
    if around:
        wanted |= {"": 1.0, "-": 3.0, "?": 0.6}
    count = {face: faces.count(face) for face in set(faces)}
    weight = np.array([wanted.get(face, 1.0) / count[face] for face in faces])
    if around:
        weight[[mark.leans for mark in marks]] *= LEANING_OFTENER
    return np.asarray(weight / weight.sum())


def stacked(cuts: list[Cut]) -> tuple[Tensor, Tensor, Tensor]:
    """Return crops (n, 3, side, side) in 0..1, classes (n,) and targets (n, 9) of some cuts."""
    crops = batch_of([c[0] for c in cuts])
    classes = torch.tensor([c[1] for c in cuts])
    return crops, classes, torch.from_numpy(np.stack([c[2] for c in cuts]))


def hardness(
    model: Reader, scenes: list[Scene], marks: list[Mark], way: Way, batch: int = 256
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
        crops, classes, _ = stacked([cut(rng, scenes[mark.scene][0], mark, way) for mark in some])
        with torch.no_grad():
            out = model(crops)[:, : len(CLASSES)]
        faults = torch.nn.functional.cross_entropy(
            out, classes, ignore_index=-100, reduction="none"
        ).numpy()
        worth[first : first + batch] += 2.0 * ((faults > 0.1) & (faults < 3.0))
    return worth


class Cuts(Dataset[tuple[Tensor, Tensor, Tensor]]):
    """The crops of each step: (n, 3, side, side) in 0..1, classes (n,), targets (n, 9)."""

    def __init__(
        self,
        scenes: list[Scene],
        marks: list[Mark],
        extra: list[Place],
        extra_share: float,
        batch: int,
        seed: int,
        worth: NDArray[np.float64] | None = None,
        way: Way = AS_IT_LIES,
    ) -> None:
        """Take scenes with their marks, and places in other pictures for `extra_share` of a batch.

        `worth` (one a mark) is how much more often a mark is drawn than its class says.
        """
        self._scenes, self._marks, self._chance = scenes, marks, balance(marks, way.around)
        if worth is not None:
            self._chance = self._chance * worth / (self._chance @ worth)
        self._extra, self._share = extra, extra_share if extra else 0.0
        self._extra_chance = balance([mark for _, mark in extra], way.around).cumsum()
        self._batch, self._seed, self._way = batch, seed, way

    def __getitem__(self, step: int) -> tuple[Tensor, Tensor, Tensor]:
        """Return the crops of step `step`."""
        rng = np.random.default_rng([self._seed, step])
        cuts = []
        for k in rng.choice(len(self._marks), self._batch, p=self._chance):
            if rng.random() < self._share:
                which = int(np.searchsorted(self._extra_chance[:-1], rng.random(), "right"))
                image, mark = self._extra[which]
                cuts.append(cut(rng, image, mark, self._way))
            else:
                mark = self._marks[k]
                cuts.append(cut(rng, self._scenes[mark.scene][0], mark, self._way))
        return stacked(cuts)


def train(
    scenes: list[Scene],
    checkpoint: Path,
    steps: int,
    batch: int = 128,
    rate: float = 4e-3,
    seed: int = 0,
    progress_every: int = 50,
    extra: list[Place] | None = None,
    extra_share: float = 0.25,
    start_from: Path | None = None,
    locator: Locator | None = None,
    way: Way = AS_IT_LIES,
    eye: Looker | None = None,
    compiled: bool = False,
    renders: list[Scene] | None = None,
) -> Reader:
    """Train (or go on training) and return the reader.

    `extra` are places in photographs; they and those of `renders` make up `extra_share`.

    Where it goes on from another reader, what that one doubts comes oftener; but not where a share
    of the crops stays as it was drawn, so that the reader ends on dice as they are met. `compiled`
    takes a C++ compiler and saves a third of the time.
    """
    torch.manual_seed(seed)
    model = Reader(way.around).to(memory_format=torch.channels_last)
    course = Course(model, checkpoint, steps, rate, 2e-3, start_from, progress_every)
    marks = marks_of(scenes, np.random.default_rng(seed))
    if locator is not None:
        marks += mined(scenes, locator, eye)
    extra = [*(extra or []), *places_in(renders or [], locator, eye)]
    print(
        f"{checkpoint.stem}: {len(marks)} places in {len(scenes)} scenes, {len(extra)} others",
        flush=True,
    )
    worth = (
        hardness(model, scenes, marks, way) if start_from is not None and not way.plain else None
    )
    cuts = Cuts(scenes, marks, extra, extra_share, batch, seed, worth, way)
    # One process cuts while this one learns; each step's crops depend on the seed and step alone.
    left = range(course.start, steps)
    batches = DataLoader(cuts, None, sampler=left, num_workers=1, prefetch_factor=4)
    names = len(CLASSES)
    run = torch.compile(model) if compiled else model
    for step, (crops, classes, pose) in zip(course.steps(), batches, strict=True):
        out = run(crops)
        main, place = loss(out, classes, pose)
        right = (out[:, :names].argmax(1) == classes)[classes >= 0].float().mean()
        course.learn(step, main + 0.5 * place, faults=main, pose=place, right=right)
    return model

"""Choose temperature and the bound of `sure` on pictures that were not trained on.

The temperature makes the stated chance of the right face as likely as it can be (least negative log
likelihood over kept-out scenes and photographs together); `clear.face_from` is then the lowest
bound at which wrong readings stay rare enough, counting each set by itself. What tells dice from
clutter is fitted after that, by `odds`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.training.score import Wanted
from vision.calibration import Calibration
from vision.looks import CLASSES, softmax
from vision.read import FACES, shows, together
from vision.see import Eyes

Picture = tuple[str, NDArray[np.uint8], list[Wanted]]
Looks = tuple[NDArray[np.float32], NDArray[np.int64]]

# Wrong and sure, of all dice of a set. The photographs have a wrong label in a thousand dice, so
# no bound can be held to less.
SILENT = 0.002
TEMPERATURES = tuple(round(0.4 + 0.05 * k, 2) for k in range(25))
# Lower bounds would hold the dice as well, but let keys of a keyboard pass for sure ones.
BOUNDS = (0.975, 0.98, 0.985, 0.99, 0.9925, 0.995)


def gather(pictures: Iterable[Picture], eyes: Eyes) -> Looks:
    """Return the logits (dice, looks, classes) of all dice that were found, and their classes.

    The first look of a die is the one as it lies, the others are upright.
    """
    logits, classes = [], []
    for _, image, wanted in pictures:
        spots = eyes.locator.find(image)
        for want in wanted:
            if not want.face or not want.counts:
                continue
            near = [s for s in spots if math.dist((s.x, s.y), (want.x, want.y)) < 0.35 * s.size]
            if near:
                looks = eyes.reader.looks(image, max(near, key=lambda s: s.score))
                logits.append([look.logits for look in looks])
                classes.append(CLASSES.index(want.face))
    return np.array(logits, np.float32), np.array(classes)


def chances(
    logits: NDArray[np.float32], temperature: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the chances of readings (dice, classes) and upright looks (dice, looks, classes)."""
    looks = softmax(logits / temperature)
    return np.array([together(die[0], die[1:].mean(0)) for die in looks]), looks[:, 1:]


def fit(sets: list[Looks], start: Calibration) -> Calibration:
    """Return `start` with temperature and the bound of clear faces chosen on the sets."""

    def loss(temperature: float) -> float:
        means = [
            -np.log(np.clip(chances(z, temperature)[0][np.arange(len(y)), y], 1e-6, 1)).mean()
            for z, y in sets
        ]
        return float(np.mean(means))

    temperature = min(TEMPERATURES, key=loss)
    start = replace(start, temperature=temperature)
    for bound in BOUNDS:
        chosen = replace(start, clear=replace(start.clear, face_from=bound))
        if all(_silent(z, y, chosen) <= SILENT for z, y in sets):
            break
    return chosen


def _silent(logits: NDArray[np.float32], classes: NDArray[np.int64], rule: Calibration) -> float:
    read, looks = chances(logits, rule.temperature)
    winner = read.argmax(1)
    rows = np.arange(len(classes))
    steady = looks[rows, :, winner].min(1) >= rule.least
    shown = [shows(die, CLASSES[k], rule.clear) for die, k in zip(read, winner, strict=True)]
    sure = np.array(shown, bool) & steady & (winner < FACES.stop)
    return float((sure & (winner != classes)).mean())


def write(calibration: Calibration, path: Path) -> None:
    """Write the calibration as JSON."""
    path.write_text(calibration.written(), encoding="utf-8")

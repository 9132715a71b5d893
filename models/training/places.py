"""Where the readers learn: dice of drawn and path-traced scenes, places on them, and elsewhere."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from models.training.crops import Mark, Place
from models.training.renders import OTHER_DIE
from models.training.sketch.scene import Label
from models.training.train_locator import ON_IT, Scene, gap
from vision.locate import Locator
from vision.looks import VIEWS, Looker
from vision.sizes import Sizes


def marks_of(scenes: list[Scene], rng: np.random.Generator, first: int = 0) -> list[Mark]:
    """List the places to train on: dice of at least 20 px, and places that are no die."""
    out: list[Mark] = []
    for number, (image, labels) in enumerate(scenes[first:], first):
        for label in labels:
            if label.size < 20:
                continue
            face = label.face
            if face == OTHER_DIE:
                out.append(Mark(number, face, label.center, label.size, (), (0.0, 0.0)))
                continue
            if label.seen < 0.5 or label.cocked >= 0.6:
                face = ""
            elif label.seen < 0.64 or not face:
                continue
            slant = label.seen_slant
            out.append(
                Mark(number, face, label.center, label.size, label.corners, slant, label.cocked)
            )
            if rng.random() < 0.12:
                out.append(_off(rng, number, label))
        out.extend(_elsewhere(rng, number, image, labels))
    return out


def mined(scenes: list[Scene], locator: Locator, eye: Looker | None = None) -> list[Mark]:
    """List where the locator is wrong: the reader learns these as no die.

    Places beside a die (a flank, a pip) may be called no die or not to be read. With `eye` they are
    where its first look moves them.
    """
    out: list[Mark] = []
    for number, (image, labels) in enumerate(scenes):
        sizes = Sizes(image)
        for found in locator.find(sizes):
            spot = eye.look(sizes, found, VIEWS[0]).face if eye else found
            gaps = [(gap(spot, m), m) for m in labels]
            away, near = min(gaps, key=lambda pair: pair[0], default=(np.inf, None))
            if near is not None and away < ON_IT and 0.6 < spot.size / near.size < 1.6:
                continue
            beside = near is not None and away < 1.2
            face = "?" if beside and near is not None and spot.size > 0.6 * near.size else "-"
            out.append(Mark(number, face, (spot.x, spot.y), spot.size, (), (0.0, 0.0)))
    return out


def places_in(scenes: list[Scene], locator: Locator | None, eye: Looker | None) -> list[Place]:
    """List the places of pictures that are learnt from beside drawn scenes, each with its mark."""
    marks = marks_of(scenes, np.random.default_rng(len(scenes)))
    marks += mined(scenes, locator, eye) if locator else []
    return [(scenes[mark.scene][0], mark) for mark in marks]


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

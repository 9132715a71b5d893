"""Score profiles: teach ten photos of one set of dice, read the others.

    python -m models.training.score_profile [--photos ../shared/photos/SET/labels.json ...]

Drawn dice with pictures that no training scene shows come first; then photographs, whose pips are
taught as if they were pictures with names of their own. Everything goes the way of `teach`.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from device.labels import Box, Labelled, read_labels
from device.teaching import Teaching, TeachingTrouble, check_lines, middle
from models.training.picture_dice import KINDS, picture_scenes
from models.training.progress import told
from vision import load_photo, see, shipped_eyes
from vision.own_dice import OwnDice

Picture = tuple[NDArray[np.uint8], list[tuple[str, Box]]]
TAUGHT = 10


@dataclass
class Score:
    """Counts over the dice of the `pictures` that were not taught; `ms` are the processor's."""

    dice: int = 0
    right: int = 0
    sure: int = 0
    silent: int = 0
    missed: int = 0
    pictures: int = 0
    ms: float = 0.0

    def line(self) -> str:
        """Return the counts as a line for people."""
        share = 100 / max(1, self.dice)
        return (
            f"right {self.right}/{self.dice} = {share * self.right:.1f} %, sure and right "
            f"{share * self.sure:.1f} %, silent errors {self.silent}, missed {self.missed}"
        )


def score(taught: Iterable[Picture], others: Iterable[Picture]) -> tuple[Score, Teaching]:
    """Teach some pictures and read the others with what was learnt."""
    teaching = Teaching()
    for number, (image, dice) in enumerate(taught):
        faces, boxes = tuple(face for face, _ in dice), tuple(box for _, box in dice)
        try:
            teaching.see_labelled(Labelled(Path(), faces, boxes), image, str(number))
        except TeachingTrouble as trouble:
            print(f"  left out: {trouble}")
    eyes = replace(shipped_eyes(), own=OwnDice(teaching.profile))
    result = Score()
    for image, dice in others:
        began = time.process_time()
        waiting = list(see(image, eyes).dice)
        result.ms += 1000 * (time.process_time() - began)
        result.pictures += 1
        for face, box in dice:
            x, y = middle(box)
            reach = 0.45 * max(box[2] - box[0], box[3] - box[1])
            near = [
                d for d in waiting if math.dist(d.center_xy, (x, y)) < max(reach, 0.4 * d.size_px)
            ]
            result.dice += 1
            if not near:
                result.missed += 1
                continue
            die = min(near, key=lambda d: math.dist(d.center_xy, (x, y)))
            waiting.remove(die)
            result.right += die.face == face
            result.sure += die.sure and die.face == face
            result.silent += die.sure and die.face != face
        # What lies there beside the labelled dice is covered, cocked or steep: nobody says what.
    return result, teaching


def drawn(kind: str, number: int, count: int) -> tuple[list[Picture], Iterator[Picture]]:
    """Return ten scenes to teach, with five dice or more each, and `count` others."""
    taught = picture_scenes(kind, number, TAUGHT, 0, 5)
    others = picture_scenes(kind, number, count, 1000)
    return (
        [(image, [(die.face, die.box) for die in lying]) for image, lying in taught],
        ((image, [(die.face, die.box) for die in lying]) for image, lying in others),
    )


def photographs(labels: Path, seed: int, count: int) -> tuple[list[Picture], Iterator[Picture]]:
    """Return ten photographs to teach, chosen so that each face is in them, and `count` others."""
    listed = read_labels(labels)
    order = random.Random(seed)
    order.shuffle(listed)
    chosen: list[Labelled] = []
    seen: dict[str, int] = {}
    for _ in range(TAUGHT):
        rest = [photo for photo in listed if photo not in chosen]
        best = max(rest, key=lambda p: sum(1 / (1 + seen.get(v, 0)) ** 2 for v in set(p.values)))
        chosen.append(best)
        for value in best.values:
            seen[value] = seen.get(value, 0) + 1
    others = [photo for photo in listed if photo not in chosen][:count]
    return [_picture(p) for p in chosen], (_picture(photo) for photo in others)


def _picture(photo: Labelled) -> Picture:
    boxes = photo.boxes or ()
    dice = [(f"face {v}", box) for v, box in zip(photo.values, boxes, strict=True)]
    return load_photo(photo.photo), dice


def main() -> None:
    """Score and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photos", type=Path, action="append", default=[])
    parser.add_argument("--sets", type=int, default=2, help="drawn sets of dice of each kind")
    parser.add_argument("--others", type=int, default=40, help="pictures that are read")
    given = parser.parse_args()
    parts = [
        (f"drawn dice, {kind}, set {number}", drawn(kind, number, given.others))
        for kind in KINDS
        for number in range(1, given.sets + 1)
    ]
    parts += [
        (f"{labels.parent.name}, ten photos taught (choice {seed})",
         photographs(labels, seed, given.others))
        for labels in given.photos
        for seed in (1, 2)
    ]  # fmt: skip
    for name, (taught, others) in parts:
        result, teaching = score(
            told(taught, f"{name}: taught", len(taught)),
            told(others, f"{name}: read", given.others),
        )
        print(f"## {name}: {json.dumps(teaching.profile.counts)}")
        each = result.ms / max(1, result.pictures)
        print(f"{result.line()}, {each:.0f} ms of processor a picture", flush=True)
        for line in check_lines(teaching.checks()):
            print(f"  {line}")


if __name__ == "__main__":
    main()

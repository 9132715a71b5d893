"""Places to train on in the licensed photographs: labels matched to what the locator sees.

The labels of the sets differ (the die's box, the box round the pips, values alone), so the places
come from the locator: a spot at a labelled place is that die, a spot far from all of them is none.
Where a set has values alone, a photo is used only if the readings agree with them entirely.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.training.crops import STEEP, Mark, Place
from vision import load_photo, see
from vision.see import Eyes


def photo_places(labels: Path, eyes: Eyes, steep: bool) -> list[Place]:
    """Return (photo, mark) pairs of one set; `steep`: seen so aslant that it must stay upright."""
    out: list[Place] = []
    slant = (1.1 * STEEP, 0.0) if steep else (0.0, 0.0)
    for photo in json.loads(labels.read_text(encoding="utf-8"))["photos"]:
        image = load_photo(labels.parent / photo["image"])
        if "values" in photo:
            found = _by_values(image, photo["values"], eyes, slant)
        else:
            found = _by_boxes(image, photo["dice"], eyes, slant)
        out += [(image, mark) for mark in found]
    return out


def _by_values(
    image: NDArray[np.uint8], values: list[Any], eyes: Eyes, slant: tuple[float, float]
) -> list[Mark]:
    dice = see(image, eyes).dice
    clear = [die for die in dice if die.confidence > 0.6]
    if sorted(str(die.face) for die in clear) != sorted(str(v) for v in values):
        return []
    marks = [Mark(0, str(d.face), d.center_xy, d.size_px, (), slant) for d in clear]
    return marks + _none(image, marks, eyes)


def _by_boxes(
    image: NDArray[np.uint8], dice: list[dict[str, Any]], eyes: Eyes, slant: tuple[float, float]
) -> list[Mark]:
    spots = eyes.locator.find(image)
    marks = []
    for die in dice:
        x1, y1, x2, y2 = die["box"]
        middle = np.array([(x1 + x2) / 2, (y1 + y2) / 2])
        near = [
            s for s in spots if np.hypot(*(middle - (s.x, s.y))) < 0.35 * s.size and s.score > 0.4
        ]
        if near:
            spot = max(near, key=lambda s: s.score)
            marks.append(Mark(0, str(die["value"]), (spot.x, spot.y), spot.size, (), slant))
    return marks + (_none(image, marks, eyes) if len(marks) == len(dice) else [])


def _none(image: NDArray[np.uint8], marks: list[Mark], eyes: Eyes) -> list[Mark]:
    """Return the spots that are no die: far from every die."""
    out = []
    for spot in eyes.locator.find(image):
        gaps = [np.hypot(spot.x - m.center[0], spot.y - m.center[1]) / m.size for m in marks]
        if min(gaps, default=9.0) > 1.4:
            out.append(Mark(0, "-", (spot.x, spot.y), spot.size, (), (0.0, 0.0)))
    return out

"""Dice with pictures that no training scene shows, to try how well such a die is learnt.

Six drawings of our own (fish, key, moon, tree, anchor, house), each the same on every die.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.score import QUARTER
from models.training.sketch.dice import Look, draw_look
from models.training.sketch.faces import SIDE, FaceStyle, draw_face
from models.training.sketch.scene import Label, draw_scene

NAMES = {"a": "fish", "b": "key", "c": "moon", "d": "tree", "e": "anchor", "f": "house"}
# What the dice of a kind have in place of pips.
KINDS = {"pictures": ("1a", "2b", "3c", "4d", "5e", "6f"), "fish for a 6": ("6a",)}
KEPT_OUT = 2_000_003
UP = 4


@dataclass(frozen=True)
class Lying:
    """One die in a scene: its face by name, middle and side in px, the box round the die."""

    face: str
    center: tuple[float, float]
    size: float
    box: tuple[float, float, float, float]


def picture_scenes(
    kind: str, set_number: int, count: int, start: int = 0, least: int = 1
) -> Iterator[tuple[NDArray[np.uint8], list[Lying]]]:
    """Draw `count` scenes of one set of dice: other tables, lights, cameras and sizes in each.

    Only dice that lie flat, are seen whole (as in the other scores) and not too aslant are listed;
    scenes with fewer than `least` of them are left out. `start` is the first scene's number.
    """
    look = replace(_clear_look(np.random.default_rng([KEPT_OUT, set_number])), pictures=KINDS[kind])
    number, found = start, 0
    while found < count:
        rng = np.random.default_rng([KEPT_OUT, set_number, number])
        number += 1
        die_px = float(np.exp(rng.uniform(np.log(34), np.log(90))))
        image, labels = draw_scene(rng, 640, 480, die_px, 10, None, look, draw_picture_face)
        lying = [_lying(label) for label in labels if _plain(label, image)]
        if len(lying) >= least:
            found += 1
            yield image, lying


def draw_picture_face(
    rng: np.random.Generator, face: str, style: FaceStyle
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Draw pips as usual and "a" to "f" as their pictures; see `draw_face`."""
    if face not in NAMES:
        return draw_face(rng, face, style)
    mask = np.rot90(_mask(face), int(rng.integers(4)))
    ink = np.zeros((SIDE, SIDE, 4), np.float32)
    ink[..., :3], ink[..., 3] = style.picture_ink, mask
    return ink, (-0.4 * style.depth * cv2.GaussianBlur(mask.copy(), (0, 0), 1.2)).astype(np.float32)


def _clear_look(rng: np.random.Generator) -> Look:
    """Choose a look whose ink a person sees at a glance."""
    while True:
        look = draw_look(rng)
        luma = np.array([0.11, 0.59, 0.3])
        inks = np.array([look.style.ink, look.style.picture_ink])
        if abs((inks - look.albedo) @ luma).min() > 0.3 and look.clear == 0.0:
            return look


def _plain(label: Label, image: NDArray[np.uint8]) -> bool:
    """Whether a die lies flat, uncovered, at most 20 degrees aslant, with a drawing to be seen."""
    slant = float(np.hypot(*label.slant))
    return label.cocked < 0.01 and label.seen > QUARTER and slant < 0.34 and _visible(label, image)


def _visible(label: Label, image: NDArray[np.uint8]) -> bool:
    """Whether ink and body differ by some levels: not blown out, not drowned in the dark."""
    (x, y), half = label.center, max(4, round(0.33 * label.size))
    top, left = max(0, round(y) - half), max(0, round(x) - half)
    face = image[top : round(y) + half, left : round(x) + half]
    if face.size == 0:
        return False
    low, high = np.percentile(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), (2, 98))
    return float(high - low) > 25


def _lying(label: Label) -> Lying:
    (x, y), half = label.center, label.extent / 2
    return Lying(
        NAMES.get(label.face, label.face), label.center, label.size,
        (x - half, y - half, x + half, y + half),
    )  # fmt: skip


@cache
def _mask(face: str) -> NDArray[np.float32]:
    big = np.zeros((SIDE * UP, SIDE * UP), np.uint8)
    {"a": _fish, "b": _key, "c": _moon, "d": _tree, "e": _anchor, "f": _house}[face](big)
    small = cv2.resize(big, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32) / 255.0


def _at(x: float, y: float) -> tuple[int, int]:
    """Return the pixel of a point; the face reaches from 0 to 1."""
    return round(x * SIDE * UP), round(y * SIDE * UP)


def _shape(big: NDArray[np.uint8], points: list[tuple[float, float]]) -> None:
    cv2.fillPoly(big, [np.array([_at(x, y) for x, y in points], np.int32)], 255, cv2.LINE_AA)


def _line(big: NDArray[np.uint8], *points: tuple[float, float]) -> None:
    way = np.array([_at(x, y) for x, y in points], np.int32)
    cv2.polylines(big, [way], False, 255, _at(0.05, 0)[0], cv2.LINE_AA)


def _fish(big: NDArray[np.uint8]) -> None:
    cv2.ellipse(big, _at(0.43, 0.5), _at(0.26, 0.15), 0, 0, 360, 255, _at(0.035, 0)[0], cv2.LINE_AA)
    _shape(big, [(0.66, 0.5), (0.86, 0.34), (0.86, 0.66)])
    cv2.circle(big, _at(0.3, 0.46), _at(0.03, 0)[0], 255, -1, cv2.LINE_AA)
    _line(big, (0.45, 0.37), (0.5, 0.5), (0.45, 0.63))


def _key(big: NDArray[np.uint8]) -> None:
    cv2.circle(big, _at(0.3, 0.5), _at(0.13, 0)[0], 255, _at(0.06, 0)[0], cv2.LINE_AA)
    _line(big, (0.43, 0.5), (0.84, 0.5), (0.84, 0.64))
    _line(big, (0.7, 0.5), (0.7, 0.62))


def _moon(big: NDArray[np.uint8]) -> None:
    cv2.circle(big, _at(0.46, 0.5), _at(0.3, 0)[0], 255, -1, cv2.LINE_AA)
    cv2.circle(big, _at(0.6, 0.44), _at(0.26, 0)[0], 0, -1, cv2.LINE_AA)


def _tree(big: NDArray[np.uint8]) -> None:
    _shape(big, [(0.5, 0.14), (0.72, 0.42), (0.28, 0.42)])
    _shape(big, [(0.5, 0.3), (0.8, 0.68), (0.2, 0.68)])
    _line(big, (0.5, 0.68), (0.5, 0.85))


def _anchor(big: NDArray[np.uint8]) -> None:
    cv2.circle(big, _at(0.5, 0.22), _at(0.07, 0)[0], 255, _at(0.045, 0)[0], cv2.LINE_AA)
    _line(big, (0.5, 0.29), (0.5, 0.8))
    _line(big, (0.34, 0.4), (0.66, 0.4))
    cv2.ellipse(big, _at(0.5, 0.52), _at(0.29, 0.29), 0, 10, 170, 255, _at(0.05, 0)[0], cv2.LINE_AA)


def _house(big: NDArray[np.uint8]) -> None:
    _line(big, (0.18, 0.48), (0.5, 0.2), (0.82, 0.48))
    _line(big, (0.27, 0.45), (0.27, 0.8), (0.73, 0.8), (0.73, 0.45))
    _shape(big, [(0.44, 0.8), (0.44, 0.58), (0.56, 0.58), (0.56, 0.8)])

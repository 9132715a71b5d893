"""What is on the faces of a die: pips, a worm, numerals or other pictures, as small textures."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.sketch.worms import draw_worm

SIDE = 128
Texture = NDArray[np.float32]

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, 1), (-1, 1), (1, -1)),
    5: ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)),
    6: ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0)),
}


@dataclass(frozen=True)
class FaceStyle:
    """How the faces of one die are made. Lengths are parts of the face's side."""

    pip_radius: float
    pip_spread: float
    depth: float
    ink: tuple[float, float, float]
    ring: bool
    big_one: float
    square_pips: bool
    picture_ink: tuple[float, float, float]
    second_ink: tuple[float, float, float] | None


def draw_face(
    rng: np.random.Generator, face: str, style: FaceStyle
) -> tuple[Texture, NDArray[np.float32]]:
    """Draw `face` ("1".."6", "w" worm, "x" another picture, "" blank).

    Returns the ink as (SIDE, SIDE, 4) float32 B, G, R, alpha in 0..1 and the height (SIDE, SIDE),
    negative where the face is sunken.
    """
    ink = np.zeros((SIDE, SIDE, 4), np.float32)
    height = np.zeros((SIDE, SIDE), np.float32)
    if face.isdigit():
        mask = _pip_mask(rng, int(face), style)
        colour = style.ink
        if face == "1" and style.second_ink is not None:
            colour = style.second_ink
        if face == "4" and style.second_ink is not None and rng.random() < 0.4:
            colour = style.second_ink
        ink[..., :3], ink[..., 3] = colour, mask
        height = -style.depth * cv2.GaussianBlur(mask, (0, 0), SIDE * style.pip_radius * 0.35)
    elif face in ("w", "x"):
        line, fill = draw_worm(rng, 2 * SIDE) if face == "w" else _picture(rng, 2 * SIDE)
        line_mask = cv2.resize(line, (SIDE, SIDE), interpolation=cv2.INTER_AREA) / 255.0
        fill_mask = cv2.resize(fill, (SIDE, SIDE), interpolation=cv2.INTER_AREA) / 255.0
        way = rng.random()
        ink[..., :3] = style.picture_ink
        if way < 0.55:  # line art
            ink[..., 3] = line_mask
        elif way < 0.8:  # filled, drawn darker or with eyes left open
            ink[..., 3] = np.maximum(fill_mask, 0.2 * line_mask)
        else:  # filled with a second colour under dark lines
            other = np.asarray(rng.uniform(0.1, 0.95, 3), np.float32)
            ink[..., :3] = np.where(line_mask[..., None] > 0.4, ink[..., :3], other)
            ink[..., 3] = np.maximum(fill_mask, line_mask)
        height = -0.5 * style.depth * cv2.GaussianBlur(ink[..., 3].copy(), (0, 0), 1.2)
    if rng.random() < 0.15:  # worn or badly filled paint
        worn = cv2.resize(rng.random((9, 9)).astype(np.float32), (SIDE, SIDE))
        ink[..., 3] *= np.clip(0.45 + worn, 0, 1)
    turns = int(rng.integers(0, 4))
    return np.rot90(ink, turns).copy(), np.rot90(height, turns).copy()


def _pip_mask(rng: np.random.Generator, value: int, style: FaceStyle) -> NDArray[np.float32]:
    up = 4
    mask = np.zeros((SIDE * up, SIDE * up), np.uint8)
    radius = style.pip_radius * (style.big_one if value == 1 else 1.0)
    squeeze = rng.uniform(0.55, 1.0) if value == 6 else 1.0
    for x, y in PIPS[value]:
        cx = (0.5 + style.pip_spread * x * squeeze) * SIDE * up
        cy = (0.5 + style.pip_spread * y) * SIDE * up
        centre, r = (int(cx), int(cy)), int(radius * SIDE * up)
        if style.square_pips:
            cv2.rectangle(
                mask, (centre[0] - r, centre[1] - r), (centre[0] + r, centre[1] + r), 255, -1
            )
        else:
            cv2.circle(mask, centre, r, 255, -1)
        if style.ring:
            cv2.circle(mask, centre, int(r * 0.5), 0, -1)
    return cv2.resize(mask, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32) / 255.0


_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)


def _picture(rng: np.random.Generator, side: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Draw something that is neither pips nor a worm; returns (line, fill) masks."""
    line = np.zeros((side, side), np.uint8)
    fill = np.zeros((side, side), np.uint8)
    pen = max(2, int(side * rng.uniform(0.015, 0.05)))
    kind = rng.integers(0, 5)
    half = side / 2
    if kind <= 1:  # numerals, letters, signs
        sign = str(rng.choice([*"1234567890ABEKMQRSXZ?!+-$&@#", "10", "12", "00", "VI", "II"]))
        font = int(rng.choice(_FONTS))
        thick = int(side * rng.uniform(0.02, 0.07))
        (w, h), _ = cv2.getTextSize(sign, font, 1.0, thick)
        scale = side * rng.uniform(0.4, 0.65) / max(w, h)
        (w, h), _ = cv2.getTextSize(sign, font, scale, thick)
        at = (int(half - w / 2), int(half + h / 2))
        cv2.putText(line, sign, at, font, scale, 255, thick, cv2.LINE_AA)
        fill = line.copy()
    elif kind == 2:  # star, polygon, blossom
        points = int(rng.integers(3, 9))
        deep = rng.uniform(0.35, 1.0)
        angle = np.arange(points * 2) * np.pi / points
        radius = np.where(np.arange(points * 2) % 2, deep, 1.0) * side * rng.uniform(0.25, 0.4)
        shape = np.stack([half + radius * np.cos(angle), half + radius * np.sin(angle)], 1)
        cv2.fillPoly(fill, [shape.astype(np.int32)], 255, cv2.LINE_AA)
        cv2.polylines(line, [shape.astype(np.int32)], True, 255, pen, cv2.LINE_AA)
    elif kind == 3:  # a heap of strokes: emblem, leaf, animal
        for _ in range(int(rng.integers(3, 8))):
            at = rng.uniform(0.3, 0.7, 2) * side
            axes = rng.uniform(0.06, 0.25, 2) * side
            args = (
                (int(at[0]), int(at[1])),
                (int(axes[0]), int(axes[1])),
                float(rng.uniform(0, 180)),
            )
            start, stop = sorted(rng.uniform(0, 360, 2))
            if rng.random() < 0.5:
                start, stop = 0.0, 360.0
            cv2.ellipse(line, *args, start, stop, 255, pen, cv2.LINE_AA)
            cv2.ellipse(fill, *args, start, stop, 255, -1, cv2.LINE_AA)
    else:  # heart, drop, cross, arrow
        size = side * rng.uniform(0.22, 0.36)
        t = np.linspace(0, 2 * np.pi, 60)
        if rng.random() < 0.5:
            x, y = 16 * np.sin(t) ** 3, -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t))
            shape = np.stack([half + x * size / 16, half + y * size / 16], 1)
        else:
            a = rng.uniform(0.2, 0.45)
            cross = [(-a, -1), (a, -1), (a, -a), (1, -a), (1, a), (a, a), (a, 1), (-a, 1), (-a, a)]
            cross += [(-1, a), (-1, -a), (-a, -a)]
            shape = half + size * np.array(cross)
        cv2.fillPoly(fill, [shape.astype(np.int32)], 255, cv2.LINE_AA)
        cv2.polylines(line, [shape.astype(np.int32)], True, 255, pen, cv2.LINE_AA)
    return line, fill

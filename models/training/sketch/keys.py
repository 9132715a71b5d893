"""Keyboards and printed labels beside the dice: rows of rounded tiles with signs on them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
SIGNS = [*"ABEFKLMNQRSTUVWXYZ1234567890", "fn", "ctrl", "esc", "tab", "shift", "F1", ".", ":", "~"]


def add_keyboard(rng: np.random.Generator, image: Floats, die_px: float) -> None:
    """Draw a few rows of keys, light signs on dark caps or dark ones on light caps."""
    key = die_px * rng.uniform(0.6, 1.7)
    rows, columns = int(rng.integers(1, 5)), int(rng.integers(2, 10))
    middle = rng.uniform(0, 1, 2) * (image.shape[1], image.shape[0])
    angle = rng.normal(0, 0.25) + rng.integers(4) * np.pi / 2
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    squash = np.diag([1.0, rng.uniform(0.6, 1.0)])
    dark = rng.random() < 0.75
    base = rng.uniform(0.1, 0.6) + rng.normal(0, 0.03, 3)
    cap = (rng.uniform(0.02, 0.1) if dark else rng.uniform(0.6, 0.9)) + rng.normal(0, 0.01, 3)
    sign = (rng.uniform(0.5, 0.95) if dark else rng.uniform(0.02, 0.2)) + rng.normal(0, 0.03, 3)

    def placed(points: NDArray[np.float64]) -> NDArray[np.int32]:
        return np.asarray(points @ (turn @ squash).T + middle, np.int32)

    half = np.array([columns, rows]) * key / 2
    board = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (half + 0.3 * key)
    cv2.fillPoly(image, [placed(board)], base.tolist(), cv2.LINE_AA)
    for row in range(rows):
        for column in range(columns):
            at = np.array([column + 0.5 + 0.3 * (row % 2), row + 0.5]) * key - half
            _key(rng, image, placed, at, key, cap.tolist(), sign.tolist())


def _key(
    rng: np.random.Generator,
    image: Floats,
    placed: Callable[[NDArray[np.float64]], NDArray[np.int32]],
    at: NDArray[np.float64],
    key: float,
    cap: list[float],
    sign: list[float],
) -> None:
    side = 0.42 * key
    cut = side * 0.75
    outline = np.array(
        [
            [-side, -cut], [-cut, -side], [cut, -side], [side, -cut],
            [side, cut], [cut, side], [-cut, side], [-side, cut],
        ]
    )  # fmt: skip
    cv2.fillPoly(image, [placed(outline + at)], cap, cv2.LINE_AA)
    if rng.random() < 0.15:
        return
    text = str(rng.choice(SIGNS))
    size = key * rng.uniform(0.25, 0.5) / (len(text) * 20)
    x, y = placed((at + rng.uniform(-0.25, 0.1, 2) * key)[None])[0].tolist()
    cv2.putText(image, text, (x, y), int(rng.integers(0, 4)), size, sign, 1, cv2.LINE_AA)


def add_label(rng: np.random.Generator, image: Floats, die_px: float) -> None:
    """Draw a sticker or the tag of a cable: a light tile with bars and a few signs."""
    w, h = die_px * rng.uniform(0.7, 2.5), die_px * rng.uniform(0.5, 1.2)
    side = int(max(8, 2 * max(w, h)))
    tile = np.zeros((side, side, 4), np.float32)
    x, y = int(side / 2 - w / 2), int(side / 2 - h / 2)
    tone = rng.uniform(0.55, 0.95) + rng.normal(0, 0.02, 3)
    cv2.rectangle(tile, (x, y), (int(x + w), int(y + h)), (*tone.tolist(), 1.0), -1)
    ink = (*(rng.uniform(0.02, 0.3, 3)).tolist(), 1.0)
    for _ in range(int(rng.integers(0, 3))):
        text = "".join(str(rng.choice(SIGNS)) for _ in range(int(rng.integers(1, 6))))
        at = (int(x + w * rng.uniform(0, 0.3)), int(y + h * rng.uniform(0.4, 0.9)))
        cv2.putText(tile, text, at, int(rng.integers(0, 4)), h / 50, ink, max(1, int(h / 15)))
    if rng.random() < 0.6:  # bars
        pitch = max(2, int(h * rng.uniform(0.06, 0.15)))
        left = int(x + w * rng.uniform(0.05, 0.6))
        for k in range(left, int(min(x + w, left + w * 0.4)), pitch):
            pen = max(1, int(pitch * rng.uniform(0.2, 0.7)))
            cv2.line(tile, (k, int(y + 0.15 * h)), (k, int(y + 0.85 * h)), ink, pen)
    angle = float(rng.uniform(0, 360))
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), angle, 1.0)
    tile = cv2.warpAffine(tile, turn, (side, side))
    left, top = (rng.uniform(0, 1, 2) * (image.shape[1], image.shape[0])).astype(int) - side // 2
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(image.shape[1], left + side), min(image.shape[0], top + side)
    if x1 <= x0 or y1 <= y0:
        return
    part = tile[y0 - top : y1 - top, x0 - left : x1 - left]
    image[y0:y1, x0:x1] = image[y0:y1, x0:x1] * (1 - part[..., 3:]) + part[..., :3] * part[..., 3:]

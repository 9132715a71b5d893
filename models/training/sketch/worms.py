"""Own drawings of worms: curled, wavy and arched bodies in line art, filled or double-lined."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Canvas = NDArray[np.uint8]


def _spine(rng: np.random.Generator, side: int) -> NDArray[np.float64]:
    """Return points (n, 2) of a body's middle line, tail first, within the unit square scaled."""
    t = np.linspace(0, 1, 60)
    kind = rng.integers(0, 6)
    if kind == 0:  # curl like a snail
        turns = rng.uniform(0.7, 1.5)
        radius = 0.36 * (1 - rng.uniform(0.45, 0.75) * t[::-1])
        angle = 2 * np.pi * turns * t
        x, y = 0.5 + radius * np.cos(angle), 0.5 + radius * np.sin(angle)
    elif kind == 1:  # wave
        x = 0.14 + 0.72 * t
        y = 0.5 + rng.uniform(0.1, 0.24) * np.sin(2 * np.pi * rng.uniform(0.7, 1.6) * t)
    elif kind == 2:  # arch of an inchworm
        x = 0.15 + 0.7 * t
        y = 0.7 - rng.uniform(0.25, 0.45) * np.sin(np.pi * t)
    elif kind == 3:  # S standing up
        y = 0.86 - 0.7 * t
        x = 0.5 + rng.uniform(0.12, 0.26) * np.sin(2 * np.pi * (0.1 + rng.uniform(0.6, 1.1) * t))
    elif kind == 4:  # C
        span = rng.uniform(0.9, 1.55) * np.pi
        angle = span * (t - 0.5)
        x, y = 0.5 - 0.3 * np.cos(angle), 0.5 + 0.32 * np.sin(angle)
    else:  # lying body with a raised head
        x = 0.12 + 0.62 * t
        y = 0.74 - rng.uniform(0.3, 0.5) * np.clip(t - 0.45, 0, 1) ** 1.3 * 2.0
        y = y + 0.05 * np.sin(t * rng.uniform(8, 16))
    return np.stack([x, y], 1) * side


def draw_worm(rng: np.random.Generator, side: int = 256) -> tuple[Canvas, Canvas]:
    """Draw one worm and return (line, fill) masks, uint8 (side, side), 255 = ink."""
    line = np.zeros((side, side), np.uint8)
    fill = np.zeros((side, side), np.uint8)
    spine = _spine(rng, side)
    width = side * rng.uniform(0.075, 0.13)
    pen = max(2, int(side * rng.uniform(0.014, 0.034)))
    taper = rng.uniform(0.35, 1.0)
    ratio = np.linspace(taper, 1, len(spine))
    segmented = rng.random() < 0.7
    beads = rng.random() < 0.3
    for (x, y), k in zip(spine, ratio, strict=True):
        cv2.circle(fill, (int(x), int(y)), int(width * k), 255, -1, cv2.LINE_AA)
    if beads:
        count = int(rng.integers(5, 10))
        for i in np.linspace(0, len(spine) - 1, count).astype(int):
            centre = (int(spine[i, 0]), int(spine[i, 1]))
            cv2.circle(line, centre, int(width * ratio[i] * 1.1), 255, pen, cv2.LINE_AA)
            cv2.circle(fill, centre, int(width * ratio[i] * 1.1), 255, -1, cv2.LINE_AA)
    else:
        edge = cv2.morphologyEx(
            fill, cv2.MORPH_GRADIENT, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (pen, pen))
        )
        line = np.maximum(line, edge)
        if segmented:
            step = int(rng.integers(4, 9))
            for i in range(step, len(spine) - step, step):
                along = spine[i + 1] - spine[i - 1]
                across = np.array([-along[1], along[0]]) / (np.linalg.norm(along) + 1e-6)
                a, b = spine[i] + across * width * ratio[i], spine[i] - across * width * ratio[i]
                cv2.line(line, _xy(a), _xy(b), 255, max(1, pen - 1), cv2.LINE_AA)
    _draw_head(rng, line, fill, spine, width, pen)
    return _place(rng, line, fill)


def _xy(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(point[0] + 0.5), int(point[1] + 0.5)


def _draw_head(
    rng: np.random.Generator,
    line: Canvas,
    fill: Canvas,
    spine: NDArray[np.float64],
    width: float,
    pen: int,
) -> None:
    head = spine[-1]
    radius = width * rng.uniform(1.1, 1.9)
    cv2.circle(line, _xy(head), int(radius), 0, -1, cv2.LINE_AA)
    cv2.circle(fill, _xy(head), int(radius), 255, -1, cv2.LINE_AA)
    cv2.circle(line, _xy(head), int(radius), 255, pen, cv2.LINE_AA)
    if rng.random() < 0.9:
        spread = radius * rng.uniform(0.35, 0.75)
        up = radius * rng.uniform(-0.1, 1.0)
        eye = radius * rng.uniform(0.25, 0.6)
        for sign in (-1, 1):
            at = head + np.array([sign * spread, -up])
            cv2.circle(line, _xy(at), int(eye), 0, -1, cv2.LINE_AA)
            cv2.circle(fill, _xy(at), int(eye), 0, -1, cv2.LINE_AA)
            cv2.circle(line, _xy(at), int(eye), 255, max(1, pen - 1), cv2.LINE_AA)
            pupil = at + rng.uniform(-0.3, 0.3, 2) * eye
            cv2.circle(line, _xy(pupil), max(1, int(eye * 0.4)), 255, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        box = (int(radius * 0.55), int(radius * 0.4))
        mouth = head + np.array([0, radius * 0.2])
        cv2.ellipse(line, _xy(mouth), box, 0, 10, 170, 255, max(1, pen - 1), cv2.LINE_AA)
    if rng.random() < 0.25:
        for sign in (-1, 1):
            tip = head + np.array([sign * radius * 0.8, -radius * 1.9])
            cv2.line(line, _xy(head + np.array([0, -radius])), _xy(tip), 255, pen, cv2.LINE_AA)
            cv2.circle(line, _xy(tip), pen + 1, 255, -1, cv2.LINE_AA)


def _place(rng: np.random.Generator, line: Canvas, fill: Canvas) -> tuple[Canvas, Canvas]:
    """Turn, stretch and centre the drawing so that it takes 50 to 80 % of the face."""
    side = line.shape[0]
    ys, xs = np.nonzero(np.maximum(line, fill))
    middle = np.array([(xs.min() + xs.max()) / 2, (ys.min() + ys.max()) / 2])
    extent = max(float(np.ptp(xs)), float(np.ptp(ys))) / side
    scale = rng.uniform(0.5, 0.82) / max(extent, 0.2)
    angle = rng.uniform(0, 2 * np.pi)
    stretch = rng.uniform(0.8, 1.25)
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    turn = np.array([[c, -s * stretch], [s, c * stretch]])
    shift = np.array([side / 2, side / 2]) - turn @ middle
    matrix = np.hstack([turn, shift[:, None]])
    if rng.random() < 0.5:
        line, fill = line[:, ::-1].copy(), fill[:, ::-1].copy()
        middle[0] = side - 1 - middle[0]
        matrix[:, 2] = np.array([side / 2, side / 2]) - turn @ middle
    return (
        cv2.warpAffine(line, matrix, (side, side), flags=cv2.INTER_AREA),
        cv2.warpAffine(fill, matrix, (side, side), flags=cv2.INTER_AREA),
    )

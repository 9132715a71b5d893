"""Table tops: felt, wood, paper, patterned cloth, carpet, stone, trays: drawn, not photographed."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

_TONES = (
    (0.75, 0.78, 0.8),
    (0.9, 0.9, 0.9),
    (0.55, 0.6, 0.62),
    (0.1, 0.35, 0.12),
    (0.12, 0.5, 0.2),
    (0.1, 0.1, 0.45),
    (0.45, 0.2, 0.1),
    (0.05, 0.05, 0.06),
    (0.25, 0.4, 0.6),
    (0.3, 0.5, 0.72),
    (0.1, 0.22, 0.4),
    (0.6, 0.75, 0.88),
    (0.35, 0.35, 0.35),
    (0.4, 0.25, 0.4),
    (0.5, 0.5, 0.2),
)


def noise(
    rng: np.random.Generator, height: int, width: int, cell: float, stretch: float = 1.0
) -> Floats:
    """Return smooth noise of about `cell` px in 0..1, `stretch` times longer along x."""
    h = max(2, int(height / cell) + 2)
    w = max(2, int(width / (cell * stretch)) + 2)
    grid = rng.random((h, w)).astype(np.float32)
    return cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)


def _tone(rng: np.random.Generator) -> Floats:
    tone = np.array(_TONES[int(rng.integers(len(_TONES)))], np.float32)
    if rng.random() < 0.2:
        tone = rng.uniform(0.03, 0.95, 3).astype(np.float32)
    return np.clip(tone * rng.uniform(0.75, 1.2) + rng.normal(0, 0.03, 3), 0.02, 1).astype(
        np.float32
    )


def table_top(rng: np.random.Generator, height: int, width: int, die_px: float) -> Floats:
    """Draw a surface (height, width, 3) float32 B, G, R albedo for dice about `die_px` wide."""
    base = np.empty((height, width, 3), np.float32)
    base[:] = _tone(rng)
    kind = rng.integers(0, 9)
    if kind == 0:  # felt or paper
        base *= (1 + rng.uniform(0.02, 0.25) * (rng.random((height, width)) - 0.5))[..., None]
        base *= (0.9 + 0.2 * noise(rng, height, width, die_px * 2))[..., None]
    elif kind in (1, 2):  # wood
        grain = noise(rng, height, width, die_px * rng.uniform(0.05, 0.4), rng.uniform(8, 40))
        bend = noise(rng, height, width, die_px * 4)
        rings = 0.5 + 0.5 * np.sin(grain * 4 + bend * rng.uniform(5, 40))
        base *= (1 - rng.uniform(0.05, 0.45) * rings * grain)[..., None].astype(np.float32)
        if rng.random() < 0.3:
            step = int(die_px * rng.uniform(1.5, 6)) + 2
            base[::step] *= 0.45
        if rng.random() < 0.5:
            base = cv2.rotate(cv2.resize(base, (height, width)), cv2.ROTATE_90_CLOCKWISE)
    elif kind == 3:  # carpet
        for cell in (0.08, 0.16, 0.4):
            base *= (0.72 + 0.5 * noise(rng, height, width, max(1.2, die_px * cell)))[..., None]
    elif kind == 4:  # cloth with a repeated pattern
        base = _pattern(rng, base, die_px)
    elif kind == 5:  # weave, two tones
        other, cell = _tone(rng), max(2, int(die_px * rng.uniform(0.05, 0.25)))
        flips = noise(rng, height, width, cell) > rng.uniform(0.35, 0.65)
        base = np.where(flips[..., None], other, base)
        base = cv2.GaussianBlur(base, (0, 0), 0.6 + rng.random())
    elif kind == 6:  # marble or stone
        veins = np.abs(noise(rng, height, width, die_px * 2) - 0.5) + np.abs(
            noise(rng, height, width, die_px * 0.6) - 0.5
        )
        base *= (0.6 + 0.6 * np.clip(veins * 2.5, 0, 1))[..., None]
    elif kind == 7:  # printed sheet: writing, lines, boxes
        base = _print(rng, base, die_px)
    spots = rng.random()
    if spots < 0.12:
        for _ in range(int(rng.integers(3, 40))):
            at = (int(rng.integers(width)), int(rng.integers(height)))
            size = max(1, int(die_px * rng.uniform(0.02, 0.12)))
            cv2.circle(base, at, size, _tone(rng).tolist(), -1, cv2.LINE_AA)
    return np.clip(base, 0.01, 1).astype(np.float32)


def _pattern(rng: np.random.Generator, base: Floats, die_px: float) -> Floats:
    height, width = base.shape[:2]
    colour = _tone(rng).tolist()
    step = max(4, int(die_px * rng.uniform(0.25, 2.0)))
    kind = rng.integers(0, 5)
    if kind == 0:  # dots
        radius = max(1, int(step * rng.uniform(0.1, 0.35)))
        for y in range(0, height + step, step):
            for x in range((y // step % 2) * step // 2, width + step, step):
                cv2.circle(base, (x, y), radius, colour, -1, cv2.LINE_AA)
    elif kind == 1:  # checks
        y, x = np.mgrid[:height, :width]
        base[((y // step + x // step) % 2) == 0] = colour
    elif kind == 2:  # tartan
        for _ in range(int(rng.integers(1, 4))):
            tone, wide, off = (
                _tone(rng),
                int(step * rng.uniform(0.1, 0.6)) + 1,
                int(rng.integers(step)),
            )
            for at in range(off, max(height, width), step):
                base[at : at + wide] = base[at : at + wide] * 0.5 + tone * 0.5
                base[:, at : at + wide] = base[:, at : at + wide] * 0.5 + tone * 0.5
    elif kind == 3:  # squares with gaps, like tiles or keys
        gap = max(1, int(step * rng.uniform(0.05, 0.3)))
        for y in range(0, height, step):
            for x in range(0, width, step):
                cv2.rectangle(base, (x, y), (x + step - gap, y + step - gap), colour, -1)
                if rng.random() < 0.4:
                    cv2.putText(
                        base,
                        chr(int(rng.integers(48, 91))),
                        (x + 2, y + step - gap - 2),
                        cv2.FONT_HERSHEY_SIMPLEX,
                        step / 45,
                        _tone(rng).tolist(),
                        1,
                        cv2.LINE_AA,
                    )
    else:  # flowers
        for _ in range(int(width * height / (step * step * 2)) + 1):
            root = rng.uniform(0, 1, 2) * (width, height)
            for k in range(5):
                a = k * 1.2566
                out = root + step * 0.25 * np.array([np.cos(a), np.sin(a)])
                leaf = (int(out[0]), int(out[1]))
                cv2.circle(base, leaf, max(1, int(step * 0.16)), colour, -1, cv2.LINE_AA)
    return cv2.GaussianBlur(base, (0, 0), rng.uniform(0.4, 1.2))


def _print(rng: np.random.Generator, base: Floats, die_px: float) -> Floats:
    height, width = base.shape[:2]
    for _ in range(int(rng.integers(3, 25))):
        ink = _tone(rng).tolist()
        x, y = int(rng.integers(width)), int(rng.integers(height))
        what = float(rng.random())
        if what < 0.5:
            text = "".join(chr(int(rng.integers(40, 122))) for _ in range(int(rng.integers(1, 16))))
            cv2.putText(
                base,
                text,
                (x, y),
                int(rng.integers(0, 5)),
                die_px / 60 * rng.uniform(0.5, 2.5),
                ink,
                int(rng.integers(1, 3)),
                cv2.LINE_AA,
            )
        elif what < 0.8:
            w, h = (int(v) for v in rng.uniform(0.3, 4, 2) * die_px)
            cv2.rectangle(base, (x, y), (x + w, y + h), ink, -1 if rng.random() < 0.4 else 1)
        else:
            far = (int(rng.integers(width)), int(rng.integers(height)))
            cv2.line(base, (x, y), far, ink, int(rng.integers(1, 4)), cv2.LINE_AA)
    return base


def add_tray(rng: np.random.Generator, base: Floats, die_px: float) -> Floats:
    """Put walls of a tray round the middle: an outer surface, a rim with light and dark edges."""
    height, width = base.shape[:2]
    outer = table_top(rng, height, width, die_px)
    mask = np.zeros((height, width), np.float32)
    margin = rng.uniform(0.02, 0.22, 4)
    box = np.array(
        [
            (margin[0] * width, margin[1] * height),
            ((1 - margin[2]) * width, margin[1] * height),
            ((1 - margin[2]) * width, (1 - margin[3]) * height),
            (margin[0] * width, (1 - margin[3]) * height),
        ]
    )
    box += rng.normal(0, 0.012, (4, 2)) * width
    cv2.fillPoly(mask, [box.astype(np.int32)], 1.0, cv2.LINE_AA)
    out = base * mask[..., None] + outer * (1 - mask[..., None])
    rim = max(2, int(die_px * rng.uniform(0.1, 0.8)))
    cv2.polylines(out, [box.astype(np.int32)], True, _tone(rng).tolist(), rim, cv2.LINE_AA)
    cv2.polylines(
        out, [box.astype(np.int32)], True, _tone(rng).tolist(), max(1, rim // 4), cv2.LINE_AA
    )
    near = cv2.GaussianBlur(mask, (0, 0), die_px * 0.6)
    return (out * (0.55 + 0.45 * np.clip(near * 1.2, 0, 1))[..., None]).astype(np.float32)

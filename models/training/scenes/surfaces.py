"""What dice lie on: felt, wood, paper, cloth, carpet and others, as tiles that repeat."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .faces import cloud
from .looks import linear

Field = NDArray[np.float32]
SIZE = 512


@dataclass(frozen=True, slots=True)
class Surface:
    """A square tile of `tile_mm`: `albedo` (n, n, 3) linear RGB, `height` (n, n) for its relief.

    `bump` scales the relief, `roughness` is the gloss (0 mirror, 1 matt).
    """

    name: str
    albedo: Field
    height: Field
    tile_mm: float
    roughness: float
    bump: float


Maker = Callable[[np.random.Generator], Surface]


def _rgb(rng: np.random.Generator, low: int = 20, high: int = 235) -> Field:
    """Return a random colour, dull more often than bright."""
    base = float(rng.uniform(low, high))
    spread = float(rng.choice([6, 25, 80]))
    c = np.clip(base + rng.normal(0, spread, 3), low, high)
    return np.asarray(linear(int(c[0]), int(c[1]), int(c[2])), np.float32)


def _tint(pattern: Field, colour: Field) -> Field:
    return np.ascontiguousarray(np.clip(pattern[..., None] * colour, 0.003, 0.9), np.float32)


def _felt(rng: np.random.Generator) -> Surface:
    colours = (
        (20, 95, 55),
        (120, 20, 30),
        (25, 40, 95),
        (40, 40, 44),
        (70, 30, 90),
        (150, 120, 80),
    )
    r, g, b = colours[int(rng.integers(len(colours)))]
    colour = np.asarray(linear(r, g, b), np.float32) * np.float32(rng.uniform(0.7, 1.5))
    fibre = np.asarray(
        0.7 * cloud(rng, SIZE, 0.6) + 0.3 * rng.normal(size=(SIZE, SIZE)), np.float32
    )
    value = np.clip(0.9 + 0.2 * fibre + 0.06 * cloud(rng, SIZE, 1.6), 0.2, 1.8)
    return Surface(
        "felt", _tint(value, colour), fibre * 0.12, float(rng.uniform(70, 140)), 0.95, 2.0
    )


def _wood(rng: np.random.Generator) -> Surface:
    woods = (
        (198, 160, 110),
        (150, 100, 60),
        (96, 60, 36),
        (215, 190, 150),
        (70, 46, 34),
        (178, 140, 96),
    )
    r, g, b = woods[int(rng.integers(len(woods)))]
    warp = cv2.resize(cloud(rng, SIZE, 1.8), (SIZE, SIZE))
    ys = np.linspace(0, 1, SIZE, endpoint=False, dtype=np.float32)[:, None]
    rings = np.sin(2 * np.pi * (ys * int(rng.integers(5, 14)) + 0.35 * warp))
    pores = cv2.blur(rng.normal(size=(SIZE, SIZE)).astype(np.float32), (41, 1))
    value = 0.92 + 0.1 * rings + 0.5 * pores
    planks = int(rng.integers(0, 4))
    height = np.asarray(0.2 * pores, np.float32)
    for k in range(planks):
        y = int(SIZE * (k + 0.5) / planks)
        value[y : y + 2] *= 0.35
        band = slice(int(SIZE * k / planks), int(SIZE * (k + 1) / planks))
        value[band] *= np.float32(rng.uniform(0.8, 1.15))
    colour = np.asarray(linear(r, g, b), np.float32)
    return Surface(
        "wood",
        _tint(np.asarray(value, np.float32), colour),
        height,
        float(rng.uniform(150, 350)),
        float(rng.choice([0.15, 0.3, 0.5])),
        0.6,
    )


def _paper(rng: np.random.Generator) -> Surface:
    value = np.asarray(1 + 0.02 * cloud(rng, SIZE, 1.0), np.float32)
    colour = np.asarray(linear(*(int(v) for v in rng.uniform(200, 240, 3))), np.float32)
    albedo = _tint(value, colour)
    style = str(rng.choice(["plain", "lines", "squares", "dots"]))
    step = int(rng.choice([16, 32, 64]))
    ink = np.asarray(linear(90, 110, 170), np.float32) if rng.random() < 0.6 else _rgb(rng, 60, 160)
    if style in ("lines", "squares"):
        albedo[::step] = albedo[::step] * 0.4 + 0.6 * ink
        if style == "squares":
            albedo[:, ::step] = albedo[:, ::step] * 0.4 + 0.6 * ink
    elif style == "dots":
        for y in range(step // 2, SIZE, step):
            for x in range(step // 2, SIZE, step):
                cv2.circle(albedo, (x, y), 2, ink.tolist(), -1)
    return Surface("paper", albedo, value * 0.02, float(rng.uniform(90, 180)), 0.7, 0.3)


def _weave() -> Field:
    ys, xs = np.mgrid[0:SIZE, 0:SIZE]
    return np.asarray(
        0.5 + 0.25 * np.sin(xs * np.pi / 2) + 0.25 * np.sin(ys * np.pi / 2), np.float32
    )


def _cloth(rng: np.random.Generator) -> Surface:
    """Paint checks, stripes, spots or flowers on woven cloth."""
    a, b, c = _rgb(rng, 60), _rgb(rng, 20), _rgb(rng, 20)
    albedo = np.empty((SIZE, SIZE, 3), np.float32)
    albedo[:] = a
    n = int(rng.choice([2, 4, 8]))
    step = SIZE // n
    style = str(rng.choice(["gingham", "stripes", "spots", "flowers"]))
    if style == "gingham":
        for k in range(n):
            half = slice(k * step, k * step + step // 2)
            albedo[half] = albedo[half] * 0.5 + 0.5 * b
            albedo[:, half] = albedo[:, half] * 0.5 + 0.5 * b
    elif style == "stripes":
        for k in range(n):
            albedo[:, k * step : k * step + int(step * rng.uniform(0.2, 0.6))] = b
    for k in range(n * n if style in ("spots", "flowers") else 0):
        x = int((k % n + 0.5 + 0.25 * (k // n % 2)) * step) % SIZE
        y = int((k // n + 0.5) * step)
        r = max(2, int(step * rng.uniform(0.15, 0.3)))
        if style == "spots":
            cv2.circle(albedo, (x, y), r, b.tolist(), -1, cv2.LINE_AA)
            continue
        for p in range(6):
            t = p * np.pi / 3
            at = (int(x + r * 0.7 * np.cos(t)), int(y + r * 0.7 * np.sin(t)))
            cv2.circle(albedo, at, max(1, r // 2), b.tolist(), -1, cv2.LINE_AA)
        cv2.circle(albedo, (x, y), max(1, r // 2), c.tolist(), -1, cv2.LINE_AA)
    weave = _weave()
    albedo *= (0.85 + 0.3 * weave + 0.03 * cloud(rng, SIZE, 1.0))[..., None]
    return Surface("cloth", np.clip(albedo, 0.003, 0.9), weave * 0.1,
                   float(rng.uniform(60, 200)), 0.9, 1.0)  # fmt: skip


def _carpet(rng: np.random.Generator) -> Surface:
    loops = np.zeros((SIZE, SIZE), np.float32)
    n = int(rng.choice([24, 32, 48]))
    step = SIZE / n
    for k in range(n * n):
        x = (k % n + 0.5 + 0.3 * rng.normal()) * step
        y = (k // n + 0.5 + 0.3 * rng.normal()) * step
        at = (int(x) % SIZE, int(y) % SIZE)
        cv2.circle(loops, at, int(step * 0.42), (float(rng.uniform(0.6, 1.1)),), -1, cv2.LINE_AA)
    loops = np.asarray(cv2.GaussianBlur(loops, (0, 0), step * 0.12), np.float32)
    colour = _rgb(rng, 50, 170)
    return Surface(
        "carpet",
        _tint(0.35 + 0.7 * loops, colour),
        loops * 0.5,
        float(rng.uniform(80, 160)),
        1.0,
        2.5,
    )


def _plain(rng: np.random.Generator) -> Surface:
    value = np.asarray(1 + 0.03 * cloud(rng, SIZE, 1.2), np.float32)
    return Surface("plain", _tint(value, _rgb(rng)), value * 0.05, float(rng.uniform(100, 300)),
                   float(rng.choice([0.15, 0.35, 0.7])), 0.4)  # fmt: skip


def _leather(rng: np.random.Generator) -> Surface:
    grain = np.abs(cloud(rng, SIZE, 0.9)) + 0.5 * np.abs(cloud(rng, SIZE, 1.2))
    grain = np.asarray(np.clip(grain, 0, 2.5), np.float32)
    colour = np.asarray(
        linear(*[(60, 34, 22), (26, 24, 24), (110, 26, 28)][int(rng.integers(3))]), np.float32
    )
    return Surface(
        "leather",
        _tint(0.8 + 0.15 * grain, colour),
        grain * 0.2,
        float(rng.uniform(60, 120)),
        0.4,
        1.0,
    )


def _marble(rng: np.random.Generator) -> Surface:
    veins = 1 - np.clip(np.abs(cloud(rng, SIZE, 1.7)) * 3, 0, 1)
    base, other = (_rgb(rng, 150, 235), _rgb(rng, 40, 140)) if rng.random() < 0.6 else (
        _rgb(rng, 20, 70), _rgb(rng, 120, 200))  # fmt: skip
    mix = np.asarray(0.7 * veins**2 * np.clip(0.5 + cloud(rng, SIZE, 1.6), 0, 1), np.float32)
    albedo = base * (1 - mix[..., None]) + other * mix[..., None]
    return Surface(
        "marble",
        np.asarray(albedo, np.float32),
        mix * 0.01,
        float(rng.uniform(150, 400)),
        0.12,
        0.1,
    )


def _tartan(rng: np.random.Generator) -> Surface:
    colours = [_rgb(rng, 20, 200) for _ in range(4)]
    lines = np.zeros((SIZE, 3), np.float32)
    at = 0
    while at < SIZE:
        w = int(rng.integers(8, 90))
        lines[at : at + w] = colours[int(rng.integers(4))]
        at += w
    ys, xs = np.mgrid[0:SIZE, 0:SIZE]
    twill = ((xs + ys) // 2 % 2 == 0)[..., None]
    albedo = np.where(twill, lines[:, None], lines[None])
    height = np.asarray(twill[..., 0], np.float32) * 0.1
    return Surface(
        "tartan", np.asarray(albedo, np.float32), height, float(rng.uniform(80, 160)), 0.9, 0.8
    )


def _newspaper(rng: np.random.Generator) -> Surface:
    albedo = np.full((SIZE, SIZE, 3), 0.6, np.float32)
    letters = list("abcdefghijklmnoprstuvwxyz     ")
    for column in range(3):
        y = 12
        while y < SIZE - 4:
            big = rng.random() < 0.08
            word = "".join(rng.choice(letters, 9 if big else 24))
            scale = 0.9 if big else 0.33
            cv2.putText(albedo, word, (column * 172 + 6, y), cv2.FONT_HERSHEY_COMPLEX_SMALL, scale,
                        (0.04, 0.04, 0.04), 2 if big else 1, cv2.LINE_AA)  # fmt: skip
            y += 26 if big else 11
        albedo[:, column * 172 - 3 : column * 172 + 3] = 0.6
    return Surface(
        "newspaper", albedo, albedo[..., 0] * 0.01, float(rng.uniform(110, 200)), 0.8, 0.2
    )


MAKERS: dict[str, Maker] = {
    "felt": _felt, "wood": _wood, "paper": _paper, "cloth": _cloth, "carpet": _carpet,
    "plain": _plain, "leather": _leather, "marble": _marble, "tartan": _tartan,
    "newspaper": _newspaper,
}  # fmt: skip

HELD_OUT_SURFACES = ("marble", "tartan", "newspaper")
"""Surfaces that no training scene shows. The test set uses these and new felt and wood."""

_WEIGHTS = {"felt": 3.0, "wood": 3.0, "plain": 2.0, "cloth": 1.5, "paper": 1.5}


def surface_kinds(held_out: bool) -> tuple[str, ...]:
    """Return the kinds of surface that a set may show."""
    if held_out:
        return (*HELD_OUT_SURFACES, "felt", "wood")
    return tuple(k for k in MAKERS if k not in HELD_OUT_SURFACES)


def choose_surface(rng: np.random.Generator, held_out: bool) -> Surface:
    """Choose and paint a surface."""
    kinds = surface_kinds(held_out)
    weights = np.array([_WEIGHTS.get(k, 1.0) for k in kinds])
    return MAKERS[str(rng.choice(kinds, p=weights / weights.sum()))](rng)

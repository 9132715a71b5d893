"""Pictures on dice that are no worms: star, heart, anchor, leaf, letters, numerals and the like.

They teach the reader that a picture is not a pip face and not every picture is a worm. Drawn by
code alone; the seed chooses proportions, stroke, turn and filling.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .canvas import ACCENT, LINE, WHITE, Canvas, Drawing, Points, ellipse, turned

Pen = Callable[[Canvas, np.random.Generator, float, bool], None]


def _polar(radii: list[float], phase: float = np.pi / 2) -> Points:
    a = phase + 2 * np.pi * np.arange(len(radii)) / len(radii)
    r = np.array(radii)
    return np.stack([r * np.cos(a), r * np.sin(a)], 1)


def _star(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    tips = int(rng.integers(4, 9))
    r, inner = rng.uniform(0.5, 0.8), rng.uniform(0.35, 0.6)
    xy = turned(_polar([r, r * inner] * tips), float(rng.normal(0, 0.2)))
    canvas.shape(xy, stroke, filled)


def _heart(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    xy = np.stack(
        [
            16 * np.sin(t) ** 3,
            13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t),
        ],
        1,
    )
    canvas.shape(xy / 17 * rng.uniform(0.5, 0.8), stroke, filled)


def _anchor(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    w = stroke * rng.uniform(1.5, 2.6)
    h = rng.uniform(0.5, 0.75)
    canvas.polyline(np.array([[0, h * 0.7], [0, -h]]), w, LINE)
    canvas.ring(0, h * 0.85, h * 0.16, w * 0.8, LINE)
    canvas.polyline(np.array([[-h * 0.4, h * 0.4], [h * 0.4, h * 0.4]]), w, LINE)
    canvas.polyline(ellipse(0, -h * 0.2, h * 0.75, h * 0.8, 0, np.pi, 2 * np.pi, 24), w, LINE)
    for side in (-1, 1):
        tip = np.array([[0.95, -0.25], [0.6, -0.2], [0.78, 0.1]]) * h * np.array([side, 1])
        canvas.polygon(tip, LINE)


def _leaf(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    t = np.linspace(0, np.pi, 24)
    w, h = rng.uniform(0.25, 0.45), rng.uniform(0.5, 0.75)
    side = np.stack([w * np.sin(t) ** 1.3, h * np.cos(t)], 1)
    angle = float(rng.uniform(0, 2 * np.pi))
    outline = turned(np.vstack([side, side[::-1] * [-1, 1]]), angle)
    canvas.shape(outline, stroke, filled)
    canvas.polyline(turned(np.array([[0, h * 0.7], [0, -h * 1.25]]), angle), stroke, LINE)
    for k in np.linspace(-0.5, 0.4, int(rng.integers(3, 6))):
        for s in (-1, 1):
            vein = np.array([[0, h * k], [s * w * 0.6, h * (k + 0.25)]])
            canvas.polyline(turned(vein, angle), stroke * 0.6, LINE)


def _sun(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    n, r = int(rng.integers(6, 14)), rng.uniform(0.25, 0.4)
    for a in np.arange(n) * 2 * np.pi / n:
        ray = np.array([[np.cos(a), np.sin(a)]]) * np.array([[r * 1.3], [r * 1.9]])
        canvas.polyline(ray, stroke * 1.2, LINE)
    canvas.shape(ellipse(0, 0, r, r), stroke, filled)


def _moon(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    r = rng.uniform(0.45, 0.7)
    outer = ellipse(0, 0, r, r, 0, np.pi / 2, 3 * np.pi / 2, 30)
    inner = ellipse(0, 0, r * rng.uniform(0.2, 0.6), r, 0, 3 * np.pi / 2, np.pi / 2, 30)
    canvas.shape(turned(np.vstack([outer, inner]), float(rng.normal(0, 0.5))), stroke, filled)


def _skull(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    r = rng.uniform(0.4, 0.6)
    canvas.shape(ellipse(0, -0.62 * r, 0.55 * r, 0.45 * r), stroke, filled)
    canvas.shape(ellipse(0, 0.2 * r, r, 0.85 * r), stroke, filled)
    for side in (-1, 1):
        canvas.disc(side * 0.4 * r, 0.15 * r, rng.uniform(0.2, 0.3) * r, LINE)
        tooth = np.array([[side * 0.2 * r, -0.6 * r], [side * 0.2 * r, -r]])
        canvas.polyline(tooth, stroke, LINE)
    canvas.polygon(np.array([[0, -0.15], [0.12, -0.4], [-0.12, -0.4]]) * r, LINE)


def _crown(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    w, h, n = rng.uniform(0.45, 0.7), rng.uniform(0.3, 0.5), int(rng.integers(3, 6))
    top = []
    for k in range(n):
        top += [[-w + 2 * w * k / (n - 1), h]]
        if k < n - 1:
            top += [[-w + 2 * w * (k + 0.5) / (n - 1), 0.0]]
    canvas.shape(np.array([[-w * 0.8, -h], *top, [w * 0.8, -h]]), stroke, filled)
    for k in range(n):
        canvas.disc(-w + 2 * w * k / (n - 1), h, stroke * 1.4, LINE)


def _flower(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    n, r = int(rng.integers(4, 8)), rng.uniform(0.35, 0.5)
    for a in np.arange(n) * 2 * np.pi / n + rng.uniform(0, 1):
        canvas.shape(ellipse(r * np.cos(a), r * np.sin(a), r * 0.6, r * 0.45, a), stroke, filled)
    canvas.disc(0, 0, r * 0.45, ACCENT)
    canvas.ring(0, 0, r * 0.45, stroke, LINE)


def _fish(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    w, h = rng.uniform(0.4, 0.55), rng.uniform(0.2, 0.35)
    canvas.shape(np.array([[w * 0.7, 0], [w * 1.5, h], [w * 1.5, -h]]), stroke, filled)
    canvas.shape(ellipse(-0.15, 0, w, h), stroke, filled)
    canvas.disc(-0.15 - w * 0.55, h * 0.2, h * 0.25, LINE)
    canvas.polyline(ellipse(-0.15 - w * 0.2, 0, h * 0.4, h * 0.7, 0, -1.2, 1.2), stroke, LINE)


def _bolt(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    xy = np.array([[0.1, 1], [-0.5, -0.1], [-0.05, -0.1], [-0.2, -1], [0.5, 0.2], [0.05, 0.2]])
    canvas.shape(xy * rng.uniform(0.5, 0.75), stroke, filled)


def _paw(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    r = rng.uniform(0.25, 0.35)
    canvas.polygon(ellipse(0, -0.25, r * 1.2, r), LINE)
    for k in (-1.5, -0.5, 0.5, 1.5):
        canvas.polygon(ellipse(k * r * 0.85, 0.3 - abs(k) * 0.12, r * 0.36, r * 0.5), LINE)


def _smiley(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    r = rng.uniform(0.45, 0.7)
    canvas.shape(ellipse(0, 0, r, r), stroke, filled)
    for side in (-1, 1):
        canvas.disc(side * r * 0.35, r * 0.3, r * rng.uniform(0.08, 0.16), LINE)
    canvas.polyline(ellipse(0, 0, r * 0.6, r * 0.55, 0, 3.5, 5.9), stroke, LINE)


def _mushroom(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    r = rng.uniform(0.45, 0.65)
    stem = np.array([[-0.3, 0], [0.3, 0], [0.38, -1], [-0.38, -1]]) * r
    canvas.shape(stem, stroke, False)
    canvas.shape(ellipse(0, 0, r, r * 0.8, 0, 0, np.pi, 30), stroke, filled)
    for x, y in ((-0.45, 0.3), (0.1, 0.5), (0.5, 0.2)):
        canvas.disc(x * r, y * r, r * 0.13, WHITE if filled else LINE)


def _house(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    w, h = rng.uniform(0.35, 0.55), rng.uniform(0.35, 0.5)
    wall = np.array([[-w, -h], [w, -h], [w, 0.1], [-w, 0.1]])
    canvas.shape(wall, stroke, filled)
    canvas.shape(np.array([[-w * 1.25, 0.1], [w * 1.25, 0.1], [0, h * 1.5]]), stroke, filled)
    door = np.array([[-w * 0.25, -h], [w * 0.25, -h], [w * 0.25, -h * 0.3], [-w * 0.25, -h * 0.3]])
    canvas.polygon(door, LINE)


def _snail(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    r = rng.uniform(0.32, 0.45)
    foot = np.array([[-0.75, -0.45], [0.6, -0.45], [0.75, 0.1], [0.55, 0.1], [0.35, -0.2]])
    canvas.shape(foot, stroke, filled)
    canvas.shape(ellipse(-0.15, 0, r, r), stroke, filled)
    t = np.linspace(0, 4.5 * np.pi, 60)
    coil = np.stack([-0.15 + r * t / 15 * np.cos(t), r * t / 15 * np.sin(t)], 1)
    canvas.polyline(coil, stroke, LINE)
    canvas.polyline(np.array([[0.65, 0.1], [0.8, 0.45]]), stroke, LINE)


def _arrow(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    xy = np.array([[-0.2, -1], [0.2, -1], [0.2, 0.2], [0.6, 0.2], [0, 1], [-0.6, 0.2], [-0.2, 0.2]])
    xy = turned(xy * rng.uniform(0.45, 0.7), float(rng.uniform(0, 2 * np.pi)))
    canvas.shape(xy, stroke, filled)


def _letter(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    word = str(rng.choice(list("ABCEGHJKLQRTXYZ?!&")))
    canvas.text(word, float(rng.uniform(0.7, 1.2)), stroke * float(rng.uniform(1.2, 3.0)))


def _numeral(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    canvas.text(
        str(rng.integers(1, 7)), float(rng.uniform(0.7, 1.2)), stroke * float(rng.uniform(1.2, 3))
    )


def _many_pips(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    """Seven, eight or nine dots: no face of an ordinary die."""
    grid = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    drop: list[tuple[int, int]] = [[(0, 0)], [], [(-1, 0), (1, 0)]][int(rng.integers(3))]
    for x, y in grid:
        if (x, y) not in drop:
            canvas.disc(x * 0.5, y * 0.5, float(rng.uniform(0.13, 0.17)), LINE)


def _cross(canvas: Canvas, rng: np.random.Generator, stroke: float, filled: bool) -> None:
    xy = _polar([0.3, 0.75, 0.75] * 4, np.pi / 4)
    canvas.shape(turned(xy * rng.uniform(0.7, 1.0), 0.0), stroke, filled)


PENS: dict[str, Pen] = {
    "star": _star, "heart": _heart, "anchor": _anchor, "leaf": _leaf, "sun": _sun, "moon": _moon,
    "skull": _skull, "crown": _crown, "flower": _flower, "fish": _fish, "bolt": _bolt,
    "paw": _paw, "smiley": _smiley, "mushroom": _mushroom, "house": _house, "snail": _snail,
    "arrow": _arrow, "letter": _letter, "numeral": _numeral, "many pips": _many_pips,
    "cross": _cross,
}  # fmt: skip

HELD_OUT_PENS = ("anchor", "skull", "fish", "house", "snail")
"""Pictures that no training scene shows."""


def draw_picture(kind: str, seed: int, size: int = 256) -> Drawing:
    """Draw one picture; `kind` is a key of `PENS` (KeyError otherwise); deterministic."""
    pen = PENS[kind]
    rng = np.random.default_rng([seed, 0x91C7])
    canvas = Canvas(size)
    pen(canvas, rng, float(rng.uniform(0.03, 0.09)), bool(rng.random() < 0.5))
    return canvas.finish()


def picture_kinds(held_out: bool) -> tuple[str, ...]:
    """Return the kinds of pictures of the test set or of the training set; they share none."""
    return tuple(kind for kind in PENS if (kind in HELD_OUT_PENS) == held_out)


__all__ = ["HELD_OUT_PENS", "PENS", "draw_picture", "picture_kinds"]

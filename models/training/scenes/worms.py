"""Cartoon worms for the face that Pickomino dice have in place of the six: all drawn by code.

A worm is a curled, segmented body with a big head and two bulging eyes. The seed chooses curl,
stroke, thickness, expression and how the segments are drawn, so that no two seeds look alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .canvas import ACCENT, BODY, LINE, NOTHING, WHITE, Canvas, Drawing, Points, ellipse, turned

CURLS = ("c", "s", "u", "spiral", "loop", "wave", "hook", "arch", "upright")


@dataclass(frozen=True, slots=True)
class WormStyle:
    """How one worm is drawn; lengths in face coordinates (the face is 2 wide)."""

    curl: str
    bend: float
    girth: float
    taper: float
    segments: int
    bands: str
    stroke: float
    head: float
    head_squash: float
    eye: float
    eye_gap: float
    eye_rise: float
    pupil: float
    gaze: float
    mouth: str
    extra: str
    lean: float
    mirror: bool
    reach: float
    filled: bool


def worm_style(seed: int) -> WormStyle:
    """Choose the style of the worm with this seed; the same seed gives the same style."""
    rng = np.random.default_rng([seed, 0x3072])
    girth = float(rng.uniform(0.11, 0.2))
    return WormStyle(
        curl=str(rng.choice(CURLS)),
        bend=float(rng.uniform(0.75, 1.3)),
        girth=girth,
        taper=float(rng.uniform(0.35, 0.9)),
        segments=int(rng.integers(6, 15)),
        bands=str(rng.choice(["beads", "beads", "stripes", "stripes", "arcs", "plain"])),
        stroke=float(rng.uniform(0.022, 0.075)),
        head=girth * float(rng.uniform(1.15, 1.75)),
        head_squash=float(rng.uniform(0.78, 1.2)),
        eye=float(rng.uniform(0.42, 0.72)),
        eye_gap=float(rng.uniform(0.75, 1.1)),
        eye_rise=float(rng.uniform(0.25, 1.0)),
        pupil=float(rng.uniform(0.3, 0.62)),
        gaze=float(rng.uniform(0, 2 * np.pi)),
        mouth=str(rng.choice(["smile", "open", "flat", "frown", "teeth", "none"])),
        extra=str(rng.choice(["none", "none", "none", "antennae", "hat", "tongue", "cheeks"])),
        lean=float(rng.normal(0, 0.25)),
        mirror=bool(rng.integers(2)),
        reach=float(rng.uniform(0.55, 0.85)),
        filled=bool(rng.random() < 0.4),
    )


def spine(style: WormStyle, n: int = 120) -> Points:
    """Return (n, 2) points from the tail to the head, fitted into the part of the face it fills."""
    t = np.linspace(0.0, 1.0, n)
    b = style.bend
    if style.curl == "c":
        a = np.pi * (-0.1 - 1.35 * b * (1 - t))
        xy = np.stack([np.cos(a), np.sin(a)], 1)
    elif style.curl == "s":
        xy = np.stack([0.7 * b * np.sin(2 * np.pi * (t - 0.05)), 2.0 * t - 1], 1)
    elif style.curl == "u":
        a = np.pi * (1 + t)
        xy = np.stack([0.7 * np.cos(a), 1.2 * b * np.sin(a) + 0.6 * t**3], 1)
    elif style.curl == "spiral":
        a = -2 * np.pi * (1.05 + 0.3 * b) * (1 - t) + 0.4
        r = 0.3 + 0.75 * t
        xy = np.stack([r * np.cos(a), r * np.sin(a)], 1)
    elif style.curl == "loop":
        a = 2 * np.pi * (t * 1.25 - 0.35)
        xy = np.stack([2.0 * (t - 0.5) + 0.55 * np.cos(a), 0.65 * b * np.sin(a) + 0.4 * t], 1)
    elif style.curl == "wave":
        xy = np.stack([2.2 * (t - 0.5), 0.4 * b * np.sin(3 * np.pi * t) + 0.9 * t**4], 1)
    elif style.curl == "hook":
        a = np.pi * np.clip((t - 0.35) / 0.65, 0, 1) * 1.1 * b
        xy = np.stack([0.6 * (1 - np.cos(a)), np.minimum(t, 0.35) * 3.4 + 0.55 * np.sin(a)], 1)
    elif style.curl == "arch":
        xy = np.stack([2 * (t - 0.5), b * np.sin(np.pi * t) + 0.5 * np.maximum(0, t - 0.8)], 1)
    else:
        xy = np.stack([0.25 * b * np.sin(2.6 * np.pi * t) - 0.5 * (1 - t) ** 3, 2.2 * t], 1)
    xy = turned(xy, style.lean, mirror=style.mirror)
    margin = style.head * 1.1
    low, high = xy.min(0), xy.max(0)
    room = 2 * style.reach - 2 * margin
    scale = max(room, 0.7) / float(np.max(high - low))
    return np.asarray((xy - (low + high) / 2) * scale)


def _evenly(xy: Points, n: int) -> Points:
    """Resample a path to n points at even distances."""
    steps = np.hypot(*np.diff(xy, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(steps)])
    at = np.linspace(0.0, along[-1], n)
    return np.stack([np.interp(at, along, xy[:, 0]), np.interp(at, along, xy[:, 1])], 1)


def _radius(style: WormStyle, t: float) -> float:
    tail = 1 - (1 - style.taper) * (1 - t) ** 1.5
    return float(style.girth * tail)


def _body(canvas: Canvas, style: WormStyle, path: Points) -> None:
    """Draw the body from the tail forward, so that each part covers the one behind it."""
    inside = BODY if style.filled else NOTHING
    fine = _evenly(path, 160)
    if style.bands == "beads":
        length = float(np.hypot(*np.diff(path, axis=0).T).sum())
        count = max(style.segments, round(length / (1.25 * style.girth)))
        for k, (x, y) in enumerate(_evenly(path, count)):
            r = _radius(style, k / (count - 1))
            canvas.disc(x, y, r + style.stroke / 2, LINE)
            canvas.disc(x, y, r - style.stroke / 2, inside)
        return
    every = max(1, len(fine) // style.segments)
    chunk = 8
    for start in range(0, len(fine), chunk):
        ahead = range(start, min(start + chunk, len(fine)))
        for k in ahead:
            canvas.disc(fine[k, 0], fine[k, 1], _radius(style, k / 159) + style.stroke / 2, LINE)
        # The inside reaches back over the seam between two parts, not over the tail's own outline.
        for k in range(max(0, start - chunk), ahead.stop):
            canvas.disc(fine[k, 0], fine[k, 1], _radius(style, k / 159) - style.stroke / 2, inside)
        for k in range(max(1, start - 2 * chunk), ahead.stop - 1):
            if style.bands != "plain" and k % every == every // 2:
                _band(canvas, style, fine, k)


def _band(canvas: Canvas, style: WormStyle, fine: Points, k: int) -> None:
    along = fine[min(k + 1, 159)] - fine[k - 1]
    across = np.array([-along[1], along[0]]) / (np.hypot(*along) + 1e-9)
    r = _radius(style, k / 159)
    u = np.linspace(-1, 1, 9)[:, None]
    bow = (1 - u**2) * 0.45 * r * along / (np.hypot(*along) + 1e-9)
    if style.bands == "arcs":
        u, bow = u[:6], bow[:6]
    canvas.polyline(fine[k] + u * r * across + bow, style.stroke * 0.8, LINE)


def _head(canvas: Canvas, style: WormStyle, path: Points) -> None:
    x, y = float(path[-1, 0]), float(path[-1, 1])
    h, stroke = style.head, style.stroke
    canvas.shape(ellipse(x, y, h, h * style.head_squash, style.lean * 0.6), stroke, style.filled)
    _mouth(canvas, style, x, y)
    if style.extra == "cheeks":
        for side in (-1, 1):
            canvas.disc(x + side * h * 0.62, y - h * 0.2, h * 0.16, ACCENT)
    if style.extra == "antennae":
        for side in (-1, 1):
            tip = np.array([x + side * h * 0.7, y + h * 1.9])
            canvas.polyline(np.array([[x + side * h * 0.3, y + h * 0.8], tip]), stroke, LINE)
            canvas.disc(tip[0], tip[1], stroke * 1.3, LINE)
    r = h * style.eye
    look = 0.45 * r * np.array([np.cos(style.gaze), np.sin(style.gaze)])
    for side in (-1, 1):
        ex, ey = x + side * r * style.eye_gap, y + h * style.head_squash * style.eye_rise * 0.8
        canvas.disc(ex, ey, r + stroke / 2, LINE)
        canvas.disc(ex, ey, r - stroke / 2, WHITE)
        canvas.disc(ex + look[0], ey + look[1], r * style.pupil, LINE)
    if style.extra == "hat":
        top = y + h * style.head_squash * (0.8 * style.eye_rise) + r
        brim = np.array([[x - h * 0.9, top], [x + h * 0.9, top]])
        crown = np.array([[-0.5, 0.0], [0.5, 0.0], [0.42, 0.7], [-0.42, 0.7]]) * h
        canvas.polygon(crown + np.array([x, top]), ACCENT)
        canvas.polyline(crown + np.array([x, top]), stroke, LINE, closed=True)
        canvas.polyline(brim, stroke * 1.5, LINE)


def _mouth(canvas: Canvas, style: WormStyle, x: float, y: float) -> None:
    h, stroke = style.head, style.stroke
    my = y - h * style.head_squash * 0.35
    if style.mouth in ("smile", "teeth"):
        canvas.polyline(ellipse(x, my + 0.2 * h, 0.5 * h, 0.4 * h, 0, 3.4, 6.0), stroke, LINE)
        if style.mouth == "teeth":
            canvas.polyline(np.array([[x, my - 0.2 * h], [x, my - 0.4 * h]]), stroke, LINE)
    elif style.mouth == "frown":
        canvas.polyline(ellipse(x, my - 0.35 * h, 0.4 * h, 0.3 * h, 0, 0.4, 2.7), stroke, LINE)
    elif style.mouth == "flat":
        canvas.polyline(np.array([[x - 0.4 * h, my], [x + 0.4 * h, my - 0.1 * h]]), stroke, LINE)
    elif style.mouth == "open":
        canvas.polygon(ellipse(x, my - 0.05 * h, 0.32 * h, 0.28 * h), LINE)
    if style.extra == "tongue":
        canvas.polygon(ellipse(x + 0.1 * h, my - 0.3 * h, 0.15 * h, 0.25 * h), ACCENT)


def draw_worm(seed: int, size: int = 256) -> Drawing:
    """Draw the worm with this seed as a `size` x `size` drawing; deterministic."""
    style = worm_style(seed)
    path = spine(style)
    canvas = Canvas(size)
    _body(canvas, style, path)
    _head(canvas, style, path)
    return canvas.finish()

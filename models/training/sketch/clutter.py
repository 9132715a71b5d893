"""Things beside the dice that are no dice: coins, pencils, cables, hands, other polyhedra."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.sketch.keys import add_keyboard, add_label

Floats = NDArray[np.float32]


def add_clutter(rng: np.random.Generator, image: Floats, die_px: float, count: int) -> None:
    """Draw `count` things into `image` (h, w, 3) in place, sized in proportion to the dice."""
    makers = (
        _coin, _pencil, _cable, _card, _polyhedron, _polyhedron, _button, _hand, _pips_card,
        add_keyboard, add_label,
    )  # fmt: skip
    for _ in range(count):
        makers[int(rng.integers(len(makers)))](rng, image, die_px)


def _spot(rng: np.random.Generator, image: Floats) -> tuple[int, int]:
    return int(rng.integers(image.shape[1])), int(rng.integers(image.shape[0]))


def _colour(rng: np.random.Generator) -> list[float]:
    return [float(v) for v in rng.uniform(0.03, 0.95, 3)]


def _shadow(
    rng: np.random.Generator, image: Floats, polygon: NDArray[np.float64], die_px: float
) -> None:
    mask = np.zeros(image.shape[:2], np.float32)
    move = polygon + rng.normal(0, 0.12, 2) * die_px
    cv2.fillPoly(mask, [move.astype(np.int32)], 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), max(0.8, die_px * rng.uniform(0.04, 0.2)))
    image *= (1 - rng.uniform(0.2, 0.7) * mask)[..., None]


def _coin(rng: np.random.Generator, image: Floats, die_px: float) -> None:
    at, radius = _spot(rng, image), int(die_px * rng.uniform(0.35, 0.95)) + 2
    ring = cv2.ellipse2Poly(at, (radius, radius), 0, 0, 360, 15)
    _shadow(rng, image, np.asarray(ring, np.float64), die_px)
    tone = np.array([0.35, 0.5, 0.6]) * rng.uniform(0.5, 1.5)
    cv2.circle(image, at, radius, tone.tolist(), -1, cv2.LINE_AA)
    cv2.circle(
        image,
        at,
        int(radius * 0.88),
        (tone * rng.uniform(0.6, 1.4)).tolist(),
        max(1, radius // 12),
        cv2.LINE_AA,
    )
    sign = str(rng.integers(1, 100))
    cv2.putText(
        image,
        sign,
        (at[0] - radius // 2, at[1] + radius // 3),
        0,
        radius / 28,
        (tone * rng.uniform(0.4, 1.6)).tolist(),
        max(1, radius // 12),
        cv2.LINE_AA,
    )


def _button(rng: np.random.Generator, image: Floats, die_px: float) -> None:
    at, radius = _spot(rng, image), int(die_px * rng.uniform(0.1, 0.6)) + 2
    colour = _colour(rng)
    cv2.circle(image, at, radius, colour, -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        holes = int(rng.choice([2, 4]))
        for k in range(holes):
            a = 2 * np.pi * k / holes + 0.4
            hole = (int(at[0] + radius * 0.3 * np.cos(a)), int(at[1] + radius * 0.3 * np.sin(a)))
            cv2.circle(
                image, hole, max(1, int(radius * 0.14)), [c * 0.3 for c in colour], -1, cv2.LINE_AA
            )


def _pencil(rng: np.random.Generator, image: Floats, die_px: float) -> None:
    at = np.array(_spot(rng, image), float)
    angle, length = rng.uniform(0, np.pi), die_px * rng.uniform(3, 10)
    wide = die_px * rng.uniform(0.2, 0.6)
    along, across = (
        np.array([np.cos(angle), np.sin(angle)]),
        np.array([-np.sin(angle), np.cos(angle)]),
    )
    body = np.array(
        [
            at - across * wide,
            at + along * length - across * wide,
            at + along * (length + 2 * wide),
            at + along * length + across * wide,
            at + across * wide,
        ]
    )
    _shadow(rng, image, body, die_px)
    colour = _colour(rng)
    cv2.fillPoly(image, [body.astype(np.int32)], colour, cv2.LINE_AA)
    mid = np.array(
        [
            at - across * wide / 3,
            at + along * length - across * wide / 3,
            at + along * length + across * wide / 3,
            at + across * wide / 3,
        ]
    )
    cv2.fillPoly(image, [mid.astype(np.int32)], [min(1, c * 1.3) for c in colour], cv2.LINE_AA)


def _cable(rng: np.random.Generator, image: Floats, die_px: float) -> None:
    points = np.cumsum(rng.normal(0, die_px * 1.5, (7, 2)), 0) + _spot(rng, image)
    t, fine = np.arange(7), np.linspace(0, 6, 60)
    curve = np.stack([np.interp(fine, t, points[:, k]) for k in (0, 1)], 1)
    curve = cv2.GaussianBlur(curve.astype(np.float32), (1, 15), 4)
    shade = (curve + die_px * 0.06).astype(np.int32)
    wide = max(1, int(die_px * rng.uniform(0.08, 0.4)))
    cv2.polylines(image, [shade], False, (0.15, 0.15, 0.15), wide + 1, cv2.LINE_AA)
    cv2.polylines(image, [curve.astype(np.int32)], False, _colour(rng), wide, cv2.LINE_AA)


def _rotated(rng: np.random.Generator, image: Floats, w: float, h: float) -> NDArray[np.float64]:
    box = cv2.boxPoints((tuple(map(float, _spot(rng, image))), (w, h), float(rng.uniform(0, 180))))
    return np.asarray(box, np.float64)


def _card(rng: np.random.Generator, image: Floats, die_px: float) -> None:
    w, h = rng.uniform(0.6, 4, 2) * die_px
    box = _rotated(rng, image, w, h)
    _shadow(rng, image, box, die_px)
    cv2.fillPoly(image, [box.astype(np.int32)], _colour(rng), cv2.LINE_AA)
    if rng.random() < 0.6:
        at = box.mean(0).astype(int)
        cv2.putText(
            image,
            str(rng.integers(1, 60)),
            (int(at[0] - die_px * 0.4), int(at[1] + 4)),
            1,
            die_px / 30 * rng.uniform(0.5, 1.6),
            _colour(rng),
            2,
            cv2.LINE_AA,
        )


def _pips_card(rng: np.random.Generator, image: Floats, die_px: float) -> None:
    """Draw a domino, a tile or a picture with dots: flat, no body, not a die."""
    w, h = die_px * rng.uniform(0.5, 1.3), die_px * rng.uniform(1.6, 3.0)
    box = _rotated(rng, image, w, h)
    _shadow(rng, image, box, die_px)
    cv2.fillPoly(image, [box.astype(np.int32)], _colour(rng), cv2.LINE_AA)
    ink = _colour(rng)
    a, b, d = box[0], box[1], box[3]
    for _ in range(int(rng.integers(2, 12))):
        at = a + (b - a) * rng.uniform(0.15, 0.85) + (d - a) * rng.uniform(0.15, 0.85)
        cv2.circle(
            image, (int(at[0]), int(at[1])), max(1, int(die_px * 0.08)), ink, -1, cv2.LINE_AA
        )


def _hand(rng: np.random.Generator, image: Floats, die_px: float) -> None:
    tones = np.array([[0.45, 0.6, 0.85], [0.3, 0.42, 0.65], [0.15, 0.22, 0.38]])
    skin = tones[int(rng.integers(3))] * rng.uniform(0.8, 1.15)
    height, width = image.shape[:2]
    edge = rng.integers(0, 4)
    root = np.array(
        [
            [0, rng.random() * height],
            [width, rng.random() * height],
            [rng.random() * width, 0],
            [rng.random() * width, height],
        ][int(edge)],
        float,
    )
    aim = np.array([width, height]) * rng.uniform(0.25, 0.75, 2) - root
    aim /= np.linalg.norm(aim) + 1e-6
    reach, wide = die_px * rng.uniform(1, 4), die_px * rng.uniform(1.0, 1.8)
    palm = root + aim * reach
    cv2.line(
        image, _ip(root - aim * die_px * 3), _ip(palm), skin.tolist(), int(2 * wide), cv2.LINE_AA
    )
    side = np.array([-aim[1], aim[0]])
    for k in np.linspace(-0.75, 0.75, 4):
        start = palm + side * wide * k
        tip = start + (aim + side * k * 0.5) * die_px * rng.uniform(1.2, 2.6)
        tone = skin * rng.uniform(0.85, 1.1)
        cv2.line(
            image, _ip(start), _ip(tip), (tone * 0.7).tolist(), int(wide * 0.55) + 2, cv2.LINE_AA
        )
        cv2.line(image, _ip(start), _ip(tip), tone.tolist(), max(2, int(wide * 0.45)), cv2.LINE_AA)


def _ip(point: NDArray[np.float64]) -> tuple[int, int]:
    return int(np.clip(point[0], -9999, 9999)), int(np.clip(point[1], -9999, 9999))


def _solids() -> list[NDArray[np.float64]]:
    golden = (1 + 5**0.5) / 2
    octa = [s * e for e in np.eye(3) for s in (-1, 1)]
    icosa: list[tuple[float, ...]] = []
    for a in (-1.0, 1.0):
        for b in (-golden, golden):
            icosa += [(0, a, b), (a, b, 0), (b, 0, a)]
    dodeca: list[tuple[float, ...]] = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    for a in (-1 / golden, 1 / golden):
        for b in (-golden, golden):
            dodeca += [(0, a, b), (a, b, 0), (b, 0, a)]
    tetra = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    angle = np.arange(10) * np.pi / 5
    ten = [(np.cos(t), np.sin(t), 0.1 * (-1) ** k) for k, t in enumerate(angle)] + [
        (0, 0, 1.05),
        (0, 0, -1.05),
    ]
    return [
        np.array(s, float) / np.linalg.norm(np.array(s, float), axis=1).max()
        for s in (octa, icosa, dodeca, tetra, ten)
    ]


SOLIDS = _solids()


def _polyhedron(rng: np.random.Generator, image: Floats, die_px: float) -> None:
    """Draw a d4, d8, d10, d12 or d20 with numerals on its flats, shaded flat by flat."""
    solid = SOLIDS[int(rng.integers(len(SOLIDS)))]
    turn, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    points = solid @ turn * die_px * rng.uniform(0.5, 0.9)
    at = np.array(_spot(rng, image), float)
    hull = cv2.convexHull(points[:, :2].astype(np.float32))[:, 0] + at
    _shadow(rng, image, hull, die_px)
    colour, ink = np.array(_colour(rng)), _colour(rng)
    light = rng.normal(size=3)
    light[2] = abs(light[2]) + 1
    light /= np.linalg.norm(light)
    cv2.fillPoly(image, [hull.astype(np.int32)], (colour * 0.5).tolist(), cv2.LINE_AA)
    for flat in _flats(points):
        normal = np.cross(points[flat[1]] - points[flat[0]], points[flat[2]] - points[flat[0]])
        normal /= np.linalg.norm(normal) + 1e-9
        middle = points[flat].mean(0)
        if normal @ middle < 0:
            normal = -normal
        if normal[2] <= 0.05:
            continue
        tone = colour * (0.45 + 0.65 * max(0.0, float(normal @ light)))
        cv2.fillPoly(
            image, [(points[flat][:, :2] + at).astype(np.int32)], tone.tolist(), cv2.LINE_AA
        )
        if normal[2] > 0.5:
            number = str(rng.integers(1, 21))
            scale = die_px / 70 * rng.uniform(0.6, 1.1)
            where = middle[:2] + at - die_px * 0.12
            cv2.putText(
                image,
                number,
                (int(where[0]), int(where[1] + die_px * 0.22)),
                0,
                scale,
                ink,
                max(1, int(die_px / 28)),
                cv2.LINE_AA,
            )


def _flats(points: NDArray[np.float64]) -> list[list[int]]:
    """Return the flats of a convex solid as ordered vertex lists (brute force over triples)."""
    found: dict[tuple[int, ...], list[int]] = {}
    n = len(points)
    size = np.linalg.norm(points, axis=1).max()
    for i in range(n):
        for j in range(i + 1, n):
            for k in range(j + 1, n):
                normal = np.cross(points[j] - points[i], points[k] - points[i])
                length = np.linalg.norm(normal)
                if length < 1e-6:
                    continue
                gap = (points - points[i]) @ (normal / length)
                if (gap < size * 0.02).all() or (gap > -size * 0.02).all():
                    members = np.nonzero(np.abs(gap) < size * 0.025)[0]
                    found.setdefault(tuple(int(m) for m in members), [])
    out = []
    for members in found:
        middle = points[list(members)].mean(0)
        first = points[members[0]] - middle
        normal = middle / (np.linalg.norm(middle) + 1e-9)
        second = np.cross(normal, first)
        out.append(
            sorted(
                members,
                key=lambda m: float(
                    np.arctan2((points[m] - middle) @ second, (points[m] - middle) @ first)
                ),
            )
        )
    return out

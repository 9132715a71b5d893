"""Things that lie beside dice and must not be taken for dice: coins, tiles, pencils, cups, hands.

Needs manifold3d.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import manifold3d as m3
import numpy as np
from numpy.typing import NDArray

from .canvas import Canvas, drawing_seed
from .faces import Field, cloud
from .looks import linear
from .worms import draw_worm

Array = NDArray[np.float64]
Vertices = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Thing:
    """A mesh in mm in the scene's frame, three corners a triangle, with its own picture."""

    kind: str
    positions: Vertices
    normals: Vertices
    uv: Vertices
    albedo: Field
    roughness: float
    metallic: float


def _mesh(solid: m3.Manifold, crease: float = 35) -> tuple[Vertices, Vertices]:
    mesh = solid.calculate_normals(0, crease).to_mesh()
    props = np.asarray(mesh.vert_properties, np.float32)[np.asarray(mesh.tri_verts).ravel()]
    return props[:, :3].copy(), props[:, 3:6].copy()


def _placed(
    kind: str, solid: m3.Manifold, at: Array, turn: float, albedo: Field, roughness: float,
    metallic: float, uv_mm: float,
) -> Thing:  # fmt: skip
    positions, normals = _mesh(solid)
    uv = np.stack([positions[:, 0] / uv_mm + 0.5, 0.5 - positions[:, 1] / uv_mm], 1)
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)
    moved = positions @ spin.T + np.array([at[0], at[1], 0], np.float32)
    return Thing(kind, moved, normals @ spin.T, uv.astype(np.float32), albedo, roughness, metallic)


def _flat(colour: tuple[float, float, float], size: int = 16) -> Field:
    out = np.empty((size, size, 3), np.float32)
    out[:] = colour
    return out


def _coin(rng: np.random.Generator, at: Array, turn: float) -> Thing:
    metals = (linear(190, 150, 80), linear(170, 170, 165), linear(150, 90, 60))
    albedo = _flat(metals[int(rng.integers(3))], 128)
    canvas = Canvas(128)
    canvas.ring(0, 0, 0.85, 0.05, 1)
    canvas.text(str(rng.choice(["1", "2", "5", "10", "20", "50"])), 0.8, 0.12)
    albedo *= 1 - 0.5 * canvas.finish().line[..., None]
    d = float(rng.uniform(16, 26))
    solid = m3.Manifold.cylinder(1.8, d / 2, d / 2, 64)
    return _placed("coin", solid, at, turn, albedo, 0.35, 0.85, d)


def _tile(rng: np.random.Generator, at: Array, turn: float) -> Thing:
    """Make a bone-coloured tile with a number above one or more worms."""
    albedo = _flat(linear(236, 228, 205), 192)
    number = Canvas(192)
    number.text(str(rng.integers(21, 37)), 0.5, 0.09)
    up = np.roll(number.finish().line, -40, axis=0)
    worm = draw_worm(drawing_seed(rng, False), 96)
    low = np.zeros((192, 192), np.float32)
    low[96:, 48:144] = worm.line
    for mask, colour in ((up, linear(30, 30, 40)), (low, linear(160, 40, 40))):
        albedo = albedo * (1 - mask[..., None]) + mask[..., None] * np.asarray(colour, np.float32)
    solid = m3.Manifold.cube([24, 44, 9], True).translate([0, 0, 4.5])
    return _placed("tile", solid, at, turn, np.asarray(albedo, np.float32), 0.2, 0.0, 44)


def _pencil(rng: np.random.Generator, at: Array, turn: float) -> Thing:
    length = float(rng.uniform(90, 180))
    body = m3.Manifold.cylinder(length, 3.7, 3.7, 6)
    tip = m3.Manifold.cylinder(18, 3.7, 0.5, 6).translate([0, 0, length])
    solid = (body + tip).rotate([0, 90, 0]).translate([-length / 2, 0, 3.5])
    colours = (linear(230, 180, 40), linear(160, 30, 30), linear(30, 60, 120), linear(40, 40, 40))
    return _placed("pencil", solid, at, turn, _flat(colours[int(rng.integers(4))]), 0.3, 0.0, 200)


def _cup(rng: np.random.Generator, at: Array, turn: float) -> Thing:
    r, h = float(rng.uniform(28, 42)), float(rng.uniform(60, 100))
    outer = m3.Manifold.cylinder(h, r * 0.85, r, 64)
    inner = m3.Manifold.cylinder(h, r * 0.85 - 3, r - 3, 64).translate([0, 0, 4])
    colours = (linear(90, 50, 30), linear(230, 228, 220), linear(30, 30, 34), linear(150, 30, 40))
    return _placed("cup", outer - inner, at, turn, _flat(colours[int(rng.integers(4))]), 0.3, 0, 90)


def _counter(rng: np.random.Generator, at: Array, turn: float) -> Thing:
    r = float(rng.uniform(6, 12))
    solid = m3.Manifold.cylinder(float(rng.uniform(3, 9)), r, r, 48)
    c = rng.uniform(20, 230, 3)
    albedo = _flat(linear(int(c[0]), int(c[1]), int(c[2])))
    return _placed("counter", solid, at, turn, albedo, 0.4, 0.0, 30)


def _cube(rng: np.random.Generator, at: Array, turn: float) -> Thing:
    """Make a plain wooden cube, as large as a die, with nothing on it."""
    e = float(rng.uniform(8, 16))
    grain = np.asarray(cv2.resize(cloud(rng, 64, 1.2), (64, 64)), np.float32)
    c = rng.uniform(20, 220, 3)
    albedo = _flat(linear(int(c[0]), int(c[1]), int(c[2])), 64) * (1 + 0.06 * grain[..., None])
    solid = m3.Manifold.cube([e, e, e], True).translate([0, 0, e / 2])
    return _placed("cube", solid, at, turn, np.asarray(albedo, np.float32), 0.6, 0.0, e)


def arm(
    at: Array, turn: float, skin: tuple[float, float, float], open_hand: float, lift_mm: float = 0.0
) -> Thing:
    """Return a hand with its sleeveless arm that comes from the side `turn` points away from.

    The finger tips reach `at`; `open_hand` 0..1 spreads the fingers; `lift_mm` holds it higher.
    """
    parts = []
    fingers = ((-30, 62, 8.0), (-10, 74, 8.8), (10, 70, 8.6), (28, 56, 7.6))
    for y, length, r in fingers:
        spread = np.radians(y * (0.1 + 0.6 * open_hand))
        base = np.array([-78.0, y, 30.0])
        middle = base + np.array([np.cos(spread), np.sin(spread), 0.25]) * length * 0.55
        end = middle + np.array([np.cos(spread), np.sin(spread), -0.55]) * length * 0.5
        parts += [_limb(base, middle, r + 1, r), _limb(middle, end, r, r * 0.8)]
    parts.append(_limb(np.array([-120.0, -38, 26]), np.array([-72.0, -58, 24]), 13, 10))
    parts.append(_limb(np.array([-72.0, -58, 24]), np.array([-38.0, -50, 16]), 10, 8))
    palm = [
        m3.Manifold.sphere(15, 24).translate([x, y, 30]) for x in (-140, -85) for y in (-28, 28)
    ]
    parts.append(m3.Manifold.batch_hull(palm))
    parts.append(_limb(np.array([-145.0, 0, 32]), np.array([-420.0, 0, 45]), 26, 38))
    solid = m3.Manifold.batch_boolean(parts, m3.OpType.Add).translate([0, 0, lift_mm])
    rng = np.random.default_rng(int(abs(turn) * 1000) + 5)
    blotches = np.asarray(cloud(rng, 128, 1.3), np.float32)
    albedo = _flat(skin, 128) * (
        1 + 0.06 * blotches[..., None] * np.array([1, 0.7, 0.6], np.float32)
    )
    return _placed("hand", solid, at, turn, np.asarray(albedo, np.float32), 0.5, 0.0, 300)


def _limb(a: Array, b: Array, ra: float, rb: float) -> m3.Manifold:
    return m3.Manifold.batch_hull(
        [
            m3.Manifold.sphere(ra, 24).translate(a.tolist()),
            m3.Manifold.sphere(rb, 24).translate(b.tolist()),
        ]
    )


SKINS = (linear(224, 172, 140), linear(198, 134, 98), linear(141, 85, 54), linear(90, 56, 38))
_MAKERS = (
    (_coin, 14.0),
    (_tile, 27.0),
    (_pencil, 0.0),
    (_cup, 44.0),
    (_counter, 12.0),
    (_cube, 12.0),
)


def scatter_clutter(
    rng: np.random.Generator, n: int, dice_xy_mm: Array, edge_mm: float, view_mm: float
) -> list[Thing]:
    """Lay up to n things in the view where they touch no die; a hand may hang over dice."""
    out: list[Thing] = []
    taken = [(xy, edge_mm * 0.9) for xy in dice_xy_mm]
    for _ in range(n * 12):
        if len(out) >= n:
            break
        hand = rng.random() < 0.12
        maker, reach = _MAKERS[int(rng.integers(len(_MAKERS)))]
        at = rng.uniform(-0.5, 0.5, 2) * view_mm * np.array([1.0, 0.75])
        turn = float(rng.uniform(0, 2 * np.pi))
        along = np.array([np.cos(turn), np.sin(turn)])
        if hand:
            spots = [(at - along * d, 48.0) for d in range(0, 420, 40)]
        elif maker is _pencil:
            spots = [(at + along * d, 6.0) for d in range(-100, 101, 10)]
        else:
            spots = [(at, reach)]
        over = hand and rng.random() < 0.5
        if not over and any(np.hypot(*(p - q)) < r + s for p, r in spots for q, s in taken):
            continue
        taken += spots
        if hand:
            skin = SKINS[int(rng.integers(len(SKINS)))]
            lift = edge_mm * 1.2 if over else 0.0
            out.append(arm(at, turn, skin, float(rng.random()), lift))
        else:
            out.append(maker(rng, at, turn))
    return out

"""Throws dice with MuJoCo and returns where they come to rest, or their whole way there.

Lengths are millimetres outside and metres inside the simulation. Needs mujoco.
"""

from __future__ import annotations

from dataclasses import dataclass

import mujoco
import numpy as np
from numpy.typing import NDArray

from .layout import quaternion_with_top

Array = NDArray[np.float64]
STEP_S = 0.001


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing that is thrown: its edge, and its corners (edge 1) where it is no cube."""

    edge_mm: float
    rounding: float = 0.1
    hull: Array | None = None


@dataclass(frozen=True, slots=True)
class Walls:
    """Upright walls round the middle: `sides` of them at `reach_mm` (x, y), or none at all."""

    sides: int
    reach_mm: tuple[float, float]
    height_mm: float


@dataclass(frozen=True, slots=True)
class Poses:
    """Middles (n, 3) in mm with z up from the floor, quaternions (n, 4) as w, x, y, z."""

    middles_mm: Array
    quaternions: Array

    def joined(self, other: Poses) -> Poses:
        """Return these poses followed by others."""
        return Poses(
            np.vstack([self.middles_mm, other.middles_mm]),
            np.vstack([self.quaternions, other.quaternions]),
        )


def _geoms(piece: Piece, name: str, mass: float = 0.004) -> str:
    edge = piece.edge_mm / 1000
    if piece.hull is not None:
        return f'<geom type="mesh" mesh="{name}" mass="{mass}"/>'
    h, r = edge / 2, max(piece.rounding, 0.06) * edge
    slabs = ((h, h - r, h - r), (h - r, h, h - r), (h - r, h - r, h))
    out = [f'<geom type="box" size="{a} {b} {c}" mass="{mass / 3}"/>' for a, b, c in slabs]
    e = h - r
    out += [
        f'<geom type="sphere" size="{r}" pos="{x * e} {y * e} {z * e}" mass="0.00001"/>'
        for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)
    ]  # fmt: skip
    return "".join(out)


def _wall_geoms(walls: Walls, high: bool, low_front: bool = False) -> str:
    height = 0.3 if high else walls.height_mm / 1000
    x, y = (v / 1000 for v in walls.reach_mm)
    if walls.sides == 4:
        front = walls.height_mm / 1000 if low_front else height
        at = ((x + 0.02, 0, 0.02, y + 0.04, height), (-x - 0.02, 0, 0.02, y + 0.04, height),
              (0, y + 0.02, x + 0.04, 0.02, height), (0, -y - 0.02, x, 0.02, front))  # fmt: skip
        return "".join(
            f'<geom type="box" pos="{a} {b} {h / 2}" size="{c} {d} {max(h, 0.001) / 2}"/>'
            for a, b, c, d, h in at
        )
    out = []
    for k in range(walls.sides):
        angle = 2 * np.pi * (k + 0.5) / walls.sides
        r = x * (np.cos(np.pi / walls.sides) if walls.sides < 12 else 1.0) + 0.02
        out.append(
            f'<geom type="box" pos="{r * np.cos(angle)} {r * np.sin(angle)} {height / 2}" '
            f'size="0.02 {x} {height / 2}" euler="0 0 {angle}"/>'
        )
    return "".join(out)


def _model(
    walls: Walls, assets: str, bodies: str, high: bool, low_front: bool = False
) -> mujoco.MjModel:
    walled = _wall_geoms(walls, high, low_front)
    return mujoco.MjModel.from_xml_string(
        f"""<mujoco><compiler angle="radian"/>
        <option timestep="{STEP_S}" integrator="implicitfast"/><size memory="64M"/>
        <default><geom friction="0.5 0.003 0.0003" solref="0.004 0.6" condim="4"/></default>
        <asset>{assets}</asset>
        <worldbody><geom type="plane" size="2 2 .1"/>{walled}{bodies}</worldbody>
        </mujoco>"""
    )


def _assets(pieces: list[Piece]) -> str:
    out = []
    for k, piece in enumerate(pieces):
        if piece.hull is not None:
            points = " ".join(f"{v:.6f}" for v in (piece.hull * piece.edge_mm / 1000).ravel())
            out.append(f'<mesh name="m{k}" vertex="{points}"/>')
    return "".join(out)


def _start(pieces: list[Piece], walls: Walls, rng: np.random.Generator) -> tuple[Array, Array]:
    """Spread the dice in loose layers above the floor, in random turns."""
    n = len(pieces)
    edge = max(p.edge_mm for p in pieces)
    step = edge * 1.9
    nx = max(1, int(walls.reach_mm[0] * 1.3 // step))
    ny = max(1, int(walls.reach_mm[1] * 1.3 // step))
    cells = rng.permutation(nx * ny)
    middles = np.empty((n, 3))
    for k in range(n):
        cell = cells[k % len(cells)]
        x = (cell % nx - (nx - 1) / 2) * step
        y = (cell // nx - (ny - 1) / 2) * step
        middles[k] = [x, y, edge * (1.3 + 2.0 * (k // len(cells)))]
    quaternions = rng.normal(size=(n, 4))
    return middles, quaternions / np.linalg.norm(quaternions, axis=1, keepdims=True)


def _free_bodies(pieces: list[Piece], middles: Array, quaternions: Array) -> str:
    out = []
    for k, piece in enumerate(pieces):
        p, q = middles[k] / 1000, quaternions[k]
        out.append(
            f'<body name="d{k}" pos="{p[0]} {p[1]} {p[2]}" quat="{q[0]} {q[1]} {q[2]} {q[3]}">'
            f"<freejoint/>{_geoms(piece, f'm{k}')}</body>"
        )
    return "".join(out)


def throw(
    pieces: list[Piece], walls: Walls, rng: np.random.Generator, gather: bool = False
) -> Poses:
    """Throw all pieces; return their poses at rest. `gather`: a hand sweeps them together."""
    return trajectory(pieces, walls, rng, gather=gather, every_s=10.0)[-1]


def trajectory(
    pieces: list[Piece], walls: Walls, rng: np.random.Generator, every_s: float,
    gather: bool = False, start: Poses | None = None, speed_m_s: Array | None = None,
    longest_s: float = 2.5,
    low_front: bool = False,
) -> list[Poses]:  # fmt: skip
    """Throw all pieces and return their poses every `every_s` seconds; the last is the rest.

    `start` and `speed_m_s` (n, 3) say from where and how fast they come; left out they fall
    from above the middle. `low_front` leaves the wall at -y as low as it is, to throw over it.
    """
    if start is None:
        middles, quaternions = _start(pieces, walls, rng)
        start = Poses(middles, quaternions)
    n = len(pieces)
    bodies = _free_bodies(pieces, start.middles_mm, start.quaternions)
    model = _model(walls, _assets(pieces), bodies, high=True, low_front=low_front)
    data = mujoco.MjData(model)
    speeds = rng.normal(0, 0.25, (n, 3)) if speed_m_s is None else speed_m_s
    for k in range(n):
        data.qvel[6 * k : 6 * k + 3] = speeds[k]
        data.qvel[6 * k + 3 : 6 * k + 6] = rng.normal(0, 20, 3)
    out: list[Poses] = []
    centre = rng.uniform(-0.4, 0.4, 2) * np.array(walls.reach_mm) / 1000
    ids = [model.body(f"d{k}").id for k in range(n)]
    every = max(1, round(every_s / STEP_S))
    swept = 0
    for step in range(round(longest_s / STEP_S) + 1000):
        if step % every == 0:
            out.append(_poses(data, n))
        mujoco.mj_step(model, data)
        still = step > 400 and step % 25 == 0 and float(np.abs(data.qvel).max()) < 0.02
        if (still or step > longest_s / STEP_S) and not gather:
            break
        if gather and (still or swept or step > longest_s / STEP_S):
            swept += 1
            for k, body in enumerate(ids):
                pull = np.clip((centre - data.qpos[7 * k : 7 * k + 2]) * 4, -0.03, 0.03)
                data.xfrc_applied[body, :2] = 0 if swept > 600 else pull
            if swept > 800:
                break
    out.append(_poses(data, n))
    return out


def _poses(data: mujoco.MjData, n: int) -> Poses:
    q: Array = np.array(data.qpos, np.float64).reshape(n, 7)
    return Poses(np.asarray(q[:, :3] * 1000), np.asarray(q[:, 3:]).copy())


def rows(pieces: list[Piece], rng: np.random.Generator) -> Poses:
    """Lay dice side by side in one to three rows, touching or nearly so."""
    n = len(pieces)
    edge = max(p.edge_mm for p in pieces)
    lines = int(rng.integers(1, 4)) if n > 3 else 1
    per = -(-n // lines)
    gap = float(rng.choice([0.0, 0.0, 0.02, 0.3])) * edge
    turn = float(rng.uniform(0, 2 * np.pi))
    c, s = np.cos(turn), np.sin(turn)
    middles, quaternions = np.zeros((n, 3)), np.zeros((n, 4))
    for k in range(n):
        x = (k % per - (per - 1) / 2) * (edge * 1.001 + gap)
        y = (k // per - (lines - 1) / 2) * (edge * 1.001 + gap)
        x += float(rng.normal(0, 0.02)) * gap
        middles[k] = [c * x - s * y, s * x + c * y, pieces[k].edge_mm / 2]
        skew = float(rng.normal(0, 0.01)) if gap == 0 else float(rng.normal(0, 0.05))
        quarter = int(rng.integers(4)) * np.pi / 2
        quaternions[k] = quaternion_with_top(int(rng.integers(6)), turn + quarter + skew)
    return Poses(middles, quaternions)


def lean(
    lying: list[Piece], poses: Poses, piece: Piece, quaternion: Array, start_xy_mm: Array,
    toward_xy: Array, walls: Walls,
) -> Array:  # fmt: skip
    """Hold a piece in a fixed turn, let it down and push it until it touches; return its middle.

    The lying dice stay where they are. `toward_xy` is the direction of the push (zero: straight
    down).
    """
    fixed = []
    for k, other in enumerate(lying):
        p, q = poses.middles_mm[k] / 1000, poses.quaternions[k]
        fixed.append(
            f'<body pos="{p[0]} {p[1]} {p[2]}" quat="{q[0]} {q[1]} {q[2]} {q[3]}">'
            f"{_geoms(other, f'm{k}')}</body>"
        )
    x, y = start_xy_mm / 1000
    z = 4.5 * piece.edge_mm / 1000
    slides = "".join(f'<joint type="slide" axis="{a}" damping="0.05"/>' for a in
                     ("1 0 0", "0 1 0", "0 0 1"))  # fmt: skip
    q = quaternion
    moving = (
        f'<body name="held" pos="{x} {y} {z}">{slides}'
        f'<body quat="{q[0]} {q[1]} {q[2]} {q[3]}">{_geoms(piece, f"m{len(lying)}")}</body></body>'
    )
    model = _model(walls, _assets([*lying, piece]), "".join(fixed) + moving, high=False)
    data = mujoco.MjData(model)
    body = model.body("held").id
    for step in range(1500):
        push = 0.012 if step > 350 else 0.0
        data.xfrc_applied[body, :2] = push * toward_xy
        mujoco.mj_step(model, data)
    return np.array([x, y, z]) * 1000 + np.array(data.qpos) * 1000

"""Meshes of dice: rounded six-sided bodies with inset pips, and the other kinds of dice.

Needs manifold3d. A mesh has its own three corners for every triangle, so that each face has its
own cell of the atlas; `face` says which cell a triangle belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import manifold3d as m3
import numpy as np
from numpy.typing import NDArray

from .layout import NORMALS, RIGHT, UP, pip_centres
from .looks import Look

Vertices = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Body:
    """A die of edge 1 about its middle.

    `positions`, `normals` (3 n, 3) and `uv` (3 n, 2) of n triangles, `face` (n,); `frames` are
    (right, up, normal, centre) of each face, `half` the half width that a face's cell shows.
    """

    positions: Vertices
    normals: Vertices
    uv: Vertices
    face: NDArray[np.int32]
    frames: tuple[tuple[NDArray[np.float64], ...], ...]
    half: float
    columns: int
    hull: NDArray[np.float64]


def _unpack(solid: m3.Manifold, crease: float) -> tuple[Vertices, Vertices]:
    mesh = solid.calculate_normals(0, crease).to_mesh()
    props = np.asarray(mesh.vert_properties, np.float32)[np.asarray(mesh.tri_verts).ravel()]
    return props[:, :3].copy(), props[:, 3:6].copy()


def _wrap(
    positions: Vertices, normals: Vertices, face: NDArray[np.int32],
    frames: tuple[tuple[NDArray[np.float64], ...], ...], half: float, columns: int,
    hull: NDArray[np.float64],
) -> Body:  # fmt: skip
    """Lay each triangle into its face's cell of the atlas."""
    rows = -(-len(frames) // columns)
    corner_face = np.repeat(face, 3)
    right = np.stack([f[0] for f in frames])[corner_face]
    up = np.stack([f[1] for f in frames])[corner_face]
    centre = np.stack([f[3] for f in frames])[corner_face]
    local = positions - centre
    a = np.clip((local * right).sum(1) / half, -0.985, 0.985)
    b = np.clip((local * up).sum(1) / half, -0.985, 0.985)
    u = (corner_face % columns + (a + 1) / 2) / columns
    # The first row of an image is the top, v counts from there.
    v = (corner_face // columns + (1 - b) / 2) / rows
    uv = np.stack([u, v], 1).astype(np.float32)
    return Body(positions, normals, uv, face, frames, half, columns, hull)


def rounded_die(look: Look) -> Body:
    """Return the six-sided body of a look: rounded, ground by a ball, pips cut out."""
    r = look.rounding
    corners = [
        m3.Manifold.sphere(r, 32).translate([x * (0.5 - r), y * (0.5 - r), z * (0.5 - r)])
        for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)
    ]  # fmt: skip
    solid = m3.Manifold.batch_hull(corners)
    if look.ball:
        solid = solid ^ m3.Manifold.sphere(look.ball, 96)
    if look.pip_depth:
        cuts = []
        for k, face in enumerate(look.faces):
            if not face.pips:
                continue
            scale = look.ace_scale if face.pips == 1 else 1.0
            opening = min(look.pip_radius * scale, 0.21)
            depth = look.pip_depth * scale
            ball = (opening**2 + depth**2) / (2 * depth)
            for x, y in pip_centres(face.pips, look.pip_spread, face.quarter_turns):
                at = NORMALS[k] * (0.5 - depth + ball) + RIGHT[k] * x + UP[k] * y
                cuts.append(m3.Manifold.sphere(ball, 72).translate(at.tolist()))
        if cuts:
            solid = solid - m3.Manifold.batch_boolean(cuts, m3.OpType.Add)
    positions, normals = _unpack(solid, 35)
    middle = positions.reshape(-1, 3, 3).mean(1)
    face = np.argmax(middle @ NORMALS.T, axis=1).astype(np.int32)
    frames = tuple((RIGHT[k], UP[k], NORMALS[k], NORMALS[k] * 0.5) for k in range(6))
    hull = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)])
    return _wrap(positions, normals, face, frames, 0.5, 3, hull)


_PHI = (1 + 5**0.5) / 2


def _vertices(sides: int) -> NDArray[np.float64]:
    if sides == 4:
        return np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]], float) * 0.55
    if sides == 8:
        return np.vstack([np.eye(3), -np.eye(3)]) * 0.75
    if sides == 10:
        ring = [
            [np.cos(a), np.sin(a), 0.105 * (-1) ** k]
            for k, a in enumerate(np.arange(10) * np.pi / 5)
        ]
        return np.array([*ring, [0, 0, 1.0], [0, 0, -1.0]]) * 0.68
    if sides == 12:
        cube = [[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
        rest = []
        for s in (-1, 1):
            for t in (-1, 1):
                a, b = s / _PHI, t * _PHI
                rest += [[0, a, b], [a, b, 0], [b, 0, a]]
        return np.array(cube + rest, float) * 0.38
    if sides == 20:
        rest = []
        for s in (-1, 1):
            for t in (-1, 1):
                a, b = float(s), t * _PHI
                rest += [[0, a, b], [a, b, 0], [b, 0, a]]
        return np.array(rest, float) * 0.36
    raise ValueError(f"no die with {sides} sides")


@lru_cache(maxsize=16)
def polyhedral_die(sides: int) -> Body:
    """Return a die with 4, 8, 10, 12 or 20 sides, about as large as a die of edge 1."""
    corners = _vertices(sides)
    plain = m3.Manifold.hull_points(corners).to_mesh()
    points = np.asarray(plain.vert_properties, float)[:, :3]
    tri = points[np.asarray(plain.tri_verts)]
    across = np.cross(tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0])
    unit = across / (np.linalg.norm(across, axis=1, keepdims=True) + 1e-12)
    normals: list[NDArray[np.float64]] = []
    for n, size in zip(unit, np.linalg.norm(across, axis=1), strict=True):
        if size > 1e-9 and all(n @ m < 0.995 for m in normals):
            normals.append(n)
    frames = []
    for n in normals:
        on = corners[(corners @ n) > (corners @ n).max() - 0.02]
        centre = on.mean(0)
        up = on[np.argmax(np.linalg.norm(on - centre, axis=1))] - centre
        up = up - n * (up @ n)
        up = up / np.linalg.norm(up)
        frames.append((np.cross(up, n), up, n, centre))
    r = 0.03
    solid = m3.Manifold.batch_hull(
        [m3.Manifold.sphere(r, 16).translate((c * (1 - r * 1.5)).tolist()) for c in corners]
    )
    positions, shading = _unpack(solid, 25)
    flat = positions.reshape(-1, 3, 3)
    facing = np.cross(flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0])
    face = np.argmax(facing @ np.stack(normals).T, axis=1).astype(np.int32)
    half = 0.5
    return _wrap(positions, shading, face, tuple(frames), half, 5, corners * 0.97)

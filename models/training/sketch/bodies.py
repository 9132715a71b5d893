"""Rounded cubes by ray casting: silhouette, depth, shading and face textures of one die."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.slant import slant_in_sight

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Camera:
    """A pinhole: `place` (3,), rows of `axes` (3, 3) are right, down, forward; `focal` in px."""

    place: Floats
    axes: Floats
    focal: float
    centre: tuple[float, float]

    def project(self, points: NDArray[Any]) -> NDArray[np.float64]:
        """Return pixels (n, 2) of world points (n, 3)."""
        local = (np.asarray(points, np.float64) - self.place) @ self.axes.T
        xy = self.focal * local[:, :2] / local[:, 2:3]
        return np.asarray(xy + np.array(self.centre))

    def seen_slant(self, normal: NDArray[Any], point: NDArray[Any]) -> tuple[float, float]:
        """Return the x, y part of a face's `normal` against the ray that sees its `point`."""
        return slant_in_sight(self.axes, self.place, normal, point)


@dataclass(frozen=True)
class Body:
    """One die: pose, rounding, colours and the six textures (stacked +x -x +y -y +z -z)."""

    place: Floats
    turn: Floats
    scale: float
    rounding: float
    ink: Floats
    slope: Floats
    albedo: Floats
    marble: Floats | None
    gloss: float
    sharpness: float
    clear: float
    dish: float
    ball: float


@dataclass(frozen=True)
class Light:
    """Key light direction (towards it), its strength, ambient strength, colour and window."""

    toward: Floats
    key: float
    ambient: float
    colour: Floats
    window: tuple[float, float, float, float]
    window_strength: float
    ring: tuple[float, float, float]
    dome: float
    floor: float


@dataclass(frozen=True)
class Shot:
    """The pixels of one die: where in the frame, colour, mask, depth and face index."""

    x0: int
    y0: int
    colour: Floats
    hit: NDArray[np.bool_]
    depth: Floats
    face: NDArray[np.int8]


def cast(body: Body, camera: Camera, light: Light, width: int, height: int) -> Shot | None:
    """Ray cast one die; returns None when it lies outside the frame."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    corners = camera.project(body.place + 0.5 * body.scale * signs @ body.turn.T)
    x0, y0 = np.floor(corners.min(0)).astype(int) - 1
    x1, y1 = np.ceil(corners.max(0)).astype(int) + 2
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return None
    u, v = np.meshgrid(np.arange(x0, x1, dtype=np.float32), np.arange(y0, y1, dtype=np.float32))
    ray = np.stack(
        [
            (u - camera.centre[0]) / camera.focal,
            (v - camera.centre[1]) / camera.focal,
            np.ones_like(u),
        ],
        -1,
    ).reshape(-1, 3)
    ray /= np.linalg.norm(ray, axis=1, keepdims=True)
    world = (ray @ camera.axes).astype(np.float32)
    start = ((camera.place - body.place) @ body.turn / body.scale).astype(np.float32)
    way = (world @ body.turn).astype(np.float32)
    hit, distance = _trace(start, way, body.rounding, body.ball)
    shape = (y1 - y0, x1 - x0)
    colour = np.zeros((len(way), 3), np.float32)
    face = np.full(len(way), -1, np.int8)
    idx = np.nonzero(hit)[0]
    if len(idx) == 0:
        return None
    at = start + way[idx] * distance[idx, None]
    shade, face_idx = _shade(body, light, at, way[idx])
    colour[idx], face[idx] = shade, face_idx
    return Shot(
        x0,
        y0,
        colour.reshape(*shape, 3),
        hit.reshape(shape),
        (distance * body.scale).reshape(shape),
        face.reshape(shape),
    )


def _trace(
    start: Floats, way: Floats, rounding: float, ball: float
) -> tuple[NDArray[np.bool_], Floats]:
    """Sphere trace the rounded unit cube cut by a ball of radius `ball`: (hit, distance) a ray."""
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1.0 / np.where(np.abs(way) < 1e-6, 1e-6, way)
    a, b = (-0.5 - start) * inverse, (0.5 - start) * inverse
    near, far = np.minimum(a, b).max(1), np.maximum(a, b).min(1)
    distance = near.astype(np.float32)
    hit = np.zeros(len(way), bool)
    live = np.nonzero(near < far)[0]
    inner = 0.5 - rounding
    for _ in range(18):
        if len(live) == 0:
            break
        at = start + way[live] * distance[live, None]
        q = np.abs(at) - inner
        gap = np.sqrt((np.maximum(q, 0) ** 2).sum(1)) + np.minimum(q.max(1), 0) - rounding
        gap = np.maximum(gap, np.sqrt((at * at).sum(1)) - ball)
        close = gap < 2e-3
        hit[live[close]] = True
        distance[live] += gap
        live = live[~close & (distance[live] < far[live])]
    return hit, distance


def _shade(body: Body, light: Light, at: Floats, way: Floats) -> tuple[Floats, NDArray[np.int8]]:
    inner = 0.5 - body.rounding
    q = np.maximum(np.abs(at) - inner, 0) * np.sign(at)
    normal = q / (np.linalg.norm(q, axis=1, keepdims=True) + 1e-6)
    reach = np.linalg.norm(at, axis=1, keepdims=True)
    normal = np.where(reach > body.ball - 4e-3, at / reach, normal)
    axis = np.abs(at).argmax(1)
    sign = np.take_along_axis(at, axis[:, None], 1)[:, 0] > 0
    face = (axis * 2 + (~sign)).astype(np.int8)
    first, second = (axis + 1) % 3, (axis + 2) % 3
    u = np.take_along_axis(at, first[:, None], 1)[:, 0] + 0.5
    v = np.take_along_axis(at, second[:, None], 1)[:, 0] + 0.5
    side = body.ink.shape[1]
    mx = np.clip(u * side - 0.5, 0, side - 1).astype(np.float32)
    my = (np.clip(v * side - 0.5, 0, side - 1) + face.astype(np.int32) * side).astype(np.float32)
    ink = _sample(body.ink, mx, my)
    slope = _sample(body.slope, mx, my)
    rows = np.arange(len(at))
    # Many faces are a little hollow or domed: lamps then show as arcs, not as even sheens.
    normal[rows, first] -= slope[:, 0] + body.dish * (u - 0.5)
    normal[rows, second] -= slope[:, 1] + body.dish * (v - 0.5)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-6
    albedo = np.broadcast_to(body.albedo, (len(at), 3)).copy()
    if body.marble is not None:
        n = body.marble.shape[0]
        wx = ((at[:, 0] * 0.8 + at[:, 2] * 0.6 + 1.0) * 0.5 * (n - 1)).astype(np.float32)
        wy = ((at[:, 1] * 0.8 - at[:, 2] * 0.5 + 1.0) * 0.5 * (n - 1)).astype(np.float32)
        albedo = _sample(body.marble, wx, wy)
    albedo = albedo * (1 - ink[:, 3:4]) + ink[:, :3] * ink[:, 3:4]
    normal_w = normal @ body.turn.T
    way_w = way @ body.turn.T
    lit = np.clip(normal_w @ light.toward, 0, None)
    sky = 1 - light.dome * (1 - normal_w[:, 2]) / 2
    height = np.clip((at @ body.turn.T)[:, 2] + 0.5, 0, 1)
    ground = 1 - light.floor * (1 - height)
    shade = albedo * ((light.ambient * sky * ground + light.key * lit)[:, None] * light.colour)
    back = way_w - 2 * (way_w * normal_w).sum(1, keepdims=True) * normal_w
    half = np.clip(back @ light.toward, 0, 1) ** body.sharpness
    fresnel = 0.04 + 0.5 * (1 - np.clip(-(way_w * normal_w).sum(1), 0, 1)) ** 4
    up = np.clip(back[:, 2], 0.05, None)
    wx, wy, ww, wh = light.window
    px, py = back[:, 0] / up, back[:, 1] / up
    pane = 1 / (1 + np.exp(np.clip(14 * (np.abs(px - wx) - ww), -30, 30)))
    pane = pane / (1 + np.exp(np.clip(14 * (np.abs(py - wy) - wh), -30, 30)))
    radius, wide, strength = light.ring
    if strength > 0:
        off = np.hypot(px - wx * 0.3, py - wy * 0.3)
        pane = pane * light.window_strength + strength * np.exp(-(((off - radius) / wide) ** 2))
    else:
        pane = pane * light.window_strength
    mirror = fresnel * light.ambient * 0.6 + pane * (back[:, 2] > 0)
    shade += (body.gloss * (half * light.key + mirror))[:, None] * light.colour
    return shade.astype(np.float32), face


def _sample(texture: Floats, x: Floats, y: Floats) -> Floats:
    """Sample `texture` at points; remap takes no more than 32767 columns, hence the folding."""
    count = len(x)
    rows = -(-count // 1024)
    folded = [np.pad(m, (0, rows * 1024 - count)).reshape(rows, 1024) for m in (x, y)]
    out = cv2.remap(texture, folded[0], folded[1], cv2.INTER_LINEAR)
    return np.asarray(out.reshape(rows * 1024, -1)[:count], np.float32)

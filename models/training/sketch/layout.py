"""Where the dice of a scene lie: apart, in rows that touch, in heaps, leaning, stacked."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.sketch.bodies import Camera


@dataclass(frozen=True)
class Pose:
    """Middle of the die, turn about the vertical, extra turn when cocked (radians), its size."""

    place: tuple[float, float, float]
    yaw: float
    cocked: float
    lean_axis: float
    scale: float


def ground(camera: Camera, xy: tuple[float, float]) -> NDArray[np.float64]:
    """Return the point of the plane z = 0.5 that pixel `xy` sees."""
    ray = (
        np.array(
            [
                (xy[0] - camera.centre[0]) / camera.focal,
                (xy[1] - camera.centre[1]) / camera.focal,
                1.0,
            ]
        )
        @ camera.axes
    )
    t = (0.5 - camera.place[2]) / min(ray[2], -1e-3)
    return np.asarray(camera.place + ray * t, np.float64)


def _square(x: float, y: float, yaw: float, side: float) -> NDArray[np.float64]:
    c, s = np.cos(yaw) * side / 2, np.sin(yaw) * side / 2
    return np.array([x, y]) + np.array(
        [[c - s, s + c], [-c - s, -s + c], [-c + s, -s - c], [c + s, s - c]]
    )


def _overlap(a: NDArray[np.float64], b: NDArray[np.float64]) -> bool:
    """Whether two squares (4, 2) overlap (separating axes)."""
    for poly in (a, b):
        for k in range(2):
            edge = poly[(k + 1) % 4] - poly[k]
            axis = np.array([-edge[1], edge[0]])
            pa, pb = a @ axis, b @ axis
            if pa.max() <= pb.min() + 1e-6 or pb.max() <= pa.min() + 1e-6:
                return False
    return True


def lay_dice(
    rng: np.random.Generator, camera: Camera, width: int, height: int, most: int
) -> list[Pose]:
    """Lay 0 to `most` dice in view of the camera; none overlap on the ground."""
    if rng.random() < 0.03:
        return []
    count = int(rng.choice([1, 2, 4, 8, 8, 10, 14, 24]))
    count = min(most, max(1, int(rng.integers(max(1, count // 2), count + 1))))
    spread = rng.choice(["apart", "near", "rows"], p=[0.3, 0.42, 0.28])
    pressed = rng.random() < 0.4  # a heap without gaps, as when a hand pushes the dice together
    same = rng.uniform(0.9, 1.1) if rng.random() < 0.75 else 0.0
    poses: list[Pose] = []
    squares: list[NDArray[np.float64]] = []
    anchor = ground(camera, (rng.uniform(0.3, 0.7) * width, rng.uniform(0.3, 0.7) * height))
    row_yaw = rng.uniform(0, 2 * np.pi)
    tries = 0
    while len(poses) < count and tries < count * 12:
        tries += 1
        scale = same or float(rng.uniform(0.75, 1.25))
        yaw = float(rng.uniform(0, 2 * np.pi))
        if spread == "apart" or not poses:
            xy = ground(
                camera, (rng.uniform(0.02, 0.98) * width, rng.uniform(0.02, 0.98) * height)
            )[:2]
        elif spread == "rows":
            step = np.array([np.cos(row_yaw), np.sin(row_yaw)])
            gap = rng.choice([0.0, 0.0, 0.02, 0.1])
            last = np.array(poses[-1].place[:2])
            xy = last + step * (scale + poses[-1].scale) / 2 * (1.0 + gap)
            yaw = row_yaw
            if rng.random() < 0.15:
                row_yaw += np.pi / 2 if rng.random() < 0.5 else -np.pi / 2
        else:
            near = poses[int(rng.integers(len(poses)))]
            angle = rng.uniform(0, 2 * np.pi)
            reach = (scale + near.scale) / 2 * rng.uniform(1.0, 1.08 if pressed else 1.3)
            xy = np.array(near.place[:2]) + reach * np.array([np.cos(angle), np.sin(angle)])
            if rng.random() < 0.3:
                yaw = near.yaw
        square = _square(float(xy[0]), float(xy[1]), yaw, scale * 1.0)
        if any(_overlap(square, other) for other in squares):
            continue
        if np.linalg.norm(xy - anchor[:2]) > 60:
            continue
        squares.append(square)
        poses.append(Pose((float(xy[0]), float(xy[1]), scale / 2), yaw, 0.0, 0.0, scale))
    poses = [_maybe_cock(rng, pose) for pose in poses]
    if poses and rng.random() < 0.06:  # one stands on another
        base = poses[int(rng.integers(len(poses)))]
        off = rng.uniform(-0.3, 0.3, 2)
        place = (base.place[0] + off[0], base.place[1] + off[1], base.scale + base.scale / 2)
        poses.append(Pose(place, float(rng.uniform(0, 6.28)), 0.0, 0.0, base.scale))
    return poses


def lay_roll(
    rng: np.random.Generator, camera: Camera, width: int, height: int, count: int
) -> list[Pose]:
    """Lay exactly `count` dice flat and wholly in view, apart or touching, as a throw ends."""
    poses: list[Pose] = []
    squares: list[NDArray[np.float64]] = []
    middle = ground(camera, (width / 2, height / 2))[:2]
    edge = np.linalg.norm(ground(camera, (width * 0.08, height / 2))[:2] - middle)
    side = np.linalg.norm(ground(camera, (width / 2, height * 0.08))[:2] - middle)
    reach, tries = 0.6, 0
    while len(poses) < count:
        tries += 1
        if tries % 60 == 0:
            reach = min(1.0, reach + 0.1)
        spot = rng.uniform(-1, 1, 2) * reach * (edge, side)
        if poses and rng.random() < 0.4:  # beside another
            near = np.array(poses[int(rng.integers(len(poses)))].place[:2]) - middle
            angle = rng.uniform(0, 2 * np.pi)
            spot = near + rng.uniform(1.0, 1.2) * np.array([np.cos(angle), np.sin(angle)])
            if np.any(np.abs(spot) > (edge, side)):
                continue
        yaw = float(rng.uniform(0, 2 * np.pi))
        square = _square(float(middle[0] + spot[0]), float(middle[1] + spot[1]), yaw, 1.0)
        if any(_overlap(square, other) for other in squares):
            continue
        squares.append(square)
        place = (float(middle[0] + spot[0]), float(middle[1] + spot[1]), 0.5)
        poses.append(Pose(place, yaw, 0.0, 0.0, 1.0))
    return poses


def _maybe_cock(rng: np.random.Generator, pose: Pose) -> Pose:
    return pose if rng.random() > 0.07 else cock(rng, pose)


def cock(rng: np.random.Generator, pose: Pose) -> Pose:
    """Return the pose of a flat die made to lean by 17 to 46 degrees, on an edge."""
    cocked = float(rng.uniform(0.3, 0.8))
    lift = 0.5 * (np.cos(cocked) + np.sin(cocked)) * pose.scale
    place = (pose.place[0], pose.place[1], float(lift))
    axis = float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2])) + float(rng.normal(0, 0.2))
    return Pose(place, pose.yaw, cocked, axis, pose.scale)

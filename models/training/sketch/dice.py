"""The look of a set of dice (body, ink, rounding, what replaces a pip face) and its bodies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.sketch.bodies import Body
from models.training.sketch.faces import SIDE, FaceStyle, draw_face
from models.training.sketch.layout import Pose

Floats = NDArray[np.float32]
# How a face gets its ink (SIDE, SIDE, 4) and its height (SIDE, SIDE).
DrawFace = Callable[[np.random.Generator, str, FaceStyle], tuple[Floats, Floats]]

COLOURS: dict[str, tuple[float, float, float]] = {
    "white": (0.9, 0.9, 0.9),
    "ivory": (0.62, 0.8, 0.86),
    "black": (0.035, 0.035, 0.035),
    "red": (0.08, 0.06, 0.62),
    "blue": (0.55, 0.18, 0.06),
    "green": (0.16, 0.4, 0.07),
    "yellow": (0.06, 0.68, 0.85),
    "golden": (0.1, 0.42, 0.66),
    "purple": (0.4, 0.1, 0.3),
    "orange": (0.05, 0.35, 0.85),
    "brown": (0.08, 0.14, 0.26),
    "grey": (0.4, 0.4, 0.4),
    "pink": (0.6, 0.45, 0.85),
    "turquoise": (0.5, 0.5, 0.08),
}


@dataclass(frozen=True)
class Look:
    """One kind of die in a scene."""

    colour: str
    albedo: Floats
    marble: Floats | None
    style: FaceStyle
    rounding: float
    gloss: float
    sharpness: float
    clear: float
    dish: float
    ball: float
    pictures: tuple[str, ...]
    mirrored: bool


def draw_look(rng: np.random.Generator) -> Look:
    """Choose the look of one kind of die."""
    names = list(COLOURS)
    weight = np.array([5, 6, 4, 4, 3, 3, 2, 2, 1.5, 1, 1, 1, 1, 1])
    name = str(rng.choice(names, p=weight / weight.sum()))
    albedo = np.clip(
        np.array(COLOURS[name]) * rng.uniform(0.75, 1.15) + rng.normal(0, 0.025, 3), 0.01, 0.98
    )
    if name == "black" and rng.random() < 0.3:  # smoky, dusty
        albedo = albedo + rng.uniform(0.02, 0.12)
    light = float(albedo @ [0.11, 0.59, 0.3])
    while True:
        way = rng.random()
        if way < 0.6:
            ink = np.full(3, 0.03) if light > 0.3 else np.full(3, 0.92)
            ink = ink + np.abs(rng.normal(0, 0.04, 3)) * (1 if light > 0.3 else -1)
        elif way < 0.7 and light < 0.2:
            ink = np.array([0.08, 0.06, rng.uniform(0.25, 0.7)])
        elif way < 0.75 and light > 0.3:
            ink = np.array(
                [[0.5, 0.12, 0.05], [0.08, 0.06, 0.55], [0.1, 0.3, 0.05]][int(rng.integers(3))]
            )
        else:
            ink = rng.uniform(0.02, 0.95, 3)
        # Red on black is about as faint as makers dare.
        if abs(ink - albedo).max() > 0.19 and abs(ink @ [0.11, 0.59, 0.3] - light) > 0.03:
            break
    dim = rng.random() < 0.16
    if dim:
        albedo, ink = _dim_pair(rng)
        light = float(albedo @ [0.11, 0.59, 0.3])
        name = "black" if float(np.ptp(albedo)) < 0.06 else name_of(albedo)
    picture = np.array(
        [[0.1, 0.08, 0.65], [0.02, 0.02, 0.02], [0.05, 0.04, 0.35], [0.45, 0.15, 0.05]][
            int(rng.integers(4))
        ]
    )
    if light < 0.3 or rng.random() < 0.25:
        picture = ink
    marble = None
    if rng.random() < (0.75 if dim else 0.22):
        n, other = 48, np.clip(albedo * rng.uniform(0.3, 1.9) + rng.normal(0, 0.05, 3), 0.01, 0.95)
        swirl = np.zeros((n, n), np.float32)
        for cell in (4, 8, 16):
            swirl += (
                cv2.resize(
                    rng.random((cell, cell)).astype(np.float32),
                    (n, n),
                    interpolation=cv2.INTER_CUBIC,
                )
                / 3
            )
        k = np.clip((swirl - 0.5) * rng.uniform(2, 6) + 0.5, 0, 1)[..., None]
        marble = (albedo * (1 - k) + other * k).astype(np.float32)
    shape = rng.random()
    rounding = rng.uniform(0.02, 0.06) if shape < 0.2 else rng.uniform(0.06, 0.3)
    # Cheap dice are cubes tumbled until their corners lie on a ball.
    ball = rng.uniform(0.62, 0.8) if rng.random() < 0.4 else 1.0
    style = FaceStyle(
        pip_radius=rng.uniform(0.06, 0.12),
        pip_spread=rng.uniform(0.17, 0.25) if ball < 0.72 else rng.uniform(0.2, 0.285),
        depth=rng.uniform(2.0, 9.0) if rng.random() < 0.65 else 0.0,
        ink=tuple(np.clip(ink, 0.01, 0.95)),
        ring=bool(rng.random() < 0.04),
        big_one=float(rng.choice([1.0, 1.0, 1.0, 1.25, 1.7])),
        square_pips=bool(rng.random() < 0.03),
        picture_ink=tuple(picture),
        second_ink=(0.08, 0.06, 0.7) if light > 0.3 and rng.random() < 0.08 else None,
    )
    way = rng.random()
    pictures: tuple[str, ...] = ()
    if way < 0.35:
        pictures = ("6w",)
    elif way < 0.45:
        pictures = ("6x",)
    elif way < 0.5:
        pictures = ("1x",)
    elif way < 0.54:
        pictures = (
            ("6w", "2w", "3w", "4w", "5w")
            if rng.random() < 0.5
            else tuple(f"{v}x" for v in range(1, 7))
        )
    return Look(
        name,
        albedo.astype(np.float32),
        marble,
        style,
        rounding,
        gloss=rng.uniform(0.4, 1.2) if dim else rng.uniform(0.0, 0.9),
        sharpness=float(rng.choice([60, 150] if dim else [8, 20, 60, 150])),
        clear=float(rng.uniform(0.15, 0.55)) if rng.random() < 0.1 else 0.0,
        dish=float(rng.uniform(-0.9, 0.9)) if rng.random() < (0.9 if dim else 0.6) else 0.0,
        ball=ball,
        pictures=pictures,
        mirrored=bool(rng.random() < 0.5),
    )


def _dim_pair(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Choose a dark or deep body and an ink that differs from it in hue more than in brightness.

    Such are smoky black dice with dark red pips and marbled blue ones with purple: under a lamp
    their glare is far brighter than their pips.
    """
    if rng.random() < 0.6:
        albedo = rng.uniform(0.03, 0.16) + rng.normal(0, 0.012, 3)
    else:
        albedo = np.array(COLOURS[str(rng.choice(["red", "blue", "green", "purple", "brown"]))])
        albedo = albedo * rng.uniform(0.5, 1.0) + rng.normal(0, 0.02, 3)
    albedo = np.clip(albedo, 0.015, 0.7)
    while True:
        ink = np.full(3, rng.uniform(0.03, 0.12))
        ink[int(rng.choice(3, p=[0.2, 0.2, 0.6]))] = rng.uniform(0.2, 0.6)
        if rng.random() < 0.3:
            ink[int(rng.integers(3))] = rng.uniform(0.1, 0.5)
        if abs(ink - albedo).max() > 0.14:
            return albedo.astype(np.float32), ink.astype(np.float32)


def name_of(albedo: Floats) -> str:
    """Return the nearest name in `COLOURS`."""
    names = list(COLOURS)
    return names[int(np.argmin([np.abs(np.array(COLOURS[n]) - albedo).sum() for n in names]))]


def make_body(
    rng: np.random.Generator,
    look: Look,
    pose: Pose,
    die_px: float,
    mostly: str | None,
    drawing: DrawFace = draw_face,
) -> tuple[Body, Look, list[str]]:
    """Make one die in `pose`; returns the body, its look and the faces on +x -x +y -y +z -z.

    `drawing` draws each face, named by one character.
    """
    values = ["1", "6", "2", "5", "3", "4"]
    if look.mirrored:
        values = ["6", "1", "2", "5", "3", "4"]
    swap = {p[0]: p[1] for p in look.pictures}
    shown = [swap.get(v, v) for v in values]
    side = int(np.clip(die_px * 1.2, 20, SIDE))
    inks, slopes = [], []
    for face in shown:
        ink, height = drawing(rng, face, look.style)
        if side != SIDE:
            ink = cv2.resize(ink, (side, side), interpolation=cv2.INTER_AREA)
            height = cv2.resize(height, (side, side), interpolation=cv2.INTER_AREA)
        gx = np.zeros_like(height)
        gy = np.zeros_like(height)
        gx[:, 1:-1] = (height[:, 2:] - height[:, :-2]) / 2 * side / SIDE
        gy[1:-1] = (height[2:] - height[:-2]) / 2 * side / SIDE
        inks.append(ink)
        slopes.append(np.stack([gx, gy], -1))
    turn = _pose_turn(rng, pose, shown, mostly)
    body = Body(
        np.array(pose.place, np.float32),
        turn,
        pose.scale,
        look.rounding,
        np.vstack(inks).astype(np.float32),
        np.vstack(slopes).astype(np.float32),
        look.albedo,
        look.marble,
        look.gloss,
        look.sharpness,
        look.clear,
        look.dish,
        look.ball,
    )
    return body, look, shown


def _pose_turn(
    rng: np.random.Generator, pose: Pose, shown: list[str], mostly: str | None
) -> Floats:
    """Return the die's axes (columns) in the world: a random face up, yaw, then the lean."""
    up = int(rng.integers(6))
    if mostly is not None and rng.random() < 0.6:
        same = [k for k, face in enumerate(shown) if face == mostly]
        up = same[0] if same else up
    axis, sign = up // 2, 1 if up % 2 == 0 else -1
    base = np.zeros((3, 3))
    order = [(axis + 1) % 3, (axis + 2) % 3, axis]
    for row, k in enumerate(order):
        base[row, k] = 1.0
    if sign < 0:
        base = np.diag([1.0, -1.0, -1.0]) @ base
    yaw = _about([0, 0, 1], pose.yaw)
    lean = _about(
        [np.cos(pose.lean_axis + pose.yaw), np.sin(pose.lean_axis + pose.yaw), 0], pose.cocked
    )
    return (lean @ yaw @ base).astype(np.float32)


def _about(axis: list[float], angle: float) -> NDArray[np.float64]:
    matrix, _ = cv2.Rodrigues(np.array(axis, np.float64) * angle)
    return np.asarray(matrix, np.float64)

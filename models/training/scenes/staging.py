"""Puts a recipe's dice on the table: thrown, in rows, stacked, leaning, with things beside them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .bodies import Body, polyhedral_die, rounded_die
from .layout import multiply, quaternion_with_top, top_face, turn_between
from .recipe import DieChoice, Recipe
from .throws import Piece, Poses, Walls, lean, rows, throw

Array = NDArray[np.float64]
PICTURE_SHARE = 0.35


@dataclass(frozen=True, slots=True)
class Staged:
    """Dice as they lie: one entry a die in all three."""

    dice: tuple[DieChoice, ...]
    bodies: tuple[Body, ...]
    poses: Poses


def walls_of(recipe: Recipe) -> Walls:
    """Return the walls that dice meet: the tray's, or unseen ones at the edge of the view."""
    tray = recipe.tray
    if tray.sides == 0:
        return Walls(4, tray.reach_mm, 0.0)
    return Walls(tray.sides, tray.reach_mm, tray.height_mm)


def stage(recipe: Recipe) -> Staged:
    """Throw the dice of a recipe and place its leaning and stacked ones; deterministic."""
    rng = np.random.default_rng([recipe.seed, 0x57A6E, int(recipe.held_out)])
    six = [rounded_die(look) for look in recipe.looks]
    dice = list(recipe.dice)
    bodies = [_body(six, die) for die in dice]
    extra = min(recipe.cocked + recipe.stacked, max(0, len(dice) - 1))
    special = [k for k, die in enumerate(dice) if die.sides == 6][:extra]
    lying = [k for k in range(len(dice)) if k not in special]
    walls = walls_of(recipe)
    pieces = {k: _piece(recipe, dice[k], bodies[k]) for k in range(len(dice))}
    if recipe.how == "rows" and all(dice[k].sides == 6 for k in lying):
        poses = rows([pieces[k] for k in lying], rng)
    else:
        poses = throw([pieces[k] for k in lying], walls, rng, recipe.how == "gather")
    order = list(lying)
    for i, k in enumerate(special):
        on_top = i < recipe.stacked
        pose = _stack if on_top else _lean
        poses = poses.joined(pose(rng, [pieces[j] for j in order], poses, pieces[k], walls))
        order.append(k)
    poses = _show_more_pictures(recipe, [dice[k] for k in order], poses, rng)
    return Staged(tuple(dice[k] for k in order), tuple(bodies[k] for k in order), poses)


def _show_more_pictures(
    recipe: Recipe, dice: list[DieChoice], poses: Poses, rng: np.random.Generator
) -> Poses:
    """Turn some dice in their cubic bodies so that a worm or another picture looks up.

    By chance one die in six would show its worm, too few to learn hundreds of drawings from.
    """
    quaternions = poses.quaternions.copy()
    for k, die in enumerate(dice):
        faces = recipe.looks[die.look].faces
        drawn = [f for f, face in enumerate(faces) if face.picture]
        if die.sides != 6 or not drawn or rng.random() > PICTURE_SHARE:
            continue
        up, _ = top_face(quaternions[k])
        want = drawn[int(rng.integers(len(drawn)))]
        quaternions[k] = multiply(quaternions[k], turn_between(want, up))
    return Poses(poses.middles_mm, quaternions)


def _body(six: list[Body], die: DieChoice) -> Body:
    return six[die.look] if die.sides == 6 else polyhedral_die(die.sides)


def _piece(recipe: Recipe, die: DieChoice, body: Body) -> Piece:
    if die.sides == 6:
        return Piece(die.edge_mm, recipe.looks[die.look].rounding)
    return Piece(die.edge_mm, hull=body.hull)


def _one(middle: Array, quaternion: Array) -> Poses:
    return Poses(middle[None], quaternion[None])


def _stack(
    rng: np.random.Generator, lying: list[Piece], poses: Poses, piece: Piece, walls: Walls
) -> Poses:
    """Lay a die flat on another one."""
    below = poses.middles_mm[int(rng.integers(len(lying)))]
    q = quaternion_with_top(int(rng.integers(6)), float(rng.uniform(0, 2 * np.pi)))
    start = below[:2] + rng.uniform(-0.3, 0.3, 2) * piece.edge_mm
    return _one(lean(lying, poses, piece, q, start, np.zeros(2), walls), q)


def _lean(
    rng: np.random.Generator, lying: list[Piece], poses: Poses, piece: Piece, walls: Walls
) -> Poses:
    """Lean a die on a wall or on another die, or stand it on an edge."""
    flat = quaternion_with_top(int(rng.integers(6)), float(rng.uniform(0, 2 * np.pi)))
    side = float(rng.uniform(0, 2 * np.pi))
    toward = np.array([np.cos(side), np.sin(side)])
    if walls.height_mm and rng.random() < 0.5:
        step = np.pi * 2 / walls.sides if walls.sides < 12 else 0.01
        side = round(side / step) * step + (step / 2 if 4 < walls.sides < 12 else 0.0)
        toward = np.array([np.cos(side), np.sin(side)])
        start = toward * np.array(walls.reach_mm) * 0.45
    else:
        target = poses.middles_mm[int(rng.integers(len(lying)))]
        start = target[:2] - toward * piece.edge_mm * 1.8
    # Turned about the horizontal axis across the push, so that an edge points at what it leans on.
    tilt = np.radians(float(rng.uniform(16, 74)))
    axis = np.array([-toward[1], toward[0]])
    if rng.random() < 0.3:
        angle = float(rng.normal(0, 0.5))
        c, s = np.cos(angle), np.sin(angle)
        axis = np.array([c * axis[0] - s * axis[1], s * axis[0] + c * axis[1]])
    tip = np.array([np.cos(tilt / 2), *(np.sin(tilt / 2) * axis), 0.0])
    aligned = quaternion_with_top(int(rng.integers(6)), side + int(rng.integers(4)) * np.pi / 2)
    q = multiply(tip, aligned if rng.random() < 0.75 else flat)
    return _one(lean(lying, poses, piece, q, start, toward, walls), q)

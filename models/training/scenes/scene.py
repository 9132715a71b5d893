"""From a seed to a labelled picture: stages, renders, develops and labels one scene."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import manifold3d as m3
import numpy as np
from numpy.typing import NDArray

from .bodies import Body
from .camera import Camera
from .clutter import Thing, scatter_clutter
from .develop import develop, encode_jpeg
from .faces import Skin, paint, paint_numerals
from .labels import Placed, die_label
from .layout import rotation
from .lights import Lighting
from .looks import Look
from .recipe import DieChoice, Recipe, Tray, make_recipe, make_roll
from .render import Solid, die_material, plain_material, render, surface_material
from .staging import stage
from .surfaces import Surface
from .throws import Poses

TABLE_MM = 3000.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A finished picture: JPEG bytes and its labels (one entry of a `photos` list)."""

    jpeg: bytes
    labels: dict[str, Any]


def _square(surface: Surface, half_mm: float, z: float, outline: m3.CrossSection | None) -> Solid:
    """Lay a flat piece of a surface, a square or an outline, at height z."""
    if outline is None:
        h = half_mm
        corners = np.array([[-h, -h], [h, -h], [h, h], [-h, -h], [h, h], [-h, h]], np.float32)
    else:
        slab = m3.Manifold.extrude(outline, 1.0).to_mesh()
        points = np.asarray(slab.vert_properties, np.float32)[:, :3]
        tri = points[np.asarray(slab.tri_verts)]
        corners = tri[(tri[:, :, 2] > 0.99).all(1)].reshape(-1, 3)[:, :2]
    positions = np.column_stack([corners, np.full(len(corners), z, np.float32)])
    normals = np.zeros_like(positions)
    normals[:, 2] = 1
    # Rows of a picture count downwards.
    uv = (corners * np.array([1, -1], np.float32) / (2 * half_mm) + 0.5).astype(np.float32)
    material = surface_material(surface, 2 * half_mm / surface.tile_mm)
    return Solid(positions, normals, uv, material, np.full(len(corners) // 3, -1, np.int32))


def _outline(tray: Tray, grow: float) -> m3.CrossSection:
    x, y = tray.reach_mm[0] + grow, tray.reach_mm[1] + grow
    if tray.sides == 4:
        return m3.CrossSection.square([2 * x, 2 * y], True)
    if tray.sides < 12:
        # The walls' middles lie at reach * cos(pi / sides), as the dice met them.
        return m3.CrossSection.circle(x, tray.sides)
    return m3.CrossSection.circle(x, 96)


def tray_solids(tray: Tray) -> list[Solid]:
    """Return a tray's wall and floor."""
    out: list[Solid] = []
    if tray.sides == 0 or tray.wall is None:
        return out
    ring = _outline(tray, tray.wall_mm) - _outline(tray, 0)
    solid = m3.Manifold.extrude(ring, tray.height_mm + 2).translate([0, 0, -2])
    mesh = solid.calculate_normals(0, 40).to_mesh()
    props = np.asarray(mesh.vert_properties, np.float32)[np.asarray(mesh.tri_verts).ravel()]
    positions, normals = props[:, :3].copy(), props[:, 3:6].copy()
    tile = tray.wall.tile_mm
    # Upright walls take their picture from their height and length, the rim from above.
    upright = np.abs(normals[:, 2]) < 0.5
    along = np.where(
        np.abs(normals[:, 0]) > np.abs(normals[:, 1]), positions[:, 1], positions[:, 0]
    )
    u = np.where(upright, along, positions[:, 0]) / tile
    v = -np.where(upright, positions[:, 2], positions[:, 1]) / tile
    uv = np.stack([u, v], 1).astype(np.float32)
    nobody = np.full(len(positions) // 3, -1, np.int32)
    out.append(Solid(positions, normals, uv, surface_material(tray.wall, 1.0), nobody))
    if tray.floor is not None:
        half = max(tray.reach_mm)
        out.append(_square(tray.floor, half, 0.0, _outline(tray, 0)))
    return out


def dice_solids(
    dice: tuple[DieChoice, ...], bodies: tuple[Body, ...], poses: Poses, looks: tuple[Look, ...],
    skins: dict[tuple[int, int], Skin],
) -> tuple[list[Solid], list[NDArray[np.float64]]]:  # fmt: skip
    """Return one mesh for each kind of die, and each die's surface points in mm."""
    groups: dict[tuple[int, int], list[int]] = {}
    for k, die in enumerate(dice):
        groups.setdefault((die.look, die.sides), []).append(k)
    points: list[NDArray[np.float64]] = [np.empty((0, 3))] * len(dice)
    solids = []
    for key, members in groups.items():
        look, sides = key
        if key not in skins:
            faces = len(bodies[members[0]].frames)
            skins[key] = paint(looks[look]) if sides == 6 else paint_numerals(looks[look], faces)
        positions, normals, uvs, owners = [], [], [], []
        for k in members:
            turn = rotation(poses.quaternions[k]).astype(np.float32)
            body = bodies[k]
            at = poses.middles_mm[k].astype(np.float32)
            moved = body.positions * np.float32(dice[k].edge_mm) @ turn.T + at
            positions.append(moved)
            normals.append(body.normals @ turn.T)
            uvs.append(body.uv)
            owners.append(np.full(len(body.face), k, np.int32))
            points[k] = np.asarray(moved[::3], float)
        solids.append(
            Solid(
                np.vstack(positions), np.vstack(normals), np.vstack(uvs),
                die_material(skins[key]), np.concatenate(owners),
            )
        )  # fmt: skip
    return solids, points


def thing_solid(thing: Thing) -> Solid:
    """Return the mesh of a thing that is no die."""
    material = plain_material(thing.albedo, thing.roughness, thing.metallic)
    nobody = np.full(len(thing.positions) // 3, -1, np.int32)
    return Solid(thing.positions, thing.normals, thing.uv, material, nobody)


def backdrop(table: Surface, tray: Tray) -> list[Solid]:
    """Return what the dice lie on: table, tray floor and walls."""
    drop = -2.0 if tray.floor is not None else 0.0
    return [_square(table, TABLE_MM / 2, drop, None), *tray_solids(tray)]


def labels_of(
    dice: tuple[DieChoice, ...], poses: Poses, looks: tuple[Look, ...], camera: Camera,
    owner: NDArray[np.int32], points: list[NDArray[np.float64]],
) -> list[dict[str, Any]]:  # fmt: skip
    """Return the labels of all dice that are in the picture."""
    out = []
    for k, die in enumerate(dice):
        placed = Placed(
            looks[die.look], die.sides, die.edge_mm, poses.middles_mm[k], poses.quaternions[k]
        )
        label = die_label(placed, k, camera, owner, points[k])
        if label is not None:
            out.append(label)
    return out


def make_picture(recipe: Recipe, samples: int = 16) -> Picture:
    """Render and label one scene."""
    staged = stage(recipe)
    skins: dict[tuple[int, int], Skin] = {}
    dice, points = dice_solids(staged.dice, staged.bodies, staged.poses, recipe.looks, skins)
    rng = np.random.default_rng([recipe.seed, 0xC1077])
    camera = recipe.camera
    distance = float(np.linalg.norm(np.array(camera.origin_mm) - np.array(camera.target_mm)))
    view = 2 * distance * np.tan(np.radians(camera.fov_deg) / 2)
    edge = max(d.edge_mm for d in recipe.dice)
    things = scatter_clutter(rng, recipe.clutter, staged.poses.middles_mm[:, :2], edge, view)
    solids = [*dice, *backdrop(recipe.table, recipe.tray), *map(thing_solid, things)]
    clear = any(look.clear > 0 for look in recipe.looks)
    shot = render(solids, recipe.lighting, camera, samples, recipe.seed, 8 if clear else 5)
    rgb = develop(shot.linear, recipe.development)
    labels = labels_of(staged.dice, staged.poses, recipe.looks, camera, shot.owner, points)
    about = {
        "seed": recipe.seed, "roll": recipe.roll, "set": "test" if recipe.held_out else "train",
        "width": camera.width, "height": camera.height, "how": recipe.how,
        "table": recipe.table.name, "tray": recipe.tray.sides,
        "floor": recipe.tray.floor.name if recipe.tray.floor else recipe.table.name,
        "clutter": [t.kind for t in things],
    }  # fmt: skip
    return Picture(encode_jpeg(rgb, recipe.development.quality), {**about, "dice": labels})


def picture_of_seed(
    seed: int, held_out: bool, width: int = 640, height: int = 480, samples: int = 16,
    roll: int | None = None,
) -> Picture:  # fmt: skip
    """Render the scene of a seed, or its throw of `roll` dice."""
    if roll is None:
        recipe = make_recipe(seed, held_out, width, height)
    else:
        recipe = make_roll(seed, held_out, roll, width, height)
    return make_picture(recipe, samples)


__all__ = [
    "Lighting", "Picture", "backdrop", "dice_solids", "labels_of", "make_picture",
    "picture_of_seed", "thing_solid", "tray_solids",
]  # fmt: skip

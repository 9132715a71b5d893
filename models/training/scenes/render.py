"""Renders a staged scene with Mitsuba and denoises it. Needs mitsuba and pyoidn.

The variant is `llvm_ad_rgb`; the environment variable DRJIT_LIBLLVM_PATH names the LLVM library.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]
_LLVM = "/usr/lib/x86_64-linux-gnu/libLLVM.so.19.1"
if "DRJIT_LIBLLVM_PATH" not in os.environ and Path(_LLVM).exists():
    os.environ["DRJIT_LIBLLVM_PATH"] = _LLVM

import mitsuba as mi  # noqa: E402

mi.set_variant("llvm_ad_rgb")

import pyoidn  # noqa: E402

from .camera import Camera  # noqa: E402
from .lights import Lighting  # noqa: E402
from .surfaces import Surface  # noqa: E402

_T = mi.ScalarTransform4f
GUIDE_SAMPLES = 4


@dataclass(frozen=True, slots=True)
class Solid:
    """A mesh to render: `positions`, `normals` (3 n, 3) in mm, `uv` (3 n, 2), and its material.

    `owner` (n,) is the number of the die that each triangle belongs to, -1 for none.
    """

    positions: Field
    normals: Field
    uv: Field
    material: dict[str, Any]
    owner: NDArray[np.int32]


def bitmap(field: Field, tile: tuple[float, float] = (1.0, 1.0)) -> dict[str, Any]:
    """Return a texture of linear values, (h, w) or (h, w, 3), repeated `tile` times."""
    data = field if field.ndim == 3 else field[..., None]
    return {
        "type": "bitmap", "bitmap": mi.Bitmap(np.ascontiguousarray(data, np.float32)),
        "raw": True, "to_uv": _T().scale([tile[0], tile[1], 1]),
    }  # fmt: skip


def die_material(skin: Any) -> dict[str, Any]:
    """Return the material of a painted die skin (`faces.Skin`)."""
    inner: dict[str, Any] = {
        "type": "principled",
        "base_color": bitmap(skin.albedo),
        "roughness": bitmap(skin.roughness),
        "specular": 0.5,
    }
    if float(skin.metallic.max()) > 0:
        inner["metallic"] = bitmap(skin.metallic)
    if float(skin.clear.max()) > 0:
        inner["spec_trans"] = bitmap(skin.clear)
    if float(skin.height.min()) < 0:
        # The relief is in shares of a face's half width, a texture is six faces large.
        return {"type": "bumpmap", "arbitrary": bitmap(skin.height), "scale": 0.9, "bsdf": inner}
    return inner


def surface_material(surface: Surface, tiles: float) -> dict[str, Any]:
    """Return the material of a surface that is `tiles` tiles wide."""
    inner = {
        "type": "principled", "base_color": bitmap(surface.albedo, (tiles, tiles)),
        "roughness": surface.roughness, "specular": 0.4,
    }  # fmt: skip
    relief = bitmap(surface.height, (tiles, tiles))
    return {"type": "bumpmap", "arbitrary": relief, "scale": surface.bump, "bsdf": inner}


def plain_material(albedo: Field, roughness: float, metallic: float) -> dict[str, Any]:
    """Return the material of a thing that is no die."""
    return {
        "type": "principled", "base_color": bitmap(albedo), "roughness": roughness,
        "metallic": metallic, "specular": 0.4,
    }  # fmt: skip


def _mesh(name: str, solid: Solid) -> Any:
    props = mi.Properties()
    props["bsdf"] = mi.load_dict(solid.material)
    n = len(solid.positions)
    mesh = mi.Mesh(name, n, n // 3, has_vertex_normals=True, has_vertex_texcoords=True, props=props)
    p = mi.traverse(mesh)
    p["vertex_positions"] = np.ascontiguousarray(solid.positions, np.float32).ravel()
    p["vertex_normals"] = np.ascontiguousarray(solid.normals, np.float32).ravel()
    p["vertex_texcoords"] = np.ascontiguousarray(solid.uv, np.float32).ravel()
    p["faces"] = np.arange(n, dtype=np.uint32)
    p.update()
    return mesh


def _lamps(lighting: Lighting) -> dict[str, Any]:
    out: dict[str, Any] = {
        "room": {
            "type": "envmap", "bitmap": mi.Bitmap(lighting.room),
            "to_world": _T().rotate([1, 0, 0], 90),
        }
    }  # fmt: skip
    for k, lamp in enumerate(lighting.lamps):
        place = _T().look_at(origin=list(lamp.origin_mm), target=[0, 0, 0], up=[0.01, 0.1, 1])
        out[f"lamp{k}"] = {
            "type": "rectangle",
            "to_world": place @ _T().scale([lamp.size_mm[0] / 2, lamp.size_mm[1] / 2, 1]),
            "emitter": {"type": "area", "radiance": {"type": "rgb", "value": list(lamp.radiance)}},
        }
    return out


@dataclass(frozen=True, slots=True)
class Rendering:
    """`linear` (h, w, 3) RGB light, denoised; `owner` (h, w) the die that each px shows or -1."""

    linear: Field
    owner: NDArray[np.int32]


def render(
    solids: list[Solid], lighting: Lighting, camera: Camera, samples: int, seed: int,
    depth: int = 5,
) -> Rendering:  # fmt: skip
    """Render meshes; the same seed gives the same picture."""
    # A lens that pulls the corners in sees more than the plain picture holds.
    pad = camera.margin_px
    wide = math.degrees(2 * math.atan((camera.width / 2 + pad) / camera.focal_px))
    scene: dict[str, Any] = {
        "type": "scene",
        "integrator": {"type": "path", "max_depth": depth, "rr_depth": 3},
        "sensor": {
            "type": "perspective", "fov": wide, "fov_axis": "x", "near_clip": 1.0,
            "far_clip": 9000.0,
            "to_world": _T().look_at(
                origin=list(camera.origin_mm), target=list(camera.target_mm), up=list(camera.up)),
            "film": {"type": "hdrfilm", "width": camera.width + 2 * pad,
                     "height": camera.height + 2 * pad,
                     "rfilter": {"type": "box"}, "pixel_format": "rgb"},
            "sampler": {"type": "independent", "sample_count": samples},
        },
        **_lamps(lighting),
    }  # fmt: skip
    for k, solid in enumerate(solids):
        scene[f"solid{k:03d}"] = _mesh(f"solid{k:03d}", solid)
    loaded = mi.load_dict(scene)
    colour = _clean(np.array(mi.render(loaded, spp=samples, seed=seed)))
    # Surfaces and normals for the denoiser come from few and short paths: twice as fast as
    # collecting them along with the light.
    guides = mi.load_dict({"type": "aov", "aovs": "alb:albedo,nn:sh_normal"})
    shot = np.array(mi.render(loaded, integrator=guides, spp=GUIDE_SAMPLES, seed=seed + 1))
    albedo, normal = _clean(shot[..., -6:-3]), _clean(shot[..., -3:])
    clean = np.asarray(pyoidn.denoise(colour, albedo=albedo, normal=normal, hdr=True), np.float32)
    owner = _owners(loaded, solids, seed)
    seen = camera.distort(owner.astype(np.float32), nearest=True).astype(np.int32)
    return Rendering(camera.distort(clean), seen)


def _clean(field: Field) -> Field:
    return np.ascontiguousarray(np.nan_to_num(field[..., :3]), np.float32)


def _owners(loaded: Any, solids: list[Solid], seed: int) -> NDArray[np.int32]:
    """Look which triangle each px shows."""
    which = mi.load_dict({"type": "aov", "aovs": "shape:shape_index,prim:prim_index"})
    shot = np.array(mi.render(loaded, integrator=which, spp=1, seed=seed))
    names = [shape.id() for shape in loaded.shapes()]
    table = np.full((len(names), max(len(s.owner) for s in solids)), -1, np.int32)
    for k, solid in enumerate(solids):
        table[names.index(f"solid{k:03d}"), : len(solid.owner)] = solid.owner
    # Shapes count from 1 there; 0 is the sky.
    shape = np.clip(shot[..., -2].astype(np.int64) - 1, 0, len(names) - 1)
    prim = np.clip(shot[..., -1].astype(np.int64), 0, table.shape[1] - 1)
    return np.asarray(table[shape, prim], np.int32)

"""What a scene holds, chosen from its seed before anything is simulated or rendered."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from .camera import Camera, hang_camera
from .develop import Development, choose_development
from .lights import Lighting, light_scene
from .looks import Look, make_look
from .surfaces import Surface, choose_surface

SceneSet = Literal["train", "test"]


@dataclass(frozen=True, slots=True)
class Tray:
    """A tray of `sides` walls (4, 6, 8; 32 is round, 0 is no tray) round the middle."""

    sides: int
    reach_mm: tuple[float, float]
    wall_mm: float
    height_mm: float
    wall: Surface | None
    floor: Surface | None


@dataclass(frozen=True, slots=True)
class DieChoice:
    """One die of a scene: an index into the looks, or a number of sides that is not 6."""

    look: int
    sides: int
    edge_mm: float


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that a scene's seed decides; `roll` is the number of dice of a mere throw."""

    seed: int
    held_out: bool
    looks: tuple[Look, ...]
    dice: tuple[DieChoice, ...]
    how: str
    cocked: int
    stacked: int
    clutter: int
    table: Surface
    tray: Tray
    lighting: Lighting
    camera: Camera
    development: Development
    roll: int | None = None


def _choose_looks(rng: np.random.Generator, held_out: bool) -> list[Look]:
    seeds = iter(int(v) for v in rng.integers(2**31, size=12))
    roll = rng.random()
    if roll < 0.42:
        out = [make_look(next(seeds), "pickomino", held_out)]
        if rng.random() < 0.25:
            golden = "golden" if rng.random() < 0.7 else "golden six"
            out.append(make_look(next(seeds), golden, held_out))
    elif roll < 0.78:
        n = int(rng.choice([1, 1, 2, 4, 6]))
        out = [make_look(next(seeds), "pips", held_out) for _ in range(n)]
    elif roll < 0.88:
        out = [make_look(next(seeds), "pictures", held_out)]
        out += [make_look(next(seeds), "pips", held_out)]
    else:
        kinds = ["pips", "pickomino", "golden six", "numerals"]
        out = [make_look(next(seeds), k, held_out) for k in kinds]
    return out


def _choose_tray(rng: np.random.Generator, held_out: bool, view_mm: float, edge: float) -> Tray:
    rx = float(np.clip(view_mm * rng.uniform(0.28, 0.46), 1.7 * edge, 260))
    if rng.random() < 0.4:
        return Tray(0, (min(rx, 0.42 * view_mm), min(rx * 0.72, 0.31 * view_mm)), 0, 0, None, None)
    shapes, weights = ((6, 8, 4), (0.4, 0.2, 0.4)) if held_out else ((4, 32, 4), (0.5, 0.3, 0.2))
    sides = int(rng.choice(shapes, p=weights))
    ry = rx if sides != 4 else rx * float(rng.uniform(0.65, 0.95))
    floor = choose_surface(rng, held_out) if rng.random() < 0.75 else None
    wall = choose_surface(rng, held_out)
    height = float(rng.uniform(0.7, 2.4) * edge)
    return Tray(sides, (rx, ry), float(rng.uniform(2, 14)), height, wall, floor)


def make_recipe(seed: int, held_out: bool, width: int = 640, height: int = 480) -> Recipe:
    """Choose a scene; deterministic. Test scenes (`held_out`) share no looks, trays or lights."""
    rng = np.random.default_rng([seed, 0xD1CE, int(held_out)])
    edge = float(rng.choice([16, 16, 16, 12, 14, 18, 22]))
    die_px = float(np.exp(rng.uniform(np.log(26), np.log(150)))) * width / 640
    view = width * edge / die_px
    looks = _choose_looks(rng, held_out)
    room = 0.24 * view * view * 0.75 / edge**2
    typical = (1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 10, 12, 16, 20, 24)
    n = int(np.clip(rng.choice(typical), 1, max(1, min(24, room))))
    dice = [DieChoice(int(rng.integers(len(looks))), 6, edge) for _ in range(n)]
    if len(looks) == 2 and looks[1].kind.startswith("golden"):
        dice = [DieChoice(0, 6, edge) for _ in range(n - 1)] + [DieChoice(1, 6, edge)]
    if rng.random() < 0.18:
        for _ in range(int(rng.integers(1, 4))):
            sides = int(rng.choice([4, 8, 10, 12, 20]))
            dice.append(DieChoice(int(rng.integers(len(looks))), sides, edge * 1.2))
    how = str(rng.choice(["scatter", "gather", "rows"], p=[0.5, 0.32, 0.18]))
    cocked = int(rng.choice([0, 1, 2], p=[0.68, 0.22, 0.1]))
    stacked = int(rng.choice([0, 1, 2], p=[0.88, 0.08, 0.04]))
    clutter = int(rng.choice([0, 1, 2, 4], p=[0.65, 0.15, 0.1, 0.1]))
    laid = _Laid(tuple(looks), tuple(dice), edge, how, cocked, stacked, clutter)
    return _furnished(rng, laid, view, seed, held_out, width, height)


def make_roll(seed: int, held_out: bool, count: int, width: int = 640, height: int = 480) -> Recipe:
    """Choose a throw of `count` dice of one kind, worm dice or ordinary ones; deterministic.

    No die is laid leaning or on another (a throw may still end so), nothing else lies there, the
    camera looks down by 20 degrees off straight at most.
    """
    rng = np.random.default_rng([seed, 0x8011, int(held_out)])
    edge = float(rng.choice([16, 16, 16, 12, 14, 18, 22]))
    largest = np.clip(600 * np.sqrt(0.18 / count), 30, 110)  # px at which so many have room
    die_px = float(np.exp(rng.uniform(np.log(28), np.log(largest)))) * width / 640
    kind = "pickomino" if rng.random() < 0.5 else "pips"
    look = make_look(int(rng.integers(2**31)), kind, held_out)
    how = str(rng.choice(["scatter", "gather"], p=[0.7, 0.3]))
    laid = _Laid((look,), (DieChoice(0, 6, edge),) * count, edge, how)
    view = width * edge / die_px
    return replace(_furnished(rng, laid, view, seed, held_out, width, height, 20.0), roll=count)


@dataclass(frozen=True, slots=True)
class _Laid:
    """What is thrown or laid on the table; the dice have edges of `edge` mm."""

    looks: tuple[Look, ...]
    dice: tuple[DieChoice, ...]
    edge: float
    how: str
    cocked: int = 0
    stacked: int = 0
    clutter: int = 0


def _furnished(
    rng: np.random.Generator, laid: _Laid, view: float, seed: int, held_out: bool, width: int,
    height: int, steepest: float | None = None,
) -> Recipe:  # fmt: skip
    """Choose tray, table, light and camera (that sees `view` mm) for what is laid."""
    tray = _choose_tray(rng, held_out, view, laid.edge)
    if steepest is None:
        steepest = 20.0 if held_out or rng.random() < 0.75 else 38.0
    table = choose_surface(rng, held_out)
    lighting = light_scene(rng, held_out)
    camera = hang_camera(rng, width, height, view, steepest)
    development = choose_development(rng, width, lighting.white())
    return Recipe(
        seed, held_out, laid.looks, laid.dice, laid.how, laid.cocked, laid.stacked, laid.clutter,
        table, tray, lighting, camera, development,
    )  # fmt: skip

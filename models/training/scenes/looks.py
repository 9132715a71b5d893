"""How a kind of die looks: colours, finish, rounding, pips and what its six faces show.

Training and test looks share neither palette entry nor drawing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .canvas import drawing_seed
from .layout import arrangement
from .pictures import picture_kinds

Rgb = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Face:
    """What one face shows: `value` is the label, pips are drawn where `pips` is not 0."""

    value: str
    pips: int = 0
    picture: str = ""
    seed: int = 0
    quarter_turns: int = 0


@dataclass(frozen=True, slots=True)
class Look:
    """One kind of six-sided die. Lengths are shares of the edge, colours linear RGB 0..1."""

    kind: str
    colour: str
    body: Rgb
    ink: Rgb
    picture_ink: Rgb
    fill: Rgb
    ace_ink: Rgb
    faces: tuple[Face, ...]
    rounding: float
    ball: float
    pip_radius: float
    pip_spread: float
    ace_scale: float
    pip_depth: float
    engraved: bool
    roughness: float
    metallic: float
    clear: float
    marble: float
    wear: float
    seed: int


def linear(r: int, g: int, b: int) -> Rgb:
    """Turn an sRGB colour of 0..255 into linear light."""
    c = np.array([r, g, b]) / 255
    c = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return float(c[0]), float(c[1]), float(c[2])


# name, body, inks
_TRAIN = (
    ("white", (236, 234, 228), ((18, 18, 20), (20, 20, 24), (170, 20, 25), (25, 50, 140))),
    ("white", (225, 228, 230), ((10, 10, 12), (15, 90, 50), (20, 40, 120))),
    ("ivory", (233, 220, 188), ((22, 20, 18), (28, 24, 20), (60, 20, 15))),
    ("black", (24, 24, 26), ((235, 235, 230), (240, 240, 240), (205, 40, 40))),
    ("red", (170, 22, 26), ((240, 240, 238), (245, 240, 230), (20, 16, 16))),
    ("blue", (24, 60, 160), ((240, 240, 240), (235, 230, 210))),
    ("green", (18, 110, 55), ((240, 240, 240), (235, 220, 120))),
    ("yellow", (232, 196, 38), ((18, 18, 18), (20, 40, 120))),
    ("grey", (128, 130, 134), ((245, 245, 245), (14, 14, 16))),
)
_TEST = (
    ("white", (240, 238, 236), ((40, 28, 60), (12, 12, 12), (190, 60, 20))),
    ("ivory", (222, 204, 160), ((70, 38, 18), (10, 10, 10))),
    ("purple", (88, 34, 120), ((240, 240, 240), (235, 200, 80))),
    ("orange", (226, 110, 22), ((16, 16, 16), (245, 245, 245))),
    ("blue", (60, 140, 205), ((245, 245, 245), (14, 18, 60))),
    ("green", (120, 190, 90), ((12, 40, 20), (250, 250, 250))),
    ("black", (42, 40, 46), ((214, 170, 60), (190, 200, 255))),
    ("red", (120, 14, 30), ((230, 190, 90), (240, 240, 240))),
)
_WORM_INKS = {
    False: ((190, 30, 30), (150, 18, 22), (22, 20, 22), (95, 22, 20), (205, 60, 50)),
    True: ((170, 45, 25), (12, 12, 16), (120, 10, 30), (60, 30, 24)),
}
_PIP_INKS = {
    False: ((28, 62, 160), (20, 45, 120), (16, 16, 18), (40, 90, 190)),
    True: ((18, 30, 90), (50, 70, 150), (24, 22, 22)),
}


def _jitter(rng: np.random.Generator, rgb: Rgb, amount: float = 0.12) -> Rgb:
    c = np.clip(np.array(rgb) * rng.uniform(1 - amount, 1 + amount, 3), 0.004, 0.9)
    return float(c[0]), float(c[1]), float(c[2])


def _pick(rng: np.random.Generator, colours: tuple[tuple[int, int, int], ...]) -> Rgb:
    return _jitter(rng, linear(*colours[int(rng.integers(len(colours)))]))


def _faces(rng: np.random.Generator, mirrored: bool) -> list[Face]:
    return [Face(str(v), v, quarter_turns=int(rng.integers(2))) for v in arrangement(mirrored)]


def _drawn(rng: np.random.Generator, kind: str, held_out: bool) -> Face:
    value = {"worm": "w"}.get(kind, "other" if kind in ("numeral", "many pips") else "picture")
    seed = drawing_seed(rng, held_out)
    return Face(value, 0, kind, seed, int(rng.integers(4)))


def _pickomino_faces(rng: np.random.Generator, mirrored: bool, held_out: bool) -> tuple[Face, ...]:
    faces = _faces(rng, mirrored)
    return tuple(_drawn(rng, "worm", held_out) if f.value == "6" else f for f in faces)


def make_look(seed: int, kind: str, held_out: bool = False) -> Look:
    """Choose a look; deterministic. `held_out` takes palettes, drawings and shapes of the test.

    Kinds: `pips` (ordinary), `pickomino` (1 to 5 and a worm), `golden` (ones and worms),
    `golden six` (golden, all six values), `pictures` (some faces with other pictures),
    `numerals` (digits in place of pips).
    """
    rng = np.random.default_rng([seed, 0x100C, int(held_out)])
    palette = _TEST if held_out else _TRAIN
    weights = np.array([3.0 if p[0] in ("white", "ivory") else 1.0 for p in palette])
    name, body_srgb, inks = palette[int(rng.choice(len(palette), p=weights / weights.sum()))]
    body, ink = _jitter(rng, linear(*body_srgb)), _pick(rng, inks)
    mirrored = bool(rng.integers(2))
    metallic = clear = marble = 0.0
    roughness = float(rng.choice([0.08, 0.12, 0.2, 0.35]) * rng.uniform(0.8, 1.2))
    faces: tuple[Face, ...] = tuple(_faces(rng, mirrored))
    picture_ink = ink
    ace_ink = ink
    if kind in ("pickomino", "golden"):
        picture_ink = _pick(rng, _WORM_INKS[held_out])
        ink = ace_ink = _pick(rng, _PIP_INKS[held_out])
    if kind == "pickomino":
        name = "white" if rng.random() < 0.4 else "ivory"
        body = _jitter(rng, linear(238, 234, 222) if name == "white" else linear(232, 218, 184))
        faces = _pickomino_faces(rng, mirrored, held_out)
        roughness = float(rng.uniform(0.07, 0.22))
    elif kind in ("golden", "golden six"):
        name = "gold"
        body = _jitter(rng, linear(205, 158, 50))
        metallic = float(rng.choice([0.0, 0.0, 0.6, 0.9]))
        roughness = float(rng.uniform(0.15, 0.4))
        if kind == "golden":
            worm = _drawn(rng, "worm", held_out)
            one = Face("1", 1)
            faces = tuple(one if k % 2 else worm for k in range(6))
            picture_ink = ink if rng.random() < 0.5 else picture_ink
    elif kind == "pictures":
        kinds = picture_kinds(held_out)
        show = [_drawn(rng, str(rng.choice(kinds)), held_out) for _ in range(6)]
        keep = 0.0 if rng.random() < 0.5 else 0.5
        faces = tuple(f if rng.random() < keep else s for f, s in zip(faces, show, strict=True))
        if rng.random() < 0.4:
            picture_ink = _pick(rng, _WORM_INKS[held_out])
    elif kind == "numerals":
        seeds = [drawing_seed(rng, held_out) for _ in range(6)]
        faces = tuple(Face("other", 0, "numeral", s, int(rng.integers(4))) for s in seeds)
    elif rng.random() < 0.18:
        clear = float(rng.uniform(0.45, 0.8)) if name not in ("black", "ivory") else 0.0
        marble = 0.0 if clear else float(rng.uniform(0.3, 0.8))
    elif rng.random() < 0.12 and name in ("white", "ivory"):
        ace_ink = linear(190, 25, 28)
    fill = tuple(np.array(picture_ink) * 0.25 + np.array([0.62, 0.33, 0.3]) * rng.uniform(0.5, 1))
    spread = float(rng.uniform(0.23, 0.28))
    square = rng.random() < (0.35 if held_out else 0.25)
    return Look(
        kind=kind, colour="clear" if clear > 0.65 else name, body=body, ink=ink,
        picture_ink=picture_ink, fill=(float(fill[0]), float(fill[1]), float(fill[2])),
        ace_ink=ace_ink, faces=faces,
        rounding=float(rng.uniform(0.02, 0.06) if square else rng.uniform(0.08, 0.17)),
        ball=float(rng.uniform(0.69, 0.76)) if rng.random() < 0.35 else 0.0,
        pip_radius=float(min(rng.uniform(0.07, 0.12), 0.43 * spread)),
        pip_spread=spread,
        ace_scale=float(rng.choice([1.0, 1.0, 1.0, 1.35, 1.7])),
        pip_depth=0.0 if rng.random() < 0.25 else float(rng.uniform(0.015, 0.05)),
        engraved=bool(rng.random() < (0.2 if kind in ("pickomino", "golden") else 0.3)),
        roughness=roughness, metallic=metallic, clear=clear, marble=marble,
        wear=float(rng.choice([0.0, 0.0, 0.15, 0.35])), seed=seed,
    )  # fmt: skip


def palette_names(held_out: bool) -> NDArray[np.float64]:
    """Return the sRGB bodies of one palette as an (n, 3) array, to compare the two sets."""
    return np.array([p[1] for p in (_TEST if held_out else _TRAIN)], float)

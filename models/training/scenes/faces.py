"""Paints what lies on a die's surface: one atlas of cells, a cell a face, for every material field.

Cell k of an atlas with `columns` columns is at row k // columns, column k % columns; the first
row is at the top of the image. All fields are linear.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from .canvas import LINE, Canvas, Drawing
from .layout import pip_centres
from .looks import Face, Look
from .pictures import draw_picture
from .worms import draw_worm

Field = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Skin:
    """The painted surface of a mesh; every field has the atlas's height and width.

    `albedo` (h, w, 3) linear RGB; `roughness`, `metallic`, `clear` and `height` (h, w) float32;
    `height` is in shares of a face's half width and is negative where something is engraved.
    """

    albedo: Field
    roughness: Field
    metallic: Field
    clear: Field
    height: Field
    columns: int


def cloud(rng: np.random.Generator, size: int, beta: float = 1.5) -> Field:
    """Return smooth random clouds, size x size, mean 0 and deviation 1; they tile."""
    f = np.hypot(*np.meshgrid(np.fft.fftfreq(size), np.fft.fftfreq(size)))
    f[0, 0] = 1.0
    z = np.fft.ifft2(np.fft.fft2(rng.normal(size=(size, size))) * f**-beta).real
    return np.asarray((z - z.mean()) / (z.std() + 1e-9), np.float32)


def draw_face(look: Look, face: Face, size: int) -> Drawing:
    """Draw what a face shows, without colour."""
    if face.pips:
        canvas = Canvas(size)
        scale = look.ace_scale if face.pips == 1 else 1.0
        radius = min(2 * look.pip_radius * scale, 0.42)
        for x, y in pip_centres(face.pips, 2 * look.pip_spread, face.quarter_turns):
            canvas.disc(float(x), float(y), radius, LINE)
        return canvas.finish()
    drawing = (
        draw_worm(face.seed, size)
        if face.picture == "worm"
        else draw_picture(face.picture, face.seed, size)
    )
    k = face.quarter_turns
    return Drawing(
        *(
            np.ascontiguousarray(np.rot90(m, k))
            for m in (drawing.line, drawing.body, drawing.white, drawing.accent)
        )
    )


def paint(look: Look, cell: int = 192) -> Skin:
    """Paint the six faces of a look into an atlas of 2 rows and 3 columns."""
    rng = np.random.default_rng([look.seed, 0x5C1])
    h, w = 2 * cell, 3 * cell
    albedo = np.empty((h, w, 3), np.float32)
    rough = np.full((h, w), look.roughness, np.float32)
    clear = np.full((h, w), look.clear, np.float32)
    height = np.zeros((h, w), np.float32)
    metallic = np.full((h, w), look.metallic, np.float32)
    veins = cloud(rng, 3 * cell, 1.7)[:h]
    body = np.asarray(look.body, np.float32)
    albedo[:] = body
    if look.marble:
        other = np.asarray(np.clip(1.6 * body + 0.12, 0, 0.85), np.float32)
        mix = look.marble * (0.5 + 0.5 * np.sin(veins * 2.2))[..., None]
        albedo[:] = albedo * (1 - mix) + other * mix
    albedo *= 1 + 0.02 * veins[..., None]
    rough *= 1 + 0.15 * veins
    worn = np.clip(1 - look.wear * np.clip(cloud(rng, 3 * cell, 1.2)[:h], 0, 2), 0.3, 1)
    for k, face in enumerate(look.faces):
        part = (slice(k // 3 * cell, (k // 3 + 1) * cell), slice(k % 3 * cell, (k % 3 + 1) * cell))
        drawing = draw_face(look, face, cell)
        _print(albedo[part], drawing, look, face, worn[part])
        ink = drawing.ink()
        clear[part] *= 1 - np.clip(drawing.line + drawing.accent, 0, 1)
        metallic[part] *= 1 - ink
        rough[part] = rough[part] * (1 - ink) + np.float32(0.35) * ink
        if look.engraved and not face.pips:
            height[part] -= 0.03 * cv2.GaussianBlur(drawing.line, (0, 0), cell / 160)
    return Skin(albedo, np.clip(rough, 0.05, 1), metallic, clear, height, 3)


def _print(albedo: Field, drawing: Drawing, look: Look, face: Face, worn: Field) -> None:
    """Lay a drawing's layers over one cell in place."""
    line = look.picture_ink
    if face.pips:
        line = look.ace_ink if face.pips == 1 else look.ink
    accent = (0.55, 0.06, 0.05)
    white = (0.8, 0.78, 0.74)
    for mask, colour in (
        (drawing.body, look.fill), (drawing.white, white),
        (drawing.accent, accent), (drawing.line, line),
    ):  # fmt: skip
        cover = (mask * worn)[..., None]
        albedo[:] = albedo * (1 - cover) + np.asarray(colour, np.float32) * cover


def paint_numerals(look: Look, faces: int, columns: int = 5, cell: int = 128) -> Skin:
    """Paint the numbers of a die with `faces` faces, one cell each, in a look's colours."""
    rng = np.random.default_rng([look.seed, 0xD20, faces])
    rows = -(-faces // columns)
    h, w = rows * cell, columns * cell
    albedo = np.empty((h, w, 3), np.float32)
    albedo[:] = np.asarray(look.body, np.float32)
    veins = cv2.resize(cloud(rng, 512, 1.7), (w, h))
    albedo *= 1 + 0.05 * veins[..., None]
    start = 0 if faces == 10 else 1
    numbers = rng.permutation(faces) + start
    tall = {4: 0.3, 8: 0.42, 10: 0.4, 12: 0.42, 20: 0.3}.get(faces, 0.4)
    ink = np.asarray(look.ink, np.float32)
    for k in range(faces):
        canvas = Canvas(cell)
        canvas.text(str(numbers[k]), tall * float(rng.uniform(0.9, 1.1)), 0.05)
        part = (
            slice(k // columns * cell, (k // columns + 1) * cell),
            slice(k % columns * cell, (k % columns + 1) * cell),
        )
        cover = canvas.finish().line[..., None]
        albedo[part] = albedo[part] * (1 - cover) + ink * cover
    even = np.full((h, w), 1, np.float32)
    return Skin(
        albedo, even * look.roughness, even * look.metallic, even * look.clear, even * 0, columns
    )

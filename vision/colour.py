"""The colour of a die's body by name, under warm or cold light."""

from __future__ import annotations

from colorsys import rgb_to_hsv
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Frame
from vision.sizes import Sizes

NAMES = (
    "white", "ivory", "black", "grey", "red", "orange", "golden", "yellow", "green",
    "turquoise", "blue", "purple", "pink", "brown",
)  # fmt: skip


# The round part of a face of 16 x 16 px: corners may show the table.
FACE_PX = 16
_FROM_MIDDLE = np.hypot(*(np.mgrid[:FACE_PX, :FACE_PX] - FACE_PX / 2 + 0.5))
ROUND = np.flatnonzero(_FROM_MIDDLE < FACE_PX / 2)
GLARE = 250  # level of the darkest channel from which on a pixel is glare
LEAST_MATT = 20  # pixels without glare that tell a colour; else all do
CLUSTERED = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.5)
# A polished black die mirrors a lamp, or the sky by its hue (degrees): it is lighter and purer than
# black, up to these parts of what is bright in the frame and of full saturation. Chosen on
# path-traced dice of other seeds than `test`.
MIRRORED = 0.8
MOST_LAMP, MOST_SKY = 0.25, 0.42
SKY_FROM, SKY_TO = 190.0, 250.0
LIGHTER = 1.5  # times: by so much brighter than it its marks are
MARKED = (0.03, 0.4)  # the part of a face that pips or a picture may take
BRIGHTNESS = np.array([0.114, 0.587, 0.299], np.float32)  # of B, G, R to the eye
LIGHT_PX = 80  # long side of the picture that the light is told by


@dataclass(frozen=True, slots=True)
class Light:
    """The light on the table: its `colour` (B, G, R, mean 1) and the level of `bright` things."""

    colour: NDArray[np.float32]
    bright: float


def light_of(frame: Frame | Sizes) -> Light:
    """Estimate the light from the whole frame, once for all dice in it."""
    small = Sizes.of(frame).at(LIGHT_PX)
    levels = cv2.calcHist([small.reshape(-1, 1)], [0], None, [256], [0, 256]).cumsum()
    return Light(_colour_of(small), float(np.searchsorted(levels, 0.95 * levels[-1])))


def _colour_of(frame: Frame) -> NDArray[np.float32]:
    """Estimate the light's colour: a soft shades-of-grey average.

    Coloured felt would drag the estimate along, so strongly coloured pixels count little.
    """
    small = frame.reshape(-1, 3).astype(np.float32)
    # Columns one by one and plain products: NumPy is slow along an axis of three and in powers.
    blue, green, red = small.T
    top = np.maximum(np.maximum(blue, green), red)
    spread = (top - np.minimum(np.minimum(blue, green), red)) / (top + 12.0)
    weight = np.exp(-((spread / 0.22) ** 2)) * (top < 252) + 1e-4
    if float(weight.mean()) < 0.08:
        return np.ones(3, np.float32)
    mean = weight @ (small * small * small) / weight.sum()
    light = np.cbrt(np.maximum(mean, 1.0))
    light = light / light.mean()
    return np.asarray(np.clip(light, 0.6, 1.5), np.float32)


def body_colour(
    frame: Frame | Sizes, center_xy: tuple[float, float], size_px: float, light: Light
) -> tuple[str, tuple[float, float, float]]:
    """Return the body's colour of a die by name, and as B, G, R under white light (0 to about 255).

    Its top face lies at `center_xy`, `size_px` wide.
    """
    face = Sizes.of(frame).square(*center_xy, 0.86 * size_px, FACE_PX)
    body, marks = _body_and_marks(face.reshape(-1, 3).take(ROUND, 0))
    body = np.minimum(body / light.colour, 255)
    lighter = marks is not None and float(marks / light.colour @ BRIGHTNESS) >= LIGHTER * float(
        body @ BRIGHTNESS
    )
    blue, green, red = body.tolist()
    return colour_name((blue, green, red), light.bright, lighter), (blue, green, red)


def _body_and_marks(
    pixels: NDArray[np.uint8],
) -> tuple[NDArray[np.float32], NDArray[np.float32] | None]:
    """Return the colours (B, G, R) of the body and of what is on it, glare left out.

    Face pixels (n, 3) fall into two clusters; the larger is the body. The other one is no mark
    (None) where it takes more or less of the face than pips or a picture do.
    """
    good = pixels.astype(np.float32)
    if int(pixels.max()) >= GLARE:
        blue, green, red = pixels.T
        matt = np.minimum(np.minimum(blue, green), red) < GLARE
        if LEAST_MATT <= np.count_nonzero(matt) < len(pixels):
            good = good[matt]
    _, labels, _ = cv2.kmeans(good, 2, np.empty(0, np.int32), CLUSTERED, 1, cv2.KMEANS_PP_CENTERS)
    second = labels.ravel() == 1
    if 2 * np.count_nonzero(second) <= len(good):
        second = ~second
    part = 1.0 - np.count_nonzero(second) / len(good)
    marks = _median(good[~second]) if MARKED[0] <= part <= MARKED[1] else None
    return _median(good[second]), marks


def _median(pixels: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.sort(pixels, 0)[len(pixels) // 2], np.float32)


def colour_name(bgr: tuple[float, float, float], bright: float, lighter_marks: bool = False) -> str:
    """Name a B, G, R colour (0..255 each) under white light.

    `bright` is the level of bright things; `lighter_marks` says that the pips or the picture on it
    are brighter by far.
    """
    b, g, r = bgr
    value, low = max(b, g, r), min(b, g, r)
    chroma = value - low
    level = value / max(bright, 60.0)
    saturation = chroma / max(value, 1.0)
    if level < 0.24 or (level < 0.34 and saturation < 0.3):
        return "black"
    hue = 360.0 * rgb_to_hsv(r, g, b)[0]
    sky = SKY_FROM <= hue <= SKY_TO
    if lighter_marks and level < MIRRORED and saturation < (MOST_SKY if sky else MOST_LAMP):
        return "black"
    if saturation < 0.14:
        return "white" if level > 0.55 else "grey"
    if saturation < 0.42 and 20 <= hue <= 75 and level > 0.5:
        return "ivory"
    if saturation < 0.24:
        return "white" if level > 0.6 else "grey"
    return _hue_name(hue, saturation, level)


def _hue_name(hue: float, saturation: float, level: float) -> str:
    if hue < 14 or hue >= 342:
        return "pink" if saturation < 0.45 and level > 0.6 else "red"
    if hue < 30:
        return (
            "orange" if level > 0.6 and saturation > 0.6 else "brown" if level < 0.5 else "golden"
        )
    if hue < 47:
        return "golden" if level > 0.4 else "brown"
    if hue < 68:
        return "yellow" if saturation > 0.55 and level > 0.6 else "golden"
    if hue < 160:
        return "green"
    if hue < 192:
        return "turquoise"
    if hue < 258:
        return "blue"
    return "purple" if hue < 315 else "pink"

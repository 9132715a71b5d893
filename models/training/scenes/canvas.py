"""A small canvas for what is printed on a die: drawn in layers, eight times finer than it is kept.

Every drawing of this project is made by code on this canvas; nothing is traced or copied. Face
coordinates run from -1 to 1 (x to the right, y up), so that a circle of radius 1 touches the
edges of the face.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.float32]
Points = NDArray[np.float64]

NOTHING, LINE, BODY, WHITE, ACCENT = 0, 1, 2, 3, 4
_LAYERS = (LINE, BODY, WHITE, ACCENT)
_FINE = 4
_SHIFT = 6

HELD_OUT_STRIDE = 5
"""One drawing seed in so many is kept out of training."""


def is_held_out(seed: int) -> bool:
    """Say whether a drawing seed is reserved for the test set."""
    return seed % HELD_OUT_STRIDE == HELD_OUT_STRIDE - 1


def drawing_seed(rng: np.random.Generator, held_out: bool, kinds: int = 40_000) -> int:
    """Draw a seed from the training drawings or, with `held_out`, from the reserved ones."""
    block = int(rng.integers(kinds)) * HELD_OUT_STRIDE
    if held_out:
        return block + HELD_OUT_STRIDE - 1
    return block + int(rng.integers(HELD_OUT_STRIDE - 1))


@dataclass(frozen=True, slots=True)
class Drawing:
    """What covers a face: a share of 0..1 for each px and layer, float32, size x size.

    `line` is the ink of the strokes, `body` the surface between them, `white` the whites of eyes,
    `accent` a second colour (tongue, hat, cheeks).
    """

    line: Mask
    body: Mask
    white: Mask
    accent: Mask

    @property
    def size(self) -> int:
        """The side of the drawing in px."""
        return int(self.line.shape[0])

    def ink(self) -> Mask:
        """Return the share of each px that is covered by anything, float32 0..1."""
        total: Mask = np.clip(self.line + self.body + self.white + self.accent, 0.0, 1.0)
        return total


class Canvas:
    """A square of layer numbers; later strokes cover earlier ones."""

    def __init__(self, size: int) -> None:
        """Open an empty canvas that will be kept as `size` x `size` px."""
        self.size = size
        self._fine = np.zeros((size * _FINE, size * _FINE), np.uint8)

    def _px(self, xy: Points) -> NDArray[np.int32]:
        half = self.size * _FINE / 2
        scaled = np.stack([(xy[:, 0] + 1) * half - 0.5, (1 - xy[:, 1]) * half - 0.5], axis=1)
        return np.asarray(np.round(scaled * (1 << _SHIFT)), np.int32)

    def _width(self, width: float) -> int:
        return max(1, round(width * self.size * _FINE / 2))

    def disc(self, x: float, y: float, radius: float, layer: int) -> None:
        """Fill a disc."""
        centre = self._px(np.array([[x, y]]))[0]
        r = round(radius * self.size * _FINE / 2 * (1 << _SHIFT))
        cv2.circle(
            self._fine, (int(centre[0]), int(centre[1])), r, (layer,), -1, cv2.LINE_8, _SHIFT
        )

    def ring(self, x: float, y: float, radius: float, width: float, layer: int) -> None:
        """Draw a circle's outline."""
        self.polyline(ellipse(x, y, radius, radius), width, layer, closed=True)

    def polygon(self, xy: Points, layer: int) -> None:
        """Fill a closed outline of (n, 2) points."""
        cv2.fillPoly(self._fine, [self._px(xy)], (layer,), cv2.LINE_8, _SHIFT)

    def polyline(self, xy: Points, width: float, layer: int, closed: bool = False) -> None:
        """Draw a stroke through (n, 2) points, with round joints."""
        cv2.polylines(
            self._fine, [self._px(xy)], closed, (layer,), self._width(width), cv2.LINE_8, _SHIFT
        )

    def shape(self, xy: Points, width: float, filled: bool) -> None:
        """Fill an outline with the body layer (or clear it) and draw its edge."""
        self.polygon(xy, BODY if filled else NOTHING)
        self.polyline(xy, width, LINE, closed=True)

    def text(self, word: str, height: float, width: float, layer: int = LINE) -> None:
        """Write a word in the middle of the face, `height` of 2 high."""
        font = cv2.FONT_HERSHEY_SIMPLEX
        thick = self._width(width)
        (_, h0), _ = cv2.getTextSize(word, font, 1.0, thick)
        scale = height * self.size * _FINE / 2 / h0
        (w, h), _ = cv2.getTextSize(word, font, scale, thick)
        middle = self.size * _FINE / 2
        at = (round(middle - w / 2), round(middle + h / 2))
        cv2.putText(self._fine, word, at, font, scale, (layer,), thick, cv2.LINE_8)

    def finish(self) -> Drawing:
        """Return the drawing, averaged down to its size."""
        small = []
        for layer in _LAYERS:
            fine = (self._fine == layer).astype(np.float32)
            small.append(
                np.asarray(
                    cv2.resize(fine, (self.size, self.size), interpolation=cv2.INTER_AREA),
                    np.float32,
                )
            )
        return Drawing(*small)


def ellipse(
    x: float,
    y: float,
    rx: float,
    ry: float,
    turn: float = 0.0,
    start: float = 0.0,
    stop: float = 2 * np.pi,
    n: int = 48,
) -> Points:
    """Return (n, 2) points along an ellipse or a part of it; angles in radians."""
    t = np.linspace(start, stop, n, endpoint=abs(stop - start - 2 * np.pi) > 1e-9)
    px, py = rx * np.cos(t), ry * np.sin(t)
    c, s = np.cos(turn), np.sin(turn)
    return np.stack([x + c * px - s * py, y + s * px + c * py], axis=1)


def turned(xy: Points, angle: float, scale: float = 1.0, mirror: bool = False) -> Points:
    """Turn points about the middle by `angle` radians, scale them, mirror them first if asked."""
    if mirror:
        xy = xy * np.array([-1.0, 1.0])
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(xy @ np.array([[c, s], [-s, c]]) * scale)

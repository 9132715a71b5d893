"""Changes of colour, light and sharpness that leave the labels as they are."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray


def recolour(rng: np.random.Generator, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Change white balance, exposure, contrast, sometimes hue, sharpness, noise; takes uint8."""
    out = image
    if rng.random() < 0.25:
        hsv = cv2.cvtColor(out, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(np.int32) + int(rng.integers(180))) % 180
        out = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).astype(np.uint8)
    if rng.random() < 0.35:
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        share = rng.uniform(0.2, 0.9)
        out = cv2.addWeighted(out, 1 - share, grey, share, 0).astype(np.uint8)
    if rng.random() < 0.7:
        ramp = np.arange(256, dtype=np.float32) / 255
        tables = []
        gamma, gain, lift = rng.uniform(0.65, 1.6), rng.uniform(0.6, 1.25), rng.uniform(-0.05, 0.12)
        for _ in range(3):
            curve = lift + gain * rng.uniform(0.85, 1.15) * ramp**gamma
            tables.append((np.clip(curve, 0, 1) * 255).astype(np.uint8))
        out = cv2.LUT(out, np.stack(tables, -1)[None]).astype(np.uint8)
    if rng.random() < 0.15:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.4, 1.1)).astype(np.uint8)
    if rng.random() < 0.25:
        # Not OpenCV's own: its numbers would depend on all that was drawn before.
        grain = rng.standard_normal(out.shape, np.float32) * np.float32(rng.uniform(2, 9))
        out = np.clip(out + grain, 0, 255).astype(np.uint8)
    return out


def glare(rng: np.random.Generator, crop: NDArray[np.uint8], face_px: float) -> NDArray[np.uint8]:
    """Draw what lamps leave on hollow, glossy faces: thin bright arcs and spots over pips and all.

    A worm's line art must not be what every bright curve is taken for.
    """
    side = crop.shape[0]
    mask = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        x, y = side / 2 + rng.normal(0, 0.1, 2) * face_px
        axes = rng.uniform(0.12, 0.5) * face_px * rng.uniform(0.75, 1.25, 2)
        start = float(rng.uniform(0, 360))
        sweep = float(rng.uniform(40, 360))
        cv2.ellipse(
            mask,
            (int(x), int(y)),
            (max(1, int(axes[0])), max(1, int(axes[1]))),
            float(rng.uniform(0, 180)),
            start,
            start + sweep,
            1.0,
            int(rng.integers(1, 3)),
            cv2.LINE_AA,
        )
    for _ in range(int(rng.integers(0, 5))):
        x, y = side / 2 + rng.uniform(-0.45, 0.45, 2) * face_px
        size = (int(rng.integers(1, 4)), int(rng.integers(1, 3)))
        cv2.ellipse(mask, (int(x), int(y)), size, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    for _ in range(int(rng.integers(0, 4))):  # sheens that link one pip's rim to the next
        places = side / 2 + rng.uniform(-0.36, 0.36, (int(rng.integers(2, 4)), 2)) * face_px
        pen = int(rng.integers(1, max(2, int(0.12 * face_px))))
        cv2.polylines(mask, [places.astype(np.int32)], False, 1.0, pen, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.4, 1.0)))
    if rng.random() < 0.5:  # broken by the face's texture
        holes = cv2.resize(rng.random((8, 8)).astype(np.float32), (side, side))
        mask = mask * np.clip(holes * 2 - 0.3, 0, 1)
    lit = crop + (rng.uniform(60, 230) * mask)[..., None]
    return np.clip(lit, 0, 255).astype(np.uint8)


def faint(rng: np.random.Generator, crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Flatten brightness and leave colour: dark red pips on black, blue on marbled blue."""
    tones = cv2.cvtColor(crop, cv2.COLOR_BGR2YCrCb).astype(np.float32)
    light = tones[..., 0]
    around = cv2.GaussianBlur(light, (0, 0), 0.2 * crop.shape[0])
    tones[..., 0] = around + (light - around) * rng.uniform(0.12, 0.5)
    tones[..., 1:] = 128 + (tones[..., 1:] - 128) * rng.uniform(0.8, 1.5)
    return np.asarray(
        cv2.cvtColor(np.clip(tones, 0, 255).astype(np.uint8), cv2.COLOR_YCrCb2BGR), np.uint8
    )


def smear(
    rng: np.random.Generator, crop: NDArray[np.uint8], face_px: float
) -> tuple[NDArray[np.uint8], float]:
    """Move the crop while it is exposed; returns it and how far it moved, in sides of the face.

    By less than 0.22, so that it can be read, or by more than 0.4; in between it is left open.
    """
    far = rng.uniform(0.05, 0.22) if rng.random() < 0.7 else rng.uniform(0.4, 0.7)
    way = rng.uniform(0, np.pi)
    half = far * face_px / 2 * np.array([np.cos(way), np.sin(way)])
    side = 2 * int(np.ceil(np.abs(half).max())) + 3
    line = np.zeros((side, side), np.uint8)  # OpenCV smooths edges on bytes alone
    middle, fine = side // 2, 16  # ends in sixteenths of a px
    ends = [tuple(int(v) for v in np.round((middle + k * half) * fine)) for k in (-1, 1)]
    cv2.line(line, ends[0], ends[1], 255, 1, cv2.LINE_AA, shift=4)
    kernel = line.astype(np.float32) / 255
    if rng.random() < 0.35:  # it lay still before and after, or the light flickers: seen twice
        kernel *= rng.uniform(0.0, 0.4)
        weight = kernel.sum() + 1.0
        for end in (middle - half, middle + half):
            x, y = (int(v) for v in np.round(end))
            kernel[y, x] += weight
    kernel /= kernel.sum()
    moved = cv2.filter2D(crop, -1, kernel, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8), float(far)


def shine_through(
    rng: np.random.Generator, crop: NDArray[np.uint8], face_px: float
) -> NDArray[np.uint8]:
    """Let pips of other sides show, soft and faint, through a clear or smoky body."""
    side = crop.shape[0]
    turn = rng.uniform(20, 70) + 90 * int(rng.integers(4))
    matrix = cv2.getRotationMatrix2D((side / 2, side / 2), turn, rng.uniform(0.7, 1.1))
    matrix[:, 2] += rng.normal(0, 0.12, 2) * face_px
    other = cv2.warpAffine(crop, matrix, (side, side), borderMode=cv2.BORDER_REFLECT)
    other = cv2.GaussianBlur(other, (0, 0), float(rng.uniform(0.03, 0.07)) * face_px)
    body = cv2.GaussianBlur(other, (0, 0), 0.25 * face_px).astype(np.float32)
    mask = np.zeros((side, side), np.float32)
    cv2.circle(mask, (side // 2, side // 2), int(0.55 * face_px), 1.0, -1)
    mask = cv2.GaussianBlur(mask, (0, 0), 0.08 * face_px)[..., None]
    lit = crop + float(rng.uniform(0.25, 0.75)) * mask * (other - body)
    return np.clip(lit, 0, 255).astype(np.uint8)

"""Turns a linear rendering into the JPEG that a real camera would have given."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Development:
    """What the camera does to the light. Gains are linear, blur and motion in px.

    `held` is a fixed gain in place of the meter's, as a camera has that was told to hold it.
    """

    exposure: float
    gains: tuple[float, float, float]
    contrast: float
    saturation: float
    vignette: float
    blur_px: float
    motion_px: float
    motion_deg: float
    sharpen: float
    noise: float
    quality: int
    seed: int
    held: float = 0.0


def choose_development(
    rng: np.random.Generator, width: int, white: tuple[float, float, float] = (1.0, 1.0, 1.0)
) -> Development:
    """Choose how a picture is developed; most are decent, some dim, soft, noisy or over-exposed.

    `white` is the light's colour, which the white balance takes out in part.
    """
    balance = float(rng.uniform(0.4, 1.0))
    warm = float(rng.normal(0, 0.07))
    scale = width / 640
    return Development(
        exposure=float(np.clip(rng.lognormal(-0.05, 0.3), 0.4, 1.6)),
        gains=(
            (1 + warm) * white[0] ** -balance,
            1 + float(rng.normal(0, 0.02)),
            (1 - warm) * white[2] ** -balance,
        ),
        contrast=float(rng.uniform(0.85, 1.2)),
        saturation=float(rng.uniform(0.8, 1.2)),
        vignette=float(rng.choice([0.0, rng.uniform(0, 0.35)])),
        blur_px=scale
        * float(rng.choice([0.0, 0.35, 0.6, 0.9, 1.4], p=[0.2, 0.3, 0.25, 0.15, 0.1])),
        motion_px=scale * float(rng.choice([0.0, rng.uniform(1, 3)], p=[0.93, 0.07])),
        motion_deg=float(rng.uniform(0, 180)),
        sharpen=float(rng.choice([0.0, 0.4, 0.9], p=[0.5, 0.3, 0.2])),
        noise=float(rng.choice([0.002, 0.006, 0.014, 0.03], p=[0.35, 0.35, 0.2, 0.1])),
        quality=int(rng.integers(62, 97)),
        seed=int(rng.integers(2**31)),
    )


def clean_development(exposure: float = 0.95) -> Development:
    """Return the development of a good camera in good light."""
    return Development(exposure, (1.0, 1.0, 1.0), 1.0, 1.05, 0.08, 0.3, 0.0, 0.0, 0.2, 0.003, 88, 1)


def metered(linear: Image) -> float:
    """Return the gain that a camera's meter chooses for a picture.

    It looks at the whole picture and keeps all but the brightest glints below white.
    """
    level = float(np.percentile(linear.max(-1), 96))
    middle = float(np.median(linear.mean(-1)))
    return min(0.8 / max(level, 1e-4), 0.35 / max(middle, 1e-4))


def develop(linear: Image, how: Development) -> NDArray[np.uint8]:
    """Return an (h, w, 3) RGB picture, uint8, of an (h, w, 3) linear RGB rendering."""
    rng = np.random.default_rng(how.seed)
    h, w = linear.shape[:2]
    aim = how.exposure * (how.held or metered(linear))
    img = linear * aim * np.asarray(how.gains, np.float32)
    if how.vignette:
        ys, xs = np.mgrid[0:h, 0:w]
        r2 = ((xs - w / 2) ** 2 + (ys - h / 2) ** 2) / (w / 2) ** 2
        img = img * (1 - how.vignette * np.clip(r2, 0, 1.6) / 1.6)[..., None]
    img = np.asarray(img, np.float32)
    if how.blur_px:
        img = np.asarray(cv2.GaussianBlur(img, (0, 0), how.blur_px), np.float32)
    if how.motion_px:
        img = np.asarray(cv2.filter2D(img, -1, _streak(how.motion_px, how.motion_deg)), np.float32)
    shot = np.sqrt(np.clip(img, 0, None)) * how.noise + how.noise * 0.35
    grain = rng.normal(size=img.shape).astype(np.float32)
    if how.noise > 0.01:
        # Cheap cameras smooth their own noise into soft blotches.
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.7), np.float32) * 1.6
    img = np.clip(img + grain * shot, 0, None)
    grey = img @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    img = grey[..., None] + (img - grey[..., None]) * how.saturation
    img = _shoulder(np.clip(img, 0, None))
    img = np.where(img < 0.0031308, 12.92 * img, 1.055 * np.maximum(img, 1e-6) ** (1 / 2.4) - 0.055)
    img = np.clip(0.5 + (img - 0.5) * how.contrast, 0, 1).astype(np.float32)
    if how.sharpen:
        soft = cv2.GaussianBlur(img, (0, 0), 1.0)
        img = np.clip(img + how.sharpen * (img - soft), 0, 1)
    return np.asarray(img * 255 + 0.5, np.uint8)


def _shoulder(x: Image) -> Image:
    """Roll bright light off softly towards 1, as sensors' tone curves do."""
    knee = 0.75
    over = np.maximum(x - knee, 0)
    soft = knee + (1 - knee) * (1 - np.exp(-over / (1 - knee)))
    return np.asarray(np.where(x > knee, soft, x), np.float32)


def _streak(length: float, degrees: float) -> Image:
    size = int(2 * np.ceil(length) + 3)
    kernel = np.zeros((size, size), np.float32)
    c = size / 2
    d = np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))]) * length / 2
    a, b = np.array([c, c]) - d, np.array([c, c]) + d
    cv2.line(kernel, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), (1.0,), 1, cv2.LINE_AA)
    return np.asarray(kernel / kernel.sum(), np.float32)


def encode_jpeg(rgb: NDArray[np.uint8], quality: int) -> bytes:
    """Encode an RGB picture as JPEG; raises ValueError where OpenCV cannot."""
    done, data = cv2.imencode(
        ".jpg", cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, quality]
    )
    if not done:
        raise ValueError("OpenCV could not encode the picture as JPEG")
    return bytes(data.tobytes())

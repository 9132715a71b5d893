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
        grain = np.zeros(out.shape, np.int16)
        cv2.randn(grain, 0, float(rng.uniform(2, 9)))
        out = np.clip(out.astype(np.int16) + grain, 0, 255).astype(np.uint8)
    return out

"""Lights of a scene: windows, lamps, ceilings, and the room that gloss reflects."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Rgb = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Lamp:
    """A shining rectangle at `origin_mm` that faces the table's middle."""

    origin_mm: tuple[float, float, float]
    size_mm: tuple[float, float]
    radiance: Rgb


@dataclass(frozen=True, slots=True)
class Lighting:
    """All light of a scene: lamps and a room of (16, 32, 3) linear radiance, top row up."""

    lamps: tuple[Lamp, ...]
    room: NDArray[np.float32]

    def white(self) -> Rgb:
        """Return the colour that a white sheet has under the lamps, green 1."""
        total = 2.0 * self.room.mean((0, 1)).astype(float)
        for lamp in self.lamps:
            away = float(np.dot(lamp.origin_mm, lamp.origin_mm))
            total = total + np.array(lamp.radiance) * lamp.size_mm[0] * lamp.size_mm[1] / away
        return float(total[0] / total[1]), 1.0, float(total[2] / total[1])


def warmth(kelvin_like: float) -> Rgb:
    """Return a light's colour: -1 is a warm bulb, 0 neutral, 1 cold sky."""
    k = kelvin_like
    return (1.0 - 0.22 * k, 1.0 - 0.02 * abs(k), 1.0 + (0.45 if k < 0 else 0.28) * k)


def _lamp(
    rng: np.random.Generator, elevation_deg: tuple[float, float], distance: tuple[float, float],
    size: tuple[float, float], strength: float, tint: float,
) -> Lamp:  # fmt: skip
    az = float(rng.uniform(0, 2 * np.pi))
    el = np.radians(float(rng.uniform(*elevation_deg)))
    r = float(rng.uniform(*distance))
    a, b = (float(v) for v in rng.uniform(*size, 2))
    flat = r * np.cos(el)
    origin = (float(flat * np.cos(az)), float(flat * np.sin(az)), float(r * np.sin(el)))
    # The same light on the table whatever the lamp's size and distance.
    power = strength * r * r / (a * b)
    c = warmth(tint)
    return Lamp(origin, (a, b), (power * c[0], power * c[1], power * c[2]))


def light_scene(rng: np.random.Generator, held_out: bool) -> Lighting:
    """Choose a lighting; the test set has moods of its own (two coloured lamps, low sun)."""
    tint = float(np.clip(rng.normal(0, 0.5), -1, 1))
    moods = ("two lamps", "low sun", "ceiling") if held_out else (
        "window", "ceiling", "desk lamp", "window and lamp", "overcast", "hard")  # fmt: skip
    mood = str(rng.choice(moods))
    ambient = float(rng.uniform(0.12, 0.4))
    lamps: list[Lamp] = []
    if mood == "window":
        lamps = [_lamp(rng, (15, 45), (700, 1500), (400, 900), 1.0, tint)]
    elif mood == "ceiling":
        lamps = [_lamp(rng, (60, 85), (900, 1800), (200, 700), 1.0, tint)]
        if rng.random() < 0.4:
            lamps.append(_lamp(rng, (50, 80), (900, 1800), (200, 700), 0.7, tint))
    elif mood == "desk lamp":
        lamps = [_lamp(rng, (35, 70), (350, 700), (50, 140), 1.0, -abs(tint))]
    elif mood == "window and lamp":
        lamps = [
            _lamp(rng, (15, 40), (700, 1500), (400, 900), 0.6, abs(tint)),
            _lamp(rng, (40, 75), (400, 900), (60, 200), 0.6, -abs(tint)),
        ]
    elif mood == "overcast":
        ambient = float(rng.uniform(0.6, 1.0))
        lamps = [_lamp(rng, (50, 85), (900, 1500), (700, 1400), 0.4, tint)]
    elif mood == "hard":
        ambient = float(rng.uniform(0.04, 0.15))
        lamps = [_lamp(rng, (30, 75), (600, 1500), (25, 60), 1.0, tint)]
    elif mood == "two lamps":
        lamps = [
            _lamp(rng, (30, 70), (400, 900), (60, 160), 0.6, -0.9),
            _lamp(rng, (30, 70), (400, 900), (60, 160), 0.6, 0.8),
        ]
    else:
        lamps = [_lamp(rng, (18, 35), (1500, 2500), (60, 150), 1.0, -0.6)]
        ambient = float(rng.uniform(0.2, 0.5))
    return Lighting(tuple(lamps), _room(rng, ambient, tint))


def _room(rng: np.random.Generator, ambient: float, tint: float) -> NDArray[np.float32]:
    """Paint walls and ceiling with some bright and dark patches, for gloss to reflect."""
    room = np.ones((16, 32, 3), np.float32) * np.asarray(warmth(tint * 0.5), np.float32)
    up = np.linspace(1.25, 0.55, 16, dtype=np.float32)[:, None, None]
    room *= up * np.float32(ambient)
    for _ in range(int(rng.integers(2, 7))):
        y, x = int(rng.integers(0, 9)), int(rng.integers(0, 32))
        h, w = int(rng.integers(1, 5)), int(rng.integers(2, 8))
        room[y : y + h, x : x + w] *= np.float32(rng.choice([0.3, 0.5, 1.8, 3.0]))
    return room


def studio(strength: float = 1.0) -> Lighting:
    """Return the clear, soft light of the recordings: a large lamp above and a bright room."""
    room = np.full((16, 32, 3), 0.45 * strength, np.float32)
    lamp = Lamp(
        (260.0, 330.0, 1000.0), (600.0, 500.0), (1.9 * strength, 1.85 * strength, 1.8 * strength)
    )
    return Lighting((lamp,), room)

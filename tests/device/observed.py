"""Observations for tests: dice laid out in a row or scattered, as a camera would see them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from vision.observation import Area, Die, Observation

SIZE_PX = 60.0


def die(
    face: str | None,
    x: float,
    y: float = 100.0,
    *,
    sure: bool = True,
    area: Area = "tray",
    colour: str = "white",
    angle_deg: float = 0.0,
    body_bgr: tuple[float, float, float] | None = None,
) -> Die:
    """One die at (x, y) px."""
    half = SIZE_PX / 2
    around = ((-half, -half), (half, -half), (half, half), (-half, half))
    return Die(
        face=face,
        confidence=0.999 if sure else 0.6,
        sure=sure and face is not None,
        center_xy=(x, y),
        size_px=SIZE_PX,
        angle_deg=angle_deg,
        colour=colour,
        area=area,
        others=(("2", 0.3),) if not sure else (),
        corners_xy=tuple((x + dx, y + dy) for dx, dy in around),
        body_bgr=body_bgr,
    )


def seen(dice: Sequence[Die], mat: bool = False) -> Observation:
    """An observation of these dice."""
    return Observation(tuple(dice), 1280, 960, mat_seen=mat)


def scattered(faces: Sequence[str | None], seed: int, lane: Sequence[str] = ()) -> Observation:
    """Dice thrown anywhere in the tray, those of `lane` in a row below it."""
    chance = random.Random(seed)
    spots = chance.sample(
        [(80 + 90 * c, 80 + 90 * r) for c in range(12) for r in range(6)], len(faces)
    )
    tray = [
        die(face, x + chance.uniform(-20, 20), y + chance.uniform(-20, 20),
            angle_deg=chance.uniform(0, 90))
        for face, (x, y) in zip(faces, sorted(spots, key=lambda s: (s[1], s[0])), strict=True)
    ]  # fmt: skip
    laid = [die(face, 60 + 80 * n, 800, area="lane") for n, face in enumerate(lane)]
    return seen([*tray, *laid], mat=bool(lane))


def throw(faces: str, seed: int, lane: str = "") -> Observation:
    """Dice by their faces as one text: `4442251w`; `?` is a die without a readable face."""
    return scattered([None if f == "?" else f for f in faces], seed, lane)

"""The one entry: a frame in, an Observation out."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.colour import light_of, name_colour
from vision.locate import Locator, Spot
from vision.observation import Die, Observation
from vision.photo import Frame, check_frame
from vision.read import CLASSES, Reader, Reading


@dataclass(frozen=True)
class Eyes:
    """The networks that `see` looks with: one locator, one reader."""

    locator: Locator
    reader: Reader


@lru_cache(maxsize=1)
def shipped_eyes() -> Eyes:
    """Load the models that ship with the program, once."""
    return Eyes(Locator(), Reader())


def see(frame: Frame, eyes: Eyes | None = None, die_px: float | None = None) -> Observation:
    """Say what lies in `frame` (uint8 (h, w, 3), B, G, R): each die, its face and how sure that is.

    `eyes` are the networks to look with (those that ship with the program by default); `die_px` is
    the side of the dice in px, where it is known. Raises FrameError for anything but such a frame.
    """
    frame = check_frame(frame)
    eyes = eyes or shipped_eyes()
    began = time.perf_counter()
    spots = eyes.locator.find(frame, die_px)
    located = time.perf_counter()
    readings = _apart([eyes.reader.read(frame, spot) for spot in spots])
    read = time.perf_counter()
    light = light_of(frame)
    usual = _usual_slant(readings)
    dice = [_die(frame, reading, eyes.reader, usual, light) for reading in readings]
    done = time.perf_counter()
    ms = {"locate": located - began, "read": read - located, "colour": done - read}
    return Observation(
        tuple(in_reading_order(dice)),
        frame.shape[1],
        frame.shape[0],
        ms={stage: 1000 * seconds for stage, seconds in ms.items()},
    )


def _apart(readings: list[Reading]) -> list[Reading]:
    """Drop what is no die, and the weaker of two readings of the same die."""
    kept: list[Reading] = []
    for reading in sorted(readings, key=lambda r: -r.spot.score * (1 - r.chance("-"))):
        if reading.chance("-") > 0.5 or (reading.chance("-") > 0.2 and reading.spot.score < 0.5):
            continue
        spot = reading.spot
        if all(_gap(spot, other.spot) > 0.5 for other in kept):
            kept.append(reading)
    return kept


def _gap(a: Spot, b: Spot) -> float:
    """Return the distance of two spots in sides of the larger."""
    return float(np.hypot(a.x - b.x, a.y - b.y)) / max(a.size, b.size)


def _usual_slant(readings: list[Reading]) -> tuple[float, float] | None:
    """Return how the top faces of most dice slant to the camera, where enough dice tell."""
    if len(readings) < 3:
        return None
    x, y = np.median([r.slant for r in readings], 0)
    return float(x), float(y)


def _die(
    frame: Frame,
    reading: Reading,
    reader: Reader,
    usual: tuple[float, float] | None,
    light: NDArray[np.float32],
) -> Die:
    spot, rule = reading.spot, reader.calibration
    names = [*CLASSES[:6], "w"]
    chances = {name: reading.chance(name) for name in names}
    # A picture that is no worm is still more a worm than a number of pips, but never a sure one.
    chances["w"] += reading.chance("x")
    order = sorted(names, key=lambda name: -chances[name])
    face: str | None = order[0]
    confidence = chances[order[0]]
    if reading.chance("") > confidence:
        face, confidence = None, reading.chance("")
    lean = float(np.hypot(*reading.slant))
    cocked = lean > rule.steepest
    if usual is not None:
        cocked = (
            cocked
            or float(np.hypot(reading.slant[0] - usual[0], reading.slant[1] - usual[1])) > 0.45
        )
    surest = reading.chance(face) if face is not None else 0.0
    sure = face is not None and not cocked and surest >= rule.sure_from
    others = tuple(
        (name, round(chances[name], 4))
        for name in order[:3]
        if name != face and chances[name] > 0.0005
    )
    return Die(
        face,
        round(min(confidence, 0.9999), 4),
        sure,
        (spot.x, spot.y),
        spot.size,
        reading.angle_deg,
        name_colour(frame, (spot.x, spot.y), spot.size, light),
        others=others,
        corners_xy=_corners(spot, reading.angle_deg),
    )


def _corners(spot: Spot, angle_deg: float) -> tuple[tuple[float, float], ...]:
    angle = np.radians(angle_deg)
    c, s = spot.size / 2 * np.cos(angle), spot.size / 2 * np.sin(angle)
    around = ((-c + s, -s - c), (c + s, s - c), (c - s, s + c), (-c - s, -s + c))
    return tuple((float(spot.x + x), float(spot.y + y)) for x, y in around)


def in_reading_order(dice: list[Die]) -> list[Die]:
    """Order dice left to right by rows; a row takes dice within half a die of its first one."""
    rest = sorted(dice, key=lambda die: die.center_xy[1])
    out: list[Die] = []
    while rest:
        first = rest[0]
        row = [die for die in rest if die.center_xy[1] - first.center_xy[1] <= 0.5 * first.size_px]
        out += sorted(row, key=lambda die: die.center_xy[0])
        rest = [die for die in rest if die not in row]
    return out

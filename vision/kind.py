"""Dice on one table are of one kind: what some show clearly says what a doubtful one may show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from vision.calibration import Calibration
from vision.read import OTHER_PICTURE, Reading

FROM = 0.97  # a reading this likely says what kind of dice lie there
STEADY = 0.8  # ... where no look gives it less
AGAINST = 0.1
SEEN_WORM = 0.03  # what other pictures weigh where a worm is seen, and none of them
OTHER_FROM = 0.3  # where a die shows another picture this likely, dice may be of such a kind


@dataclass(frozen=True, slots=True)
class Kind:
    """What kind of dice lie in a picture.

    `weights` are those of faces that dice of the kind lack, by name, where they are below 1;
    `other` is what pictures that are none weigh against a worm (see `Reading.shows`).
    """

    weights: Mapping[str, float] = field(default_factory=dict)
    other: float = OTHER_PICTURE


def kind_of(readings: Sequence[Reading], flat: Sequence[bool], rule: Calibration) -> Kind:
    """Return of what kind dice are: with a six, or with a worm in its place.

    Where one is clearly seen and the other is not, a doubtful reading of the other loses weight; a
    clear one stands, and no six or pip becomes sure by this. Where a worm is sure, and no die shows
    a six or another picture, a doubtful picture is hardly another one. `flat` says which of the
    readings lie flat: a die that leans speaks for none.
    """
    six, worm = (any(_clearly(reading, name) for reading in readings) for name in ("6", "w"))
    if six and not worm:
        return Kind({"w": AGAINST})
    if not worm or six:
        return Kind()
    sure = any(
        lies and _clearly(reading, "w") and reading.shows("w", rule.bounds(reading.spot.score))
        for reading, lies in zip(readings, flat, strict=True)
    )
    strange = any(reading.chance("x") >= OTHER_FROM for reading in readings)
    return Kind({"6": AGAINST}, SEEN_WORM if sure and not strange else OTHER_PICTURE)


def _clearly(reading: Reading, name: str) -> bool:
    return reading.chance(name) >= FROM and reading.least >= STEADY


def weighted(chances: dict[str, float], weights: Mapping[str, float]) -> dict[str, float]:
    """Return the chances after `weights`, their sum as it was."""
    if not weights:
        return chances
    total = sum(chances.values())
    heavy = {name: chance * weights.get(name, 1.0) for name, chance in chances.items()}
    scale = total / max(sum(heavy.values()), 1e-9)
    return {name: chance * scale for name, chance in heavy.items()}

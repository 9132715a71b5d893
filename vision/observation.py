"""What `see` says about one picture: the dice that lie there and how sure each reading is.

Vision knows nothing of rules. It never says "legal"; it says "five dice: 1 1 3 4 w, lying still".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

Area = Literal["tray", "lane", "elsewhere"]


@dataclass(frozen=True, slots=True)
class Die:
    """One die as read. Pixels are those of the frame as given, x to the right, y down.

    `face` is `"1"`..`"6"`, `"w"` (worm), a name that the user taught, or None: a die without a
    readable top face (cocked, covered). `sure` False means: ask a person. `confidence` is the
    calibrated probability (0..1) that `face` is right. `angle_deg` is the clockwise turn of the
    top face, 0 <= angle < 90. `corners_xy` are the four corners of the top face, clockwise.
    `picture` says of a `"w"` that the face surely is a picture, be it a worm or another: a game
    that is played with worm dice may take it for the worm even where `sure` is False.
    `others` are the next candidates, likeliest first, as (face, probability). `slant` is the x, y
    part of the face's outward normal against the ray that sees it (0, 0: seen straight). `leans`
    says that the die seems to lean, by what tells how flat ones slant: such a one is never sure.
    `body_bgr` is what `colour` names: the body's B, G, R (0 to about 255) under white light.
    """

    face: str | None
    confidence: float
    sure: bool
    center_xy: tuple[float, float]
    size_px: float
    angle_deg: float
    colour: str
    area: Area = "tray"
    others: tuple[tuple[str, float], ...] = ()
    corners_xy: tuple[tuple[float, float], ...] = ()
    center_mm: tuple[float, float] | None = None
    size_mm: float | None = None
    picture: bool = False
    slant: tuple[float, float] = (0.0, 0.0)
    leans: bool = False
    body_bgr: tuple[float, float, float] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Observation:
    """All dice in one frame of `width` x `height` px, in reading order (left to right by rows).

    `mat_seen` says whether the mat's markers gave a scale; without them the whole picture is the
    tray. `ms` is the time that the reading took, by stage.
    """

    dice: tuple[Die, ...]
    width: int
    height: int
    mat_seen: bool = False
    ms: dict[str, float] = field(default_factory=dict, compare=False)

    def in_area(self, area: Area) -> tuple[Die, ...]:
        """Return the dice of one area, in reading order."""
        return tuple(die for die in self.dice if die.area == area)

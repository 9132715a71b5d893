"""How a face lies in a crop: where, how large, how it is turned and how it slants."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from vision.locate import Spot

SPAN = 1.75  # a crop shows 1.75 face sides
AROUND_SPAN = 2.75  # ... and so many where it is asked what lies around it
UPRIGHT_SPAN = 1.5  # ... and so many once it is known where the face lies and how it is turned
NUMBERS = 7  # that a network tells of a pose
# Seen from the side, only what is above tells a top face from a flank.
STEEP = 0.4  # sine of the angle between the face's normal and the ray that sees it


@dataclass(frozen=True, slots=True)
class Pose:
    """What one look tells of how the face lies, in axes of the frame.

    `dx`, `dy`: from the middle of the crop to that of the face, in sides of the crop; `log_size`:
    ln of the face's side by what the crop was cut for; `cos4`, `sin4`: of four times its clockwise
    turn; `slant_x`, `slant_y`: that part of the face's outward normal, against the ray that sees
    it.
    """

    dx: float
    dy: float
    log_size: float
    cos4: float
    sin4: float
    slant_x: float
    slant_y: float

    @classmethod
    def told_by(cls, numbers: Sequence[float], turn: float, mirrored: bool) -> Pose:
        """Return what the network's seven numbers mean for the frame.

        In the crop what lies at the angle `turn` (radians, clockwise) was made level, and then it
        was mirrored, left for right, where `mirrored`.
        """
        dx, dy, log_size, cos4, sin4, slant_x, slant_y = numbers
        if mirrored:
            dx, sin4, slant_x = -dx, -sin4, -slant_x
        c, s = math.cos(turn), math.sin(turn)
        c4, s4 = math.cos(4 * turn), math.sin(4 * turn)
        return cls(
            c * dx - s * dy,
            s * dx + c * dy,
            log_size,
            c4 * cos4 - s4 * sin4,
            s4 * cos4 + c4 * sin4,
            c * slant_x - s * slant_y,
            s * slant_x + c * slant_y,
        )

    @property
    def turn(self) -> float:
        """The angle (radians, clockwise, an eighth of a turn at most) at which the face lies."""
        return math.atan2(self.sin4, self.cos4) / 4

    @property
    def steep(self) -> bool:
        """Whether the face is seen from the side."""
        return math.hypot(self.slant_x, self.slant_y) > STEEP

    def centred(self, span: float) -> bool:
        """Whether the face lies and fills a crop `span` face sides wide as it should."""
        away = max(abs(self.dx), abs(self.dy)) * span
        return away < 0.04 and abs(self.log_size) < 0.06

    def recentred(self, spot: Spot, span: float) -> Spot:
        """Return the spot moved and resized to where the face lies, within bounds.

        It was cut `span` of its sides wide.
        """
        span *= spot.size
        size = spot.size * math.exp(_within(self.log_size, 0.45))
        x, y = spot.x + _within(self.dx, 0.2) * span, spot.y + _within(self.dy, 0.2) * span
        return Spot(x, y, size, spot.score)


def _within(value: float, most: float) -> float:
    return min(max(value, -most), most)

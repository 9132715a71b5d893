"""Whether everything in view lies still: motion, rest held, and the return of stillness."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo import Frame, check_frame


@dataclass(frozen=True, slots=True)
class Rest:
    """The state after one frame.

    `still` is True once nothing has moved for the hold time; `moved` is the part of the picture
    (0..1) that changed against the frame before; `still_s` how long nothing has moved.
    """

    still: bool
    moved: float
    still_s: float


class RestDetector:
    """Compares each frame with the one before, at a small size, above the picture's own noise.

    `hold_s` is how long the picture must be still. A threshold of 15 grey levels and shapes of at
    least `least_px` at the small size keep noise and flicker out.
    """

    def __init__(
        self, hold_s: float = 0.1, level: float = 15.0, least_px: int = 3, side: int = 240
    ) -> None:
        """Set how long, how strong and how large counts; `side`: of the small picture."""
        self.hold_s, self.level, self.least_px, self.side = hold_s, level, least_px, side
        self._last: NDArray[np.float32] | None = None
        self._still_since: float | None = None

    def update(self, frame: Frame, at_s: float) -> Rest:
        """Take the frame seen at `at_s` (seconds, growing) and say whether the table is at rest."""
        small = self._small(check_frame(frame))
        last, self._last = self._last, small
        if last is None or last.shape != small.shape:
            self._still_since = at_s
            return Rest(False, 1.0, 0.0)
        moved = self._moved(last, small)
        if moved > 0:
            self._still_since = None
        elif self._still_since is None:
            self._still_since = at_s
        still_s = 0.0 if self._still_since is None else at_s - self._still_since
        return Rest(moved == 0 and still_s >= self.hold_s, moved, still_s)

    def _small(self, frame: Frame) -> NDArray[np.float32]:
        scale = self.side / max(frame.shape[:2])
        size = (max(8, round(frame.shape[1] * scale)), max(8, round(frame.shape[0] * scale)))
        grey = cv2.cvtColor(
            cv2.resize(frame, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY
        )
        return np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.float32)

    def _moved(self, last: NDArray[np.float32], now: NDArray[np.float32]) -> float:
        """Return the part of the picture that changed, lamps that flicker as a whole left out."""
        step = now - last
        step = step - float(np.median(step))
        changed = (np.abs(step) > self.level).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(changed)
        areas = stats[1:count, cv2.CC_STAT_AREA]
        return float(np.sum(areas[areas >= self.least_px]) / float(changed.size))

"""How the camera looks at the table, told by the dice of throw after throw where no mat tells it.

A camera that stands still sees every flat die of an evening from the same side. Many dice say what
that side is, so that the one die which is thrown last is held against them: without them it would
be held against a camera that looks straight down.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import chain

import numpy as np

from vision.lean import ENOUGH, OFF, TOLD, Flat, View, offsets_of, view_of
from vision.observation import Die, Observation
from vision.read import WELL_READ

LEAST_DICE = 6  # from so many dice that lie alike on the view is known
MOST_DICE = 40
ALIKE = 0.75  # the part of them that must lie alike


@dataclass(frozen=True, slots=True)
class _Seen:
    """A die at rest: how its face slants, and where it lay, in widths from the frame's middle."""

    slant: tuple[float, float]
    offset: tuple[float, float]


class Standpoint:
    """What is known of how one camera looks at the table, without a mat.

    The camera may be moved or turned: once most dice lie otherwise than those before, these are
    forgotten.
    """

    def __init__(self) -> None:
        """Begin knowing nothing."""
        self._throws: deque[tuple[_Seen, ...]] = deque()
        self._size_px = (0, 0)
        self._view: View | None = None

    def learn(self, seen: Observation) -> None:
        """Take what lies there after a throw has come to rest."""
        if (seen.width, seen.height) != self._size_px:
            self._throws.clear()
            self._size_px = (seen.width, seen.height)
        self._throws.append(tuple(_seen(die, seen) for die in well_read(seen.dice)))
        self._forget()
        self._view = self._told()

    def flat(self, width: int, height: int) -> Flat | None:
        """Return how a flat face slants at a point (x, y px) of the frame, None where unknown."""
        view = self._view
        if view is None or (width, height) != self._size_px:
            return None

        def slant(x_px: float, y_px: float) -> tuple[float, float]:
            x, y = view.slant_at(offsets_of([(x_px, y_px)], width, height))[0] / TOLD
            return float(x), float(y)

        return slant

    def contradicted(self, seen: Observation) -> bool:
        """Whether most dice of a frame lie otherwise: then the camera may have been moved."""
        dice = [_seen(die, seen) for die in well_read(seen.dice)]
        return self._view is not None and len(dice) >= ENOUGH and not _fits(self._view, dice)

    def _forget(self) -> None:
        """Drop the oldest throws beyond `MOST_DICE`, and those that the last dice speak against."""
        while sum(map(len, self._throws)) > MOST_DICE and len(self._throws) > 1:
            self._throws.popleft()
        if self._view is None:
            return
        newest: deque[tuple[_Seen, ...]] = deque()
        while self._throws and sum(map(len, newest)) < ENOUGH:
            newest.appendleft(self._throws.pop())
        last = list(chain.from_iterable(newest))
        if len(last) >= ENOUGH and not _fits(self._view, last):
            self._throws = newest
        else:
            self._throws += newest

    def _told(self) -> View | None:
        """Return the view that the remembered dice tell, None where they are few or disagree."""
        dice = list(chain.from_iterable(self._throws))
        if len(dice) < LEAST_DICE:
            return None
        view = view_of(np.array([d.slant for d in dice]), np.array([d.offset for d in dice]))
        return view if _fits(view, dice, ALIKE) else None


def well_read(dice: tuple[Die, ...]) -> list[Die]:
    """Return the dice whose slant counts: those whose face is well read."""
    return [d for d in dice if d.face is not None and (d.picture or d.confidence > WELL_READ)]


def _seen(die: Die, seen: Observation) -> _Seen:
    x, y = offsets_of([die.center_xy], seen.width, seen.height)[0]
    return _Seen(die.slant, (float(x), float(y)))


def _fits(view: View, dice: list[_Seen], part: float = 0.5) -> bool:
    """Whether more than `part` of some dice lie flat in a view."""
    lying = view.slant_at(np.array([d.offset for d in dice]))
    away = np.hypot(*(np.array([d.slant for d in dice]) - lying).T)
    return float((away <= OFF).mean()) > part

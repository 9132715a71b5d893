"""How the camera looks at the table, told by the dice of throw after throw where no mat tells it.

A camera that stands still sees every flat die of an evening from the same side. Many dice say what
that side is, so that the one die which is thrown last is held against them: without them it would
be held against a camera that looks straight down.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np

from vision.lean import ENOUGH, OFF, Floats, View, offsets_of, view_of
from vision.observation import Die, Observation
from vision.read import WELL_READ

LEAST_DICE = 6  # from so many dice that lie alike on the view is known
MOST_DICE = 40
ALIKE = 0.75  # the part of dice that must lie flat in a view that they tell
LAY_THERE = 0.5  # of a die's size: what lies so near to where a die lay is that die still


@dataclass(frozen=True, slots=True)
class _Seen:
    """A die at rest: how its face slants, and where it lay, in widths from the frame's middle."""

    slant: tuple[float, float]
    offset: tuple[float, float]


class Standpoint:
    """What is known of how one camera looks at the table, without a mat.

    The camera may be moved or turned: once the newest dice agree on another view, those before are
    forgotten. A die that goes on lying where it lay says nothing new.
    """

    def __init__(self) -> None:
        """Begin knowing nothing."""
        self._throws: deque[tuple[_Seen, ...]] = deque()
        self._lay: tuple[Die, ...] = ()
        self._size_px = (0, 0)
        self._view: View | None = None

    def learn(self, seen: Observation) -> None:
        """Take what lies there after a throw has come to rest."""
        if (seen.width, seen.height) != self._size_px:
            self._throws.clear()
            self._lay, self._view = (), None
            self._size_px = (seen.width, seen.height)
        lay, self._lay = self._lay, seen.dice
        throw = tuple(_seen(die, seen) for die in seen.dice if _well_read(die) and _new(die, lay))
        if throw:
            self._throws.append(throw)
            self._forget()
            self._view = _told(list(chain.from_iterable(self._throws)), LEAST_DICE)

    def view(self, width: int, height: int) -> View | None:
        """Return how flat faces slant in frames of that size (px), None where it is unknown."""
        return self._view if (width, height) == self._size_px else None

    def _forget(self) -> None:
        """Drop the oldest throws beyond `MOST_DICE`, and all that the newest speak against."""
        count = sum(map(len, self._throws))
        while count > MOST_DICE and len(self._throws) > 1:
            count -= len(self._throws.popleft())
        if self._view is None:
            return
        newest: list[tuple[_Seen, ...]] = []
        while self._throws and sum(map(len, newest)) < ENOUGH:
            newest.insert(0, self._throws.pop())
        last = list(chain.from_iterable(newest))
        if _part(self._view, last) < 0.5 and _told(last, ENOUGH) is not None:
            self._throws.clear()
        self._throws += newest


def _told(dice: list[_Seen], least: int) -> View | None:
    """Return the view that some dice tell, None where they are few or disagree."""
    if len(dice) < least:
        return None
    view = view_of(*_arrays(dice))
    return view if _part(view, dice) >= ALIKE else None


def _part(view: View, dice: list[_Seen]) -> float:
    """Return the part of some dice that lies flat in a view."""
    away = np.hypot(*view.away(*_arrays(dice)).T)
    return float((away <= OFF).mean())


def _arrays(dice: list[_Seen]) -> tuple[Floats, Floats]:
    """Return the slants and the offsets of some dice, (n, 2) each."""
    return np.array([die.slant for die in dice]), np.array([die.offset for die in dice])


def _well_read(die: Die) -> bool:
    """Whether a die's slant counts: its face is well read."""
    return die.face is not None and (die.picture or die.confidence > WELL_READ)


def _new(die: Die, lay: Sequence[Die]) -> bool:
    """Whether a die came to lie where none lay before."""
    reach = LAY_THERE * die.size_px
    return all(math.dist(die.center_xy, other.center_xy) > reach for other in lay)


def _seen(die: Die, seen: Observation) -> _Seen:
    x, y = offsets_of([die.center_xy], seen.width, seen.height)[0]
    return _Seen(die.slant, (float(x), float(y)))

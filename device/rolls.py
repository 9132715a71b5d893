"""From a stream of frames to rolls: motion, then rest that is held, then one reading.

Dice that never moved are no new roll. A camera that shakes or is held in the hand moves all dice
alike; rest is therefore judged by the dice against each other, not by the pixels of the picture.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import mean, median
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from device.motion import in_frame
from vision import Die, Observation, RestDetector, see
from vision.photo import check_frame

Picture = NDArray[np.uint8]
See = Callable[[Picture], Observation]


@runtime_checkable
class Remembers(Protocol):
    """A way to see that learns from throws how its camera looks at the table."""

    def __call__(self, picture: Picture) -> Observation:
        """Say what lies in a picture."""

    def rested(self, seen: Observation) -> None:
        """Take note of dice that came to rest."""


HELD_S = 0.2  # rest counts once the dice have kept still for so long
STEP = 0.14  # of a die's size: how far a lying die may seem to move between two frames
DRIFT = 0.3  # of a die's size: the same over the whole time held
SHAKE = 0.6  # of a die's size: how far a camera may jerk between two frames
GROWN = 1.09  # a die that seems to grow or shrink by more is in the air
TURNED_DEG = 12.0
CREEP = 0.12  # of a die's size: drift of the averages from the first half of the time held on
SWOLLEN = 1.035  # growth of the averages likewise


@dataclass(frozen=True, slots=True)
class Roll:
    """Dice that came to rest: the frame's number and time in s, and what lies there.

    The dice stand from left to right: thrown dice lie in no rows.
    """

    frame: int
    at_s: float
    observation: Observation


@dataclass(frozen=True, slots=True)
class _Seen:
    at_s: float
    observation: Observation
    pixels_still: bool


class RollWatcher:
    """Watches frame by frame and gives each roll once, as soon as its dice have lain still.

    `see` reads a frame ((h, w, 3) uint8, B, G, R); `held_s` is how long rest must be held.
    """

    def __init__(self, see: See = see, held_s: float = HELD_S) -> None:
        """Begin with an empty table: the first dice that lie still are a roll."""
        self._see = see
        self._held_s = held_s
        self._recent: deque[_Seen] = deque()
        self._pixels = RestDetector(hold_s=0.0)
        self._last: tuple[Die, ...] | None = None
        self._size_px = (0, 0)
        self._moved = True

    @property
    def moving(self) -> bool:
        """Whether something moved in the last frame: the picture changed, the dice do not rest."""
        return len(self._recent) > 1 and not (self._recent[-1].pixels_still or self._at_rest())

    def update(
        self, picture: Picture, at_s: float, number: int, small: Picture | None = None
    ) -> Roll | None:
        """Take one frame; returns the roll that has just come to rest, or None.

        `small` is the same frame from a camera's small stream, to watch for motion. What is no
        frame raises FrameError and leaves all as it was: a scrap of a picture is no other size.
        """
        check_frame(picture)
        self._fit((picture.shape[1], picture.shape[0]))
        still = self._pixels.update(picture if small is None else small, at_s).still
        # Where no pixel changed, what was read a moment ago holds.
        known = self._recent[-1].observation if still and self._recent else None
        observation = self._see(picture) if known is None else known
        self._recent.append(_Seen(at_s, observation, still))
        enough = at_s - self._held_s + 1e-6
        while len(self._recent) > 2 and self._recent[1].at_s <= enough:
            self._recent.popleft()
        if not self._at_rest():
            return None
        dice = voted([seen.observation for seen in self._recent])
        if not dice or not any(die.face is not None for die in dice):
            return None
        if self._last is not None and not self._moved_since(dice):
            return None
        self._last = dice
        across = tuple(sorted(dice, key=lambda die: die.center_xy[0]))
        rolled = replace(observation, dice=across)
        if isinstance(self._see, Remembers):
            self._see.rested(rolled)
        return Roll(number, at_s, rolled)

    def _fit(self, size_px: tuple[int, int]) -> None:
        """Begin to look anew where the picture has another size: what was read is in other px."""
        if size_px == self._size_px:
            return
        if self._last is not None:
            self._last = in_frame(self._last, self._size_px, size_px)
        self._recent.clear()
        self._pixels = RestDetector(hold_s=0.0)
        self._size_px = size_px

    def _at_rest(self) -> bool:
        """Whether the dice kept their places, sizes and faces over the whole time held."""
        first, last = self._recent[0], self._recent[-1]
        if len(self._recent) < 3 or last.at_s - first.at_s < self._held_s - 1e-6:
            return False
        seen = list(self._recent)
        steps = all(
            b.pixels_still or lie_alike(a.observation.dice, b.observation.dice, STEP, SHAKE)
            for a, b in pairwise(seen)
        )
        return steps and settled([entry.observation.dice for entry in seen])

    def _moved_since(self, dice: tuple[Die, ...]) -> bool:
        """Whether these dice are not simply the last roll, still lying there."""
        last = self._last or ()
        if Counter(die.face for die in dice) != Counter(die.face for die in last):
            return True
        return not lie_alike(last, dice, DRIFT, 1e9)


def settled(frames: list[tuple[Die, ...]]) -> bool:
    """Whether the dice of the frames' first half lie, on average, as they do in the second half.

    A die that flies slowly passes for still from frame to frame, but over the time held it grows or
    drifts against the others. A single die has no others: it may not drift at all.
    """
    last = frames[-1]
    if not last:
        return not any(frames)
    size = median(die.size_px for die in last)
    tracks = [paired(dice, last, 3 * SHAKE * size) for dice in frames]
    whole = [[die for die, _ in track] for track in tracks if track is not None]
    if len(whole) < len(frames):
        return False
    half = len(whole) // 2
    for k in range(len(last)):
        early, late = (_average(part, k) for part in (whole[:half], whole[-half:]))
        away = np.hypot(late[0] - early[0], late[1] - early[1])
        if away > CREEP * size or not 1 / SWOLLEN < late[2] / early[2] < SWOLLEN:
            return False
    return True


def _average(frames: list[list[Die]], k: int) -> tuple[float, float, float]:
    """Return the mean x, y of die `k` (against the middle of all, if there are more) and size."""
    x = y = size = 0.0
    for dice in frames:
        alone = len(dice) == 1
        x += dice[k].center_xy[0] - (0.0 if alone else mean(d.center_xy[0] for d in dice))
        y += dice[k].center_xy[1] - (0.0 if alone else mean(d.center_xy[1] for d in dice))
        size += dice[k].size_px
    return x / len(frames), y / len(frames), size / len(frames)


def lie_alike(before: tuple[Die, ...], now: tuple[Die, ...], reach: float, shake: float) -> bool:
    """Whether the same dice lie in the same places but for one common shift of the camera.

    `reach` and `shake` are in die sizes: what a single die, and what the whole picture may move.
    """
    if len(before) != len(now) or not now:
        return False
    size = median(die.size_px for die in now)
    pairs = paired(before, now, shake * size)
    if pairs is None:
        return False
    dx = median(b.center_xy[0] - a.center_xy[0] for a, b in pairs)
    dy = median(b.center_xy[1] - a.center_xy[1] for a, b in pairs)
    for a, b in pairs:
        away = np.hypot(b.center_xy[0] - a.center_xy[0] - dx, b.center_xy[1] - a.center_xy[1] - dy)
        if away > reach * size or not 1 / GROWN < b.size_px / a.size_px < GROWN:
            return False
        turn = abs(a.angle_deg - b.angle_deg) % 90.0
        if min(turn, 90.0 - turn) > TURNED_DEG:
            return False
    return True


def paired(
    before: tuple[Die, ...], now: tuple[Die, ...], reach_px: float
) -> list[tuple[Die, Die]] | None:
    """Pair the dice of two frames, nearest first, once the middles of both sets are laid together.

    Returns None where the sets differ in number or a pair would be further apart than `reach_px`.
    """
    if len(before) != len(now):
        return None
    mx = mean(d.center_xy[0] for d in now) - mean(d.center_xy[0] for d in before)
    my = mean(d.center_xy[1] for d in now) - mean(d.center_xy[1] for d in before)
    if np.hypot(mx, my) > reach_px:
        return None
    gaps = sorted(
        (
            float(
                np.hypot(b.center_xy[0] - a.center_xy[0] - mx, b.center_xy[1] - a.center_xy[1] - my)
            ),
            i,
            j,
        )
        for i, a in enumerate(before)
        for j, b in enumerate(now)
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for gap, i, j in gaps:
        if i not in pairs and j not in taken and gap <= reach_px:
            pairs[i] = j
            taken.add(j)
    if len(pairs) != len(before):
        return None
    return [(before[i], now[j]) for i, j in sorted(pairs.items(), key=lambda pair: pair[1])]


def voted(observations: list[Observation]) -> tuple[Die, ...]:
    """Let several still frames vote on each die of the last one.

    A face wins by the sum of its confidences. It is sure when most frames were sure of it and no
    frame was sure of another.
    """
    last = observations[-1].dice
    if not last:
        return ()
    columns: list[list[Die]] = [[die] for die in last]
    reach = 2.0 * median(die.size_px for die in last)
    for observation in observations[:-1]:
        pairs = paired(observation.dice, last, reach)
        for column, (earlier, _) in zip(columns, pairs or [], strict=False):
            column.append(earlier)
    return tuple(_elected(column) for column in columns)


def _elected(column: list[Die]) -> Die:
    def most(votes: Iterable[bool]) -> bool:
        return 2 * sum(votes) > len(column)

    weight: dict[str | None, float] = {}
    for die in column:
        weight[die.face] = weight.get(die.face, 0.0) + die.confidence
    face = max(weight, key=lambda name: weight[name])
    agree = [die for die in column if die.face == face]
    opposed = any(die.sure and die.face != face for die in column)
    confidence = round(weight[face] / len(column), 4)
    best = max(agree, key=lambda die: die.confidence)
    newest = column[0]
    return replace(
        newest,
        face=face,
        confidence=confidence,
        sure=most(die.sure for die in agree) and not opposed,
        others=best.others,
        picture=most(die.picture for die in agree) and not opposed,
        leans=most(die.leans for die in column),
    )

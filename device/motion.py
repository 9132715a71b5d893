"""Which dice moved between two stills, and whether that was a throw or mere handling."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

from vision.observation import Die

SAME_PLACE = 0.2  # of a die's size: how far the same lying die may be found from itself
SAME_TURN_DEG = 8.0
NUDGED = 1.0  # of a die's size: how far handling pushes a die that was not thrown


def moved_dice(now: tuple[Die, ...], before: tuple[Die, ...]) -> tuple[Die, ...]:
    """Return the dice of `now` that did not lie there like that before, in their order.

    A bump of the camera shifts all dice alike: then none of them moved.
    """
    moved = _unmatched(now, before, (0.0, 0.0))
    if len(moved) >= 2 and len(moved) == len(now) and (shift := _common_shift(now, before)):
        return _unmatched(now, before, shift)
    return moved


def in_frame(
    dice: tuple[Die, ...], before_px: tuple[int, int], now_px: tuple[int, int]
) -> tuple[Die, ...]:
    """Return dice of a frame of `before_px` (width, height) as one of `now_px` would show them.

    A camera that comes back, or another one, may give pictures of another size: of the same view,
    or with less of it above and below where their shape is another.
    """
    if before_px == now_px or 0 in before_px:
        return dice
    scale = now_px[0] / before_px[0]

    def moved(xy: tuple[float, float]) -> tuple[float, float]:
        x, y = ((at - old / 2) * scale + new / 2
                for at, old, new in zip(xy, before_px, now_px, strict=True))  # fmt: skip
        return x, y

    return tuple(
        replace(
            die,
            center_xy=moved(die.center_xy),
            size_px=die.size_px * scale,
            corners_xy=tuple(moved(xy) for xy in die.corners_xy),
        )
        for die in dice
    )


def shows_a_throw(dice: tuple[Die, ...], before: tuple[Die, ...]) -> bool:
    """Return whether moved `dice` were thrown: handling leaves most faces up and near.

    `before` are the dice as they lay before, all of them or more.
    """
    strange = 0
    waiting = list(before)
    for die in dice:
        near = [
            old
            for old in waiting
            if _may_show_the_same(die, old) and _distance(die, old, (0.0, 0.0)) <= NUDGED
        ]
        if near:
            waiting.remove(near[0])
        else:
            strange += 1
    return strange * 2 >= max(1, len(dice))


def _unmatched(
    now: tuple[Die, ...], before: tuple[Die, ...], shift: tuple[float, float]
) -> tuple[Die, ...]:
    waiting = list(before)
    moved = []
    for die in now:
        same = next((old for old in waiting if _lies_the_same(die, old, shift)), None)
        if same is None:
            moved.append(die)
        else:
            waiting.remove(same)
    return tuple(moved)


def _lies_the_same(die: Die, old: Die, shift: tuple[float, float]) -> bool:
    if not _may_show_the_same(die, old):
        return False
    turn = abs(die.angle_deg - old.angle_deg) % 90.0
    if min(turn, 90.0 - turn) > SAME_TURN_DEG:
        return False
    return _distance(die, old, shift) <= SAME_PLACE


def _may_show_the_same(die: Die, old: Die) -> bool:
    """Return whether two looks may be at one face: a doubtful one is read now so, now otherwise."""
    return die.face == old.face or not (die.sure and old.sure)


def _distance(die: Die, old: Die, shift: tuple[float, float]) -> float:
    """Return how far apart two dice lie, in sizes of a die; on the mat where it gives the scale."""
    if die.center_mm and old.center_mm and die.size_mm:
        (x, y), (u, v), size = die.center_mm, old.center_mm, die.size_mm
        shift = (0.0, 0.0)  # the mat's own measure does not shift with the camera
    else:
        (x, y), (u, v), size = die.center_xy, old.center_xy, die.size_px
    return float(((x - u - shift[0]) ** 2 + (y - v - shift[1]) ** 2) ** 0.5 / max(size, 1e-6))


def _common_shift(now: tuple[Die, ...], before: tuple[Die, ...]) -> tuple[float, float] | None:
    """Return the shift (px) that carries the dice of `before` to `now`, None where none does."""
    if len(now) != len(before):
        return None
    shift = (
        median(d.center_xy[0] for d in now) - median(d.center_xy[0] for d in before),
        median(d.center_xy[1] for d in now) - median(d.center_xy[1] for d in before),
    )
    return None if _unmatched(now, before, shift) else shift

"""Which of the dice is the golden one, or the black one: told by the colours of all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vision.observation import Die

GOLDEN = frozenset(("golden", "yellow", "orange"))
BLACK = frozenset(("black",))
LEAST = 3  # dice of which one can differ from all others
# Of what stands out by far another die has more than so many times as much (chosen on throws of
# other seeds than `models.training.score_marked` draws: none of 27,000 was marked wrongly).
YELLOWER, DARKER, LESS_YELLOW = 0.75, 0.6, 0.7


def marked_die(mark: str, dice: Sequence[Die]) -> int | None:
    """Return the index of the one die of a roll that is golden (`"g"`) or black (`"b"`).

    It is the one whose colour is named so, unless another one is yellower (or darker) by far. Where
    none or several are named so, since nothing tells the light or a polished die mirrors it, it is
    the one that is by far yellower; or by far darker or less yellow than all others, where these
    are not two. A roll of one die is that die, since the mark says that it was thrown. None: the
    colours do not tell.
    """
    if len(dice) == 1:
        return 0
    named = named_so(mark, dice)
    told: set[int | None] = {named[0]} if len(named) == 1 else set()
    if mark == "g":
        told.add(_by_far(dice, _blue_part, YELLOWER))
    else:
        if not told:
            told.add(_by_far(dice, _yellow_part, LESS_YELLOW))
        told.add(_by_far(dice, _brightness, DARKER))
    told.discard(None)
    return told.pop() if len(told) == 1 else None


def named_so(mark: str, dice: Sequence[Die]) -> list[int]:
    """Return the indices of the dice whose colour is named as that of the golden or black one."""
    colours = GOLDEN if mark == "g" else BLACK
    return [index for index, die in enumerate(dice) if die.colour in colours]


def _by_far(
    dice: Sequence[Die], amount: Callable[[float, float, float], float], part: float
) -> int | None:
    """Return the die that has less than `part` of the amount that any other has, if one does."""
    bodies = [die.body_bgr for die in dice if die.body_bgr is not None]
    if len(bodies) < len(dice) or len(dice) < LEAST:
        return None
    amounts = [amount(*body) for body in bodies]
    first, second = sorted(range(len(dice)), key=amounts.__getitem__)[:2]
    return first if amounts[first] < part * amounts[second] else None


def _brightness(blue: float, green: float, red: float) -> float:
    return max(blue, green, red)


def _blue_part(blue: float, green: float, red: float) -> float:
    return blue / max(green, red, 1.0)


def _yellow_part(blue: float, green: float, red: float) -> float:
    return max(green, red) / max(blue, 1.0)

"""The chance to reach a number in Oh Fortuna under the best placing, exactly.

Once the first die lies, which die is the black one does not matter any more. What counts is the
pips placed last, how many dice are left and how far the number still is: so one list serves every
card and every position, and is worked out once.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

from rules.fortuna.placing import in_order

PIPS = range(1, 7)


class Goal(NamedTuple):
    """Numbers from `low` to `high` that are wanted in `area`; a penalty die adds `penalty`.

    `black_first` says that the black die has to lie on field 1.
    """

    area: str
    penalty: int
    low: int
    high: int
    black_first: bool = False

    def after(self, points: int) -> Goal:
        """Return what is still wanted when `points` are there."""
        return self._replace(low=self.low - points, high=self.high - points)


class Placed(NamedTuple):
    """A way to place dice: the pips of the last one, how many dice, their pips together."""

    last: int
    dice: int
    points: int


@cache
def ways_to_place(area: str, last: int, roll: tuple[int, ...]) -> frozenset[Placed]:
    """Return the different ways to place dice of a roll after `last` (0: nothing lies yet)."""
    found = {Placed(last, 0, 0)}
    for pips in sorted(roll, reverse=area == "sea"):
        found |= {
            Placed(pips, one.dice + 1, one.points + pips)
            for one in found
            if not one.last or in_order(area, one.last, pips)
        }
    return frozenset(one for one in found if one.dice)


@cache
def weighted_rolls(dice: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return every roll of some dice with the number of ways it comes about."""
    found = []
    for roll in combinations_with_replacement(PIPS, dice):
        ways = factorial(dice)
        for count in Counter(roll).values():
            ways //= factorial(count)
        found.append((roll, ways))
    return tuple(found)


@cache
def steps(area: str, last: int, dice: int) -> tuple[tuple[int, tuple[Placed, ...]], ...]:
    """Return the ways in which each set of placements is offered; an empty set is a penalty."""
    found: Counter[frozenset[Placed]] = Counter()
    for roll, ways in weighted_rolls(dice):
        found[ways_to_place(area, last, roll)] += ways
    return tuple((ways, tuple(sorted(placements))) for placements, ways in found.items())


@lru_cache(maxsize=1 << 18)
def chance(goal: Goal, last: int, dice: int) -> float:
    """Return the chance to end on a wanted number; `dice` are to be rolled after `last`."""
    if goal.high < 0:
        return 0.0
    if not dice:
        return float(goal.low <= 0)
    total = 0.0
    for ways, placements in steps(goal.area, last, dice):
        if placements:
            total += ways * max(after(goal, dice, placed) for placed in placements)
        else:
            total += ways * chance(goal.after(goal.penalty), last, dice - 1)
    return total / float(6**dice)


def after(goal: Goal, dice: int, placed: Placed) -> float:
    """Return the chance once dice are placed, `dice` of them having been rolled."""
    return chance(goal.after(placed.points), placed.last, dice - placed.dice)


@lru_cache(maxsize=1 << 10)
def chance_before_first_roll(goals: tuple[Goal, ...]) -> float:
    """Return the chance to reach any of `goals` (one an area), the area declared after the roll."""
    if any(goal.black_first for goal in goals):
        return (
            sum(
                ways * max(with_black_first(goal, black, gold) for goal in goals)
                for gold, ways in weighted_rolls(5)
                for black in PIPS
            )
            / 6**6
        )
    return (
        sum(
            ways
            * max(
                after(goal, 6, placed)
                for goal in goals
                for placed in ways_to_place(goal.area, 0, roll)
            )
            for roll, ways in weighted_rolls(6)
        )
        / 6**6
    )


def with_black_first(goal: Goal, black: int, gold: tuple[int, ...]) -> float:
    """Return the chance when the black die is placed first, alone or with gold dice after it."""
    left = goal.after(black)
    more = ways_to_place(goal.area, black, gold)
    return max([chance(left, black, 5), *(after(left, 5, placed) for placed in more)])

"""What some dice can show, counted once and kept: it depends on no position.

Faces that are set aside already are worth nothing any more, so they are thrown together as one
"used" face; that shortens the lists a good deal. A table speaks of `options`: which face is kept
and how many dice that makes.
"""

from __future__ import annotations

from functools import cache
from math import factorial
from typing import NamedTuple


class Rolls(NamedTuple):
    """All rolls of some dice, grouped by how many faces could be kept.

    Each roll is written as the number of ways it comes about, then the indices of its options.
    `ways` of all rolls and `none` together are 6 to the power of the number of dice.
    """

    none: int
    one: tuple[tuple[int, int], ...]
    two: tuple[tuple[int, int, int], ...]
    three: tuple[tuple[int, int, int, int], ...]
    more: tuple[tuple[int, tuple[int, ...]], ...]


class Hand(NamedTuple):
    """The dice to be thrown: `white` ordinary ones, of whose faces `free` may still be kept.

    `golden` gives, for each free face, the sides of the golden die that show it; it is empty
    where the golden die is not thrown. Six sides in all; what is missing shows used faces.
    """

    white: int
    free: int
    golden: tuple[int, ...] = ()


def option_index(hand: Hand, face: int, count: int, with_golden: bool = False) -> int:
    """Return the index of the option to keep the free face `face` on `count` white dice.

    `with_golden` keeps the golden die beside them; only then `count` may be 0.
    """
    if not hand.golden:
        return face * hand.white + count - 1
    return face * (2 * hand.white + 1) + (hand.white + count if with_golden else count - 1)


@cache
def rolls(hand: Hand) -> Rolls:
    """Return all rolls of a hand."""
    found: dict[tuple[int, ...], int] = {}
    for counts, ways in face_counts(hand.white, hand.free):
        if not hand.golden:
            add(found, options_of(hand, counts, None), ways)
            continue
        for face, sides in enumerate(hand.golden):
            if sides:
                add(found, options_of(hand, counts, face), ways * sides)
        if rest := 6 - sum(hand.golden):
            add(found, options_of(hand, counts, None), ways * rest)
    sized: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in range(4)]
    none = found.pop((), 0)
    for options, ways in found.items():
        sized[min(len(options), 4) - 1].append((ways, options))
    return Rolls(
        none,
        tuple((ways, a) for ways, (a,) in sized[0]),
        tuple((ways, a, b) for ways, (a, b) in sized[1]),
        tuple((ways, a, b, c) for ways, (a, b, c) in sized[2]),
        tuple(sized[3]),
    )


def add(found: dict[tuple[int, ...], int], options: tuple[int, ...], ways: int) -> None:
    """Count `ways` more for rolls that offer the same options."""
    found[options] = found.get(options, 0) + ways


def options_of(hand: Hand, counts: tuple[int, ...], golden: int | None) -> tuple[int, ...]:
    """Return the options that a roll offers; `golden` is the free face its golden die shows."""
    return tuple(
        option_index(hand, face, count, face == golden)
        for face, count in enumerate(counts)
        if count or face == golden
    )


def face_counts(dice: int, free: int) -> list[tuple[tuple[int, ...], int]]:
    """Return how often each free face is shown by `dice` dice, and in how many ways."""
    used = 6 - free
    found: list[tuple[tuple[int, ...], int, int]] = [((), dice, factorial(dice))]
    for _ in range(free):
        found = [
            ((*counts, count), left - count, ways // factorial(count))
            for counts, left, ways in found
            for count in range(left + 1)
        ]
    return [
        (counts, ways // factorial(left) * used**left)
        for counts, left, ways in found
        if used or not left
    ]

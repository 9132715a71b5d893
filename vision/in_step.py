"""Looks at many places in step: a network that sees several crops at once is quicker a crop.

How a place is looked at depends on what the looks before said, so each has a course of its own: it
yields the looks that it wishes for, is sent them, and returns what it makes of them. Courses that
run in step have their wishes of one round granted together.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from vision.locate import Spot
from vision.looks import Ask, Look, Looker, View
from vision.sizes import Sizes

Told = TypeVar("Told")


@dataclass(frozen=True, slots=True)
class Wish:
    """A look that a course asks for, and whose it is."""

    of: Looker
    ask: Ask


Course = Generator[list[Wish], list[Look], Told]


def wishes(of: Looker, spot: Spot, views: Sequence[View], level: float = 0.0) -> list[Wish]:
    """Return the wishes for looks at one face; what lies at `level` (radians) becomes level."""
    return [Wish(of, Ask(spot, view, level)) for view in views]


def in_step(sizes: Sizes, courses: Sequence[Course[Told]]) -> list[Told]:
    """Run the courses to their ends, round by round; returns what they return, in their order."""
    told: dict[int, Told] = {}
    waiting: dict[int, list[Wish]] = {}

    def go_on(number: int, looks: list[Look] | None) -> None:
        course = courses[number]
        try:
            waiting[number] = next(course) if looks is None else course.send(looks)
        except StopIteration as end:
            told[number] = end.value

    for number in range(len(courses)):
        go_on(number, None)
    while waiting:
        round_, waiting = waiting, {}
        granted = iter(_granted(sizes, [wish for each in round_.values() for wish in each]))
        for number, each in round_.items():
            go_on(number, [next(granted) for _ in each])
    return [told[number] for number in range(len(courses))]


def _granted(sizes: Sizes, asked: Sequence[Wish]) -> list[Look]:
    """Return the looks that were wished for, in their order; each network looks at its own."""
    granted: dict[int, Look] = {}
    for looker in dict.fromkeys(wish.of for wish in asked):
        numbers = [k for k, wish in enumerate(asked) if wish.of is looker]
        looks = looker.looks(sizes, [asked[k].ask for k in numbers])
        granted.update(zip(numbers, looks, strict=True))
    return [granted[k] for k in range(len(asked))]

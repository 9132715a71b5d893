"""Numbers of the command line: what cannot be is refused with what can, in words.

click's own ranges let `nan` and `inf` through, call a word "no valid integer range" and write a
bound as `1<=x<=40`.
"""

from __future__ import annotations

import math
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """A `click.FloatRange` that takes finite numbers alone."""

    def __init__(self, least: float, most: float = math.inf) -> None:
        """Take numbers from `least` to `most`, both included; without `most` any finite one."""
        super().__init__(min=least, max=None if most == math.inf else most)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number; typed wrongly where it is none that can be."""
        try:
            number = float(super().convert(value, param, ctx))
        except click.BadParameter as error:
            raise _cannot_be(value, "a number", self, param, ctx) from error
        if not math.isfinite(number):
            raise _cannot_be(value, "a number", self, param, ctx)
        return number


class WholeRange(click.IntRange):
    """A `click.IntRange` that says what can be."""

    def __init__(self, least: int, most: int | None = None) -> None:
        """Take whole numbers from `least` to `most`, both included; without `most` any above."""
        super().__init__(min=least, max=most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number; typed wrongly where it is none that can be."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter as error:
            raise _cannot_be(value, "a whole number", self, param, ctx) from error


def _cannot_be(
    value: Any,
    kind: str,
    taken: click.FloatRange | click.IntRange,
    param: click.Parameter | None,
    ctx: click.Context | None,
) -> click.BadParameter:
    reach = f"{taken.min:g} or more" if taken.max is None else f"{taken.min:g} to {taken.max:g}"
    return click.BadParameter(f"{value!r} cannot be: give {kind}, {reach}", ctx, param)

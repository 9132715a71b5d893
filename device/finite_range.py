"""A number of the command line that is a number: click's own range lets `nan` and `inf` through."""

from __future__ import annotations

import math
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """A `click.FloatRange` that refuses what no size and no rate can be, and says what can."""

    def __init__(self, least: float, most: float = math.inf) -> None:
        """Take numbers from `least` to `most`, both included; without `most` any finite one."""
        super().__init__(min=least, max=None if most == math.inf else most)
        self._reach = f"{least:g} or more" if most == math.inf else f"{least:g} to {most:g}"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the number; typed wrongly where it is none that can be."""
        try:
            number = float(super().convert(value, param, ctx))
        except click.BadParameter as error:
            raise click.BadParameter(self._says(value), ctx, param) from error
        if not math.isfinite(number):
            self.fail(self._says(value), param, ctx)
        return number

    def _says(self, value: Any) -> str:
        return f"{value!r} cannot be: give a number, {self._reach}"

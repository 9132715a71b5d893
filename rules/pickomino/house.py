"""The house rules of Pickomino (the switches SW-P1, SW-P2 and SW-P3, and ordinary dice)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.game import Option, Value
from rules.options import NO_YES, YES_NO, settle

OPTIONS: Final = (
    Option(
        "lower_tile_when_steal_possible",
        YES_NO,
        "The next lower tile may be taken although the exact one could be stolen.",
        "SW-P1",
    ),
    Option(
        "voluntary_bust",
        NO_YES,
        "A player may stop where no tile of the grill can be taken; that is a bust.",
        "SW-P2",
    ),
    Option(
        "flip_returned_if_highest",
        NO_YES,
        "A tile that is given back is turned over even if it is the highest.",
        "SW-P3",
    ),
    Option("six_is_worm", NO_YES, "Ordinary dice are used: a 6 is a worm."),
)


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of one match."""

    lower_tile_when_steal_possible: bool = True
    voluntary_bust: bool = False
    flip_returned_if_highest: bool = False
    six_is_worm: bool = False

    def values(self) -> dict[str, Value]:
        """Return the options by name."""
        return {option.name: getattr(self, option.name) for option in OPTIONS}


def read_options(given: Mapping[str, object] | None) -> House:
    """Return the house rules that were asked for; raises BadOptions."""
    return house_of(settle(OPTIONS, given))


def house_of(settled: Mapping[str, Value]) -> House:
    """Return the house rules with these values, all of them named."""
    return House(**{name: bool(value) for name, value in settled.items()})

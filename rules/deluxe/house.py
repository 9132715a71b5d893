"""The house rules of the Deluxe game (the switches SW-P1 to SW-P3 and SW-D1, 2, 5, 6, 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rules.game import Option, Value
from rules.options import NO_YES, YES_NO, settle
from rules.pickomino.house import OPTIONS as BASE_OPTIONS

OPTIONS: Final = (
    Option(
        "lower_tile_when_steal_possible",
        NO_YES,
        "The next lower tile may be taken although the exact one could be stolen.",
        "SW-D4",
    ),
    *BASE_OPTIONS[1:],
    Option(
        "extended",
        YES_NO,
        "The tiles 11 and 13, the round worms and the specialists take part.",
    ),
    Option(
        "hen_bust_flips",
        YES_NO,
        "The highest tile is turned over although a bust cost only the hen.",
        "SW-D1",
    ),
    Option(
        "specialist_on_flipped_tile",
        ("moves", "box", "stays"),
        "What becomes of a specialist whose tile is turned over.",
        "SW-D2",
    ),
    Option(
        "golden_die_joins",
        ("start", "any roll", "always"),
        "When the golden die comes in: before the first roll, before any roll, or by itself.",
        "SW-D5",
    ),
    Option(
        "golden_die_faces",
        ("1w", "all"),
        "What the golden die shows: only ones and worms, or the faces of the other dice.",
        "SW-D6",
    ),
    Option(
        "one_player_both_11_13",
        YES_NO,
        "One player may have both the 11 and the 13.",
        "SW-D7",
    ),
)


@dataclass(frozen=True, slots=True)
class House:
    """The house rules of one match."""

    lower_tile_when_steal_possible: bool = False
    voluntary_bust: bool = False
    flip_returned_if_highest: bool = False
    six_is_worm: bool = False
    extended: bool = True
    hen_bust_flips: bool = True
    specialist_on_flipped_tile: str = "moves"
    golden_die_joins: str = "start"
    golden_die_faces: str = "1w"
    one_player_both_11_13: bool = True

    def values(self) -> dict[str, Value]:
        """Return the options by name."""
        return {option.name: getattr(self, option.name) for option in OPTIONS}


def read_options(given: Mapping[str, object] | None) -> House:
    """Return the house rules that were asked for; raises BadOptions."""
    return house_of(settle(OPTIONS, given))


def house_of(settled: Mapping[str, Value]) -> House:
    """Return the house rules with these values, all of them named."""
    return House(
        lower_tile_when_steal_possible=bool(settled["lower_tile_when_steal_possible"]),
        voluntary_bust=bool(settled["voluntary_bust"]),
        flip_returned_if_highest=bool(settled["flip_returned_if_highest"]),
        six_is_worm=bool(settled["six_is_worm"]),
        extended=bool(settled["extended"]),
        hen_bust_flips=bool(settled["hen_bust_flips"]),
        specialist_on_flipped_tile=str(settled["specialist_on_flipped_tile"]),
        golden_die_joins=str(settled["golden_die_joins"]),
        golden_die_faces=str(settled["golden_die_faces"]),
        one_player_both_11_13=bool(settled["one_player_both_11_13"]),
    )

"""The six specialists and where each of them is (D1, D7 to D9)."""

from __future__ import annotations

from typing import Final

from rules.pickomino.tiles import TILES as BASE_TILES
from rules.pickomino.tiles import WORMS as BASE_WORMS
from rules.pickomino.tiles import Grill

NAMES: Final = ("red_worm", "hen", "raven", "weasel", "golden_die", "apple")
RED_WORM, HEN, RAVEN, WEASEL, GOLDEN_DIE, APPLE = NAMES

BOX: Final = -1
"""The place of a specialist that is out of the game."""

SMALL: Final = (11, 13)
"""The two tiles that are taken exactly or not at all, and never stolen (D2, D3)."""
TILES: Final = (*SMALL, *BASE_TILES)
WORMS: Final = {11: 1, 13: 1} | BASE_WORMS
APPLE_WORMS: Final = 3
ROUND_WORMS: Final = 7

Places = tuple[int, ...]
"""The place of each specialist in the order of `NAMES`: a tile (11 or more), a seat, or `BOX`."""

STARTS: Final[Places] = (11, 21, 23, 25, 27, 29)
ALL_IN_BOX: Final[Places] = (BOX,) * len(NAMES)


def is_seat(place: int) -> bool:
    """Return whether a place is a player's hand."""
    return 0 <= place < SMALL[0]


def held_by(places: Places, seat: int) -> str | None:
    """Return the one specialist of a seat."""
    return NAMES[places.index(seat)] if seat in places else None


def owns(places: Places, seat: int, name: str) -> bool:
    """Return whether a seat has this specialist."""
    return places[NAMES.index(name)] == seat


def on_tile(places: Places, tile: int) -> str | None:
    """Return the specialist that stands on a tile."""
    return NAMES[places.index(tile)] if tile in places else None


def moved(places: Places, name: str, place: int) -> Places:
    """Return the places with one specialist moved."""
    index = NAMES.index(name)
    return (*places[:index], place, *places[index + 1 :])


def lowest_free(grill: Grill, places: Places) -> int:
    """Return the lowest face-up tile without a specialist, the box where there is none (D9)."""
    for tile in grill:
        if tile not in places:
            return tile
    return BOX


def shown(place: int) -> str:
    """Return a place as `state` has it: `tile 21`, `seat 0` or `box`."""
    if place == BOX:
        return "box"
    return f"seat {place}" if is_seat(place) else f"tile {place}"

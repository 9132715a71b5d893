"""Tables of the Deluxe game from outside, and positions written in one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.deluxe.house import OPTIONS, House, house_of
from rules.deluxe.passing import finished, start_of_turn
from rules.deluxe.specialists import (
    ALL_IN_BOX,
    BOX,
    HEN,
    NAMES,
    RAVEN,
    ROUND_WORMS,
    STARTS,
    TILES,
    Places,
    is_seat,
    shown,
)
from rules.deluxe.state import Claim, Phase, State
from rules.game import BadPosition, Unreadable
from rules.notation import number, parse_roll, read_line, write_line
from rules.options import read_house, write_house
from rules.pickomino import position as base
from rules.pickomino.position import Table
from rules.pickomino.tiles import TILES as BASE_TILES

FIELDS: Final = (*base.FIELDS, "round_worms", "supply", "specialists")
KEYS: Final = (
    "grill", "down", "stacks", "worms", "supply", "where", "seat", "phase", "kept", "rolled",
    "golden", "weasel", "claim", "house",
)  # fmt: skip
PHASES: Final[tuple[Phase, ...]] = (
    "golden", "roll", "keep", "round-worm", "decide", "hold", "over",
)  # fmt: skip


def start(seats: int, house: House) -> State:
    """Return the first position: the specialists on their tiles, all round worms in the supply."""
    tiles = TILES if house.extended else BASE_TILES
    return State(
        house,
        tiles,
        (),
        ((),) * seats,
        (0,) * seats,
        ROUND_WORMS if house.extended else 0,
        STARTS if house.extended else ALL_IN_BOX,
        0,
    )


def place(seats: int, house: House, position: Mapping[str, object]) -> State:
    """Return a table already being played, at the start of a seat's turn; raises BadPosition."""
    base.check_fields(position, FIELDS)
    tiles = TILES if house.extended else BASE_TILES
    table = base.read_table(position, seats, tiles)
    round_worms, supply = _round_worms(position, seats, ROUND_WORMS if house.extended else 0)
    places = _places(position.get("specialists", {}), table, house)
    state = State(house, *table, round_worms, supply, places, base.read_seat(position, seats))
    state = start_of_turn(state, state.seat) if state.grill else finished(state)
    total = position.get("total", 0)
    counted = 0 if total == state.total and not isinstance(total, bool) else total
    base.check_start_of_turn({**position, "total": counted}, state.dice_left)
    base.check_same(position, "worms", list(state.worms))
    return state


def _round_worms(
    position: Mapping[str, object], seats: int, all_of_them: int
) -> tuple[tuple[int, ...], int]:
    given = position.get("round_worms", [0] * seats)
    if not isinstance(given, (list, tuple)) or len(given) != seats:
        raise BadPosition(f"round_worms must be a list of {seats} numbers")
    for worms in given:
        if not isinstance(worms, int) or isinstance(worms, bool) or worms < 0:
            raise BadPosition("round_worms must be numbers from 0")
    supply = position.get("supply", all_of_them - sum(given))
    if not isinstance(supply, int) or isinstance(supply, bool) or supply < 0:
        raise BadPosition(f"there are only {all_of_them} round worms")
    if sum(given) + supply != all_of_them:
        raise BadPosition(f"round_worms and supply must come to {all_of_them}")
    return tuple(given), supply


def _places(given: object, table: Table, house: House) -> Places:
    """Return where the specialists are; one that is not named is on its first tile or boxed."""
    if not isinstance(given, Mapping):
        raise BadPosition('specialists is an object such as {"hen": "tile 21"}')
    for name in given:
        if name not in NAMES:
            raise BadPosition(f"there is no specialist {str(name)[:40]!r}")
    places = [_named_place(given[name]) if name in given else None for name in NAMES]
    for index, first in enumerate(STARTS):
        if places[index] is None:
            free = house.extended and first in table.grill and first not in places
            places[index] = first if free else BOX
    found = tuple(BOX if place is None else place for place in places)
    reason = wrong_place(found, table, house)
    if reason:
        raise BadPosition(reason)
    return found


def wrong_place(places: Places, table: Table, house: House) -> str:
    """Return what is impossible about the specialists' places, an empty text where nothing is."""
    if not house.extended and places != ALL_IN_BOX:
        return "without the extended game all specialists are in the box"
    for name, spot in zip(NAMES, places, strict=True):
        if spot == BOX:
            continue
        if places.count(spot) > 1:
            return "Two specialists cannot be on one tile or with one player."
        if is_seat(spot):
            if spot >= len(table.stacks):
                return f"there is no {shown(spot)}"
            if name == RAVEN:
                return "Nobody ever has the raven."
            if name != HEN and not table.stacks[spot]:
                return "A player without a tile can have no specialist but the hen."
        elif spot not in table.grill:
            dead = spot in table.face_down
            if not dead or house.specialist_on_flipped_tile != "stays":
                return f"{shown(spot)} is not on the grill"
    return ""


def _named_place(value: object) -> int:
    if value == "box":
        return BOX
    if isinstance(value, str):
        kind, _, text = value.partition(" ")
        try:
            where = number(text) if text else BOX
        except Unreadable:
            where = BOX
        if (kind == "seat" and 0 <= where < TILES[0]) or (kind == "tile" and where in TILES):
            return where
    raise BadPosition('a specialist is at a place such as "tile 21", "seat 0" or "box"')


def write(name: str, state: State) -> str:
    """Return the position in one line."""
    return write_line(
        name,
        {
            **base.write_tiles(Table(state.grill, state.face_down, state.stacks)),
            "worms": ".".join(map(str, state.round_worms)),
            "supply": str(state.supply),
            "where": ".".join(["x" if place == BOX else str(place) for place in state.places]),
            "seat": str(state.seat),
            "phase": state.phase,
            "kept": "".join(state.kept),
            "rolled": "".join(state.rolled),
            "golden": "in" if state.golden else "",
            "weasel": "used" if state.weasel_used else "",
            "claim": "" if state.claim is None else f"{state.claim[0]}:{state.claim[1]}",
            "house": write_house(OPTIONS, state.house.values()),
        },
    )


def read(name: str, text: str) -> State:
    """Return the position that `write` wrote; whether its turn can stand so is not looked at."""
    fields = read_line(text, name, KEYS)
    house = house_of(read_house(OPTIONS, fields["house"]))
    table = base.read_tiles(fields, TILES if house.extended else BASE_TILES, range(2, 8))
    seats = len(table.stacks)
    places = tuple(
        BOX if part == "x" else number(part, 0, TILES[-1]) for part in fields["where"].split(".")
    )
    if len(places) != len(NAMES):
        raise Unreadable(f"there are {len(NAMES)} specialists")
    worms = tuple(number(part, 0, ROUND_WORMS) for part in fields["worms"].split("."))
    supply = number(fields["supply"] or "-", 0, ROUND_WORMS)
    if len(worms) != seats or sum(worms) + supply != (ROUND_WORMS if house.extended else 0):
        raise Unreadable("the round worms do not fit")
    reason = wrong_place(places, table, house)
    if reason:
        raise Unreadable(reason)
    state = State(
        house,
        *table,
        worms,
        supply,
        places,
        seat=number(fields["seat"] or "-", 0, seats - 1),
        phase=_phase(fields["phase"]),
        kept=parse_roll(fields["kept"]) if fields["kept"] else (),
        rolled=parse_roll(fields["rolled"]) if fields["rolled"] else (),
        golden=fields["golden"] == "in",
        weasel_used=fields["weasel"] == "used",
        claim=_claim(fields["claim"]),
    )
    if write(name, state) != text:
        raise Unreadable(f"{text[:40]!r} is not how such a position is written")
    return state


def _phase(text: str) -> Phase:
    for phase in PHASES:
        if phase == text:
            return phase
    raise Unreadable(f"{text[:40]!r} is no phase of a turn")


def _claim(text: str) -> Claim | None:
    if not text:
        return None
    kind, _, where = text.partition(":")
    match kind:
        case "take":
            return ("take", number(where or "-"))
        case "steal":
            return ("steal", number(where or "-"))
        case "hen":
            return ("hen", number(where or "-"))
        case _:
            raise Unreadable(f"{text[:40]!r} is no claim")

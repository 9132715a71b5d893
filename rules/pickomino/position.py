"""Tables from outside: a table already being played, and positions written in one line.

Whatever could not come about is refused: a tile in two places or in none, a seat that does not
exist, a kept face twice. Shared by the Deluxe game, which has more tiles.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeGuard

from rules.game import BadPosition, Unreadable
from rules.notation import number, parse_roll, read_line, write_line
from rules.options import read_house, write_house
from rules.pickomino.dice import DICE, FACES
from rules.pickomino.house import OPTIONS, House, house_of
from rules.pickomino.state import Phase, State
from rules.pickomino.tiles import TILES, Grill, Stacks

FIELDS: Final = ("seat", "grill", "face_down", "stacks", "kept", "total", "dice_left", "worms")
KEYS: Final = ("grill", "down", "stacks", "seat", "phase", "kept", "rolled", "house")
PHASES: Final[tuple[Phase, ...]] = ("roll", "keep", "decide", "over")


class Table(NamedTuple):
    """Where the tiles lie."""

    grill: Grill
    face_down: tuple[int, ...]
    stacks: Stacks


def place(seats: int, house: House, position: Mapping[str, object]) -> State:
    """Return a table already being played, at the start of a seat's turn; raises BadPosition."""
    check_fields(position, FIELDS)
    table = read_table(position, seats, TILES)
    state = State(house, *table, seat=read_seat(position, seats))
    if not state.grill:
        state = State(house, *table, seat=state.seat, phase="over")
    check_start_of_turn(position, DICE)
    check_same(position, "worms", list(state.worms))
    return state


def check_fields(position: Mapping[str, object], known: Sequence[str]) -> None:
    """Raise BadPosition where a position is no mapping or has a field that the game lacks."""
    if not isinstance(position, Mapping):
        raise BadPosition("a position is an object with fields such as grill and stacks")
    for name in position:
        if name not in known:
            raise BadPosition(f"a position has no field {str(name)[:40]!r}")


def read_seat(position: Mapping[str, object], seats: int) -> int:
    """Return the seat whose turn begins, 0 where none is named; raises BadPosition."""
    seat = position.get("seat", 0)
    if not _is_int(seat) or not 0 <= seat < seats:
        raise BadPosition(f"seat must be 0 to {seats - 1}")
    return seat


def read_table(position: Mapping[str, object], seats: int, tiles: Sequence[int]) -> Table:
    """Return where the tiles lie; raises BadPosition.

    What is not said follows from the rest: without `grill` every tile that lies nowhere else is on
    it, with it such a tile is face down. Without `stacks` nobody has a tile.
    """
    stacks_given = position.get("stacks", [[]] * seats)
    if not isinstance(stacks_given, (list, tuple)) or len(stacks_given) != seats:
        raise BadPosition(f"stacks must be a list of {seats} lists, one for each player")
    stacks = tuple(_tiles(stack, "a stack", tiles) for stack in stacks_given)
    owned = [tile for stack in stacks for tile in stack]
    down = _tiles(position.get("face_down", []), "face_down", tiles)
    if "grill" in position:
        grill = _tiles(position["grill"], "grill", tiles)
        if "face_down" not in position:
            down = tuple(tile for tile in tiles if tile not in owned and tile not in grill)
    else:
        grill = tuple(tile for tile in tiles if tile not in owned and tile not in down)
    return check_table(Table(tuple(sorted(grill)), tuple(sorted(down)), stacks), tiles)


def check_table(table: Table, tiles: Sequence[int]) -> Table:
    """Return the table if every tile lies in exactly one place; raises BadPosition."""
    places = [*table.grill, *table.face_down]
    for stack in table.stacks:
        places.extend(stack)
    for tile in tiles:
        if places.count(tile) != 1:
            where = "in two places" if tile in places else "nowhere"
            raise BadPosition(f"tile {tile} lies {where}")
    if len(places) != len(tiles):
        raise BadPosition("there is a tile that this game does not have")
    return table


def check_start_of_turn(position: Mapping[str, object], dice: int) -> None:
    """Raise BadPosition where a turn has already begun: a match is joined between turns."""
    for name, value in (("kept", []), ("total", 0), ("dice_left", dice)):
        given = position.get(name, value)
        if isinstance(given, tuple):
            given = list(given)
        if isinstance(given, bool) or given != value:
            raise BadPosition(f"a match is joined at the start of a turn: {name} must be {value}")


def check_same(position: Mapping[str, object], name: str, counted: list[int]) -> None:
    """Raise BadPosition where a count that was handed in is not what the rest comes to."""
    given = position.get(name, counted)
    if isinstance(given, tuple):
        given = list(given)
    if not isinstance(given, list) or given != counted or not all(map(_is_int, given)):
        raise BadPosition(f"{name} must be {counted} with these tiles")


def write(name: str, state: State) -> str:
    """Return the position in one line."""
    return write_line(
        name,
        {
            **write_tiles(Table(state.grill, state.face_down, state.stacks)),
            "seat": str(state.seat),
            "phase": state.phase,
            "kept": "".join(state.kept),
            "rolled": "".join(state.rolled),
            "house": write_house(OPTIONS, state.house.values()),
        },
    )


def write_tiles(table: Table) -> dict[str, str]:
    """Return the fields of a line that say where the tiles lie."""
    return {
        "grill": _dotted(table.grill),
        "down": _dotted(table.face_down),
        "stacks": "/".join([_dotted(stack) or "-" for stack in table.stacks]),
    }


def read(name: str, text: str) -> State:
    """Return the position that `write` wrote; whether its turn can stand so is not looked at."""
    fields = read_line(text, name, KEYS)
    table = read_tiles(fields, TILES, range(2, 8))
    kept = parse_roll(fields["kept"]) if fields["kept"] else ()
    rolled = parse_roll(fields["rolled"]) if fields["rolled"] else ()
    return State(
        house_of(read_house(OPTIONS, fields["house"])),
        *table,
        seat=number(fields["seat"] or "-", 0, len(table.stacks) - 1),
        phase=read_phase(fields["phase"]),
        kept=kept,
        rolled=rolled,
    )


def read_tiles(fields: Mapping[str, str], tiles: Sequence[int], seats: range) -> Table:
    """Return where the tiles of a line lie; raises Unreadable."""
    stacks = tuple(_undotted(part) if part != "-" else () for part in fields["stacks"].split("/"))
    if len(stacks) not in seats:
        raise Unreadable(f"{len(stacks)} stacks: that many players cannot play")
    grill, down = _undotted(fields["grill"]), _undotted(fields["down"])
    if list(grill) != sorted(grill) or list(down) != sorted(down):
        raise Unreadable("the tiles must be written in ascending order")
    try:
        return check_table(Table(grill, down, stacks), tiles)
    except BadPosition as bad:
        raise Unreadable(str(bad)) from None


def read_phase(text: str) -> Phase:
    """Return the phase with this name; raises Unreadable."""
    for phase in PHASES:
        if phase == text:
            return phase
    raise Unreadable(f"{text[:40]!r} is no phase of a turn")


def kept_in_one_piece(kept: Sequence[str]) -> bool:
    """Return whether the dice of each face were set aside together (P4, P5)."""
    shown = [symbol[-1] for symbol in kept]
    changes = sum(1 for face, after in pairwise(shown) if face != after)
    return not shown or (changes + 1 == len(set(shown)) and set(shown) <= set(FACES))


def _tiles(value: object, name: str, tiles: Sequence[int]) -> tuple[int, ...]:
    if not isinstance(value, (list, tuple)) or len(value) > len(tiles):
        raise BadPosition(f"{name} must be a list of at most {len(tiles)} tiles")
    for tile in value:
        if not _is_int(tile) or tile not in tiles:
            raise BadPosition(f"{str(tile)[:20]!r} in {name} is no tile of this game")
    return tuple(value)


def _is_int(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _dotted(tiles: Sequence[int]) -> str:
    return ".".join(map(str, tiles))


def _undotted(text: str) -> tuple[int, ...]:
    return tuple(number(part) for part in text.split(".")) if text else ()

"""The position as JSON-ready view, as a table being played, and as one line of text."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from rules.fortuna.cards import (
    CARDS,
    HIGHEST_PRINTED,
    SWITCHES,
    TARGETS,
    HouseRules,
    read_card_values,
    with_switches,
)
from rules.fortuna.placing import in_order
from rules.fortuna.state import DICE, DICE_SYMBOLS, State, is_black, pips
from rules.fortuna.takes import endings
from rules.game import BadOptions, BadPosition, Unreadable
from rules.notation import number, read_line, write_line
from rules.options import read_house, write_house

AREAS = ("air", "sea")
VIEWED = ("table", "hands", "area", "rolled", "fields", "penalties", "result", "points", "target")
KEYS = ("hands", "seat", "area", "rolled", "fields", "penalties", "house", "card_values")


def view(state: State) -> dict[str, object]:
    """Return the `state` object; `area` and `result` are None until they are known."""
    return {
        "table": sorted(state.table),
        "hands": [list(hand) for hand in state.hands],
        "area": state.area or None,
        "rolled": list(state.rolled),
        "fields": list(state.fields),
        "penalties": len(state.penalties),
        "result": state.result if state.placed == DICE else None,
        "points": [state.points(seat) for seat in range(len(state.hands))],
        "target": state.target,
    }


def place(seats: int, rules: HouseRules, position: Mapping[str, object]) -> State:
    """Return a table at the start of a turn; raises BadPosition with one sentence.

    Cards are told by `hands`, and `table`, if it is given, must be all the others. What follows
    from them (`points`, `target`) must agree, and no die may lie on the dice card yet.
    """
    for name in position:
        if name not in (*VIEWED, "seat"):
            raise BadPosition(f"Oh Fortuna has no {name} in a position.")
    hands = read_hands(seats, position)
    seat = position.get("seat", 0)
    if type(seat) is not int or seat not in range(seats):
        raise BadPosition(f"There is no seat {seat}.")
    state = State(rules, hands, seat)
    empty = {"area": (None, ""), "fields": ([], ()), "rolled": ([], ()), "penalties": (0,)}
    for name, allowed in {**empty, "result": (None,)}.items():
        if name in position and position[name] not in allowed:
            raise BadPosition(f"A position begins with a turn, so {name} must be empty.")
    seen = view(state)
    for name in ("points", "target"):
        if name in position and position[name] != seen[name]:
            raise BadPosition(f"{name} cannot be {position[name]}: the cards say {seen[name]}.")
    if state.winner is not None:
        raise BadPosition(
            "Player {number} has already won with these cards.", number=state.winner + 1
        )
    return state


def read_hands(seats: int, position: Mapping[str, object]) -> tuple[tuple[int, ...], ...]:
    """Return the hands, sorted; every card lies in one place."""
    given = position.get("hands", [[]] * seats)
    if not isinstance(given, list | tuple) or len(given) != seats:
        raise BadPosition(f"hands must list the cards of each of the {seats} seats.")
    hands = tuple(tuple(sorted(read_cards(hand))) for hand in given)
    owned = [card for hand in hands for card in hand]
    for card in owned:
        if owned.count(card) > 1:
            raise BadPosition(f"Card {card} is there twice.")
    if "table" in position:
        table = set(read_cards(position["table"]))
        both = sorted(table & set(owned))
        nowhere = sorted(set(CARDS) - table - set(owned))
        if "hands" in position and both:
            raise BadPosition(f"Card {both[0]} is both on the table and in a hand.")
        if nowhere:
            raise BadPosition(f"Card {nowhere[0]} is neither on the table nor in a hand.")
    return hands


def read_cards(given: object) -> list[int]:
    """Return a list of different card numbers."""
    if not isinstance(given, list | tuple):
        raise BadPosition("Cards are given as a list of numbers.")
    for card in given:
        if type(card) is not int or card not in CARDS:
            raise BadPosition(f"There is no card {card}.")
        if given.count(card) > 1:
            raise BadPosition(f"Card {card} is there twice.")
    return list(given)


def notation(state: State) -> str:
    """Return the position in one line; see `parse`."""
    switches = {option.name: getattr(state.rules, option.name) for option in SWITCHES}
    return write_line(
        "fortuna",
        {
            "hands": "/".join(joined(hand) or "-" for hand in state.hands),
            "seat": str(state.seat),
            "area": state.area,
            "rolled": joined(state.rolled),
            "fields": joined(state.fields),
            "penalties": joined(state.penalties),
            "house": write_house(SWITCHES, switches),
            "card_values": joined(state.rules.card_values),
        },
    )


def joined(values: tuple[object, ...]) -> str:
    """Return values with commas between them."""
    return ",".join(str(value) for value in values)


def parse(text: str) -> State:
    """Return the state that `notation` wrote; raises Unreadable.

    Hands are separated by `/`, cards and dice by `,`; an empty hand is `-`.
    """
    read = read_line(text, "fortuna", KEYS)
    hands = tuple(() if hand == "-" else numbers(hand) for hand in read["hands"].split("/"))
    if len(hands) not in TARGETS:
        raise Unreadable("Oh Fortuna has 2 to 5 players")
    try:
        printed = dict(enumerate(numbers(read["card_values"])))
        values = read_card_values(printed, len(hands))
        checked = read_hands(len(hands), {"hands": hands})
    except (BadOptions, BadPosition) as fault:
        raise Unreadable(str(fault)) from None
    state = State(
        with_switches(values, read_house(SWITCHES, read["house"])),
        checked,
        number(read["seat"], 0, len(hands) - 1),
        read["area"],
        *(dice(read[name]) for name in ("rolled", "fields", "penalties")),
    )
    if not possible(state) or notation(state) != text:
        raise Unreadable(f"this cannot come about in Oh Fortuna: {text[:80]}")
    return state


def possible(state: State) -> bool:
    """Whether dice, area and order of a written position can come about."""
    lying = state.rolled + state.fields + state.penalties
    blacks = sum(is_black(die) for die in lying)
    if state.area not in ("", *AREAS) or blacks > 1 or len(lying) > DICE:
        return False
    if not lying or state.winner is not None:
        return not lying and not state.area
    if not state.area:
        return len(state.rolled) == DICE and blacks == 1
    if state.penalties and not state.fields:
        return False
    if len(lying) == DICE and (blacks != 1 or (not state.rolled and not endings(state))):
        return False
    if state.rolled and len(lying) != DICE:
        return False
    return all(in_order(state.area, pips(one), pips(two)) for one, two in pairwise(state.fields))


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of `11,13`."""
    return tuple(number(part, 0, HIGHEST_PRINTED) for part in text.split(",")) if text else ()


def dice(text: str) -> tuple[str, ...]:
    """Return the dice of `1,b2`; raises Unreadable for those of other games."""
    found = tuple(text.split(",")) if text else ()
    if not all(die in DICE_SYMBOLS for die in found):
        raise Unreadable(f"no dice of Oh Fortuna: {text[:40]}")
    return found

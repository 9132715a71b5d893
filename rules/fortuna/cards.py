"""The 43 cards, the house rules and the numbers printed on the cards (F1, F3, F9, F12).

The printed numbers are not public, so they are an option that has to be given: `card_values` maps
each card "0".."42" to its golden number (cards 0..10 and 32..42) or its white Fortuna number
(11..31). Nothing here invents one; what is known of them is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.game import BadOptions, Message, Option, Value
from rules.options import settle

CARDS = range(43)
FORTUNA_CARDS = range(11, 32)
BOTH_AREAS = 21
AREA_CARDS = {"air": range(21), "sea": range(22, 43)}
TARGETS = {2: 35, 3: 25, 4: 25, 5: 21}
HIGHEST_PRINTED = 99
KNOWN_SUMS: tuple[tuple[tuple[int, ...], int, str], ...] = (
    ((10,), 2, "Card 10 shows 2 points; look at the cards again."),
    ((11, 13), 7, "Cards 11 and 13 show 7 together; look at the cards again."),
)
"""What the printed numbers of some cards come to together, and what is said where they do not."""

SWITCHES: tuple[Option, ...] = (
    Option(
        "twenty_one",
        ("with penalties", "raw", "with fortuna"),
        "what has to be exactly 21 to take card 21",
        "SW-F1",
    ),
    Option(
        "nearest_with_fortuna",
        (True, False),
        "a number changed by Fortuna cards may take the nearest card too",
        "SW-F2",
    ),
    Option(
        "beyond_the_edge",
        (True, False),
        "Fortuna cards may push the number below 0 or above 42",
        "SW-F3",
    ),
    Option(
        "steal_number",
        ("with penalties", "pips"),
        "the number a stolen card must have",
        "SW-F4",
    ),
    Option("steal_any_area", (False, True), "a card of the other area may be stolen", "SW-F5"),
    Option("must_take", (True, False), "a card that costs no Fortuna card must be taken", "SW-F7"),
    Option(
        "fortuna_in_any_area",
        (False, True),
        "every Fortuna card works in air and in sea",
        "SW-F9",
    ),
)
OPTIONS: tuple[Option, ...] = (
    Option("card_values", (), "the number printed on each of the cards 0 to 42", "F11"),
    *SWITCHES,
)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The switches of a match; `card_values[n]` is the number printed on card `n`."""

    card_values: tuple[int, ...]
    twenty_one: str = "with penalties"
    nearest_with_fortuna: bool = True
    beyond_the_edge: bool = True
    steal_number: str = "with penalties"
    steal_any_area: bool = False
    must_take: bool = True
    fortuna_in_any_area: bool = False


def house_rules(options: Mapping[str, object] | None, seats: int) -> HouseRules:
    """Return the checked switches; raises BadOptions with one plain sentence."""
    given = dict(options or {})
    printed = given.pop("card_values", None)
    settled = settle(SWITCHES, given)
    if printed is None:
        raise BadOptions(
            "Oh Fortuna needs the numbers printed on its cards: they are known only from the "
            "cards themselves, so type them in once as card_values."
        )
    return with_switches(read_card_values(printed, seats), settled)


def with_switches(card_values: tuple[int, ...], settled: Mapping[str, Value]) -> HouseRules:
    """Return the house rules of checked numbers and settled switches."""
    return HouseRules(
        card_values,
        twenty_one=str(settled["twenty_one"]),
        nearest_with_fortuna=bool(settled["nearest_with_fortuna"]),
        beyond_the_edge=bool(settled["beyond_the_edge"]),
        steal_number=str(settled["steal_number"]),
        steal_any_area=bool(settled["steal_any_area"]),
        must_take=bool(settled["must_take"]),
        fortuna_in_any_area=bool(settled["fortuna_in_any_area"]),
    )


def read_card_values(given: object, seats: int) -> tuple[int, ...]:
    """Return the 43 printed numbers, checked for what is known of them; raises BadOptions."""
    if not isinstance(given, Mapping):
        raise BadOptions("card_values must give a number for each of the cards 0 to 42.")
    typed = {str(card): value for card, value in given.items()}
    missing = [card for card in CARDS if str(card) not in typed]
    if missing:
        raise BadOptions(f"card_values lacks the number printed on card {missing[0]}.")
    strange = [card for card in typed if card not in {str(one) for one in CARDS}]
    if strange:
        raise BadOptions(f"card_values has a card {strange[0]}; the cards are 0 to 42.")
    values = []
    for card in CARDS:
        value = typed[str(card)]
        if type(value) is not int or not 0 <= value <= HIGHEST_PRINTED:
            raise BadOptions(
                "The number of card {card} must be a whole number from 0 to {most}.",
                card=card,
                most=HIGHEST_PRINTED,
            )
        values.append(value)
    for cards, known, sentence in KNOWN_SUMS:
        if sum(values[card] for card in cards) != known:
            raise BadOptions(sentence)
    golden = sum(values[card] for card in CARDS if card not in FORTUNA_CARDS)
    if golden < TARGETS[seats]:
        raise BadOptions(
            "All golden numbers together are {golden}, so nobody could reach {target}.",
            golden=golden,
            target=TARGETS[seats],
        )
    return tuple(values)


def card_value_warnings(values: Mapping[str, int]) -> tuple[Message, ...]:
    """Say what is unlikely, though possible, in a table of printed numbers given by card.

    Air and sea mirror each other, so card n and card 42-n probably show the same number; and a
    score card that is harder to reach is probably worth no less. Cards that are not in the table
    are passed over. Neither is certain, so neither is an error.
    """
    found = []
    for card in range(BOTH_AREAS):
        here, there = values.get(str(card)), values.get(str(42 - card))
        if here is not None and there is not None and here != there:
            found.append(
                Message(
                    "not-mirrored",
                    "Card {card} shows {number}, but card {other} shows {other_number}.",
                    "F12",
                    (
                        ("card", card),
                        ("number", here),
                        ("other", 42 - card),
                        ("other_number", there),
                    ),
                )
            )
    for rarer, commoner in [(n, n + 1) for n in range(10)] + [(n + 1, n) for n in range(32, 42)]:
        rare, common = values.get(str(rarer)), values.get(str(commoner))
        if rare is not None and common is not None and rare < common:
            found.append(
                Message(
                    "rare-card-cheap",
                    "Card {card} is harder to reach than card {other}, yet it is worth less.",
                    "F11",
                    (("card", rarer), ("other", commoner)),
                )
            )
    return tuple(found)

"""Which cards may be taken or stolen once all six dice are placed (F9 to F14)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.fortuna.cards import AREA_CARDS, BOTH_AREAS, CARDS, FORTUNA_CARDS
from rules.fortuna.choices import FortunaChoice, Nothing, Steal, Take
from rules.fortuna.state import State

MANY = 12
"""More usable Fortuna cards than this have too many sets to list them all."""


def nearest(table: frozenset[int], area: str, number: int) -> int | None:
    """Return the card for `number`: itself, else the nearest higher (air) or lower (sea) (F9).

    Card 21 is never the nearest one (F10). None when the area has no such card on the table.
    """
    cards = AREA_CARDS[area]
    if area == "air":
        return next((card for card in cards if card >= number and card in table), None)
    return next((card for card in reversed(cards) if card <= number and card in table), None)


def usable_fortuna(state: State) -> tuple[int, ...]:
    """Return the player's own Fortuna cards that work in the declared area (F12, SW-F9)."""
    works: range | tuple[int, ...] = FORTUNA_CARDS
    if not state.rules.fortuna_in_any_area:
        works = (*AREA_CARDS[state.area], BOTH_AREAS)
    return tuple(
        card for card in state.hands[state.seat] if card in FORTUNA_CARDS and card in works
    )


def adjusted(state: State, spent: tuple[int, ...]) -> int:
    """Return the result after the Fortuna cards `spent`: less in air, more in sea (F11)."""
    change = sum(state.rules.card_values[card] for card in spent)
    return state.result - change if state.area == "air" else state.result + change


def card_for(state: State, table: frozenset[int], spent: tuple[int, ...]) -> int | None:
    """Return the card on the table that the result and `spent` lead to, None when there is none."""
    rules, number = state.rules, adjusted(state, spent)
    if makes_twenty_one(state, number, spent):
        return BOTH_AREAS if BOTH_AREAS in table else None
    if not spent:
        return nearest(table, state.area, number)
    if not rules.beyond_the_edge and number not in CARDS:
        return None
    if rules.nearest_with_fortuna:
        return nearest(table, state.area, number)
    return number if number in table and number in AREA_CARDS[state.area] else None


def makes_twenty_one(state: State, number: int, spent: tuple[int, ...]) -> bool:
    """Whether card 21 is the one to take (F10), by the reading of SW-F1."""
    if state.rules.twenty_one == "with fortuna":
        return number == BOTH_AREAS
    exact = state.raw if state.rules.twenty_one == "raw" else state.result
    return exact == BOTH_AREAS and not spent


def takes(state: State) -> tuple[Take, ...]:
    """Return every card that can be had from the table, and what it costs.

    A set of Fortuna cards is listed only if each of them counts: without any one of them another
    card, or none, would be taken. More spent never leads back to an earlier card, so it is enough
    to leave out the cards one at a time. With more than `MANY` usable cards each card of the table
    is listed once, for the fewest Fortuna cards.
    """
    table, usable = state.table, usable_fortuna(state)
    if len(usable) > MANY:
        return cheapest_takes(state, usable)
    found = []
    for spent in spendings(usable):
        card = card_for(state, table, spent)
        if card is not None and all_count(state, table, spent, card):
            found.append(Take(card, spent))
    return tuple(found)


def spendings(cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the subsets of `cards`, the small ones first."""
    for size in range(len(cards) + 1):
        yield from combinations(cards, size)


def cheapest_takes(state: State, usable: tuple[int, ...]) -> tuple[Take, ...]:
    """Return each card that can be had once, for the fewest of very many Fortuna cards."""
    by_sum: dict[int, tuple[int, ...]] = {0: ()}
    for card in usable:
        for total, spent in list(by_sum.items()):
            more = total + state.rules.card_values[card]
            if more not in by_sum or len(spent) + 1 < len(by_sum[more]):
                by_sum[more] = (*spent, card)
    table = state.table
    found: dict[int, tuple[int, ...]] = {}
    for spent in sorted(by_sum.values(), key=lambda cards: (len(cards), cards)):
        taken = card_for(state, table, spent)
        if taken is not None:
            found.setdefault(taken, spent)
    return tuple(Take(card, spent) for card, spent in found.items())


def all_count(state: State, table: frozenset[int], spent: tuple[int, ...], card: int) -> bool:
    """Whether leaving out any one of `spent` would change the card that is taken."""
    if not spent:
        return True
    least = min(spent, key=lambda one: state.rules.card_values[one])
    without = tuple(one for one in spent if one != least)
    return card_for(state, table, without) != card


def steals(state: State) -> tuple[Steal, ...]:
    """Return the cards that may be taken from other players (F13, SW-F4, SW-F5)."""
    if not state.black_first:
        return ()
    number = state.raw if state.rules.steal_number == "pips" else state.result
    in_area = number in AREA_CARDS[state.area] or number == BOTH_AREAS
    if not in_area and not state.rules.steal_any_area:
        return ()
    return tuple(
        Steal(number, seat)
        for seat, hand in enumerate(state.hands)
        if seat != state.seat and number in hand
    )


def endings(state: State) -> tuple[FortunaChoice, ...]:
    """Return the ways to end the turn; empty when no card can be had at all (F14)."""
    from_table, from_others = takes(state), steals(state)
    if not from_table and not from_others:
        return ()
    free = bool(from_others) or any(not take.spent for take in from_table)
    may_pass = not free or not state.rules.must_take
    return (*from_table, *from_others, *((Nothing(),) if may_pass else ()))

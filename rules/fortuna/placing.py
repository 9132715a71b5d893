"""Which dice may go where after a roll (F5, F6, F7)."""

from __future__ import annotations

from collections import Counter
from itertools import product

from rules.fortuna.choices import Penalty, Place
from rules.fortuna.state import State, is_black, pips


def in_order(area: str, earlier: int, later: int) -> bool:
    """Whether two neighbouring pips obey the area: rising in air, falling in sea (F6)."""
    return earlier <= later if area == "air" else earlier >= later


def fits(state: State, die: str) -> bool:
    """Whether a die may lie on the next field."""
    return not state.fields or in_order(state.area, pips(state.fields[-1]), pips(die))


def placements(state: State) -> tuple[Place, ...]:
    """Return every way to place one die or more, each written in the order of the fields.

    Gold dice with equal pips are the same; the black die among equal pips is listed in each order,
    because on field 1 the order decides whether a steal is allowed (SW-F6).
    """
    usable = [die for die in state.rolled if fits(state, die)]
    counts = Counter(pips(die) for die in usable if not is_black(die))
    faces = sorted(counts, reverse=state.area == "sea")
    black = next((die for die in usable if is_black(die)), None)
    found = []
    for amounts in product(*(range(counts[face] + 1) for face in faces)):
        gold = [str(face) for face, n in zip(faces, amounts, strict=True) for _ in range(n)]
        if gold:
            found.append(Place(tuple(gold)))
        if black is not None:
            found += [Place((*gold[:at], black, *gold[at:])) for at in spots(state, gold, black)]
    return tuple(sorted(found, key=lambda place: (len(place.dice), place.dice)))


def spots(state: State, gold: list[str], black: str) -> list[int]:
    """Return each index at which the black die keeps the gold dice in order."""
    found = []
    for at in range(len(gold) + 1):
        before = at == 0 or in_order(state.area, pips(gold[at - 1]), pips(black))
        after = at == len(gold) or in_order(state.area, pips(black), pips(gold[at]))
        if before and after:
            found.append(at)
    return found


def penalties(state: State) -> tuple[Penalty, ...]:
    """Return the dice that may go to the penalty field: any of them, but only if none fits (F7)."""
    if any(fits(state, die) for die in state.rolled):
        return ()
    return tuple(Penalty(die) for die in sorted(set(state.rolled)))

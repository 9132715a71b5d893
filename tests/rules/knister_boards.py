"""Boards of Knister that lack their last number, for what the last roll decides."""

from __future__ import annotations

import random


def but_for_the_last_number() -> list[list[list[int | None]]]:
    """Return two boards whose last field is free, so that either may win by what is written."""
    rng = random.Random(4)
    boards: list[list[list[int | None]]] = []
    for _ in range(2):
        numbers = [2 + 7 * at % 11 for at in range(24)]
        rng.shuffle(numbers)
        boards.append([[*numbers, None][5 * row : 5 * row + 5] for row in range(5)])
    return boards

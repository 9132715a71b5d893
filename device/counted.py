"""A number and what it counts, in English: `1 match is`, `2 matches are`."""

from __future__ import annotations


def counted(number: int, one: str, several: str) -> str:
    """Return `number` with the words for one or for several: none counts as several."""
    return f"{number} {one if number == 1 else several}"

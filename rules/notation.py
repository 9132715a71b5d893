"""How dice and one-line positions are written: `4442251w`, `["4", "b6"]`, `game key=value ...`.

A die is a face `1`..`6` or `w` (worm), with `g` before it for the golden die and `b` for the black
one. Which of them a game has is the game's business; here is only what can be read at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from rules.game import Unreadable

FACES: Final = ("1", "2", "3", "4", "5", "6", "w")
MARKS: Final = ("g", "b")
MOST_DICE: Final = 64
"""More dice than any game has: a longer text is refused before anything else looks at it."""

_SYMBOL = re.compile(r"[gb]?[1-6w]")
_ROLL = re.compile(r"(?:[gb]?[1-6w]\s*)+")
_SYMBOLS: Final = frozenset(mark + face for mark in ("", *MARKS) for face in FACES)
_KEY_VALUE = re.compile(r"([a-z_]+)=(\S*)")


def face_of(symbol: str) -> str:
    """Return the face that a symbol shows, without the mark of a special die: `g1` shows `1`."""
    return symbol[-1]


def parse_roll(text: object) -> tuple[str, ...]:
    """Return the symbols of a roll written as one text or as a list; raises Unreadable."""
    if isinstance(text, str):
        if len(text) > 4 * MOST_DICE or not _ROLL.fullmatch(text.strip()):
            raise Unreadable(
                f"{_short(text)} is no roll: write each die as 1 to 6 or w, as 4442251w"
            )
        symbols = tuple(_SYMBOL.findall(text))
    elif isinstance(text, (list, tuple)):
        if not text:
            raise Unreadable("a roll needs at least one die")
        for symbol in text[:MOST_DICE]:
            if not isinstance(symbol, str) or symbol not in _SYMBOLS:
                raise Unreadable(f"{_short(symbol)} is no die: write 1 to 6 or w, g or b before it")
        symbols = tuple(text)
    else:
        raise Unreadable(f"{_short(text)} is no roll: write a text or a list of dice")
    if len(symbols) > MOST_DICE:
        raise Unreadable(f"a roll of {len(symbols)} dice: no game has more than {MOST_DICE}")
    return symbols


def format_roll(dice: Iterable[str]) -> str:
    """Return a roll as one text, the way `parse_roll` reads it."""
    return "".join(dice)


def number(text: str, least: int = 0, most: int = 10_000) -> int:
    """Return a plain decimal number between `least` and `most`; raises Unreadable."""
    if not (text.isascii() and text.isdigit()) or len(text) > 5 or (text[0] == "0" and text != "0"):
        raise Unreadable(f"{_short(text)} is no number")
    value = int(text)
    if not least <= value <= most:
        raise Unreadable(f"{value} is not between {least} and {most}")
    return value


def write_line(name: str, fields: Mapping[str, str]) -> str:
    """Return `name key=value ...`, one line; empty values are left out."""
    return " ".join([name, *(f"{key}={value}" for key, value in fields.items() if value)])


def read_line(text: str, name: str, keys: Sequence[str]) -> dict[str, str]:
    """Return the fields of a line that `write_line` wrote, `""` where one is missing.

    The order of the keys is kept, so that a position has one notation. Raises Unreadable.
    """
    head, *parts = text.split(" ") if isinstance(text, str) else [""]
    if head != name:
        raise Unreadable(f"{_short(text)} is no position of {name}")
    fields = dict.fromkeys(keys, "")
    left = list(keys)
    for part in parts:
        match = _KEY_VALUE.fullmatch(part)
        if match is None or match[1] not in left or not match[2]:
            raise Unreadable(f"{_short(part)} does not belong into a position of {name}")
        del left[: left.index(match[1]) + 1]
        fields[match[1]] = match[2]
    return fields


def _short(thing: object) -> str:
    text = repr(thing[:40] if isinstance(thing, str) else thing)
    return text if len(text) <= 48 else text[:45] + "..."

"""What a player may be called: any script and any sign that shows, nothing that hides or breaks.

A name stands inside sentences, on the page, in a terminal and in the log, one line a match. So it
has something to see, no control signs and nothing that turns round the writing after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

from rules.game import BadPosition

LONGEST = 200
LONGEST_AT_THE_TABLE = 40
"""Letters that still fit on the page."""

MOST = 100

_BREAKS = frozenset(("Cc", "Cs", "Zl", "Zp"))
_TURNS_ROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE = frozenset(("Cf", "Cn", "Co", "Zs"))


def name_fault(name: object, longest: int = LONGEST) -> str:
    """Return what is wrong with a player's name in one sentence; empty when it can be."""
    if not isinstance(name, str) or not name.strip() or len(name) > longest:
        return f"a player's name is a text of 1 to {longest} characters"
    kinds = [category(sign) for sign in name]
    if not _BREAKS.isdisjoint(kinds) or not _TURNS_ROUND.isdisjoint(name):
        return "A player's name has characters that cannot be shown."
    if all(kind in _INVISIBLE for kind in kinds):
        return "A player's name has nothing in it to see."
    return ""


def names_at_the_table(players: Sequence[str]) -> tuple[str, ...]:
    """Return the names without the blanks around them; raises BadPosition where one cannot be."""
    names = tuple(name.strip() for name in players)
    for name in names:
        if fault := name_fault(name, LONGEST_AT_THE_TABLE):
            raise BadPosition(fault)
    if len({name.casefold() for name in names}) != len(names):
        raise BadPosition("Two players have the same name.")
    return names

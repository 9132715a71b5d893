"""What a player may be called: any script and any sign that shows, nothing that hides or breaks.

A name stands inside sentences, on the page, in a terminal and in the log, one line a match. So it
has something to see, no control signs and nothing that turns round the writing after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import category

from rules.game import BadPosition, Message

LONGEST = 200
LONGEST_AT_THE_TABLE = 40
"""Letters that still fit on the page."""

MOST = 100
MOST_NAMED = 3  # characters that cannot be shown; more would fill the message

_BREAKS = frozenset(("Cc", "Cs", "Zl", "Zp"))
_TURNS_ROUND = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE = frozenset(("Cf", "Cn", "Co", "Zs"))
_STANDS_FOR_IT = "\u25a1"  # an empty square where a character cannot be shown


def name_fault(name: object, longest: int = LONGEST) -> Message | None:
    """Return what is wrong with a player's name; None when it can be."""
    if not isinstance(name, str) or not name.strip(" "):
        return Message("name", f"a player's name is a text of 1 to {longest} characters")
    if hidden := _hidden(name):
        seen = "".join(_STANDS_FOR_IT if sign in hidden else sign for sign in name[:longest])
        signs = ", ".join(f"U+{ord(sign):04X}" for sign in hidden[:MOST_NAMED])
        text = "“{name}” cannot be a player's name: {signs} cannot be shown. Type it anew."
        return Message("name", text, "", (("name", seen), ("signs", signs)))
    if len(name) > longest:
        text = "the player's name {name}... has more than {longest} characters"
        return Message("name", text, "", (("name", name[:longest]), ("longest", longest)))
    return None


def _hidden(name: str) -> list[str]:
    """Return each character of a name that cannot be shown, all where there is nothing to see.

    `web/static/js/name_signs.js` says the same while a name is typed.
    """
    kinds = {sign: category(sign) for sign in name}  # in their order, each once
    if _INVISIBLE.issuperset(kinds.values()):
        return list(kinds)
    return [sign for sign, kind in kinds.items() if kind in _BREAKS or sign in _TURNS_ROUND]


def names_at_the_table(players: Sequence[object]) -> tuple[str, ...]:
    """Return the names without the blanks around them; raises BadPosition where one cannot be."""
    names: list[str] = []
    known: set[str] = set()
    for player in players:
        name = player.strip() if isinstance(player, str) else ""
        if fault := name_fault(name, LONGEST_AT_THE_TABLE):
            raise BadPosition(fault.text, **dict(fault.params))
        if name.casefold() in known:
            raise BadPosition("{name} plays already: another player needs another name.", name=name)
        known.add(name.casefold())
        names.append(name)
    return tuple(names)

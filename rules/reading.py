"""Actions as text: `roll 4442251w` and `0: keep 4`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rules.game import Action, Choice, Choose, Roll, Unreadable
from rules.notation import format_roll, number, parse_roll

_CHOOSE: Final = re.compile(r"([0-9]{1,2}): (\S.*)")


def encode(action: Action) -> str:
    """Return an action as text."""
    if isinstance(action, Roll):
        return f"roll {format_roll(action.dice)}"
    return f"{action.seat}: {action.choice}"


def decode(read_choice: Callable[[str], Choice], text: str) -> Action:
    """Return the action that `encode` wrote, the choice read by its game; raises Unreadable."""
    if not isinstance(text, str):
        raise Unreadable("an action is a text such as roll 4442251w or 0: keep 4")
    if text.startswith("roll "):
        return Roll(parse_roll(text[5:]))
    match = _CHOOSE.fullmatch(text)
    if match is None:
        raise Unreadable(f"{text[:40]!r} is no action: write roll 4442251w or 0: keep 4")
    return Choose(number(match[1]), read_choice(match[2]))

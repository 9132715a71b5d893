"""Which of the dice is the golden one, or the black one: told by the colours of all of them."""

from __future__ import annotations

from collections.abc import Sequence

from vision.observation import Die

GOLDEN = frozenset(("golden", "yellow", "orange"))
# A polished black die that mirrors a lamp or a window is named grey or blue, a golden one never.
BLACK = frozenset(("black", "grey", "blue", "purple"))
LIGHT = frozenset(("white", "ivory"))
COLOURS = {"g": GOLDEN, "b": BLACK}
OTHERS = {"g": LIGHT, "b": GOLDEN}  # the colours of the other dice of that game
LEAST_ALIKE = 2  # dice of one colour that make another one the odd one out


def marked_die(mark: str, dice: Sequence[Die]) -> int | None:
    """Return the index of the one die of a roll that is golden (`"g"`) or black (`"b"`).

    It is the one whose colour is named so; where none or several are, the one that differs while
    all others are alike, if that is no colour of the others. A roll of one die is that die. None:
    the colours do not tell.
    """
    named = [index for index, die in enumerate(dice) if die.colour in COLOURS[mark]]
    if len(named) == 1 or len(dice) == 1:
        return (named or [0])[0]
    odd = [index for index in range(len(dice)) if _alike([*dice[:index], *dice[index + 1 :]])]
    return odd[0] if len(odd) == 1 and dice[odd[0]].colour not in OTHERS[mark] else None


def is_black(die: Die) -> bool:
    """Whether a die among golden ones is the black one."""
    return die.colour in BLACK


def _alike(dice: Sequence[Die]) -> bool:
    return len(dice) >= LEAST_ALIKE and len({_family(die.colour) for die in dice}) == 1


def _family(colour: str) -> str:
    return "golden" if colour in GOLDEN else "white" if colour in LIGHT else colour

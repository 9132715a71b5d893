"""How a game goes, in a few sentences for who never played it, each with the rule it speaks of.

`aim` is what one wants, `turn` how a turn goes, `end` when the match ends, `page` what a sign of
the page means; `extended` holds where the house rule of that name is on (Pickomino Deluxe).
"""

from __future__ import annotations

from typing import Final

from rules.fortuna.cards import TARGETS
from rules.game import Message

_ROLL_AND_KEEP: Final = (
    Message(
        "turn", "Roll all eight dice and keep all that show one face, whichever you like.", "P4"
    ),
    Message(
        "turn", "Then roll the others and keep another face, or take a tile and end the turn.", "P8"
    ),
    Message(
        "turn",
        "Each face is kept only once in a turn. A worm counts 5, but it is another face "
        "than the 5.",
        "P5",
    ),
    Message("turn", "No tile without a worm: one must lie among the kept dice.", "P9"),
    Message(
        "turn",
        "The total takes the tile of that number, or else the next lower one on the grill.",
        "P10",
    ),
)
_STEAL: Final = Message(
    "turn", "Exactly the number of another player's topmost tile lets you steal it.", "P12"
)
_BUST: Final = Message(
    "turn",
    "If no new face was rolled, or all dice are kept and take no tile, that is a bust: your "
    "topmost tile goes back to the grill, and the highest one there is turned over, unless it is "
    "the one given back.",
    "P15",
)
_ARROW: Final = Message(
    "page", "An arrow with a number on a choice is the total that you would have then.", "P6"
)

_PRIMERS: Final[dict[str, tuple[Message, ...]]] = {
    "pickomino": (
        Message(
            "aim", "You want worms: each tile brings those drawn on it, and most worms win.", "P19"
        ),
        *_ROLL_AND_KEEP,
        _STEAL,
        _BUST,
        Message("end", "The match ends when the grill has no tile left that can be taken.", "P18"),
        _ARROW,
    ),
    "pickomino-deluxe": (
        Message(
            "aim",
            "You want worms: those on tiles count, round worms and the apple too, and "
            "most worms win.",
            "D21",
        ),
        *_ROLL_AND_KEEP,
        _STEAL,
        _BUST,
        Message(
            "extended", "The tiles 11 and 13 ask for exactly that total and cannot be stolen.", "D2"
        ),
        Message("extended", "Two or more 1s kept at once bring a round worm, bust or not.", "D5"),
        Message(
            "extended", "Who takes a tile also gets the specialist on it; nobody holds two.", "D7"
        ),
        Message("extended", "The red worm stands for a kept worm as long as there is none.", "D11"),
        Message("extended", "The golden die is a ninth die.", "D12"),
        Message(
            "extended", "The weasel lets you roll the same dice once more, once a turn.", "D13"
        ),
        Message("extended", "The apple counts three worms at the end.", "D14"),
        Message(
            "extended", "The raven stays on the grill: its tile brings a round worm too.", "D15"
        ),
        Message(
            "extended",
            "The hen guards your topmost tile: she is stolen or lost in its place.",
            "D16",
        ),
        Message("end", "The match ends when the grill has no tile left that can be taken.", "P18"),
        _ARROW,
    ),
    "fortuna": (
        Message(
            "aim",
            "You want score cards, 0 to 10 and 32 to 42: whoever first has enough points on "
            "them wins at once. That is {two} points with two players, {three} with three "
            "or four, {five} with five.",
            "F15",
            (("two", TARGETS[2]), ("three", TARGETS[3]), ("five", TARGETS[5])),
        ),
        Message("turn", "Roll all six dice and say at once: air or sea.", "F4"),
        Message(
            "turn",
            "After each roll place one die or more on the fields, from the left, and roll "
            "the others until all are placed.",
            "F5",
        ),
        Message(
            "turn",
            "In the air the pips may never fall from field to field, in the sea never rise.",
            "F6",
        ),
        Message(
            "turn",
            "Where no die fits, one goes to the penalty field: it counts 7 in the air and "
            "0 in the sea.",
            "F7",
        ),
        Message(
            "turn",
            "The sum takes the card of that number, or else the nearest higher one in the "
            "air, the nearest lower one in the sea.",
            "F9",
        ),
        Message(
            "turn",
            "Fortuna cards, 11 to 31, bring no points. You give them back to lower the sum "
            "in the air or to raise it in the sea.",
            "F11",
        ),
        Message(
            "turn",
            "With the black die on the first field you may take another player's card of "
            "exactly that sum.",
            "F13",
        ),
    ),
    "knister": (
        Message(
            "aim",
            "You want full lines that score: pairs, equal numbers and straights. Most points win.",
            "K7",
        ),
        Message(
            "turn",
            "One player rolls two dice, and everybody writes the sum in an empty field of "
            "their own.",
            "K3",
        ),
        Message(
            "turn",
            "A number that is written stays there; the next round is the next player's roll.",
            "K2",
        ),
        Message("turn", "Rows and columns count once, the two diagonals twice.", "K4"),
        Message("end", "After {rounds} rounds all boards are full.", "K4", (("rounds", 25),)),
    ),
}


def primer(game: str) -> tuple[Message, ...]:
    """Return how `game` goes; empty for a game that has no such sentences."""
    return _PRIMERS.get(game, ())

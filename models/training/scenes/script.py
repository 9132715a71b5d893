"""What happens in the recordings that ship with the program: who throws what, and keeps what.

The number of dice in each throw follows from the choices, as at a real table: kept dice are taken
out of the tray.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: the faces that come up and the choices that follow it, in the referee's words.

    No choices follow a throw that is there for players who do otherwise than the script, as is one
    that ends in a bust.
    """

    values: tuple[str, ...]
    choose: tuple[str, ...]


def _throw(values: str, *choose: str) -> Throw:
    return Throw(tuple(values), choose)


PICKOMINO = (
    # The first player: 10 with two worms, 20 with two fives, 28 with two fours; takes tile 28.
    _throw("ww441325", "keep w", "throw"),
    _throw("553144", "keep 5", "throw"),
    _throw("4w14", "keep 4", "take 28"),
    # Between the turns lie throws of as many dice as nobody throws here but others may.
    _throw("35w2214"),
    _throw("5"),
    # The second player: 9, then 19 with two worms, then 23; takes tile 23.
    _throw("333w1245", "keep 3", "throw"),
    _throw("ww214", "keep w", "throw"),
    _throw("4w3", "keep 4", "take 23"),
    _throw("1ww4253"),
    _throw("w3"),
    _throw("4w1352"),
    # The first player again: 15, 23, and then nothing new among three dice: a bust.
    _throw("55512443", "keep 5", "throw"),
    _throw("44123", "keep 4", "throw"),
    _throw("545"),
    _throw("2w15"),
    _throw("4"),
)
"""Three turns of Pickomino for two players: two tiles taken, then a bust.

With what lies between them there is a throw of every number of dice from one to eight.
"""

KNISTER = (
    _throw("36", "write 1,1"),
    _throw("41", "write 2,2"),
    _throw("66", "write 3,3"),
    _throw("25", "write 4,4"),
)
"""Four rounds of Knister; every player writes each sum."""

GAMES = {"pickomino": PICKOMINO, "knister": KNISTER}

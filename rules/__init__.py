"""The rules of the games: pure, without input, output, clock or chance.

`GAMES` lists what can be played, `game_named` finds one of them. A match of any of them is a
`rules.match.Match`, `rules.entry` reads what a log says was entered.

How to add a game
-----------------
1. Make a folder `rules/<name>/`. Copy nothing: `rules/knister/` is the shortest example.
2. `choices.py`: one frozen dataclass for each kind of choice, whose `str()` is its public text, and
   `read(text)` for the way back.
3. `state.py`: one frozen `State` with everything that lies on the table, and `view(state)`, the
   JSON object that pages and programs get.
4. `game.py`: a class with the methods of `rules.game.Game`. A roll and a choice are both actions;
   `apply` never draws a number. What leaves nothing to decide happens at once, as an event.
5. `words.py`: a `Message` for whatever is said, with a reason code and the rule's id. Names of
   players come from fields called `seat` or `..._seat`.
6. List the class in `GAMES` below. From then on `tests/rules/test_conformance.py` plays it at
   random and checks all that holds for any game; house rules that must be given go into
   `tests/rules/conftest.py`.
7. Describe its choices, state and options in `docs/interfaces.md`, its rulings in `docs/rules/`,
   and give every rule a test that names it.
"""

from __future__ import annotations

from typing import Any, Final

from rules.deluxe import PickominoDeluxe
from rules.fortuna import Fortuna
from rules.game import Game, RulesError
from rules.knister import Knister
from rules.pickomino import Pickomino

GAMES: Final[tuple[Game[Any], ...]] = (Pickomino(), PickominoDeluxe(), Fortuna(), Knister())


class NoSuchGame(RulesError):
    """There is no game with this name."""


def game_named(name: str) -> Game[Any]:
    """Return the game called `name`; raises NoSuchGame."""
    for game in GAMES:
        if game.name == name:
            return game
    known = ", ".join(game.name for game in GAMES)
    raise NoSuchGame(f"there is no game {str(name)[:40]!r}; the games are: {known}")

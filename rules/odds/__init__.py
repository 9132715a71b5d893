"""What can be known of the dice to come, exactly and without drawing a number.

`odds(game, state)` gives figures for every choice of the position, by its public text; while a roll
is due there is the one key `roll`. Each game has its own figures, see `docs/interfaces.md`.
"""

from __future__ import annotations

from typing import Any

from rules.deluxe.game import PickominoDeluxe
from rules.fortuna.game import Fortuna
from rules.game import Game
from rules.knister.game import Knister
from rules.odds.deluxe import deluxe_odds
from rules.odds.fortuna import fortuna_odds
from rules.odds.knister import knister_odds
from rules.odds.pickomino import pickomino_odds
from rules.pickomino.game import Pickomino

__all__ = ["odds"]


def odds(game: Game[Any], state: Any) -> dict[str, dict[str, float]]:
    """Return the figures of every choice by its public text, or those of `roll`.

    Empty when the game is over, and for a game that has no figures.
    """
    if isinstance(game, Pickomino):
        return pickomino_odds(game, state)
    if isinstance(game, PickominoDeluxe):
        return deluxe_odds(game, state)
    if isinstance(game, Fortuna):
        return fortuna_odds(game, state)
    if isinstance(game, Knister):
        return knister_odds(game, state)
    return {}

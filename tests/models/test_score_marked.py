"""The command that scores whether the golden and the black die are told."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.score_colours import Colours
from models.training.score_marked import GAMES, LATER, Game, outcomes, throws


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.marked)
def test_throws_hold_one_marked_die_which_is_mostly_told(game: Game) -> None:
    rng = np.random.default_rng(0)
    whole = []
    for image, labels in throws(game, 8):
        colours = [label.colour for label in labels]
        assert colours.count(game.marked) == 1
        assert len(colours) == game.others + 1
        told = outcomes(game, image, labels, rng)
        if told is not None:
            whole.append(told[0])
            assert told[1].total() == LATER * (game.others - 1)
            assert not told[1]["wrong"]
    assert "wrong" not in whole
    assert whole.count("right") >= 5


def test_colours_are_counted_by_what_games_go_by() -> None:
    colours = Colours()
    for pair in [("black", "black"), ("black", "grey"), ("gold", "yellow"), ("white", "black")]:
        colours[pair] += 1
    assert colours.rows() == [
        "black told 1/2 = 50.0 %, white or ivory taken for it 1/1",
        "golden told 1/1 = 100.0 %, white or ivory taken for it 0/1",
    ]
    assert Colours({("red", "red"): 3}).rows() == []

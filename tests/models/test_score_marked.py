"""The command that scores whether the golden and the black die are told."""

from __future__ import annotations

import pytest

from models.training.score_colours import Colours
from models.training.score_marked import GAMES, Game, outcome, throws


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.marked)
def test_throws_hold_one_marked_die_which_is_mostly_told(game: Game) -> None:
    outcomes = []
    for image, labels in throws(game, 8):
        colours = [label.colour for label in labels]
        assert colours.count(game.marked) == 1
        assert len(colours) == game.others + 1
        outcomes.append(outcome(game, image, labels))
    assert "wrong" not in outcomes
    assert outcomes.count("right") >= 5


def test_colours_are_counted_by_what_games_go_by() -> None:
    colours = Colours()
    for has, given in [
        ("black", "black"),
        ("black", "grey"),
        ("gold", "yellow"),
        ("white", "black"),
    ]:
        colours[has, given] += 1
    assert colours.rows() == [
        "black told 1/2 = 50.0 %, white or ivory taken for it 1/1",
        "golden told 1/1 = 100.0 %, white or ivory taken for it 0/1",
    ]
    assert Colours({("red", "red"): 3}).rows() == []

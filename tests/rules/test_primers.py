"""How each game goes, in sentences that name the rules they speak of."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules import GAMES
from rules.fortuna.cards import TARGETS
from rules.knister.lines import CELLS
from rules.primers import primer

DOCS = Path(__file__).parents[2] / "docs" / "rules"


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_game_says_what_one_wants_and_how_a_turn_goes(game: str) -> None:
    said = primer(game)
    assert [one.code for one in said].count("aim") == 1
    assert [one.code for one in said].count("turn") >= 3
    described = "\n".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.md"))
    for one in said:
        assert re.search(rf"\b{one.rule}\b", described), one.rule
        assert len(one.text) < 200


def test_the_numbers_are_those_of_the_rules() -> None:
    """F3: 35, 25 and 21 points; K2: as many rounds as a board has cells."""
    [aim] = [one for one in primer("fortuna") if one.code == "aim"]
    assert dict(aim.params) == {"two": TARGETS[2], "three": TARGETS[3], "five": TARGETS[5]}
    assert TARGETS[3] == TARGETS[4]
    [end] = [one for one in primer("knister") if one.code == "end"]
    assert dict(end.params) == {"rounds": CELLS}


def test_a_foreign_game_has_none() -> None:
    assert primer("chess") == ()

"""The match that is asked for on the command line: the words of every house rule, kept cards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from device.shelf import FileShelf
from device.start_wish import CARDS_ON_THE_SHELF, start_wish
from rules import GAMES
from rules.game import Game
from web.boot import SHELF_NAMES

MADE_UP = Path(__file__).parents[1] / "rules" / "fortuna_made_up_values.json"


def made_up_cards() -> Any:
    return json.loads(MADE_UP.read_text(encoding="utf-8"))["card_values"]


def test_the_numbers_that_the_page_keeps_are_those_of_the_command_line(tmp_path: Path) -> None:
    kept = FileShelf(tmp_path)
    kept.put(CARDS_ON_THE_SHELF, made_up_cards())
    wish = start_wish("fortuna", "Ann,Bo", (), kept)
    assert wish.options["card_values"] == kept.get(CARDS_ON_THE_SHELF)
    assert CARDS_ON_THE_SHELF in SHELF_NAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_value_of_a_house_rule_can_be_typed(game: Game[Any], tmp_path: Path) -> None:
    kept = FileShelf(tmp_path)
    kept.put(CARDS_ON_THE_SHELF, made_up_cards())
    for rule in game.options:
        for value in rule.values:
            typed = f"{rule.name}={str(value).lower() if isinstance(value, bool) else value}"
            assert start_wish(game.name, "Ann,Bo", (typed,), kept).options[rule.name] == value

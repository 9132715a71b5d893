"""What is taken is called by its name: a tile of the grill, a card of Oh Fortuna."""

from __future__ import annotations

import pytest

from device.sentences import says
from rules.game import NeedsChoice


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("pickomino", "Ann, take a tile."),
        ("deluxe", "Ann, take a tile."),
        ("fortuna", "Ann, take a card."),
    ],
)
def test_a_card_is_no_tile(game: str, text: str) -> None:
    said = says(NeedsChoice((0,)), ["take 23", "take 25"], None, game)
    assert said.sentence(("Ann", "Bo")) == text

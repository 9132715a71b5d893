import pytest

from rules import GAMES
from tests.device.referee_soak import soak


@pytest.mark.parametrize("name", [game.name for game in GAMES])
def test_random_games_by_text_meet_no_fault(name: str) -> None:
    games, refused = soak(name, 400)
    assert games >= 1
    assert refused > 0

"""When a turn of a match is over: it counts then, whatever comes after it."""

from __future__ import annotations

import pytest

from device import match_figures
from device.match_figures import figures_of
from device.record import Record
from tests.device.matches import head_for, made, played


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe"])
def test_wherever_a_match_is_left_nobody_has_more_busts_than_turns(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A turn that brought nothing is over with its bust, whether anybody rolls after it or not."""
    monkeypatch.setattr(match_figures, "_count_luck", lambda *_: None)  # slow, and not asked here
    record = played(head_for(game), 80)
    left = [Record(record.head, record.entries[:length], None) for length in range(81)]
    for one in left:
        seats = figures_of(one).seats
        assert all(seat.busts <= seat.turns for seat in seats), one.entries[-1]
    assert sum(seat.busts for seat in seats) > 1


def test_a_turn_is_over_where_the_next_one_begins_with_a_choice() -> None:
    """Deluxe: Bo says whether the golden die is used before anybody rolls again."""
    golden = {"stacks": [[21], [27]], "specialists": {"golden_die": "seat 1"}}
    bust = [("19:30:15", "roll", "11111111"), ("19:30:20", "0", "keep 1")]
    ann, bo = figures_of(made(bust, position=golden, game="pickomino-deluxe")).seats
    assert (ann.busts, ann.turns, ann.seconds, bo.turns) == (1, 1, 15.0, 0)

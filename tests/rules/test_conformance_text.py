"""Whatever is text in any game: choices, actions and positions, whole, foreign and damaged."""

import random
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES, game_named
from rules.game import Choose, NeedsRoll, Unreadable

MOVES = st.lists(st.integers(0, 9999), max_size=120)


@pytest.fixture(scope="module", params=[game.name for game in GAMES])
def game(request):
    return game_named(request.param)


def test_text_round_trips(soak, game):
    """Choices, actions and positions are the same after being written and read."""

    @settings(max_examples=40, deadline=None)
    @given(seats=st.sampled_from(game.seats), moves=MOVES, seed=st.integers(0, 99))
    def check(seats, moves, seed):
        rng = random.Random(seed)
        for state in soak.states_of(game, soak.random_options(game, rng), seats, moves):
            notation = game.notation(state)
            assert "\n" not in notation
            assert game.parse(notation) == state
            assert hash(game.parse(notation)) == hash(state)
            turn = game.turn(state)
            for seat in soak.due_seats(turn):
                for choice in game.choices(state, seat):
                    assert game.read_choice(str(choice)) == choice
                    action = Choose(seat, choice)
                    assert game.decode(game.encode(action)) == action
            if isinstance(turn, NeedsRoll):
                roll = soak.random_roll(turn, rng)
                assert game.decode(game.encode(roll)) == roll

    check()


@pytest.mark.parametrize(
    "text",
    ["", " ", "x", "keep", "keep 9", "take", "take x", "take 999999", "roll", "roll 7", "0 keep 4",
     "99999: keep 4", "-1: throw", "0: ", "write 1", "write 1,1,1", "throw throw", "kеep 4",
     "steal 21 from", "take ²1", "\x00", "keep 4\n"],
)  # fmt: skip
def test_nonsense_is_unreadable(game, text):
    for read in (game.decode, game.parse, game.read_choice):
        with pytest.raises(Unreadable):
            read(text)


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=60))
def test_any_text_is_read_or_unreadable(text):
    for game in GAMES:
        for read in (game.decode, game.parse, game.read_choice):
            with suppress(Unreadable):
                assert read(text) is not None


def test_damaged_notations_are_unreadable_or_stand(soak, game):
    """A notation with one character changed is refused, or is another position that stands."""
    rng = random.Random(3)
    options = soak.needed_options(game)
    moves = [rng.randrange(9999) for _ in range(60)]
    refused = 0
    for state in soak.states_of(game, options, game.seats[1], moves):
        notation = game.notation(state)
        for _ in range(20):
            place = rng.randrange(len(notation))
            damaged = notation[:place] + rng.choice("0123456789.-/=w x") + notation[place + 1 :]
            try:
                again = game.parse(damaged)
            except Unreadable:
                refused += 1
            else:
                assert game.parse(game.notation(again)) == again
                due = soak.due_seats(game.turn(again))
                assert all(game.choices(again, seat) for seat in due)
    assert refused

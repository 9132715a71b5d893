"""Tables of Pickomino Deluxe from outside: what could not come about is refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.deluxe import PickominoDeluxe
from rules.deluxe.specialists import NAMES, TILES
from rules.game import BadPosition, NeedsChoice, NeedsRoll, Unreadable

GAME = PickominoDeluxe()
ALL = list(TILES)


def test_what_is_not_said_follows():
    state = GAME.place(2, None, {"stacks": [[27], []], "specialists": {"golden_die": "seat 0"}})
    view = GAME.view(state)
    assert view["grill"] == [tile for tile in ALL if tile != 27]
    assert (view["round_worms"], view["supply"]) == ([0, 0], 7)
    assert view["specialists"]["hen"] == "tile 21"
    assert GAME.turn(state) == NeedsChoice((0,))
    assert GAME.place(3, None, {}) == GAME.start(3)
    state = GAME.place(2, None, {"stacks": [[27], []], "round_worms": [2, 1]})
    assert state.supply == 4
    assert GAME.view(state)["specialists"]["golden_die"] == "box"


def test_a_whole_state_is_accepted():
    state = GAME.place(2, None, {
        "grill": ALL[2:-1], "face_down": [36], "stacks": [[11], [13]], "kept": [], "total": 5,
        "dice_left": 8, "worms": [1 + 2, 1], "round_worms": [2, 0], "supply": 5, "seat": 0,
        "specialists": {"red_worm": "seat 0", "hen": "seat 1", "raven": "tile 23",
                        "weasel": "box", "golden_die": "tile 27", "apple": "tile 29"},
    })  # fmt: skip
    assert GAME.turn(state) == NeedsRoll(0, 8, "12345w")
    assert state.total == 5


BAD = {
    "22 twice": {"stacks": [[22], [22]]},
    "11 twice": {"stacks": [[11], [11]]},
    "12": {"stacks": [[12], []]},
    "a seat that does not exist": {"seat": 2},
    "eight round worms": {"round_worms": [8, 0]},
    "round worms below none": {"round_worms": [-1, 0]},
    "round worms of one": {"round_worms": [1]},
    "round worms that are none": {"round_worms": 5},
    "a round worm that is true": {"round_worms": [True, 0]},
    "supply and round worms that are not seven": {"round_worms": [1, 1], "supply": 6},
    "a supply of eight": {"supply": 8},
    "a supply below none": {"supply": -1},
    "a supply without the rest": {"supply": 3},
    "a specialist that does not exist": {"specialists": {"dog": "box"}},
    "a place that does not exist": {"specialists": {"hen": "pocket"}},
    "a place that is a number": {"specialists": {"hen": 0}},
    "a tile that does not exist": {"specialists": {"hen": "tile 12"}},
    "a seat for the hen that does not exist": {"specialists": {"hen": "seat 2"}},
    "a seat below none": {"specialists": {"hen": "seat -1"}},
    "a seat of many digits": {"specialists": {"hen": "seat " + "9" * 5000}},
    "two on a tile": {"specialists": {"hen": "tile 23", "raven": "tile 23"}},
    "two in a hand": {"stacks": [[30], []], "specialists": {"hen": "seat 0", "apple": "seat 0"}},
    "a raven in a hand": {"stacks": [[30], []], "specialists": {"raven": "seat 0"}},
    "an apple without a tile": {"specialists": {"apple": "seat 0"}},
    "a specialist on an owned tile": {"stacks": [[30], []], "specialists": {"hen": "tile 30"}},
    "a specialist on a dead tile": {"face_down": [30], "specialists": {"hen": "tile 30"}},
    "specialists that are none": {"specialists": []},
    "nine dice without the golden die": {"dice_left": 9},
    "a turn already begun": {"kept": ["g1"]},
    "a total already there": {"total": 5},
    "wrong worms": {"round_worms": [1, 0], "worms": [0, 0]},
    "an unknown field": {"golden": True},
}


@pytest.mark.parametrize("why", BAD)
def test_what_cannot_come_about_is_refused(why):
    with pytest.raises(BadPosition) as caught:
        GAME.place(2, None, BAD[why])
    assert str(caught.value)


@pytest.mark.parametrize(
    "position",
    [{"stacks": [[11], []]}, {"supply": 7}, {"round_worms": [1, 0]},
     {"specialists": {"hen": "tile 21"}}],
)  # fmt: skip
def test_the_plain_game_has_none_of_it(position):
    with pytest.raises(BadPosition):
        GAME.place(2, {"extended": False}, position)
    GAME.place(2, {"extended": False}, {"supply": 0, "specialists": {"hen": "box"}})


PLACE = st.sampled_from(["box", "seat 0", "seat 1", "seat 2", *(f"tile {tile}" for tile in ALL)])


@settings(max_examples=300, deadline=None)
@given(
    specialists=st.dictionaries(st.sampled_from(NAMES), PLACE),
    owned=st.lists(st.sampled_from(ALL), max_size=3),
    worms=st.lists(st.integers(0, 4), min_size=2, max_size=2),
    seat=st.integers(0, 2),
)
def test_any_position_stands_or_is_refused(specialists, owned, worms, seat):
    position = {"specialists": specialists, "stacks": [owned, []], "round_worms": worms}
    try:
        state = GAME.place(2, None, {**position, "seat": seat})
    except BadPosition:
        return
    assert GAME.parse(GAME.notation(state)) == state
    hands = [place for place in state.places if 0 <= place < 7]
    assert len(hands) == len(set(hands))
    assert sum(state.round_worms) + state.supply == 7
    assert GAME.view(state)["specialists"].items() >= specialists.items()


WHOLE = (
    "pickomino-deluxe grill=11.13.21.22.23.24.25.26.28.29.30.31.32.33.34.35.36 stacks=27/- "
    "worms=0.0 supply=7 where=11.21.23.25.0.29 seat=0"
)


def test_the_line_of_a_position():
    state = GAME.place(2, None, {"stacks": [[27], []], "specialists": {"golden_die": "seat 0"}})
    assert GAME.notation(state) == f"{WHOLE} phase=golden"


@pytest.mark.parametrize(
    "line",
    [
        WHOLE,
        f"{WHOLE} phase=over",
        f"{WHOLE} phase=golden golden=in",
        f"{WHOLE} phase=golden kept=44",
        f"{WHOLE} phase=keep golden=in rolled=111111111",
        f"{WHOLE} phase=keep rolled=1111111g1",
        f"{WHOLE} phase=keep golden=in rolled=11111111g3",
        f"{WHOLE} phase=roll golden=in kept=g1g1",
        f"{WHOLE} phase=roll golden=out",
        f"{WHOLE} phase=roll weasel=used",
        f"{WHOLE} phase=hold",
        f"{WHOLE} phase=hold kept=wwwww claim=take:26",
        f"{WHOLE} phase=hold kept=55555 claim=take:25",
        f"{WHOLE} phase=hold kept=wwwww claim=steal:1",
        f"{WHOLE} phase=hold kept=wwwww claim=hen:9",
        f"{WHOLE} phase=hold kept=wwwww claim=give:25",
        f"{WHOLE} phase=decide kept=wwwww claim=take:25",
        f"{WHOLE} phase=round-worm kept=11",
        f"{WHOLE} phase=roll house=golden_die_joins:never",
        WHOLE.replace("supply=7", "supply=6") + " phase=golden",
        WHOLE.replace("where=11", "where=0") + " phase=golden",
        WHOLE.replace("where=11", "where=27") + " phase=golden",
        WHOLE.replace(".0.29", ".0") + " phase=golden",
        WHOLE.replace("where=11", "where=12") + " phase=golden",
        WHOLE.replace("where=11", "where=9") + " phase=golden",
        WHOLE.replace("seat=0", "seat=1") + " phase=roll golden=in",
    ],
)
def test_lines_that_no_turn_comes_to_are_unreadable(line):
    with pytest.raises(Unreadable):
        GAME.parse(line)


def test_any_table_that_play_comes_to_can_be_joined(soak):
    for seed in range(12):
        rng = random.Random(seed)
        options = soak.random_options(GAME, rng)
        state = GAME.start(rng.choice(GAME.seats), options)
        for _ in range(400):
            turn = GAME.turn(state)
            if isinstance(turn, NeedsRoll):
                action = soak.random_roll(turn, rng, "www11")
            else:
                action = soak.move(GAME, state, rng.randrange(9999))
            if action is None:
                break
            seat = state.seat
            state = GAME.apply(state, action).state
            if state.seat != seat:
                position = {**GAME.view(state), "seat": state.seat}
                assert GAME.place(len(state.stacks), options, position) == state

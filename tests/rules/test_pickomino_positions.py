"""Pickomino tables from outside: what could not come about is refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import BadPosition, NeedsRoll, Over, Unreadable
from rules.pickomino import Pickomino
from tests.house.normal_floats import floats

GAME = Pickomino()
ALL = list(range(21, 37))


def test_what_is_not_said_follows():
    state = GAME.place(2, None, {"stacks": [[24], [30, 22]], "seat": 1})
    assert state.grill == tuple(tile for tile in ALL if tile not in (24, 30, 22))
    assert state.face_down == ()
    assert GAME.turn(state) == NeedsRoll(1, 8, "12345w")
    state = GAME.place(2, None, {"grill": [25, 23], "stacks": [[24], []]})
    assert state.grill == (23, 25)
    assert len(state.face_down) == 13
    assert GAME.place(3, None, {}) == GAME.start(3)


def test_a_whole_state_is_accepted():
    state = GAME.place(2, None, {
        "grill": ALL[2:-1], "face_down": [36], "stacks": [[21], [22]], "kept": [], "total": 0,
        "dice_left": 8, "worms": [1, 1], "seat": 1,
    })  # fmt: skip
    assert state.worms == (1, 1)


def test_an_empty_grill_is_a_finished_game():
    state = GAME.place(2, None, {"grill": [], "stacks": [[36], [21]]})
    assert GAME.turn(state) == Over((4, 1), (0,), GAME.turn(state).reason)


BAD = {
    "22 twice in a stack": {"stacks": [[22, 22], []]},
    "22 in two stacks": {"stacks": [[22], [22]]},
    "22 on the grill and in a stack": {"grill": ALL, "stacks": [[22], []]},
    "22 on the grill twice": {"grill": [22, 22]},
    "22 face down and on the grill": {"grill": ALL, "face_down": [22]},
    "22 nowhere": {"grill": [t for t in ALL if t != 22], "face_down": []},
    "a tile that does not exist": {"stacks": [[37], []]},
    "a tile of the Deluxe game": {"stacks": [[11], []]},
    "a seat that does not exist": {"seat": 2},
    "a seat below none": {"seat": -1},
    "a seat that is no number": {"seat": "0"},
    "a seat that is true": {"seat": True},
    "too many stacks": {"stacks": [[], [], []]},
    "too few stacks": {"stacks": [[]]},
    "stacks that are none": {"stacks": 5},
    "a stack that is none": {"stacks": [5, []]},
    "a tile that is no number": {"stacks": [["22"], []]},
    "a tile that is a fraction": {"stacks": [[22.5], []]},
    "a tile that is true": {"grill": [True]},
    "a grill that is none": {"grill": "21"},
    "an endless grill": {"grill": [21] * 10_000},
    "a turn already begun": {"kept": ["4"]},
    "a total already there": {"total": 12},
    "nine dice": {"dice_left": 9},
    "wrong worms": {"stacks": [[36], []], "worms": [1, 0]},
    "worms of another number of players": {"worms": [0]},
    "worms that are none": {"worms": None},
    "an unknown field": {"golden": True},
    "a field of the Deluxe game": {"supply": 7},
}


@pytest.mark.parametrize("why", BAD)
def test_what_cannot_come_about_is_refused(why):
    with pytest.raises(BadPosition) as caught:
        GAME.place(2, None, BAD[why])
    assert str(caught.value)


@pytest.mark.parametrize("position", [[], "grill", 5])
def test_a_position_is_an_object(position):
    with pytest.raises(BadPosition):
        GAME.place(2, None, position)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=12,
)
FIELD = st.sampled_from(
    ["grill", "face_down", "stacks", "kept", "total", "dice_left", "worms", "seat", "other"]
)


@settings(max_examples=300, deadline=None)
@given(position=st.dictionaries(FIELD, JUNK | st.lists(st.sampled_from(ALL))))
def test_any_position_stands_or_is_refused(position):
    try:
        state = GAME.place(2, None, position)
    except BadPosition:
        return
    tiles = [*state.grill, *state.face_down, *state.stacks[0], *state.stacks[1]]
    assert sorted(tiles) == ALL
    assert GAME.parse(GAME.notation(state)) == state


WHOLE = "pickomino grill=21.22.23.24.25.26.27.28.29.30.31.32.33.34.35.36 stacks=-/- seat=0"


@pytest.mark.parametrize(
    "line",
    [
        WHOLE,
        f"{WHOLE} phase=over",
        f"{WHOLE} phase=decide",
        f"{WHOLE} phase=decide kept=44 rolled=4",
        f"{WHOLE} phase=keep",
        f"{WHOLE} phase=keep rolled=1234",
        f"{WHOLE} phase=keep kept=44 rolled=444444",
        f"{WHOLE} phase=keep rolled=87654321",
        f"{WHOLE} phase=roll kept=4414",
        f"{WHOLE} phase=roll kept=66",
        f"{WHOLE} phase=roll kept=g1",
        f"{WHOLE} phase=roll kept=444444444",
        f"{WHOLE} phase=roll kept=11111111",
        f"{WHOLE} phase=decide kept=11111111",
        f"{WHOLE} phase=roll house=voluntary_bust:maybe",
        f"{WHOLE} phase=roll house=golden:true",
        WHOLE.replace("seat=0", "seat=2 phase=roll"),
        WHOLE.replace("21.22", "22.21") + " phase=roll",
        WHOLE.replace("36", "35") + " phase=roll",
        WHOLE.replace("-/-", "-") + " phase=roll",
        WHOLE.replace("-/-", "-/-/-/-/-/-/-/-") + " phase=roll",
        f"{WHOLE} seat=1 phase=roll",
        f"{WHOLE}  phase=roll",
    ],
)
def test_lines_that_no_turn_comes_to_are_unreadable(line):
    with pytest.raises(Unreadable):
        GAME.parse(line)


def test_the_line_names_changed_house_rules_only():
    assert GAME.notation(GAME.start(2)) == f"{WHOLE} phase=roll"
    state = GAME.start(2, {"voluntary_bust": True, "lower_tile_when_steal_possible": False})
    house = "house=lower_tile_when_steal_possible:false,voluntary_bust:true"
    assert GAME.notation(state) == f"{WHOLE} phase=roll {house}"


def test_any_table_that_play_comes_to_can_be_joined(soak):
    rng = random.Random(2)
    for seats in GAME.seats:
        moves = [rng.randrange(9999) for _ in range(400)]
        for state in soak.states_of(GAME, {}, seats, moves):
            turn = GAME.turn(state)
            if isinstance(turn, NeedsRoll) and not state.kept:
                assert GAME.place(seats, None, {**GAME.view(state), "seat": turn.seat}) == state

"""The house rules of Pickomino Deluxe (SW-D1 to SW-D11), each with its readings."""

import pytest

from rules.deluxe import PickominoDeluxe
from rules.deluxe.house import OPTIONS
from rules.game import NeedsRoll, Over

GAME = PickominoDeluxe()
BUST = ("22222222", "keep 2")
BOXED = dict.fromkeys(("red_worm", "hen", "raven", "weasel", "golden_die", "apple"), "box")
HEN = {**BOXED, "hen": "seat 0"}
GOLD = {"golden_die": "seat 0"}


@pytest.fixture
def table(script):
    return script(GAME)


def test_the_first_value_of_each_house_rule_is_its_default():
    assert {option.name: option.values[0] for option in OPTIONS} == {
        "lower_tile_when_steal_possible": False,
        "voluntary_bust": False,
        "flip_returned_if_highest": False,
        "six_is_worm": False,
        "extended": True,
        "hen_bust_flips": True,
        "specialist_on_flipped_tile": "moves",
        "golden_die_joins": "start",
        "golden_die_faces": "1w",
        "one_player_both_11_13": True,
    }
    assert GAME.start(2, {}).house.values() == {option.name: option.values[0] for option in OPTIONS}


def test_extended_off_is_the_plain_game_as_the_deluxe_rules_read_it(table):
    """SW-P1 (b) is the default here; no 11, no 13, no specialists, no round worms."""
    view = table.start(2, extended=False).view
    assert view["grill"] == list(range(21, 37))
    assert view["supply"] == 0
    assert set(view["specialists"].values()) == {"box"}
    table.play("11111234", "keep 1")
    assert table.codes == ["keep"]
    table.place(2, {"extended": False}, stacks=[[], [27]]).reach(27)
    assert table.choices == ["throw", "steal 27 from 1"]


def test_sw_d1_a_hen_bust_turns_the_highest_over(table):
    """SW-D1 (a)."""
    table.place(2, stacks=[[30], []], specialists=HEN).play(*BUST)
    assert table.view["face_down"] == [36]
    assert table.rules[-1] == "SW-D1"


def test_sw_d1_a_hen_bust_turns_nothing_over(table):
    """SW-D1 (b)."""
    table.place(2, {"hen_bust_flips": False}, stacks=[[30], []], specialists=HEN).play(*BUST)
    assert table.view["face_down"] == []
    assert table.codes[-1] == "stays-up"
    assert table.view["specialists"]["hen"] == "tile 11"


def test_sw_d1_a_hen_bust_can_end_the_game(table):
    """SW-D1 (a), SW-D2: the hen lands on the last tile, which is turned over under it."""
    table.place(2, grill=[24], stacks=[[30], []], specialists=HEN).play(*BUST)
    assert isinstance(table.turn, Over)
    assert table.view["specialists"]["hen"] == "box"
    assert table.codes[-4:] == ["specialist-moves", "turn-over", "specialist-box", "game-over"]


ON_36 = {**BOXED, "apple": "tile 36"}


def flip_36(table, **options):
    return table.place(2, options, stacks=[[30], []], specialists=ON_36).play(*BUST)


def test_sw_d2_a_specialist_on_a_turned_over_tile_moves(table):
    """SW-D2 (a)."""
    assert flip_36(table).view["specialists"]["apple"] == "tile 11"
    assert table.rules[-1] == "SW-D2"


def test_sw_d2_a_specialist_on_a_turned_over_tile_goes_to_the_box(table):
    """SW-D2 (b)."""
    flip_36(table, specialist_on_flipped_tile="box")
    assert table.view["specialists"]["apple"] == "box"


def test_sw_d2_a_specialist_on_a_turned_over_tile_stays_there(table):
    """SW-D2 (c): it is out of the game, and such a table can be joined."""
    flip_36(table, specialist_on_flipped_tile="stays")
    view = table.view
    assert view["specialists"]["apple"] == "tile 36"
    assert 36 in view["face_down"]
    again = GAME.place(2, {"specialist_on_flipped_tile": "stays"}, {**view, "seat": 1})
    assert again == table.state


def test_sw_d2_the_raven_moves_with_the_others(table):
    """SW-D2 (a): it stays on the grill to the end."""
    table.place(2, stacks=[[30], []], specialists={**BOXED, "raven": "tile 36"}).play(*BUST)
    assert table.view["specialists"]["raven"] == "tile 11"


def test_sw_d3_tile_then_specialist_then_turning_over(table):
    """SW-D3: it matters where all lower tiles are occupied."""
    specialists = {**BOXED, "hen": "tile 21", "apple": "seat 0"}
    table.place(2, grill=[21, 36], stacks=[[35], []], specialists=specialists).play(*BUST)
    assert table.view["specialists"]["apple"] == "tile 35"
    assert table.view["grill"] == [21, 35]
    specialists = {**BOXED, "hen": "tile 21", "raven": "tile 22", "apple": "seat 0"}
    table.place(2, grill=[21, 22], stacks=[[36], []], specialists=specialists).play(*BUST)
    assert table.view["specialists"]["apple"] == "tile 36"
    assert table.codes[-1] == "stays-up"


def test_sw_d4_no_lower_tile_while_the_exact_one_can_be_stolen(table):
    """SW-D4 (b), also where the steal brings the hen."""
    table.place(2, stacks=[[], [27]]).reach(27)
    assert table.choices == ["throw", "steal 27 from 1"]
    table.place(2, stacks=[[], [27]], specialists={"hen": "seat 1"}).reach(27)
    assert table.choices == ["throw", "steal hen from 1"]


def test_sw_d4_the_lower_tile_beside_a_steal(table):
    """SW-D4 (a)."""
    options = {"lower_tile_when_steal_possible": True}
    table.place(2, options, stacks=[[], [27]]).reach(27)
    assert table.choices == ["throw", "take 26", "steal 27 from 1"]
    table.place(2, options, stacks=[[], [27]], specialists={"hen": "seat 1"}).reach(27)
    assert table.choices == ["throw", "take 26", "steal hen from 1"]


def test_sw_d5_before_the_first_roll(table):
    """SW-D5 (a): left out once, it stays out for the turn."""
    table.place(2, stacks=[[27], []], specialists=GOLD).play("no golden", "44442251", "keep 4")
    table.play("throw")
    assert table.turn == NeedsRoll(0, 4, "12345w")


def test_sw_d5_before_any_roll(table):
    """SW-D5 (b)."""
    options = {"golden_die_joins": "any roll"}
    table.place(2, options, stacks=[[27], []], specialists=GOLD)
    assert table.choices == ["golden", "no golden"]
    table.play("no golden")
    assert table.turn == NeedsRoll(0, 8, "12345w")
    table.play("44442251", "keep 4", "throw")
    assert table.choices == ["golden", "no golden"]
    table.play("no golden", "2251", "keep 2", "throw", "golden")
    assert table.turn == NeedsRoll(0, 3, "12345w", ("g",))
    table.play("51gw", "keep 5", "throw")
    assert table.turn == NeedsRoll(0, 2, "12345w", ("g",))


def test_sw_d5_it_may_be_thrown_alone(table):
    """SW-D5 (b): all eight other dice are kept, the ninth is still there."""
    options = {"golden_die_joins": "any roll"}
    table.place(2, options, stacks=[[27], []], specialists=GOLD).play("no golden", "55555555")
    table.play("keep 5")
    assert table.choices == ["throw"]
    table.play("throw")
    assert table.choices == ["golden"]
    assert table.refused("no golden").code == "only-golden"
    table.play("golden")
    assert table.turn == NeedsRoll(0, 1, "12345w", ("g",))
    table.play("gw", "keep w")
    assert table.choices == ["take 36"]


def test_sw_d5_always(table):
    """SW-D5 (c): nothing is asked."""
    specialists = {**BOXED, **GOLD}
    table.place(2, {"golden_die_joins": "always"}, stacks=[[27], []], specialists=specialists)
    assert table.turn == NeedsRoll(0, 9, "12345w", ("g",))
    table.play("22222222gw", "keep w", "throw", "22222222", "keep 2")
    assert table.choices == ["take 21"]
    table.play("take 21", *BUST)
    assert table.turn.dice == 9


def test_sw_d6_ones_and_worms(table):
    """SW-D6 (a)."""
    table.place(2, stacks=[[27], []], specialists=GOLD).play("golden")
    assert table.refused("12345wwwg3").code == "no-such-face"
    assert "keep w" in table.play("12345555gw").choices


def test_sw_d6_all_faces(table):
    """SW-D6 (b)."""
    options = {"golden_die_faces": "all"}
    table.place(2, options, stacks=[[27], []], specialists=GOLD).play("golden", "12345wwwg3")
    table.play("keep 3")
    assert table.view["kept"] == ["3", "g3"]


def test_sw_d7_one_player_may_have_both(table):
    """SW-D7."""
    moves = ("2222w134", "keep 2", "throw", "w134", "keep w")
    table.place(2, stacks=[[11], []]).play(*moves)
    assert table.choices == ["throw", "take 13"]


def test_sw_d7_one_player_may_not_have_both(table):
    """SW-D7, the other reading."""
    options = {"one_player_both_11_13": False}
    moves = ("2222w134", "keep 2", "throw", "w134", "keep w")
    table.place(2, options, stacks=[[11], []], specialists={"red_worm": "box"}).play(*moves)
    assert table.choices == ["throw"]
    assert table.refused("take 13").rule == "SW-D7"
    table.place(2, options, stacks=[[], [11]], specialists={"red_worm": "box"}).play(*moves)
    assert table.choices == ["throw", "take 13"]


def test_sw_d8_a_stolen_specialist_serves_from_then_on(table):
    """SW-D8: the hen protects at once, the golden die is there in the next turn."""
    table.place(2, stacks=[[30], [27]], specialists={"hen": "seat 1"}).reach(27)
    table.play("steal hen from 1").reach(30)
    assert table.choices == ["throw", "steal hen from 0"]
    table.place(2, stacks=[[], [27]], specialists={"golden_die": "seat 1"}).reach(27)
    table.play("steal 27 from 1", *BUST)
    assert table.choices == ["golden", "no golden"]


def test_sw_d9_a_round_worm_cannot_be_declined(table):
    """SW-D9."""
    table.place(2, supply=0, round_worms=[0, 7]).play("11234555", "keep 1")
    assert table.choices == ["round worm from 1"]
    for other in ("throw", "stop", "take 21"):
        assert table.refused(other).rule == "D6"


def test_sw_d10_there_is_no_way_to_the_tile_under_the_hen(table):
    """SW-D10: the hen only."""
    options = {"lower_tile_when_steal_possible": True}
    table.place(2, options, stacks=[[], [27]], specialists={"hen": "seat 1"}).reach(27)
    assert "steal 27 from 1" not in table.choices


def test_sw_d11_the_red_worm_counts_toward_11_and_13(table):
    """SW-D11."""
    specialists = {**BOXED, "red_worm": "seat 0"}
    table.place(2, stacks=[[30], []], specialists=specialists).play("22213455", "keep 2")
    assert table.view["total"] == 11
    assert table.choices == ["throw", "take 11"]


def test_sw_p2_stopping_in_the_deluxe_game(table):
    """SW-P2 (b)."""
    table.place(2, {"voluntary_bust": True}, stacks=[[30], []], specialists=HEN)
    table.play("44442251", "keep 4")
    assert table.choices == ["throw", "stop"]
    table.play("stop")
    assert table.codes[:2] == ["bust", "hen-lost"]


def test_sw_p3_in_the_deluxe_game(table):
    """SW-P3."""
    table.place(2, {"flip_returned_if_highest": True}, stacks=[[36], []], specialists=BOXED)
    table.play(*BUST)
    assert table.view["face_down"] == [36]


def test_six_is_worm_on_the_golden_die_too(table):
    table.place(2, {"six_is_worm": True}, stacks=[[27], []], specialists=GOLD)
    table.play("golden", "66666613g6", "keep w")
    assert table.view["total"] == 35
    assert sorted(table.view["kept"]) == ["gw", *"wwwwww"]

"""Pickomino Deluxe rule by rule: tiles, round worms and gaining specialists, D1 to D10."""

import pytest

from rules.deluxe import PickominoDeluxe
from rules.deluxe.specialists import APPLE_WORMS, ROUND_WORMS, WORMS
from rules.game import NeedsRoll, Over

GAME = PickominoDeluxe()
BUST = ("22222222", "keep 2")
TO_11 = ("222w1345", "keep 2", "throw", "w1345", "keep w")
TO_13 = ("2222w134", "keep 2", "throw", "w134", "keep w")
BOXED = dict.fromkeys(("red_worm", "hen", "raven", "weasel", "golden_die", "apple"), "box")


@pytest.fixture
def table(script):
    return script(GAME)


def test_the_material_is_52_worms():
    """Material table: 40 and two for 11 and 13, seven round worms, three for the apple."""
    assert sum(WORMS.values()) + ROUND_WORMS + APPLE_WORMS == 52
    assert WORMS[11] == WORMS[13] == 1


def test_d01_the_grill_begins_with_11_and_13_and_the_specialists_stand_on_it(table):
    """D1."""
    view = table.start(2).view
    assert view["grill"] == [11, 13, *range(21, 37)]
    assert view["supply"] == 7
    assert view["round_worms"] == [0, 0]
    assert view["specialists"] == {
        "red_worm": "tile 11", "hen": "tile 21", "raven": "tile 23", "weasel": "tile 25",
        "golden_die": "tile 27", "apple": "tile 29",
    }  # fmt: skip


def test_d02_11_and_13_are_taken_exactly(table):
    """D2."""
    assert table.start().play(*TO_11).choices == ["throw", "take 11"]
    assert table.start().play(*TO_13).choices == ["throw", "take 13"]
    table.start().play("222w1345", "keep 2", "throw", "w1345", "keep w", "throw", "1334", "keep 1")
    assert table.view["total"] == 12
    assert table.choices == ["throw"]
    assert table.refused("take 11").rule == "D2"
    table.start().play("22245511", "keep 2", "throw", "55411", "keep 5")
    assert table.refused("take 11").rule == "P9"


def test_d02_11_and_13_are_never_the_next_lower(table):
    """D2, P11."""
    table.place(2, grill=[11, 13, 36], specialists=BOXED).reach(30)
    assert table.choices == ["throw"]
    assert table.refused("take 13").code == "only-exactly"


@pytest.mark.parametrize(("moves", "tile"), [(TO_11, 11), (TO_13, 13)])
def test_d03_11_and_13_are_never_stolen_and_shield_what_lies_below(table, moves, tile):
    """D3."""
    table.place(2, stacks=[[], [25, tile]]).play(*moves)
    assert table.choices == ["throw"]
    assert table.refused(f"steal {tile} from 1").rule == "D3"
    table.place(2, stacks=[[], [26, tile]]).reach(26)
    assert table.choices == ["throw", "take 25"]
    assert table.refused("steal 26 from 1").code == "below-another"


def test_d04_11_and_13_come_back_may_be_turned_over_and_keep_the_game_alive(table):
    """D4."""
    table.place(2, stacks=[[13], []], specialists=BOXED).play(*BUST)
    assert 13 in table.view["grill"]
    assert 36 in table.view["face_down"]
    table.place(2, grill=[11], stacks=[[], []], specialists=BOXED)
    assert isinstance(table.turn, NeedsRoll)
    table.place(2, grill=[11], stacks=[[13], []], specialists=BOXED).play(*BUST)
    assert table.codes[-2:] == ["give-back", "stays-up"]
    options = {"flip_returned_if_highest": True}
    table.place(2, options, grill=[11], stacks=[[13], []], specialists=BOXED).play(*BUST)
    assert table.view["grill"] == [11]
    assert 13 in table.view["face_down"]


def test_d05_two_ones_bring_a_round_worm_at_once(table):
    """D5."""
    table.start().play("112345ww", "keep 1")
    assert table.codes == ["keep", "round-worm"]
    assert table.view["round_worms"] == [1, 0]
    assert table.view["supply"] == 6
    assert table.view["worms"] == [1, 0]


def test_d05_one_for_each_keep_and_none_for_a_single_one(table):
    """D5."""
    assert table.start().play("11112345", "keep 1").view["round_worms"] == [1, 0]
    assert table.start().play("12345www", "keep 1").view["round_worms"] == [0, 0]


def test_d05_a_round_worm_is_kept_in_a_bust(table):
    """D5."""
    table.start().play("11111111", "keep 1")
    assert table.codes == ["keep", "round-worm", "bust", "nothing-lost"]
    assert table.view["round_worms"] == [1, 0]


def test_d05_a_one_on_the_golden_die_counts(table):
    """D5."""
    table.place(2, stacks=[[27], []], specialists={"golden_die": "seat 0"})
    table.play("golden", "12345wwg1w", "keep 1")
    assert table.view["kept"] == ["1", "g1"]
    assert table.view["round_worms"] == [1, 0]


def test_d06_with_an_empty_supply_an_opponent_is_chosen_but_not_the_hens_owner(table):
    """D6, D20."""
    table.place(4, supply=0, round_worms=[1, 2, 3, 1], specialists={"hen": "seat 2"})
    table.play("11234555", "keep 1")
    assert table.codes == ["keep", "round-worm-due"]
    assert table.choices == ["round worm from 1", "round worm from 3"]
    assert table.refused("throw").rule == "D6"
    assert table.refused("round worm from 2").rule == "D20"
    assert table.refused("round worm from 0").code == "own-round-worm"
    table.play("round worm from 3")
    assert table.view["round_worms"] == [2, 2, 3, 0]
    assert table.choices == ["throw"]


def test_d06_the_choice_is_asked_for_although_only_one_can_be(table):
    """D6."""
    table.place(2, supply=0, round_worms=[0, 7]).play("11234555", "keep 1")
    assert table.choices == ["round worm from 1"]


def test_d06_if_nobody_qualifies_there_is_nothing(table):
    """D6."""
    table.place(2, supply=0, round_worms=[7, 0]).play("11234555", "keep 1")
    assert table.codes == ["keep", "no-round-worm"]
    table.place(2, supply=0, round_worms=[0, 7], specialists={"hen": "seat 1"})
    assert table.play("11234555", "keep 1").codes == ["keep", "no-round-worm"]


def test_d06_the_bust_comes_after_the_round_worm(table):
    """D6, P14: the last dice bring a worm from an opponent, then the turn is lost."""
    table.place(2, supply=0, round_worms=[0, 7]).play("11111111", "keep 1")
    assert table.choices == ["round worm from 1"]
    table.play("round worm from 1")
    assert table.codes == ["round-worm-taken", "bust", "nothing-lost"]
    assert table.view["round_worms"] == [1, 6]


def test_d07_a_tile_brings_the_specialist_that_stands_on_it(table):
    """D7 a."""
    table.start().reach(25).play("take 25")
    assert table.codes == ["take", "specialist"]
    assert table.view["specialists"]["weasel"] == "seat 0"
    assert table.view["stacks"] == [[25], []]


def test_d07_a_stolen_tile_brings_the_specialist_of_its_owner(table):
    """D7 b."""
    table.place(2, stacks=[[], [22, 26]], specialists={"weasel": "seat 1"}).reach(26)
    assert table.choices == ["throw", "steal 26 from 1"]
    table.play("steal 26 from 1")
    assert table.view["stacks"] == [[26], [22]]
    assert table.view["specialists"]["weasel"] == "seat 0"


def hold_table(table):
    return (
        table.place(2, stacks=[[30], []], specialists={"hen": "seat 0"}).reach(25).play("take 25")
    )


def test_d08_of_two_specialists_one_is_chosen(table):
    """D8."""
    hold_table(table)
    assert table.choices == ["hold hen", "hold weasel"]
    assert table.view["specialists"]["hen"] == "seat 0"
    assert table.view["specialists"]["weasel"] == "tile 25"
    assert table.refused("throw").rule == "D8"
    assert table.refused("hold apple").code == "nothing-to-hold"
    assert table.refused("66666666").code == "choice-due"


def test_d08_holding_the_new_one_returns_the_old_one(table):
    """D8, D9: the old one goes to the lowest free tile."""
    hold_table(table).play("hold weasel")
    assert table.view["stacks"] == [[30, 25], []]
    assert table.view["specialists"]["weasel"] == "seat 0"
    assert table.view["specialists"]["hen"] == "tile 13"
    assert table.turn.seat == 1


def test_d08_holding_the_old_one_returns_the_new_one(table):
    """D8, D9."""
    hold_table(table).play("hold hen")
    assert table.view["stacks"] == [[30, 25], []]
    assert table.view["specialists"]["hen"] == "seat 0"
    assert table.view["specialists"]["weasel"] == "tile 13"


def test_d08_also_after_a_steal(table):
    """D8, D7 b."""
    table.place(2, stacks=[[30], [26]], specialists={"hen": "seat 0", "apple": "seat 1"})
    table.reach(26).play("steal 26 from 1")
    assert table.choices == ["hold hen", "hold apple"]
    table.play("hold apple")
    assert table.view["specialists"]["apple"] == "seat 0"
    assert table.view["specialists"]["hen"] == "tile 13"
    assert table.view["stacks"] == [[30, 26], []]


def test_d08_also_with_the_last_tile_of_the_game(table):
    """D8, D9: with no tile left the other goes to the box; the apple still counts."""
    specialists = {**BOXED, "weasel": "seat 0", "apple": "tile 25"}
    table.place(2, grill=[25], stacks=[[30], []], specialists=specialists)
    table.reach(25).play("take 25")
    assert table.choices == ["hold weasel", "hold apple"]
    table.play("hold apple")
    assert isinstance(table.turn, Over)
    assert table.view["specialists"]["weasel"] == "box"
    assert table.turn.scores == (3 + 2 + 3, 0)


def test_d09_a_returned_specialist_takes_the_lowest_free_tile_or_the_box(table):
    """D9: free is a face-up tile without a specialist, 11 and 13 included."""
    full = {"red_worm": "tile 11", "hen": "tile 21", "raven": "tile 23", "weasel": "tile 25",
            "golden_die": "box", "apple": "seat 0"}  # fmt: skip
    grill = [11, 21, 23, 25]
    table.place(2, grill=grill, stacks=[[29], []], specialists=full).play(*BUST)
    assert table.view["specialists"]["apple"] == "tile 29"
    taken = {**full, "hen": "seat 0", "apple": "tile 21"}
    table.place(2, grill=grill, stacks=[[29], []], specialists=taken).play(*BUST)
    assert table.view["specialists"]["hen"] == "box"
    assert "specialist-box" in table.codes


def test_d10_a_bust_returns_tile_then_specialist_then_turns_the_highest_over(table):
    """D10."""
    table.place(2, grill=[22, 26, 35], stacks=[[30, 24], []],
                specialists={**BOXED, "weasel": "seat 0"})  # fmt: skip
    table.play("12345www", "keep 5", "throw", "5555555", "weasel", "5555555")
    assert table.codes[1:] == ["bust", "give-back", "specialist-moves", "turn-over"]
    assert table.view["specialists"]["weasel"] == "tile 22"
    assert table.view["grill"] == [22, 24, 26]
    assert table.view["stacks"] == [[30], []]


def test_d10_the_specialist_may_land_on_the_returned_tile(table):
    """D10."""
    table.place(2, grill=[26, 35], stacks=[[24], []], specialists={**BOXED, "apple": "seat 0"})
    table.play(*BUST)
    assert table.view["specialists"]["apple"] == "tile 24"

"""Pickomino Deluxe: what each specialist does, D11 to D20, the end, and worked examples."""

import pytest

from rules.deluxe import PickominoDeluxe
from rules.deluxe.words import weasel_means
from rules.game import NeedsRoll

GAME = PickominoDeluxe()
BUST = ("22222222", "keep 2")
TO_13 = ("2222w134", "keep 2", "throw", "w134", "keep w")
BOXED = dict.fromkeys(("red_worm", "hen", "raven", "weasel", "golden_die", "apple"), "box")


@pytest.fixture
def table(script):
    return script(GAME)


RED = {"red_worm": "seat 0"}


def test_d11_the_red_worm_stands_in_for_a_worm(table):
    """D11: five points and the worm condition, as long as no worm die is set aside."""
    table.place(2, stacks=[[11], []], specialists=RED).play("44441235", "keep 4")
    assert table.view["total"] == 21
    assert table.choices == ["throw", "take 21"]
    table.play("throw", "1222", "keep 2")
    assert table.view["total"] == 16 + 6 + 5


def test_d11_a_worm_die_ends_it_for_this_turn(table):
    """D11."""
    table.place(2, stacks=[[11], []], specialists=RED).play("4444123w", "keep 4")
    assert table.view["total"] == 21
    table.play("throw", "w123", "keep w")
    assert table.view["total"] == 21
    table.play("throw", "111", "keep 1")
    assert table.view["total"] == 24
    assert table.choices == ["take 24"]


def test_d11_it_does_not_block_worm_dice(table):
    """D11."""
    table.place(2, stacks=[[11], []], specialists=RED).play("4444www1")
    assert "keep w" in table.choices


def test_d11_it_can_steal_and_it_can_lose(table):
    """D11, P12, P14."""
    table.place(2, stacks=[[11], [21]], specialists=RED).play("44441235", "keep 4")
    assert "steal 21 from 1" in table.choices
    table.place(2, stacks=[[11], []], specialists=RED).play("11111111", "keep 1")
    # eight ones and the red worm are 13
    assert table.view["total"] == 13
    assert table.choices == ["take 13"]
    table.place(2, grill=[36], stacks=[[11], []], specialists={**BOXED, **RED})
    table.play("22222222", "keep 2")
    assert table.events[1].get("why") == "no-tile"
    assert table.events[1].get("total") == 21


def test_d12_the_golden_die_is_a_ninth_die(table):
    """D12, SW-D5 (a): declared before the first roll."""
    table.place(2, stacks=[[27], []], specialists={"golden_die": "seat 0"})
    assert table.choices == ["golden", "no golden"]
    assert table.refused("11111111").code == "choice-due"
    assert table.refused("throw").rule == "D12"
    table.play("golden")
    assert table.turn == NeedsRoll(0, 9, "12345w", ("g",))
    assert table.refused("111111111").code == "golden-die-due"
    assert table.refused("11111111g5").code == "no-such-face"
    table.play("5555gw1122", "keep 5")
    assert table.view["dice_left"] == 5
    table.play("throw")
    assert table.turn == NeedsRoll(0, 5, "12345w", ("g",))
    table.play("1112gw", "keep w", "throw")
    assert table.turn == NeedsRoll(0, 4, "12345w")
    assert table.view["kept"] == ["5", "5", "5", "5", "gw"]
    assert table.view["total"] == 25


def test_d12_nine_worms_are_45(table):
    """D12: they take the highest tile."""
    table.place(2, stacks=[[27], []], specialists={"golden_die": "seat 0"})
    table.play("golden", "wwwwwwwwgw", "keep w")
    assert table.view["total"] == 45
    assert table.choices == ["take 36"]


def test_d12_without_it_there_are_eight_dice(table):
    """D12."""
    table.place(2, stacks=[[27], []], specialists={"golden_die": "seat 0"}).play("no golden")
    assert table.turn == NeedsRoll(0, 8, "12345w")
    assert table.refused("1111111g1").code == "no-special-die"
    assert table.refused("11111111g1").code == "wrong-number-of-dice"
    table.start()
    assert table.refused("11111111g1").code == "wrong-number-of-dice"
    assert table.refused("golden").code == "roll-due"


WEASEL = {"weasel": "seat 0"}


def test_d13_the_weasel_rolls_the_same_dice_again_once(table):
    """D13."""
    table.place(2, stacks=[[25], []], specialists=WEASEL).play("11234555")
    assert table.choices[-1] == "weasel"
    table.play("weasel")
    assert table.turn == NeedsRoll(0, 8, "12345w")
    table.play("wwwww123")
    assert "weasel" not in table.choices
    assert table.refused("weasel").code == "weasel-used"
    table.play("keep w", "throw", "123")
    assert "weasel" not in table.choices


def test_d13_later_in_the_turn_it_rolls_the_remaining_dice(table):
    """D13."""
    table.place(2, stacks=[[25], []], specialists=WEASEL).play("wwww1123", "keep w")
    assert table.refused("weasel").code == "weasel-too-late"
    table.play("throw", "1122", "weasel")
    assert table.turn == NeedsRoll(0, 4, "12345w")
    assert table.view["kept"] == ["w"] * 4


def test_d13_the_weasel_says_what_it_rolls():
    """D13."""
    assert weasel_means(4).text == "Roll the {dice} dice again."
    assert weasel_means(1).text == "Roll the last die again."


def test_d13_it_may_avert_a_bust(table):
    """D13: and the second roll stands."""
    table.place(2, stacks=[[25], []], specialists=WEASEL).play("wwww1123", "keep w", "throw")
    table.play("wwww")
    assert table.choices == ["weasel", "bust"]
    assert table.codes == ["roll", "bust-or-weasel"]
    kept = table.state
    table.play("weasel", "wwww")
    assert "bust" in table.codes
    table.state = kept
    table.play("bust")
    assert table.codes == ["bust", "give-back", "specialist-moves", "turn-over"]
    assert table.rules[0] == "P7"


def test_d13_it_is_there_again_in_the_next_turn(table):
    """D13: it stands up at the end of the turn."""
    table.place(2, stacks=[[30, 25], []], specialists=WEASEL)
    table.play("11234555", "weasel").reach(26).play("take 26", *BUST)
    assert table.turn.seat == 0
    assert "weasel" in table.play("11234555").choices


def test_d13_not_for_others(table):
    """D13."""
    table.place(2, stacks=[[], [25]], specialists={"weasel": "seat 1"}).play("11234555")
    assert table.refused("weasel").code == "no-weasel"


def test_d14_the_apple_is_three_worms(table):
    """D14."""
    table.place(2, stacks=[[], [29]], specialists={"apple": "seat 1"})
    assert table.view["worms"] == [0, 6]


def test_d15_the_raven_brings_a_round_worm_and_moves_on(table):
    """D15."""
    table.start().reach(23).play("take 23")
    assert table.codes == ["take", "round-worm", "specialist-moves"]
    assert table.view["specialists"]["raven"] == "tile 13"
    assert table.view["round_worms"] == [1, 0]
    assert table.view["stacks"] == [[23], []]
    assert table.turn.seat == 1


def test_d15_with_an_empty_supply_the_round_worm_comes_from_an_opponent(table):
    """D15, D6."""
    table.place(3, supply=0, round_worms=[0, 3, 4]).reach(23).play("take 23")
    assert table.choices == ["round worm from 1", "round worm from 2"]
    assert table.view["stacks"][0] == [23]
    table.play("round worm from 2")
    assert table.view["round_worms"] == [1, 3, 3]
    assert table.turn.seat == 1


def test_d15_the_raven_is_no_second_specialist(table):
    """D15: it is never owned."""
    table.place(2, stacks=[[30], []], specialists={"hen": "seat 0"}).reach(23).play("take 23")
    assert table.turn.seat == 1
    assert table.view["specialists"]["hen"] == "seat 0"


def test_d15_the_last_tile_may_be_the_ravens(table):
    """D15, P18: the worm is taken before the end."""
    table.place(2, grill=[23], stacks=[[], [36]], supply=0, round_worms=[3, 4],
                specialists={**BOXED, "raven": "tile 23"})  # fmt: skip
    table.reach(23).play("take 23")
    assert table.choices == ["round worm from 1"]
    assert table.view["specialists"]["raven"] == "box"
    table.play("round worm from 1")
    assert table.turn.scores == (1 + 4, 4 + 3)


def test_d16_the_hen_is_stolen_instead_of_the_tile(table):
    """D16."""
    table.place(2, stacks=[[], [22, 26]], specialists={"hen": "seat 1"}).reach(26)
    assert table.choices == ["throw", "steal hen from 1"]
    assert table.refused("steal 26 from 1").rule == "D16"
    table.play("steal hen from 1")
    assert table.view["stacks"] == [[], [22, 26]]
    assert table.view["specialists"]["hen"] == "seat 0"
    assert table.said() == ["Ann takes the hen from Bo, who keeps 26.", "Ann gets the hen."]


def test_d16_the_total_must_be_exact(table):
    """D16."""
    table.place(2, stacks=[[], [26]], specialists={"hen": "seat 1"}).reach(28)
    assert table.choices == ["throw", "take 28"]
    assert table.refused("steal hen from 1").code == "not-exact"
    assert table.refused("steal hen from 0").code == "no-hen-there"


def test_d16_a_second_specialist_is_chosen_from(table):
    """D16, D8."""
    table.place(2, stacks=[[30], [26]], specialists={"hen": "seat 1", "apple": "seat 0"})
    table.reach(26).play("steal hen from 1")
    assert table.choices == ["hold apple", "hold hen"]
    kept = table.state
    table.play("hold apple")
    assert table.view["specialists"]["hen"] == "tile 13"
    table.state = kept
    table.play("hold hen")
    assert table.view["specialists"]["hen"] == "seat 0"
    assert table.view["specialists"]["apple"] == "tile 13"
    assert table.view["stacks"] == [[30], [26]]


def test_d17_on_11_or_13_the_hen_is_safe(table):
    """D17."""
    table.place(2, stacks=[[], [26, 13]], specialists={"hen": "seat 1"}).play(*TO_13)
    assert table.choices == ["throw"]
    assert table.refused("steal hen from 1").rule == "D17"


def test_d18_a_bust_costs_the_hen_and_not_the_tile(table):
    """D18."""
    table.place(2, stacks=[[30], []], specialists={"hen": "seat 0"}).play(*BUST)
    assert table.codes == ["keep", "bust", "hen-lost", "specialist-moves", "turn-over"]
    assert table.view["stacks"] == [[30], []]
    assert table.view["specialists"]["hen"] == "tile 13"


def test_d19_without_a_tile_the_hen_is_not_lost(table):
    """D19."""
    table.place(2, stacks=[[], []], specialists={"hen": "seat 0"}).play(*BUST)
    assert table.codes == ["keep", "bust", "nothing-lost"]
    assert table.rules[-1] == "D19"
    assert table.view["specialists"]["hen"] == "seat 0"
    assert table.view["face_down"] == []


def test_d20_the_hens_owner_keeps_round_worms(table):
    """D20."""
    table.place(3, supply=0, round_worms=[0, 4, 3], specialists={"hen": "seat 1"})
    assert table.play("11234555", "keep 1").choices == ["round worm from 2"]


def test_d21_the_score_is_tiles_round_worms_and_the_apple(table):
    """D21."""
    table.place(2, grill=[25], stacks=[[11, 13], [36]], supply=4, round_worms=[2, 1],
                specialists={**BOXED, "apple": "seat 0"})  # fmt: skip
    table.reach(25).play("take 25")
    assert table.turn.scores == (1 + 1 + 2 + 2 + 3, 4 + 1)


def test_d21_among_equals_the_highest_tile_wins(table):
    """D21, P20: round worms and the apple have no number."""
    table.place(2, grill=[25], stacks=[[], [26]], supply=7, specialists=BOXED)
    table.reach(25).play("take 25")
    assert table.turn.scores == (2, 2)
    assert table.turn.winners == (1,)
    table.place(2, grill=[], stacks=[[], []], round_worms=[3, 3], specialists=BOXED)
    assert table.turn.winners == (0, 1)


def test_example_7_the_base_game_from_the_deluxe_box(table):
    """Worked example 7."""
    moves = ("44412235", "keep 4", "throw", "4451w", "keep w", "throw", "55ww")
    table.start(2, extended=False).play(*moves)
    assert table.choices == ["keep 5"]
    assert table.play("keep 5").choices == ["throw", "take 27"]
    table.start(2).play(*moves, "keep 5", "take 27")
    assert table.view["specialists"]["golden_die"] == "seat 0"


def test_example_8_a_bust_after_26(table):
    """Worked example 8."""
    table.place(2, {"extended": False}, grill=[23, 26, 35], stacks=[[22, 28], []])
    table.play("33111245", "keep 3", "throw", "555124", "keep 5", "throw", "w22", "keep w")
    assert table.view["total"] == 26
    table.play("throw", "3w")
    assert table.view["grill"] == [23, 26, 28]
    assert table.view["stacks"][0] == [22]


TO_27 = ("wwwww211", "keep w", "throw", "211", "keep 2")
TO_23 = ("wwww3111", "keep w", "throw", "3111", "keep 3")
ONE_OF_TWO = "Then one of two specialists has to be chosen."


@pytest.mark.parametrize(
    ("position", "turn", "choice", "said"),
    [
        ({}, TO_27, "take 27", "Take 27: 2 worms. Ann gets the golden die."),
        ({}, TO_23, "take 23", "Take 23: 1 worm. Ann gets a round worm."),
        ({"specialists": BOXED}, TO_27, "take 27", "Take 27: 2 worms."),
        (
            {"stacks": [[30], []], "specialists": {"apple": "seat 0"}},
            TO_27,
            "take 27",
            f"Take 27: 2 worms. {ONE_OF_TWO}",
        ),
        (
            {"stacks": [[], [27]], "specialists": {"golden_die": "seat 1"}},
            TO_27,
            "steal 27 from 1",
            "Steal 27 from Bo: 2 worms. Ann gets the golden die.",
        ),
        (
            {"stacks": [[30], [27]], "specialists": {"hen": "seat 1", "apple": "seat 0"}},
            TO_27,
            "steal hen from 1",
            f"Take the hen from Bo. {ONE_OF_TWO}",
        ),
    ],
)
def test_d7_a_claim_says_beforehand_what_comes_with_it(table, position, turn, choice, said):
    """D7, D8, D15: a choice is made knowing what it brings."""
    table.place(2, **position).play(*turn)
    means = GAME.meaning(table.state, 0, GAME.read_choice(choice))
    assert means.sentence(("Ann", "Bo")) == said

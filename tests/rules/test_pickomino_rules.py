"""Pickomino rule by rule, P1 to P20, and the worked examples 1 to 6."""

import pytest

from rules.game import BadPosition, NeedsChoice, NeedsRoll, Over
from rules.pickomino import Pickomino
from rules.pickomino.tiles import TILES, WORMS

GAME = Pickomino()


@pytest.fixture
def table(script):
    return script(GAME)


def test_p01_two_to_seven_players_and_the_dice_go_to_the_left(table):
    """P1."""
    for seats in (1, 8):
        with pytest.raises(BadPosition, match="2 to 7"):
            GAME.start(seats)
    table.start(3)
    for seat in (0, 1, 2, 0):
        assert table.turn == NeedsRoll(seat, 8, "12345w")
        table.play("1111111w", "keep w", "throw", "wwwwwww")
    assert table.turn.seat == 1


def test_p02_all_tiles_lie_face_up_in_order_and_nobody_has_one(table):
    """P2."""
    table.start(2)
    assert table.view["grill"] == list(range(21, 37))
    assert table.view["stacks"] == [[], []]
    assert table.view["face_down"] == []


def test_the_tiles_carry_40_worms():
    """Material table: 21-24 one worm, 25-28 two, 29-32 three, 33-36 four; 40 in all."""
    assert sum(WORMS.values()) == 40
    assert [WORMS[tile] for tile in TILES] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4


@pytest.mark.parametrize("dice", ["4442251", "4442251ww", "w"])
def test_p03_a_turn_starts_with_all_eight_dice(table, dice):
    """P3."""
    reason = table.start().refused(dice)
    assert reason.code == "wrong-number-of-dice"
    assert reason.get("due") == 8


def test_p04_all_dice_of_one_face_are_set_aside_one_is_enough(table):
    """P4."""
    table.start().play("4442251w")
    assert table.turn == NeedsChoice((0,))
    assert table.refused("throw").rule == "P4"
    assert table.refused("keep 3").code == "face-not-rolled"
    assert table.play("keep 4").view["kept"] == ["4", "4", "4"]
    assert table.play("throw", "12355", "keep 1").view["kept"] == ["4", "4", "4", "1"]


def test_p05_a_kept_face_is_not_kept_again_but_five_and_worm_are_two(table):
    """P5."""
    table.start().play("4442251w", "keep 4", "throw", "445w1")
    assert table.choices == ["keep 1", "keep 5", "keep w"]
    reason = table.refused("keep 4")
    assert (reason.code, reason.rule) == ("face-kept", "P5")
    table.play("keep 5", "throw", "5w11")
    assert table.choices == ["keep 1", "keep w"]


def test_p06_only_kept_dice_count_and_a_worm_counts_five(table):
    """P6."""
    table.start().play("4442255w", "keep w")
    assert table.view["total"] == 5
    table.play("throw", "5555555")
    assert table.view["total"] == 5
    assert table.play("keep 5").view["total"] == 40


def test_p07_a_roll_of_kept_faces_alone_is_a_bust_at_once(table):
    """P7."""
    table.start().play("4442251w", "keep 4", "throw", "44444")
    assert table.codes == ["roll", "bust", "nothing-lost"]
    assert table.rules[1] == "P7"
    assert table.events[1].get("why") == "no-new-face"
    assert table.turn == NeedsRoll(1, 8, "12345w")


def test_p08_after_a_keep_throw_again_or_take_and_without_dice_take_or_bust(table):
    """P8."""
    table.start().play("44422w51", "keep 4")
    assert table.choices == ["throw"]
    table.play("throw", "ww551", "keep w", "throw", "551", "keep 5")
    assert table.choices == ["throw", "take 32"]
    table.play("throw", "1", "keep 1")
    assert table.choices == ["take 33"]
    assert table.refused("throw").code == "no-dice-left"


def test_p09_no_worm_no_tile(table):
    """P9."""
    table.start().play("55555111", "keep 5")
    assert table.choices == ["throw"]
    assert table.view["total"] == 25
    assert table.refused("take 25").rule == "P9"


def test_p10_the_exact_tile_is_taken_and_no_other(table):
    """P10."""
    table.start().play("555w1123", "keep 5", "throw", "w2222", "keep 2", "throw", "w", "keep w")
    assert table.view["total"] == 28
    assert table.choices == ["take 28"]
    assert table.refused("take 27").rule == "P11"
    assert table.refused("take 29").code == "too-low"
    table.play("take 28")
    assert table.codes == ["take"]
    assert table.rules == ["P10"]
    assert table.view["stacks"] == [[28], []]
    assert 28 not in table.view["grill"]


LOWER = {
    "own stack": {"stacks": [[28], []]},
    "inside another stack": {"stacks": [[], [28, 21]]},
    "face down": {"face_down": [28], "grill": [t for t in range(21, 37) if t != 28]},
    "top of another stack": {"stacks": [[], [28]]},
}


@pytest.mark.parametrize("where", LOWER)
def test_p11_else_the_next_lower_tile_is_taken(table, where):
    """P11: not a free choice among the lower ones."""
    table.place(2, **LOWER[where]).play("5551111w", "keep 5", "throw", "2222w", "keep 2", "throw")
    table.play("w", "keep w")
    assert "take 27" in table.choices
    assert not any(choice.startswith("take ") for choice in table.choices if choice != "take 27")
    assert table.refused("take 26").code == "not-the-nearest"
    table.play("take 27")
    assert table.rules == ["P11"]


@pytest.mark.parametrize(("face", "total"), [("5", 40), ("4", 38)])
def test_p11_totals_above_36_take_36(table, face, total):
    """P11: 37 to 40 have no tile of their own."""
    table.start().play("wwwwww" + 2 * face, "keep w", "throw", 2 * face, f"keep {face}")
    assert table.view["total"] == total
    assert table.choices == ["take 36"]


def test_p11_a_gap_of_one_is_seen(table):
    """P11: a single tile exactly one below the total is within reach."""
    table.place(2, grill=[24], stacks=[[], []]).play("wwwww111", "keep w")
    assert table.view["total"] == 25
    assert table.choices == ["throw", "take 24"]


def test_p12_only_the_top_tile_of_another_and_only_exactly(table):
    """P12."""
    table.place(3, stacks=[[30], [25, 27], [22, 26]]).play("wwwww124", "keep w")
    assert table.choices == ["throw", "take 24"]
    assert table.refused("steal 25 from 1").code == "below-another"
    assert table.refused("steal 26 from 2").code == "too-low"
    assert table.refused("steal 30 from 0").code == "own-tile"
    assert table.refused("steal 30 from 1").code == "not-there"
    assert table.refused("steal 21 from 7").code == "no-such-seat"
    assert table.refused("steal 22 from 2").code == "below-another"
    table.play("throw", "112", "keep 1")
    assert table.view["total"] == 27
    assert table.choices == ["throw", "take 24", "steal 27 from 1"]
    table.play("steal 27 from 1")
    assert table.view["stacks"] == [[30, 27], [25], [22, 26]]
    assert table.turn.seat == 1


def test_p12_a_total_of_37_or_more_steals_nothing(table):
    """P12: 40 is not 36."""
    table.place(2, stacks=[[], [36]]).play("wwwwwwww", "keep w")
    assert table.choices == ["take 35"]
    assert table.refused("steal 36 from 1").code == "not-exact"


def test_p13_a_tile_goes_on_top_and_the_turn_ends(table):
    """P13."""
    table.place(2, stacks=[[36], []]).play("wwwww111", "keep w", "take 25")
    assert table.view["stacks"] == [[36, 25], []]
    assert table.turn == NeedsRoll(1, 8, "12345w")
    assert table.view["kept"] == []


def test_p14_all_dice_kept_with_a_worm_and_nothing_to_take(table):
    """P14 b."""
    table.start().play("1111111w", "keep 1", "throw", "w", "keep w")
    assert table.codes == ["keep", "bust", "nothing-lost"]
    assert table.events[1].get("why") == "no-tile"
    assert table.events[1].get("total") == 12


def test_p14_all_dice_kept_without_a_worm(table):
    """P14 c."""
    table.start().play("55555555", "keep 5")
    assert table.codes == ["keep", "bust", "nothing-lost"]
    assert table.events[1].get("why") == "no-worm"


def test_p14_with_nothing_to_throw_but_a_steal_left_it_is_no_bust(table):
    """P14 b, SW-P5: the one legal choice is the steal and it cannot be declined."""
    table.place(2, grill=[36], stacks=[[], [28]]).play("wwww1122", "keep w", "throw", "2222")
    assert table.play("keep 2").choices == ["steal 28 from 1"]
    assert table.refused("stop").code == "no-stop"


def test_p15_the_top_tile_goes_back_and_the_highest_is_turned_over(table):
    """P15."""
    table.place(2, stacks=[[21, 30], []], grill=[22, 35, 36]).play("11111111", "keep 1")
    assert table.codes == ["keep", "bust", "give-back", "turn-over"]
    assert table.view["grill"] == [22, 30, 35]
    assert 36 in table.view["face_down"]
    assert table.view["stacks"] == [[21], []]
    assert table.said() == [
        "Ann keeps 8 ones: 8.",
        "Ann busts: nothing is left to roll and no worm was kept.",
        "Ann puts 30 back on the grill.",
        "36 was the highest on the grill and is turned over.",
    ]


def test_p16_without_a_tile_nothing_is_lost_and_nothing_turned_over(table):
    """P16."""
    table.place(2, stacks=[[], [36]]).play("11111111", "keep 1")
    assert table.codes[-1] == "nothing-lost"
    assert table.rules[-1] == "P16"
    assert table.view["grill"] == list(range(21, 36))
    assert table.view["face_down"] == []


def test_p17_a_returned_tile_that_is_the_highest_stays_face_up(table):
    """P17."""
    table.place(2, stacks=[[36], []]).play("11111111", "keep 1")
    assert table.codes[-2:] == ["give-back", "stays-up"]
    assert table.rules[-1] == "P17"
    assert table.view["grill"] == list(range(21, 37))


def test_p18_the_game_ends_with_the_last_tile_of_the_grill(table):
    """P18."""
    table.place(2, grill=[21], stacks=[[], [30]]).play("wwwww111", "keep w", "take 21")
    assert table.codes == ["take", "game-over"]
    assert isinstance(table.turn, Over)
    assert table.choices == []
    assert table.refused("11111111").code == "game-over"
    assert table.refused("take 21").code == "game-over"


def test_p19_most_worms_win_whatever_the_numbers(table):
    """P19."""
    table.place(2, grill=[25], stacks=[[33], [36]]).play("wwwww111", "keep w", "take 25")
    assert table.turn.scores == (6, 4)
    assert table.turn.winners == (0,)
    assert table.turn.reason.rule == "P19"


def test_p20_among_equals_the_highest_tile_wins(table):
    """P20."""
    table.place(3, grill=[25], stacks=[[21, 22], [36], [29, 23]])
    table.play("wwwww111", "keep w", "take 25")
    assert table.turn.scores == (4, 4, 4)
    assert table.turn.winners == (1,)
    assert table.turn.reason.rule == "P20"
    assert table.turn.reason.get("tile") == 36
    assert "36" in table.turn.reason.sentence(("Ann", "Bo", "Cleo"))


def test_example_1_three_fours_are_kept(table):
    """Worked example 1: 4 4 4 2 2 5 1 w, fours kept: 12, five dice left, nothing to take."""
    table.start().play("4442251w")
    assert table.choices == ["keep 1", "keep 2", "keep 4", "keep 5", "keep w"]
    assert table.play("keep 4").view["total"] == 12
    assert table.view["dice_left"] == 5
    assert table.choices == ["throw"]
    assert table.said() == ["Ann keeps 3 fours: 12."]


def test_examples_2_to_4_a_worm_then_fives_reach_27(table):
    """Worked examples 2, 3 and 4."""
    table.start().play("4442251w", "keep 4", "throw", "4451w")
    assert table.refused("keep 4").rule == "P5"
    table.play("keep w")
    assert (table.view["total"], table.view["dice_left"], table.choices) == (17, 4, ["throw"])
    table.play("throw", "55ww")
    assert table.choices == ["keep 5"]
    table.play("keep 5")
    assert (table.view["total"], table.view["dice_left"]) == (27, 2)
    assert table.choices == ["throw", "take 27"]
    assert table.play("take 27").view["worms"] == [2, 0]


def test_example_5_steal_lower_tile_or_another_throw(table):
    """Worked example 5: all three are open; stealing puts 27 on top of her own stack."""
    table.place(2, stacks=[[22], [27]], seat=0)
    table.play("4442251w", "keep 4", "throw", "4451w", "keep w", "throw", "55ww", "keep 5")
    assert table.choices == ["throw", "take 26", "steal 27 from 1"]
    table.play("steal 27 from 1")
    assert table.view["stacks"] == [[22, 27], []]
    assert table.turn.seat == 1


def test_example_6_a_bust_gives_28_back_and_turns_35_over(table):
    """Worked example 6."""
    grill = [23, 26, 29, 30, 31, 33, 34, 35]
    table.place(2, grill=grill, face_down=[36], stacks=[[22, 28], [21, 24, 25, 27, 32]])
    table.play("33111245", "keep 3", "throw", "555124", "keep 5")
    assert table.view["total"] == 21
    assert table.choices == ["throw"]
    table.play("throw", "w12", "keep w")
    assert table.choices == ["throw", "take 26"]
    table.play("throw", "3w")
    assert table.codes == ["roll", "bust", "give-back", "turn-over"]
    assert table.view["grill"] == [23, 26, 28, 29, 30, 31, 33, 34]
    assert table.view["face_down"] == [35, 36]
    assert table.view["stacks"][0] == [22]

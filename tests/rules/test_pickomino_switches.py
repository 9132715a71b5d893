"""The house rules of Pickomino, each with both readings, and what other programs read otherwise."""

import pytest

from rules.game import BadOptions
from rules.pickomino import Pickomino
from rules.pickomino.house import OPTIONS

GAME = Pickomino()
TO_27 = ("4442251w", "keep 4", "throw", "4451w", "keep w", "throw", "55ww", "keep 5")


@pytest.fixture
def table(script):
    return script(GAME)


def test_the_first_value_of_each_house_rule_is_its_default():
    defaults = {option.name: option.values[0] for option in OPTIONS}
    assert defaults == {
        "lower_tile_when_steal_possible": True,
        "voluntary_bust": False,
        "flip_returned_if_highest": False,
        "six_is_worm": False,
    }
    assert GAME.start(2, {}) == GAME.start(2, defaults)


def test_sw_p1_the_lower_tile_beside_a_steal(table):
    """SW-P1: by default the lower tile may be taken although the exact one could be stolen."""
    table.place(2, stacks=[[], [27]]).play(*TO_27)
    assert table.choices == ["throw", "take 26", "steal 27 from 1"]


def test_sw_p1_steal_or_throw_but_no_lower_tile(table):
    """SW-P1 (b)."""
    options = {"lower_tile_when_steal_possible": False}
    table.place(2, options, stacks=[[], [27]]).play(*TO_27)
    assert table.choices == ["throw", "steal 27 from 1"]
    table.place(2, options, stacks=[[27], []]).play(*TO_27)
    assert table.choices == ["throw", "take 26"]


def test_sw_p1_refusal_says_that_the_tile_could_be_stolen(table):
    """SW-P1 (b)."""
    options = {"lower_tile_when_steal_possible": False}
    table.place(2, options, stacks=[[], [27]]).play(*TO_27)
    reason = table.refused("take 26")
    assert (reason.code, reason.rule) == ("steal-instead", "SW-P1")


def test_sw_p2_there_is_no_stopping_without_a_tile(table):
    """SW-P2 (a)."""
    table.start().play("4442251w", "keep 4")
    assert table.choices == ["throw"]
    assert table.refused("stop").code == "no-stop"


def test_sw_p2_stopping_without_a_tile_is_a_bust(table):
    """SW-P2 (b)."""
    table.place(2, {"voluntary_bust": True}, stacks=[[30], []]).play("4442251w", "keep 4")
    assert table.choices == ["throw", "stop"]
    table.play("stop")
    assert table.codes == ["bust", "give-back", "turn-over"]
    assert table.rules[0] == "SW-P2"
    assert table.turn.seat == 1


def test_sw_p2_with_a_tile_in_reach_there_is_nothing_to_stop_for(table):
    """SW-P2 (b): stopping is for those who can take nothing from the grill."""
    table.start(2, voluntary_bust=True).play(*TO_27)
    assert table.choices == ["throw", "take 27"]
    assert table.refused("stop").code == "tile-in-reach"


def test_sw_p5_a_steal_may_be_declined_only_with_the_voluntary_bust(table):
    """SW-P5: tied to SW-P2."""
    last = ("wwww1122", "keep w", "throw", "2222", "keep 2")
    table.place(2, grill=[36], stacks=[[], [28]]).play(*last)
    assert table.choices == ["steal 28 from 1"]
    table.place(2, {"voluntary_bust": True}, grill=[36], stacks=[[], [28]]).play(*last)
    assert table.choices == ["steal 28 from 1", "stop"]


def test_sw_p3_the_returned_tile_is_turned_over_even_if_it_is_the_highest(table):
    """SW-P3."""
    table.place(2, {"flip_returned_if_highest": True}, stacks=[[36], []])
    table.play("11111111", "keep 1")
    assert table.codes[-2:] == ["give-back", "turn-over"]
    assert table.view["face_down"] == [36]


def test_sw_p3_does_not_touch_a_bust_without_a_tile(table):
    """SW-P3, P16."""
    table.start(2, flip_returned_if_highest=True).play("11111111", "keep 1")
    assert table.codes[-1] == "nothing-lost"
    assert table.view["face_down"] == []


def test_sw_p4_after_six_faces_there_is_only_taking(table):
    """SW-P4: with dice left and all faces kept no further throw is offered."""
    table.start().play("wwww1123", "keep w", "throw", "1245", "keep 5", "throw", "124", "keep 4")
    table.play("throw", "12", "keep 2", "throw", "3", "keep 3")
    assert table.choices == ["take 34"]
    table.start().play("ww112345", "keep w", "throw", "112345", "keep 5", "throw", "11234")
    table.play("keep 4", "throw", "1123", "keep 3", "throw", "112", "keep 2", "throw", "11")
    assert table.play("keep 1").choices == ["take 26"]
    table.start().play("www12345", "keep w", "throw", "12345", "keep 5", "throw", "1234")
    table.play("keep 4", "throw", "123", "keep 3", "throw", "12", "keep 1", "throw", "2", "keep 2")
    assert table.choices == ["take 30"]


def test_sw_p4_with_all_faces_and_a_die_left_the_die_stays(table):
    """SW-P4: seven dice show six faces; the eighth is not thrown."""
    table.start().play("wwwww123", "keep w", "throw", "123", "keep 3", "throw", "12", "keep 2")
    table.play("throw", "1", "keep 1")
    assert table.choices == ["take 31"]
    position = "pickomino grill=21.22.23.24.25.26.27.28.29.30.31.32.33.34.35.36 stacks=-/- seat=0"
    table.at(f"{position} phase=keep kept=ww5432 rolled=11")
    assert table.choices == ["keep 1"]
    table.at(f"{position} phase=keep kept=w5432 rolled=114")
    assert table.play("keep 1").choices == ["take 21"]
    assert table.view["dice_left"] == 1
    assert table.refused("throw").code == "all-faces-kept"


def test_sw_p6_not_any_lower_tile(table):
    """SW-P6: only the exact or the next lower tile is within reach."""
    table.start().play(*TO_27)
    assert [choice for choice in table.choices if choice.startswith("take")] == ["take 27"]


def test_sw_p7_a_tie_without_tiles_is_shared(table):
    """SW-P7: nobody has a tile when the last one is already gone."""
    table.place(3, grill=[], stacks=[[], [], []])
    assert table.turn.winners == (0, 1, 2)
    assert table.turn.reason.code == "shared-no-tiles"


def test_six_is_worm_reads_a_six_as_a_worm(table):
    """Ordinary dice: a 6 is a worm, worth five."""
    table.start(2, six_is_worm=True).play("66666w13")
    assert table.choices == ["keep 1", "keep 3", "keep w"]
    assert table.play("keep w").view["total"] == 30
    assert table.view["kept"] == ["w"] * 6


def test_without_six_is_worm_there_is_no_six(table):
    reason = table.start().refused("66666113")
    assert reason.code == "no-such-face"
    assert reason.get("die") == "6"


@pytest.mark.parametrize("value", [None, 0, 1, "true", [], {}])
def test_house_rules_take_yes_and_no_only(value):
    with pytest.raises(BadOptions, match="six_is_worm takes false, true"):
        GAME.start(2, {"six_is_worm": value})


class TestWhereOtherProgramsDiffer:
    """Named after what independent programs do; the rulebooks' reading is what stands here."""

    def test_a_bust_without_a_tile_turns_nothing_over(self, table):
        """P16: several programs turn the highest tile over on every bust."""
        table.place(2, stacks=[[], [30]]).play("11111111", "keep 1")
        assert table.view["face_down"] == []

    def test_a_returned_highest_tile_stays(self, table):
        """P17: several programs turn it over."""
        table.place(2, stacks=[[36], []]).play("11111111", "keep 1")
        assert 36 in table.view["grill"]

    def test_a_possible_steal_is_not_forced(self, table):
        """P12: most programs force it."""
        table.place(2, stacks=[[], [27]]).play(*TO_27)
        assert {"throw", "take 26"} < set(table.choices)

    def test_a_total_of_21_with_nothing_to_take_is_thrown_on(self, table):
        """P8: one environment fails the turn."""
        table.place(2, grill=[36], stacks=[[], []]).play("wwww1123", "keep w", "throw", "1113")
        table.play("keep 1")
        assert table.view["total"] == 23
        assert table.choices == ["throw"]

    def test_a_total_above_36_is_not_36(self, table):
        """P12: one environment cuts the total at 36, so that 40 steals it."""
        table.place(2, stacks=[[], [36]]).play("wwwwwwww", "keep w")
        assert table.choices == ["take 35"]

    def test_the_tile_exactly_one_below_is_seen(self, table):
        """P11: one library compares with one less."""
        table.place(2, grill=[26], stacks=[[], []]).play(*TO_27)
        assert "take 26" in table.choices

    def test_nobody_steals_their_own_top_tile(self, table):
        """P12: one program lets a player do so."""
        table.place(2, stacks=[[27], []]).play(*TO_27)
        assert table.choices == ["throw", "take 26"]

    def test_a_declined_steal_leaves_the_lower_tile(self, table):
        """P11: one program offers nothing then."""
        table.place(2, stacks=[[], [27]]).play(*TO_27, "take 26")
        assert table.view["stacks"] == [[26], [27]]

    def test_a_tie_goes_to_the_highest_tile(self, table):
        """P20: several programs name no winner."""
        table.place(2, grill=[24], stacks=[[22], [29]], seat=0)
        table.play("wwwww124", "keep w", "take 24")
        assert table.turn.scores == (2, 3)
        table.place(2, grill=[24], stacks=[[25], [29]], seat=0)
        table.play("wwwww124", "keep w", "take 24")
        assert table.turn.scores == (3, 3)
        assert table.turn.winners == (1,)

    def test_the_grill_does_not_go_before_the_steal(self, table):
        """P12: one program prefers the grill."""
        table.place(2, stacks=[[], [27]]).play(*TO_27)
        assert "steal 27 from 1" in table.choices

    def test_five_and_worm_are_kept_apart(self, table):
        """P5: both are worth five; keeping one leaves the other open."""
        table.start().play("5555www1", "keep 5", "throw", "www5")
        assert table.choices == ["keep w"]

    def test_keeping_and_stopping_are_two_choices(self, table):
        """P8: one program has the player stop while keeping."""
        table.start().play("wwwww124")
        assert all(choice.startswith("keep ") for choice in table.choices)

"""Oh Fortuna: worked examples 10 to 12 and one test for each rule F1 to F15."""

import json
from pathlib import Path

import pytest

from rules.fortuna import Fortuna
from rules.fortuna.cards import house_rules
from rules.fortuna.choices import Declare, Nothing, Penalty, Place, Steal, Take
from rules.fortuna.state import State
from rules.game import BadOptions, Choose, IllegalAction, NeedsChoice, NeedsRoll, Over, Roll

VALUES = json.loads(Path(__file__).with_name("fortuna_made_up_values.json").read_text())
PRINTED = VALUES["card_values"]  # made up for the tests
OPTIONS = {"card_values": PRINTED}
GAME = Fortuna()


def table(*hands, seat=0, area="", rolled=(), fields=(), penalties=(), **switches):
    """A position; hands are those of the players."""
    rules = house_rules({**OPTIONS, **switches}, len(hands))
    return State(rules, tuple(hands), seat, area, tuple(rolled), tuple(fields), tuple(penalties))


def ended(area, text, *hands, **more):
    """A position in which all six dice lie on the dice card."""
    return table(*hands, area=area, fields=text.split(), **more)


def texts(state, seat=0):
    return [str(choice) for choice in GAME.choices(state, seat)]


def play(state, *actions):
    """Apply rolls (`4 4 b1`) and choices of the seat that is due; return state and codes."""
    codes = []
    for text in actions:
        if text[0] in "b123456":
            action = Roll(tuple(text.split()))
        else:
            action = Choose(state.seat, GAME.read_choice(text))
        step = GAME.apply(state, action)
        state = step.state
        codes += [event.code for event in step.events]
    return state, codes


def said_last(state, text):
    """Return the last sentence that a choice brings about."""
    return GAME.apply(state, Choose(state.seat, GAME.read_choice(text))).events[-1].text


def refused(state, text, code):
    with pytest.raises(IllegalAction) as caught:
        play(state, text)
    assert caught.value.reason.code == code
    return caught.value


def test_example_10_feliks_reaches_17_with_one_penalty():
    """Example 10: 1, then 1 2 2, then a penalty, then 4: 1+1+2+2+4+7 = 17."""
    state = GAME.start(2, OPTIONS)
    state, codes = play(
        state,
        "4 4 1 6 3 b4",
        "air",
        "place 1",
        "5 1 2 6 b2",
        "place 1 2 b2",
        "1 1",
        "penalty 1",
        "4",
    )
    assert state.fields == ("1", "1", "2", "b2")
    assert "no-die-fits" in codes
    state, _ = play(state, "place 4")
    assert state.result == 17
    assert GAME.view(state)["result"] == 17
    assert GAME.view(state)["penalties"] == 1


def test_example_11_feliks_spends_11_and_13_for_card_10():
    """Example 11: 17 - 7 = 10, card 10 is on the table and shows 2; 11 and 13 go back."""
    state = ended("air", "1 1 2 2 b4", (11, 13), (), penalties=("1",))
    assert "take 10 with 11 13" in texts(state)
    state, codes = play(state, "take 10 with 11 13")
    assert state.hands == ((10,), ())
    assert {11, 13} <= state.table
    assert state.points(0) == 2
    assert codes == ["taken", "fortuna-spent"]


@pytest.mark.parametrize(("players", "target"), [(2, 35), (3, 25), (4, 25), (5, 21)])
def test_example_12_f3_targets(players, target):
    """Example 12, F3: 35, 25, 25 and 21 points."""
    assert GAME.view(GAME.start(players, OPTIONS))["target"] == target


def test_f1_six_dice_one_of_them_black_for_2_to_5_players():
    """F1: five gold dice and a black one."""
    assert list(GAME.seats) == [2, 3, 4, 5]
    state = GAME.start(2, OPTIONS)
    assert GAME.turn(state) == NeedsRoll(0, 6, "123456", ("b",))
    for text in ("1 2 3 4 5 6", "b1 b2 3 4 5 6", "b1 2 3 4 5", "b1 2 3 4 5 w"):
        with pytest.raises(IllegalAction):
            play(state, text)


def test_f2_all_43_cards_on_the_table_and_the_turn_goes_clockwise():
    """F2: everything face up; the seat to the left follows."""
    state = GAME.start(3, OPTIONS)
    assert GAME.view(state)["table"] == list(range(43))
    state = ended("air", "2 2 2 2 2 b2", (), (), (), seat=2)
    state, _ = play(state, "take 12")
    assert state.seat == 0


def test_f4_air_or_sea_is_declared_before_anything_is_placed():
    """F4: the declaration comes at once after the first roll, and only then."""
    state, _ = play(GAME.start(2, OPTIONS), "1 2 3 4 5 b6")
    assert texts(state) == ["air", "sea"]
    refused(state, "place 1", "not-listed")
    state, codes = play(state, "sea")
    assert codes == ["sea"]
    refused(state, "air", "declared")


def test_f5_one_die_or_more_is_placed_and_the_rest_rolled_again():
    """F5: at least one, more allowed, and no stopping early."""
    state, _ = play(GAME.start(2, OPTIONS), "1 2 3 4 5 b6", "air")
    # air, all different: every non-empty subset in its one order
    assert len(texts(state)) == 63
    assert all(text.startswith("place ") for text in texts(state))
    state, _ = play(state, "place 1 3")
    assert GAME.turn(state) == NeedsRoll(0, 4, "123456", ("b",))
    assert texts(state) == []
    state, _ = play(state, "3 4 5 b3", "place b3")
    assert GAME.turn(state) == NeedsRoll(0, 3, "123456", ())


def test_f5_dice_that_were_not_rolled_cannot_be_placed():
    """F5: only dice of this roll."""
    state, _ = play(GAME.start(2, OPTIONS), "1 2 3 4 5 b6", "air")
    refused(state, "place 1 1", "not-rolled")
    refused(state, "place b1", "not-rolled")


def test_f6_air_rises_and_sea_falls():
    """F6: also among the dice of one step, and after those that lie."""
    rolled, _ = play(GAME.start(2, OPTIONS), "1 2 3 4 5 b6")
    air, _ = play(rolled, "air")
    refused(air, "place 2 1", "order")
    sea, _ = play(rolled, "sea")
    refused(sea, "place 1 2", "order")
    sea, _ = play(sea, "place 5 3", "3 4 b2 1")
    assert texts(sea) == [
        "place 1",
        "place 3",
        "place b2",
        "place 3 1",
        "place 3 b2",
        "place b2 1",
        "place 3 b2 1",
    ]


def test_f6_equal_pips_may_be_ordered_freely():
    """F6, SW-F6: the black die is listed before and after its equals."""
    state, _ = play(GAME.start(2, OPTIONS), "1 b1 6 6 6 6", "air")
    assert {"place 1 b1", "place b1 1", "place 1", "place b1"} <= set(texts(state))


def test_f7_penalty_only_when_no_die_fits():
    """F7: exactly one die, any of those rolled, and never beside a legal placement."""
    state = table((), (), area="air", fields=("4",), rolled=("1", "2", "3", "3", "b2"))
    assert texts(state) == ["penalty 1", "penalty 2", "penalty 3", "penalty b2"]
    after, codes = play(state, "penalty b2")
    assert codes == ["penalty"]
    assert GAME.turn(after) == NeedsRoll(0, 4, "123456", ())
    fitting = table((), (), area="air", fields=("4",), rolled=("1", "2", "3", "4", "b2"))
    assert texts(fitting) == ["place 4"]
    refused(fitting, "penalty 1", "can-place")
    refused(state, "penalty 5", "not-rolled")


def test_f7_never_on_the_first_roll():
    """F7: with empty fields every die fits."""
    state, _ = play(GAME.start(2, OPTIONS), "6 6 6 6 6 b6", "sea")
    assert not any(text.startswith("penalty") for text in texts(state))


def test_f8_penalties_count_7_in_air_and_0_in_sea():
    """F8: pips on the fields, and 7 a penalty die in air."""
    assert ended("air", "1 2 3 b4", (), (), penalties=("1", "1")).result == 24
    assert ended("sea", "4 3 2 b1", (), (), penalties=("5", "5")).result == 10


def test_f9_air_takes_the_card_or_the_next_higher_one_up_to_20():
    """F9: only blue cards, upwards."""
    state = ended("air", "1 1 1 2 2 b2", (), (9, 10))
    assert texts(state) == ["take 11"]
    assert texts(ended("air", "1 1 1 2 2 b3", (), (9,))) == ["take 10"]
    beyond = table((), (20,), area="air", fields=("3", "3", "3", "3", "3"), rolled=("b5",))
    _, codes = play(beyond, "place b5")
    assert codes[-1] == "no-card", "21 and more is no blue card"
    said = "No blue card is {number} or higher, so {seat} gets none."
    assert said_last(beyond, "place b5") == said


def test_f9_sea_takes_the_card_or_the_next_lower_one_down_to_22():
    """F9: only violet cards, downwards."""
    assert texts(ended("sea", "5 5 5 5 5 b5", (), ())) == ["take 30"]
    assert texts(ended("sea", "5 5 5 5 5 b5", (), (29, 30))) == ["take 28"]
    beyond = table((), (22,), area="sea", fields=("3", "3", "3", "3", "3"), rolled=("b2",))
    said = "No violet card is {number} or lower, so {seat} gets none."
    assert said_last(beyond, "place b2") == said, "17 is no violet card, though card 17 lies there"


def test_f10_card_21_only_with_exactly_21():
    """F10: taken in both areas with 21, never as the nearest."""
    assert texts(ended("air", "3 3 3 4 4 b4", (), ())) == ["take 21"]
    assert texts(ended("sea", "4 4 4 3 3 b3", (), ())) == ["take 21"]
    # 20 is gone, 21 lies there: still nothing for a 20 in air
    gone = table((), (20,), area="air", fields=("3", "3", "3", "3", "4"), rolled=("b4",))
    _, codes = play(gone, "place b4")
    assert codes[-1] == "no-card"
    refused(ended("air", "3 3 3 3 4 b4", (), ()), "take 21", "exactly-21")


def test_f11_any_number_of_own_fortuna_cards():
    """F11: air subtracts, sea adds; with none, one or several."""
    # made-up numbers: 11 shows 4, 13 shows 3, 31 shows 4, 29 shows 3
    air = ended("air", "1 2 2 3 3 b3", (11, 13), ())
    assert texts(air) == [
        "take 14",
        "take 10 with 11",
        "take 12 with 13",
        "take 7 with 11 13",
    ]
    sea = ended("sea", "6 6 6 6 5 b5", (29, 31), ())
    assert texts(sea) == [
        "take 34",
        "take 37 with 29",
        "take 38 with 31",
        "take 41 with 29 31",
    ]
    refused(air, "take 9 with 14", "not-yours")


def test_f11_a_fortuna_card_that_changes_nothing_is_not_spent():
    """F11: 11 alone leads to 14 as well, so 13 is not spent beside it."""
    blue = tuple(range(10, 14))
    state = ended("air", "2 2 2 3 4 b4", (11, 13), tuple(n for n in blue if n not in (11, 13)))
    assert texts(state) == ["take 17", "take 14 with 11", "take 14 with 13"]
    refused(state, "take 14 with 11 13", "needless")


def test_f12_blue_in_air_violet_in_sea_21_in_both():
    """F12: which Fortuna cards work where."""
    own = (13, 21, 29)
    air = ended("air", "2 2 3 3 3 b3", own, ())
    assert {"take 15 with 21", "take 12 with 13 21"} <= set(texts(air))
    assert not any("29" in text for text in texts(air))
    refused(air, "take 18 with 29", "wrong-area")
    sea = ended("sea", "6 6 6 4 4 b4", own, ())
    assert {"take 31 with 21", "take 34 with 21 29"} <= set(texts(sea))
    assert not any("13" in text for text in texts(sea))


def test_f13_steal_with_the_black_die_on_field_1():
    """F13: the card with exactly the result, score or Fortuna, no Fortuna card spent."""
    state = ended("air", "b2 2 2 2 3 3", (11,), (14,), (10,))
    assert "steal 14 from 1" in texts(state)
    assert not any("with" in text for text in texts(state) if text.startswith("steal"))
    refused(state, "steal 10 from 2", "not-exact")
    refused(state, "steal 14 from 2", "not-theirs")
    refused(state, "steal 14 from 0", "no-victim")
    after, codes = play(state, "steal 14 from 1")
    assert after.hands == ((11, 14), (), (10,))
    assert codes == ["stolen"]
    score = ended("air", "b1 1 1 2 2 3", (), (10,))
    assert "steal 10 from 1" in texts(score)
    gold_first = ended("air", "2 b2 2 2 3 3", (11,), (14,), (10,))
    refused(gold_first, "steal 14 from 1", "black-not-first")


def test_f14_no_card_when_neither_is_possible():
    """F14: the turn passes at once; after a card it passes too."""
    state = table((), (), area="sea", fields=("3", "3", "3", "3", "3"), rolled=("b3",))
    after, codes = play(state, "place b3")
    assert codes == ["placed", "result", "no-card"]
    assert after.seat == 1
    assert after.fields == ()
    assert after.hands == ((), ())


def test_f15_the_game_ends_at_once_with_the_target():
    """F15: score cards count, Fortuna cards do not; nothing is legal afterwards."""
    # made-up numbers: card 8 shows 24, card 9 shows 23, the Fortuna card 11 shows 4
    state = ended("air", "1 1 1 1 2 b2", (8, 11), (10, 12))
    assert state.points(0) == 24
    assert GAME.turn(state) == NeedsChoice((0,))
    after, codes = play(state, "take 9")
    assert codes[-1] == "won"
    turn = GAME.turn(after)
    assert isinstance(turn, Over)
    assert turn.scores == (47, 2)
    assert turn.winners == (0,)
    assert GAME.choices(after, 0) == ()
    refused(after, "1 2 3 4 5 b6", "game-over")
    refused(after, "air", "game-over")


def test_the_game_refuses_to_start_without_the_printed_numbers():
    """F11: the numbers are not public, and none are invented."""
    for options in (None, {}, {"must_take": True}):
        with pytest.raises(BadOptions, match="printed on its cards"):
            GAME.start(2, options)


def test_public_texts_are_read_back():
    """Every kind of choice is written and read in the same words."""
    for choice in (
        Declare("air"),
        Place(("1", "b2", "2")),
        Penalty("b5"),
        Take(10, (11, 13)),
        Take(21),
        Steal(14, 1),
        Nothing(),
    ):
        assert GAME.read_choice(str(choice)) == choice

"""Oh Fortuna: one test for each switch SW-F1 to SW-F9, card values, positions and notation."""

import json
from pathlib import Path

import pytest

from rules.fortuna import Fortuna, card_value_warnings
from rules.fortuna.cards import house_rules
from rules.fortuna.state import State
from rules.game import BadOptions, BadPosition, Choose, IllegalAction, Unreadable

VALUES = json.loads(Path(__file__).with_name("fortuna_made_up_values.json").read_text())
PRINTED = VALUES["card_values"]  # made up for the tests
CHEAP = PRINTED | {str(card): 3 for card in (*range(10), *range(33, 43))}  # made up too
GAME = Fortuna()


def ended(area, text, *hands, penalties=(), **switches):
    """A position in which all six dice lie on the dice card."""
    rules = house_rules({"card_values": PRINTED, **switches}, len(hands))
    return State(rules, tuple(hands), 0, area, (), tuple(text.split()), tuple(penalties))


def texts(state):
    return [str(choice) for choice in GAME.choices(state, 0)]


def test_sw_f1_exactly_21_with_penalties_raw_or_with_fortuna():
    """SW-F1: what has to be exactly 21."""
    # pips 14 and one penalty: the result is 21, the raw sum is not
    args = ("air", "2 2 3 3 b4", (), ())
    assert texts(ended(*args, penalties=("1",))) == ["take 21"]
    assert texts(ended(*args, penalties=("1",), twenty_one="raw")) == []
    # pips 21 and one penalty: the raw sum alone is 21
    args = ("air", "3 4 4 5 b5", (), ())
    assert texts(ended(*args, penalties=("1",))) == []
    assert texts(ended(*args, penalties=("1",), twenty_one="raw")) == ["take 21"]
    # 25 less the made-up 4 of card 11
    args = ("air", "4 4 4 4 4 b5", (11,), ())
    assert texts(ended(*args)) == []
    assert texts(ended(*args, twenty_one="with fortuna")) == ["take 21 with 11", "nothing"]


def test_sw_f2_nearest_with_fortuna():
    """SW-F2: 16 less 4 is 12, which is gone, so 13 is the nearest, or nothing is."""
    args = ("air", "2 2 3 3 3 b3", (11,), (12,))
    assert texts(ended(*args)) == ["take 16", "take 13 with 11"]
    assert texts(ended(*args, nearest_with_fortuna=False)) == ["take 16"]


def test_sw_f3_numbers_beyond_the_edge():
    """SW-F3: below 0 the lowest card of the area is the nearest, above 42 the highest."""
    args = ("air", "1 1 1 1 1 b1", (11, 12, 13, 14), (1, 2, 3, 4, 5))
    # 6 - 4 - 3 = -1 reaches card 0 only beyond the edge; 6 - 3 - 3 = 0 always does
    free = texts(ended(*args, card_values=CHEAP))
    strict = texts(ended(*args, card_values=CHEAP, beyond_the_edge=False))
    assert {"take 0 with 11 13", "take 0 with 13 14"} <= set(free)
    assert "take 0 with 11 13" not in strict
    assert "take 0 with 13 14" in strict
    # 36 + 4 + 3 = 43 is beyond 42; 36 + 3 + 3 = 42 is not
    args = ("sea", "6 6 6 6 6 b6", (28, 29, 30, 31), (37, 38, 39, 40, 41))
    free = texts(ended(*args, card_values=CHEAP))
    strict = texts(ended(*args, card_values=CHEAP, beyond_the_edge=False))
    assert {"take 42 with 29 31", "take 42 with 28 29"} <= set(free)
    assert "take 42 with 29 31" not in strict
    assert "take 42 with 28 29" in strict


def test_sw_f4_the_number_of_a_stolen_card():
    """SW-F4: 10 pips and a penalty steal 17, or 10 where pips alone count."""
    args = ("air", "b2 2 2 2 2", (), (10, 17))
    assert "steal 17 from 1" in texts(ended(*args, penalties=("1",)))
    pips = texts(ended(*args, penalties=("1",), steal_number="pips"))
    assert "steal 10 from 1" in pips
    assert "steal 17 from 1" not in pips


def test_sw_f5_steal_in_the_other_area():
    """SW-F5: an air result of 30 steals card 30 only where the house allows it; 21 always."""
    args = ("air", "b5 5 5 5 5 5", (), (30,))
    assert texts(ended(*args)) == []
    assert texts(ended(*args, steal_any_area=True)) == ["steal 30 from 1"]
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(ended(*args), Choose(0, GAME.read_choice("steal 30 from 1")))
    assert caught.value.reason.code == "other-area"
    assert texts(ended("sea", "b4 4 4 3 3 3", (), (21,))) == ["steal 21 from 1"]


def test_sw_f6_black_must_lie_on_field_1():
    """SW-F6: of equal dice placed together the player says which lies first."""
    assert ended("air", "b2 2 2 2 2 2", (), ()).black_first
    assert not ended("air", "2 b2 2 2 2 2", (), ()).black_first


def test_sw_f7_a_card_that_costs_nothing_must_be_taken():
    """SW-F7: `nothing` only where every card costs a Fortuna card, or by the house rule."""
    free = ("air", "2 2 3 3 3 b3", (11,), ())
    assert "nothing" not in texts(ended(*free))
    assert "nothing" in texts(ended(*free, must_take=False))
    with pytest.raises(IllegalAction) as caught:
        GAME.apply(ended(*free), Choose(0, GAME.read_choice("nothing")))
    assert caught.value.reason.code == "must-take"
    costly = ended("air", "3 4 4 4 4 b4", (11,), ())  # 23 - 4 = 19
    assert texts(costly) == ["take 19 with 11", "nothing"]
    step = GAME.apply(costly, Choose(0, GAME.read_choice("nothing")))
    assert [event.code for event in step.events] == ["passed"]
    assert step.state.seat == 1


def test_sw_f8_spent_cards_are_not_there_for_the_same_take():
    """SW-F8: 15 less the 4 of card 11 is 11, which goes back only after the take: 12 it is."""
    assert "take 12 with 11" in texts(ended("air", "2 2 2 3 3 b3", (11,), ()))


def test_sw_f9_fortuna_in_any_area():
    """SW-F9: a violet Fortuna card in air, where the house allows it."""
    args = ("air", "2 2 3 3 3 b3", (31,), ())
    assert texts(ended(*args)) == ["take 16"]
    assert texts(ended(*args, fortuna_in_any_area=True)) == ["take 16", "take 12 with 31"]


def test_f11_with_very_many_fortuna_cards_each_card_is_offered_for_the_fewest():
    """F11, SW-F9: all 21 Fortuna cards in one hand have two million sets; the list stays short."""
    args = ("air", "2 2 3 3 3 b3", tuple(range(11, 32)), ())
    state = ended(*args, fortuna_in_any_area=True)
    listed = GAME.choices(state, 0)
    cards = [choice.card for choice in listed if str(choice) != "nothing"]
    assert sorted(cards) == list(range(11))
    fewest = {choice.card: len(choice.spent) for choice in listed if str(choice) != "nothing"}
    # made up: the dearest show 4, four times; 16 - 6 = 10 takes two cards, 16 - 16 = 0 four
    assert fewest[10] == 2
    assert fewest[0] == 4
    assert all(GAME.apply(state, Choose(0, choice)).state for choice in listed)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"10": 3}, "Card 10 shows 2"),
        ({"11": 5}, "Cards 11 and 13 show 7"),
        ({"7": "4"}, "card 7 must be a whole number"),
        ({"7": True}, "card 7 must be a whole number"),
        ({"7": -1}, "card 7 must be a whole number"),
        ({"43": 1}, "a card 43"),
    ],
)
def test_card_values_are_checked_for_what_is_known(change, sentence):
    """F11: gold(10) = 2 and fort(11) + fort(13) = 7 are certain."""
    with pytest.raises(BadOptions, match=sentence):
        GAME.start(2, {"card_values": {**PRINTED, **change}})


def test_card_values_must_be_complete_and_enough_to_win():
    """F3: with golden numbers below the target nobody could win."""
    some = {card: value for card, value in PRINTED.items() if card != "42"}
    with pytest.raises(BadOptions, match="card 42"):
        GAME.start(2, {"card_values": some})
    with pytest.raises(BadOptions, match="for each of the cards"):
        GAME.start(2, {"card_values": [1] * 43})
    poor = {card: value if 10 <= int(card) <= 31 else 1 for card, value in PRINTED.items()}
    with pytest.raises(BadOptions, match="nobody could reach 35"):
        GAME.start(2, {"card_values": poor})
    assert GAME.start(5, {"card_values": poor}).target == 21


def test_card_values_that_are_unlikely_are_warned_of():
    """F12: mirror symmetry and rarer is dearer are likely, not certain."""
    assert card_value_warnings(PRINTED) == ()
    assert card_value_warnings({}) == ()
    crooked = card_value_warnings({**PRINTED, "42": 3, "12": 5})
    codes = [(warning.code, warning.get("card")) for warning in crooked]
    assert codes == [("not-mirrored", 0), ("not-mirrored", 12), ("rare-card-cheap", 42)]


@pytest.mark.parametrize("name", [option.name for option in GAME.options if option.values])
def test_switches_take_their_values_alone(name):
    """Every switch refuses what it does not know, numbers for yes and no among it."""
    for wrong in ("maybe", 1, 0, None, 2.5):
        with pytest.raises(BadOptions):
            GAME.start(2, {"card_values": PRINTED, name: wrong})


def test_unknown_house_rules_are_refused():
    with pytest.raises(BadOptions, match="gods"):
        GAME.start(2, {"card_values": PRINTED, "gods": True})


@pytest.mark.parametrize(
    "position",
    [
        {"hands": [[11, 11], []]},
        {"hands": [[11], [11]]},
        {"hands": [[43], []]},
        {"hands": [[True], []]},
        {"hands": [[11]]},
        {"hands": "11"},
        {"hands": [[11], []], "table": list(range(43))},
        {"hands": [[11], []], "table": list(range(11))},
        {"table": list(range(42))},
        {"seat": 2},
        {"seat": -1},
        {"seat": True},
        {"area": "air"},
        {"fields": ["1"]},
        {"rolled": ["1"]},
        {"penalties": 1},
        {"result": 6},
        {"hands": [[10], []], "points": [3, 0]},
        {"target": 25},
        {"gods": 5},
        {"hands": [[0, 1, 2, 3, 4, 5], []]},
    ],
)
def test_impossible_positions_are_refused(position):
    """A card twice, nowhere or unknown, a seat that does not exist, a game already won."""
    with pytest.raises(BadPosition):
        GAME.place(2, {"card_values": PRINTED}, position)


def test_a_view_places_the_table_it_shows():
    """`place` takes what `view` writes at the start of a turn."""
    position = {"hands": [[10, 31], [11, 13], []], "seat": 2}
    state = GAME.place(3, {"card_values": PRINTED}, position)
    shown = GAME.view(state)
    assert GAME.place(3, {"card_values": PRINTED}, {**shown, "seat": 2}) == state
    assert shown["points"] == [2, 0, 0]


@pytest.mark.parametrize("players", [0, 1, 6])
def test_f1_wrong_number_of_players(players):
    """F1: 2 to 5 players."""
    with pytest.raises(BadPosition):
        GAME.start(players, {"card_values": PRINTED})


@pytest.mark.parametrize(
    ("find", "put"),
    [
        ("fortuna", "pickomino"),
        ("hands=11,13/-", "hands=11,11/-"),
        ("hands=11,13/-", "hands=13,11/-"),
        ("hands=11,13/-", "hands=11,13"),
        ("hands=11,13/-", "hands=11,99/-"),
        ("seat=1", "seat=2"),
        ("area=air", "area=land"),
        ("area=air ", ""),
        ("fields=1,b2", "fields=b2,1"),
        ("fields=1,b2", "fields=1,w"),
        ("fields=1,b2", "fields=1,b2,b3"),
        ("rolled=1,2,3,6", "rolled=1,2,3,6,6"),
        ("rolled=1,2,3,6", "rolled=1,2,3"),
        ("must_take:false", "must_take:true"),
        ("must_take:false", "must_take:no"),
        ("card_values=36", "card_values=36,36"),
    ],
)
def test_broken_notations_are_unreadable(find, put):
    """Only lines that `notation` writes are read."""
    rules = house_rules({"card_values": PRINTED, "must_take": False}, 2)
    rolled, fields = ("1", "2", "3", "6"), ("1", "b2")
    good = GAME.notation(State(rules, ((11, 13), ()), 1, "air", rolled, fields))
    assert GAME.notation(GAME.parse(good)) == good
    assert find in good
    with pytest.raises(Unreadable):
        GAME.parse(good.replace(find, put))

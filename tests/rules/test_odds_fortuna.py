"""Odds of Oh Fortuna against the rules, and those of Knister against counting."""

import json
import random
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from rules import game_named
from rules.fortuna.state import State
from rules.game import Choose, NeedsRoll, Roll
from rules.odds import odds
from rules.odds.placing import Goal, chance

PRINTED = json.loads(Path(__file__).with_name("fortuna_made_up_values.json").read_text())[
    "card_values"
]  # made up for the tests
GAME = game_named("fortuna")
KNISTER = game_named("knister")


def best(state, seat, card, known):
    """The chance of a card without Fortuna cards, by playing every action."""
    if state in known:
        return known[state]
    turn = GAME.turn(state)
    if isinstance(turn, NeedsRoll):
        total = Fraction(0)
        rolls = list(product("123456", repeat=turn.dice))
        for faces in rolls:
            dice = (turn.special[0] + faces[0], *faces[1:]) if turn.special else faces
            total += worth(state, Roll(dice), seat, card, known)
        known[state] = total / len(rolls)
    else:
        known[state] = max(
            worth(state, Choose(seat, choice), seat, card, known)
            for choice in GAME.choices(state, seat)
            if not getattr(choice, "spent", ())
        )
    return known[state]


def worth(state, action, seat, card, known):
    after = GAME.apply(state, action).state
    if after.winner is not None or after.seat != seat:
        return Fraction(int(card in after.hands[seat]))
    return best(after, seat, card, known)


@pytest.mark.parametrize(
    ("area", "fields", "stacked"),
    [
        ("air", ("b3", "3", "3", "3"), ()),
        ("air", ("2", "b2", "2"), ("1",)),
        ("air", ("b2", "2", "2"), ("1",)),
        ("sea", ("b6", "6", "6", "6"), ()),
        ("sea", ("6", "b5", "5"), ("6",)),
        ("sea", ("b5", "5", "5"), ("6",)),
    ],
)
@pytest.mark.parametrize(
    "switches",
    [{}, {"twenty_one": "raw", "steal_number": "pips"}, {"steal_any_area": True}],
)
def test_fortuna_odds_agree_with_playing_every_action(area, fields, stacked, switches):
    """F5 to F10, F13: two dice left, every card, by rules and by odds."""
    start = GAME.start(2, {"card_values": PRINTED, **switches})
    hands = ((14, 27), (12, 16, 17, 21, 25, 30))
    state = State(start.rules, hands, 0, area, (), fields, stacked)
    told = odds(GAME, state)["roll"]
    assert told
    for card in range(43):
        if card not in hands[0]:
            expected = float(best(state, 0, card, {}))
            assert told.get(f"card {card}", 0.0) == pytest.approx(expected, abs=1e-12), card


def test_fortuna_odds_of_placements_agree_with_playing_them():
    """F5, F7: each placement's chances are those of the position it leads to."""
    start = GAME.start(2, {"card_values": PRINTED})
    rolled = State(start.rules, ((), (15,)), 0, "air", ("1", "4", "6"), ("b2", "2", "3"))
    told = odds(GAME, rolled)
    assert list(told) == [str(choice) for choice in GAME.choices(rolled, 0)]
    for choice in GAME.choices(rolled, 0):
        for card in (15, 18, 20, 21):
            expected = float(worth(rolled, Choose(0, choice), 0, card, {}))
            said = told[str(choice)].get(f"card {card}", 0.0)
            assert said == pytest.approx(expected, abs=1e-12)


def test_fortuna_chances_before_the_first_roll_mirror_each_other():
    """F6, F8: what air does with R, sea does with 42-R; so the chances of the cards mirror."""
    told = odds(GAME, GAME.start(2, {"card_values": PRINTED}))["roll"]
    assert set(told) == {f"card {card}" for card in range(6, 37)}
    for card in range(6, 21):
        assert told[f"card {card}"] == pytest.approx(told[f"card {42 - card}"], abs=1e-12)
    all_equal = 6 * Fraction(1, 6**6)
    assert 0 < told["card 6"] < 0.05
    assert told["card 6"] > float(all_equal) / 6


def test_fortuna_declaring_is_the_better_of_its_placements():
    """F4: `air` and `sea` have the chances of the best placement each."""
    state = GAME.start(2, {"card_values": PRINTED})
    state = GAME.apply(state, Roll(("1", "1", "4", "4", "6", "b2"))).state
    told = odds(GAME, state)
    assert list(told) == ["air", "sea"]
    assert told["air"]["card 18"] == 1.0
    after = GAME.apply(state, Choose(0, GAME.read_choice("air"))).state
    placements = odds(GAME, after)
    for card, probability in told["air"].items():
        assert probability == max(one.get(card, 0.0) for one in placements.values())


def test_fortuna_certain_numbers():
    """With no dice left a goal is met or not."""
    assert chance(Goal("air", 7, 0, 2), 3, 0) == 1.0
    assert chance(Goal("air", 7, 1, 2), 3, 0) == 0.0
    # one die after a 3 in air that must show 5: a 1 or 2 would be a penalty of 7
    assert chance(Goal("air", 7, 5, 5), 3, 1) == pytest.approx(1 / 6)
    assert chance(Goal("air", 7, 7, 7), 3, 1) == pytest.approx(2 / 6)


def test_fortuna_points_of_takes():
    """F11, F15: what a take changes on one's own points; Fortuna cards score nothing."""
    start = GAME.start(2, {"card_values": PRINTED})
    fields = ("1", "2", "2", "3", "3", "b3")
    state = State(start.rules, ((11,), ()), 0, "air", (), fields)
    assert odds(GAME, state) == {"take 14": {"points": 0.0}, "take 10 with 11": {"points": 2.0}}


def test_knister_chance_of_each_sum():
    """K2: 36 equal throws of two dice."""
    told = odds(KNISTER, KNISTER.start(2))["roll"]
    ways = [sum(map(sum, [d])) for d in product(range(1, 7), repeat=2)]
    assert told == {str(number): ways.count(number) / 36 for number in range(2, 13)}


def test_knister_what_a_cell_completes_agrees_with_writing():
    """K4, K6: `points` is what the board gains, `next_N` what the best cell would gain then."""
    chance_ = random.Random(5)
    state = KNISTER.start(1)
    seen = 0
    while seen < 60 and not state.is_over:
        number = chance_.choice(list(product("123456", repeat=2)))
        state = KNISTER.apply(state, Roll(number)).state
        told = odds(KNISTER, state)
        choices = KNISTER.choices(state, 0)
        assert list(told) == [str(choice) for choice in choices]
        for choice in choices[:3]:
            after = KNISTER.apply(state, Choose(0, choice)).state
            figures = told[str(choice)]
            assert figures["points"] == after.points[0] - state.points[0]
            if not after.is_over and after.filled > 18:
                again = KNISTER.apply(after, Roll(("3", "4"))).state
                gains = [
                    KNISTER.apply(again, Choose(0, cell)).state.points[0] - again.points[0]
                    for cell in KNISTER.choices(again, 0)
                ]
                assert figures["next_7"] == max(gains)
                seen += 1
        state = KNISTER.apply(state, Choose(0, chance_.choice(choices))).state
    assert seen
    assert odds(KNISTER, state) == {} or not state.is_over

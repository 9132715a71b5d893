"""Oh Fortuna at large: reachable results, choices counted, random play."""

import json
import random
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.fortuna import Fortuna
from rules.fortuna.cards import house_rules
from rules.fortuna.choices import Declare
from rules.fortuna.placing import penalties, placements
from rules.fortuna.state import State, pips
from rules.game import Choose, IllegalAction, NeedsRoll, Over, Roll

VALUES = json.loads(Path(__file__).with_name("fortuna_made_up_values.json").read_text())
PRINTED = VALUES["card_values"]  # made up for the tests
RULES = house_rules({"card_values": PRINTED}, 2)
GAME = Fortuna()


@cache
def reachable(area, last, left):
    """Pairs (pips, penalties) that the dice still to be placed can add; `last` 0: none lies."""
    if left == 0:
        return frozenset({(0, 0)})
    found = set()
    fields = (str(last),) if last else ()
    for roll in combinations_with_replacement("123456", left):
        state = State(RULES, ((), ()), 0, area, roll, fields)
        for place in placements(state):
            more = sum(pips(die) for die in place.dice)
            rest = reachable(area, pips(place.dice[-1]), left - len(place.dice))
            found |= {(more + total, stacked) for total, stacked in rest}
        if penalties(state):
            rest = reachable(area, last, left - 1)
            found |= {(total, 1 + stacked) for total, stacked in rest}
    return frozenset(found)


@pytest.mark.parametrize(
    ("area", "each", "ranges"),
    [
        ("air", 7, [(6, 36), (13, 37), (19, 38), (25, 39), (31, 40), (37, 41)]),
        ("sea", 0, [(6, 36), (5, 29), (4, 23), (3, 17), (2, 11), (1, 5)]),
    ],
)
def test_f8_results_air_6_to_41_and_sea_1_to_36(area, each, ranges):
    """F7, F8: every result between the ends is reachable, and at most five penalties."""
    by_penalties = {}
    for total, stacked in reachable(area, 0, 6):
        by_penalties.setdefault(stacked, set()).add(total + each * stacked)
    assert by_penalties == {
        stacked: set(range(low, high + 1)) for stacked, (low, high) in enumerate(ranges)
    }
    everything = set().union(*by_penalties.values())
    assert everything == set(range(6, 42) if area == "air" else range(1, 37))


def test_mirror_air_and_sea_are_the_same_game():
    """Replacing pips v by 7-v turns air result R into sea result 42-R, penalty for penalty."""
    air = {(total + 7 * stacked, stacked) for total, stacked in reachable("air", 0, 6)}
    sea = {(42 - total, stacked) for total, stacked in reachable("sea", 0, 6)}
    assert air == sea


def first_rolls():
    for gold in combinations_with_replacement("123456", 5):
        for black in "123456":
            yield (*gold, f"b{black}")


def test_perft_first_roll_declaration_and_placement():
    """How many rolls, declarations and placements there are.

    By hand: five gold dice show C(5+5, 5) = 252 multisets, the black die 6 faces: 1512 rolls; two
    areas each: 3024. The placements are counted a second time by trying every order of every
    part of a roll and keeping the different ones.
    """
    rolls = declared = placed = by_brute_force = 0
    start = GAME.start(2, {"card_values": PRINTED})
    for dice in first_rolls():
        rolls += 1
        state = GAME.apply(start, Roll(dice)).state
        for choice in GAME.choices(state, 0):
            declared += 1
            here = GAME.apply(state, Choose(0, choice)).state
            placed += len(GAME.choices(here, 0))
    for dice in combinations_with_replacement("123456", 5):
        # the black die's six faces share the gold dice; sea mirrors air
        for black in "123456":
            orders = {
                order
                for size in range(1, 7)
                for order in set(permutations((*dice, f"b{black}"), size))
                if [die[-1] for die in order] == sorted(die[-1] for die in order)
            }
            by_brute_force += 2 * len(orders)
    assert (rolls, declared) == (1512, 3024)
    assert placed == by_brute_force == PLACED


PLACED = 123_648


def dice_of(turn, chance):
    faces = [chance.choice(turn.faces) for _ in range(turn.dice)]
    return tuple(turn.special[0] + face if turn.special and not n else face
                 for n, face in enumerate(faces))  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(
    st.randoms(use_true_random=False),
    st.integers(2, 5),
    st.fixed_dictionaries(
        {}, optional={o.name: st.sampled_from(o.values) for o in GAME.options if o.values}
    ),
)
def test_random_play_keeps_every_card_and_lists_what_it_takes(chance, players, switches):
    """F2, F11, F15: 43 cards always; every listed choice can be taken; texts are read back."""
    state = GAME.start(players, {"card_values": PRINTED, **switches})
    for _ in range(60):
        turn = GAME.turn(state)
        if isinstance(turn, Over):
            assert max(turn.scores) == turn.scores[turn.winners[0]] >= state.target
            break
        if isinstance(turn, NeedsRoll):
            action = Roll(dice_of(turn, chance))
        else:
            listed = GAME.choices(state, state.seat)
            assert listed
            assert len(set(listed)) == len(listed)
            assert [GAME.read_choice(str(choice)) for choice in listed] == list(listed)
            for choice in chance.sample(listed, min(3, len(listed))):
                GAME.apply(state, Choose(state.seat, choice))
                assert GAME.meaning(state, state.seat, choice).sentence()
            action = Choose(state.seat, chance.choice(listed))
            with pytest.raises(IllegalAction):
                GAME.apply(state, Choose((state.seat + 1) % players, listed[0]))
        assert GAME.decode(GAME.encode(action)) == action
        state = GAME.apply(state, action).state
        cards = Counter(state.table)
        for hand in state.hands:
            cards.update(hand)
        assert cards == Counter(range(43))
        assert GAME.parse(GAME.notation(state)) == state
        assert hash(state) == hash(GAME.parse(GAME.notation(state)))


def test_games_come_to_an_end():
    """F15: seeded random games are won by somebody."""
    for seed in range(5):
        chance = random.Random(seed)
        state = GAME.start(5, {"card_values": PRINTED})
        for _ in range(20_000):
            turn = GAME.turn(state)
            if isinstance(turn, Over):
                break
            if isinstance(turn, NeedsRoll):
                action = Roll(dice_of(turn, chance))
            else:
                action = Choose(state.seat, chance.choice(GAME.choices(state, state.seat)))
            state = GAME.apply(state, action).state
        assert isinstance(GAME.turn(state), Over), seed


def test_f4_the_declaration_is_asked_for_before_placing():
    """F4: after the first roll the two areas are the choices, whatever was rolled."""
    start = GAME.start(2, {"card_values": PRINTED})
    for dice in first_rolls():
        state = GAME.apply(start, Roll(dice)).state
        assert GAME.choices(state, 0) == (Declare("air"), Declare("sea"))

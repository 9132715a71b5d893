"""Odds of Pickomino: the known figures, and what they take into account."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.game import Choose, NeedsRoll, Over, Roll
from rules.odds import odds
from rules.odds.pickomino import chance_of
from rules.odds.rolls import Hand, face_counts, rolls
from rules.pickomino import Pickomino
from rules.pickomino.choices import Steal, Take

GAME = Pickomino()


def test_opening_turn_expected_worms_and_bust():
    """The opening turn: 1.64472967 worms, bust 23.22 %."""
    opening = odds(GAME, GAME.start(2))
    assert list(opening) == ["roll"]
    assert opening["roll"]["worms"] == pytest.approx(1.64472967, abs=5e-9)
    assert round(100 * opening["roll"]["bust"], 2) == 23.22


def test_best_chance_of_some_tile_and_of_one_steal():
    """89.30 % for some tile of a full grill, 22.15 % for exactly 28."""
    start = GAME.start(2)
    any_tile = chance_of(GAME, start, lambda choice: isinstance(choice, Take))
    assert round(100 * any_tile, 2) == 89.30
    grill = [tile for tile in range(21, 37) if tile != 28]
    stolen = GAME.place(2, None, {"grill": grill, "stacks": [[], [28]]})
    exact = chance_of(GAME, stolen, lambda choice: choice == Steal(28, 1))
    assert round(100 * exact, 2) == 22.15


def test_own_top_tile_is_at_risk():
    """A bust costs the top tile: with 36 on top the same throw is worth less."""
    grill = list(range(21, 36))
    rich = GAME.place(2, None, {"grill": grill, "stacks": [[36], []]})
    poor = GAME.place(2, None, {"grill": grill, "stacks": [[], []], "face_down": [36]})
    with_tile, without = odds(GAME, rich)["roll"], odds(GAME, poor)["roll"]
    assert with_tile["worms"] < without["worms"]
    assert with_tile["worms"] >= without["worms"] - 4 * without["bust"] - 1e-12
    assert with_tile["bust"] <= without["bust"]


def test_a_steal_counts_once_for_oneself_and_twice_with_the_victims_loss():
    """Steals: one's own gain, and separately gain plus the victim's loss."""
    grill = [tile for tile in range(21, 37) if tile != 27]
    state = GAME.place(2, None, {"grill": grill, "stacks": [[], [27]]})
    for dice, keep in (("44422515", "keep 4"), ("5511w", "keep 5")):
        state = GAME.apply(state, Roll(tuple(dice))).state
        state = GAME.apply(state, Choose(0, GAME.read_choice(keep))).state
        state = GAME.apply(state, Choose(0, GAME.read_choice("throw"))).state
    state = GAME.apply(state, Roll(("w", "1", "1"))).state
    state = GAME.apply(state, Choose(0, GAME.read_choice("keep w"))).state
    assert state.total == 27
    told = odds(GAME, state)
    assert told["steal 27 from 1"] == {"bust": 0.0, "worms": 2.0, "worms_with_victim_loss": 4.0}
    assert told["take 26"] == {"bust": 0.0, "worms": 2.0, "worms_with_victim_loss": 2.0}
    assert told["throw"]["bust"] > 0


def test_the_voluntary_bust_is_a_certain_one():
    """SW-P2: `stop` has its own odds: a sure bust."""
    state = GAME.start(2, {"voluntary_bust": True})
    state = GAME.apply(state, Roll(tuple("44422511"))).state
    state = GAME.apply(state, Choose(0, GAME.read_choice("keep 4"))).state
    assert odds(GAME, state)["stop"] == {"bust": 1.0, "worms": 0.0}


def test_nothing_is_told_after_the_end():
    """An ended game has no odds."""
    chance = random.Random(4)
    state = GAME.start(2)
    while not isinstance(turn := GAME.turn(state), Over):
        if isinstance(turn, NeedsRoll):
            action = Roll(tuple(chance.choices("12345w", k=turn.dice)))
        else:
            action = Choose(state.seat, chance.choice(GAME.choices(state, state.seat)))
        state = GAME.apply(state, action).state
    assert odds(GAME, state) == {}


@given(st.integers(1, 8), st.integers(1, 6))
def test_rolls_are_counted_completely(dice, free):
    """Every roll table holds 6 to the power of the dice, golden die or not."""
    sizes = [Hand(dice, free), Hand(dice, free, (3,) + (0,) * (free - 1))]
    if free == 6:
        sizes.append(Hand(dice, free, (1,) * 6))
    for hand in sizes:
        table = rolls(hand)
        groups = (table.one, table.two, table.three, table.more)
        ways = table.none + sum(entry[0] for group in groups for entry in group)
        assert ways == 6 ** (dice + bool(hand.golden))
    assert sum(ways for _, ways in face_counts(dice, free)) == 6**dice

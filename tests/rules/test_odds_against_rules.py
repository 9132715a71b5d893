"""The odds of Pickomino and Deluxe against the rules themselves: every action is played out."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import game_named
from rules.game import Choose, NeedsRoll, Over, Roll
from rules.odds import odds


@cache
def weighted_rolls(dice, golden):
    """Every roll with its chance; `golden` are the sides of the golden die, if it is rolled."""
    found = []
    for roll in combinations_with_replacement("12345w", dice - bool(golden)):
        ways = factorial(dice - bool(golden))
        for count in Counter(roll).values():
            ways //= factorial(count)
        chance = Fraction(ways, 6 ** len(roll))
        if golden:
            found += [((*roll, "g" + side), chance / len(golden)) for side in golden]
        else:
            found.append((roll, chance))
    return found


class Turn:
    """One turn of one seat, played out: (own worms, no bust, own worms and others' losses)."""

    def __init__(self, game, state):
        self.game, self.seat, self.worms = game, state.seat, state.worms
        self.golden = "1w" if getattr(state.house, "golden_die_faces", "") == "1w" else "12345w"
        self.known = {}

    def best(self, state):
        turn = self.game.turn(state)
        if isinstance(turn, NeedsRoll):
            if state not in self.known:
                self.known[state] = self.average(state, turn)
            return self.known[state]
        choices = self.game.choices(state, self.seat)
        return max(self.act(state, Choose(self.seat, choice)) for choice in choices)

    def average(self, state, turn):
        total = [Fraction(0)] * 3
        for roll, chance in weighted_rolls(turn.dice, self.golden if turn.special else ""):
            worth = self.act(state, Roll(roll))
            total = [before + chance * one for before, one in zip(total, worth, strict=True)]
        return tuple(total)

    def act(self, state, action):
        step = self.game.apply(state, action)
        if step.state.phase != "over" and step.state.seat == self.seat:
            return self.best(step.state)
        now = [after - before for after, before in zip(step.state.worms, self.worms, strict=True)]
        busts = any(event.code == "bust" for event in step.events)
        return (now[self.seat], int(not busts), 2 * now[self.seat] - sum(now))


def random_action(game, state, chance):
    turn = game.turn(state)
    if not isinstance(turn, NeedsRoll):
        return Choose(state.seat, chance.choice(game.choices(state, state.seat)))
    special = ["g" + chance.choice("1w") for _ in turn.special]
    return Roll((*chance.choices("12345w", k=turn.dice - len(special)), *special))


def some_position(game, chance, options, wanted):
    """A position of random play that is wanted, waiting for anything."""
    while True:
        state = game.start(chance.choice((2, 3, 4)), options)
        for _ in range(400):
            if isinstance(game.turn(state), Over):
                break
            state = game.apply(state, random_action(game, state, chance)).state
            if state.phase != "over" and wanted(state) and chance.random() < 0.2:
                return state


def check(game, state):
    """Compare the odds of a position with playing every action."""
    turn, told = Turn(game, state), odds(game, state)
    if isinstance(game.turn(state), NeedsRoll):
        expected = {"roll": turn.best(state)}
    else:
        expected = {
            str(choice): turn.act(state, Choose(state.seat, choice))
            for choice in game.choices(state, state.seat)
        }
    assert list(told) == list(expected)
    for text, (gain, survives, with_loss) in expected.items():
        said = told[text]
        assert said["worms"] == pytest.approx(float(gain), abs=1e-12), text
        assert said["bust"] == pytest.approx(float(1 - survives), abs=1e-12), text
        assert said.get("worms_with_victim_loss", float(with_loss)) == pytest.approx(
            float(with_loss), abs=1e-12
        ), text


def house_rules(name):
    options = game_named(name).options
    switches = {o.name: st.sampled_from(o.values) for o in options if o.name != "six_is_worm"}
    return st.fixed_dictionaries({}, optional=switches)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), house_rules("pickomino"))
def test_pickomino_odds_agree_with_playing_every_action(seed, options):
    """P3 to P17: the recursion and the rules cannot drift apart."""
    game = game_named("pickomino")
    state = some_position(game, random.Random(seed), options, lambda state: state.dice_left <= 4)
    check(game, state)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), house_rules("pickomino-deluxe"))
def test_deluxe_odds_agree_with_playing_every_action(seed, options):
    """D2 to D20: specialists, round worms and the switches in whatever position comes."""
    game = game_named("pickomino-deluxe")
    state = some_position(game, random.Random(seed), options, lambda state: state.dice_left <= 3)
    check(game, state)


@pytest.mark.parametrize("faces", ["1w", "all"])
@pytest.mark.parametrize("joins", ["start", "any roll", "always"])
@pytest.mark.parametrize("name", ["red_worm", "weasel", "golden_die", "apple", "hen"])
def test_deluxe_odds_with_each_specialist(name, joins, faces):
    """D11 to D14, D18: red worm, golden die, weasel, apple and hen in the hand of the player."""
    game = game_named("pickomino-deluxe")
    chance = random.Random(f"{name} {joins} {faces}")
    options = {"golden_die_joins": joins, "golden_die_faces": faces}

    def wanted(state):
        return (
            state.dice_left <= 3 and game.view(state)["specialists"][name] == f"seat {state.seat}"
        )

    check(game, some_position(game, chance, options, wanted))


@pytest.mark.parametrize("phase", ["round-worm", "hold", "golden"])
def test_deluxe_odds_between_two_steps(phase):
    """D6, D8, D12: whom to take a round worm from, whom to hold, whether the golden die joins."""
    game = game_named("pickomino-deluxe")
    options = {"golden_die_joins": "any roll"}
    chance = random.Random(phase)
    for _ in range(3):
        state = some_position(
            game, chance, options, lambda state: state.phase == phase and state.dice_left <= 3
        )
        check(game, state)


@pytest.mark.parametrize(
    ("round_worms", "supply"), [([6, 0], 1), ([5, 0], 2), ([6, 1], 0), ([5, 2], 0)]
)
def test_the_last_round_worm_is_counted_once(round_worms, supply):
    """D5, D6, D15: what two ones have taken, the raven on 23 cannot bring any more."""
    game = game_named("pickomino-deluxe")
    position = {"round_worms": round_worms, "supply": supply}
    start = game.place(2, {}, position)
    assert game.view(start)["specialists"]["raven"] == "tile 23"
    check(game, replace(start, kept=("w", "w", "w", "3", "3")))

"""What holds for every listed game, with every value of every house rule, in random play.

A move is drawn as a number: it seeds the dice of a roll or picks one of the choices, so that a
failing game is shrunk to a short list of numbers.
"""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES, NoSuchGame, game_named
from rules.entry import read_entry
from rules.game import (
    BadOptions,
    BadPosition,
    Choose,
    Game,
    IllegalAction,
    NeedsChoice,
    NeedsRoll,
    Over,
    Roll,
)
from rules.match import Match

PLAYERS = ("Ann", "Bo", "Cleo", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
MOVES = st.lists(st.integers(0, 9999), max_size=120)


def house_rules(soak):
    """Yield each game with its defaults, and with every single house rule changed."""
    for game in GAMES:
        needed = soak.needed_options(game)
        yield game, needed
        for option in game.options:
            for value in option.values[1:]:
                yield game, {**needed, option.name: value}


@pytest.fixture(scope="module", params=[game.name for game in GAMES])
def game(request):
    return game_named(request.param)


def test_games_fulfil_the_protocol_and_are_found_by_name(game):
    assert isinstance(game, Game)
    assert game_named(game.name) is game
    assert game.title
    assert [one.name for one in GAMES].count(game.name) == 1
    with pytest.raises(NoSuchGame, match="chess"):
        game_named("chess")


def test_choices_are_exactly_what_apply_accepts(soak, game):
    """Every listed choice is applied; any other that the game has anywhere is refused."""

    @settings(max_examples=25, deadline=None)
    @given(seats=st.sampled_from(game.seats), moves=MOVES, seed=st.integers(0, 99))
    def check(seats, moves, seed):
        options = soak.random_options(game, random.Random(seed))
        seen = {}
        for state in soak.states_of(game, options, seats, moves):
            turn = game.turn(state)
            due = soak.due_seats(turn)
            listed = {seat: game.choices(state, seat) for seat in range(seats)}
            assert [seat for seat in range(seats) if listed[seat]] == list(due)
            assert game.choices(state, seats) == ()
            for choices in listed.values():
                assert len(set(choices)) == len(choices)
                seen.update((str(choice), choice) for choice in choices)
            for seat in (*due[:2], (due[0] + 1) % seats) if due else (0,):
                for choice in seen.values():
                    accepted = soak.refusal(game, state, Choose(seat, choice)) is None
                    assert accepted == (choice in listed[seat]), choice

    check()


def test_rolls_are_accepted_only_when_due_and_complete(soak, game):
    @settings(max_examples=25, deadline=None)
    @given(seats=st.sampled_from(game.seats), moves=MOVES, seed=st.integers(0, 99))
    def check(seats, moves, seed):
        rng = random.Random(seed)
        for state in soak.states_of(game, soak.random_options(game, rng), seats, moves):
            turn = game.turn(state)
            if isinstance(turn, NeedsRoll):
                roll = soak.random_roll(turn, rng)
                game.apply(state, roll)
                assert len(roll.dice) == turn.dice
                wrong = [roll.dice[1:], (*roll.dice, roll.dice[0]), ("7", *roll.dice[1:])]
            else:
                wrong = [("1",), ("w",) * 8, ()]
            for dice in wrong:
                with pytest.raises(IllegalAction):
                    game.apply(state, Roll(dice))

    check()


def test_views_are_json_and_a_match_can_be_joined_where_a_turn_begins(soak, game):
    @settings(max_examples=40, deadline=None)
    @given(seats=st.sampled_from(game.seats), moves=MOVES, seed=st.integers(0, 99))
    def check(seats, moves, seed):
        options = soak.random_options(game, random.Random(seed))
        joined = 0
        opening = game.turn(game.start(seats, options))
        for state in soak.states_of(game, options, seats, moves):
            view = game.view(state)
            assert json.loads(json.dumps(view)) == view
            turn = game.turn(state)
            if isinstance(turn, NeedsRoll) and turn.dice == opening.dice and not view.get("kept"):
                again = game.place(seats, options, {**view, "seat": turn.seat})
                assert game.view(again) == view
                assert game.turn(again) == turn
                joined += 1
        assert joined

    check()


def test_what_is_said_is_a_whole_sentence(soak, game):
    """Events and meanings have a code, known fields and, where a rule is named, its id."""
    rng = random.Random(7)
    for _ in range(10):
        state = game.start(rng.choice(game.seats), soak.random_options(game, rng))
        for number in range(200):
            for seat in soak.due_seats(game.turn(state))[:1]:
                for choice in game.choices(state, seat)[:12]:
                    _check_message(game.meaning(state, seat, choice))
            action = soak.move(game, state, rng.randrange(9999) + number)
            if action is None:
                _check_message(game.turn(state).reason)
                break
            step = game.apply(state, action)
            assert step.events
            for event in step.events:
                _check_message(event)
            state = step.state


def _check_message(message):
    assert message.code
    assert message.code == message.code.lower()
    assert " " not in message.code
    sentence = message.sentence(PLAYERS)
    assert sentence
    assert sentence[-1] in ".:!?"
    assert "{" not in sentence
    assert "seat " not in sentence
    assert message.rule == "" or message.rule[0] in "PDKFS"


def test_replay_equals_the_live_state(soak, game):
    """Rolls, choices, corrections and undos, written as text and read again, lead to the same."""
    for seed in range(4):
        tally = soak.Soak(game, seed).run(600)
        assert tally.matches
        assert tally.refused


def test_the_state_is_the_replay_of_the_effective_actions(soak, game):
    @settings(max_examples=25, deadline=None)
    @given(seats=st.sampled_from(game.seats), moves=MOVES, seed=st.integers(0, 99))
    def check(seats, moves, seed):
        options = soak.random_options(game, random.Random(seed))
        match = Match.begin(game, seats, options)
        for number in moves:
            if number % 7 == 0 and match.can_undo():
                match = match.undo().match
            elif number % 11 == 0 and match.can_correct:
                dice = match.last_roll
                match = match.correct((*dice[1:], dice[0])).match
            else:
                action = soak.move(game, match.state, number)
                if action is None:
                    break
                match = match.enter(action).match
        state = game.start(seats, options)
        for action in match.effective:
            state = game.apply(state, action).state
        assert state == match.state

    check()


def test_games_end(soak, game):
    """Random play comes to an end, with scores, winners and a reason."""
    for seed in range(3):
        rng = random.Random(seed)
        seats = rng.choice(game.seats)
        state = game.start(seats, soak.random_options(game, rng))
        for _ in range(200_000):
            action = soak.move(game, state, rng.randrange(9999))
            if action is None:
                break
            state = game.apply(state, action).state
        result = game.turn(state)
        assert isinstance(result, Over)
        assert len(result.scores) == seats
        assert result.winners
        assert set(result.winners) <= set(range(seats))
        with pytest.raises(IllegalAction):
            game.apply(state, Roll(("1",)))


def test_house_rules_from_outside_are_checked(soak, game):
    for one, options in house_rules(soak):
        if one is game:
            state = game.start(game.seats[-1], options)
            assert game.parse(game.notation(state)) == state
    needed = soak.needed_options(game)
    with pytest.raises(BadOptions):
        game.start(game.seats[0], {**needed, "no_such_rule": True})
    for option in game.options:
        if option.values:
            alike = 1 if isinstance(option.values[0], bool) else True
            for value in ("nonsense", 7, None, [], alike):
                with pytest.raises(BadOptions):
                    game.start(game.seats[0], {**needed, option.name: value})


def test_the_number_of_players_is_checked(soak, game):
    needed = soak.needed_options(game)
    for seats in (0, -1, game.seats[-1] + 1, 1000):
        with pytest.raises(BadPosition):
            game.start(seats, needed)
        with pytest.raises(BadPosition):
            game.place(seats, needed, {})


def test_what_is_logged_is_read_and_leads_to_the_same(soak, game):
    rng = random.Random(5)
    options = soak.needed_options(game)
    match = again = Match.begin(game, game.seats[1], options)
    for _ in range(40):
        match = match.enter(soak.move(game, match.state, rng.randrange(9999))).match
        fields = json.loads(json.dumps(soak.fields_of(match.latest)))
        again = again.enter(read_entry(game, fields)).match
        assert again.notation == match.notation
    assert again.entries == match.entries


def test_turns_name_seats_that_exist(soak, game):
    rng = random.Random(11)
    for seats in game.seats:
        moves = [rng.randrange(9999) for _ in range(150)]
        for state in soak.states_of(game, soak.needed_options(game), seats, moves):
            turn = game.turn(state)
            if isinstance(turn, NeedsRoll):
                assert 0 <= turn.seat < seats
                assert turn.dice > 0
                assert turn.faces
                assert len(turn.special) <= turn.dice
            elif isinstance(turn, NeedsChoice):
                assert turn.seats
                assert list(turn.seats) == sorted(set(turn.seats))
                assert set(turn.seats) <= set(range(seats))

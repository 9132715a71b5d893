"""What never changes in Pickomino, however it is played; and how much work it is."""

import random

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.game import Choose, NeedsChoice, NeedsRoll, Over, Roll
from rules.match import Match
from rules.pickomino import Pickomino
from rules.pickomino.choices import Steal, Take
from rules.pickomino.tiles import TILES, WORMS
from tests.house.calls import calls_of

GAME = Pickomino()
DIE = st.sampled_from("12345wwww")  # worms more often, so that tiles are taken

PHASES = (Phase.reuse, Phase.generate)  # a failing game of 60 steps is read quicker than shrunk


class AnyPlay(RuleBasedStateMachine):
    """Any rolls and any listed choices with any house rules."""

    @initialize(
        seats=st.sampled_from(GAME.seats),
        few=st.booleans(),
        lower=st.booleans(),
        stop=st.booleans(),
        flip=st.booleans(),
    )
    def begin(self, seats, few, lower, stop, flip):
        options = {
            "lower_tile_when_steal_possible": lower,
            "voluntary_bust": stop,
            "flip_returned_if_highest": flip,
        }
        position = {"grill": [21, 27, 30]} if few else {}
        self.state = GAME.place(seats, options, position)
        self.set_asides = 0

    @precondition(lambda self: isinstance(GAME.turn(self.state), NeedsRoll))
    @rule(dice=st.lists(DIE, min_size=8, max_size=8))
    def roll(self, dice):
        turn = GAME.turn(self.state)
        self._apply(Roll(tuple(dice[: turn.dice])))

    @precondition(lambda self: isinstance(GAME.turn(self.state), NeedsChoice))
    @rule(pick=st.integers(0, 5))
    def choose(self, pick):
        choices = GAME.choices(self.state, self.state.seat)
        choice = choices[pick % len(choices)]
        self.set_asides += str(choice).startswith("keep")
        assert self.set_asides <= 6
        self._apply(Choose(self.state.seat, choice))

    @precondition(lambda self: isinstance(GAME.turn(self.state), Over))
    @rule()
    def play_again(self):
        self.state = GAME.start(len(self.state.stacks), self.state.house.values())
        self.set_asides = 0

    def _apply(self, action):
        before = self.state
        step = GAME.apply(before, action)
        self.state = step.state
        codes = {event.code for event in step.events}
        if "bust" in codes:
            # a bust never ends the game: with a tile to give back two lie face up before one is
            # turned over, and without one nothing is
            assert not isinstance(GAME.turn(self.state), Over)
            assert len(self.state.grill) >= len(before.grill)
        if "game-over" in codes:
            assert "take" in codes
        if self.state.seat != before.seat:
            self.set_asides = 0

    @invariant()
    def every_tile_lies_in_one_place(self):
        owned = [tile for stack in self.state.stacks for tile in stack]
        tiles = [*self.state.grill, *self.state.face_down, *owned]
        assert sorted(tiles) == list(TILES)
        assert sum(self.state.worms) == sum(WORMS[tile] for tile in owned)

    @invariant()
    def dice_are_eight(self):
        state = self.state
        assert len(state.kept) + state.dice_left == 8
        assert len(state.rolled) in (0, state.dice_left)
        assert 0 <= state.total <= 40

    @invariant()
    def claims_are_what_the_total_reaches(self):
        state = self.state
        for choice in GAME.choices(state, state.seat):
            if isinstance(choice, Take):
                between = [t for t in state.grill if choice.tile < t <= state.total]
                assert choice.tile <= state.total
                assert not between
            if isinstance(choice, Steal):
                assert choice.tile == state.total == state.stacks[choice.victim][-1]
                assert choice.victim != state.seat
                assert state.total not in state.grill


AnyPlay.TestCase.settings = settings(
    max_examples=60, stateful_step_count=60, deadline=None, phases=PHASES
)
TestAnyPlay = AnyPlay.TestCase


def test_totals_with_a_worm_go_from_8_to_40():
    """The smallest total that takes a tile is 21, the greatest total is 40."""
    state = GAME.start(2)
    after = GAME.apply(GAME.apply(state, Roll(("w",) * 8)).state, Choose(0, _keep("w"))).state
    assert after.total == 40
    assert min(after.grill) == 21


def _keep(face):
    return GAME.read_choice(f"keep {face}")


def played_at_random(actions: int) -> None:
    """Play with all choices listed, match after match."""
    rng = random.Random(1)
    state = GAME.start(4)
    for _ in range(actions):
        turn = GAME.turn(state)
        if isinstance(turn, Over):
            state = GAME.start(4)
        elif isinstance(turn, NeedsRoll):
            roll = Roll(tuple(rng.choices(turn.faces, k=turn.dice)))
            state = GAME.apply(state, roll).state
        else:
            choices = GAME.choices(state, turn.seats[0])
            state = GAME.apply(state, Choose(turn.seats[0], rng.choice(choices))).state


def test_an_action_with_all_choices_listed_is_little_work():
    """Some sixty calls: `dice-table bench rules` tells how many actions that is in a second."""
    actions = 2000
    assert calls_of(lambda: played_at_random(actions)) < 100 * actions


def test_a_record_twice_as_long_is_twice_the_work_to_enter_anew(soak):
    """Undone choices make it long: each is entered, taken back and entered again."""
    rng = random.Random(4)
    match = Match.begin(GAME, 7)
    record = []
    while len(record) < 2000:
        turn = match.turn
        if match.can_undo() and rng.random() < 0.7:
            match = match.undo().match
        elif match.can_correct and (rng.random() < 0.1 or isinstance(turn, Over)):
            match = match.correct(match.last_roll).match
        else:
            match = match.enter(soak.move(GAME, match.state, rng.randrange(9999))).match
        record.append((match.latest, match.notation))

    def entered_anew(count: int) -> None:
        again = Match.begin(GAME, 7)
        for entry, after in record[:count]:
            again = again.enter(entry).match
            assert again.notation == after
        assert len(again.entries) == count

    once = calls_of(lambda: entered_anew(1000))
    assert calls_of(lambda: entered_anew(2000)) < 2.3 * once

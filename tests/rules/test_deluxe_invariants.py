"""What never changes in Pickomino Deluxe, however it is played and with whatever house rules."""

import random
from collections import Counter

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.deluxe import PickominoDeluxe
from rules.deluxe.specialists import BOX, HEN, NAMES, RAVEN, TILES, held_by, is_seat
from rules.game import Choose, NeedsChoice, NeedsRoll, Over, Roll
from rules.pickomino.tiles import TILES as BASE_TILES

GAME = PickominoDeluxe()
DIE = st.sampled_from("12345wwww11")  # worms and ones more often: tiles and round worms
SWITCHES = {option.name: st.sampled_from(option.values) for option in GAME.options} | {
    "extended": st.sampled_from([True, True, True, False])
}


def check(state):
    """Raise AssertionError where a table breaks what always holds."""
    extended = state.house.extended
    owned = [tile for stack in state.stacks for tile in stack]
    tiles = [*state.grill, *state.face_down, *owned]
    assert sorted(tiles) == list(TILES if extended else BASE_TILES)
    assert sum(state.round_worms) + state.supply == (7 if extended else 0)
    assert min(state.round_worms) >= 0
    places = [place for place in state.places if place != BOX]
    assert len(set(places)) == len(places), "two specialists in one place"
    for name, place in zip(NAMES, state.places, strict=True):
        if place == BOX:
            continue
        if is_seat(place):
            assert name != RAVEN
            assert name == HEN or state.stacks[place], "only the hen is held without a tile"
        elif state.house.specialist_on_flipped_tile == "stays":
            assert place in state.grill or place in state.face_down
        else:
            assert place in state.grill
    assert 0 <= state.dice_left <= 8 + state.golden
    assert state.total <= 45
    golden = [symbol for symbol in (*state.kept, *state.rolled) if symbol[0] == "g"]
    assert len(golden) <= state.golden


PHASES = (Phase.reuse, Phase.generate)  # a failing game of 60 steps is read quicker than shrunk


class AnyPlay(RuleBasedStateMachine):
    """Any rolls and any listed choices with any house rules."""

    @initialize(
        seats=st.sampled_from(GAME.seats),
        options=st.fixed_dictionaries(SWITCHES),
        late=st.booleans(),
    )
    def begin(self, seats, options, late):
        self.state = GAME.start(seats, options)
        if late and options["extended"]:
            worms = [1] * min(seats, 7)
            worms[0] += 7 - sum(worms)
            position = {"stacks": [[21, 25], [22, 26], *[[]] * (seats - 2)],
                        "round_worms": worms, "supply": 0,
                        "specialists": {"hen": "seat 0", "weasel": "seat 1"}}  # fmt: skip
            self.state = GAME.place(seats, options, position)
        self.set_asides = 0

    @precondition(lambda self: isinstance(GAME.turn(self.state), NeedsRoll))
    @rule(dice=st.lists(DIE, min_size=9, max_size=9), golden=st.sampled_from(["g1", "gw"]))
    def roll(self, dice, golden):
        turn = GAME.turn(self.state)
        plain = dice[: turn.dice - len(turn.special)]
        self._apply(Roll((*plain, *[golden] * len(turn.special))))

    @precondition(lambda self: isinstance(GAME.turn(self.state), NeedsChoice))
    @rule(pick=st.integers(0, 9))
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
        if self.state.seat != before.seat:
            self.set_asides = 0
        codes = [event.code for event in step.events]
        if "bust" in codes and "game-over" in codes:
            # only a bust that costs the hen can end the game
            assert held_by(before.places, before.seat) == HEN
            assert before.house.hen_bust_flips

    @invariant()
    def the_table_holds_together(self):
        check(self.state)


AnyPlay.TestCase.settings = settings(
    max_examples=40, stateful_step_count=60, deadline=None, phases=PHASES
)
TestAnyPlay = AnyPlay.TestCase


def test_long_play_meets_everything_that_can_happen(soak):
    """Whole games with all house rules: the table holds together and nothing is left untried."""
    seen = Counter()
    rng = random.Random(8)
    for _ in range(36):
        options = soak.random_options(GAME, rng)
        state = GAME.start(rng.choice(GAME.seats), options)
        for _ in range(1500):
            turn = GAME.turn(state)
            if isinstance(turn, NeedsRoll):
                action = soak.random_roll(turn, rng, "www11")
            else:
                action = soak.move(GAME, state, rng.randrange(9999))
            if action is None:
                break
            step = GAME.apply(state, action)
            state = step.state
            check(state)
            seen.update(event.code for event in step.events)
    assert set(seen) >= {
        "roll", "keep", "throw", "take", "steal", "bust", "give-back", "turn-over", "stays-up",
        "nothing-lost", "game-over", "specialist", "second-specialist", "hold", "specialist-moves",
        "specialist-box", "golden", "no-golden", "weasel", "bust-or-weasel", "round-worm",
        "round-worm-due", "round-worm-taken", "steal-hen", "hen-lost", "specialist-stays",
    }, seen  # fmt: skip

"""What the tests of the rules share: scripted play, random play, the house rules to try."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rules.game import Choose, IllegalAction, NeedsChoice, Roll
from rules.notation import parse_roll

# Whether data come quickly is measured by the clock on the wall: a busy machine must not fail.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def _load(name):
    path = Path(__file__).with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"rules_{name}", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


soak_module = _load("soak")


@pytest.fixture(scope="session")
def soak():
    """The module that plays at random."""
    return soak_module


class Script:
    """Plays a game by text: `play("4442251w", "keep 4")`; a seat before a colon where needed."""

    def __init__(self, game):
        self.game = game
        self.state = None
        self.events = ()

    def start(self, seats=2, **options):
        self.state = self.game.start(seats, options)
        return self

    def place(self, seats=2, options=None, **position):
        self.state = self.game.place(seats, options or {}, position)
        return self

    def at(self, notation):
        self.state = self.game.parse(notation)
        return self

    def action(self, text):
        if text[0] in "123456wgb" and ":" not in text and " " not in text and "," not in text:
            try:
                return Roll(parse_roll(text))
            except Exception:
                pass
        turn = self.game.turn(self.state)
        seat = turn.seats[0] if isinstance(turn, NeedsChoice) else 0
        if ": " in text:
            head, text = text.split(": ")
            seat = int(head)
        return Choose(seat, self.game.read_choice(text))

    def play(self, *texts):
        """Apply what is written; `events` are those of the last one."""
        for text in texts:
            step = self.game.apply(self.state, self.action(text))
            self.state, self.events = step.state, step.events
        return self

    def reach(self, total):
        """Keep dice of this turn until they count `total`: 25 to 34, or 21 to 24 likewise.

        Worms are kept first, then at most one other die.
        """
        worms, rest = divmod(total, 5)
        self.play("w" * worms + "5" * (8 - worms), "keep w")
        if rest:
            self.play("throw", str(rest) + "5" * (7 - worms), f"keep {rest}")
        assert self.state.total == total
        return self

    def refused(self, text):
        """Return the reason for which this is refused; the state stays as it was."""
        before = self.state
        with pytest.raises(IllegalAction) as caught:
            self.play(text)
        assert self.state is before
        assert caught.value.notation == self.game.notation(before)
        return caught.value.reason

    @property
    def turn(self):
        return self.game.turn(self.state)

    @property
    def choices(self):
        turn = self.turn
        seat = turn.seats[0] if isinstance(turn, NeedsChoice) else 0
        return [str(choice) for choice in self.game.choices(self.state, seat)]

    @property
    def view(self):
        return self.game.view(self.state)

    @property
    def codes(self):
        return [event.code for event in self.events]

    @property
    def rules(self):
        return [event.rule for event in self.events]

    def said(self, *players):
        return [event.sentence(players or ("Ann", "Bo", "Cleo")) for event in self.events]


@pytest.fixture(scope="session")
def script():
    """The class `Script`, to be called with a game."""
    return Script

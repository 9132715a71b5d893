"""The lane as the dice card of Fortuna: its order is that of the fields, the black die in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from device.due import due_of
from device.referee import LAID_S, PATIENCE_S, Act, Ask, Memory, Seen, Verdict, Wait, judge
from rules import game_named
from rules.game import Choose
from rules.match import Match
from tests.device.observed import die, seen
from vision.observation import Die

MADE_UP = Path(__file__).parents[1] / "rules" / "fortuna_made_up_values.json"
ROLL = ("5", "2", "5", "3", "1", "b6")


def dice_of(symbols: list[str], y: float, area: str, shift: float = 0.0) -> list[Die]:
    return [
        die(symbol[-1], 60 + 90 * place + shift, y, area=area,
            colour="black" if symbol[0] == "b" else "golden")
        for place, symbol in enumerate(symbols)
    ]  # fmt: skip


class Turn:
    """A turn in sea or air after `ROLL`, all six dice still in the tray."""

    def __init__(self, area: str) -> None:
        values = json.loads(MADE_UP.read_text(encoding="utf-8"))["card_values"]
        match = Match.begin(game_named("fortuna"), 2, {"card_values": values}).roll(ROLL).match
        match = match.choose(0, match.game.read_choice(area)).match
        self.due = due_of(match)
        self.tray = dice_of(list(ROLL), 200, "tray")
        self.memory = Memory(resting=tuple(self.tray))

    def look(self, laid: str, at_s: float, moved: bool = True, gone: bool = False) -> Verdict:
        """Look at the lane; `gone`: whoever is due holds the other dice."""
        lane = laid.split()
        rest = list(self.tray)
        for symbol in lane:
            rest.remove(next(d for d in rest if d.face == symbol[-1]))
        observation = seen([*([] if gone else rest), *dice_of(lane, 800, "lane")], mat=True)
        verdict = judge(self.memory, self.due, Seen(observation, at_s, moved))
        self.memory = verdict.memory
        return verdict


def chosen(verdict: Verdict) -> str:
    assert isinstance(verdict.decision, Act), verdict.decision
    (entry,) = verdict.decision.entries
    assert isinstance(entry, Choose)
    return str(entry.choice)


def test_dice_laid_one_by_one_are_placed_together() -> None:
    """F5, F6: in sea the pips fall; each beginning of the row would be a legal choice as well."""
    turn = Turn("sea")
    for at_s, laid in enumerate(("b6", "b6 5", "b6 5 5")):
        assert isinstance(turn.look(laid, 1.5 * at_s).decision, Wait)
    assert isinstance(turn.look("b6 5 5", 3.0 + LAID_S - 0.1, moved=False).decision, Wait)
    assert chosen(turn.look("b6 5 5", 3.0 + LAID_S, moved=False)) == "place b6 5 5"


def test_a_hand_over_the_tray_does_not_end_the_row() -> None:
    """F5: what it hides may be about to be laid as well."""
    turn = Turn("sea")
    assert isinstance(turn.look("b6", 0.0).decision, Wait)
    assert isinstance(turn.look("b6", 0.5, gone=True).decision, Wait)
    assert isinstance(turn.look("b6 5", 1.0).decision, Wait)
    assert chosen(turn.look("b6 5", 1.0 + LAID_S, gone=True)) == "place b6 5"


def test_a_row_of_all_dice_is_placed_at_once() -> None:
    """F5: nothing is left that could follow."""
    assert chosen(Turn("air").look("1 2 3 5 5 b6", 0.0)) == "place 1 2 3 5 5 b6"


@pytest.mark.parametrize(("area", "laid"), [("air", "5 3"), ("sea", "1 2"), ("air", "b6 5")])
def test_an_order_that_the_area_forbids_is_said(area: str, laid: str) -> None:
    """F6."""
    turn = Turn(area)
    assert isinstance(turn.look(laid, 0.0).decision, Wait)
    decision = turn.look(laid, PATIENCE_S + 0.1, moved=False).decision
    assert isinstance(decision, Ask)
    assert decision.message.code == "lane-not-legal"


def test_a_row_that_is_begun_anew_is_waited_for_again() -> None:
    """F6: a wrong order is taken back die by die; what is left meanwhile is no choice."""
    turn = Turn("air")
    assert isinstance(turn.look("1 3", 0.0).decision, Wait)
    assert isinstance(turn.look("1", 1.9).decision, Wait)
    assert isinstance(turn.look("1 2", 2.4).decision, Wait)
    assert isinstance(turn.look("1 2 3", 3.0).decision, Wait)
    assert chosen(turn.look("1 2 3", 3.1 + LAID_S, moved=False)) == "place 1 2 3"

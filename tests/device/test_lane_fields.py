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


GOLD, MIRRORS = (60.0, 160.0, 210.0), (150.0, 152.0, 150.0)


def dice_of(
    symbols: list[str], y: float, area: str, shift: float = 0.0, black: str = "black"
) -> list[Die]:
    """Dice beside each other; the black one, which mirrors a lamp, is called `black`."""
    return [
        die(
            symbol[-1],
            60 + 90 * place + shift,
            y,
            area=area,
            colour=black if symbol[0] == "b" else "golden",
            body_bgr=MIRRORS if symbol[0] == "b" else GOLD,
        )
        for place, symbol in enumerate(symbols)
    ]


class Turn:
    """A turn in sea or air after `roll`, all six dice still in the tray.

    The black die is called `black` by its colour.
    """

    def __init__(self, area: str, roll: tuple[str, ...] = ROLL, black: str = "black") -> None:
        values = json.loads(MADE_UP.read_text(encoding="utf-8"))["card_values"]
        match = Match.begin(game_named("fortuna"), 2, {"card_values": values}).roll(roll).match
        match = match.choose(0, match.game.read_choice(area)).match
        self.due = due_of(match)
        self.black = black
        self.tray = dice_of(list(roll), 200, "tray", black=black)
        self.memory = Memory(resting=tuple(self.tray))

    def look(self, laid: str, at_s: float, moved: bool = True, gone: bool = False) -> Verdict:
        """Look at the lane; `gone`: whoever is due holds the other dice."""
        lane = laid.split()
        rest = list(self.tray)
        for symbol in lane:
            (wanted,) = dice_of([symbol], 0, "tray", black=self.black)
            rest.remove(next(d for d in rest if (d.face, d.colour) == (wanted.face, wanted.colour)))
        laid_dice = dice_of(lane, 800, "lane", black=self.black)
        observation = seen([*([] if gone else rest), *laid_dice], mat=True)
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


@pytest.mark.parametrize("black", ["black", "grey", "blue", "white", "brown"])
def test_the_black_die_is_known_in_the_lane_by_all_dice_in_sight(black: str) -> None:
    """F6: in the lane it may mirror a lamp as well as in the tray, among its like or not."""
    turn = Turn("air", ("6", "2", "5", "3", "1", "b6"), black)
    assert chosen(turn.look("1 2 3 5 6 b6", 0.0)) == "place 1 2 3 5 6 b6"
    turn = Turn("air", ("6", "2", "5", "3", "1", "b6"), black)
    turn.look("1 2 3", 0.0)
    assert chosen(turn.look("1 2 3", LAID_S, moved=False)) == "place 1 2 3"
    turn = Turn("air", ("6", "2", "5", "3", "1", "b6"), black)
    turn.look("5 b6", 0.0)
    assert chosen(turn.look("5 b6", LAID_S, moved=False)) == "place 5 b6"


def test_a_black_die_that_is_not_told_is_never_placed_as_a_golden_one() -> None:
    """F13: who places the golden six may not steal by it."""
    roll = ("6", "2", "5", "3", "1", "b6")
    turn = Turn("air", roll, "brown")
    for at_s in (0.0, PATIENCE_S + 0.1):
        verdict = turn.look("5 b6", at_s, moved=at_s == 0.0, gone=True)
    assert isinstance(verdict.decision, Ask)
    assert verdict.decision.message.code == "black-unseen"
    turn = Turn("air", ROLL, "brown")  # no golden six: it can be no other
    turn.look("5 b6", 0.0, gone=True)
    assert chosen(turn.look("5 b6", LAID_S, moved=False, gone=True)) == "place 5 b6"


def test_a_golden_die_is_placed_while_a_hand_holds_the_black_one() -> None:
    """F5: both show a six."""
    turn = Turn("air", ("6", "2", "5", "3", "1", "b6"))
    turn.look("5 6", 0.0, gone=True)
    assert chosen(turn.look("5 6", LAID_S, moved=False, gone=True)) == "place 5 6"

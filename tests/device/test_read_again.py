"""The last roll is read once more: what lies there corrects it, marks of special dice kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from device.table import ReadAgain
from tests.device.evenings import Evening, evening
from tests.device.observed import die, seen, throw
from vision.observation import Die

MADE_UP = Path(__file__).parents[1] / "rules" / "fortuna_made_up_values.json"
GOLD, INK = (60.0, 160.0, 210.0), (40.0, 40.0, 42.0)


def read_again(at: Evening) -> str:
    """Have the dice read again; returns what is said, "" where the roll was corrected."""
    entries = len(at.entries())
    at.table.tell(ReadAgain())
    at.table.settle()
    if len(at.entries()) > entries:
        return ""
    assert at.page.ask is not None
    return at.page.ask.code


def fortuna_dice(faces: str, black: int, name: str = "black") -> list[Die]:
    """Dice in a row, the one at `black` of the colour `name`."""
    return [
        die(face, 60 + 90 * k, colour=name if k == black else "golden",
            body_bgr=INK if k == black else GOLD)
        for k, face in enumerate(faces)
    ]  # fmt: skip


def start_fortuna(at: Evening) -> None:
    values = json.loads(MADE_UP.read_text(encoding="utf-8"))["card_values"]
    at.start("fortuna", card_values=values)


def at_fortuna(at: Evening) -> None:
    start_fortuna(at)
    at.look(seen(fortuna_dice("625316", 5)))
    assert at.entries() == ["roll 62531b6"]


def test_what_lies_there_now_corrects_the_roll(tmp_path: Path) -> None:
    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        at.look(throw("41", 1))
        assert read_again(at) == "reads-the-same"
        at.look(throw("46", 1))
        assert read_again(at) == ""
        assert at.page.match is not None
        assert at.page.match.state["number"] == 10


def test_the_black_die_stays_marked_whatever_it_is_named(tmp_path: Path) -> None:
    with evening(tmp_path, "usb") as at:
        at_fortuna(at)
        at.look(seen(fortuna_dice("625346", 5, "grey")))
        assert read_again(at) == ""
        assert at.page.match is not None
        assert at.page.match.last_roll == ("6", "2", "5", "3", "4", "b6")


def test_who_is_not_told_is_asked_for(tmp_path: Path) -> None:
    """It is not said that no dice lie there."""
    with evening(tmp_path, "usb") as at:
        at_fortuna(at)
        at.look(seen([die(face, 60 + 90 * k, colour="golden") for k, face in enumerate("625346")]))
        assert read_again(at) == "black-unseen"
        at.look(seen(fortuna_dice("62534", 4)))
        assert read_again(at) == "nothing-to-read-again"


def test_a_throw_that_is_asked_about_says_which_die_is_the_black_one(tmp_path: Path) -> None:
    """The page offers that die's own faces, whatever its colour is named."""
    with evening(tmp_path, "usb") as at:
        start_fortuna(at)
        dice = fortuna_dice("625316", 5, "grey")
        at.look(seen([replace(dice[0], sure=False), *dice[1:]]))
        assert at.page.ask is not None
        assert [die.mark for die in at.page.camera.dice] == ["", "", "", "", "", "b"]
        at.must("confirm")
        assert at.entries() == ["roll 62531b6"]
        assert {die.mark for die in at.page.camera.dice} == {""}  # the roll itself has it now


def test_faces_that_are_the_same_move_no_mark(tmp_path: Path) -> None:
    """A person may have said which die it is, against its colour."""
    with evening(tmp_path, "usb") as at:
        at_fortuna(at)
        at.look(seen(fortuna_dice("625316", 0)))
        assert read_again(at) == "reads-the-same"


def test_ordinary_dice_that_serve_as_worm_dice_are_read_as_such(tmp_path: Path) -> None:
    with evening(tmp_path, "usb") as at:
        at.start(six_is_worm=True)
        at.look(throw("44422516", 1))
        assert read_again(at) == "reads-the-same"
        at.look(throw("44422566", 1))
        assert read_again(at) == ""
        assert at.page.match is not None
        assert at.page.match.last_roll.count("w") == 2

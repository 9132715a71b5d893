"""What every page is shown: a person's correction in the picture, a house rule at once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from device.table import ReadAgain
from tests.device.evenings import Evening, evening
from tests.device.observed import throw


def faces(at: Evening) -> list[tuple[str | None, bool]]:
    return [(die.face, die.said) for die in at.page.camera.dice]


@pytest.mark.parametrize("by_die", [True, False])
def test_a_correction_is_shown_in_the_picture_as_said_by_a_person(
    tmp_path: Path, by_die: bool
) -> None:
    """The log keeps what the camera read; the picture shows what counts, and who said so."""
    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        at.look(throw("41", 1))
        read = [face for face, _ in faces(at)]
        if by_die:
            at.must("correct", die=1, face="6")
        else:
            at.must("correct", dice=[read[0], "6"])
        assert faces(at) == [(read[0], False), ("6", True)]
        assert at.page.camera.dice[1].sure
        assert at.page.match is not None
        lines = (at.table.export(at.page.match.match_id) or "").splitlines()
        roll, correction = (json.loads(line) for line in lines[1:3])
        assert [die["face"] for die in roll["camera"]] == read
        assert correction["changed"] == [{"die": 1, "from": read[1], "to": "6"}]


def test_the_camera_s_own_face_is_no_word_of_a_person(tmp_path: Path) -> None:
    """A slip that is taken back leaves the picture as the camera read it."""
    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        at.look(throw("41", 1))
        read = at.page.camera.dice
        at.must("correct", die=1, face="6")
        at.must("correct", die=1, face=read[1].face)
        assert at.page.camera.dice[1].sure
        assert faces(at) == [(die.face, False) for die in read]


def test_a_six_that_stands_for_the_worm_is_no_correction(tmp_path: Path) -> None:
    """Ordinary dice are read as sixes and called worms: nobody said anything of them by that."""
    with evening(tmp_path, "usb") as at:
        at.start(six_is_worm=True)
        at.look(throw("51424666", 1))
        read = [face for face, _ in faces(at)]
        first = next(k for k, face in enumerate(read) if face != "6")
        at.must("correct", die=first, face="3")
        read[first] = "3"
        assert faces(at) == [(face, k == first) for k, face in enumerate(read)]


@pytest.mark.parametrize("by_die", [True, False])
def test_who_calls_a_doubtful_six_a_worm_says_what_the_camera_read(
    tmp_path: Path, by_die: bool
) -> None:
    with evening(tmp_path, "usb") as at:
        at.start(six_is_worm=True)
        lying = throw("51424666", 1)
        six = next(k for k, die in enumerate(lying.dice) if die.face == "6")
        doubtful = tuple(replace(die, sure=k != six) for k, die in enumerate(lying.dice))
        at.look(replace(lying, dice=doubtful))
        called = [(die.face or "").replace("6", "w") for die in at.page.camera.dice]
        shown = next(k for k, die in enumerate(at.page.camera.dice) if not die.sure)
        if by_die:
            at.must("correct", die=shown, face="w")
        else:
            at.must("correct", dice=called)
        assert at.page.match is not None
        assert at.page.match.last_roll == tuple(called)
        assert not any(said for _, said in faces(at))
        lines = (at.table.export(at.page.match.match_id) or "").splitlines()
        assert "changed" not in json.loads(lines[1])


def test_the_picture_shows_what_was_read_anew(tmp_path: Path) -> None:
    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        at.look(throw("41", 1))
        at.must("correct", die=1, face="6")
        again = throw("35", 1)
        at.look(again)
        at.table.tell(ReadAgain())
        at.table.settle()
        assert at.page.match is not None
        assert faces(at) == [(die.face, False) for die in again.dice]
        assert [face for face, _ in faces(at)] == list(at.page.match.last_roll)


@pytest.mark.parametrize("typed", [True, False])
@pytest.mark.parametrize("left", ["roll", "question", "look"])
def test_a_new_match_shows_no_picture_of_the_one_before(
    tmp_path: Path, left: str, typed: bool
) -> None:
    """Whatever it showed last: a roll, a question about it, or dice between two matches."""
    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        at.look(throw("41", 1) if left == "roll" else throw("413", 1))
        assert at.page.camera.still is not None
        at.must("end")
        if left == "look":
            at.look(throw("41", 2))
        at.must("hand", on=typed)
        at.start("knister", ("A", "B"))
        assert (at.page.camera.still, at.page.camera.dice) == (None, ())
        assert at.page.ask is None
        if not typed:
            at.look(throw("52", 3))
            assert sorted(face or "" for face, _ in faces(at)) == ["2", "5"]


def test_a_renewed_state_is_published_and_makes_no_press_stale(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.start()
        before = at.page
        at.table.renew()
        assert at.table.wait(before.revision, 20.0) is not None
        assert at.page.revision == before.revision + 1
        assert at.page.match == before.match
        assert at.press("roll", seen=before.revision, dice=list("4442251w")).ok


@pytest.mark.parametrize("camera", ["recording", "usb"])
def test_a_camera_is_listened_to_after_the_match_that_was_begun_without_one(
    tmp_path: Path, camera: str
) -> None:
    """That match goes on as it was begun; who sets up the next one is offered the camera first."""
    with evening(tmp_path) as at:
        at.start("knister", ("A",))
        at.must("roll", dice=["4", "1"])
    with evening(tmp_path, camera) as at:
        assert at.page.match is not None
        assert at.page.hand
        assert not at.must("end").hand
    with evening(tmp_path) as at:
        assert at.page.hand, "nothing else is there"
        at.start("knister", ("A",))
        assert at.must("end").hand


def test_who_wants_to_type_beside_a_camera_does_so_in_the_next_match_too(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        at.start("knister", ("A",))
        at.must("roll", dice=["4", "1"])
    with evening(tmp_path, "usb") as at:
        at.must("hand", on=True)
        assert at.must("end").hand
        assert at.start("knister", ("A", "B")).hand

"""Teaching at the table: face by face, back and anew, checked, kept, and never during a match."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from device.commands.bench_vision import drawn_table
from device.lesson import Lessons
from device.lesson_words import plain_name
from device.sources import Picture
from device.teaching import ENOUGH, Teaching
from rules.game import Message
from tests.device.evenings import evening, wait_until
from vision.profile import load_profile
from vision.see import Eyes, see, shipped_eyes
from web.port import Command, Reply
from web.teach_port import LessonView


class Camera:
    """Gives the picture that it is told to give; `late` holds the next one back until it is set."""

    def __init__(self) -> None:
        self.picture: Picture = drawn_table((1,) * 8)
        self.before: list[Picture] = []
        self.late: threading.Event | None = None

    def __call__(self, count: int, timeout_s: float) -> list[Picture]:
        if self.late is not None:
            assert self.late.wait(20)
        return [*self.before, *[self.picture] * (count - len(self.before))]


class Classroom:
    """A lesson with a camera of its own, and a match that may be going on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.camera = Camera()
        self.playing = False
        self.lessons = Lessons(folder, self.camera, lambda: self.playing, shipped_eyes)

    def must(self, wish: Any, **data: Any) -> LessonView:
        reply = self.lessons.do(wish, data)
        assert reply.ok, reply
        lesson = self.lessons.lesson()
        assert lesson is not None
        return lesson

    def refused(self, wish: Any, **data: Any) -> str:
        reply: Reply = self.lessons.do(wish, data)
        assert not reply.ok
        assert isinstance(reply.message, Message)
        return reply.message.code

    def teach(self, face: int, symbol: str) -> LessonView:
        """Lay eight dice with a drawn face and let it be learnt as `symbol`."""
        self.camera.picture = drawn_table((face,) * 8)
        self.must("face", face=symbol)
        return self.must("take")


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    return Classroom(tmp_path / "profiles")


def test_a_whole_lesson(room: Classroom) -> None:
    lesson = room.must("begin", name="Our dice", faces=["1", "2", "w"], dice=8)
    assert (lesson.name, lesson.due, lesson.goes_on) == ("Our-dice", "1", False)
    assert lesson.says.code == "teach-lay"
    lesson = room.must("take")
    assert lesson.due == "2"  # eight examples are enough: the next face
    assert lesson.still is not None
    assert room.lessons.picture(lesson.still)
    assert len(lesson.taught) == 8
    assert all(0 < x < 1 and 0 < y < 1 for die in lesson.taught for x, y in die.corners)
    room.camera.picture = drawn_table((2,) * 8)
    assert room.must("take").due == "w"
    room.camera.picture = drawn_table((5,) * 8)
    lesson = room.must("take")
    assert (lesson.due, lesson.says.code) == ("", "teach-all")
    lesson = room.must("check")
    assert lesson.checked
    assert [(one.face, one.examples, one.right) for one in lesson.faces] == [
        ("1", 8, 8),
        ("2", 8, 8),
        ("w", 8, 8),
    ]
    assert lesson.says.code in ("teach-sure", "teach-fairly")
    reply = room.lessons.do("save", {})
    assert reply.ok
    assert room.lessons.lesson() is None
    profile = load_profile(room.folder / "Our-dice.npz")
    assert (profile.worm, profile.counts) == ("worm", {"1": 8, "2": 8, "worm": 8})
    assert room.lessons.profiles() == [("Our-dice", {"1": 8, "2": 8, "w": 8})]


def test_nothing_is_kept_of_a_lesson_that_is_cancelled(room: Classroom) -> None:
    room.must("begin", name="mine", faces=["w"], dice=8)
    room.must("take")
    assert room.lessons.do("cancel", {}).ok
    assert room.lessons.lesson() is None
    assert room.lessons.profiles() == []
    assert room.refused("save") == "teach-none"


def test_a_picture_is_taken_back_and_a_face_taught_anew(room: Classroom) -> None:
    room.must("begin", name="mine", faces=["1", "2"], dice=8)
    assert room.refused("back") == "teach-nothing"
    room.teach(1, "1")
    lesson = room.teach(1, "2")  # a mistake: they show a one
    assert [one.examples for one in lesson.faces] == [8, 8]
    lesson = room.must("back")
    assert [one.examples for one in lesson.faces] == [8, 0]
    assert (lesson.due, lesson.still, lesson.can_go_back) == ("2", None, True)
    room.teach(2, "2")
    lesson = room.must("forget", face="1")
    assert [one.examples for one in lesson.faces] == [0, 8]
    assert lesson.due == "1"
    assert [one.examples for one in room.must("back").faces] == [8, 8]  # not lost by a slip
    assert room.refused("face", face="6") == "teach-face"


def test_a_few_dice_take_a_few_pictures(room: Classroom) -> None:
    room.must("begin", name="mine", faces=["3", "4"], dice=2)
    for number in range(2, ENOUGH, 2):
        room.camera.picture = cv2.subtract(drawn_table((3, 3)), (float(number),) * 4)
        lesson = room.must("take")
        assert (lesson.due, lesson.says.code) == ("3", "teach-more")
        assert lesson.says.get("seen") == number
    room.camera.picture = drawn_table((3, 3))
    assert room.must("take").due == "4"


def test_one_face_alone_is_no_check(room: Classroom) -> None:
    """Its examples could be taken for nothing else; faces without any have no check either."""
    room.must("begin", name="mine", faces=["1", "2", "6"], dice=8)
    room.teach(1, "1")
    alone = room.must("check")
    assert (alone.says.code, dict(alone.says.params)) == ("teach-one-face", {"face": "1"})
    assert [(one.examples, one.right) for one in alone.faces] == [(8, None), (0, None), (0, None)]
    room.teach(2, "2")
    both = room.must("check")
    assert both.says.code in ("teach-sure", "teach-fairly")
    assert [(one.examples, one.right) for one in both.faces] == [(8, 8), (8, 8), (0, None)]


def test_one_face_that_this_lesson_does_not_teach_is_no_check_either(room: Classroom) -> None:
    """It is drawn as the page draws it, whatever the profile calls it."""
    room.must("begin", name="mine", faces=["w"], dice=8)
    room.must("take")
    assert room.lessons.do("save", {}).ok
    room.must("begin", name="mine", faces=["1", "2"], dice=8)
    alone = room.must("check")
    assert (alone.says.code, dict(alone.says.params)) == ("teach-one-face", {"face": "w"})
    assert [(one.face, one.examples, one.right) for one in alone.faces] == [
        ("1", 0, None),
        ("2", 0, None),
        ("w", 8, None),
    ]


def test_a_picture_that_cannot_be_right_teaches_nothing(room: Classroom) -> None:
    room.must("begin", name="mine", faces=["1"], dice=8)
    room.camera.picture = drawn_table((1,) * 7)
    assert room.refused("take") == "teach-number"
    room.camera.picture = np.full((480, 640, 3), 90, np.uint8)
    assert room.refused("take") == "teach-no-die"
    room.camera.picture = drawn_table((1,) * 8)
    hand = room.camera.picture.copy()
    hand[300:700, 400:800] = (90, 120, 200)
    room.camera.before = [hand]
    assert room.refused("take") == "teach-moves"
    lesson = room.lessons.lesson()
    assert lesson is not None
    assert lesson.faces[0].examples == 0


def test_what_was_known_before_is_gone_on_with(room: Classroom) -> None:
    room.must("begin", name="mine", faces=["1"], dice=8)
    room.must("take")
    assert room.lessons.do("save", {}).ok
    lesson = room.must("begin", name="mine", faces=["1", "w"], dice=8)
    assert lesson.goes_on
    assert lesson.due == "w"
    assert [one.examples for one in lesson.faces] == [8, 0]


def test_a_match_is_not_disturbed(room: Classroom) -> None:
    room.playing = True
    assert room.refused("begin", name="mine", faces=["1"], dice=8) == "teach-playing"
    room.playing = False
    room.must("begin", name="mine", faces=["1"], dice=8)
    room.must("take")
    room.playing = True
    assert room.refused("take") == "teach-playing"
    assert room.refused("check") == "teach-playing"
    assert not room.lessons.pressed(Command("confirm"))  # the button is the match's
    assert room.lessons.do("save", {}).ok  # keeping what is there costs nothing


def test_without_a_camera_there_is_no_lesson(tmp_path: Path) -> None:
    lessons = Lessons(tmp_path, None, lambda: False)
    reply = lessons.do("begin", {"name": "mine", "faces": ["1"], "dice": 8})
    assert reply.message is not None
    assert reply.message.code == "teach-no-camera"
    assert lessons.obstacle() == reply.message


def test_the_buttons_of_the_table_lead_through_the_lesson(tmp_path: Path) -> None:
    room = Classroom(tmp_path / "profiles")
    with evening(tmp_path) as at:
        at.table.let_take(room.lessons.pressed)
        at.table.tell(Command("confirm"))
        at.table.settle()
        assert at.page.ask is not None  # no lesson: nothing is to be confirmed
        room.must("begin", name="mine", faces=["1"], dice=8)
        before = at.page.revision

        def step(kind: Any, code: str) -> None:
            at.table.tell(Command(kind))
            wait_until(lambda: (room.lessons.lesson() or code) == code or _says(room) == code)
            wait_until(lambda: not _working(room))

        step("confirm", "teach-all")
        step("undo", "teach-lay")
        step("confirm", "teach-all")
        step("confirm", "teach-one-face")
        at.table.tell(Command("confirm"))
        wait_until(lambda: room.lessons.lesson() is None)
        wait_until(lambda: (room.folder / "mine.npz").exists())
        assert at.page.revision == before


def _says(room: Classroom) -> str:
    lesson = room.lessons.lesson()
    return "" if lesson is None else lesson.says.code


def _working(room: Classroom) -> bool:
    lesson = room.lessons.lesson()
    return lesson is not None and lesson.working


def test_one_thing_at_a_time_and_a_cancel_at_any_time(room: Classroom) -> None:
    room.must("begin", name="mine", faces=["1"], dice=8)
    room.camera.late = threading.Event()
    slow = threading.Thread(target=room.lessons.do, args=("take", {}))
    slow.start()
    wait_until(lambda: _working(room))
    assert room.refused("take") == "teach-working"
    assert room.lessons.do("cancel", {}).ok
    room.camera.late.set()
    slow.join(30)
    assert room.lessons.lesson() is None  # what the late picture taught was dropped


@pytest.mark.parametrize("taught_before", [False, True])
def test_a_lesson_that_is_cancelled_while_it_checks_stays_so(
    room: Classroom, monkeypatch: pytest.MonkeyPatch, taught_before: bool
) -> None:
    room.must("begin", name="mine", faces=["1"], dice=8)
    room.teach(1, "1")
    if taught_before:  # nothing is taken yet of the lesson that goes on with them
        assert room.lessons.do("save", {}).ok
        room.must("begin", name="mine", faces=["1"], dice=8)
    checks = Teaching.checks

    def cancelled_meanwhile(teaching: Teaching) -> Any:
        assert room.lessons.do("cancel", {}).ok
        return checks(teaching)

    monkeypatch.setattr(Teaching, "checks", cancelled_meanwhile)
    assert room.lessons.do("check", {}).ok
    assert room.lessons.lesson() is None


def test_the_profile_reads_what_it_was_taught(room: Classroom) -> None:
    from vision.own_dice import OwnDice

    room.must("begin", name="mine", faces=["4", "w"], dice=8)
    room.teach(4, "4")
    room.teach(5, "w")
    assert room.lessons.do("save", {}).ok
    own = OwnDice(load_profile(room.folder / "mine.npz"))
    eyes = Eyes(shipped_eyes().locator, shipped_eyes().reader, own)
    faces = [die.face for die in see(drawn_table((5, 4, 5, 4)), eyes).dice]
    assert faces == ["w", "4", "w", "4"]


def test_names_become_names_of_files() -> None:
    assert plain_name(" Zielone kości ") == "Zielone-kosci"
    assert plain_name("Großmutters Würfel") == "Grossmutters-Wurfel"
    assert plain_name("../../etc/passwd") == "etcpasswd"
    assert plain_name("李") == ""
    assert len(plain_name("x" * 90)) == 40

"""What the page needs for teaching the table somebody's own dice (`device.lesson` fulfils it).

One lesson at a time: the faces of a set of dice, one after another, each learnt from a picture or
more. Nothing is kept before `save`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from rules.game import Message
from web.port import Reply, SeenDie

LessonWish = Literal[
    "begin",  # data: name (text), faces (list of symbols), dice (number in each picture, 0: any)
    "face",  # data: face (symbol): goes on with this face
    "take",  # learns the face that is due from the next picture
    "back",  # takes back what the last picture taught
    "forget",  # data: face: forgets all examples of a face, and goes on with it
    "check",  # reads each example by means of all the others: takes seconds
    "save",  # keeps the profile and ends the lesson
    "cancel",  # ends the lesson and keeps nothing
]


@dataclass(frozen=True, slots=True)
class LessonFace:
    """A face of the lesson: its symbol (`1`..`6`, `w`), its examples, and how the check went.

    `right` of the examples are read right by means of all the others, `clear` of them clearly;
    both are None before the check.
    """

    face: str
    examples: int
    right: int | None = None
    clear: int | None = None


@dataclass(frozen=True, slots=True)
class LessonView:
    """The lesson as it stands. `says` is what to do, `due` the face that the next picture teaches.

    `still` is the id of the last picture with the dice that it taught (`taught` of them showed
    `still_face`); `step` grows with each change. `confused` are (face, taken for, how often).
    """

    name: str
    goes_on: bool
    dice: int
    faces: tuple[LessonFace, ...]
    due: str
    says: Message
    step: int
    working: bool = False
    checked: bool = False
    can_go_back: bool = False
    still: int | None = None
    still_face: str = ""
    taught: tuple[SeenDie, ...] = ()
    confused: tuple[tuple[str, str, int], ...] = ()


class TeachPort(Protocol):
    """The lessons of a table. Every method may be called from any thread."""

    def lesson(self) -> LessonView | None:
        """Return the lesson that is being given, or None."""

    def obstacle(self) -> Message | None:
        """Return why no lesson can be given just now, or None."""

    def profiles(self) -> Sequence[tuple[str, Mapping[str, int]]]:
        """Return the taught dice: each name with the number of examples of each face."""

    def do(self, wish: LessonWish, data: Mapping[str, object]) -> Reply:
        """Do what a page wishes, and return what became of it; may take seconds."""

    def picture(self, still_id: int) -> bytes | None:
        """Return the last picture of the lesson as JPEG, or None when it is another one."""

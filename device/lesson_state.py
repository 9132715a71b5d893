"""A lesson as it stands: which faces, what was learnt of each, and what each picture taught.

Frozen values; `device.lesson` holds the present one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from device import lesson_words as words
from device.sources import Picture
from device.teaching import ENOUGH
from rules.game import Message
from vision.profile import Profile
from vision.read import Reading
from vision.see import Eyes
from vision.taught import Check
from web.port import SeenDie
from web.teach_port import LessonFace, LessonView

WORM = "worm"  # what the worm's face is called in a profile that has no name for it
CLEARLY = 0.8  # from here on a check counts as clear, as in `dice-table teach`


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson about one set of dice.

    `faces` are the symbols to teach, `dice` how many lie in each picture (0: any number), `due` the
    face of the next picture ("": all are taught). `before` holds (profile, face) as they were
    before each picture, the oldest first. `eyes` are those that the first picture was seen with.
    """

    name: str
    faces: tuple[str, ...]
    dice: int
    profile: Profile
    goes_on: bool = False
    due: str = ""
    before: tuple[tuple[Profile, str], ...] = ()
    still: int | None = None
    taught: tuple[SeenDie, ...] = ()
    still_face: str = ""
    checked: tuple[LessonFace, ...] = ()
    confused: tuple[tuple[str, str, int], ...] = ()
    eyes: Eyes | None = None

    def name_of(self, symbol: str) -> str:
        """Return what the profile calls a face."""
        return symbol if symbol != "w" else self.profile.worm or WORM

    def symbol_of(self, name: str) -> str:
        """Return the symbol of a face by its name in the profile."""
        return "w" if name == self.name_of("w") else name

    def examples(self, symbol: str) -> int:
        """Return how many examples a face has."""
        return self.profile.counts.get(self.name_of(symbol), 0)

    def next_face(self, after: str) -> str:
        """Return the next face that has too few examples, going round; "" where none has."""
        start = self.faces.index(after) + 1 if after in self.faces else 0
        order = self.faces[start:] + self.faces[:start]
        return next((face for face in order if self.examples(face) < ENOUGH), "")

    def with_picture(
        self, profile: Profile, still: int | None, taught: tuple[SeenDie, ...], eyes: Eyes
    ) -> Lesson:
        """Return the lesson after a picture of the face that was due."""
        before = (*self.before, (self.profile, self.due))
        learnt = replace(self, profile=profile, before=before, eyes=eyes, checked=(), confused=())
        learnt = replace(learnt, still=still, taught=taught, still_face=self.due)
        enough = learnt.examples(self.due) >= ENOUGH
        return replace(learnt, due=learnt.next_face(self.due) if enough else self.due)

    def back(self) -> Lesson:
        """Return the lesson as it was before its last picture."""
        profile, face = self.before[-1]
        return replace(
            self, profile=profile, due=face, before=self.before[:-1], still=None, taught=(),
            still_face="", checked=(), confused=(),
        )  # fmt: skip

    def forget(self, symbol: str) -> Lesson:
        """Return the lesson without the examples of a face, which is due then."""
        name = self.name_of(symbol)
        rest = tuple(one for one in self.profile.examples if one.face != name)
        before = (*self.before, (self.profile, symbol))
        worm = None if self.profile.worm == name else self.profile.worm
        return replace(
            self, profile=Profile(rest, worm), due=symbol, before=before, still=None, taught=(),
            still_face="", checked=(), confused=(),
        )  # fmt: skip

    def kept_profile(self) -> Profile:
        """Return the profile to keep: with the worm named where one was taught."""
        worm = self.name_of("w")
        return self.profile.with_worm(worm) if worm in self.profile.counts else self.profile

    def says(self) -> Message:
        """Return what to do now."""
        if self.checked and not self.profile.tells_apart:
            (taught,) = self.profile.counts
            return words.one_face(self.symbol_of(taught))
        if self.checked:
            return words.checked(self.checked)
        if not self.due:
            return words.ALL_TAUGHT
        return words.lay(self.due, self.dice, self.examples(self.due))

    def view(self, step: int, working: bool) -> LessonView:
        """Return the lesson for the page."""
        plain = tuple(LessonFace(face, self.examples(face)) for face in self.faces)
        return LessonView(
            name=self.name,
            goes_on=self.goes_on,
            dice=self.dice,
            faces=self.checked or plain,
            due=self.due,
            says=self.says(),
            step=step,
            working=working,
            checked=bool(self.checked),
            can_go_back=bool(self.before),
            still=self.still,
            still_face=self.still_face,
            taught=self.taught,
            confused=self.confused,
        )


def check_result(lesson: Lesson, checks: Sequence[Check]) -> tuple[LessonFace, ...]:
    """Return how each face does: how many examples the others read right, and clearly.

    Where there are no `checks`, of the whole lesson or of a face, nothing is said of that.
    """
    names = {face: lesson.name_of(face) for face in lesson.faces}
    counts = lesson.profile.counts
    more = [name for name in counts if name not in names.values()]
    result = []
    for symbol, name in [*names.items(), *((lesson.symbol_of(name), name) for name in more)]:
        own = [one for one in checks if one.face == name]
        if not own:
            result.append(LessonFace(symbol, counts.get(name, 0)))
            continue
        right = [one for one in own if one.right]
        clear = [one for one in right if one.judgement.familiar > CLEARLY]
        result.append(LessonFace(symbol, len(own), len(right), len(clear)))
    return tuple(result)


def outlines(readings: Sequence[Reading], picture: Picture, face: str) -> tuple[SeenDie, ...]:
    """Return the dice of a picture that taught `face`, outlines as fractions of it."""
    height, width = picture.shape[:2]
    found = []
    for reading in readings:
        turn = np.radians(reading.angle_deg)
        half = reading.spot.size / 2
        c, s = half * float(np.cos(turn)), half * float(np.sin(turn))
        around = ((-c + s, -s - c), (c + s, s - c), (c - s, s + c), (-c - s, -s + c))
        corners = tuple(
            ((reading.spot.x + x) / width, (reading.spot.y + y) / height) for x, y in around
        )
        found.append(SeenDie(face, True, 1.0, corners, (), "tray"))
    return tuple(found)

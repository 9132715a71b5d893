"""Teaching at the table, face by face, through the camera that the table watches with.

A lesson keeps the examples in memory until it is saved. Pictures come from the table's own source,
so that nobody opens the camera twice; learning runs on the thread that asks and never on the
table's. While a match is being played no picture is learnt: it would take the processor from it.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from device import lesson_words as words
from device.lasting_number import lasting_number
from device.lesson_state import Lesson, check_result, outlines
from device.profiles import profile_path, stored_profile
from device.sources import Picture
from device.teaching import SYMBOLS, Teaching, TeachingTrouble
from device.trouble import Trouble
from device.watcher import still_of
from rules.game import Message
from vision.locate import Locator
from vision.profile import SUFFIX, Profile, ProfileError, load_profile, save_profile
from vision.read import Reader
from vision.rest import RestDetector
from vision.see import Eyes
from web.port import Command, Reply
from web.teach_port import LessonView, LessonWish

log = logging.getLogger(__name__)

PICTURES = 3  # looked at for motion; the last one is learnt
WAIT_S = 4.0
MOVED = 0.0005  # part of the picture that may change from one to the next
DONE = Reply(True)

Take = Callable[[int, float], list[Picture]]


class Lessons:
    """At most one lesson at a time. Every method may be called from any thread."""

    def __init__(
        self,
        folder: Path,
        take: Take | None,
        playing: Callable[[], bool],
        eyes: Callable[[], Eyes] = lambda: Eyes(Locator(), Reader()),
    ) -> None:
        """Teach into the profiles of `folder`; `take` gives pictures (None: there is no camera).

        `playing` says whether a match is being played. `eyes` are the lesson's own: networks serve
        one thread only.
        """
        self._folder = folder
        self._take = take
        self._playing = playing
        self._eyes = eyes
        self._state = threading.Lock()
        self._work = threading.Lock()
        self._lesson: Lesson | None = None
        self._stills = lasting_number()
        self._step = 0
        self._jpeg: tuple[int, bytes] | None = None

    def lesson(self) -> LessonView | None:
        """Return the lesson that is being given, or None."""
        with self._state:
            lesson = self._lesson
            if lesson is None:
                return None
            return lesson.view(self._step, self._work.locked())

    def obstacle(self) -> Message | None:
        """Return why no lesson can be given just now, or None."""
        if self._take is None:
            return words.NO_CAMERA
        return words.PLAYING if self._playing() else None

    def profiles(self) -> Sequence[tuple[str, Mapping[str, int]]]:
        """Return the taught dice that can be read, with the number of examples of each face."""
        found: list[tuple[str, Mapping[str, int]]] = []
        for path in sorted(self._folder.glob(f"*{SUFFIX}")) if self._folder.is_dir() else ():
            try:
                profile = load_profile(path)
            except ProfileError as error:
                log.warning("%s", error)
                continue
            shown = {"w" if face == profile.worm else face: n for face, n in profile.counts.items()}
            found.append((path.stem, shown))
        return found

    def picture(self, still_id: int) -> bytes | None:
        """Return the last picture of the lesson as JPEG, or None when it is another one."""
        kept = self._jpeg
        return kept[1] if kept is not None and kept[0] == still_id else None

    def do(self, wish: LessonWish, data: Mapping[str, object]) -> Reply:
        """Do what a page wishes; what takes long is refused while something else is learnt."""
        if wish == "cancel":
            return self._cancel()
        if not self._work.acquire(blocking=False):
            return Reply(False, "refused", words.WORKING)
        try:
            self._changed()
            return self._do(wish, data)
        except TeachingTrouble as trouble:
            return Reply(False, "refused", words.not_learnt(trouble))
        except (Trouble, ProfileError, OSError) as trouble:
            log.error("teaching: %s", trouble)
            return Reply(False, "refused", words.failed(str(trouble)))
        finally:
            self._work.release()
            self._changed()

    def pressed(self, command: Command) -> bool:
        """Take a button of the table for the lesson: CONFIRM goes on, UNDO goes back.

        False where it is not the lesson's, which is so while a match is being played.
        """
        lesson = self._lesson
        if lesson is None or self.obstacle() is not None:
            return False
        wish: LessonWish
        if command.kind == "undo":
            wish = "back"
        elif command.kind == "confirm":
            wish = "save" if lesson.checked else "take" if lesson.due else "check"
        else:
            return False
        threading.Thread(target=self.do, args=(wish, {}), name="lesson", daemon=True).start()
        return True

    def _do(self, wish: LessonWish, data: Mapping[str, object]) -> Reply:
        if wish in ("begin", "take", "check") and (obstacle := self.obstacle()) is not None:
            return Reply(False, "refused", obstacle)
        if wish == "begin":
            return self._begin(data)
        lesson = self._lesson
        if lesson is None:
            return Reply(False, "refused", words.NO_LESSON)
        face = str(data.get("face", ""))
        if wish in ("face", "forget") and face not in lesson.faces:
            return Reply(False, "refused", words.NO_SUCH_FACE)
        if wish == "take":
            return self._learn(lesson)
        if wish == "check":
            return self._check(lesson)
        if wish == "save":
            return self._save(lesson)
        if wish == "back":
            if not lesson.before:
                return Reply(False, "refused", words.NOTHING_TAKEN)
            self._go_on(lesson, lesson.back())
        elif wish == "forget":
            self._go_on(lesson, lesson.forget(face))
        else:
            self._go_on(lesson, replace(lesson, due=face, checked=()))
        return DONE

    def _begin(self, data: Mapping[str, object]) -> Reply:
        name = words.plain_name(str(data.get("name", "")))
        if not name:
            return Reply(False, "refused", words.NAME_THEM)
        wanted = data.get("faces")
        faces = [face for face in SYMBOLS if isinstance(wanted, list) and face in wanted]
        dice = data.get("dice")
        if not faces or not isinstance(dice, int) or not 0 <= dice <= 40:
            return Reply(False, "refused", words.WHICH_FACES)
        path = profile_path(self._folder, name)
        known = stored_profile(self._folder, name) if path.exists() else Profile()
        lesson = Lesson(name, tuple(faces), dice, known, goes_on=path.exists())
        self._put(replace(lesson, due=lesson.next_face(faces[-1])))
        return DONE

    def _learn(self, lesson: Lesson) -> Reply:
        if not lesson.due:
            return Reply(False, "refused", words.WHICH_FACE)
        taken = [] if self._take is None else self._take(PICTURES, WAIT_S)
        if not taken:
            return Reply(False, "refused", words.NO_PICTURE)
        if _moves(taken):
            return Reply(False, "refused", words.MOVES)
        picture = taken[-1]
        teaching = Teaching(lesson.profile, lesson.dice or None, lesson.eyes or self._eyes())
        learnt = teaching.see_face(lesson.name_of(lesson.due), picture, words.OF_THE_TABLE)
        self._stills += 1
        jpeg = still_of(picture)
        self._jpeg = None if jpeg is None else (self._stills, jpeg)
        self._go_on(
            lesson,
            lesson.with_picture(
                teaching.profile,
                None if jpeg is None else self._stills,
                outlines(learnt.readings, picture, lesson.due),
                teaching.eyes,
            ),
        )
        return DONE

    def _check(self, lesson: Lesson) -> Reply:
        if not lesson.profile.examples:
            return Reply(False, "refused", words.NOTHING_TAKEN)
        checks = Teaching(lesson.profile, eyes=lesson.eyes or self._eyes()).checks()
        confused = Counter(
            (lesson.symbol_of(one.face), lesson.symbol_of(one.judgement.face))
            for one in checks
            if not one.right
        )
        self._go_on(
            lesson,
            replace(
                lesson,
                due="",
                checked=check_result(lesson, checks),
                confused=tuple((*pair, times) for pair, times in confused.most_common(4)),
            ),
        )
        return DONE

    def _save(self, lesson: Lesson) -> Reply:
        if not lesson.profile.examples:
            return Reply(False, "refused", words.NOTHING_TAKEN)
        save_profile(lesson.kept_profile(), profile_path(self._folder, lesson.name))
        self._put(None)
        return Reply(True, "", words.saved(lesson.name))

    def _cancel(self) -> Reply:
        """End the lesson, even while a picture is being learnt: what comes of that is dropped."""
        self._put(None)
        self._changed()
        return DONE

    def _put(self, lesson: Lesson | None) -> None:
        with self._state:
            self._lesson = lesson

    def _go_on(self, begun: Lesson, lesson: Lesson) -> None:
        """Go on with what came of a step, unless the lesson it `begun` with was given up."""
        with self._state:
            if self._lesson is begun:
                self._lesson = lesson

    def _changed(self) -> None:
        with self._state:
            self._step += 1


def _moves(pictures: Sequence[Picture]) -> bool:
    """Whether something moves from one picture to the next."""
    detector = RestDetector()
    rests = [detector.update(picture, float(at)) for at, picture in enumerate(pictures)]
    return any(rest.moved > MOVED for rest in rests[1:])

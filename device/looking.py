"""What the camera shows and what the referee makes of it; owned by the table's thread."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Literal

from device import sentences
from device.due import due_of
from device.golden_and_black import marked_die
from device.lasting_number import lasting_number
from device.motion import in_frame
from device.playing import Playing
from device.referee import Ask, Confirm, Fix, Memory, Reading, Seen, Verdict, judge
from device.views import seen_dice
from rules.game import Message, NeedsRoll
from rules.notation import face_of
from web.port import CameraState, CameraView, SeenDie

STILLS_IN_MEMORY = 24

Shown = Literal["nothing", "roll", "reading", "look"]


class Looking:
    """The referee's memory beside the last still: what it shows, and the question about it."""

    def __init__(self, camera_kind: str) -> None:
        """Begin with nothing seen."""
        self._memory = self._before = Memory()
        self._camera = CameraView(camera_kind, "off" if camera_kind == "none" else "starting")
        self._jpegs: OrderedDict[int, bytes] = OrderedDict()
        # A browser that kept the pictures of the last evening must not show them for these.
        self._next_still = lasting_number()
        self._newest: int | None = None
        self._shown: Shown = "nothing"
        self._read: tuple[SeenDie, ...] = ()  # what is shown, as the camera read it
        self.last_seen: Seen | None = None
        self.question: Message | None = None

    @property
    def reading(self) -> Reading | None:
        """The reading that waits for a person's word."""
        return self._memory.reading

    @property
    def last_jpeg(self) -> bytes | None:
        """The newest still."""
        return None if self._newest is None else self._jpegs.get(self._newest)

    @property
    def shows_roll(self) -> bool:
        """Whether the dice that are shown are those of the last roll (or none are shown)."""
        return self._shown in ("roll", "nothing")

    def still(self, still_id: int) -> bytes | None:
        """Return a still that is in memory. May be called from any thread."""
        return self._jpegs.get(still_id)

    def view(self) -> CameraView:
        """Return the camera as the page sees it."""
        return self._camera

    @property
    def has_recording(self) -> bool:
        """Whether the recording that ships throws the dice."""
        return self._camera.kind == "recording" and self._camera.state != "lost"

    def news(self, state: CameraState, detail: str) -> None:
        """Take the camera's new state."""
        self._camera = replace(self._camera, state=state, detail=detail)

    def camera_trouble(self) -> Message | None:
        """Return what to do while the camera gives nothing."""
        if self._camera.state == "lost":
            return sentences.CAMERA_LOST
        if self._camera.state == "ended":
            if self._camera.kind == "recording":
                return sentences.RECORDING_LACKS
            middle = self._camera.detail == "moving"
            return sentences.ENDED_IN_MID_THROW if middle else sentences.RECORDING_ENDED
        return None

    def asks(self) -> Message | None:
        """Return what people are asked.

        A reading that waits for a word can be answered without a camera. What lies there wrongly
        can not: while the camera is lost nobody would see it put right.
        """
        trouble = self.camera_trouble()
        if self._camera.state == "lost" and self.reading is None:
            return trouble
        return self.question or trouble

    def saw(self, seen: Seen, jpeg: bytes | None) -> None:
        """Keep what was seen, and its still where it is a new one."""
        self._fit(seen)
        self.last_seen = seen
        if jpeg is None:
            return
        self._newest = self._next_still
        self._next_still += 1
        self._jpegs[self._newest] = jpeg
        while len(self._jpegs) > STILLS_IN_MEMORY:
            self._jpegs.popitem(last=False)

    def _fit(self, seen: Seen) -> None:
        """Carry over what is remembered where the camera came back with another picture size."""
        if self.last_seen is None:
            return
        now, before = seen.observation, self.last_seen.observation
        size_px, was_px = (now.width, now.height), (before.width, before.height)
        if size_px == was_px:
            return
        memory, reading = self._memory, self._memory.reading
        if reading is not None:
            dice = in_frame(reading.dice, was_px, size_px)
            reading = replace(reading, dice=dice, frame=size_px)
        resting = in_frame(memory.resting, was_px, size_px)
        self._memory = replace(memory, resting=resting, reading=reading)

    def judge(self, playing: Playing, heard: Seen | Confirm | Fix, revision: int) -> Verdict:
        """Let the referee judge, remember, and show what it looked at."""
        self._before = self._memory
        verdict = judge(self._memory, due_of(playing.match), heard)
        self._memory = verdict.memory
        decision = verdict.decision
        self.question = decision.message if isinstance(decision, Ask) else None
        if self._memory.reading is not None:
            turn = playing.match.turn
            special = turn.special if isinstance(turn, NeedsRoll) else ()
            self._show(self._memory.reading, "reading", special)
        elif isinstance(heard, Seen) and isinstance(playing.match.turn, NeedsRoll):
            wrong = self._memory.moved and self._memory.wrong is not None
            if wrong:
                self.show_look(heard)
        if self._memory.reading != self._before.reading:
            playing.fresh.reading = revision
        return verdict

    def entered_roll(self, reading: Reading | None) -> None:
        """Show the roll that was entered; one that was typed has no picture."""
        if reading is not None:
            self._show(reading, "roll")
            self._memory = Memory(resting=reading.dice)
        else:
            self._show_nothing()
            self.settle()
        self.question = None

    def begin(self) -> None:
        """Begin a match: what lies there is no throw of it, and no picture is one of its rolls."""
        self._show_nothing()
        self.settle()

    def corrected(self, playing: Playing) -> None:
        """Show the faces that a person named for the last roll, where its picture is shown."""
        shown, dice, due = self._camera.dice, playing.match.last_roll, due_of(playing.match)
        if self._shown != "roll" or len(dice) != len(shown):
            return
        told = tuple(
            die
            if die.face is not None and due.played(die.face) == symbol[-1]
            else _as_told(read, due.meant(symbol[-1], read.face))
            for die, read, symbol in zip(shown, self._read, dice, strict=True)
        )
        self._camera = replace(self._camera, dice=told)

    def read_anew(self) -> None:
        """Show what lies there now as the last roll: it was read once more."""
        if self.last_seen is None:
            return
        seen = self.last_seen.observation
        self._shown = "roll"
        dice = self._read = seen_dice(seen.in_area("tray"), seen)
        self._camera = replace(self._camera, still=self._newest, dice=dice)

    def judged_in_vain(self) -> None:
        """Forget the last judgement: what followed from it could not be recorded.

        The next look at the same dice comes to it again.
        """
        self._memory = replace(self._before, moved=True)

    def settle(self) -> None:
        """Take what lies there now for no throw: only what moves from now on can be one."""
        seen = self.last_seen
        self._memory = Memory(resting=() if seen is None else seen.observation.dice)
        self.question = None

    def emptied(self) -> None:
        """Take note that no die lay there in between: whatever lies there next was thrown."""
        self._memory = replace(self._memory, resting=())

    def forget_question(self) -> None:
        """Drop what was asked; the camera may ask it again."""
        self.question = None
        self._memory = replace(self._memory, reading=None, wrong=None)

    def show_look(self, seen: Seen) -> None:
        """Show a still that is no reading: a wrong number of dice, or a table without a match."""
        self._shown = "look"
        self._camera = replace(
            self._camera,
            still=self._newest,
            dice=seen_dice(seen.observation.dice, seen.observation),
        )

    def faces_again(self, playing: Playing) -> tuple[str, ...] | Message:
        """Return the last roll as it reads now, marks kept, or what hinders that."""
        rolled = playing.match.last_roll
        dice = () if self.last_seen is None else self.last_seen.observation.in_area("tray")
        due = due_of(playing.match)
        faces = [due.played(die.face) for die in dice if die.sure and die.face]
        if not rolled or not len(faces) == len(dice) == len(rolled):
            return sentences.NOTHING_TO_READ_AGAIN
        if sorted(faces) == sorted(face_of(symbol) for symbol in rolled):
            return rolled
        for mark in sorted({symbol[0] for symbol in rolled if len(symbol) == 2}):
            place = marked_die(mark, dice)
            if place is None:
                return sentences.unseen(mark)
            faces[place] = mark + faces[place]
        return tuple(faces)

    def _show_nothing(self) -> None:
        self._shown = "nothing"
        self._camera = replace(self._camera, still=None, dice=())

    def _show(self, reading: Reading, shown: Shown, special: tuple[str, ...] = ()) -> None:
        self._shown = shown
        if self.last_seen is None:
            return
        seen = self.last_seen.observation
        self._read = seen_dice(reading.dice, seen)
        dice = seen_dice(reading.dice, seen, reading, special)
        self._camera = replace(self._camera, still=self._newest, dice=dice)


def _as_told(read: SeenDie, face: str) -> SeenDie:
    """Return a die with the face that a person named."""
    return replace(read, face=face, sure=True, said=face != read.face)

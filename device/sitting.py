"""What lies on the table and is being played, and how wishes and looks change it. No threads.

`obey` does what a command wishes, `look` lets the pure referee judge what the camera saw; both
leave everything as it was when the rules or the record refuse.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from device import refusals, sentences
from device.due import due_of
from device.hand_kept import HandKept
from device.journal import Journal
from device.looking import Looking
from device.playing import NO_PROOF, Playing, Proof, says
from device.referee import Act, Confirm, Fix, Reading, Seen
from device.stills import Stills
from device.trouble import JournalTrouble, Trouble
from device.views import camera_record, match_view
from device.who_throws import WhoThrows
from rules.entry import Correct, Undo
from rules.entry import Entry as Entered
from rules.game import Choose, IllegalAction, Message, NeedsRoll, Roll, RulesError
from rules.notation import parse_roll
from web.port import Command, Reply, Snapshot

log = logging.getLogger(__name__)

OK = Reply(True)


class Sitting:
    """One evening at the table: at most one match, one camera, one record."""

    def __init__(
        self,
        journal: Journal,
        stills: Stills,
        *,
        program: str,
        camera_kind: str,
        revision: int,
        profile: str = "",
        hand_kept: HandKept | None = None,
    ) -> None:
        """Take up the match that lay on the table last; `trouble` says why that failed."""
        self._journal = journal
        self._stills = stills
        self._program = program
        self._next = revision + 1
        self._notice: Message | None = None
        self.looking = Looking(camera_kind)
        self.trouble = ""
        self._lost_match: Message | None = None
        self._playing = self._take_up(revision)
        going = self._playing if self._playing is not None and not self._playing.is_over else None
        self._throws = WhoThrows(camera_kind, hand_kept or HandKept(), going)
        self.dice = profile if going is None else going.head.dice

    @property
    def match_id(self) -> str | None:
        """The match on the table, being played or just over; None where there is none."""
        return None if self._playing is None else self._playing.head.match_id

    def obey(
        self, command: Command, revision: int, switch: Callable[[], None] | None = None
    ) -> Reply:
        """Do what a command wishes; `revision` is the present one, for telling a stale wish.

        `switch` begins with reading the dice that a `start` names.
        """
        self._notice = None
        playing = self._playing
        if playing is not None and playing.fresh.is_stale(command, playing.due_seat, revision):
            return Reply(False, "stale", sentences.STALE)
        try:
            return self._do(command, playing, switch)
        except IllegalAction as refused:
            return Reply(False, "illegal", refused.reason)
        except RulesError as refused:
            return Reply(False, "unreadable", refused.message)
        except Trouble as trouble:
            log.error("%s", trouble)
            return _refused(trouble)

    def _do(
        self, command: Command, playing: Playing | None, switch: Callable[[], None] | None
    ) -> Reply:
        if command.kind == "start":
            return self._begin(command, playing, switch)
        if command.kind == "hand":
            self._throws.say(command.data.get("on") is True, playing)
            self.looking.forget_question()
            return OK
        if playing is None:
            return Reply(False, "refused", sentences.NOT_PLAYING)
        if command.kind == "end":
            self._journal.leave(playing.head.match_id)
            self._playing = None
            self._throws.end_typing_on()
            self.looking.forget_question()
            return OK
        if command.kind == "next":
            moved = playing.next_mark(self._next, command.data.get("back") is True)
            return OK if moved else Reply(False, "refused", sentences.NOTHING_TO_CONFIRM)
        if command.kind == "correct":
            return self._correct(command, playing)
        if command.kind == "confirm" and playing.due_seat is None:
            return self._confirm_reading()
        self._enter(playing, self._wish(command, playing))
        self._after_a_press(playing)
        return OK

    def _wish(self, command: Command, playing: Playing) -> Entered:
        """Return the entry that a command stands for; raises RulesError."""
        match = playing.match
        seat = command.seat if command.seat is not None else playing.due_seat
        if command.kind == "roll":
            return Roll(parse_roll(command.data.get("dice")))
        if command.kind == "undo":
            return Undo(command.seat)
        if command.kind == "confirm":
            return playing.marked_choice(seat or 0)
        choice = match.game.read_choice(str(command.data.get("choice", "")))
        return Choose(seat if seat is not None else 0, choice)

    def _begin(
        self, command: Command, playing: Playing | None, switch: Callable[[], None] | None
    ) -> Reply:
        if playing is not None and not playing.is_over:
            return Reply(False, "refused", sentences.PLAYING_ALREADY)
        data: Any = command.data
        dice = str(data["profile"] or "") if "profile" in data else self.dice
        self._playing = Playing.start(
            self._journal,
            game=str(data.get("game", "")),
            players=tuple(str(name) for name in data.get("players") or ()),
            options=data.get("options") or {},
            position=data.get("position") or None,
            program=self._program,
            revision=self._next,
            dice=dice,
            language=str(data.get("language", "")),
        )
        if switch is not None:
            switch()
        self.dice = dice
        self._throws.begin(self._playing)
        self.looking.begin()
        return OK

    def _correct(self, command: Command, playing: Playing) -> Reply:
        """Correct the reading that waits for a word, or the last roll."""
        waiting = self.looking.reading
        data: Any = command.data
        if "dice" in data:
            if waiting is None:
                self._enter(playing, Correct(parse_roll(command.data.get("dice"))))
                self.looking.corrected(playing)
            else:
                dice = parse_roll(command.data.get("dice"))
                due, read = due_of(playing.match), waiting.dice
                fixes = tuple(
                    (i, due.meant(told[-1], die.face))
                    for i, (told, die) in enumerate(zip(dice, read, strict=False))
                )
                self._enter(playing, Roll(dice), replace(waiting, fixes=fixes))
            self._after_a_press(playing)
            return OK
        die, face = data.get("die"), str(data.get("face", ""))
        parse_roll([face])
        if waiting is not None and isinstance(die, int):
            if not 0 <= die < len(waiting.dice):
                return Reply(False, "refused", sentences.NO_SUCH_DIE)
            return self._judge(Fix(die, face[-1]))
        symbols = list(playing.match.last_roll)
        if not isinstance(die, int) or not 0 <= die < len(symbols) or not self.looking.shows_roll:
            return Reply(False, "refused", sentences.NO_SUCH_DIE)
        mark = symbols[die][0] if len(symbols[die]) == 2 and len(face) == 1 else ""
        symbols[die] = mark + face
        self._enter(playing, Correct(tuple(symbols)))
        self.looking.corrected(playing)
        self._after_a_press(playing)
        return OK

    def _confirm_reading(self) -> Reply:
        if self.looking.reading is None:
            return Reply(False, "refused", sentences.NOTHING_TO_CONFIRM)
        return self._judge(Confirm())

    def press(self, command: Command, revision: int, seen: int) -> None:
        """Obey a button; what refuses it is said on the page, for nobody waits for an answer.

        `seen` is the newest revision that eyes can have seen: CONFIRM takes nothing newer.
        """
        playing = self._playing
        if (
            command.kind == "confirm"
            and playing is not None
            and playing.fresh.is_too_soon(playing.due_seat, seen)
        ):
            self._notice = sentences.TOO_SOON
            return
        reply = self.obey(command, revision)
        self._notice = reply.message

    def read_again(self) -> None:
        """Read the dice of the last roll once more and correct it; what hinders it is said."""
        self._notice = self._read_again()

    def lose_dice(self) -> None:
        """Let people type until somebody wants usual dice: those of the match are not here."""
        self._throws.lose_dice()

    def expect(self, revision: int) -> None:
        """Take note that what is done next will be seen at `revision`."""
        self._next = revision

    def _read_again(self) -> Message | None:
        playing = self._playing
        if playing is None or not playing.match.can_correct:
            return sentences.NOTHING_TO_READ_AGAIN
        faces = self.looking.faces_again(playing)
        if isinstance(faces, Message):
            return faces
        if faces == playing.match.last_roll:
            return sentences.READS_THE_SAME
        try:
            self._enter(playing, Correct(faces))
            self.looking.read_anew()
        except IllegalAction as refused:
            return refused.reason
        except JournalTrouble as trouble:
            log.error("%s", trouble)
            return refusals.cannot(trouble)
        return None

    def look(self, seen: Seen, jpeg: bytes | None) -> None:
        """Take what lies there at rest, with its JPEG where it is a new still."""
        self.looking.saw(seen, jpeg)
        if seen.moved:
            self._notice = None
        if self._throws.hand:
            return
        if self._playing is None:
            self.looking.settle()
            self.looking.show_look(seen)
            return
        reply = self._judge(seen)
        if not reply.ok and reply.message is not None:
            self._notice = reply.message

    def _judge(self, heard: Seen | Confirm | Fix) -> Reply:
        """Hear the referee out: a keep, a `throw` and a roll may follow from one look."""
        playing = self._playing
        if playing is None:
            return OK
        for _ in range(4):
            verdict = self.looking.judge(playing, heard, self._next)
            decision = verdict.decision
            if isinstance(decision, Act):
                self._notice = None
                try:
                    for entry in decision.entries:
                        self._enter(playing, entry, decision.reading)
                except IllegalAction as refused:
                    self.looking.settle()
                    return Reply(False, "illegal", refused.reason)
                except JournalTrouble as trouble:
                    self.looking.judged_in_vain()
                    return _refused(trouble)
                if isinstance(heard, Seen) and decision.reading is None:
                    continue
            return OK
        return OK

    def _enter(self, playing: Playing, entry: Entered, reading: Reading | None = None) -> None:
        """Record one entry, a roll with its proof; raises IllegalAction or JournalTrouble."""
        proof = NO_PROOF
        if reading is not None and isinstance(entry, Roll):
            camera, changed = camera_record(reading)
            jpeg = self.looking.last_jpeg
            photo = None
            if jpeg is not None:
                photo = self._stills.save(playing.head.match_id, playing.seq + 1, jpeg)
            film = self.looking.view().kind == "recording"
            proof = Proof(camera, changed, photo, reading.frame, film)
        elif isinstance(entry, Roll) and not self._throws.hand and self.looking.has_recording:
            proof = Proof(film=True)  # typed where the recording lacked a throw: nobody's dice
        playing.enter(self._journal, entry, self._next, proof)
        if isinstance(entry, Roll):
            self.looking.entered_roll(reading)

    def _after_a_press(self, playing: Playing) -> None:
        """Let a throw count, after a press, that came too early for the referee."""
        if isinstance(playing.match.turn, NeedsRoll):
            self.looking.settle()
        elif self.looking.last_seen is not None and not self._throws.hand:
            self._judge(replace(self.looking.last_seen, moved=False))

    def _take_up(self, revision: int) -> Playing | None:
        match_id: str | None = None
        try:
            match_id = self._journal.on_the_table()
            if match_id is None:
                return None
            return Playing.go_on(self._journal, match_id, revision)
        except JournalTrouble as trouble:
            log.error("%s", trouble)
            self.trouble = str(trouble)
            self._lost_match = refusals.last_match_fails(match_id or "ID")
            return None

    def snapshot(self, revision: int) -> Snapshot:
        """Return all that a page shows; what is done next will be seen at `revision` + 1."""
        self.expect(revision + 1)
        playing = self._playing
        ask = self._notice
        if ask is None and self._throws.lost_dice:
            ask = sentences.dice_gone_in_play(self.dice)
        if ask is None and playing is None:
            ask = self._lost_match
        if ask is None and not self._throws.hand:
            ask = self.looking.asks()
        return Snapshot(
            revision=revision,
            says=says(playing, ask),
            match=None if playing is None else match_view(playing),
            camera=self.looking.view(),
            hand=self._throws.hand,
            ask=ask,
            dice=self.dice,
        )


def _refused(trouble: Trouble) -> Reply:
    return Reply(False, "refused", refusals.cannot(trouble))

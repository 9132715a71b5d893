"""The match that is being played: the one mutable thing, owned by the table's thread.

Every entry is on the disk before anything else learns of it; when the record cannot be written,
nothing has happened.
"""

from __future__ import annotations

import uuid
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from device import sentences
from device.freshness import Freshness
from device.journal import Journal
from device.record import Entry, Fields, Head, now_utc
from device.replay import begin, result_of, verify_record
from device.trouble import JournalTrouble
from rules.entry import Correct, Undo
from rules.entry import Entry as Entered
from rules.game import Choose, Event, IllegalAction, Message, NeedsChoice, NeedsRoll, Over, Roll
from rules.match import Match
from rules.player_names import names_at_the_table

EVENTS_KEPT = 40


@dataclass(frozen=True, slots=True)
class Proof:
    """What the camera read for a roll, what a person changed in it, and the still's name.

    `frame` is the size (width, height) in px of the picture in which the dice were read; `film`
    says that it is one of the recording that ships, or typed where that lacked a throw, not of
    anybody's dice.
    """

    camera: tuple[Fields, ...] | None = None
    changed: tuple[Fields, ...] = ()
    photo: str | None = None
    frame: tuple[int, int] = (0, 0)
    film: bool = False

    @property
    def extra(self) -> Fields:
        """What a roll's entry tells of its picture."""
        told: dict[str, Any] = {"frame": list(self.frame)} if all(self.frame) else {}
        return {**told, "film": True} if self.film else told


NO_PROOF = Proof()


@dataclass(slots=True)
class Playing:
    """One match in play with its place in the journal.

    `typed` says of a match that was taken up that people had typed each of its rolls, none of
    them for the recording.
    """

    head: Head
    match: Match[Any]
    fresh: Freshness
    seq: int = 0
    marked: int = 0
    typed: bool = False
    events: deque[tuple[int, Event]] = field(default_factory=lambda: deque(maxlen=EVENTS_KEPT))

    @classmethod
    def start(
        cls,
        journal: Journal,
        game: str,
        players: tuple[str, ...],
        options: Mapping[str, object],
        position: Mapping[str, object] | None,
        program: str,
        revision: int,
        dice: str = "",
        language: str = "",
    ) -> Playing:
        """Begin a match; raises RulesError, or JournalTrouble when it cannot be recorded.

        `dice` names the taught dice that are played with; empty for the usual ones. `language` is
        the one that the table speaks.
        """
        told = {"dice": dice, "language": language}
        head = Head(
            match_id=str(uuid.uuid4()),
            game=game,
            players=names_at_the_table(players),
            options=dict(options),
            started_at=now_utc(),
            program=program,
            position=None if position is None else dict(position),
            extra={name: value for name, value in told.items() if value},
        )
        match = begin(head)
        journal.begin(head)
        return cls(head, match, Freshness.at(revision))

    @classmethod
    def go_on(cls, journal: Journal, match_id: str, revision: int) -> Playing:
        """Take up a recorded match where it stands; raises JournalTrouble that names the row."""
        record = journal.record(match_id)
        if record is None:
            raise JournalTrouble(f"there is no match `{match_id}`", "`dice-table log list`")
        replayed = verify_record(record)
        assert replayed.match is not None
        playing = cls(record.head, replayed.match, Freshness.at(revision), len(record.entries))
        playing.events.extend(replayed.events[-EVENTS_KEPT:])
        rolls = [entry for entry in record.entries if entry.kind == "roll"]
        playing.typed = bool(rolls) and all(
            entry.camera is None and not entry.extra.get("film") for entry in rolls
        )
        return playing

    @property
    def due_seat(self) -> int | None:
        """The first seat that owes a choice; None while a roll is due or the match is over."""
        turn = self.match.turn
        return turn.seats[0] if isinstance(turn, NeedsChoice) else None

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return isinstance(self.match.turn, Over)

    def enter(
        self, journal: Journal, entered: Entered, revision: int, proof: Proof = NO_PROOF
    ) -> tuple[Event, ...]:
        """Enter a roll, choice, correction or undo and record it; return what happened.

        `revision` is the one at which the entry will be seen. Raises IllegalAction, or
        JournalTrouble; then nothing has changed.
        """
        before = self.match
        after, events = before.enter(entered)
        entry = self._entry(entered, before, after, proof)
        journal.append(self.head.match_id, entry, result_of(after, self.head.players))
        self.match = after
        self.seq = entry.seq
        self.events.extend((entry.seq, event) for event in events)
        self.fresh.moved(before, after, revision)
        if self.fresh.mark == revision:
            self.marked = 0
        return events

    def next_mark(self, revision: int, back: bool = False) -> bool:
        """Move the mark to the next legal choice, or to the one before; False without choices."""
        choices = () if self.due_seat is None else self.match.choices(self.due_seat)
        if not choices:
            return False
        self.marked = (self.marked + (-1 if back else 1)) % len(choices)
        self.fresh.mark = revision
        return True

    def marked_choice(self, seat: int) -> Choose:
        """Return the choice that CONFIRM takes for `seat`; raises IllegalAction without one."""
        choices = self.match.choices(seat)
        if not choices:
            raise IllegalAction("confirm", sentences.NOTHING_TO_CONFIRM, self.match.notation)
        return Choose(seat, choices[min(self.marked, len(choices) - 1)])

    def _entry(
        self, entered: Entered, before: Match[Any], after: Match[Any], proof: Proof
    ) -> Entry:
        common: dict[str, Any] = {"seq": self.seq + 1, "at": now_utc(), "after": after.notation}
        match entered:
            case Roll(dice):
                turn = before.turn
                common["seat"] = turn.seat if isinstance(turn, NeedsRoll) else None
                return Entry(
                    kind="roll",
                    dice=dice,
                    camera=proof.camera,
                    changed=proof.changed,
                    photo=proof.photo,
                    extra=proof.extra,
                    **common,
                )
            case Correct(dice):
                changed = tuple(
                    {"die": index, "from": was, "to": now}
                    for index, (was, now) in enumerate(zip(before.last_roll, dice, strict=False))
                    if was != now
                )
                return Entry(kind="correct", dice=dice, changed=changed, **common)
            case Undo(seat):
                return Entry(kind="undo", seat=seat, **common)
            case Choose(seat, choice):
                return Entry(kind="choose", seat=seat, choice=str(choice), **common)


def says(playing: Playing | None, ask: Message | None = None) -> Message:
    """Return the one sentence of the page; `ask` is what is being asked about the dice."""
    if playing is None:
        return sentences.NO_MATCH
    match = playing.match
    seat = playing.due_seat
    texts = () if seat is None else [str(choice) for choice in match.choices(seat)]
    number = match.game.view(match.state).get("number")
    return sentences.says(match.turn, texts, number, playing.head.game, ask)

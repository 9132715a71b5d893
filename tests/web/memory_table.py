"""A table in memory over `rules.match.Match`: what the page's tests play against."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from device.sentences import NO_MATCH, says
from rules import game_named
from rules.game import (
    Event,
    IllegalAction,
    Message,
    NeedsChoice,
    NeedsRoll,
    Over,
    RulesError,
)
from rules.match import Match
from web.port import (
    CameraView,
    Command,
    ExportKind,
    MatchRow,
    MatchView,
    Reply,
    Snapshot,
    Statistics,
)


class MemoryTable:
    """One writer behind a lock, no camera, no disk."""

    def __init__(self, camera: CameraView | None = None, hand: bool = True) -> None:
        self._changed = threading.Condition()
        self._match: Match[Any] | None = None
        self._match_id = ""
        self._players: tuple[str, ...] = ()
        self._seq = 0
        self._marked = 0
        self._events: list[tuple[int, Event]] = []
        self._revision = self._stale_before = 1
        self.camera = camera or CameraView("none", "off")
        self.hand = hand
        self.ask: Message | None = None
        self.dice: list[str] = []
        self.dice_now = ""
        self.stills: dict[int, bytes] = {}
        self.rows: list[MatchRow] = []
        self.figures = Statistics(0, 0, (), (), 0, 0, 0)
        self._snapshot = self._make()

    def snapshot(self) -> Snapshot:
        return self._snapshot

    def wait(self, revision: int, timeout_s: float) -> Snapshot | None:
        with self._changed:
            self._changed.wait_for(lambda: self._revision > revision, timeout_s)
            return self._snapshot if self._revision > revision else None

    def submit(self, command: Command) -> Reply:
        with self._changed:
            if command.seen is not None and command.seen < self._stale_before:
                text = "The table had moved on already: this is how it stands now."
                return Reply(False, "stale", Message("stale", text))
            try:
                reply = self._do(command)
            except IllegalAction as refused:
                reply = Reply(False, "illegal", refused.reason)
            except RulesError as refused:
                reply = Reply(False, "unreadable", refused.message)
            if reply.ok:
                self.touch()
            return reply

    def touch(self) -> None:
        """Publish a new snapshot."""
        with self._changed:
            self._revision += 1
            self._stale_before = self._revision
            self._snapshot = self._make()
            self._changed.notify_all()

    def renew(self) -> None:
        """Publish a new snapshot that makes no press stale."""
        with self._changed:
            stale_before = self._stale_before
            self.touch()
            self._stale_before = stale_before

    def dice_sets(self) -> Sequence[str]:
        return self.dice

    def still(self, still_id: int) -> bytes | None:
        return self.stills.get(still_id)

    def matches(self) -> Sequence[MatchRow]:
        return self.rows

    def export(self, match_id: str) -> str | None:
        return '{"format": "test"}\n' if match_id == self._match_id else None

    def export_as(self, match_id: str, kind: ExportKind, language: str) -> str | Message | None:
        return f"{kind} {language}\n" if match_id == self._match_id else None

    def bring_in(self, log: str) -> Reply:
        return Reply(False, "unreadable", Message("log-foreign", "That is no log."))

    def backup(self) -> bytes | Message | None:
        return None

    def restore(self, backup: Path) -> Reply:
        return Reply(False, "unreadable", Message("backup-foreign", "That is no backup."))

    def recorded_still(self, match_id: str, seq: int) -> bytes | None:
        return self.stills.get(seq) if match_id == self._match_id else None

    def statistics(self, game: str = "") -> Statistics:
        return self.figures

    def _do(self, command: Command) -> Reply:
        data: Any = command.data
        if command.kind == "start":
            game = game_named(data["game"])
            players = tuple(data["players"])
            self._match = Match.begin(game, len(players), data.get("options"), data.get("position"))
            self.dice_now = data.get("profile", self.dice_now)
            self._players, self._match_id = players, str(uuid.uuid4())
            self._events, self._seq, self._marked = [], 0, 0
        elif command.kind == "hand":
            self.hand = data["on"]
        elif command.kind == "end":
            self._match = None
        elif self._match is None:
            return Reply(False, "refused", Message("no-match", "No match is being played."))
        else:
            return self._play(self._match, command)
        return Reply(True)

    def _play(self, match: Match[Any], command: Command) -> Reply:
        data: Any = command.data
        turn = match.turn
        due = turn.seats[0] if isinstance(turn, NeedsChoice) else 0
        seat = due if command.seat is None else command.seat
        choices = match.choices(seat)
        if command.kind == "next":
            step = -1 if data.get("back") else 1
            self._marked = (self._marked + step) % max(1, len(choices))
            return Reply(True)
        if command.kind == "roll":
            moved = match.roll(tuple(data["dice"]))
        elif command.kind == "choose":
            moved = match.choose(seat, match.game.read_choice(data["choice"]))
        elif command.kind == "confirm":
            if not choices:
                return Reply(False, "refused", Message("nothing", "Nothing is to be confirmed."))
            moved = match.choose(seat, choices[self._marked])
        elif command.kind == "undo":
            moved = match.undo(command.seat)
        elif "dice" in data:
            moved = match.correct(tuple(data["dice"]))
        else:
            dice = list(match.last_roll)
            dice[data["die"]] = data["face"]
            moved = match.correct(tuple(dice))
        self._match = moved.match
        self._seq += 1
        self._marked = 0
        self._events += [(self._seq, event) for event in moved.events]
        return Reply(True)

    def _make(self) -> Snapshot:
        match = self._match
        if match is None:
            return Snapshot(
                self._revision, NO_MATCH, None, self.camera, self.hand, self.ask, self.dice_now
            )
        turn = match.turn
        choices = tuple(match.choices(seat) for seat in range(match.seats))
        meanings = tuple(
            tuple(match.game.meaning(match.state, seat, choice) for choice in listed)
            for seat, listed in enumerate(choices)
        )
        view = MatchView(
            match_id=self._match_id,
            game=match.game.name,
            players=self._players,
            options=match.options,
            seq=self._seq,
            turn=turn,
            choices=choices,
            meanings=meanings,
            marked=self._marked,
            state=match.game.view(match.state),
            notation=match.notation,
            last_roll=match.last_roll,
            events=tuple(self._events),
            can_undo=match.can_undo(),
            can_correct=match.can_correct,
            dice=self.dice_now,
            undoable=match.undoable,
            bust=match.bust,
        )
        texts = [] if isinstance(turn, Over) else [str(choice) for choice in choices[_due(turn)]]
        said = says(turn, texts, view.state.get("number"), view.game, self.ask)
        return Snapshot(self._revision, said, view, self.camera, self.hand, self.ask, self.dice_now)


def _due(turn: NeedsRoll | NeedsChoice) -> int:
    return turn.seat if isinstance(turn, NeedsRoll) else turn.seats[0]

"""What the page needs from the table, declared by the page (the table fulfils it).

One thread owns the match. The page reads frozen snapshots and submits commands; a command carries
the revision that the sender saw, and one that is out of date is refused as stale.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, Protocol

from rules.game import Choice, Choose, Event, Message, Turn

CommandKind = Literal[
    # data: game, players, options, position and profile (both optional; "": usual dice), language
    "start",
    "roll",  # data: dice (list of symbols), typed in by hand
    "choose",  # data: choice (public text)
    "correct",  # data: dice (list of symbols), or die (index) and face
    "undo",
    "next",  # move the mark to the next legal choice; data: back (optional bool), the one before
    "confirm",  # take the marked choice, or accept the reading that is shown
    "end",  # leave the match; it stays in the record
    "hand",  # data: on (bool): dice are typed in, the camera is not listened to
]


@dataclass(frozen=True, slots=True)
class Command:
    """One wish from a page or a button. `seen` is the revision that its sender saw, or None."""

    kind: CommandKind
    seat: int | None = None
    data: Mapping[str, object] = field(default_factory=dict)
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What became of a command: `ok`, or `error` with one sentence that says what to do."""

    ok: bool
    error: Literal["", "illegal", "unreadable", "stale", "refused"] = ""
    message: Message | None = None


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die of the last still: outline and reading. `corners` are fractions 0..1 of the still."""

    face: str | None
    sure: bool
    confidence: float
    corners: tuple[tuple[float, float], ...]
    others: tuple[str, ...]
    area: str
    said: bool = False  # `face` is what a person said, not what was read
    mark: str = ""  # "g" or "b": of the throw that is asked about, the golden or the black die


CameraState = Literal["off", "starting", "watching", "moving", "lost", "ended"]


@dataclass(frozen=True, slots=True)
class CameraView:
    """State of the picture source. `still` is the id of the last still kept, None before one.

    `kind` is pi, usb, video, folder, recording (the one that ships with the project) or none.
    """

    kind: str
    state: CameraState
    detail: str = ""
    still: int | None = None
    dice: tuple[SeenDie, ...] = ()


@dataclass(frozen=True, slots=True)
class MatchView:
    """The match being played, all of it derived from the log. Tuples are by seat."""

    match_id: str
    game: str
    players: tuple[str, ...]
    options: Mapping[str, object]
    seq: int
    turn: Turn
    choices: tuple[tuple[Choice, ...], ...]
    meanings: tuple[tuple[Message, ...], ...]
    marked: int
    state: Mapping[str, object]
    notation: str
    last_roll: tuple[str, ...]
    events: tuple[tuple[int, Event], ...]  # (log seq, event), the latest at the end
    can_undo: bool
    can_correct: bool
    dice: str = ""  # the taught dice that it is played with
    language: str = ""  # of the page that began it; what the table itself speaks
    undoable: tuple[tuple[Choose, Message], ...] = ()  # since the last roll, oldest first
    bust: Event | None = None  # what the last roll came to; its field `kept`: the dice set aside


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a page shows. `revision` grows by one with each change, camera included."""

    revision: int
    says: Message  # the one sentence: who is to do what
    match: MatchView | None
    camera: CameraView
    hand: bool
    ask: Message | None = None  # what is wrong at the table, and what would be right
    dice: str = ""  # the taught dice that are read just now; empty: the usual ones


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One recorded match for the list."""

    match_id: str
    game: str
    players: tuple[str, ...]
    started_at: str
    finished: bool
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    dice: str = ""  # the taught dice that it was played with


@dataclass(frozen=True, slots=True)
class PointsFigures:
    """A player's points over the `finished` matches of one game that counts points, not worms.

    `mean` is a match's, `best` the most of one; None before the first that was finished.
    """

    game: str
    games: int
    finished: int
    mean: float | None
    best: int | None


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What a player did in all matches together; worms are those of the games that have them.

    `luck` is worms got by the dice against those expected, `given_away` the worms that the choices
    made cost against the best ones, both over `odds_games` finished matches; None where there are
    none. `bust_turns` are the turns of games in which a turn may bust. `points` has an entry for
    each game with points that was played.
    """

    name: str
    games: int
    finished: int
    wins: int
    worms: int
    busts: int
    steals: int
    robbed: int
    turns: int
    bust_turns: int
    seconds_per_turn: float | None
    favourite_keep: str | None
    luck: float | None
    given_away: float | None
    odds_games: int
    points: tuple[PointsFigures, ...] = ()

    @property
    def has_worms(self) -> bool:
        """Whether some match was of a game with worms, busts and steals."""
        return self.games > sum(points.games for points in self.points)

    @property
    def busts_per_100(self) -> float | None:
        """Busts in 100 turns; None where no game was played that has them."""
        return 100 * self.busts / self.bust_turns if self.bust_turns else None

    @property
    def luck_per_game(self) -> float | None:
        """Luck in worms a match; None where there are no odds."""
        return None if self.luck is None else self.luck / self.odds_games

    @property
    def given_away_per_game(self) -> float | None:
        """Worms that the choices cost a match; None where there are no odds."""
        return None if self.given_away is None else self.given_away / self.odds_games


@dataclass(frozen=True, slots=True)
class FaceCount:
    """How often a face lay on top, and how often it would with fair dice."""

    face: str
    count: int
    expected: float


@dataclass(frozen=True, slots=True)
class DiceFigures:
    """One kind of dice: its face counts and the chi-square test, None where they are too few.

    `left_out` dice of this kind lay in the recording that ships: they are counted nowhere here.
    """

    dice: str
    thrown: int
    faces: tuple[FaceCount, ...]
    chi_square: float | None
    freedom: int
    chance: float | None
    verdict: Message
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Statistics:
    """Figures over `matches` matches: every one from its first entry on, finished or not.

    `unfinished` of them have no end so far; the newest figures of `pending` of them are still
    being worked out. `faulty` further ones do not follow the rules and are left out.
    """

    matches: int
    pending: int
    players: tuple[PlayerFigures, ...]
    dice: tuple[DiceFigures, ...]
    dice_read: int
    dice_misread: int
    dice_unread: int
    unfinished: int = 0
    faulty: int = 0

    @property
    def has_worms(self) -> bool:
        """Whether a game with worms, busts and steals was played."""
        return any(one.has_worms for one in self.players)

    @property
    def points_games(self) -> tuple[str, ...]:
        """The games with points of which a match was finished, by their names."""
        every = (points for one in self.players for points in one.points)
        return tuple(sorted({points.game for points in every if points.finished}))

    @property
    def misread_per_thousand(self) -> float | None:
        """Dice that the camera read otherwise than they stand, of a thousand; None before any."""
        return 1000 * self.dice_misread / self.dice_read if self.dice_read else None


ExportKind = Literal["ndjson", "text", "csv", "bgsplay"]


class TablePort(Protocol):
    """The table as the page sees it. Every method may be called from any thread."""

    def snapshot(self) -> Snapshot:
        """Return the present state at once."""

    def wait(self, revision: int, timeout_s: float) -> Snapshot | None:
        """Block until the revision is newer than `revision`; None when the time is over."""

    def submit(self, command: Command) -> Reply:
        """Hand a command to the one writer and wait for what became of it."""

    def renew(self) -> None:
        """Publish the present state at a new revision: what pages show beside it has changed."""

    def dice_sets(self) -> Sequence[str]:
        """Return the names of the dice that this table was taught."""

    def still(self, still_id: int) -> bytes | None:
        """Return a kept still as JPEG, or None when it is gone."""

    def matches(self) -> Sequence[MatchRow]:
        """Return the recorded matches, newest first."""

    def export(self, match_id: str) -> str | None:
        """Return a match as NDJSON (see docs/interfaces.md), or None when there is none."""

    def export_as(self, match_id: str, kind: ExportKind, language: str) -> str | Message | None:
        """Return a match in another format, why that cannot be, or None when there is none."""

    def bring_in(self, log: str) -> Reply:
        """Add a match from its NDJSON after checking it; a refusal names the line."""

    def backup(self) -> bytes | Message | None:
        """Return the whole record as one file, or why there is none; None: the log tells."""

    def restore(self, backup: Path) -> Reply:
        """Add what a backup holds and the record lacks; all of it is checked before.

        A match may be going on meanwhile. Nothing that is recorded changes.
        """

    def recorded_still(self, match_id: str, seq: int) -> bytes | None:
        """Return the still of an entry as JPEG, or None when none was kept."""

    def statistics(self, game: str = "") -> Statistics:
        """Return what is known at once of all matches, or of those of one game.

        What is missing is worked out in the background.
        """


class ShelfPort(Protocol):
    """Small JSON documents that outlive a match: Fortuna's card values, the players' colours."""

    def get(self, name: str) -> object:
        """Return the document called `name`, or None."""

    def put(self, name: str, document: object) -> None:
        """Keep `document` (JSON values) under `name`; raises OSError when that fails."""

"""The figures of one match, from the actions that count: turns, busts, keeps, dice, luck.

What was undone or corrected away is not counted; what the camera read and people changed is. The
throws of the recording that ships say nothing of anybody's dice, so their faces are not counted.
`Luck` is worked out with `rules.odds`: at each roll, the worms that the dice brought against those
that were expected before them, both under the best play of the turn that follows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from device.exports import seconds_between
from device.record import Entry, Record
from device.replay import begin, replay
from rules.game import Choose, NeedsChoice, NeedsRoll, Roll, Turn
from rules.notation import face_of
from rules.odds import odds

LONGEST_TURN_S = 600.0
"""A turn that took longer than this was a break: it does not count for the time of a turn."""
SIX_AS_WORM = "ordinary dice as worm dice"
OF_SET = " · "
"""Stands between the kind of dice and the name of the taught set, where there is one."""
WORM_GAMES = ("pickomino", "pickomino-deluxe")
STEALS = ("steal", "steal-hen", "stolen")
"""The events by which something goes from `victim_seat` to `seat`."""


@dataclass(slots=True)
class SeatFigures:
    """What one seat did in a match. `luck` and `given_away` are worms, None without odds."""

    turns: int = 0
    timed_turns: int = 0
    seconds: float = 0.0
    busts: int = 0
    steals: int = 0
    robbed: int = 0
    keeps: dict[str, int] = field(default_factory=dict)
    luck: float | None = None
    given_away: float | None = None


@dataclass(slots=True)
class MatchFigures:
    """The figures of one match; `faces` counts by kind of dice and face.

    `film` counts, by kind, the dice of the recording that ships, which are not among `faces`.
    """

    match_id: str
    game: str
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    finished: bool
    seats: tuple[SeatFigures, ...]
    faces: dict[str, dict[str, int]]
    film: dict[str, int] = field(default_factory=dict)
    dice_read: int = 0
    dice_misread: int = 0
    dice_unread: int = 0


@dataclass(frozen=True, slots=True)
class Played:
    """One action that counts, when it was entered, the states around it and what happened.

    `film`: it is a throw of the recording that ships, which goes round and round, or was typed
    where that had no throw that fits.
    """

    action: Roll | Choose
    at: str
    before: Any
    after: Any
    events: tuple[Any, ...]
    film: bool = False


def figures_of(record: Record) -> MatchFigures:
    """Return the figures of a match, as far as it follows the rules; raises RulesError."""
    opening = begin(record.head)
    game = opening.game
    seats = tuple(SeatFigures() for _ in record.head.players)
    faces: dict[str, Counter[str]] = {}
    film: Counter[str] = Counter()
    line = list(effective_line(record))
    for one in line:
        _count_action(one, seats)
        if isinstance(one.action, Roll):
            for symbol in one.action.dice:
                kind = dice_kind(game.name, record.head.options, symbol)
                if record.head.extra.get("dice"):
                    kind += f"{OF_SET}{record.head.extra['dice']}"
                if one.film:
                    film[kind] += 1
                    continue
                faces.setdefault(kind, Counter())[face_shown(kind, symbol)] += 1
    _count_turns(record, line, game, seats)
    if game.name in WORM_GAMES:
        _count_luck(game, line, seats)
    result = record.result
    figures = MatchFigures(
        match_id=record.head.match_id,
        game=game.name,
        players=record.head.players,
        scores=() if result is None else result.scores,
        winners=() if result is None else result.winners,
        finished=result is not None,
        seats=seats,
        faces={kind: dict(counts) for kind, counts in faces.items()},
        film=dict(film),
    )
    _count_readings(record.entries, figures)
    return figures


def effective_line(record: Record) -> Iterator[Played]:
    """Yield the actions that count, in order, with the states around each."""
    match = begin(record.head)
    counting: list[Entry] = []
    for one in replay(record).steps:
        match = one.match
        if one.entry.kind in ("roll", "choose"):
            counting.append(one.entry)
        else:  # what was taken back has no entry of its own any more
            del counting[len(match.effective) :]
    state = match.opening
    for action, entry in zip(match.effective, counting, strict=True):
        step = match.game.apply(state, action)
        film = entry.extra.get("film") is True
        yield Played(action, entry.at, state, step.state, step.events, film)
        state = step.state


def dice_kind(game: str, options: Any, symbol: str) -> str:
    """Return the kind of dice that a symbol belongs to, a key of `fairness.fair_chances`."""
    if symbol[0] == "g":
        return "golden die" if options.get("golden_die_faces") == "all" else "golden die 1w"
    if symbol[0] == "b":
        return "black die"
    if game in WORM_GAMES:
        return SIX_AS_WORM if options.get("six_is_worm") else "worm dice"
    return f"{game} dice"


def face_shown(kind: str, symbol: str) -> str:
    """Return the face that a die of a kind showed: a worm is a 6 where ordinary dice stand for it.

    Who types the dice, and the referee, call that face the worm.
    """
    return "6" if symbol == "w" and kind.startswith(SIX_AS_WORM) else symbol[-1]


def _count_action(one: Played, seats: tuple[SeatFigures, ...]) -> None:
    if isinstance(one.action, Choose):
        verb, _, face = str(one.action.choice).partition(" ")
        if verb == "keep":
            keeps = seats[one.action.seat].keeps
            keeps[face] = keeps.get(face, 0) + 1
    for event in one.events:
        fields = dict(event.params)
        if event.code == "bust":
            seats[fields["seat"]].busts += 1
        elif event.code in STEALS:
            seats[fields["seat"]].steals += 1
            seats[fields["victim_seat"]].robbed += 1


def _count_turns(
    record: Record, line: list[Played], game: Any, seats: tuple[SeatFigures, ...]
) -> None:
    """Count turns and their time; where all write at once, a turn lasts from roll to writing.

    Elsewhere one is over as soon as another seat is due, whether that acts after it or not.
    """
    began = record.head.started_at
    for one in line:
        if game.name == "knister":
            if isinstance(one.action, Choose):
                _add_turn(seats[one.action.seat], began, one.at)
            else:
                began = one.at
            continue
        seat = _seat_of(game, one)
        if _due_seat(game.turn(one.after)) != seat:
            _add_turn(seats[seat], began, one.at)
            began = one.at


def _due_seat(turn: Turn) -> int | None:
    """Return the first seat that owes a roll or a choice; None where the match is over."""
    if isinstance(turn, NeedsChoice):
        return turn.seats[0]
    return turn.seat if isinstance(turn, NeedsRoll) else None


def _add_turn(seat: SeatFigures, began: str, ended: str) -> None:
    seat.turns += 1
    seconds = seconds_between(began, ended)
    if 0 <= seconds <= LONGEST_TURN_S:
        seat.timed_turns += 1
        seat.seconds += seconds


def _seat_of(game: Any, one: Played) -> int:
    """Return the seat that acted."""
    if isinstance(one.action, Choose):
        return one.action.seat
    seat = _due_seat(game.turn(one.before))
    assert seat is not None  # the rules let nobody roll after the end
    return seat


def _count_luck(game: Any, line: list[Played], seats: tuple[SeatFigures, ...]) -> None:
    known: dict[Any, dict[str, dict[str, float]]] = {}  # what follows a roll is asked for twice

    def figures_at(state: Any) -> dict[str, dict[str, float]]:
        if state not in known:
            if len(known) > 4:
                known.clear()
            known[state] = odds(game, state)
        return known[state]

    for mine in seats:
        mine.luck = mine.given_away = 0.0
    for one in line:
        seat = _seat_of(game, one)
        figures = figures_at(one.before)
        mine = seats[seat]
        assert mine.luck is not None
        assert mine.given_away is not None
        if isinstance(one.action, Roll):
            expected = figures["roll"]["worms"]
            mine.luck += _worms(game, one.after, seat) - _worms(game, one.before, seat)
            # the worms still to come by the best choice; none where the roll ended the turn
            if game.choices(one.after, seat):
                mine.luck += max(figure["worms"] for figure in figures_at(one.after).values())
            mine.luck -= expected
        else:
            best = max(figure["worms"] for figure in figures.values())
            mine.given_away += best - figures[str(one.action.choice)]["worms"]


def _worms(game: Any, state: Any, seat: int) -> int:
    worms: int = game.view(state)["worms"][seat]
    return worms


def _face(symbol: Any) -> Any:
    """Return the face alone, as the camera reads it, of a die that may be `b4` or `gw`."""
    return face_of(symbol) if isinstance(symbol, str) and symbol else symbol


def _count_readings(entries: tuple[Entry, ...], figures: MatchFigures) -> None:
    """Count dice that the camera read, those that it misread, and those that had no face.

    Misread is a die whose face stands otherwise in the end than the camera read it: a slip of a
    person that was taken back to the camera's face is none.
    """
    changed: dict[Any, tuple[Any, Any]] = {}  # by die: what was read, and the last word on it

    def settle() -> None:
        for read, told in changed.values():
            figures.dice_unread += read is None
            figures.dice_misread += read is not None and _face(read) != _face(told)
        changed.clear()

    read_now = False
    for entry in entries:
        if entry.kind == "roll":
            settle()
            read_now = bool(entry.camera)
            figures.dice_read += len(entry.camera or ())
        if not read_now:
            continue
        for change in entry.changed:
            die = change.get("die")
            read, _ = changed.get(die, (change.get("from"), None))
            changed[die] = (read, change.get("to"))
    settle()

"""The figures of many matches together: by player and by kind of dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from device.fairness import dice_figures, fair_chances
from device.match_figures import WORM_GAMES, MatchFigures, SeatFigures
from web.port import PlayerFigures, PointsFigures, Statistics


@dataclass(slots=True)
class _Sums:
    """What is added up for one player."""

    name: str
    games: int = 0
    finished: int = 0
    wins: int = 0
    worms: int = 0
    bust_turns: int = 0
    odds_games: int = 0
    luck: float = 0.0
    given_away: float = 0.0
    seats: list[SeatFigures] = field(default_factory=list)
    points: dict[str, list[int | None]] = field(default_factory=dict)
    """By game with points those of each match; None: it has no end so far."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a match after so many entries; no figures: it does not follow the rules."""

    entries: int
    figures: MatchFigures | None


@dataclass(slots=True)
class Tally:
    """Which matches count: those with an entry, finished or not, that follow the rules.

    The page and `log stats` count by this alone. Of a match in play the figures of some entries
    before may stand in until the newest are worked out (`pending`).
    """

    figures: list[MatchFigures] = field(default_factory=list)
    matches: int = 0
    unfinished: int = 0
    pending: int = 0
    faulty: int = 0

    def add(self, known: Known | None, entries: int, finished: bool) -> None:
        """Count a match of so many entries in."""
        newest = known is not None and known.entries == entries
        if not entries:
            return
        if newest and known is not None and known.figures is None:
            self.faulty += 1
            return
        self.matches += 1
        self.unfinished += not finished
        self.pending += not newest
        if known is not None and known.figures is not None:
            self.figures.append(known.figures)

    def statistics(self) -> Statistics:
        """Return the figures of what was counted."""
        return replace(
            together(self.figures),
            matches=self.matches,
            unfinished=self.unfinished,
            pending=self.pending,
            faulty=self.faulty,
        )


def together(matches: Iterable[MatchFigures]) -> Statistics:
    """Return the statistics of matches; players are known by their names, large or small.

    Players come by their number of games, the most first.
    """
    people: dict[str, _Sums] = {}
    faces: dict[str, Counter[str]] = {}
    film: Counter[str] = Counter()
    found = list(matches)
    for one in found:
        film.update(one.film)
        for kind, counts in one.faces.items():
            faces.setdefault(kind, Counter()).update(counts)
        for seat, name in enumerate(one.players):
            sums = people.setdefault(name.casefold(), _Sums(name))
            _add(sums, one, seat)
    ordered = sorted(people.values(), key=lambda sums: (-sums.games, sums.name.casefold()))
    return Statistics(
        matches=len(found),
        pending=0,
        unfinished=sum(not one.finished for one in found),
        players=tuple(_player(sums) for sums in ordered),
        dice=tuple(
            dice_figures(kind, faces.get(kind, {}), fair_chances(kind), film[kind])
            for kind in sorted({*faces, *film})
        ),
        dice_read=sum(one.dice_read for one in found),
        dice_misread=sum(one.dice_misread for one in found),
        dice_unread=sum(one.dice_unread for one in found),
    )


def _add(sums: _Sums, match: MatchFigures, seat: int) -> None:
    figures = match.seats[seat]
    sums.games += 1
    sums.finished += match.finished
    sums.wins += seat in match.winners
    if match.game in WORM_GAMES and match.finished:
        sums.worms += match.scores[seat]
    if match.game in WORM_GAMES:
        sums.bust_turns += figures.turns
    else:
        points = match.scores[seat] if match.finished else None
        sums.points.setdefault(match.game, []).append(points)
    # A match that was only begun would halve the luck of a game.
    if match.finished and figures.luck is not None and figures.given_away is not None:
        sums.odds_games += 1
        sums.luck += figures.luck
        sums.given_away += figures.given_away
    sums.seats.append(figures)


def _player(sums: _Sums) -> PlayerFigures:
    keeps: Counter[str] = Counter()
    for seat in sums.seats:
        keeps.update(seat.keeps)
    timed = sum(seat.timed_turns for seat in sums.seats)
    most = max(keeps.items(), key=lambda keep: (keep[1], keep[0]), default=None)
    return PlayerFigures(
        name=sums.name,
        games=sums.games,
        finished=sums.finished,
        wins=sums.wins,
        worms=sums.worms,
        busts=sum(seat.busts for seat in sums.seats),
        steals=sum(seat.steals for seat in sums.seats),
        robbed=sum(seat.robbed for seat in sums.seats),
        turns=sum(seat.turns for seat in sums.seats),
        bust_turns=sums.bust_turns,
        seconds_per_turn=sum(seat.seconds for seat in sums.seats) / timed if timed else None,
        favourite_keep=None if most is None else most[0],
        luck=sums.luck if sums.odds_games else None,
        given_away=sums.given_away if sums.odds_games else None,
        odds_games=sums.odds_games,
        points=tuple(_points(game, sums.points[game]) for game in sorted(sums.points)),
    )


def _points(game: str, matches: list[int | None]) -> PointsFigures:
    ended = [points for points in matches if points is not None]
    return PointsFigures(
        game=game,
        games=len(matches),
        finished=len(ended),
        mean=sum(ended) / len(ended) if ended else None,
        best=max(ended, default=None),
    )

"""A match: a game, its house rules and what was entered, from which everything else follows.

    match = Match.begin(game("pickomino"), seats=2)
    match, events = match.roll(("4", "4", "4", "2", "2", "5", "1", "w"))
    match, events = match.choose(0, Keep("4"))
    match, events = match.undo()
    match.entries            # roll, choose, undo: nothing is ever taken out of the log

The state is always the replay of the effective entries. Each new match shares the whole past with
the one before it, so an entry costs the same at the start and after ten thousand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, NamedTuple, TypeVar

from rules.entry import Correct, Entry, Undo
from rules.game import Choice, Choose, Event, Game, IllegalAction, Message, Over, Roll, Turn

S = TypeVar("S")


class Moved(NamedTuple, Generic[S]):
    """The match after an entry, and what happened by it."""

    match: Match[S]
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Logged:
    """One entry of the log and those before it."""

    entry: Entry
    before: _Logged | None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Played(Generic[S]):
    """One action that still counts, the state it led to and the actions before it."""

    action: Roll | Choose
    state: S
    events: tuple[Event, ...]
    before: _Played[S] | None

    @property
    def deed(self) -> Event:
        """What was done, before all that came of it: each game says that first."""
        return self.events[0]


@dataclass(frozen=True, slots=True, eq=False)
class Match(Generic[S]):
    """One match at one moment. `options` and `position` are those it began with."""

    game: Game[S]
    seats: int
    options: Mapping[str, object]
    position: Mapping[str, object] | None
    opening: S = field(repr=False)
    _log: _Logged | None = field(default=None, repr=False)
    _line: _Played[S] | None = field(default=None, repr=False)

    @classmethod
    def begin(
        cls,
        game: Game[S],
        seats: int,
        options: Mapping[str, object] | None = None,
        position: Mapping[str, object] | None = None,
    ) -> Match[S]:
        """Return a match before its first entry; raises BadOptions or BadPosition."""
        if position is None:
            opening = game.start(seats, options)
        else:
            opening = game.place(seats, options, position)
        return cls(game, seats, dict(options or {}), position, opening)

    @property
    def state(self) -> S:
        """The present position."""
        return self.opening if self._line is None else self._line.state

    @property
    def turn(self) -> Turn:
        """What the match waits for."""
        return self.game.turn(self.state)

    @property
    def notation(self) -> str:
        """The present position in one line."""
        return self.game.notation(self.state)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All that was entered, the oldest first; undone and corrected entries included.

        Gathered anew each time: `latest` is the one to ask after each entry.
        """
        found = []
        link = self._log
        while link is not None:
            found.append(link.entry)
            link = link.before
        return tuple(reversed(found))

    @property
    def latest(self) -> Entry:
        """The last thing that was entered; raises LookupError before the first."""
        if self._log is None:
            raise LookupError("nothing has been entered yet")
        return self._log.entry

    @property
    def effective(self) -> tuple[Roll | Choose, ...]:
        """The actions that count: what is left of the entries after corrections and undos."""
        return tuple(link.action for link in reversed(list(self._links())))

    @property
    def last_roll(self) -> tuple[str, ...]:
        """The dice of the last roll as it was entered, or corrected; empty before the first."""
        roll = next((link.action for link in self._links() if isinstance(link.action, Roll)), None)
        return () if roll is None else roll.dice

    @property
    def can_correct(self) -> bool:
        """Whether there is a roll that a correction would replace."""
        return self.last_roll != ()

    @property
    def undoable(self) -> tuple[tuple[Choose, Event], ...]:
        """The choices since the last roll, the oldest first, each with what was said of it.

        The last one of them is what `undo` would take back, or the last one of a seat.
        """
        found: list[tuple[Choose, Event]] = []
        for link in self._links():
            if isinstance(link.action, Roll):
                break
            found.insert(0, (link.action, link.deed))
        return tuple(found)

    @property
    def bust(self) -> Event | None:
        """The bust that the last roll came to, at once or by a choice; None where it did not.

        It stands until the next roll, is gone when it is undone or corrected away, and tells in
        its field `kept` the dice that lay aside.
        """
        for link in self._links():
            found = next((event for event in link.events if event.code == "bust"), None)
            if found is not None or isinstance(link.action, Roll):
                return found
        return None

    def can_undo(self, seat: int | None = None) -> bool:
        """Return whether `undo` would take something back, for anybody or for one seat."""
        return any(seat is None or choose.seat == seat for choose in self._since_roll())

    def choices(self, seat: int) -> tuple[Choice, ...]:
        """Return the legal choices of `seat`; empty when none is due."""
        return self.game.choices(self.state, seat)

    def roll(self, dice: tuple[str, ...]) -> Moved[S]:
        """Enter a roll; raises IllegalAction."""
        return self._act(Roll(tuple(dice)))

    def choose(self, seat: int, choice: Choice) -> Moved[S]:
        """Enter a choice; raises IllegalAction."""
        return self._act(Choose(seat, choice))

    def correct(self, dice: tuple[str, ...]) -> Moved[S]:
        """Replace the last roll, which was misread, and keep the choices that still follow.

        They are played again in their order, up to the first that is not legal any more. Raises
        IllegalAction when there is no roll or the dice do not fit where it was rolled.
        """
        correction = Correct(tuple(dice))
        kept: list[Choose] = []
        link = self._line
        while link is not None and isinstance(link.action, Choose):
            kept.insert(0, link.action)
            link = link.before
        if link is None:
            raise self._refuse(
                correction, Message("nothing-to-correct", "There is no roll to correct yet.")
            )
        try:
            line, events = self._play(link.before, Roll(correction.dice))
        except IllegalAction as refused:
            raise self._refuse(correction, refused.reason) from None
        after, followed, dropped = self._replay(line, kept)
        entered = self._entered(correction, after)
        turned = _winner_corrected(self.turn, entered.turn)
        events = (_corrected(correction), *events, *followed, *turned)
        if dropped:
            events = (*events, _asked_again(dropped))
        return Moved(entered, events)

    def undo(self, seat: int | None = None) -> Moved[S]:
        """Take back the last choice, or the last one of `seat` where several wrote at once.

        A roll is never taken back: raises IllegalAction when the last thing was a roll.
        """
        entry = Undo(seat)
        later: list[Choose] = []
        link = self._line
        while link is not None and isinstance(link.action, Choose):
            if seat is None or link.action.seat == seat:
                break
            later.insert(0, link.action)
            link = link.before
        if link is None:
            raise self._refuse(entry, _nothing_to_undo())
        if isinstance(link.action, Roll):
            raise self._refuse(entry, _no_undo_of_a_roll(seat if later else None))
        line, events, dropped = self._replay(link.before, later)
        events = (_taken_back(link.deed), *events)
        if dropped:
            events = (*events, _asked_again(dropped))
        return Moved(self._entered(entry, line), events)

    def enter(self, entry: Entry) -> Moved[S]:
        """Enter whatever an entry says; raises IllegalAction."""
        match entry:
            case Roll(dice):
                return self.roll(dice)
            case Choose(seat, choice):
                return self.choose(seat, choice)
            case Correct(dice):
                return self.correct(dice)
            case Undo(whose):
                return self.undo(whose)

    def _links(self) -> Iterator[_Played[S]]:
        link = self._line
        while link is not None:
            yield link
            link = link.before

    def _since_roll(self) -> Iterator[Choose]:
        for link in self._links():
            if isinstance(link.action, Roll):
                return
            yield link.action

    def _act(self, action: Roll | Choose) -> Moved[S]:
        line, events = self._play(self._line, action)
        return Moved(self._entered(action, line), events)

    def _play(
        self, before: _Played[S] | None, action: Roll | Choose
    ) -> tuple[_Played[S], tuple[Event, ...]]:
        state = self.opening if before is None else before.state
        step = self.game.apply(state, action)
        return _Played(action, step.state, step.events, before), step.events

    def _replay(
        self, line: _Played[S] | None, actions: list[Choose]
    ) -> tuple[_Played[S] | None, tuple[Event, ...], int]:
        """Play choices again; also return how many were left out, from the first that fails."""
        events: tuple[Event, ...] = ()
        for done, action in enumerate(actions):
            try:
                line, happened = self._play(line, action)
            except IllegalAction:
                return line, events, len(actions) - done
            events += happened
        return line, events, 0

    def _entered(self, entry: Entry, line: _Played[S] | None) -> Match[S]:
        return replace(self, _log=_Logged(entry, self._log), _line=line)

    def _refuse(self, entry: Entry, reason: Message) -> IllegalAction:
        return IllegalAction(str(entry), reason, self.notation)


def _corrected(entry: Correct) -> Event:
    return Event("roll-corrected", "The roll was corrected to {dice}.", "",
                 (("dice", " ".join(entry.dice)),))  # fmt: skip


def _winner_corrected(before: Turn, now: Turn) -> tuple[Event, ...]:
    """Say it where a match that was over is over still, but somebody else has won."""
    if not (isinstance(before, Over) and isinstance(now, Over)) or before.winners == now.winners:
        return ()
    if len(now.winners) > 1:
        return (Event("winner-corrected", "Corrected: the win is shared now."),)
    (seat,) = now.winners
    score = now.scores[seat]
    other = max((*now.scores[:seat], *now.scores[seat + 1 :]), default=score)
    return (Event("winner-corrected", "Corrected: {seat} wins now, {score} to {other}.", "",
                  (("seat", seat), ("score", score), ("other", other))),)  # fmt: skip


def _asked_again(dropped: int) -> Event:
    return Event("choices-dropped", "What was chosen after it no longer fits and is asked again.",
                 "", (("count", dropped),))  # fmt: skip


def _taken_back(deed: Event) -> Event:
    """Say it in the words in which it was said when it was done."""
    return Event("choice-taken-back", "Taken back: {deed}.", "",
                 (*deed.params, ("deed", deed.text)))  # fmt: skip


def _nothing_to_undo() -> Message:
    return Message("nothing-to-undo", "There is no choice to take back yet.")


def _no_undo_of_a_roll(seat: int | None) -> Message:
    if seat is None:
        return Message("roll-not-undone",
                       "A roll is never taken back: if it was misread, correct it.")  # fmt: skip
    return Message("nothing-of-this-seat", "{seat} has chosen nothing since the last roll.", "",
                   (("seat", seat),))  # fmt: skip

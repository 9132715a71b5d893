"""Pickomino (Heckmeck am Bratwurmeck, Piko Piko, Polowanie na robale): the referee, P1 to P20.

A turn goes `roll` -> `keep` -> `decide` and again, until a tile is taken or the player busts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from rules.game import (
    Action,
    Choice,
    Choose,
    Event,
    IllegalAction,
    Message,
    NeedsChoice,
    NeedsRoll,
    Option,
    Over,
    Roll,
    Step,
    Turn,
    Unreadable,
)
from rules.pickomino import choices as written
from rules.pickomino import position as tables
from rules.pickomino import words
from rules.pickomino.choices import KEEP, STOP, THROW, Keep, Steal, Stop, Take, Throw
from rules.pickomino.dice import (
    DICE,
    FACES,
    faces,
    faces_to_keep,
    has_worm,
    of_face,
    worms_for_sixes,
)
from rules.pickomino.house import OPTIONS, read_options
from rules.pickomino.refusals import why_not
from rules.pickomino.standings import standings
from rules.pickomino.state import State, view
from rules.pickomino.tiles import (
    TILES,
    WORMS,
    claims,
    pop,
    push,
    to_turn_over,
    with_tile,
    within_reach,
    without,
)
from rules.reading import decode, encode
from rules.refusals import choice_refused, roll_refused
from rules.seats import check_seats

_SHOWN: Final = "".join(FACES)


class Pickomino:
    """The base game. See `rules.game.Game` for what each method does."""

    name: ClassVar[str] = "pickomino"
    title: ClassVar[str] = "Pickomino"
    seats: ClassVar[range] = range(2, 8)
    options: ClassVar[tuple[Option, ...]] = OPTIONS

    def start(self, seats: int, options: Mapping[str, object] | None = None) -> State:
        """Return the first position: 21 to 36 face up, nobody has a tile (P1, P2)."""
        check_seats(self.title, self.seats, seats)
        return State(read_options(options), TILES, (), ((),) * seats, 0)

    def place(
        self, seats: int, options: Mapping[str, object] | None, position: Mapping[str, object]
    ) -> State:
        """Return a table already being played, at the start of a turn; raises BadPosition."""
        check_seats(self.title, self.seats, seats)
        return tables.place(seats, read_options(options), position)

    def turn(self, state: State) -> Turn:
        """Say what the state waits for."""
        if state.phase == "roll":
            return NeedsRoll(state.seat, state.dice_left, _SHOWN)
        if state.phase == "over":
            return standings(state.worms, state.stacks)
        return NeedsChoice((state.seat,))

    def choices(self, state: State, seat: int) -> tuple[Choice, ...]:
        """Return the legal choices of `seat`: keeps by face, or throw, take, steal, stop."""
        if seat != state.seat:
            return ()
        if state.phase == "keep":
            return tuple([KEEP[face] for face in faces_to_keep(state.rolled, state.kept)])
        if state.phase == "decide":
            return _decisions(state)
        return ()

    def apply(self, state: State, action: Action) -> Step[State]:
        """Apply a roll or a choice; raises IllegalAction."""
        if isinstance(action, Roll):
            return self._roll(state, action)
        if isinstance(action, Choose):
            return self._choose(state, action)
        raise TypeError(f"{action!r} is neither a roll nor a choice")

    def _roll(self, state: State, action: Roll) -> Step[State]:
        dice = worms_for_sixes(action.dice) if state.house.six_is_worm else action.dice
        reason = roll_refused(self.turn(state), dice, FACES)
        if reason is not None:
            raise self._refuse(state, action, reason)
        said = words.rolled(state.seat, dice)
        if not faces_to_keep(dice, state.kept):
            return _bust(state, (said, words.bust_no_new_face(state.seat, state.kept)))
        after = replace(state, phase="keep", rolled=tuple(sorted(dice)))
        return Step(after, (said,))

    def _choose(self, state: State, action: Choose) -> Step[State]:
        choice = action.choice
        if choice not in self.choices(state, action.seat):
            reason = choice_refused(self.turn(state), action.seat)
            if reason is None:
                nearest = within_reach(state.grill, state.total)
                reason = why_not(state, choice, nearest, WORMS)
            raise self._refuse(state, action, reason)
        match choice:
            case Keep(face):
                return _keep(state, face)
            case Throw():
                said = words.thrown(state.seat, state.dice_left)
                return Step(replace(state, phase="roll"), (said,))
            case Take(tile):
                return _take(state, tile)
            case Steal(tile, victim):
                return _steal(state, tile, victim)
            case Stop():
                return _bust(state, (words.bust_stopped(state.seat, state.kept),))
        raise AssertionError(choice)

    def meaning(self, state: State, seat: int, choice: Choice) -> Message:
        """Say what a choice would do."""
        match choice:
            case Keep(face):
                dice = of_face(state.rolled, face)
                after = replace(state, kept=state.kept + dice)
                return words.keep_means(dice, after.total)
            case Throw():
                return words.throw_means(state.dice_left)
            case Take(tile):
                return words.take_means(tile, WORMS.get(tile, 0))
            case Steal(tile, victim):
                return words.steal_means(tile, victim, WORMS.get(tile, 0))
            case _:
                return words.stop_means()

    def view(self, state: State) -> dict[str, object]:
        """Return the JSON-ready `state` object."""
        return view(state)

    def notation(self, state: State) -> str:
        """Return the position in one line."""
        return tables.write(self.name, state)

    def parse(self, text: str) -> State:
        """Return the position that `notation` wrote; raises Unreadable."""
        state = tables.read(self.name, text)
        if not _stands(state):
            raise Unreadable("no turn comes to this: kept dice, rolled dice and phase do not fit")
        return state

    def encode(self, action: Action) -> str:
        """Return an action as text."""
        return encode(action)

    def decode(self, text: str) -> Action:
        """Return the action that `encode` wrote; raises Unreadable."""
        return decode(self.read_choice, text)

    def read_choice(self, text: str) -> Choice:
        """Return the choice with this public text; raises Unreadable."""
        return written.read(text)

    def _refuse(self, state: State, action: Action, reason: Message) -> IllegalAction:
        return IllegalAction(encode(action), reason, self.notation(state))


def _decisions(state: State) -> tuple[Choice, ...]:
    """Return throw, take, steal and stop as far as they are legal (P8 to P12, SW-P2, SW-P4)."""
    found: list[Choice] = []
    if state.dice_left and len(faces(state.kept)) < len(FACES):
        found.append(THROW)
    take = None
    if has_worm(state.kept):
        take, victim = claims(
            state.grill,
            state.stacks,
            state.seat,
            state.total,
            lower_when_steal_possible=state.house.lower_tile_when_steal_possible,
        )
        if take is not None:
            found.append(Take(take))
        if victim is not None:
            found.append(Steal(state.total, victim))
    # with nothing to throw and nothing to take the turn is over by itself, there is no stopping
    if state.house.voluntary_bust and found and take is None:
        found.append(STOP)
    return tuple(found)


def _keep(state: State, face: str) -> Step[State]:
    """Set a face aside; where nothing can follow the turn is a bust at once (P8, P14)."""
    dice = of_face(state.rolled, face)
    after = replace(state, phase="decide", kept=state.kept + dice, rolled=())
    said = words.kept(state.seat, face, len(dice), after.total)
    if _decisions(after):
        return Step(after, (said,))
    if has_worm(after.kept):
        return _bust(after, (said, words.bust_no_tile(state.seat, after.total, after.kept)))
    return _bust(after, (said, words.bust_no_worm(state.seat, after.total, after.kept)))


def _take(state: State, tile: int) -> Step[State]:
    said = words.taken(state.seat, tile, state.total, WORMS[tile])
    after = replace(
        state,
        grill=without(state.grill, tile),
        stacks=push(state.stacks, state.seat, tile),
    )
    return _next_turn(after, (said,))


def _steal(state: State, tile: int, victim: int) -> Step[State]:
    said = words.stolen(state.seat, tile, victim, WORMS[tile])
    stacks = push(pop(state.stacks, victim), state.seat, tile)
    return _next_turn(replace(state, stacks=stacks), (said,))


def _bust(state: State, said: tuple[Event, ...]) -> Step[State]:
    """Give the top tile back and turn the highest over (P15 to P17)."""
    seat = state.seat
    if not state.stacks[seat]:
        return _next_turn(state, (*said, words.nothing_to_give_back(seat)))
    tile = state.stacks[seat][-1]
    said = (*said, words.given_back(seat, tile))
    grill, face_down = with_tile(state.grill, tile), state.face_down
    flipped = to_turn_over(grill, tile, flip_returned=state.house.flip_returned_if_highest)
    if flipped is None:
        said = (*said, words.stays_face_up(tile))
    else:
        said = (*said, words.turned_over(flipped))
        grill, face_down = without(grill, flipped), with_tile(face_down, flipped)
    after = replace(state, grill=grill, face_down=face_down, stacks=pop(state.stacks, seat))
    return _next_turn(after, said)


def _next_turn(state: State, said: tuple[Event, ...]) -> Step[State]:
    """Pass the dice to the left, or end the game when no tile lies face up (P1, P18)."""
    if not state.grill:
        over = replace(state, phase="over", kept=(), rolled=())
        result: Over = standings(over.worms, over.stacks)
        return Step(over, (*said, words.ended(result.reason)))
    seat = (state.seat + 1) % len(state.stacks)
    return Step(replace(state, phase="roll", seat=seat, kept=(), rolled=()), said)


def _stands(state: State) -> bool:
    """Return whether a turn can have come to this state."""
    if (state.phase == "over") == bool(state.grill):
        return False
    if state.phase == "over":
        return not state.kept and not state.rolled
    if not tables.kept_in_one_piece(state.kept) or len(state.kept) > DICE:
        return False
    if not set(state.kept) | set(state.rolled) <= set(FACES):
        return False
    if state.phase == "keep":
        in_order = list(state.rolled) == sorted(state.rolled)
        fits = len(state.rolled) == state.dice_left
        return in_order and fits and bool(faces_to_keep(state.rolled, state.kept))
    if state.rolled:
        return False
    if state.phase == "decide":
        return bool(state.kept) and bool(_decisions(state))
    return not state.kept or (state.dice_left > 0 and len(faces(state.kept)) < len(FACES))

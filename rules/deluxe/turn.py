"""The course of a turn: the golden die, rolling, the weasel, keeping, and what may follow."""

from __future__ import annotations

from dataclasses import replace

from rules.deluxe import words
from rules.deluxe.bust import bust
from rules.deluxe.choices import BUST, GOLDEN, NO_GOLDEN, WEASEL, Hold, RoundWorm
from rules.deluxe.gains import gain_round_worm, offered, round_worm_from
from rules.deluxe.passing import next_turn
from rules.deluxe.reach import claims, round_worm_victims
from rules.deluxe.state import State
from rules.game import Choice, Event, Step
from rules.pickomino import words as base_words
from rules.pickomino.choices import KEEP, STOP, THROW
from rules.pickomino.dice import FACES, faces, faces_to_keep, has_worm, of_face


def golden_symbols(state: State) -> tuple[str, ...]:
    """Return what the golden die can show (SW-D6)."""
    shown = ("1", "w") if state.house.golden_die_faces == "1w" else FACES
    return tuple("g" + face for face in shown)


def choices(state: State) -> tuple[Choice, ...]:
    """Return what the player whose turn it is may choose."""
    match state.phase:
        case "golden":
            return (GOLDEN, NO_GOLDEN) if state.dice_left else (GOLDEN,)
        case "keep":
            return _keeps(state)
        case "decide":
            return decisions(state)
        case "round-worm":
            return tuple(RoundWorm(seat) for seat in round_worm_victims(state))
        case "hold":
            assert state.claim is not None
            return tuple(Hold(name) for name in offered(state, state.claim) if name is not None)
        case _:
            return ()


def _keeps(state: State) -> tuple[Choice, ...]:
    found: list[Choice] = [KEEP[face] for face in faces_to_keep(state.rolled, state.kept)]
    if not found:
        return (WEASEL, BUST)
    if state.weasel_may_run:
        found.append(WEASEL)
    return tuple(found)


def decisions(state: State) -> tuple[Choice, ...]:
    """Return throw, take, steal and stop as far as they are legal (P8 to P12, SW-P2, SW-P4)."""
    found: list[Choice] = []
    if can_throw(state):
        found.append(THROW)
    take, steal = claims(state)
    if take is not None:
        found.append(take)
    if steal is not None:
        found.append(steal)
    if state.house.voluntary_bust and found and take is None:
        found.append(STOP)
    return tuple(found)


def can_throw(state: State) -> bool:
    """Return whether a die is left to throw that could still be kept (P8, SW-P4, SW-D5)."""
    return len(faces(state.kept)) < len(FACES) and (
        state.dice_left > 0 or golden_at_any_roll(state)
    )


def golden_at_any_roll(state: State) -> bool:
    """Return whether the golden die may come in although the turn has begun (SW-D5)."""
    return state.house.golden_die_joins == "any roll" and state.golden_may_join


def golden(state: State, joins: bool) -> Step[State]:
    """Use the golden die, or leave it out (D12)."""
    said = words.golden_joins(state.seat) if joins else words.golden_stays_out(state.seat)
    return Step(replace(state, phase="roll", golden=joins), (said,))


def throw(state: State) -> Step[State]:
    """Throw the remaining dice again, the golden one with them where it may join."""
    if not golden_at_any_roll(state):
        said = base_words.thrown(state.seat, state.dice_left)
        return Step(replace(state, phase="roll"), (said,))
    said = base_words.thrown(state.seat, max(state.dice_left, 1))
    return Step(replace(state, phase="golden"), (said,))


def rolled(state: State, dice: tuple[str, ...]) -> Step[State]:
    """Look at a roll: keep something, or bust at once unless the weasel can help (P7, D13)."""
    said: tuple[Event, ...] = (base_words.rolled(state.seat, dice),)
    if not faces_to_keep(dice, state.kept):
        if not state.weasel_may_run:
            return bust(state, (*said, base_words.bust_no_new_face(state.seat, state.kept)))
        said = (*said, words.could_send_weasel(state.seat))
    return Step(replace(state, phase="keep", rolled=tuple(sorted(dice))), said)


def weasel(state: State) -> Step[State]:
    """Roll the dice just rolled again; the second result stands (D13)."""
    said = words.weasel_runs(state.seat, len(state.rolled))
    return Step(replace(state, phase="roll", rolled=(), weasel_used=True), (said,))


def keep(state: State, face: str) -> Step[State]:
    """Set a face aside; two ones or more bring a round worm whatever follows (P4, D5)."""
    dice = of_face(state.rolled, face)
    after = replace(state, phase="decide", kept=state.kept + dice, rolled=())
    said: tuple[Event, ...] = (base_words.kept(state.seat, face, len(dice), after.total),)
    if face == "1" and len(dice) >= 2 and state.house.extended:
        after, worms = gain_round_worm(after, "D5")
        said = (*said, *worms)
        if after.phase == "round-worm":
            return Step(after, said)
    return _kept(after, said)


def round_worm(state: State, victim: int) -> Step[State]:
    """Take a round worm from an opponent and go on where the turn was (D6)."""
    after, said = round_worm_from(state, victim)
    if not after.kept:
        # a tile has been taken from under the raven: the turn is over
        return next_turn(after, said)
    return _kept(replace(after, phase="decide"), said)


def _kept(state: State, said: tuple[Event, ...]) -> Step[State]:
    """Go on after a keep; where nothing can follow it is a bust at once (P8, P14)."""
    if decisions(state):
        return Step(state, said)
    if has_worm(state.kept) or state.red_worm_counts:
        return bust(state, (*said, base_words.bust_no_tile(state.seat, state.total, state.kept)))
    return bust(state, (*said, base_words.bust_no_worm(state.seat, state.total, state.kept)))

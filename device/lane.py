"""What the dice in the lane say at a choice: the keep they name, or what is wrong with them.

The lane is read in order, left to right. Players who keep by button and leave the lane empty are
left alone; once dice lie there, they must be those that were kept (P4, P5).
"""

from __future__ import annotations

from collections import Counter

from device import sentences
from device.dice_of_game import as_they_can_be
from device.due import Due
from device.golden_and_black import marked_die, named_so
from rules.game import Choice, Message
from rules.notation import face_of
from vision.observation import Die, Observation


def judge_lane(due: Due, observation: Observation) -> Choice | Message | None:
    """Return the choice that the lane names, what is wrong there, or None for nothing new."""
    there = {face_of(symbol) for symbol in (*due.kept, *due.rolled)}
    laid_out = as_they_can_be(observation.in_area("lane"), there, due.played)
    lane = sorted(laid_out, key=lambda die: die.center_xy[0])
    if not lane:
        return None
    for index, die in enumerate(lane):
        if die.face is None:
            return sentences.faceless_die(index + 1, len(lane))
    faces = [due.played(die.face or "") for die in lane]
    if any(text.startswith("place ") for text in due.texts):
        return _placed(due, lane, faces, observation.in_area("tray"))
    kept = Counter(face_of(symbol) for symbol in due.kept)
    laid = Counter(faces)
    if kept - laid:
        return sentences.LANE_CHANGED
    new = laid - kept
    if not new or (not kept and not due.choices):
        return None
    if not any(text.startswith("keep ") for text in due.texts):
        return sentences.LANE_CHANGED
    return _kept(due, new)


def _kept(due: Due, new: Counter[str]) -> Choice | Message:
    if len(new) > 1:
        return sentences.lane_mixed()
    face, count = next(iter(new.items()))
    choice = due.choice(f"keep {face}")
    if choice is None:
        used = face in {face_of(symbol) for symbol in due.kept}
        return sentences.lane_used(face) if used else sentences.LANE_CHANGED
    rolled = sum(due.played(face_of(symbol)) == face for symbol in due.rolled)
    if count < rolled:
        return sentences.lane_too_few(face, rolled, count)
    return choice if count == rolled else sentences.LANE_CHANGED


def _placed(
    due: Due, lane: list[Die], faces: list[str], tray: tuple[Die, ...]
) -> Choice | Message | None:
    """Fortuna: the fields are the lane's order, the black die marked."""
    before = list(due.kept)
    black = _black_in(due, lane, faces, tray)
    if isinstance(black, Message):
        return black
    symbols = [("b" if index == black else "") + face for index, face in enumerate(faces)]
    if symbols[: len(before)] != before:
        return sentences.LANE_CHANGED
    if symbols == before:
        return None
    choice = due.choice("place " + " ".join(symbols[len(before) :]))
    return choice if choice is not None else sentences.LANE_NOT_LEGAL


def _black_in(
    due: Due, lane: list[Die], faces: list[str], tray: tuple[Die, ...]
) -> int | Message | None:
    """Return where in the lane the black die lies, None where it does not.

    It stays where it was placed. Else it shows what it was rolled with; where a golden die shows
    the same, it is told as in a roll while all dice of the turn are in sight, or by its name. A
    message: it may be either of them.
    """
    placed = [index for index, symbol in enumerate(due.kept) if symbol[:1] == "b"]
    if placed:
        return placed[0]
    rolled = next((face_of(symbol) for symbol in due.rolled if symbol[:1] == "b"), "")
    showing = [
        index for index, face in enumerate(faces) if index >= len(due.kept) and face == rolled
    ]
    if not showing or rolled not in due.rolled:
        return showing[0] if len(showing) == 1 else None
    if len(lane) + len(tray) == len(due.kept) + len(due.rolled):
        place = marked_die("b", [*lane, *tray])
        if place is not None:
            return place if place < len(lane) else None
    named = named_so("b", lane)
    if len(named) == 1:
        return named[0]
    golden = named_so("g", lane)
    return None if all(index in golden for index in showing) else sentences.BLACK_UNSEEN

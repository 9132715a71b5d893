"""The pure referee: what is due, what lies on the table or was told -> Act, Ask or Wait.

Time comes inside the inputs. The referee keeps a small frozen `Memory`, which the table hands back
to it with the next input:

    verdict = judge(memory, due, Seen(observation, at_s, moved=True))
    verdict.decision      # Act(entries, reading), Ask(message, dice) or Wait()

A roll is accepted when the dice have come to rest after moving, all of them moved, their number is
right and every reading is sure. Otherwise it says what is wrong: at once for a die that cannot be
read, after `PATIENCE_S` for whatever may still be on its way (a die fetched from the floor).
Dice that never moved are never a new roll.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from device import sentences
from device.dice_of_game import as_they_can_be, pictures_as_worms
from device.due import Due
from device.golden_and_black import marked_die
from device.lane import judge_lane
from device.motion import moved_dice, shows_a_throw
from rules.game import Choice, Choose, Message, NeedsChoice, NeedsRoll, Roll
from vision.observation import Die, Observation

PATIENCE_S = 3.0
LAID_S = 4.0  # how long dice lie on the fields of Fortuna before they count as all of them


@dataclass(frozen=True, slots=True)
class Seen:
    """What lies there, at rest. `moved`: something moved since the last time this was said."""

    observation: Observation
    at_s: float
    moved: bool


@dataclass(frozen=True, slots=True)
class Confirm:
    """A person says that the reading is right as it is shown."""


@dataclass(frozen=True, slots=True)
class Fix:
    """A person says what one die of the reading shows; `die` is its index in the reading."""

    die: int
    face: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Dice as read, with the faces that a person changed: {index: face}.

    `frame` is the size (width, height) of the picture in px.
    """

    dice: tuple[Die, ...]
    fixes: tuple[tuple[int, str], ...] = ()
    frame: tuple[int, int] = (0, 0)

    def face(self, index: int) -> str | None:
        """Return the face of a die, a person's word before the camera's."""
        return dict(self.fixes).get(index, self.dice[index].face)


@dataclass(frozen=True, slots=True)
class Act:
    """Enter these, in order; `reading` belongs to the roll among them."""

    entries: tuple[Roll | Choose, ...]
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """Say what is wrong; `dice` are indices into the reading (or the observation)."""

    message: Message
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What the referee remembers between inputs.

    `resting` are the dice that lay there before the roll that is due, `moved` says that something
    has moved since it became due, `reading` is the one that waits for a person's word, and
    `wrong` what has been wrong since `wrong_since_s`. `laid` is what the lane has named since
    `laid_since_s`, while more dice could follow.
    """

    resting: tuple[Die, ...] = ()
    moved: bool = False
    reading: Reading | None = None
    wrong: Message | None = None
    wrong_since_s: float = 0.0
    laid: Choice | None = None
    laid_since_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The decision, and the memory for the next input."""

    memory: Memory
    decision: Act | Ask | Wait = field(default_factory=Wait)


def judge(memory: Memory, due: Due, heard: Seen | Confirm | Fix) -> Verdict:
    """Return what is to be done about one input."""
    if isinstance(heard, Confirm):
        return _confirmed(memory, due)
    if isinstance(heard, Fix):
        return _fixed(memory, due, heard)
    if isinstance(due.turn, NeedsRoll):
        return _looking_for_a_roll(memory, due.turn, due, heard)
    if isinstance(due.turn, NeedsChoice):
        return _looking_at_a_choice(memory, due, heard)
    return Verdict(_settled(heard))


def accepted(memory: Memory, dice: tuple[Die, ...] = ()) -> Memory:
    """Return the memory after a roll was entered: what lies there now is no new roll."""
    return Memory(resting=dice or memory.resting)


def _settled(seen: Seen) -> Memory:
    """Remember what lies there while no roll is due: the next roll is compared with it."""
    return Memory(resting=seen.observation.dice)


def _looking_for_a_roll(memory: Memory, turn: NeedsRoll, due: Due, seen: Seen) -> Verdict:
    if seen.moved:
        memory = replace(memory, moved=True, reading=None)
    if not memory.moved:
        return Verdict(memory)
    tray = seen.observation.in_area("tray")
    thrown = moved_dice(tray, memory.resting)
    if not thrown:
        return Verdict(replace(memory, wrong=None))
    if seen.observation.mat_seen and (fault := _lane_fault(due, seen.observation)):
        return _wrong(memory, fault, seen.at_s)
    if len(tray) != turn.dice and len(thrown) != turn.dice:
        return _wrong(memory, sentences.wrong_number(turn.dice, len(tray)), seen.at_s)
    if len(thrown) != turn.dice:
        return _wrong(memory, sentences.not_all_thrown(turn.dice, len(thrown)), seen.at_s)
    thrown = as_they_can_be(pictures_as_worms(thrown, turn.faces), turn.faces, due.played)
    fixes = memory.reading.fixes if memory.reading and memory.reading.dice == thrown else ()
    frame = (seen.observation.width, seen.observation.height)
    return _read(memory, due, turn, Reading(thrown, fixes, frame))


def _read(
    memory: Memory, due: Due, turn: NeedsRoll, reading: Reading, confirmed: bool = False
) -> Verdict:
    """Accept a reading whose dice are all sure (or confirmed), else ask about what is not.

    Dice without a face of this game come first, one by one: nobody can confirm those. All that are
    only unsure are one question, and one CONFIRM accepts them as they are shown.
    """
    memory = replace(memory, reading=reading, wrong=None)
    count = len(reading.dice)
    fixed = dict(reading.fixes)
    faces: list[str] = []
    for index in range(count):
        face = reading.face(index)
        if face is None:
            return Verdict(memory, Ask(sentences.faceless_die(index + 1, count), (index,)))
        face = due.played(face)
        if face not in turn.faces:
            known = reading.dice[index].sure or index in fixed
            if face == "6" and "w" in turn.faces and known:
                return Verdict(memory, Ask(sentences.SIX_AMONG_WORMS, (index,)))
            return Verdict(memory, Ask(sentences.strange_die(index + 1, count, face), (index,)))
        faces.append(face)
    unsure = tuple(i for i, d in enumerate(reading.dice) if not d.sure and i not in fixed)
    if unsure and not confirmed:
        first = unsure[0]
        leans = reading.dice[first].leans
        one = sentences.unsure_die(first + 1, count, faces[first], leans)
        several = sentences.unsure_dice(len(unsure), count)
        return Verdict(memory, Ask(one if len(unsure) == 1 else several, unsure))
    symbols = _with_marks(turn, reading.dice, faces)
    if isinstance(symbols, Message):
        return Verdict(memory, Ask(symbols))
    return Verdict(accepted(memory, reading.dice), Act((Roll(symbols),), reading))


def _with_marks(
    turn: NeedsRoll, dice: tuple[Die, ...], faces: list[str]
) -> tuple[str, ...] | Message:
    """Put `g` or `b` before the face of the one golden or black die, where one is due."""
    symbols = list(faces)
    for mark in turn.special:
        place = marked_die(mark, dice)
        if place is None:
            return sentences.unseen(mark)
        symbols[place] = mark + faces[place]
    return tuple(symbols)


def _looking_at_a_choice(memory: Memory, due: Due, seen: Seen) -> Verdict:
    """At a choice the lane may name the keep, and a throw may stand for `throw`."""
    if seen.moved:
        memory = replace(memory, moved=True, reading=None)
    if not memory.moved:
        return Verdict(memory)
    lane = judge_lane(due, seen.observation) if seen.observation.mat_seen else None
    if isinstance(lane, Message):
        return _wrong(replace(memory, laid=None), lane, seen.at_s)
    tray = seen.observation.in_area("tray")
    if lane is not None and due.seat is not None:
        act = Act((Choose(due.seat, lane),))
        thrown = moved_dice(tray, memory.resting)
        if thrown == tray and shows_a_throw(thrown, memory.resting):
            # Kept and thrown again in one go: the throw is looked at once the keep is entered.
            return Verdict(replace(memory, wrong=None, laid=None), act)
        row = str(lane).split()
        if row[0] == "place" and len(row) - 1 < len(memory.resting):
            # Any beginning of a row is a row too: another die may be on its way to the next field,
            # and the hand that brings it may hide all that is left in the tray.
            if memory.laid != lane:
                since_s = seen.at_s
                return Verdict(replace(memory, wrong=None, laid=lane, laid_since_s=since_s))
            if seen.at_s - memory.laid_since_s < LAID_S:
                return Verdict(memory)
        return Verdict(_settled(seen), act)
    throw = due.choice("throw")
    if throw is None or due.seat is None:
        return Verdict(_settled(seen))
    return _throw_again(memory, due, Choose(due.seat, throw), seen)


def _throw_again(memory: Memory, due: Due, throw: Choose, seen: Seen) -> Verdict:
    """Take a throw of all the dice that are left for the choice `throw` itself."""
    left = due.dice_left
    thrown = moved_dice(seen.observation.in_area("tray"), memory.resting)
    if not thrown:
        return Verdict(replace(memory, wrong=None))
    if len(thrown) != left:
        # Dice are being gathered or set aside: this is no throw yet, and nothing is wrong.
        return Verdict(memory)
    if not shows_a_throw(thrown, memory.resting):
        return _wrong(memory, sentences.WAS_THAT_A_THROW, seen.at_s)
    return Verdict(replace(memory, wrong=None), Act((throw,)))


def _lane_fault(due: Due, observation: Observation) -> Message | None:
    lane = judge_lane(due, observation)
    return lane if isinstance(lane, Message) else None


def _wrong(memory: Memory, message: Message, at_s: float) -> Verdict:
    """Say what is wrong once the same thing has been wrong for a while."""
    if memory.wrong != message:
        return Verdict(replace(memory, wrong=message, wrong_since_s=at_s))
    if at_s - memory.wrong_since_s < PATIENCE_S:
        return Verdict(memory)
    return Verdict(memory, Ask(message))


def _confirmed(memory: Memory, due: Due) -> Verdict:
    if memory.reading is None or not isinstance(due.turn, NeedsRoll):
        return Verdict(memory)
    return _read(memory, due, due.turn, memory.reading, confirmed=True)


def _fixed(memory: Memory, due: Due, fix: Fix) -> Verdict:
    reading = memory.reading
    if reading is None or not isinstance(due.turn, NeedsRoll):
        return Verdict(memory)
    if not 0 <= fix.die < len(reading.dice):
        return Verdict(memory)
    face = due.meant(fix.face, reading.dice[fix.die].face)
    fixes = {**dict(reading.fixes), fix.die: face}
    return _read(
        memory, due, due.turn, Reading(reading.dice, tuple(sorted(fixes.items())), reading.frame)
    )

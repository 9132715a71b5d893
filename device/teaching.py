"""Learn the faces of somebody's own dice: what is taught, what is missing, how sure.

`Teaching` is pure but for the networks: pictures come in, sentences and a profile come out. The
command `teach` drives it with photos, and a table may drive it face by face.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import numpy as np

from device.counted import counted
from device.labels import Box, Labelled
from device.photo_names import photos_meant
from device.trouble import Trouble
from vision.apart import apart
from vision.locate import Spot
from vision.looks import CLASSES
from vision.photo import Frame
from vision.profile import MOST_A_FACE, Profile, ProfileError, check_face
from vision.read import Reading
from vision.see import Eyes, look, shipped_eyes
from vision.taught import Check, Example, Taught, cut_face

ENOUGH = 6  # examples of a face with which it is usually read well
FACES_OF_A_DIE = 6
SYMBOLS = CLASSES[:7]  # 1 to 6 and w: what dice of the games show
MARKS = {"g": "golden", "b": "black"}  # before them, where a game has such a die
SURE = 0.95  # of a reading: that it is this symbol, without having been taught
FAINT = 0.4  # of a place: less is hardly a die
FEW_PHOTOS = 6  # are named where one is asked for; a profile may come from hundreds
MOST_DICE = 12  # more than any game throws lie in a photo of dice rarely


@dataclass(frozen=True, slots=True)
class Learnt:
    """What one picture taught: how many dice of each face.

    `left_out` dice had no label, `known` were learnt from this very picture before, `otherwise`
    says as how many of which other face; `unseen` names the labels where no die is seen.
    """

    counts: Mapping[str, int]
    left_out: int = 0
    known: int = 0
    otherwise: Mapping[str, int] = field(default_factory=dict)
    unseen: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = field(default=(), compare=False)


class TeachingTrouble(Trouble):
    """A photo or a label from which nothing can be learnt.

    `seen` is how many dice are seen where `wanted` should lie; None where that is not the matter.
    """

    def __init__(
        self, what: str, remedy: str = "", seen: int | None = None, wanted: int = 1
    ) -> None:
        """Keep the numbers beside what `Trouble` keeps."""
        super().__init__(what, remedy)
        self.seen = seen
        self.wanted = wanted


class Teaching:
    """Collects examples into a profile. `expected` is how many dice lie in each picture, if known.

    Each call either learns the whole picture or raises and learns nothing of it.
    """

    def __init__(
        self, profile: Profile | None = None, expected: int | None = None, eyes: Eyes | None = None
    ) -> None:
        """Begin with a profile to go on with, or an empty one."""
        self.profile = profile or Profile()
        self._expected = expected
        self.eyes = eyes or shipped_eyes()

    def see_face(self, face: str, frame: Frame, photo: Path | str) -> Learnt:
        """Learn a picture in which every die shows `face`; raises TeachingTrouble.

        `photo` is its file, or words for a picture that is none.
        """
        found = usual_in_size(apart(look(frame, self.eyes)))
        if not found:
            raise TeachingTrouble(
                f"{photo}: no die is seen", "more light, dice larger in view", seen=0
            )
        if self._expected is not None and len(found) != self._expected:
            raise TeachingTrouble(
                f"{photo}: {_dice(len(found))} seen where {self._expected} should lie",
                "lay all dice apart from each other in view, with this face up",
                seen=len(found),
                wanted=self._expected,
            )
        known, otherwise = self._learn(frame, photo, [(face, reading) for reading in found])
        return Learnt({face: len(found)}, known=known, otherwise=otherwise, readings=tuple(found))

    def see_labelled(self, labelled: Labelled, frame: Frame, photo: Path | str) -> Learnt:
        """Learn a picture whose dice have labels; raises TeachingTrouble where they do not match.

        Boxes are matched by place; a label where no die is seen is left out and named, and where
        most labels are so, they belong to another picture. Values without boxes are used where all
        of them are alike and as many dice are seen.
        """
        everywhere = look(frame, self.eyes)
        found = usual_in_size(apart(everywhere))
        unseen: list[str] = []
        if labelled.boxes is None:
            if len(set(labelled.values)) != 1 or len(found) != len(labelled.values):
                raise TeachingTrouble(
                    f"{photo}: {_dice(len(found))} seen, and which of {len(labelled.values)} "
                    "values belongs to which is not said",
                    "give each die its box, or a photo to each face",
                )
            pairs = [(labelled.values[0], reading) for reading in found]
        else:
            pairs = []
            for face, box in zip(labelled.values, labelled.boxes, strict=True):
                reading = at_box(box, everywhere) or self._read_box(frame, box)
                if reading is not None:
                    pairs.append((face, reading))
                    continue
                x, y = middle(box)
                unseen.append(f"no die is seen at {x:.0f}, {y:.0f}, where the label says `{face}`")
            if 2 * len(unseen) > len(labelled.boxes):
                raise TeachingTrouble(
                    f"{photo}: {unseen[0]}", "see whether the labels belong to this photo"
                )
        known, otherwise = self._learn(frame, photo, pairs)
        counts = Counter(face for face, _ in pairs)
        left_out = max(0, len(found) - len({id(reading) for _, reading in pairs}))
        return Learnt(counts, left_out, known, otherwise, tuple(unseen))

    def _read_box(self, frame: Frame, box: Box) -> Reading | None:
        """Read where a box says that a die lies, though none was found there by itself."""
        x, y = middle(box)
        side = max(box[2] - box[0], box[3] - box[1])
        if not (0 <= x < frame.shape[1] and 0 <= y < frame.shape[0] and side >= 8):
            return None
        reading = self.eyes.reader.read(frame, Spot(x, y, 0.8 * side, 0.5), to_the_end=True)
        return reading if reading.chance("-") < 0.5 else None

    def missing(self, faces: Sequence[str]) -> list[str]:
        """Return which of the faces have no example yet."""
        return [face for face in faces if face not in self.profile.counts]

    def checks(self) -> tuple[Check, ...]:
        """Return each example as all the others read it; empty where nothing is told apart."""
        if not self.profile.tells_apart:
            return ()
        return Taught(self.profile.examples).checks

    def _learn(
        self, frame: Frame, photo: Path | str, pairs: Sequence[tuple[str, Reading]]
    ) -> tuple[int, Counter[str]]:
        """Add the examples, those that are there already left out.

        Returns how many that were, since one that is there twice would be checked by its own copy,
        which always knows it; and as which other faces the very same dice were learnt. A file is
        kept by its whole name: another folder has photos of the same names.
        """
        source = photo if isinstance(photo, str) else str(photo.resolve())
        there: dict[bytes, set[str]] = {}
        for example in self.profile.examples:
            there.setdefault(example.crop.tobytes(), set()).add(example.face)
        new: list[Example] = []
        otherwise: Counter[str] = Counter()
        for name, reading in pairs:
            face, crop = face_of_dice(name), cut_face(frame, reading)
            faces = there.setdefault(crop.tobytes(), set())
            otherwise.update(faces - {face})
            if face not in faces:
                faces.add(face)
                new.append(Example(face, crop, reading.chances, source))
        self.profile = self.profile.with_examples(new)
        return len(pairs) - len(new), otherwise


def without_photo(profile: Profile, photo: str) -> Profile:
    """Return the profile without what a photo taught, named from here or by its whole path.

    Raises Trouble where it taught nothing, or where several may be meant.
    """
    named = list(dict.fromkeys(example.photo for example in profile.examples))
    meant, one_file = photos_meant(photo, named)
    if not meant:
        newest = ", ".join(named[-FEW_PHOTOS:]) or "none is left"
        raise Trouble(
            f"nothing was learnt from a photo `{photo}`", f"name one that was; the newest: {newest}"
        )
    if len(meant) > 1 and not one_file:
        raise Trouble(
            f"`{photo}` may be any of {counted(len(meant), 'photo', 'photos')}",
            f"name its folder too: {', '.join(meant[-FEW_PHOTOS:])}",
        )
    rest = tuple(example for example in profile.examples if example.photo not in meant)
    kept = {example.face for example in rest}
    return Profile(rest, profile.worm if profile.worm in kept else None)


def face_of_dice(name: str) -> str:
    """Return a face's name, trimmed; raises TeachingTrouble for one that no die can have here.

    Pictures are named freely; a number is that of pips, and those are 1 to 6.
    """
    try:
        face = check_face(name)
    except ProfileError as error:
        raise TeachingTrouble(str(error), f"{_FACES}: --face dragon") from error
    # -6, 5.5 and ½ are numbers as well.
    digits = face.lstrip("+-\u2212").replace(".", "").replace("/", "")
    if digits.isnumeric() and face not in SYMBOLS:
        raise TeachingTrouble(f"no game has dice with a face `{face}`", _FACES)
    if face[0] in MARKS and face[1:] in SYMBOLS:
        colour = MARKS[face[0]]
        raise TeachingTrouble(
            f"in rolls `{face}` is the {colour} die that shows {face[1:]}", _FACES
        )
    return face


_FACES = "name it 1 to 6 for pips, w for the worm, or give a picture a name of its own"


def doubts(face: str, readings: Sequence[Reading]) -> list[str]:
    """Say what makes it doubtful that all that was found are dice that show `face`.

    A photo of something else teaches as readily as a good one, and its faces are read wrongly for
    ever after. What the networks see without having been taught tells the two apart.
    """
    said = []
    if len(readings) > MOST_DICE:
        said.append(f"{len(readings)} dice are seen, more than any game has")
    faint = sum(reading.spot.score < FAINT for reading in readings)
    if 2 * faint > len(readings):
        said.append(f"{faint} of {len(readings)} hardly look like dice")
    seen = Counter(
        symbol
        for reading in readings
        for symbol in SYMBOLS
        if symbol != face and reading.chance(symbol) > SURE
    )
    if len(seen) > 1 or (seen and face in SYMBOLS):
        # The oftenest first, then in the order of the faces, not in that in which they were found.
        ordered = sorted(seen, key=lambda symbol: (-seen[symbol], SYMBOLS.index(symbol)))
        others = ", ".join(f"{seen[symbol]} like `{symbol}`" for symbol in ordered)
        said.append(f"not all of {len(readings)} look like the same face: {others}")
    elif face in SYMBOLS:
        strange = sum(max(SYMBOLS, key=reading.chance) != face for reading in readings)
        if strange:
            said.append(f"{strange} of {len(readings)} do not look like `{face}`")
    return said


def usual_in_size(readings: Sequence[Reading]) -> list[Reading]:
    """Leave out what is much smaller or larger than most: clutter, parts of a drawing."""
    if not readings:
        return []
    usual = median(reading.spot.size for reading in readings)
    return [r for r in readings if 0.6 * usual < r.spot.size < 1.6 * usual]


def middle(box: Box) -> tuple[float, float]:
    """Return the middle of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def at_box(box: Box, readings: Sequence[Reading]) -> Reading | None:
    """Return the reading whose top face lies at a box round a die, or round its pips."""
    x, y = middle(box)
    side = max(box[2] - box[0], box[3] - box[1])
    near = [
        (float(np.hypot(r.spot.x - x, r.spot.y - y)), r)
        for r in readings
        if 0.35 * side < r.spot.size < 3.0 * side
    ]
    near = [(gap, r) for gap, r in near if gap < 0.5 * max(side, r.spot.size)]
    # Of several places on one die the one that most looks like a face, and lies near the middle.
    worth = [(r.spot.score * (1.0 - r.chance("-")) - gap / side, r) for gap, r in near]
    return max(worth, key=lambda pair: pair[0])[1] if worth else None


def progress_lines(profile: Profile) -> list[str]:
    """Say how many examples each face has, and what is still missing."""
    counts = profile.counts
    shown = [
        f"{face}{' (the worm)' if face == profile.worm else ''}: {_examples(number)}"
        + ("" if number >= ENOUGH else f", better {ENOUGH} or more")
        + (
            ", as many as are kept: newer ones take the place of the oldest"
            if number == MOST_A_FACE
            else ""
        )
        for face, number in counts.items()
    ]
    pips = [face for face in "123456" if face not in counts]
    if len(counts) < FACES_OF_A_DIE and pips:
        named = ", ".join(pips)
        shown.append(f"not taught: {named} (pips are read all the same; teach other faces)")
    return shown


def check_lines(checks: Sequence[Check]) -> list[str]:
    """Say how many examples of each face all the others read right, and what is confused."""
    lines, confused = [], Counter[tuple[str, str]]()
    for face in sorted({check.face for check in checks}):
        own = [check for check in checks if check.face == face]
        if len(own) < 2:
            lines.append(f"{face}: one example is too few to check")
            continue
        right = sum(check.right for check in own)
        clear = sum(check.right and check.judgement.familiar > 0.8 for check in own)
        lines.append(f"{face}: {right} of {len(own)} right, {clear} clearly")
        confused.update((face, check.judgement.face) for check in own if not check.right)
    lines += [
        f"{face} was taken for {other} {_times(number)}: give both more photos"
        for (face, other), number in confused.most_common()
    ]
    return lines


def _dice(count: int) -> str:
    return counted(count, "die is", "dice are")


def _examples(count: int) -> str:
    return counted(count, "example", "examples")


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count} times"

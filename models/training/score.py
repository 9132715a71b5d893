"""Score model files: on drawn scenes and renders kept out of training, and on photographs.

Prints the rows of the model card: faces right, worms right, silent errors (sure and wrong), cocked
dice that were read as sure, dice made up, whole pictures right or settled without a question, and
how far the stated confidence can be believed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.renders import BARELY_SEEN, OTHER_DIE, read_renders
from models.training.scenes.labels import COCKED_DEG, COVERED_SHARE
from models.training.score_colours import Colours
from models.training.sketch.dice import draw_look
from models.training.sketch.scene import Label, draw_scene
from models.training.sketch.sheets import draw_tiles
from vision import Observation, see
from vision.calibration import Calibration
from vision.locate import Locator
from vision.observation import Die
from vision.read import Reader
from vision.runtime import load_network
from vision.see import Eyes

STEEPEST_DEG = 20.0  # the camera's slant up to which all dice are to be read
FAINTEST = 4.3  # grey levels of spread on a face below which nobody sees what is on it
WHOLE = 1.0 - COVERED_SHARE  # the part of a top face (but for its rim) that is seen of a whole one
QUARTER = 0.75  # where less of a drawn top face is seen, a quarter of it is hidden
HALF = (0.4, 0.65)  # where so much is seen, half of it is covered
OTHER_SIDE = 1.1  # face sides from the middle of one side of a die to that of another
COCKED = math.radians(COCKED_DEG)
KEPT_OUT = 1_000_003  # the first number of the seeds of scenes that are never trained on


@dataclass
class Tally:
    """Counts over many pictures; `stated` holds (confidence, was right) of every reading."""

    dice: int = 0
    right: int = 0
    sure: int = 0
    missed: int = 0
    silent: int = 0
    worms: int = 0
    worms_right: int = 0
    cocked: int = 0
    cocked_sure: int = 0
    extra: int = 0
    extra_sure: int = 0
    pictures: int = 0
    whole: int = 0
    honest: int = 0
    whole_sure: int = 0
    settled: int = 0
    stated: list[tuple[float, bool]] = field(default_factory=list)
    colours: Colours = field(default_factory=Colours)
    faults: list[str] = field(default_factory=list)

    def rows(self) -> list[str]:
        """Return the tally as lines for people."""
        made_up = (
            f"made up {self.extra} in {self.pictures} pictures, of them sure {self.extra_sure}"
        )
        if not self.dice + self.cocked:
            return [made_up]
        return [
            f"faces right {_part(self.right, self.dice)}, missed {self.missed},"
            f" sure and right {_part(self.sure, self.dice)}",
            f"silent errors {_part(self.silent, self.dice)}",
            f"worms right {_part(self.worms_right, self.worms)}",
            f"not to be read (cocked, burnt out, another picture) and yet sure"
            f" {_part(self.cocked_sure, self.cocked)}",
            made_up,
            f"pictures wholly right {_part(self.whole, self.pictures)},"
            f" or honestly unsure {_part(self.honest, self.pictures)},"
            f" wholly right and sure {_part(self.whole_sure, self.pictures)}",
            f"nothing is asked in a game with worm dice {_part(self.settled, self.pictures)}",
            *self.colours.rows(),
            *reliability(self.stated),
        ]


def _part(some: int, whole: int) -> str:
    return f"{some}/{whole} = {100 * some / max(1, whole):.2f} %"


@dataclass(frozen=True)
class Wanted:
    """What lies at a place: `face` as read, "" for what must not be read as sure.

    A reading within `reach` (px) of x, y is its own; `side` (px) is that of its face, where known,
    and `colour` that of its body.
    """

    face: str
    x: float
    y: float
    reach: float
    counts: bool = True
    side: float = 0.0
    colour: str = ""


def reliability(stated: Iterable[tuple[float, bool]]) -> list[str]:
    """Return a table: stated confidence from..to, how many, part that was right."""
    edges = [0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0001]
    pairs = list(stated)
    lines = ["stated confidence | readings | right"]
    for low, high in pairwise(edges):
        inside = [right for said, right in pairs if low <= said < high]
        if inside:
            share = 100 * sum(inside) / len(inside)
            lines.append(f"{low:.3f} .. {min(high, 1):.3f} | {len(inside)} | {share:.1f} %")
    return lines


def tally_picture(tally: Tally, name: str, wanted: list[Wanted], seen: Observation) -> None:
    """Add one picture to the tally."""
    tally.pictures += 1
    places = [(*die.center_xy, die.size_px) for die in seen.dice]
    pairs, rest = with_other_sides(*matched(wanted, places), places)
    bad = bad_sure = unsure = asked = 0
    for want, found in pairs:
        die = None if found is None else seen.dice[found]
        # In a game with worm dice any picture is the worm.
        worm = want.face == "w" and die is not None and die.picture
        asked += die is not None and not (die.sure or worm)
        if not want.counts:
            continue
        wrong, silent = _tally_die(tally, want, die)
        bad += wrong
        bad_sure += silent
        unsure += die is None or (bool(want.face) and not die.sure)
        if wrong or silent:
            said = (
                "missed"
                if die is None
                else f"{die.face} {die.confidence:.3f}{' sure' if die.sure else ''}"
            )
            tally.faults.append(
                f"{name}: {want.face or 'cocked'} at {want.x:.0f},{want.y:.0f}: {said}"
            )
    for die in (seen.dice[number] for number in rest):
        tally.extra += 1
        tally.extra_sure += die.sure
        tally.silent += die.sure
        bad += 1
        bad_sure += die.sure
        if die.sure:
            x, y = die.center_xy
            tally.faults.append(f"{name}: extra sure {die.face} at {x:.0f},{y:.0f}")
    tally.whole += bad == 0
    tally.whole_sure += bad == 0 and unsure == 0
    tally.settled += bad == 0 and asked == 0
    tally.honest += bad_sure == 0


def matched(
    wanted: Iterable[Wanted], places: Sequence[tuple[float, float, float]]
) -> tuple[list[tuple[Wanted, int | None]], list[int]]:
    """Return for each die which of the places (x, y, size px) is its own, and what places are left.

    What counts is matched first: a covered die below must not take the reading of the one above.
    """
    free = set(range(len(places)))
    pairs = []
    for want in sorted(wanted, key=lambda one: not one.counts):
        found = _nearest(want, places, free)
        free -= {found}
        pairs.append((want, found))
    return pairs, sorted(free)


def with_other_sides(
    pairs: list[tuple[Wanted, int | None]],
    rest: list[int],
    places: Sequence[tuple[float, float, float]],
) -> tuple[list[tuple[Wanted, int | None]], list[int]]:
    """Return what `matched` does, with readings of other sides of dice that are not to be read.

    Of a die that leans another side may be larger to the camera than the labelled one: a reading of
    it is not made up. Unsure it is honest, sure it is a fault.
    """
    free, out = set(rest), list(pairs)
    for number, (want, found) in enumerate(pairs):
        if found is None and want.counts and not want.face:
            found = _nearest(replace(want, reach=OTHER_SIDE * want.side), places, free)
            free -= {found}
            out[number] = (want, found)
    return out, sorted(free)


def _nearest(
    want: Wanted, places: Sequence[tuple[float, float, float]], free: set[int]
) -> int | None:
    """Return which of the places that are free is that of a die; None: none."""
    gaps = {k: math.dist(places[k][:2], (want.x, want.y)) for k in free}
    near = [k for k in free if gaps[k] <= max(want.reach, 0.42 * places[k][2])]
    return min(near, key=lambda k: (gaps[k], k), default=None)


def _tally_die(tally: Tally, want: Wanted, die: Die | None) -> tuple[int, int]:
    """Return (is it wrong, is it wrong and sure or missed)."""
    if not want.face:
        tally.cocked += 1
        sure = int(die is not None and die.sure)
        tally.cocked_sure += sure
        return sure, sure
    tally.dice += 1
    right = die is not None and die.face == want.face
    if want.face == "w":
        tally.worms += 1
        tally.worms_right += right
    tally.right += right
    tally.missed += die is None
    if die is None:
        return 1, 1
    tally.colours[want.colour, die.colour] += 1
    tally.sure += die.sure and right
    tally.silent += die.sure and not right
    tally.stated.append((die.confidence, right))
    return int(not right), int(die.sure and not right)


def kept_out_scenes(
    count: int, first: int = KEPT_OUT, steepest_deg: float = 90.0
) -> Iterator[tuple[str, NDArray[np.uint8], list[Wanted]]]:
    """Draw scenes with seeds of their own: dice of 28 to 90 px, cameras up to so steep."""
    for number in range(count):
        rng = np.random.default_rng([first, number])
        die_px = float(np.exp(rng.uniform(np.log(28), np.log(90))))
        image, labels = draw_scene(rng, 640, 480, die_px, most=16, steepest_deg=steepest_deg)
        yield f"scene {number}", image, [wanted_of(label, image) for label in labels]


def rolls_of_eight(
    count: int, first: int = KEPT_OUT + 8
) -> Iterator[tuple[str, NDArray[np.uint8], list[Wanted]]]:
    """Draw throws of eight dice of one kind, as a camera over a table sees them.

    Nothing leans, nothing is covered or half out of the picture; light, table, things beside the
    dice, and the dice are as they come.
    """
    for number in range(count):
        rng = np.random.default_rng([first, number])
        die_px = float(np.exp(rng.uniform(np.log(30), np.log(70))))
        look = draw_look(rng)
        image, labels = draw_scene(
            rng, 640, 480, die_px, look=look, roll_of=8, steepest_deg=STEEPEST_DEG
        )
        yield f"roll {number}", image, [wanted_in_roll(label, image) for label in labels]


def tables_of_tiles(
    count: int, first: int = KEPT_OUT + 16
) -> Iterator[tuple[str, NDArray[np.uint8], list[Wanted]]]:
    """Draw tables without dice on which six tiles lie, as large as they are beside dice."""
    for number in range(count):
        rng = np.random.default_rng([first, number])
        die_px = float(np.exp(rng.uniform(np.log(24), np.log(60))))
        yield f"tiles {number}", draw_tiles(rng, 640, 480, die_px), []


def wanted_in_roll(label: Label, image: NDArray[np.uint8]) -> Wanted:
    """Turn the label of a die of a throw, all in view, into what a reading is held against."""
    plain = label.face in tuple("123456w") and label.cocked < 0.01
    readable = plain and spread(label, image) >= FAINTEST
    face = label.face if readable else ""
    reach = 0.45 * label.size
    return Wanted(face, *label.center, reach, side=label.size, colour=label.colour)


def wanted_of(label: Label, image: NDArray[np.uint8]) -> Wanted:
    """Turn a label into what a reading is held against; half covered dice do not count."""
    x, y = label.center
    plain = label.face in tuple("123456w") and label.seen > QUARTER and label.cocked < 0.01
    cocked = label.cocked > 0.3 and label.seen > 0.5
    counts = (plain and math.hypot(*label.slant) < 0.72) or cocked
    readable = plain and spread(label, image) >= FAINTEST
    face = label.face if readable else ""
    return Wanted(face, x, y, 0.45 * label.size, counts, label.size, label.colour)


def renders_of(folder: Path) -> Iterator[tuple[str, NDArray[np.uint8], list[Wanted]]]:
    """Yield the path-traced pictures of a folder."""
    for name, image, labels in read_renders(folder):
        yield f"render {name}", image, [wanted_in_render(label, image) for label in labels]


def wanted_in_render(label: Label, image: NDArray[np.uint8]) -> Wanted:
    """Turn the label of a path-traced die into what a reading is held against.

    One that leans, is half covered or burnt out, or shows another picture, is not to be read, nor
    is what is no cube. Of what is covered a little (to `WHOLE`) or nearly all (by a die on it,
    mostly) nothing is asked.
    """
    if label.face == OTHER_DIE:
        return Wanted("", *label.center, 0.5 * label.size, label.seen >= BARELY_SEEN)
    plain = label.seen >= WHOLE and label.cocked <= COCKED
    half = HALF[0] <= label.seen <= HALF[1]
    leans = label.cocked > COCKED and label.seen > 0.5
    readable = plain and label.face != "x" and spread(label, image) >= FAINTEST
    face = label.face if readable else ""
    counts = plain or half or leans
    return Wanted(face, *label.center, 0.45 * label.size, counts, label.size, label.colour)


def spread(label: Label, image: NDArray[np.uint8]) -> float:
    """Return how much there is to see on a face: the spread of its grey levels, 0..127.

    Noise and slow changes of light are taken away first. A face that is burnt out, or lost in the
    dark, has next to nothing left: it bears no reading, whatever it bore before.
    """
    side = 32
    corners = np.array(label.corners, np.float32)
    middle = corners.mean(0)
    inner = (middle + 0.8 * (corners - middle)).astype(np.float32)
    square = np.array([(0, 0), (side, 0), (side, side), (0, side)], np.float32)
    turn = cv2.getPerspectiveTransform(inner, square)
    face = cv2.warpPerspective(image, turn, (side, side), flags=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(face, (0, 0), 1.6)[3:-3, 3:-3].astype(np.float32)
    ink = smooth - cv2.GaussianBlur(smooth, (0, 0), 9)
    return float(ink.reshape(-1, 3).std(0).max())


def score(pictures: Iterable[tuple[str, NDArray[np.uint8], list[Wanted]]], eyes: Eyes) -> Tally:
    """Read all pictures and return the tally."""
    tally = Tally()
    for name, image, wanted in pictures:
        tally_picture(tally, name, wanted, see(image, eyes))
    return tally


def eyes_from(folder: Path, runtime: str | None = None) -> Eyes:
    """Return eyes with the networks and the calibration of a folder."""
    calibration = Calibration.told((folder / "calibration.json").read_text(encoding="utf-8"))
    return Eyes(
        Locator(load_network("locator.tflite", folder, runtime)),
        Reader.loaded(folder, runtime, calibration),
    )

"""The one entry: a frame in, an Observation out."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import lru_cache

from vision.apart import apart, clutter
from vision.calibration import Bounds
from vision.colour import Light, body_colour, light_of
from vision.kind import Kind, kind_of, weighted
from vision.lean import ENOUGH, Flat, View, apart_by, leaning, nudge_of, pair_of
from vision.locate import Locator, Spot
from vision.looks import CLASSES
from vision.observation import Die, Observation
from vision.own_dice import OwnDice
from vision.photo import Frame, check_frame
from vision.read import FACES, Reader, Reading
from vision.sizes import Sizes
from vision.tiles import doubt_tiles

NO_LEAN = -1.0  # is borne: less than any
NEAR_BOUND = (0.75, 1.6)  # of the lean that is borne: between these a slant is told anew, at least


@dataclass(frozen=True)
class Eyes:
    """The networks that `see` looks with: a locator, a reader; `own`: dice that it was taught."""

    locator: Locator
    reader: Reader
    own: OwnDice | None = None


@lru_cache(maxsize=1)
def shipped_eyes() -> Eyes:
    """Load the models that ship with the program, once."""
    return Eyes(Locator(), Reader())


def see(
    frame: Frame,
    eyes: Eyes | None = None,
    die_px: float | None = None,
    flat: Flat | None = None,
    before: View | None = None,
) -> Observation:
    """Say what lies in `frame` (uint8 (h, w, 3), B, G, R): each die, its face and how sure that is.

    `eyes` are the networks to look with (those that ship with the program by default); `die_px` is
    the side of the dice in px, where it is known; `flat` tells how a flat face slants at a point
    (x, y px), where a mat is seen, `before` what throws before have told of that. Raises FrameError
    for anything but such a frame.
    """
    frame = check_frame(frame)
    eyes = eyes or shipped_eyes()
    began = time.perf_counter()
    sizes = Sizes(frame)
    spots = eyes.locator.find(sizes, die_px)
    located = time.perf_counter()
    to_the_end = eyes.own is not None
    readings = eyes.reader.read_all(sizes, spots, to_the_end)
    readings = doubt_tiles(sizes, readings, eyes.reader)
    known = eyes.own.judge(frame, readings) if eyes.own else []
    readings = [entry.reading for entry in known] if eyes.own else apart(readings)
    told = _lean(sizes, readings, eyes.reader, flat, before)
    readings, away, borne = told.readings, told.away, told.borne
    rule = eyes.reader.calibration
    places = [entry.place for entry in known] if eyes.own else readings
    lying = [k for k, place in enumerate(places) if not clutter(place, away[k], rule.odds)]
    dice_read = [readings[k] for k in lying]
    kind = kind_of(dice_read, [away[k] <= borne[k] for k in lying], rule)
    common = _common(told, dice_read, eyes, kind)
    backed = [_backed(sizes, readings[k], away[k], borne[k], common, eyes.reader) for k in lying]
    read = time.perf_counter()
    light = light_of(sizes)
    dice = []
    for k, (leans, bounds) in zip(lying, backed, strict=True):
        die = _die(sizes, readings[k], bounds, leans, light, rule.least, kind)
        dice.append(eyes.own.name(die, known[k], rule) if eyes.own else die)
    done = time.perf_counter()
    ms = {"locate": located - began, "read": read - located, "colour": done - read}
    return Observation(
        tuple(in_reading_order(dice)),
        frame.shape[1],
        frame.shape[0],
        ms={stage: 1000 * seconds for stage, seconds in ms.items()},
    )


@dataclass(frozen=True, slots=True)
class _Told:
    """By how much each face leans away (sine), how much of it is borne, and what tells it.

    That is a mat (`by_mat`), else throws before (`by_before`), else the dice of the picture alone.
    """

    readings: list[Reading]
    away: list[float]
    borne: list[float]
    by_mat: bool
    by_before: bool


def _lean(
    sizes: Sizes,
    readings: list[Reading],
    reader: Reader,
    flat: Flat | None,
    before: View | None = None,
) -> _Told:
    """Tell which of the readings lean.

    The slant of well read dice near the bound is told anew. Where two alone tell how the camera
    looks and slant apart, though neither leans by itself, no lean of either is borne.
    """
    rule = reader.calibration
    height, width = sizes.whole.shape[:2]
    if before is not None and nudge_of(before, readings, width, height) is None:
        before = None
    told = flat is not None or before is not None
    held = told or len(readings) >= ENOUGH
    borne = [rule.lean_borne(reading.spot.score, held) for reading in readings]

    pair = () if told else pair_of(readings) or ()

    def gap() -> float:
        return apart_by([readings[k] for k in pair], width, height) if pair else 0.0

    away = leaning(readings, width, height, flat, before)
    upper = max(NEAR_BOUND[1], rule.backing.lean)
    again = {
        k
        for k, (reading, lean) in enumerate(zip(readings, away, strict=True))
        if reading.clear and NEAR_BOUND[0] * borne[k] < lean < upper * borne[k]
    }
    if NEAR_BOUND[0] * rule.lean_between < gap() < NEAR_BOUND[1] * rule.lean_between:
        again.update(pair)
    if again:
        readings = [
            reader.slant_again(sizes, reading) if k in again else reading
            for k, reading in enumerate(readings)
        ]
        away = leaning(readings, width, height, flat, before)
    if gap() > rule.lean_between and all(away[k] <= borne[k] for k in pair):
        borne = [NO_LEAN if k in pair else bound for k, bound in enumerate(borne)]
    return _Told(readings, away, borne, flat is not None, flat is None and before is not None)


@dataclass(frozen=True, slots=True)
class _Common:
    """What holds for every die of a picture.

    What lies around may back a lean (`backs`); from where on it tells one, None where it is not
    asked for that; and what `kind` the dice are.
    """

    backs: bool
    tells_from: float | None
    kind: Kind


def _common(told: _Told, dice: list[Reading], eyes: Eyes, kind: Kind) -> _Common:
    """Return what holds for all of the dice.

    Few dice tell little of how the camera looks; a mat tells it so well that no lean is backed; and
    what was taught may be nothing that the look around has learned of.
    """
    if eyes.own or told.by_mat:
        return _Common(False, None, kind)
    tipped = eyes.reader.calibration.tipped
    tells_from = None if told.by_before else tipped.bound(sum(die.clear for die in dice))
    return _Common(told.by_before or len(told.readings) >= ENOUGH, tells_from, kind)


def _backed(
    sizes: Sizes, reading: Reading, lean: float, borne: float, common: _Common, reader: Reader
) -> tuple[bool, Bounds]:
    """Return whether a die that leans away by `lean` (sine) leans, and the bounds of a sure face.

    Where a reading lacks little of being sure, what lies around it is looked at, and may back it;
    where few dice tell how the camera looks, it may tell that a die leans.
    """
    rule, score = reader.calibration, reading.spot.score
    backing, bounds = rule.backing, rule.bounds(score)
    # No more doubt of a face is borne where the locator doubts the place: tiles, mostly.
    wider = bounds if score < rule.doubt else backing.of(bounds)
    # What is held against the camera alone bears enough already. Of what is not well read the slant
    # was not told anew.
    most = borne * backing.lean if common.backs and reading.clear else borne
    names = (CLASSES[int(reading.chances[FACES.start : FACES.stop].argmax())], "x")

    def shown(within: Bounds) -> bool:
        return any(reading.shows(name, within, common.kind.other) for name in names)

    settled = lean <= borne and shown(bounds) and common.tells_from is None
    if settled or lean > most or not shown(wider) or reading.least < rule.least:
        return lean > borne, bounds
    around = reader.surroundings(sizes, reading)
    if lean > borne:
        leans = not around.show_it_flat(backing)
    elif common.tells_from is None:
        leans = False
    else:
        slant = math.hypot(*reading.slant)
        leans = rule.tipped.weighed(around.leans, lean / borne, slant) > common.tells_from
    return leans, wider if around.show_a_face(backing) else bounds


def look(frame: Frame, eyes: Eyes) -> list[Reading]:
    """Return what is read at every place where a die may lie, several places a die among them.

    Each is looked at to the end, since a die may be taught there of which the networks make little.
    """
    sizes = Sizes(check_frame(frame))
    return eyes.reader.read_all(sizes, eyes.locator.find(sizes), to_the_end=True)


def _die(
    frame: Frame | Sizes,
    reading: Reading,
    bounds: Bounds,
    leans: bool,
    light: Light,
    least: float,
    kind: Kind,
) -> Die:
    spot = reading.spot
    steady = not leans and reading.least >= least
    names = [*CLASSES[:6], "w"]
    chances = {name: reading.chance(name) for name in names}
    # A picture that is no worm is still more a worm than a number of pips, but never a sure one.
    chances["w"] += reading.chance("x")
    chances = weighted(chances, kind.weights)
    order = sorted(names, key=lambda name: -chances[name])
    face: str | None = order[0]
    confidence = chances[order[0]]
    # More likely not to be read than not, given that there is a die at all.
    if reading.chance("") > max(confidence, (1.0 - reading.chance("-")) / 2):
        face, confidence = None, reading.chance("")
    sure = face is not None and steady and reading.shows(face, bounds, kind.other)
    picture = face == "w" and steady and reading.shows("x", bounds)
    others = tuple(
        (name, round(chances[name], 4))
        for name in order[:3]
        if name != face and chances[name] > 0.0005
    )
    colour, body_bgr = body_colour(frame, (spot.x, spot.y), spot.size, light)
    return Die(
        face,
        round(min(confidence, 0.9999), 4),
        sure,
        (spot.x, spot.y),
        spot.size,
        reading.angle_deg,
        colour,
        others=others,
        corners_xy=_corners(spot, reading.angle_deg),
        picture=picture,
        slant=reading.slant,
        leans=leans,
        body_bgr=body_bgr,
    )


def _corners(spot: Spot, angle_deg: float) -> tuple[tuple[float, float], ...]:
    angle = math.radians(angle_deg)
    c, s = spot.size / 2 * math.cos(angle), spot.size / 2 * math.sin(angle)
    around = ((-c + s, -s - c), (c + s, s - c), (c - s, s + c), (-c - s, -s + c))
    return tuple((spot.x + x, spot.y + y) for x, y in around)


def in_reading_order(dice: list[Die]) -> list[Die]:
    """Order dice left to right by rows; a row takes dice within half a die of its first one."""
    rest = sorted(dice, key=lambda die: die.center_xy[1])
    out: list[Die] = []
    while rest:
        first = rest[0]
        row = [die for die in rest if die.center_xy[1] - first.center_xy[1] <= 0.5 * first.size_px]
        out += sorted(row, key=lambda die: die.center_xy[0])
        rest = [die for die in rest if die not in row]
    return out

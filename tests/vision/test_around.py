"""What lies around a face: it backs a reading, and tells a lean where little else tells one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from tests.house.normal_floats import floats
from tests.vision.told_eyes import BACKS_NOTHING, FamiliarOnes, told_chances, told_eyes
from vision.around import CROP_PX, Around, Surroundings
from vision.calibration import Backing, Bounds, Calibration, Tipped
from vision.lean import View
from vision.locate import Spot
from vision.looks import CLASSES
from vision.observation import Die
from vision.pose import NUMBERS
from vision.read import Reading
from vision.see import see
from vision.sizes import Sizes

FRAME = np.full((480, 640, 3), 90, np.uint8)
BACKING = Backing(flat_to=-4.0, lean=1.5, none_to=0.02, wider=3.0)
RULE = Calibration(
    1.0,
    clear=Bounds(0.96, 0.03, 0.05),
    doubted=Bounds(0.99, 0.02, 0.01),
    lean_alone=0.2,
    lean_among=0.2,
    backing=BACKING,
    tipped=Tipped(few=3, part=1.0, slant=-2.0, over=-1.0, over_alone=-2.0),
)
FLAT = Surroundings(told_chances(four=1.0), -6.0)
LEANING = Surroundings(told_chances(four=1.0), 0.0)
COVERED = Surroundings(told_chances(four=0.9, unread=0.1), -6.0)
NO_DIE = Surroundings(told_chances(four=0.9, nothing=0.1), -6.0)


# What throws before have told of the camera: it looks straight down.
STRAIGHT = View((0.0, 0.0), 0.0)


def on_a_mat(x: float, y: float) -> tuple[float, float]:
    return (0.0, 0.0)


def four(slant: float = 0.0, unread: float = 0.0, nothing: float = 0.0) -> Reading:
    chances = told_chances(four=1 - unread - nothing, unread=unread, nothing=nothing)
    return Reading(Spot(320.0, 240.0, 40.0, 0.9), chances, 1.0, 0.0, (slant, 0.0))


def seen(reading: Reading, around: Surroundings) -> Die:
    eyes = told_eyes(RULE, reading, around=around)
    (die,) = see(FRAME, eyes, before=STRAIGHT).dice
    return die


@pytest.mark.parametrize(
    ("slant", "around", "sure"),
    [
        (0.1, BACKS_NOTHING, True),  # it needs no backing
        (0.25, FLAT, True),
        (0.25, LEANING, False),
        (0.25, NO_DIE, False),
        (0.25, COVERED, False),
        (0.35, FLAT, False),  # too much for any backing
    ],
)
def test_a_face_that_seems_to_lean_a_little_is_sure_where_all_around_says_it_lies_flat(
    slant: float, around: Surroundings, sure: bool
) -> None:
    die = seen(four(slant), around)
    assert (die.sure, die.leans) == (sure, not sure)  # nothing else speaks against it


@pytest.mark.parametrize(
    ("unread", "nothing", "around", "sure"),
    [
        (0.02, 0.04, BACKS_NOTHING, True),
        (0.06, 0.0, FLAT, True),
        (0.0, 0.12, FLAT, True),
        (0.06, 0.0, COVERED, False),
        (0.06, 0.0, NO_DIE, False),
        (0.0, 0.12, NO_DIE, False),
        (0.12, 0.0, FLAT, False),
        (0.0, 0.2, FLAT, False),
    ],
)
def test_a_doubt_that_there_is_a_face_is_borne_where_nothing_around_shares_it(
    unread: float, nothing: float, around: Surroundings, sure: bool
) -> None:
    assert seen(four(0.0, unread, nothing), around).sure == sure


def test_a_place_that_the_locator_doubts_bears_no_more_doubt_of_its_face() -> None:
    spot = Spot(320.0, 240.0, 40.0, 0.55)
    plain, doubtful = (replace(four(unread=unread), spot=spot) for unread in (0.01, 0.03))
    assert seen(plain, BACKS_NOTHING).sure
    assert not seen(doubtful, FLAT).sure
    assert seen(replace(four(0.25), spot=spot), FLAT).sure


@given(floats(0.0, 0.5), floats(0.0, 0.3), floats(0.0, 0.3), floats(0.0, 0.3), floats(-9.0, 9.0))
def test_what_lies_around_makes_no_reading_less_sure(
    slant: float, unread: float, nothing: float, doubt: float, leans: float
) -> None:
    around = Surroundings(told_chances(four=1 - doubt, unread=doubt), leans)
    reading = four(slant, unread, nothing)
    neutral = replace(RULE, backing=replace(BACKING, lean=1.0, wider=1.0))
    (alone,) = see(FRAME, told_eyes(neutral, reading, around=around), before=STRAIGHT).dice
    assert seen(reading, around).sure >= alone.sure


@given(floats(0.8, 0.955))
def test_which_face_it_is_no_surroundings_tell(share: float) -> None:
    chances = told_chances(four=share, five=1 - share)
    assert not seen(replace(four(), chances=chances), FLAT).sure


@pytest.mark.parametrize(
    ("reading", "looks"),
    [
        (four(), 0),  # sure as it is
        (four(0.35), 0),  # leans for certain
        (four(0.0, 0.12), 0),  # doubted too much
        (replace(four(0.25), least=0.3), 0),  # not steady
        (four(0.25), 1),
        (four(0.0, 0.06), 1),
    ],
)
def test_it_is_asked_only_where_that_may_settle_a_reading(
    monkeypatch: pytest.MonkeyPatch, reading: Reading, looks: int
) -> None:
    eyes = told_eyes(RULE, reading, around=FLAT)
    asked: list[Reading] = []

    def surroundings(frame: object, reading: Reading) -> Surroundings:
        asked.append(reading)
        return FLAT

    monkeypatch.setattr(eyes.reader, "surroundings", surroundings)
    see(FRAME, eyes, before=STRAIGHT)
    assert len(asked) == looks


def test_a_lone_die_held_against_the_camera_alone_bears_no_more_lean() -> None:
    rule = replace(RULE, lean_alone=0.3)
    for slant, sure in ((0.25, True), (0.35, False)):
        (die,) = see(FRAME, told_eyes(rule, four(slant), around=FLAT)).dice
        assert die.sure == sure


@pytest.mark.parametrize(("slant", "picture"), [(0.1, True), (0.25, False)])
def test_no_lean_of_a_taught_picture_is_backed(slant: float, picture: bool) -> None:
    """It is nothing that the look around has learned of, whether it is named or only a picture."""
    worm = replace(four(slant), chances=told_chances(worm=1.0))
    eyes = replace(told_eyes(RULE, worm, around=FLAT), own=FamiliarOnes(0.9))
    (die,) = see(FRAME, eyes, before=STRAIGHT).dice
    assert (die.sure, die.picture) == (picture, picture)


def test_against_a_mat_no_lean_is_backed() -> None:
    """It tells exactly how a flat face slants; what else is doubted may be backed all the same."""
    for reading, sure in ((four(0.1), True), (four(0.25), False), (four(0.0, 0.06), True)):
        (die,) = see(FRAME, told_eyes(RULE, reading, around=FLAT), flat=on_a_mat).dice
        assert die.sure == sure


def alone(slant: float, leans: float, more: int = 0, before: View | None = None) -> Die:
    """See a four that nothing but a camera straight above tells the lean of, `more` beside it."""
    others = [replace(four(), spot=Spot(60.0 + 90 * k, 60.0, 40.0, 0.9)) for k in range(more)]
    around = Surroundings(told_chances(four=1.0), leans)
    seen = see(FRAME, told_eyes(RULE, four(slant), *others, around=around), before=before)
    return next(die for die in seen.dice if die.center_xy == (320.0, 240.0))


@pytest.mark.parametrize(
    ("slant", "leans", "sure"),
    [
        (0.0, -2.1, True),
        (0.0, -1.9, False),  # it lies as flat as can be, but all around says that it leans
        (0.1, -2.4, True),  # half of what is borne
        (0.1, -2.2, False),
        (0.19, -2.7, True),
        (0.19, -2.5, False),
        (0.21, -9.0, False),  # more than is borne
    ],
)
def test_of_few_dice_one_leans_where_its_surroundings_say_so(
    slant: float, leans: float, sure: bool
) -> None:
    assert alone(slant, leans).sure == sure


def test_of_two_dice_more_must_say_that_one_leans_than_of_a_lone_one() -> None:
    assert [alone(0.0, -1.5, more=more).sure for more in (0, 1)] == [False, True]


def test_where_more_tells_how_the_camera_looks_no_surroundings_tell_a_lean() -> None:
    assert not alone(0.0, 0.0, more=1).sure
    assert alone(0.0, 0.0, more=2).sure
    assert alone(0.0, 0.0, before=STRAIGHT).sure
    (die,) = see(FRAME, told_eyes(RULE, four(), around=LEANING), flat=on_a_mat).dice
    assert die.sure


def test_what_slants_more_to_the_camera_must_seem_to_lean_the_more() -> None:
    """Under a camera that looks aslant, which two dice beside it tell as well."""
    rule = replace(RULE, tipped=Tipped(4, part=0.0, slant=-2.0, over=-2.0, over_alone=-2.0))
    for slant, sure in ((0.0, False), (0.1, False), (0.2, True)):
        dice = [replace(four(slant), spot=Spot(320.0, y, 40.0, 0.9)) for y in (150, 240, 330)]
        around = Surroundings(told_chances(four=1.0), -1.7)
        found = see(FRAME, told_eyes(rule, *dice, around=around)).dice
        assert [die.sure for die in found] == [sure] * 3


def test_what_is_not_well_read_is_not_among_the_few_that_tell_it() -> None:
    """A coin beside a die says nothing of the camera."""
    dim = replace(four(), chances=told_chances(four=0.6, five=0.4))
    others = [replace(dim, spot=Spot(60.0 + 90 * k, 60.0, 40.0, 0.9)) for k in range(3)]
    found = see(FRAME, told_eyes(RULE, four(), *others, around=LEANING))
    assert not any(die.sure for die in found.dice)


def test_surroundings_tell_no_lean_of_taught_dice() -> None:
    worm = replace(four(), chances=told_chances(worm=1.0))
    (die,) = see(FRAME, replace(told_eyes(RULE, worm, around=LEANING), own=FamiliarOnes(0.9))).dice
    assert die.sure


class SaysWhatItSees:
    """A network to which a four lies there, and whose log odds of a lean are the blue in it."""

    def __init__(self) -> None:
        self.crops: list[np.ndarray] = []

    def run(self, crops: np.ndarray) -> np.ndarray:
        self.crops += list(crops)
        out = np.zeros((len(crops), len(CLASSES) + NUMBERS + 1), np.float32)
        out[:, CLASSES.index("4")] = 5.0
        out[:, -1] = crops[..., 0].mean((1, 2))
        return out


@pytest.mark.parametrize("steep", [False, True])
def test_it_keeps_what_is_above_of_a_face_seen_from_the_side(steep: bool) -> None:
    frame = np.zeros((400, 400, 3), np.uint8)
    frame[:200] = 200  # the upper half
    network = SaysWhatItSees()
    around = Around(network).look(Sizes(frame), Spot(200.0, 200.0, 40.0, 0.9), 0.0, steep)
    assert around.leans == pytest.approx(100, abs=2)
    assert around.chances.argmax() == CLASSES.index("4")
    assert around.chances.sum() == pytest.approx(1.0)
    half = CROP_PX // 2
    upper = [crop[:half].mean() > crop[half:].mean() + 50 for crop in network.crops]
    assert all(upper) == steep


def test_it_sees_the_neighbours_of_a_face_that_was_made_level() -> None:
    """Dots 1.2 sides from the middle, along the edges of a face that is turned by 30 degrees."""
    frame = np.zeros((400, 400, 3), np.uint8)
    turn = np.radians(30)
    for quarter in range(4):
        angle = turn + quarter * np.pi / 2
        x, y = 200 + 48 * np.cos(angle), 200 + 48 * np.sin(angle)
        frame[int(y) - 2 : int(y) + 3, int(x) - 2 : int(x) + 3] = 255
    network = SaysWhatItSees()
    Around(network).look(Sizes(frame), Spot(200.0, 200.0, 40.0, 0.9), float(turn), False)
    middle, out = CROP_PX // 2, round(1.2 / 2.75 * CROP_PX)
    for crop in network.crops:
        for dx, dy in ((out, 0), (-out, 0), (0, out), (0, -out)):
            x, y = middle + dx, middle + dy
            assert crop[y - 2 : y + 3, x - 2 : x + 3].max() > 150


@pytest.mark.parametrize(("angle_deg", "level_deg"), [(0, 0), (44, 44), (46, -44), (80, -10)])
def test_the_edge_nearest_to_level_is_the_one_above(angle_deg: float, level_deg: float) -> None:
    reading = replace(four(), angle_deg=angle_deg)
    assert reading.level == pytest.approx(np.radians(level_deg))


@pytest.mark.parametrize(("slant", "steep"), [((0.3, 0.2), False), ((0.3, 0.3), True)])
def test_a_face_is_steep_by_its_whole_slant(slant: tuple[float, float], steep: bool) -> None:
    assert replace(four(), slant=slant).steep == steep


@pytest.mark.parametrize(
    "change",
    [
        {"lean": 0.9},
        {"wider": 0.5},
        {"lean": float("nan")},
        {"none_to": 0.5},
        {"flat_to": 0.5},
    ],
)
def test_a_calibration_whose_backing_takes_away_is_refused(change: dict[str, float]) -> None:
    wrong = replace(RULE, backing=replace(BACKING, **change))
    with pytest.raises(ValueError, match=r"backed|backs|finite"):
        Calibration.told(wrong.written())


@pytest.mark.parametrize(
    "change",
    [
        {"part": -1.0},
        {"slant": 1.0},
        {"over": -3.0},  # less than of a lone one
        {"over": float("inf")},
        {"part": float("nan")},
    ],
)
def test_a_calibration_by_which_what_leans_more_leans_less_is_refused(
    change: dict[str, float],
) -> None:
    wrong = replace(RULE, tipped=replace(RULE.tipped, **change))
    with pytest.raises(ValueError, match=r"leans?|finite"):
        Calibration.told(wrong.written())

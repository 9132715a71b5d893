"""Which dice lean: those near the bound are looked at again before it is said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.calibration import Calibration
from vision.lean import Flat, View
from vision.locate import Spot
from vision.looks import CLASSES
from vision.photo import Frame
from vision.read import Reader, Reading
from vision.see import _lean
from vision.sizes import Sizes

SIZES = Sizes(np.full((480, 640, 3), 90, np.uint8))


def flat_at_all(x: float, y: float) -> tuple[float, float]:
    return (0.0, 0.0)


def reading(x: float, slant: float, chance: float = 0.99) -> Reading:
    chances = np.full(len(CLASSES), (1 - chance) / (len(CLASSES) - 1), np.float32)
    chances[3] = chance
    return Reading(Spot(x, 240.0, 40.0, 0.9), chances, chance, 0.0, (slant, 0.0))


class LooksAgain(Reader):
    """A reader to which the faces that it looks at again slant by `truths`, in turn."""

    def __init__(self, *truths: float) -> None:
        self.calibration = Calibration(lean_among=0.2)
        self.truths = truths
        self.asked: list[float] = []

    def slant_again(self, frame: Frame | Sizes, reading: Reading) -> Reading:
        truth = self.truths[len(self.asked) % len(self.truths)]
        self.asked.append(reading.spot.x)
        return replace(reading, slant=(truth, 0.0))


def which_lean(
    lie: list[Reading], reader: Reader, flat: Flat | None, before: View | None = None
) -> list[bool]:
    told = _lean(SIZES, lie, reader, flat, before)
    return [lean > bound for lean, bound in zip(told.away, told.borne, strict=True)]


def test_only_what_lies_near_the_bound_is_looked_at_again() -> None:
    lie = [reading(100, 0.05), reading(200, 0.19), reading(300, 0.24), reading(400, 0.5)]
    for truth, leans in ((0.1, [False, False, False, True]), (0.3, [False, True, True, True])):
        reader = LooksAgain(truth)
        assert which_lean(lie, reader, flat_at_all) == leans
        assert reader.asked == [200, 300]


def test_what_is_not_well_read_is_left_as_it_is() -> None:
    reader = LooksAgain(0.0)
    assert which_lean([reading(100, 0.22, 0.5)], reader, flat_at_all) == [True]
    assert reader.asked == []


def test_nothing_lies_there() -> None:
    assert which_lean([], LooksAgain(0.0), None) == []


def test_without_a_mat_dice_are_held_against_the_others_or_the_camera() -> None:
    lie = [reading(320, 0.0), reading(320, 0.01), reading(320, 0.02), reading(320, 0.5)]
    assert which_lean(lie, LooksAgain(0.0), None) == [False, False, False, True]
    for slant, leans in ((0.2, False), (0.8, True)):  # alone more is borne
        assert which_lean([reading(320, slant)], LooksAgain(0.0), None) == [leans]


def test_alone_more_is_borne_only_where_the_place_is_not_doubted() -> None:
    """What is found with doubt and seems to lean is letters and coins rather than a die."""
    die = reading(320, 0.3)
    for score, leans in ((0.9, False), (0.5, True)):
        found = replace(die, spot=replace(die.spot, score=score))
        assert which_lean([found], LooksAgain(0.3), None) == [leans]


def test_of_two_dice_that_slant_apart_neither_is_said_to_lie_flat() -> None:
    """They alone tell how the camera looks: which of them leans, they cannot say."""
    for left, leans in ((0.15, False), (-0.25, True)):
        pair = [reading(320, left), reading(320, 0.3)]
        assert which_lean(pair, LooksAgain(0.0), None) == [leans] * 2
    exact = [reading(320, 0.0), reading(320, 0.32)]
    assert which_lean(exact, LooksAgain(0.0, 0.32), None) == [True, True]
    pair = [reading(320, 0.1), reading(320, 0.8)]  # one that leans by itself says which it is
    assert which_lean(pair, LooksAgain(0.0), None) == [False, True]


def test_two_dice_that_hardly_slant_apart_are_looked_at_again() -> None:
    bound = Calibration().lean_between
    for apart, leans in ((bound - 0.01, False), (bound + 0.01, True)):
        reader = LooksAgain(0.0, apart)
        pair = [reading(320, 0.0), reading(320, bound)]
        assert which_lean(pair, reader, None) == [leans] * 2
        assert len(reader.asked) == 2
    reader = LooksAgain(0.0)
    which_lean([reading(320, 0.0), reading(320, 0.1)], reader, None)
    assert reader.asked == []


def test_where_more_tells_how_the_camera_looks_two_dice_may_slant_apart() -> None:
    """Each within what is borne of it, further apart than two may be that alone tell it."""
    pair = [reading(320, -0.14), reading(320, 0.14)]
    assert which_lean(pair, LooksAgain(-0.14, 0.14), None) == [True, True]
    assert which_lean(pair, LooksAgain(-0.14, 0.14), flat_at_all) == [False, False]
    before = View((0.0, 0.0), 0.0)
    assert which_lean(pair, LooksAgain(-0.14, 0.14), None, before) == [False, False]
    for score, face in ((0.9, 3), (0.4, 3), (0.9, CLASSES.index("x"))):
        third = reading(320, 0.0)
        chances = np.zeros(len(CLASSES), np.float32)
        chances[face] = 0.99
        third = replace(third, chances=chances, spot=replace(third.spot, score=score))
        assert which_lean([*pair, third], LooksAgain(-0.14, 0.14), None) == [False] * 3


def test_what_throws_before_have_told_holds_no_longer_where_all_lie_otherwise() -> None:
    """A camera that was moved: the dice are held against each other."""
    slants = (0.5, 0.52, 0.54)
    moved = [reading(x, slant) for x, slant in zip((300, 320, 340), slants, strict=True)]
    assert which_lean(moved, LooksAgain(0.0), None, View((0.0, 0.0), 0.0)) == [False] * 3
    told = _lean(SIZES, moved, LooksAgain(0.0), None, View((0.0, 0.0), 0.0))
    assert not told.by_before
    assert _lean(SIZES, moved, LooksAgain(0.0), None, View((0.5, 0.0), 0.0)).by_before


def test_the_sides_of_a_wide_view_are_seen_to_slant_apart() -> None:
    """By the usual lens six tenths of the picture's width: that is no lean."""
    assert which_lean([reading(0, -0.3), reading(640, 0.3)], LooksAgain(0.0), None) == [False] * 2

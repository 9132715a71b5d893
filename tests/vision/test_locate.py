"""Maps to spots: peaks, sub-cells, merging over sizes, reading order; the network is a stand-in."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from device.commands.bench_vision import drawn_table
from tests.house.normal_floats import floats
from vision.locate import ALIKE, Locator, Spot, merge, peaks, tellable_px
from vision.observation import Die
from vision.runtime import Network
from vision.see import in_reading_order, see

spots = st.lists(
    st.builds(Spot, floats(0, 500), floats(0, 500), floats(10, 90), floats(0.31, 0.99)),
    max_size=25,
)


def folded(maps: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return maps (2 h, 2 w, 4) as the network tells them: (h, w, 16), 2 x 2 places a cell."""
    rows, columns = maps.shape[0] // 2, maps.shape[1] // 2
    parts = maps.reshape(rows, 2, columns, 2, 4).transpose(0, 2, 4, 1, 3)
    return np.ascontiguousarray(parts.reshape(rows, columns, 16))


@pytest.mark.parametrize(("width", "height"), [(320, 240), (1280, 960), (4000, 3000), (900, 120)])
def test_every_size_that_may_be_told_is_searched_where_it_can_be_seen(
    width: int, height: int
) -> None:
    """At the level that is chosen for it such a die is as large as the network finds them."""
    shown: list[float] = []

    class Looks:
        def run(self, picture: NDArray[np.float32]) -> NDArray[np.float32]:
            shown.append(picture.shape[2])
            return np.full((1, picture.shape[1] // 8, picture.shape[2] // 8, 16), -9, np.float32)

    frame = np.zeros((height, width, 3), np.uint8)
    least, most = tellable_px(frame)
    assert most == height
    for die_px in np.geomspace(least, most, 20):
        Locator(cast(Network, Looks())).find(frame, float(die_px))
        die_there = die_px * shown.pop() / width
        assert 8.5 < die_there < 52, die_px


def test_peaks_are_where_the_maps_say() -> None:
    maps = np.zeros((10, 12, 4), np.float32)
    maps[..., 0] = -9
    maps[4, 5] = (3.0, 1.5, -0.5, 1.0)
    maps[4, 6] = (2.0, 0, 0, 0)  # beside the peak: the same die
    maps[8, 2] = (1.0, 0, 0, -0.5)
    found = sorted(peaks(folded(maps)))
    assert len(found) == 2
    assert found[0] == pytest.approx((10.0, 34.0, 16 * 2**-0.5, 1 / (1 + np.exp(-1))))
    assert found[1] == pytest.approx((23.5, 17.5, 32.0, 1 / (1 + np.exp(-3))))


@given(st.integers(0, 7), st.integers(0, 9))
def test_each_place_of_a_cell_is_told_where_it_is(row: int, column: int) -> None:
    maps = np.zeros((8, 10, 4), np.float32)
    maps[..., 0] = -9
    maps[row, column] = (2.0, 0.25, -0.25, 0.5)
    ((x, y, size, _),) = peaks(folded(maps))
    assert (x, y) == (4 * column + 2.25, 4 * row + 1.75)
    assert size == pytest.approx(16 * 2**0.5)


def alike(a: Spot, b: Spot) -> bool:
    near = np.hypot(a.x - b.x, a.y - b.y) <= 0.5 * max(a.size, b.size)
    return bool(near) and max(a.size, b.size) < ALIKE * min(a.size, b.size)


@given(spots)
def test_merged_spots_lie_apart_and_nothing_is_lost(found: list[Spot]) -> None:
    kept = merge(found)
    for i, a in enumerate(kept):
        assert not any(alike(a, b) for b in kept[i + 1 :])
    for spot in found:
        assert any(alike(spot, k) for k in kept)
    assert [k.score for k in kept] == sorted((k.score for k in kept), reverse=True)


def test_a_small_thing_on_a_die_does_not_hide_the_die() -> None:
    eye, die_under_it = Spot(100, 100, 15, 0.5), Spot(104, 103, 50, 0.4)
    assert merge([eye, die_under_it]) == [eye, die_under_it]


class SeesThese:
    """A locating network that sees given spots of a frame, each where it is 9 to 46 px wide."""

    def __init__(self, frame_width: int, seen: list[Spot]) -> None:
        self._width, self._seen = frame_width, seen
        self.searched: list[int] = []  # the widths (px) of what it was given

    def run(self, batch: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.searched.append(batch.shape[2])
        rows, columns = batch.shape[1] // 4, batch.shape[2] // 4
        maps = np.zeros((rows, columns, 4), np.float32)
        maps[..., 0] = -20
        by = batch.shape[2] / self._width
        for spot in self._seen:
            if 9 <= spot.size * by <= 46:
                row, column = int(spot.y * by / 4), int(spot.x * by / 4)
                logit = np.log(spot.score / (1 - spot.score))
                maps[row, column] = (logit, 0, 0, np.log2(spot.size * by / 16))
        return folded(maps)[None]


LARGE = Spot(320, 240, 380, 0.8)


def found_with(*smaller: Spot) -> list[float]:
    network = SeesThese(640, [LARGE, *smaller])
    spots = Locator(cast(Network, network)).find(np.full((480, 640, 3), 90, np.uint8))
    return [round(spot.size) for spot in spots]


def test_a_heap_of_plain_dice_is_not_one_large_die() -> None:
    assert found_with(Spot(280, 200, 60, 0.9)) == [60]


def test_pips_and_what_lies_beside_it_leave_a_large_die_one() -> None:
    pip, beside = Spot(280, 200, 60, 0.6), Spot(580, 240, 60, 0.95)
    assert sorted(found_with(pip, beside)) == [60, 60, 380]


@pytest.mark.parametrize(
    ("count", "size", "score", "searched"),
    [
        (7, 60, 0.7, [320, 160]),
        (7, 60, 0.5, [320, 160, 80, 40]),  # not plain: letters, pips
        (6, 60, 0.7, [320, 160, 80, 40]),  # as many as a face has pips
        (7, 26, 0.7, [320, 160, 640]),  # small
    ],
)
def test_where_many_plain_dice_are_found_none_that_fills_the_frame_is_looked_for(
    count: int, size: int, score: float, searched: list[int]
) -> None:
    seen = [Spot(80 + 160 * (k % 4), 100 + 120 * (k // 4), size, score) for k in range(count)]
    network = SeesThese(640, seen)
    spots = Locator(cast(Network, network)).find(np.full((480, 640, 3), 90, np.uint8))
    assert len(spots) == count
    assert network.searched == searched


@given(floats(60, 180))
def test_a_large_die_is_found_beside_many_small_ones(size: float) -> None:
    small = [Spot(60 + 80 * k, 60, 44, 0.9) for k in range(7)]
    network = SeesThese(640, [*small, Spot(320, 300, size, 0.4)])
    spots = Locator(cast(Network, network)).find(np.full((480, 640, 3), 90, np.uint8))
    assert len(spots) == 8


def die(x: float, y: float, size: float = 40) -> Die:
    return Die("1", 0.9, True, (x, y), size, 0.0, "white")


@given(st.lists(st.tuples(floats(0, 400), floats(0, 400)), max_size=24, unique=True))
def test_reading_order_keeps_every_die(places: list[tuple[float, float]]) -> None:
    dice = [die(x, y) for x, y in places]
    ordered = in_reading_order(dice)
    assert sorted(d.center_xy for d in ordered) == sorted(places)


def test_rows_before_columns() -> None:
    dice = [die(200, 12), die(100, 8), die(10, 15), die(5, 100)]
    assert [d.center_xy[0] for d in in_reading_order(dice)] == [10, 100, 200, 5]


@pytest.mark.parametrize("times", [3, 7])
@pytest.mark.parametrize("upright", [False, True])
def test_dice_in_a_strip_are_found_as_in_a_usual_frame(times: int, upright: bool) -> None:
    """As in a panorama: by its whole length they are too small, and their heap looks like a die."""
    table = drawn_table()
    strip = np.concatenate([np.full_like(table, table[0, 0]), *[table] * times], axis=1)
    strip = np.ascontiguousarray(np.rot90(strip)) if upright else strip
    dice = see(strip).dice
    assert len(dice) == 8 * times
    assert max(die.size_px for die in dice) < 110
    assert sorted(die.face or "" for die in dice) == sorted("12345612" * times)


@pytest.mark.parametrize("shape", [(16, 9000), (9000, 16), (16, 16)])
def test_odd_frames_cost_no_more_than_large_ones(shape: tuple[int, int]) -> None:
    assert see(np.full((*shape, 3), 90, np.uint8)).dice == ()

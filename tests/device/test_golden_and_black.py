"""Which die is the golden or the black one: by its own colour, else by those of all others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.golden_and_black import BLACK, GOLDEN, LIGHT, is_black, marked_die
from vision.colour import NAMES
from vision.observation import Die


def dice(*colours: str) -> list[Die]:
    return [Die("1", 0.99, True, (40.0 * k, 30.0), 30.0, 0.0, c) for k, c in enumerate(colours)]


@given(st.lists(st.sampled_from(NAMES), max_size=9), st.sampled_from("gb"))
def test_a_die_is_marked_that_differs_from_all_others_or_none(
    colours: list[str], mark: str
) -> None:
    place = marked_die(mark, dice(*colours))
    if place is None or len(colours) == 1:
        return
    others = {c for k, c in enumerate(colours) if k != place}
    own = {"g": GOLDEN, "b": BLACK}[mark]
    assert colours[place] not in others
    assert colours[place] not in {"g": LIGHT, "b": GOLDEN}[mark]
    if colours[place] in own:
        assert not own & others or len(others) == 1
    else:
        assert len(others) <= 3  # all of one colour, by whatever names


@given(st.lists(st.sampled_from(sorted(GOLDEN)), min_size=5, max_size=5), st.integers(0, 5))
@pytest.mark.parametrize("named", ["black", "grey", "blue", "white", "brown"])
def test_a_black_die_that_mirrors_is_told_among_golden_ones(
    named: str, golden: list[str], place: int
) -> None:
    assert marked_die("b", dice(*golden[:place], named, *golden[place:])) == place


@given(st.lists(st.sampled_from(sorted(LIGHT)), min_size=2, max_size=8), st.integers(0, 8))
@pytest.mark.parametrize("named", ["golden", "yellow", "orange", "brown", "green"])
def test_the_golden_die_is_told_among_white_ones(named: str, white: list[str], place: int) -> None:
    place = min(place, len(white))
    assert marked_die("g", dice(*white[:place], named, *white[place:])) == place


def test_what_colours_do_not_tell_is_asked_about() -> None:
    assert marked_die("g", dice("white", "white", "white")) is None  # it is not there
    assert marked_die("g", dice("white", "ivory", "white", "white")) is None
    assert marked_die("g", dice("golden", "golden", "white", "white")) is None
    assert marked_die("g", dice("brown", "white")) is None  # which of them?
    assert marked_die("b", dice("white", "white", "white", "golden", "white")) is None
    assert marked_die("b", []) is None


def test_a_roll_of_one_die_is_that_die() -> None:
    assert marked_die("g", dice("ivory")) == 0


def test_in_the_lane_a_black_die_is_known_by_its_colour() -> None:
    assert [is_black(die) for die in dice("black", "grey", "golden", "ivory")] == [
        True, True, False, False,
    ]  # fmt: skip

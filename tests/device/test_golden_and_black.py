"""Which die is the golden or the black one: by its own name, else by the colours of all dice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.golden_and_black import BLACK, GOLDEN, marked_die
from tests.house.normal_floats import floats
from vision.colour import NAMES
from vision.observation import Die

Bgr = tuple[float, float, float]
WHITE, SHADE, GOLD = (235.0, 238.0, 240.0), (120.0, 122.0, 124.0), (60.0, 160.0, 210.0)
MIRRORS, INK = (150.0, 152.0, 150.0), (40.0, 40.0, 42.0)


def dice(*bodies: tuple[str, Bgr | None]) -> list[Die]:
    return [
        Die("1", 0.99, True, (40.0 * k, 30.0), 30.0, 0.0, colour, body_bgr=bgr)
        for k, (colour, bgr) in enumerate(bodies)
    ]


bgrs = st.tuples(floats(0, 255), floats(0, 255), floats(0, 255))
bodies = st.lists(st.tuples(st.sampled_from(NAMES), st.none() | bgrs), min_size=2, max_size=9)


@given(bodies, st.sampled_from("gb"))
def test_a_die_is_marked_that_is_named_so_alone_or_differs_by_far(
    given_bodies: list[tuple[str, Bgr | None]], mark: str
) -> None:
    place = marked_die(mark, dice(*given_bodies))
    own = {"g": GOLDEN, "b": BLACK}[mark]
    named = [k for k, (colour, _) in enumerate(given_bodies) if colour in own]
    if len(named) == 1 and place is not None:
        assert place == named[0]
    elif place is not None:
        assert len(given_bodies) > 2
        blue = [bgr[0] / max(*bgr[1:], 1.0) for _, bgr in given_bodies if bgr is not None]
        light = [max(bgr) for _, bgr in given_bodies if bgr is not None]
        assert len(blue) == len(given_bodies)
        if mark == "g":
            assert blue.index(min(blue)) == place
        else:
            assert place in (light.index(min(light)), blue.index(max(blue)))


@given(st.permutations([("white", WHITE)] * 6 + [("grey", SHADE), ("ivory", WHITE)]))
def test_no_white_die_is_taken_for_the_golden_one(white: list[tuple[str, Bgr]]) -> None:
    """However it is named: in the shade it is grey, in warm light ivory."""
    assert marked_die("g", dice(*white)) is None


@pytest.mark.parametrize("name", ["ivory", "white", "brown", "green", "golden"])
@pytest.mark.parametrize("others", ["white", "ivory", "golden"])
@given(st.integers(0, 6))
def test_the_golden_die_is_told_whatever_it_is_named(name: str, others: str, place: int) -> None:
    """Under a light that nothing tells, white dice are golden by name as well."""
    rest: list[tuple[str, Bgr | None]] = [(others, WHITE)] * 6
    assert marked_die("g", dice(*rest[:place], (name, GOLD), *rest[place:])) == place


@pytest.mark.parametrize("body", [MIRRORS, INK])
@pytest.mark.parametrize("name", ["black", "grey", "blue", "white", "brown"])
@given(st.integers(0, 5))
def test_a_black_die_is_told_whatever_it_mirrors(name: str, body: Bgr, place: int) -> None:
    rest: list[tuple[str, Bgr | None]] = [("golden", GOLD)] * 5
    assert marked_die("b", dice(*rest[:place], (name, body), *rest[place:])) == place


def test_dice_of_other_colours_serve_as_well() -> None:
    blue = (160.0, 70.0, 30.0)
    assert marked_die("b", dice(*[("blue", blue)] * 4, ("grey", INK), ("blue", blue))) == 4
    yellow = (20.0, 190.0, 220.0)
    colours = {"black": INK, "blue": blue, "red": (40.0, 30.0, 180.0), "yellow": yellow}
    assert marked_die("b", dice(*colours.items())) == 0
    assert marked_die("b", dice(*[(name, None) for name in colours])) == 0


def test_what_colours_do_not_tell_is_asked_about() -> None:
    assert marked_die("g", dice(*[("white", WHITE)] * 3)) is None  # it is not there
    assert marked_die("g", dice(("golden", GOLD), ("golden", GOLD), ("white", WHITE))) is None
    assert marked_die("g", dice(("ivory", GOLD), ("white", WHITE))) is None  # which is usual?
    # a white one is named golden, and the golden one brown
    assert (
        marked_die("g", dice(*[("white", WHITE)] * 4, ("golden", WHITE), ("brown", GOLD))) is None
    )
    # one is darker, another one less yellow
    rest: list[tuple[str, Bgr | None]] = [("golden", GOLD)] * 4
    assert marked_die("b", dice(*rest, ("grey", MIRRORS), ("brown", (15.0, 40.0, 50.0)))) is None
    assert marked_die("b", []) is None


def test_a_roll_of_one_die_is_that_die() -> None:
    assert marked_die("g", dice(("ivory", None))) == 0

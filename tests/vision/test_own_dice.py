"""A die that looks like a taught one is kept where the networks alone would drop it."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from tests.house.normal_floats import floats
from vision.apart import apart
from vision.locate import Spot
from vision.looks import CLASSES
from vision.own_dice import Known, OwnDice
from vision.profile import Profile
from vision.read import Reading
from vision.taught import Example, Judgement

SIDE = 50.0


def known(x: float, score: float, chances: dict[str, float], familiar: float) -> Known:
    row = np.zeros(len(CLASSES), np.float32)
    for name, chance in chances.items():
        row[CLASSES.index(name)] = chance
    reading = Reading(Spot(x, 100.0, SIDE, score), row, 0.9, 0.0, (0.0, 0.0))
    return Known(reading, Judgement({"key": 1.0}, familiar))


@given(floats(0.15, 1.0), floats(0.0, 1.0))
def test_a_familiar_face_is_a_die_whatever_the_networks_think(score: float, pips: float) -> None:
    """Found with little conviction, its chances shared among pips, pictures and no die at all."""
    shared = {"1": pips * 0.5, "x": (1 - pips) * 0.5, "-": 0.3, "": 0.2}
    one = known(100.0, score, shared, familiar=0.99)
    assert len(apart([one.place])) == 1
    assert one.place.clear


@given(floats(0.55, 0.75))
def test_it_stands_beside_a_well_read_die_that_it_touches(gap: float) -> None:
    """A leaning die may seem so near; an unclear reading there is else taken for a flank."""
    doubted = {"1": 0.3, "x": 0.7}
    beside = known(100.0 + gap * SIDE, 0.9, {"w": 1.0}, familiar=0.99).place
    assert len(apart([known(100.0, 0.5, doubted, familiar=0.98).place, beside])) == 2
    assert apart([known(100.0, 0.5, doubted, familiar=0.0).place, beside]) == [beside]


@given(floats(0.0, 1.0))
def test_what_looks_strange_is_left_to_the_networks(score: float) -> None:
    one = known(100.0, score, {"2": 0.6, "-": 0.4}, familiar=0.0)
    assert one.place.spot == one.reading.spot
    assert np.allclose(one.place.chances, one.reading.chances)


def test_of_a_whole_taught_die_a_strange_face_is_guessed_among_its_own() -> None:
    """Half a word of the network for pips that it does not have outweighs no picture."""
    rng = np.random.default_rng(4)
    names = ("anchor", "fish", "house", "key", "moon", "tree")
    picture = np.zeros(len(CLASSES), np.float32)
    picture[CLASSES.index("x")] = 1.0
    own = OwnDice(
        Profile(
            tuple(
                Example(name, rng.integers(0, 256, (64, 64, 3)).astype(np.uint8), picture, "a.jpg")
                for name in names
            )
        )
    )
    judged = Judgement({name: 0.95 if name == "house" else 0.01 for name in names}, 0.01)
    half, sure = (known(100.0, 0.9, {"1": c, "x": 1 - c}, 0.01).reading for c in (0.72, 0.97))
    chances = own._chances(judged, half)
    assert max(chances, key=lambda name: chances[name]) == "house"
    chances = own._chances(judged, sure)
    assert max(chances, key=lambda name: chances[name]) == "1"

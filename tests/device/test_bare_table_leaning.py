"""On a bare table, under a camera that looks aslant, a lone die is held against throws before."""

from __future__ import annotations

import numpy as np
import pytest

from tests.device.table_scene import APART, Placed, TableScene
from vision import see
from vision.lane import SeeOnMat

FACES = "12345w"


@pytest.fixture(scope="module")
def scene() -> TableScene:
    return TableScene(tilt_deg=32.0, bare=True)


def throw(seed: int, count: int, lean_deg: float = 0.0) -> list[Placed]:
    rng = np.random.default_rng(seed)
    places = rng.permutation(APART)[:count]
    return [
        Placed(FACES[(seed + k) % 6], (float(x), float(y)), float(rng.uniform(0, 360)), lean_deg)
        for k, (x, y) in enumerate(places)
    ]


def sure_of(scene: TableScene, look: SeeOnMat, lean_deg: float) -> int:
    """Return how many of six lone dice are sure numbers."""
    sure = 0
    for seed in range(6):
        seen = look(scene.draw(throw(seed, 1, lean_deg)))
        assert not seen.mat_seen
        sure += any(die.sure for die in seen.dice)
    return sure


def remembering(scene: TableScene) -> SeeOnMat:
    look = SeeOnMat(see)
    for seed in (21, 22):
        look.rested(look(scene.draw(throw(seed, 6))))
    return look


def test_a_lone_die_that_lies_flat_is_sure_after_throws_of_more(scene: TableScene) -> None:
    assert sure_of(scene, SeeOnMat(see), 0.0) <= 2
    assert sure_of(scene, remembering(scene), 0.0) >= 5


def test_a_lone_die_that_leans_is_not(scene: TableScene) -> None:
    assert sure_of(scene, remembering(scene), 25.0) <= 1

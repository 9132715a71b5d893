"""On the mat a die is held against the mat: alone or among others, flat or leaning."""

from __future__ import annotations

import numpy as np
import pytest

from tests.device.table_scene import APART, Placed, TableScene
from vision import see
from vision.lane import SeeOnMat


@pytest.fixture(scope="module")
def scene() -> TableScene:
    return TableScene()


def sure_of(scene: TableScene, lean_deg: float) -> float:
    """Return the part of lone dice, each in its own picture, that are read rightly and surely."""
    on_mat = SeeOnMat(see)
    rng = np.random.default_rng(7)
    sure = 0
    for at_mm, face in zip(APART, "12345w", strict=True):
        die = Placed(face, at_mm, yaw_deg=float(rng.uniform(0, 360)), lean_deg=lean_deg)
        seen = on_mat(scene.draw([die]))
        assert seen.mat_seen
        sure += [(d.face, d.sure) for d in seen.dice if d.sure] == [(face, True)]
    return sure / len(APART)


def test_a_lone_die_that_lies_flat_is_sure(scene: TableScene) -> None:
    """The mat's own squares are read as doubtful dice, and must not say what is flat."""
    assert sure_of(scene, 0.0) >= 0.8


def test_a_lone_die_that_leans_is_not(scene: TableScene) -> None:
    assert sure_of(scene, 30.0) <= 0.2

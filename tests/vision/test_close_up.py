"""A die that fills much of the picture is found as well, without being told its size."""

from __future__ import annotations

import numpy as np
import pytest

from device.commands.bench_vision import drawn_table
from vision.see import see

SIDE_PX = 90
MIDDLES = [(200 + 290 * (k % 4), 300 + 330 * (k // 4)) for k in range(6)]  # of ones to sixes


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("share", [0.3, 0.4, 0.55, 0.7])
def test_a_close_up_of_one_die(face: int, share: float) -> None:
    x, y = MIDDLES[face - 1]
    half = round(SIDE_PX / share / 2)
    (die,) = see(drawn_table()[y - half : y + half, x - half : x + half]).dice
    assert die.face == str(face)
    assert die.size_px == pytest.approx(SIDE_PX, rel=0.12)
    assert die.center_xy == pytest.approx((half, half), abs=0.1 * SIDE_PX)


def test_an_empty_picture_shows_no_die_however_large() -> None:
    cloth = np.random.default_rng(0).integers(90, 120, (240, 320, 3)).astype(np.uint8)
    assert see(cloth).dice == ()

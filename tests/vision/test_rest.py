"""Rest: motion, flicker, noise, and how long stillness has been held."""

from __future__ import annotations

import numpy as np

from vision import RestDetector


def table(x: int, noise: int = 0, lift: int = 0, seed: int = 0) -> np.ndarray:
    rng = np.random.default_rng(seed)
    image = np.full((240, 320, 3), 90 + lift, np.int16)
    image[100:130, x : x + 30] = 230
    image += rng.integers(-noise, noise + 1, image.shape)
    return np.clip(image, 0, 255).astype(np.uint8)


def test_still_only_after_the_hold() -> None:
    rest = RestDetector(hold_s=0.5)
    said = [rest.update(table(50), k / 10).still for k in range(8)]
    assert said == [False] * 5 + [True] * 3


def test_a_moving_die_is_no_rest_and_starts_the_hold_again() -> None:
    rest = RestDetector(hold_s=0.2)
    for k in range(5):
        assert not rest.update(table(50 + 10 * k), k / 10).still
    assert not rest.update(table(90), 0.5).still
    assert rest.update(table(90), 0.8).still
    seen = rest.update(table(60), 0.9)
    assert not seen.still
    assert seen.moved > 0
    assert seen.still_s == 0


def test_noise_and_flicker_are_no_motion() -> None:
    rest = RestDetector(hold_s=0.2)
    said = [rest.update(table(50, 12, 10 * (k % 2), k), k / 10).still for k in range(8)]
    assert said[3:] == [True] * 5


def test_another_size_of_frame_begins_anew() -> None:
    rest = RestDetector(hold_s=0.0)
    rest.update(table(50), 0.0)
    assert not rest.update(table(50)[:100], 0.1).still

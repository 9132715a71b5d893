"""One network shared by threads: the watcher reads while a check-up looks at another picture."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from vision.runtime import load_network


def test_threads_do_not_get_each_others_pictures() -> None:
    """Pictures of the same shape share an interpreter; more shapes than are kept come and go."""
    rng = np.random.default_rng(5)
    sizes = (256,) * 12 + (64, 96, 128, 160, 192, 224, 288)
    pictures = [rng.uniform(0, 255, (1, side, 96, 3)).astype(np.float32) for side in sizes]
    network = load_network("locator.tflite")
    alone = [network.run(picture) for picture in pictures]
    with ThreadPoolExecutor(4) as threads:
        for _ in range(5):
            together = list(threads.map(network.run, pictures))
            for one, other in zip(alone, together, strict=True):
                np.testing.assert_array_equal(one, other)


def test_pixels_and_floats_of_the_same_picture_give_the_same() -> None:
    pixels = np.random.default_rng(3).integers(0, 256, (1, 64, 96, 3), np.uint8)
    network = load_network("locator.tflite")
    of_pixels = network.run(pixels)
    np.testing.assert_array_equal(of_pixels, network.run(pixels.astype(np.float32)))
    network.run(255 - pixels)
    assert not np.array_equal(of_pixels, network.run(255 - pixels)), "the first result is kept"

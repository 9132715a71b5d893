"""Dim and grainy frames become such as the networks know them; all others stay as they are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.commands.bench_vision import drawn_table
from tests.house.normal_floats import floats
from vision import exposure, see
from vision.exposure import BRIGHT, GRAINY, MOST_GAIN, Exposure, grain, smoothed
from vision.photo import Frame
from vision.sizes import Sizes

WIDTH, HEIGHT = 640, 480
WIDE_PX = 8.0  # of a thread, and the gap beside it


def grainy(frame: Frame, spread: float, number: int = 0) -> Frame:
    rng = np.random.default_rng(number)
    grain = spread * rng.standard_normal(frame.shape)
    return np.clip(np.round(frame + grain), 0, 255).astype(np.uint8)


def dim(frame: Frame, light: float) -> Frame:
    return np.asarray(cv2.convertScaleAbs(frame, alpha=light), np.uint8)


def woven(number: int, slant: float, wide_px: float, contrast: float) -> Frame:
    """Cloth of two threads, dark and light, of one hue."""
    y, x = np.mgrid[:HEIGHT, :WIDTH].astype(np.float32)
    along, across = x * np.cos(slant) + y * np.sin(slant), y * np.cos(slant) - x * np.sin(slant)
    thread = np.sin(2 * np.pi * along / wide_px) * np.sin(2 * np.pi * across / wide_px)
    hue = np.random.default_rng(number).uniform(60, 190, 3)
    return (hue * (1 + contrast * thread[..., None])).astype(np.uint8)


def table() -> Frame:
    return np.asarray(cv2.resize(drawn_table(), (WIDTH, HEIGHT)), np.uint8)


@settings(max_examples=40, deadline=None)
@given(floats(4, 40), st.integers(0, 1000), st.sampled_from([(110, 120, 130), (60, 90, 160)]))
def test_the_grain_of_a_frame_is_told(
    spread: float, number: int, colour: tuple[int, int, int]
) -> None:
    plain = np.full((HEIGHT, WIDTH, 3), colour, np.uint8)
    assert grain(grainy(plain, spread, number)) == pytest.approx(spread, rel=0.2)
    assert grain(grainy(table(), spread, number)) == pytest.approx(spread, rel=0.3)


@settings(max_examples=30, deadline=None)
@given(floats(10, 40), st.integers(0, 1000))
def test_grain_that_a_camera_smoothed_into_blots_is_told(spread: float, number: int) -> None:
    rng = np.random.default_rng(number)
    blots = spread * rng.standard_normal((HEIGHT // 3, WIDTH // 3, 3), np.float32)
    wide = cv2.resize(blots, (WIDTH, HEIGHT))
    blotchy = np.clip(table() + wide, 0, 255).astype(np.uint8)
    assert grain(blotchy) > 0.3 * spread


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1000), floats(0, 3.2), floats(WIDE_PX, 40), floats(0, 0.3))
def test_woven_cloth_is_no_grain(number: int, slant: float, wide_px: float, lit: float) -> None:
    assert grain(woven(number, slant, wide_px, lit)) < GRAINY


@settings(max_examples=30, deadline=None)
@given(floats(8, 40), st.integers(0, 1000))
def test_smoothing_takes_most_of_the_grain_and_leaves_the_faces(spread: float, number: int) -> None:
    clean = table()
    noisy = grainy(clean, spread, number)
    before = np.abs(noisy.astype(float) - clean).mean()
    assert np.abs(smoothed(noisy).astype(float) - clean).mean() < 0.5 * before


def test_frames_in_good_light_stay_as_they_are_to_the_last_px() -> None:
    for frame in (table(), grainy(table(), 3.0), woven(1, 0.3, 12, 0.3)):
        sizes = Sizes(frame)
        assert sizes.at(WIDTH) is frame
        half = cv2.resize(frame, (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA)
        assert np.array_equal(sizes.at(WIDTH // 2), half)


@settings(max_examples=30, deadline=None)
@given(floats(0.02, 1.0), floats(16, 200))
def test_what_is_dim_becomes_bright_and_nothing_burns_out(light: float, half_px: float) -> None:
    """A small die on a black cloth as well as a large one: by it the light is told."""
    frame = np.full((960, 1280, 3), 8, np.uint8)
    a, b = round(480 - half_px), round(480 + half_px)
    frame[a:b, a:b] = (150, 200, 230)
    darker = dim(frame, light)
    bettered = Sizes(darker).at(1280)
    assert bettered.max() <= max(230, BRIGHT + 1)
    assert bettered.max() >= min(BRIGHT - 2, MOST_GAIN * float(darker.max()))


def test_a_frame_of_nothing_and_a_tiny_one_are_borne() -> None:
    black = np.zeros((16, 4000, 3), np.uint8)
    assert (Sizes(black).at(1280) == 0).all()
    assert grain(np.zeros((20, 20, 3), np.uint8)) == 0.0
    assert Exposure.of(black) == Exposure(MOST_GAIN)


@pytest.mark.parametrize(("light", "spread"), [(1.0, 40.0), (0.2, 8.0), (0.12, 3.0)])
def test_dice_are_read_where_without_it_they_are_overlooked(
    light: float, spread: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = np.asarray(cv2.resize(table(), (320, 240), interpolation=cv2.INTER_AREA), np.uint8)
    faces = sorted(die.face or "" for die in see(small).dice)
    frames = [grainy(dim(small, light), spread, number) for number in range(5)]

    def right() -> int:
        seen = [[die.face for die in see(frame).dice if die.sure] for frame in frames]
        return sum(min(some.count(face), faces.count(face)) for some in seen for face in set(faces))

    assert len(faces) == 8
    better = right()
    monkeypatch.setattr(exposure, "BRIGHT", 0.0)
    monkeypatch.setattr(exposure, "GRAINY", 1e9)
    assert better > 1.2 * right()

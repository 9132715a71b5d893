"""The figures of a picture: each grows with what it names, and with nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.mat import layout_of
from vision.picture import figures_of

sys.path.insert(0, str(Path(__file__).parent))
from mat_scene import Camera, noisy, sheet_of

from tests.house.normal_floats import floats

SHOT = Camera(size_px=(640, 480), tilt_deg=3, room=1.3).photograph(layout_of("a4"), sheet_of("a4"))
QUICK = settings(max_examples=8, deadline=None)


@QUICK
@given(seed=st.integers(0, 99), first=floats(0.8, 2.0), more=floats(1.5, 2.5))
def test_a_softer_picture_has_wider_edges(seed, first, more):
    soft = cv2.GaussianBlur(SHOT, (0, 0), first)
    softer = cv2.GaussianBlur(SHOT, (0, 0), first * more)
    widths = [figures_of([noisy(picture, seed, 2.0)]).edge_px for picture in (SHOT, soft, softer)]
    assert widths[0] < widths[1] < widths[2]


@QUICK
@given(dim=floats(0.5, 1.0))
def test_darkness_does_not_pass_for_blur(dim):
    sharp, dark = figures_of([SHOT]), figures_of([(SHOT * dim).astype(np.uint8)])
    assert dark.edge_px == pytest.approx(sharp.edge_px, rel=0.15)
    assert dark.middle == pytest.approx(sharp.middle * dim, abs=2)


def test_a_blank_picture_has_no_edges():
    figures = figures_of([np.full((300, 400, 3), 120, np.uint8)])
    assert figures.edge_px is None
    assert (figures.dark, figures.middle, figures.bright) == (120, 120, 120)
    assert figures.noise is None
    assert figures.flicker is None


@QUICK
@given(share=floats(0.02, 0.5))
def test_blown_is_the_share_of_white_within_the_outline(share):
    picture = np.full((400, 400, 3), 100, np.uint8)
    picture[:, :40] = 255  # a white table beside the tray
    wide = round(360 * share)
    picture[:, 40 : 40 + wide] = 255
    inside = np.array([(40.0, 0.0), (399.0, 0.0), (399.0, 399.0), (40.0, 399.0)])
    assert figures_of([picture], inside).blown == pytest.approx(wide / 360, abs=0.01)
    assert figures_of([picture]).blown == pytest.approx((40 + wide) / 400, abs=0.01)
    coloured = picture.copy()
    coloured[..., 0] = 90  # glare is white; a bright yellow die is not
    assert figures_of([coloured], inside).blown == 0.0


def lamp(pictures: int, depth: float, seed: int = 0) -> list[np.ndarray]:
    """Return pictures with bands that wander up, as of a lamp on the mains."""
    rows = np.arange(SHOT.shape[0])
    bands = [1 + depth * np.sin(rows / 60.0 + 1.7 * number) for number in range(pictures)]
    return [
        noisy(np.clip(SHOT * band[:, None, None] * 0.9, 0, 255).astype(np.uint8), seed + n, 3.0)
        for n, band in enumerate(bands)
    ]


def test_flicker_is_the_swing_of_rows_and_needs_several_pictures():
    assert figures_of(lamp(12, 0.0)).flicker < 0.01
    assert figures_of(lamp(12, 0.10)).flicker == pytest.approx(0.10, rel=0.3)
    assert figures_of(lamp(12, 0.03)).flicker == pytest.approx(0.03, rel=0.4)
    assert figures_of(lamp(4, 0.10)).flicker is None


def test_a_hand_in_some_columns_is_no_flicker():
    pictures = lamp(12, 0.0)
    for number, picture in enumerate(pictures):
        picture[:, 40 * number : 40 * number + 200] = (90, 120, 190)
    assert figures_of(pictures).flicker < 0.02


def test_noise_is_seen_between_two_pictures():
    assert figures_of([noisy(SHOT, 1, 2.0), noisy(SHOT, 2, 2.0)]).noise < 3
    assert figures_of([noisy(SHOT, 1, 20.0), noisy(SHOT, 2, 20.0)]).noise > 8


def test_large_pictures_are_measured_small():
    large = Camera(size_px=(2560, 1920), tilt_deg=3, room=1.3)
    usual = Camera(size_px=(1280, 960), tilt_deg=3, room=1.3)
    widths = [
        figures_of([camera.photograph(layout_of("a4"), sheet_of("a4"))]).edge_px
        for camera in (large, usual)
    ]
    assert widths[0] == pytest.approx(widths[1], rel=0.25)


def test_no_picture_is_an_error():
    with pytest.raises(ValueError, match="none"):
        figures_of([])

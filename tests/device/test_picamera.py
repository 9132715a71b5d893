"""The Pi's camera: what is configured, what is held after the warm-up, every format as BGR."""

from __future__ import annotations

import sys

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.cameras import LiveSource
from device.machine import Process
from device.picamera import PiCamera, flicker_free_us, held_exposure, to_bgr
from device.sources import Picture
from device.trouble import SourceTrouble
from tests.device.fake_picamera2 import (
    HEIGHT,
    RED_BGR,
    WIDTH,
    FakePicamera2,
    TwoStreams,
    red_picture,
)
from tests.house.normal_floats import floats


def test_the_pi_camera_sets_only_controls_that_it_lists(picamera2: type[FakePicamera2]) -> None:
    camera = PiCamera(0)
    camera.open()
    assert camera.grab().shape == (HEIGHT, WIDTH, 3)
    camera.close()
    names = set().union(*(controls.keys() for controls in picamera2.was_set))
    assert names == {"AeEnable", "ColourGains"}


def test_a_pi_camera_is_watched_by_its_small_stream_and_read_by_the_full_one(
    picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.modules["picamera2"], "Picamera2", TwoStreams)
    with LiveSource(PiCamera(0, (1640, 1232)), fps=200.0) as source:
        frame = source.read(timeout_s=10.0)
    assert frame is not None
    assert frame.small is not None
    assert frame.image.shape == (HEIGHT, WIDTH, 3)
    assert frame.small.shape == (360, 480, 3)
    assert np.abs(frame.small.astype(int) - (200, 20, 20)).max() < 12
    assert np.abs(frame.image[-1, -1].astype(int) - RED_BGR).max() < 12


def test_a_camera_with_one_stream_is_read_from_that(picamera2: type[FakePicamera2]) -> None:
    camera = PiCamera(0)
    camera.open()
    assert camera.grab().shape == (HEIGHT, WIDTH, 3)
    assert camera.small is None
    camera.close()


@pytest.mark.parametrize(
    ("mains_hz", "seen_us", "held_us", "gain"),
    [(50, 33_000, 30_000, 2.2), (60, 33_000, 24_999, 2.64), (50, 2_000, 2_000, 2.0)],
)
def test_what_the_warm_up_found_is_held(
    picamera2: type[FakePicamera2],
    monkeypatch: pytest.MonkeyPatch,
    mains_hz: int,
    seen_us: int,
    held_us: int,
    gain: float,
) -> None:
    """Exposure in multiples of the lamps' period (in daylight as it was), colour and lens fixed."""
    monkeypatch.setattr(sys.modules["picamera2"], "Picamera2", TwoStreams)
    monkeypatch.setattr(TwoStreams, "exposure_us", seen_us)
    monkeypatch.setattr(TwoStreams, "searched", 0)
    camera = PiCamera(0, mains_hz=mains_hz)
    camera.open()
    camera.close()
    first, held = picamera2.was_set
    assert first["AwbEnable"]
    assert first["AeEnable"]
    assert first["AeFlickerPeriod"] == 1_000_000 // (2 * mains_hz)
    assert TwoStreams.searched == 1
    assert held.pop("AnalogueGain") == pytest.approx(gain, abs=0.001)
    assert held == {
        "AeEnable": False,
        "AwbEnable": False,
        "ColourGains": (1.5, 2.0),
        "AfMode": 0,
        "LensPosition": 2.0,
        "ExposureTime": held_us,
    }


def test_a_busy_pi_camera_is_one_sentence(
    picamera2: type[FakePicamera2], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picamera2, "fails", True)
    with pytest.raises(SourceTrouble, match="cannot be opened"):
        PiCamera(0).open()
    with pytest.raises(SourceTrouble, match="is not found"):
        PiCamera(3).open()
    held = [Process(412, "rpicam-vid")]
    monkeypatch.setattr("device.picamera.holders_of", lambda names: held)
    with pytest.raises(SourceTrouble, match=r"it is used by rpicam-vid \(process 412\)"):
        PiCamera(0).open()


def as_format(name: str, image: Picture, pad: int) -> Picture:
    """The inverse of `to_bgr`: rows padded by `pad` bytes on the right."""
    if name in ("YUV420", "YVU420", "NV12", "NV21"):
        wide = cv2.copyMakeBorder(image, 0, 0, 0, pad, cv2.BORDER_REPLICATE)
        height, width = wide.shape[:2]
        yuv = cv2.cvtColor(wide, cv2.COLOR_BGR2YUV_I420)
        u = yuv[height : height * 5 // 4].reshape(-1)
        v = yuv[height * 5 // 4 :].reshape(-1)
        first, second = (u, v) if name in ("YUV420", "NV12") else (v, u)
        if name.startswith("NV"):
            chroma = np.stack([first, second], axis=1).reshape(-1, width)
        else:
            chroma = np.concatenate([first, second]).reshape(-1, width)
        return np.vstack([yuv[:height], chroma])
    alpha = np.full((*image.shape[:2], 1), 255, np.uint8)
    made: dict[str, Picture] = {
        "RGB888": image,
        "BGR888": image[:, :, ::-1],
        "XRGB8888": np.concatenate([image, alpha], axis=2),
        "XBGR8888": np.concatenate([image[:, :, ::-1], alpha], axis=2),
    }
    return made[name]


@pytest.mark.parametrize("pad", [0, 32])
@pytest.mark.parametrize(
    "name",
    ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "YUV420", "YVU420", "NV12", "NV21"],
)
def test_every_format_becomes_bgr_with_red_still_red(name: str, pad: int) -> None:
    image = red_picture()
    bgr = to_bgr(np.ascontiguousarray(as_format(name, image, pad)), name, (WIDTH, HEIGHT))
    assert bgr.shape == (HEIGHT, WIDTH, 3)
    assert np.abs(bgr.astype(int) - image.astype(int))[30:].max() < 12


def test_an_unknown_format_or_a_small_array_is_refused_with_what_was_expected() -> None:
    with pytest.raises(SourceTrouble, match="R10_CSI2P"):
        to_bgr(red_picture(), "R10_CSI2P", (WIDTH, HEIGHT))
    with pytest.raises(SourceTrouble, match="expected at least 72 rows"):
        to_bgr(red_picture()[:, :, 0].copy(), "NV12", (WIDTH, HEIGHT))


@pytest.mark.parametrize(
    ("mains_hz", "longest_us", "expected"),
    [(50, 33_000, 30_000), (50, 9_000, 10_000), (60, 33_000, 24_999), (60, 8_400, 8_333)],
)
def test_exposure_is_a_multiple_of_the_lamps_period(
    mains_hz: int, longest_us: int, expected: int
) -> None:
    assert flicker_free_us(mains_hz, longest_us) == expected


@given(st.sampled_from((50, 60)), st.integers(100, 100_000), floats(1.0, 8.0), floats(1.0, 2.0))
def test_what_is_held_is_as_bright_as_what_was_found(
    mains_hz: int, seen_us: int, times: float, least_gain: float
) -> None:
    gain = least_gain * times
    us, held = held_exposure(mains_hz, seen_us, gain, least_gain)
    assert us * held == pytest.approx(seen_us * gain)
    assert held >= least_gain or held == gain
    period = 1_000_000 // (2 * mains_hz)
    assert us % period == 0 or (us < period and us == seen_us)

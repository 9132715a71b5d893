"""The part of picamera2 that the camera class uses, with one stream and with two."""

from __future__ import annotations

import itertools
import types
from typing import Any, ClassVar

import cv2
import numpy as np

from device.sources import Picture

WIDTH, HEIGHT = 64, 48
RED_BGR = (20, 30, 220)


def red_picture(step: int = 0) -> Picture:
    """A red field with a white square that moves with `step`."""
    image = np.full((HEIGHT, WIDTH, 3), RED_BGR, dtype=np.uint8)
    image[10:20, 4 * step : 4 * step + 10] = 255
    return image


PICTURES = [red_picture(step) for step in range(6)]


class FakePicamera2:
    """The part of picamera2 that the camera class uses; gives NV12 whatever is asked.

    It has one stream only, as a virtual camera has; `TwoStreams` has both.
    """

    camera_controls: ClassVar[dict[str, object]] = {"AeEnable": (0, 1), "ColourGains": (0, 32)}
    given_format = "NV12"
    was_set: ClassVar[list[dict[str, Any]]] = []
    fails = False

    @staticmethod
    def global_camera_info() -> list[dict[str, object]]:
        return [{"Id": "Virtual0"}]

    def __init__(self, number: int) -> None:
        if self.fails:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        self.frames = itertools.count()

    def create_video_configuration(self, **asked: Any) -> dict[str, Any]:
        return asked

    def configure(self, wanted: dict[str, Any]) -> None:
        assert wanted["main"]["format"] == "RGB888"
        if "lores" in wanted:
            raise RuntimeError("lores stream is not supported")

    def camera_configuration(self) -> dict[str, Any]:
        return {"main": {"format": self.given_format, "size": (WIDTH, HEIGHT)}}

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.was_set.append(controls)

    def start(self) -> None:
        pass

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass

    def capture_array(self, name: str, wait: bool) -> Any:
        image = red_picture(next(self.frames) % 6)
        yuv = cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420)
        luma, u, v = yuv[:HEIGHT], yuv[HEIGHT : HEIGHT * 5 // 4], yuv[HEIGHT * 5 // 4 :]
        chroma = np.stack([u.reshape(-1), v.reshape(-1)], axis=1).reshape(-1, WIDTH)
        return types.SimpleNamespace(get_result=lambda timeout: np.vstack([luma, chroma]))

    def capture_metadata(self, wait: bool) -> Any:
        found = {"ColourGains": (1.5, 2.0), "LensPosition": 2.0}
        return types.SimpleNamespace(get_result=lambda timeout: found)


class TwoStreams(FakePicamera2):
    """A camera of a Pi: a small stream, exposure, white balance and a lens that can be set."""

    camera_controls: ClassVar[dict[str, object]] = dict.fromkeys(
        (
            "AeEnable",
            "AeFlickerMode",
            "AeFlickerPeriod",
            "AfMode",
            "AnalogueGain",
            "AwbEnable",
            "ColourGains",
            "ExposureTime",
            "LensPosition",
        ),
        (1.0, 22.0),
    )
    exposure_us = 33_000
    searched = 0

    def configure(self, wanted: dict[str, Any]) -> None:
        width, height = wanted["lores"]["size"]
        main_width, main_height = wanted["main"]["size"]
        assert wanted["lores"]["format"] == "YUV420"
        assert width % 2 == height % 2 == 0
        assert width <= main_width
        assert height <= main_height
        self.small_px = (width, height)

    def camera_configuration(self) -> dict[str, Any]:
        small = {"format": "YUV420", "size": self.small_px}
        return {**super().camera_configuration(), "lores": small}

    def capture_arrays(self, names: list[str], wait: bool) -> Any:
        assert names == ["main", "lores"]
        full = self.capture_array("main", wait=False).get_result(timeout=1.0)
        blue = np.full((self.small_px[1], self.small_px[0], 3), (200, 20, 20), np.uint8)
        small = cv2.cvtColor(blue, cv2.COLOR_BGR2YUV_I420)
        return types.SimpleNamespace(get_result=lambda timeout: ([full, small], {}))

    def autofocus_cycle(self, wait: bool) -> Any:
        type(self).searched += 1
        return types.SimpleNamespace(get_result=lambda timeout: True)

    def capture_metadata(self, wait: bool) -> Any:
        found = {
            "ColourGains": (1.5, 2.0),
            "LensPosition": 2.0,
            "ExposureTime": self.exposure_us,
            "AnalogueGain": 2.0,
        }
        return types.SimpleNamespace(get_result=lambda timeout: found)

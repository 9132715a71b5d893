"""The Raspberry Pi camera through picamera2, which is imported only where the camera is opened.

What a camera can do differs (fixed focus, a virtual camera, a USB camera under libcamera), so the
format that was configured is read back and converted, and only controls that the camera lists are
set. A small stream is there to watch for motion and the full one to read; a camera that gives one
stream only is read from that. Exposure is a multiple of the mains period, so that lamps do not
flicker in the picture; white balance and lens are found at warm-up and then held, so that a die
keeps its colour.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from importlib import import_module
from typing import Any

import cv2
import numpy as np

from device.machine import holders_of
from device.sources import Picture, SourceKind
from device.trouble import SourceTrouble

WARM_UP_FRAMES = 20
SMALL_PX = 480  # the long side of the small stream
FRAME_WAIT_S = 5.0

# libcamera's names follow the byte order of a little-endian word: RGB888 arrives as B, G, R.
_CONVERSIONS: dict[str, int | None] = {
    "RGB888": None,
    "BGR888": cv2.COLOR_RGB2BGR,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
    "UYVY": cv2.COLOR_YUV2BGR_UYVY,
}


def to_bgr(array: Picture, pixel_format: str, size_px: tuple[int, int]) -> Picture:
    """Return what libcamera gave as (height, width, 3) uint8 BGR, a copy of its own.

    `array` is (rows, bytes a row) or (height, width, channels) uint8 in `pixel_format`; rows may
    be padded beyond the width of `size_px` (width, height). Raises SourceTrouble for a format
    that is not understood or an array that is too small for it.
    """
    width, height = size_px
    if pixel_format == "MJPEG":
        image = cv2.imdecode(array.reshape(-1), cv2.IMREAD_COLOR)
        if image is None:
            raise SourceTrouble("the camera gave a picture that is not whole")
        return np.ascontiguousarray(image, dtype=np.uint8)
    if pixel_format not in _CONVERSIONS:
        raise SourceTrouble(
            f"the camera gives pictures as {pixel_format}, which is not understood",
            "report this with the camera's name",
        )
    rows = height * 3 // 2 if pixel_format in ("YUV420", "YVU420", "NV12", "NV21") else height
    if pixel_format in ("YUYV", "UYVY"):
        array = array.reshape(array.shape[0], -1, 2)
    if array.shape[0] < rows or array.shape[1] < width:
        raise SourceTrouble(
            f"the camera's picture has the shape {array.shape}, expected at least "
            f"{rows} rows of {width} pixels as {pixel_format}"
        )
    code = _CONVERSIONS[pixel_format]
    rowwise = np.ascontiguousarray(array[:rows])
    picture = rowwise if code is None else cv2.cvtColor(rowwise, code)
    return np.array(picture[:height, :width, :3], dtype=np.uint8, order="C")


def flicker_free_us(mains_hz: int, longest_us: int) -> int:
    """Return the longest exposure (µs) up to `longest_us` that is a multiple of the lamps' period.

    A lamp on 50 Hz mains flickers 100 times a second. At least one period is returned.
    """
    period_us = 1_000_000 // (2 * mains_hz)
    return max(1, longest_us // period_us) * period_us


def held_exposure(
    mains_hz: int, seen_us: int, gain: float, least_gain: float = 1.0
) -> tuple[int, float]:
    """Return the exposure (µs) and gain to hold, as bright as `seen_us` and `gain` were.

    It is a multiple of the lamps' period, unless the light is so strong that even one period would
    be too long: that is daylight, which does not flicker.
    """
    us = flicker_free_us(mains_hz, seen_us)
    wanted = gain * seen_us / us
    return (us, wanted) if wanted >= least_gain else (seen_us, gain)


class PiCamera:
    """One Pi camera; a `device.cameras.Camera`, to be used from one thread."""

    kind: SourceKind = "pi"

    def __init__(
        self, number: int = 0, size_px: tuple[int, int] = (1640, 1232), mains_hz: int = 50
    ) -> None:
        """Name the camera (0 is the first), the size to ask for and the mains frequency."""
        self._number = number
        self._asked_px = size_px
        self._mains_hz = mains_hz
        self._camera: Any = None
        self._format = ""
        self._size_px = size_px
        self._small_format = ""  # empty: there is no small stream
        self._small_px = size_px
        self.small: Picture | None = None

    @property
    def name(self) -> str:
        """`Pi camera 0`."""
        return f"Pi camera {self._number}"

    def open(self) -> None:
        """Open, configure, warm up and hold the settings; raises SourceTrouble."""
        maker = _picamera2()
        found = len(maker.global_camera_info())
        if self._number >= found:
            raise SourceTrouble(
                f"{self.name} is not found ({found or 'no'} camera is connected)",
                "check the ribbon cable with the power off, then `rpicam-hello --list-cameras`",
            )
        try:
            self._camera = maker(self._number)
        except Exception as error:
            holder = next(iter(holders_of(("/dev/video", "/dev/media"))), None)
            raise SourceTrouble(
                f"{self.name} cannot be opened"
                + (f": it is used by {holder}" if holder else f" ({error})"),
                "stop the other program" if holder else "start the machine again",
            ) from error
        self._configure()
        self._camera.start()
        self._hold()

    def grab(self) -> Picture:
        """Return the next picture as BGR; raises SourceTrouble when none comes in time."""
        if self._camera is None:
            raise SourceTrouble(f"{self.name} is not open")
        if not self._small_format:
            array = self._wait(self._camera.capture_array("main", wait=False))
            return to_bgr(array, self._format, self._size_px)
        both, _ = self._wait(self._camera.capture_arrays(["main", "lores"], wait=False))
        self.small = to_bgr(both[1], self._small_format, self._small_px)
        return to_bgr(both[0], self._format, self._size_px)

    def close(self) -> None:
        """Stop and let the camera go; never raises."""
        camera, self._camera = self._camera, None
        self.small = None
        if camera is not None:
            # A capture that never came would keep `stop` waiting behind it for ever.
            with contextlib.suppress(Exception):
                camera.cancel_all_and_flush()
            with contextlib.suppress(Exception):
                camera.stop()
            with contextlib.suppress(Exception):
                camera.close()

    def _wait(self, job: Any) -> Any:
        """Return what a job of the camera gives; raises SourceTrouble when it takes too long."""
        try:
            return job.get_result(timeout=FRAME_WAIT_S)
        except TimeoutError:
            raise SourceTrouble(
                f"{self.name} gives no pictures", "check the ribbon cable"
            ) from None

    def _configure(self) -> None:
        try:
            self._ask_for_streams(with_small=True)
        except Exception:  # what a camera cannot do is only known by asking for it
            self._ask_for_streams(with_small=False)
        self._set(
            {
                "AeFlickerMode": 1,  # manual: the period below
                "AeFlickerPeriod": 1_000_000 // (2 * self._mains_hz),
                "AfMode": 1,  # auto: one search, then it stays
                "AwbEnable": True,
                "AeEnable": True,
            }
        )

    def _ask_for_streams(self, with_small: bool) -> None:
        """Configure the streams and read back what was given; raises what picamera2 raises."""
        camera = self._camera
        streams: dict[str, Any] = {"main": {"format": "RGB888", "size": self._asked_px}}
        if with_small:
            scale = SMALL_PX / max(SMALL_PX, *self._asked_px)
            small_px = tuple(max(16, 2 * round(side * scale / 2)) for side in self._asked_px)
            streams["lores"] = {"format": "YUV420", "size": small_px}
        camera.configure(camera.create_video_configuration(**streams, buffer_count=4, queue=False))
        given = camera.camera_configuration()
        self._format, self._size_px = _stream(given["main"])
        self._small_format = ""
        if with_small and given.get("lores"):
            self._small_format, self._small_px = _stream(given["lores"])

    def _hold(self) -> None:
        """Let exposure, colour and focus settle, then hold what was found."""
        camera = self._camera
        if "AfMode" in camera.camera_controls:
            with contextlib.suppress(Exception):
                self._wait(camera.autofocus_cycle(wait=False))
        for _ in range(WARM_UP_FRAMES - 1):
            self.grab()
        found: Mapping[str, Any] = self._wait(camera.capture_metadata(wait=False))
        held: dict[str, Any] = {}
        if "ColourGains" in found:
            held.update(AwbEnable=False, ColourGains=tuple(found["ColourGains"]))
        if "LensPosition" in found:
            held.update(AfMode=0, LensPosition=float(found["LensPosition"]))
        if "ExposureTime" in found and "AnalogueGain" in found:
            held["AeEnable"] = False
            bounds = camera.camera_controls.get("AnalogueGain") or (1.0,)
            held["ExposureTime"], held["AnalogueGain"] = held_exposure(
                self._mains_hz,
                int(found["ExposureTime"]),
                float(found["AnalogueGain"]),
                float(bounds[0]),
            )
        self._set(held)
        for _ in range(3):  # controls take effect some frames later
            self.grab()

    def _set(self, controls: Mapping[str, Any]) -> None:
        """Set those controls that this camera lists; the others it would refuse with an error."""
        listed = self._camera.camera_controls
        chosen = {name: value for name, value in controls.items() if name in listed}
        if chosen:
            self._camera.set_controls(chosen)


def _stream(given: Mapping[str, Any]) -> tuple[str, tuple[int, int]]:
    """Return the pixel format and the size (width, height) of a stream as it was configured."""
    width, height = given["size"]
    return str(given["format"]), (int(width), int(height))


def _picamera2() -> Any:
    """Return the class Picamera2; raises SourceTrouble where the library is missing."""
    os.environ.setdefault("LIBCAMERA_LOG_LEVELS", "*:ERROR")
    try:
        maker = import_module("picamera2").Picamera2
    except ImportError as error:
        raise SourceTrouble(
            f"the Pi camera needs picamera2 ({error})",
            "`sudo apt install -y python3-picamera2`, then start again",
        ) from error
    return maker


def pi_camera_there() -> bool:
    """Return whether picamera2 is installed and lists a camera."""
    try:
        return len(_picamera2().global_camera_info()) > 0
    except Exception:
        return False

"""Live cameras: one owner thread a camera, the newest picture only, opened again when it is lost.

A `Camera` knows how to open, grab and close; `LiveSource` gives it a thread of its own, which is
the only one that ever touches it. Readers get copies, and always the newest picture: what nobody
read in time is dropped. When pictures stop coming the camera is closed and opened again after
1, 2, 4 ... 30 seconds, for ever; meanwhile `read` raises `SourceLost` and the game goes on by hand.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Protocol, Self

import cv2
import numpy as np

from device.sources import Frame, Picture, SourceKind, SourceLost, SourceStarting
from device.trouble import SourceTrouble

BACK_OFF_S = (1.0, 2.0, 4.0, 8.0, 15.0, 30.0)


class Camera(Protocol):
    """The hardware side of a live source, used from one thread only."""

    @property
    def kind(self) -> SourceKind:
        """`pi` or `usb`."""

    @property
    def name(self) -> str:
        """What a person would call it."""

    def open(self) -> None:
        """Open and warm up; raises SourceTrouble that says what to do."""

    def grab(self) -> Picture:
        """Return the next picture, (height, width, 3) uint8 BGR; raises SourceTrouble."""

    @property
    def small(self) -> Picture | None:
        """The last picture as the small stream has it, uint8 BGR; None where there is none."""

    def close(self) -> None:
        """Close; never raises, and may be called when nothing is open."""


class LiveSource:
    """A camera with its owner thread."""

    waits = False
    skipped = 0  # a picture that cannot be read is a camera that is lost

    def __init__(
        self,
        camera: Camera,
        fps: float = 10.0,
        back_off_s: tuple[float, ...] = BACK_OFF_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Wrap a camera; at most `fps` pictures a second are taken."""
        self._camera = camera
        self._period_s = 1.0 / fps
        self._back_off_s = back_off_s
        self._clock = clock
        self._began_s = 0.0
        self._news = threading.Condition()
        self._latest: Frame | None = None
        self._read_number = -1
        self._lost: SourceLost = SourceStarting("the camera is starting")
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()

    @property
    def kind(self) -> SourceKind:
        """`pi` or `usb`."""
        return self._camera.kind

    @property
    def name(self) -> str:
        """The name of the camera."""
        return self._camera.name

    def __enter__(self) -> Self:
        """Start the owner thread; what the camera lacks is said by `read`."""
        self._began_s = self._clock()
        self._stop.clear()
        self._thread = threading.Thread(target=self._own, name="camera", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop the thread, which closes the camera."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=10.0)
            self._thread = None

    def read(self, timeout_s: float = 2.0) -> Frame | None:
        """Return a picture newer than the last one read; raises SourceLost when none comes."""
        with self._news:
            self._news.wait_for(self._is_new, timeout_s)
            if not self._is_new() or self._latest is None:
                raise self._lost
            self._read_number = self._latest.number
            return self._latest

    def _is_new(self) -> bool:
        return self._latest is not None and self._latest.number > self._read_number

    def _own(self) -> None:
        """Open, grab until it fails, wait a little longer each time, open again."""
        number = 0
        failures = 0
        while not self._stop.is_set():
            try:
                self._camera.open()
                while not self._stop.is_set():
                    began_s = self._clock()
                    image = self._camera.grab()
                    at_s = self._clock() - self._began_s
                    self._publish(Frame(image.copy(), at_s, number, self._camera.small))
                    number += 1
                    failures = 0
                    self._stop.wait(max(0.0, self._period_s - (self._clock() - began_s)))
            except SourceTrouble as trouble:
                self._say_lost(trouble)
            except Exception as error:  # a driver may raise anything; the game must go on
                self._say_lost(SourceTrouble(f"{self.name} failed ({error})", "plug it in again"))
            finally:
                self._camera.close()
            self._stop.wait(self._back_off_s[min(failures, len(self._back_off_s) - 1)])
            failures += 1

    def _publish(self, frame: Frame) -> None:
        with self._news:
            self._latest = frame
            self._lost = SourceLost(f"{self.name} gives no pictures", "check its cable")
            self._news.notify_all()

    def _say_lost(self, trouble: SourceTrouble) -> None:
        with self._news:
            self._latest = None
            self._lost = SourceLost(trouble.what, trouble.remedy)
            self._news.notify_all()


class UsbCamera:
    """A USB camera by its number, or any other name that OpenCV opens (a stream's address)."""

    kind: SourceKind = "usb"
    small: Picture | None = None

    def __init__(self, which: int | str = 0, size_px: tuple[int, int] = (1280, 960)) -> None:
        """Name the camera and the picture size (width, height) to ask for."""
        self._which = which
        self._size_px = size_px
        self._capture: cv2.VideoCapture | None = None

    @property
    def name(self) -> str:
        """`USB camera 0`."""
        return f"USB camera {self._which}"

    def open(self) -> None:
        """Open it; raises SourceTrouble."""
        capture = cv2.VideoCapture(self._which)
        if not capture.isOpened():
            capture.release()
            raise SourceTrouble(
                f"{self.name} is not there or is used by another program",
                "plug it in, or try another number (usb:1)",
            )
        if isinstance(self._which, int):
            # MJPEG first: without it most cameras give large pictures only a few times a second.
            capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
            capture.set(cv2.CAP_PROP_FRAME_WIDTH, self._size_px[0])
            capture.set(cv2.CAP_PROP_FRAME_HEIGHT, self._size_px[1])
            capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._capture = capture

    def grab(self) -> Picture:
        """Return the next picture; raises SourceTrouble."""
        good, image = self._capture.read() if self._capture is not None else (False, None)
        if not good or image is None or image.size == 0:
            raise SourceTrouble(f"{self.name} gives no pictures", "check its cable")
        return np.ascontiguousarray(image, dtype=np.uint8)

    def close(self) -> None:
        """Let it go."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

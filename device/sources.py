"""Where pictures come from: one protocol for files, folders and cameras, and the files and folders.

    with open_source("throws.mp4") as source:
        while (frame := source.read()) is not None:
            ...

`read` returns None at the end of a file; a camera has no end. A camera that gives no pictures
raises `SourceLost` and goes on trying by itself, so the reader only has to call again. Whatever
can never work (no such file, no picture in it) raises `SourceTrouble` when it is opened.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import TracebackType
from typing import Literal, Protocol, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from device.trouble import SourceTrouble
from vision.photo import KINDS

Picture = NDArray[np.uint8]
CameraKind = Literal["pi", "usb"]
SourceKind = Literal["pi", "usb", "video", "folder", "recording"]

PICTURE_ENDINGS = frozenset(ending for endings in KINDS.values() for ending in endings)
USUAL_FPS = 30.0


class SourceLost(SourceTrouble):
    """A camera gives no pictures just now; it is being opened again, ask again later."""


class SourceStarting(SourceLost):
    """A camera has not given its first picture yet."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture: (height, width, 3) uint8, blue-green-red, a copy of its own.

    `at_s` are seconds since the source began, never falling; `number` counts from 0. `small` is the
    same moment in a camera's small stream, where it has one: enough to see whether anything moves.
    """

    image: Picture
    at_s: float
    number: int
    small: Picture | None = None


class Source(Protocol):
    """A stream of pictures; entering opens it, leaving closes it."""

    @property
    def kind(self) -> SourceKind:
        """What sort of source it is."""

    @property
    def name(self) -> str:
        """What a person would call it: the file, `USB camera 0`."""

    @property
    def waits(self) -> bool:
        """Whether nothing is lost by reading late: true for files, false for cameras."""

    @property
    def skipped(self) -> int:
        """How many pictures could not be read since it was opened."""

    def __enter__(self) -> Self:
        """Open it; raises SourceTrouble."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""

    def read(self, timeout_s: float = 2.0) -> Frame | None:
        """Return the next frame, None at the end; raises SourceLost when none comes in time."""


class FileSource(ABC):
    """What a file and a folder share: frames in order, at a fixed rate, that can wait."""

    waits = True

    def __init__(self, path: Path, kind: SourceKind, fps: float) -> None:
        """Name the path; nothing is opened yet."""
        self.path = path
        self.kind: SourceKind = kind
        self.fps = fps
        self.skipped = 0
        self._images: Iterator[Picture | None] = iter(())
        self._number = 0

    @property
    def name(self) -> str:
        """The name of the file or folder."""
        return self.path.name or str(self.path)

    def __enter__(self) -> Self:
        """Open it and make sure that there is at least one picture."""
        self._number, self.skipped = 0, 0
        self._images = self._open()
        first = self._next()
        if first is None:
            raise SourceTrouble(f"{self.path} holds no picture that can be read", _CHOOSE)
        self._images = _with_first(first, self._images)
        self._number = 0
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let the file go."""
        self._images = iter(())
        self._close()

    def read(self, timeout_s: float = 2.0) -> Frame | None:
        """Return the next frame that can be read; None at the end. Unreadable ones are counted."""
        image = self._next()
        if image is None:
            return None
        return Frame(image, (self._number - 1) / self.fps, self._number - 1)

    def _next(self) -> Picture | None:
        for image in self._images:
            self._number += 1
            if image is not None:
                return image
            self.skipped += 1
        return None

    @abstractmethod
    def _open(self) -> Iterator[Picture | None]:
        """Return the pictures in order, None for one that cannot be read."""

    def _close(self) -> None:  # noqa: B027 (a source of pictures that holds nothing need not say so)
        """Let go of what `_open` holds."""


class FrameFolder(FileSource):
    """A folder of pictures, one a frame, in the order of the numbers in their names."""

    def __init__(self, path: Path, kind: SourceKind = "folder", fps: float = USUAL_FPS) -> None:
        """Name the folder; `fps` is the rate at which the frames were taken."""
        super().__init__(path, kind, fps)

    def _open(self) -> Iterator[Picture | None]:
        if not self.path.is_dir():
            raise SourceTrouble(f"there is no folder {self.path}", _CHOOSE)
        try:
            names = [p for p in self.path.iterdir() if p.suffix.lower() in PICTURE_ENDINGS]
        except OSError as error:
            raise SourceTrouble(f"{self.path} cannot be read ({error.strerror})", _CHOOSE) from None
        return (load_picture(path) for path in sorted(names, key=_by_number))


class VideoFile(FileSource):
    """A video file; the times are those of its frame rate."""

    def __init__(self, path: Path, kind: SourceKind = "video") -> None:
        """Name the file."""
        super().__init__(path, kind, USUAL_FPS)
        self._video: cv2.VideoCapture | None = None

    def _open(self) -> Iterator[Picture | None]:
        if not self.path.is_file():
            raise SourceTrouble(f"there is no file {self.path}", _CHOOSE)
        video = cv2.VideoCapture(str(self.path))
        if not video.isOpened():
            raise SourceTrouble(f"{self.path} is no video that can be read", _CHOOSE)
        self._video = video
        rate = float(video.get(cv2.CAP_PROP_FPS))
        self.fps = rate if 1.0 <= rate <= 1000.0 else USUAL_FPS
        return _frames_of(video)

    def _close(self) -> None:
        if self._video is not None:
            self._video.release()
            self._video = None


_CHOOSE = "choose a video file, a folder of frames, `pi` or `usb:0`"


def left_out(source: Source) -> str:
    """Return the sentence about pictures that could not be read; empty where there are none."""
    count = source.skipped
    if count == 0:
        return ""
    what = "one picture was" if count == 1 else f"{count} pictures were"
    return f"{what} left out, unreadable: {source.name}"


def _frames_of(video: cv2.VideoCapture) -> Iterator[Picture | None]:
    while True:
        good, image = video.read()
        if not good:
            return
        yield np.ascontiguousarray(image, dtype=np.uint8)


def _with_first(first: Picture, others: Iterator[Picture | None]) -> Iterator[Picture | None]:
    yield first
    yield from others


def _by_number(path: Path) -> tuple[list[tuple[int, str]], str]:
    parts = re.findall(r"(\d+)|(\D+)", path.stem)
    return [(int(digits) if digits else -1, text) for digits, text in parts], path.name


def load_picture(path: Path) -> Picture | None:
    """Return a picture file as (height, width, 3) uint8 BGR; None where it is not whole."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return decode_picture(data)


def decode_picture(data: bytes) -> Picture | None:
    """Return the picture in `data` as (height, width, 3) uint8 BGR; None where it is not whole.

    A JPEG cut off in the middle would decode with a grey rest, in which dice are missing.
    """
    if data[:2] == b"\xff\xd8" and b"\xff\xd9" not in data[-4096:]:
        return None
    if not data:
        return None
    try:
        image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None else np.ascontiguousarray(image, dtype=np.uint8)


def camera_named(name: str) -> tuple[CameraKind, int] | None:
    """Return the kind and the number of the camera that a name means, None where it means none.

    `pi` or `pi:1` is a Pi camera, `usb`, `usb:2` or `/dev/video2` a USB camera.
    """
    found = re.fullmatch(r"(pi|usb)(?::(\d+))?|/dev/video(\d+)", name)
    if found is None:
        return None
    return "pi" if found[1] == "pi" else "usb", int(found[2] or found[3] or 0)


def usual_camera(kind: CameraKind, number: int) -> Source:
    """Return a camera as it is by default."""
    from device.cameras import LiveSource, UsbCamera
    from device.picamera import PiCamera

    return LiveSource(PiCamera(number) if kind == "pi" else UsbCamera(number))


def open_source(name: str, camera: Callable[[CameraKind, int], Source] = usual_camera) -> Source:
    """Return the source that a person named; it is opened by entering it.

    A name of `camera_named` is a camera, made by `camera`; anything else is a video file or a
    folder of frames. Raises SourceTrouble for what is neither.
    """
    if (found := camera_named(name)) is not None:
        return camera(*found)
    path = Path(name).expanduser()
    if path.is_dir() and name:  # an empty name would be the folder that one stands in
        return FrameFolder(path)
    if path.is_file():
        if path.suffix.lower() in PICTURE_ENDINGS:
            raise SourceTrouble(f"{path} is one picture", f"`dice-table read {path}`")
        return VideoFile(path)
    if meant := re.fullmatch(r"\s*(usb|pi)[\s:._-]?(\S{0,3})\s*", name, re.IGNORECASE):
        kind, number = meant[1].lower(), meant[2]
        right = f"{kind}:{number}" if number.isdecimal() else f"{kind}:0"
        raise SourceTrouble(
            f"there is no camera {name}",
            f"`{right}`: a camera's name is usb: or pi: and its number, counted from 0",
        )
    if name in ("none", "auto"):
        raise SourceTrouble(f"`{name}` is for `dice-table play` alone", _CHOOSE)
    near = get_close_matches(name.lower(), ("recording", "none", "auto"), n=1)
    hint = f"did you mean `{near[0]}`? Or " if near else ""
    raise SourceTrouble(f"there is no file or folder {name or 'without a name'}", hint + _CHOOSE)

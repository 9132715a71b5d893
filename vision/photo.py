"""Photographs from disk: decoded, turned upright by EXIF, or refused in one clear sentence."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
LARGEST_BYTES = 200 << 20
KINDS = {
    "JPEG": (".jpg", ".jpeg"),
    "PNG": (".png",),
    "WebP": (".webp",),
    "BMP": (".bmp",),
    "TIFF": (".tif", ".tiff"),
}
"""The kinds of pictures that are promised to be read, with the endings of their files' names.

OpenCV reads some more, not the same ones on every machine. What a file is, its bytes tell.
"""

*_FIRST, _LAST = KINDS
KINDS_IN_WORDS = f"{', '.join(_FIRST)} and {_LAST}"


class PhotoError(ValueError):
    """The file cannot be read as a picture; the message names the file and what is wrong.

    `what` is that alone, `advice` what the message says to do about it ("": nothing of its own).
    """

    def __init__(self, what: str, advice: str = "") -> None:
        """Keep both halves beside the message."""
        super().__init__(f"{what}; {advice}" if advice else what)
        self.what, self.advice = what, advice


class FrameError(ValueError):
    """A frame has the wrong shape or type; the message says what was expected and what came."""


def check_frame(frame: object) -> Frame:
    """Return `frame` if it is uint8 (h, w, 3) with at least 16 px a side, else raise FrameError."""
    wanted = "expected a frame of shape (height, width, 3), uint8, channels B, G, R"
    if not isinstance(frame, np.ndarray):
        raise FrameError(f"{wanted}; got {type(frame).__name__}")
    if frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8:
        raise FrameError(f"{wanted}; got shape {frame.shape}, {frame.dtype}")
    if min(frame.shape[:2]) < 16:
        raise FrameError(f"{wanted}, at least 16 px high and wide; got shape {frame.shape}")
    return frame


def load_photo(path: Path) -> Frame:
    """Read a photo of one of `KINDS` as (h, w, 3) uint8 B, G, R, upright; raises PhotoError."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise PhotoError(f"{path}: a device or a pipe, not a photo")  # it may never end
        if path.is_file() and path.stat().st_size > LARGEST_BYTES:
            raise PhotoError(f"{path}: larger than {LARGEST_BYTES >> 20} MB, which no photo is")
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise PhotoError(f"{path}: no such file") from error
    except IsADirectoryError as error:
        raise PhotoError(f"{path}: is a folder, not a photo") from error
    except OSError as error:
        raise PhotoError(f"{path}: cannot be opened ({error.strerror})") from error
    if not data:
        raise PhotoError(f"{path}: the file is empty")
    if _truncated(data):
        raise PhotoError(f"{path}: the file is cut off", "copy it again")
    try:
        frame = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        frame = None
    if frame is None:
        raise PhotoError(f"{path}: not a picture that can be read ({KINDS_IN_WORDS} can)")
    if min(frame.shape[:2]) < 16:
        raise PhotoError(f"{path}: the picture is only {frame.shape[1]} x {frame.shape[0]} px")
    return np.asarray(frame, np.uint8)


def _truncated(data: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end (OpenCV fills the rest with grey)."""
    if data[:2] == b"\xff\xd8":
        return b"\xff\xd9" not in data[_pixels_of_jpeg(data) :]
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return b"IEND" not in data[-64:]
    return False


def _pixels_of_jpeg(data: bytes) -> int:
    """Return where the coded pixels begin: a preview in the EXIF block has an end of its own."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        if data[at + 1] == 0xFF:  # a fill byte
            at += 1
            continue
        if data[at + 1] == 0xDA:
            return at
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return min(at, len(data))

"""What to do about a photo that cannot be read; `vision.photo` says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from device.trouble import Trouble, remedy_of
from vision import PhotoError

FILMS = frozenset((".mp4", ".avi", ".mkv", ".mov", ".webm"))
OF_TELEPHONES = frozenset((".heic", ".heif", ".dng"))
OF_OTHER_KINDS = frozenset((".gif", ".avif", ".jxl", ".pdf", ".svg"))


class PhotoTrouble(Trouble):
    """A photo that cannot be read."""


def photo_trouble(path: Path, error: PhotoError) -> PhotoTrouble:
    """Return the trouble of a photo with its one remedy."""
    # What vision advises itself knows more of the file: no second advice stands beside it.
    if error.advice:
        return PhotoTrouble(error.what, f"{error.advice}, or take another photo")
    return PhotoTrouble(error.what, _remedy(path, error))


def _remedy(path: Path, error: PhotoError) -> str:
    if isinstance(error.__cause__, OSError):
        if isinstance(error.__cause__, IsADirectoryError):
            return f"name the photos that lie in it: {path}/*.jpg"
        return remedy_of(error.__cause__)
    ending = path.suffix.lower()
    if ending in FILMS:
        return f"a film is for `dice-table watch {path}`"
    if ending in OF_TELEPHONES:
        return "save it as JPEG first; a telephone's camera calls that `most compatible`"
    if ending in OF_OTHER_KINDS:
        return "open it in a program for pictures and save it as JPEG or PNG"
    return "give another file: a whole photo, JPEG or PNG"

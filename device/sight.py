"""A few pictures of a source, and all that is measured in them for `dice-table doctor`."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from device.machine import Process, holders_of
from device.sources import (
    PICTURE_ENDINGS,
    Picture,
    Source,
    SourceLost,
    camera_named,
    load_picture,
    open_source,
)
from device.trouble import SourceTrouble, Trouble
from vision.lane import on_mat
from vision.mat_find import MatFinder
from vision.mat_view import MatView
from vision.observation import Die, Observation
from vision.picture import Figures, figures_of

PICTURES = 12
OF_A_PI = ("bcm2835-", "rpi", "rp1-", "pispbe", "unicam")  # what these video devices are called
PATIENCE_S = 15.0  # a Pi camera warms up for a while before the first picture

See = Callable[[NDArray[np.uint8]], Observation]


@dataclass(frozen=True, slots=True)
class Sight:
    """What a source showed. `trouble` and `remedy` are filled where it showed nothing.

    `holder` is another process that has the camera, `forbidden` a device that our user may not
    open. `figures` are None without pictures; `mat` is the mat as last seen; `dice` are those of
    the last picture, None where they could not be read (`see_trouble` says why).
    """

    source: str
    name: str = ""
    is_camera: bool = False
    trouble: str = ""
    remedy: str = ""
    holder: Process | None = None
    forbidden: str = ""
    size_px: tuple[int, int] = (0, 0)
    pictures: int = 0
    figures: Figures | None = None
    mat: MatView | None = None
    dice: tuple[Die, ...] | None = None
    see_trouble: str = ""


def usual_source(root: Path = Path("/")) -> str | None:
    """Return the camera that this machine has (`pi`, `usb:0`), or None.

    `play` takes a USB camera only where it is named: many machines have one that sees a face.
    """
    if find_spec("picamera2") is not None:
        return "pi"
    # A Pi's codecs, and the unit that reads its ribbon cable, are video devices as well.
    videos = sorted((root / "dev").glob("video[0-9]*"), key=lambda path: int(path.name[5:]))
    for video in videos:
        told = root / "sys/class/video4linux" / video.name / "name"
        try:
            name = told.read_text(encoding="utf-8")
        except (OSError, ValueError):
            name = ""
        if not name.startswith(OF_A_PI):
            return f"usb:{video.name[5:]}"
    return None


def look_at(
    source: str,
    see: See | None = None,
    opener: Callable[[str], Source] = open_source,
    pictures: int = PICTURES,
    patience_s: float = PATIENCE_S,
) -> Sight:
    """Take a few pictures of a source, or load the one photo, and measure them. Never raises.

    `see` reads the dice; without it the networks that ship with the program do.
    """
    is_camera = camera_named(source) is not None
    try:
        name, taken = _pictures(source, opener, pictures, patience_s)
    except Trouble as trouble:
        holder = next(iter(holders_of(("/dev/video",))), None) if is_camera else None
        forbidden = _forbidden() if is_camera else ""
        return Sight(source, source, is_camera, trouble.what, trouble.remedy, holder, forbidden)
    return measure(source, name, is_camera, taken, see)


def _forbidden(root: Path = Path("/")) -> str:
    """Return the first camera device that our user may not open, or an empty text."""
    devices = sorted(str(path) for path in (root / "dev").glob("video[0-9]*"))
    return next((path for path in devices if not os.access(path, os.R_OK | os.W_OK)), "")


def measure(
    source: str, name: str, is_camera: bool, taken: list[Picture], see: See | None = None
) -> Sight:
    """Return the sight of pictures that were taken; at least one is needed."""
    newest = [picture for picture in taken if picture.shape == taken[-1].shape]
    finder = MatFinder()
    for picture in newest:
        finder.look(picture)
    view = finder.view
    outline = None if view is None else view.to_px(view.layout.tray.corners)
    dice, see_trouble = _dice(newest[-1], view, see)
    height, width = newest[-1].shape[:2]
    return Sight(
        source=source,
        name=name,
        is_camera=is_camera,
        size_px=(width, height),
        pictures=len(newest),
        figures=figures_of(newest, outline),
        mat=view,
        dice=dice,
        see_trouble=see_trouble,
    )


def _pictures(
    source: str, opener: Callable[[str], Source], count: int, patience_s: float
) -> tuple[str, list[Picture]]:
    path = Path(source).expanduser()
    if path.is_file() and path.suffix.lower() in PICTURE_ENDINGS:
        photo = load_picture(path)
        if photo is None:
            raise SourceTrouble(f"{path} is no picture that can be read", "choose another one")
        return path.name, [photo]
    taken: list[Picture] = []
    with opener(source) as opened:
        ends = time.monotonic() + patience_s
        while len(taken) < count:
            try:
                frame = opened.read(timeout_s=1.0)
            except SourceLost:
                if time.monotonic() > ends:
                    raise
                continue
            if frame is None:
                break
            taken.append(frame.image)
        name = opened.name
    if not taken:
        raise SourceTrouble(f"{name} gives no pictures", "choose another source")
    return name, taken


def _dice(
    picture: Picture, view: MatView | None, see: See | None
) -> tuple[tuple[Die, ...] | None, str]:
    try:
        if see is None:
            from vision import see as shipped

            see = shipped
        return on_mat(see(picture), view).dice, ""
    except Exception as error:  # a model that is not there must not hide the other findings
        return None, " ".join(str(error).split())

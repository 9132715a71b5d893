"""The printed mat in millimetres: its marker squares, the tray and the lane.

This is the one source of the mat's geometry. The PDF is drawn from it and the picture is measured
by it, so that what is printed and what is looked for cannot differ.

Millimetres count from the top left corner of the sheet, x to the right, y down, the sheet lying
landscape with the lane at the bottom. Each corner of each paper has a marker of its own, so one
picture tells which paper lies there and which way round.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.observation import Area

Paper = Literal["a4", "a3", "letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)

# 5x5 bits: far enough apart that neither pips nor print pass for one, coarse enough for 640 px.
DICTIONARY = cv2.aruco.DICT_5X5_50
CELLS = 7  # cells along a marker's side: five bits and the black rim on both sides
MARGIN_MM = 10.0  # printers leave up to 6 mm of the sheet white
CAPTION_MM = 8.0
QUIET_MM = 6.0  # white paper between a marker and whatever is printed beside it

# width, height, marker side and height of the lane, all in mm; the ids follow this order.
_SIZES_MM: dict[Paper, tuple[float, float, float, float]] = {
    "a4": (297.0, 210.0, 24.0, 28.0),
    "a3": (420.0, 297.0, 34.0, 36.0),
    "letter": (279.4, 215.9, 24.0, 28.0),
}


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle on the sheet, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From left to right, in mm."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From top to bottom, in mm."""
        return self.bottom - self.top

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The four corners, clockwise from the top left, in mm."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def holds(self, x_mm: float, y_mm: float, slack_mm: float = 0.0) -> bool:
        """Say whether a point lies inside, or no more than `slack_mm` outside."""
        across = self.left - slack_mm <= x_mm <= self.right + slack_mm
        return across and self.top - slack_mm <= y_mm <= self.bottom + slack_mm


@dataclass(frozen=True, slots=True)
class Marker:
    """One marker square: its number in `DICTIONARY` and where its black rim ends."""

    number: int
    box: Box


@dataclass(frozen=True, slots=True)
class MatLayout:
    """All that is on one sheet. `markers` go clockwise from the top left corner."""

    paper: Paper
    width_mm: float
    height_mm: float
    markers: tuple[Marker, ...]
    tray: Box
    lane: Box
    heading: Box  # between the upper markers: words and the line for the ruler
    tray_caption: Box  # the strips above tray and lane, for their names
    lane_caption: Box
    ruler: tuple[float, float, float]  # x of its left end, y, length: the line to check the print

    def area_at(self, x_mm: float, y_mm: float, slack_mm: float = 0.0) -> Area:
        """Return the area of a point; with slack the nearer one where both would hold it."""
        if self.lane.holds(x_mm, y_mm, slack_mm):
            if not self.tray.holds(x_mm, y_mm, slack_mm):
                return "lane"
            return "tray" if y_mm < (self.tray.bottom + self.lane.top) / 2 else "lane"
        return "tray" if self.tray.holds(x_mm, y_mm, slack_mm) else "elsewhere"


@cache
def layout_of(paper: Paper) -> MatLayout:
    """Return the layout of a paper; raises ValueError for one that there is no mat for."""
    if paper not in _SIZES_MM:
        raise ValueError(f"there is no mat on {paper!r}, only on {', '.join(PAPERS)}")
    width, height, side, lane_height = _SIZES_MM[paper]
    left, right = MARGIN_MM, width - MARGIN_MM
    top, bottom = MARGIN_MM, height - MARGIN_MM
    first = PAPERS.index(paper) * 4
    places = (
        (left, top),
        (right - side, top),
        (right - side, bottom - side),
        (left, bottom - side),
    )
    markers = tuple(
        Marker(first + corner, Box(x, y, x + side, y + side))
        for corner, (x, y) in enumerate(places)
    )
    inner_left, inner_right = left + side + QUIET_MM, right - side - QUIET_MM
    heading = Box(inner_left, top, inner_right, top + side)
    lane = Box(inner_left, bottom - lane_height, inner_right, bottom)
    lane_caption = Box(inner_left, lane.top - CAPTION_MM, inner_right, lane.top)
    tray_caption = Box(inner_left, heading.bottom, inner_right, heading.bottom + CAPTION_MM)
    tray = Box(left, tray_caption.bottom, right, lane_caption.top)
    return MatLayout(
        paper=paper,
        width_mm=width,
        height_mm=height,
        markers=markers,
        tray=tray,
        lane=lane,
        heading=heading,
        tray_caption=tray_caption,
        lane_caption=lane_caption,
        ruler=(inner_right - 100.0, top + side - 6.0, 100.0),
    )


def layout_with(number: int) -> MatLayout | None:
    """Return the layout that the marker belongs to; None for a number that no mat uses."""
    index = number // 4
    return layout_of(PAPERS[index]) if 0 <= index < len(PAPERS) else None


@cache
def marker_dictionary() -> cv2.aruco.Dictionary:
    """Return the dictionary that the markers are taken from."""
    return cv2.aruco.getPredefinedDictionary(DICTIONARY)


def marker_cells(number: int) -> NDArray[np.bool_]:
    """Return a marker as (7, 7) cells, rows from the top, True where it is black."""
    picture = cv2.aruco.generateImageMarker(marker_dictionary(), number, CELLS)
    return np.asarray(picture < 128, dtype=np.bool_)

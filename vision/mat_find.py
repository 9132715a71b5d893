"""Find the mat in a picture by its markers, and keep it found while camera and mat stay put.

`find_mat` looks at one picture alone. `MatFinder` follows a camera: while nothing has moved it
only glances at the places where the markers were, and it holds on to a mat that hands cover.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import MatLayout, layout_with, marker_dictionary
from vision.mat_fit import fit_view, sheet_corners
from vision.mat_view import MatView, Optics, Points, marker_corners

SEARCH_PX = 1600  # larger pictures are searched smaller; the corners are refined at full size
GLANCE_MM = 9.0  # how far around a known marker a glance looks
MOVED_MM = 0.7  # corners that are off by more have moved
HELD_LOOKS = 40  # looks for which a mat is believed that shows no marker at all
AGREEING_LOOKS = 2  # looks that have to agree before a mat is said to have moved
BLIND_LOOKS = 5  # without a mat only every fifth picture is searched, after the first five


@dataclass(frozen=True, slots=True)
class Sighting:
    """A marker as found: its number and its corners, (4, 2) px, clockwise from its top left."""

    number: int
    corners_px: Points


def grey_of(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return a picture as (height, width) uint8; takes grey, or BGR with three channels."""
    if image.dtype != np.uint8 or image.ndim not in (2, 3) or 0 in image.shape:
        raise ValueError(f"expected a uint8 picture, grey or BGR, got {image.dtype} {image.shape}")
    if image.ndim == 2:
        return image
    if image.shape[2] != 3:
        raise ValueError(f"expected three channels, got shape {image.shape}")
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.adaptiveThreshWinSizeMin = 5
    settings.adaptiveThreshWinSizeMax = 45
    settings.adaptiveThreshWinSizeStep = 20
    settings.minMarkerPerimeterRate = 0.04
    return cv2.aruco.ArucoDetector(marker_dictionary(), settings)


def find_markers(image: NDArray[np.uint8]) -> tuple[Sighting, ...]:
    """Return the markers of any mat in a picture; one that is seen twice is not believed."""
    grey = grey_of(image)
    shrink = min(1.0, SEARCH_PX / max(grey.shape))
    small = grey
    if shrink < 1.0:
        small = np.asarray(
            cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
    corners, numbers, _ = _detector().detectMarkers(small)
    if not corners:
        return ()
    found: dict[int, Points] = {}
    twice: set[int] = set()
    for quad, number in zip(corners, np.ravel(numbers).tolist(), strict=True):
        if number in found:
            twice.add(number)
        if layout_with(number) is not None:
            # Centres of pixels, not their corners, are whole numbers: hence the half pixel.
            full = (quad.reshape(4, 2).astype(np.float64) + 0.5) / shrink - 0.5
            found[number] = _refined(grey, full) if shrink < 1.0 else full
    return tuple(Sighting(n, quad) for n, quad in sorted(found.items()) if n not in twice)


def _refined(grey: NDArray[np.uint8], corners: Points) -> Points:
    side = float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).min())
    reach = int(np.clip(side / 14.0, 2, 12))
    exact = cv2.cornerSubPix(
        grey,
        corners.astype(np.float32).reshape(-1, 1, 2),
        (reach, reach),
        (-1, -1),
        (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02),
    )
    return exact.reshape(4, 2).astype(np.float64)


def view_from(
    sightings: Iterable[Sighting], size_px: tuple[int, int], optics: Optics | None = None
) -> MatView | None:
    """Return the view that the markers of one mat agree on; None when they make no sense.

    Where markers of two mats are seen, the one with more markers counts. `optics` is what
    earlier pictures told of the lens.
    """
    by_layout: dict[str, tuple[MatLayout, list[Sighting]]] = {}
    for sighting in sightings:
        layout = layout_with(sighting.number)
        if layout is not None:
            by_layout.setdefault(layout.paper, (layout, []))[1].append(sighting)
    for layout, group in sorted(by_layout.values(), key=lambda pair: -len(pair[1])):
        corners = {sighting.number: sighting.corners_px for sighting in group}
        view = fit_view(layout, corners, size_px, optics)
        if view is not None:
            return view
    return None


def find_mat(image: NDArray[np.uint8]) -> MatView | None:
    """Return the mat in one picture, (height, width[, 3]) uint8; None when there is none."""
    height, width = image.shape[:2]
    return view_from(find_markers(image), (width, height))


class MatFinder:
    """The mat before a camera, from picture to picture. One thread only."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self._view: MatView | None = None
        self._next: MatView | None = None
        self._agreed = 0
        self._hidden = 0
        self._blind = 0
        self._optics: Optics | None = None

    @property
    def view(self) -> MatView | None:
        """The mat as last seen."""
        return self._view

    def look(self, image: NDArray[np.uint8]) -> MatView | None:
        """Return the mat in this picture, (height, width[, 3]) uint8; None when there is none.

        A mat that was bumped is found again on the second picture that shows it lying still.
        """
        grey = grey_of(image)
        size_px = (grey.shape[1], grey.shape[0])
        if self._view is not None and self._view.size_px != size_px:
            self._forget()
            self._optics = None
        if self._view is None:
            self._blind += 1
            if self._blind > BLIND_LOOKS and self._blind % BLIND_LOOKS:
                return None
            return self._adopt(self._search(grey))
        glance = _glance(grey, self._view)
        if glance and _drift_mm(self._view, glance) <= MOVED_MM:
            self._next, self._hidden = None, 0
            seen = tuple(sorted(sighting.number for sighting in glance))
            if len(seen) > len(self._view.seen):
                return self._adopt(self._search(grey))
            return replace(self._view, seen=seen)
        return self._moved(self._search(grey), bool(glance))

    def _moved(self, found: MatView | None, markers_elsewhere: bool) -> MatView | None:
        """Weigh a picture that does not show the mat where it was."""
        if found is None:
            # A hand over the markers proves nothing; a marker in a new place does.
            self._next, self._agreed = None, 0
            self._hidden += HELD_LOOKS // 4 if markers_elsewhere else 1
            if self._hidden > HELD_LOOKS:
                self._forget()
            return self._view if self._view is None else replace(self._view, seen=())
        same = self._next is not None and _apart_mm(self._next, found) <= 2.0 * MOVED_MM
        self._agreed = self._agreed + 1 if same else 1
        self._next = found
        if self._agreed >= AGREEING_LOOKS:
            return self._adopt(found)
        return self._view

    def _search(self, grey: NDArray[np.uint8]) -> MatView | None:
        size_px = (grey.shape[1], grey.shape[0])
        return view_from(find_markers(grey), size_px, self._optics)

    def _adopt(self, view: MatView | None) -> MatView | None:
        if view is None:
            return self._view
        if len(view.seen) == len(view.layout.markers):
            self._optics = view.optics
        self._view, self._next = view, None
        self._agreed = self._hidden = self._blind = 0
        return view

    def _forget(self) -> None:
        self._view = self._next = None
        self._agreed = self._hidden = self._blind = 0


def _glance(grey: NDArray[np.uint8], view: MatView) -> tuple[Sighting, ...]:
    """Return the markers of `view` that are near the places where they should be."""
    found = []
    height, width = grey.shape
    for marker in view.layout.markers:
        box = marker.box
        wide = np.array(box.corners) + GLANCE_MM * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        around = view.to_px(wide)
        left, top = np.maximum(np.floor(around.min(axis=0)), 0).astype(int)
        right, bottom = np.minimum(np.ceil(around.max(axis=0)) + 1, (width, height)).astype(int)
        if right - left < 12 or bottom - top < 12:
            continue
        for sighting in find_markers(np.ascontiguousarray(grey[top:bottom, left:right])):
            if sighting.number == marker.number:
                corners = sighting.corners_px + np.array([[left, top]], dtype=np.float64)
                found.append(Sighting(marker.number, corners))
    return tuple(found)


def _drift_mm(view: MatView, sightings: tuple[Sighting, ...]) -> float:
    """Return how far the worst of the markers is from its place, by its corners' middle value."""
    return max(
        float(
            np.median(
                np.linalg.norm(
                    view.to_mm(s.corners_px) - marker_corners(view.layout, s.number), axis=1
                )
            )
        )
        for s in sightings
    )


def _apart_mm(one: MatView, other: MatView) -> float:
    """Return how far two views differ at the corners of the mat, in mm (inf for other papers)."""
    if one.layout != other.layout:
        return float("inf")
    corners = sheet_corners(one.layout)
    return float(np.linalg.norm(one.to_mm(other.to_px(corners)) - corners, axis=1).max())

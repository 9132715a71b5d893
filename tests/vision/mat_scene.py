"""A camera above a printed mat, made by computation: pictures whose every point is known in mm.

The camera is a pinhole with its own bulge formula (Brown's, the one OpenCV undoes), so that the
finder's one-number lens is tried on something it was not built from.
"""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import MatLayout, layout_of, marker_cells

PRINT_PX_PER_MM = 8.0
Points = NDArray[np.float64]


@dataclass(frozen=True)
class Camera:
    """Where a camera stands and what lens it has; angles in degrees, lengths in mm."""

    size_px: tuple[int, int] = (1280, 960)
    focal: float = 0.82
    bulge: float = 0.0  # Brown's k1 at the corner of the picture
    tilt_deg: float = 0.0
    towards_deg: float = 0.0
    turn_deg: float = 0.0
    room: float = 1.25  # how much wider than the mat the picture is
    shift_mm: tuple[float, float] = (0.0, 0.0)

    def pose(self, layout: MatLayout) -> tuple[Points, Points, Points]:
        """Return the camera matrix, the rotation and the shift from mat to camera."""
        width, height = self.size_px
        focal = self.focal * width
        inside = np.array(
            [[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]], dtype=float
        )
        axis = np.array(
            [np.cos(np.radians(self.towards_deg)), np.sin(np.radians(self.towards_deg)), 0.0]
        )
        tilt, _ = cv2.Rodrigues(axis * np.radians(self.tilt_deg))
        turn, _ = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(self.turn_deg)]))
        rotation = tilt @ turn
        middle = np.array(
            [layout.width_mm / 2 + self.shift_mm[0], layout.height_mm / 2 + self.shift_mm[1], 0.0]
        )
        fits = max(layout.width_mm / width, layout.height_mm / height) * focal
        return inside, rotation, np.array([0.0, 0.0, fits * self.room]) - rotation @ middle

    def brown(self) -> Points:
        """Return OpenCV's five lens numbers."""
        corner = np.hypot(*self.size_px) / 2 / (self.focal * self.size_px[0])
        return np.array([self.bulge / corner**2, 0.0, 0.0, 0.0, 0.0])

    def see(self, layout: MatLayout, xyz_mm: Points) -> Points:
        """Return where points (n, 3) of the mat (z up from the paper) are in the picture, in px."""
        inside, rotation, shift = self.pose(layout)
        below = xyz_mm * np.array([1.0, 1.0, -1.0])
        seen, _ = cv2.projectPoints(below, rotation, shift, inside, self.brown())
        return seen.reshape(-1, 2)

    def photograph(
        self, layout: MatLayout, sheet: NDArray[np.uint8], table: int = 90
    ) -> NDArray[np.uint8]:
        """Return the picture, (height, width, 3) uint8 BGR, of a sheet lying on a grey table."""
        inside, rotation, shift = self.pose(layout)
        width, height = self.size_px
        # Every eighth px exactly, the rest between them: the lens is smooth, and this is quick.
        coarse = np.stack(np.meshgrid(np.arange(0, width + 8, 8), np.arange(0, height + 8, 8)), -1)
        straight = cv2.undistortPointsIter(
            coarse.reshape(-1, 1, 2).astype(np.float64), inside, self.brown(), None, None,
            (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 40, 1e-9),
        )  # fmt: skip
        back = np.linalg.inv(np.column_stack([rotation[:, 0], rotation[:, 1], shift]))
        mm = cv2.perspectiveTransform(straight, back).reshape(*coarse.shape).astype(np.float32)
        across, down = np.meshgrid(
            np.arange(width, dtype=np.float32) / 8, np.arange(height, dtype=np.float32) / 8
        )
        mm = cv2.remap(mm, across, down, cv2.INTER_LINEAR)
        at = mm * np.float32(PRINT_PX_PER_MM) - np.float32(0.5)
        # Shrinking by four needs smoothing first, else the print sparkles.
        per_px = PRINT_PX_PER_MM * max(layout.width_mm / width, 1e-6) * self.room
        soft = cv2.GaussianBlur(sheet, (0, 0), max(per_px * 0.45, 0.4))
        return cv2.remap(
            soft, at[..., 0], at[..., 1], cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT, borderValue=(table, table, table),
        )  # fmt: skip


def exact_corners(camera: Camera, layout: MatLayout) -> dict[int, Points]:
    """Return the corners of all markers, (4, 2) px each, as a perfect detector would see them."""
    flat = np.zeros((4, 1))
    return {
        marker.number: camera.see(layout, np.hstack([np.array(marker.box.corners), flat]))
        for marker in layout.markers
    }


def drawn_sheet(layout: MatLayout) -> NDArray[np.uint8]:
    """Return the sheet as a picture drawn from the layout, `PRINT_PX_PER_MM` px a mm, BGR."""
    shape = tuple(round(size * PRINT_PX_PER_MM) for size in (layout.height_mm, layout.width_mm))
    sheet = np.full((*shape, 3), 255, np.uint8)

    def fill(box: tuple[float, float, float, float], colour: tuple[int, int, int]) -> None:
        left, top, right, bottom = (round(side * PRINT_PX_PER_MM) for side in box)
        sheet[top:bottom, left:right] = colour

    for area, colour in ((layout.tray, (209, 219, 212)), (layout.lane, (196, 226, 246))):
        fill((area.left, area.top, area.right, area.bottom), colour)
    for marker in layout.markers:
        cell = marker.box.width / 7
        for row, column in np.argwhere(marker_cells(marker.number)):
            left, top = marker.box.left + column * cell, marker.box.top + row * cell
            fill((left, top, left + cell, top + cell), (0, 0, 0))
    return sheet


@cache
def sheet_of(paper: str) -> NDArray[np.uint8]:
    """Return the sheet of a paper as drawn, where nothing printed is at hand."""
    return drawn_sheet(layout_of(paper))


def printed_sheet(document: bytes) -> NDArray[np.uint8] | None:
    """Return a PDF's page as a picture, `PRINT_PX_PER_MM` px a mm, BGR; None without poppler."""
    if shutil.which("pdftoppm") is None:
        return None
    with TemporaryDirectory() as folder:
        pdf = Path(folder, "mat.pdf")
        pdf.write_bytes(document)
        subprocess.run(
            [
                "pdftoppm",
                "-r",
                str(PRINT_PX_PER_MM * 25.4),
                "-png",
                "-singlefile",
                pdf,
                pdf.with_suffix(""),
            ],
            check=True,
        )
        picture = cv2.imread(str(pdf.with_suffix(".png")))
    return np.asarray(picture, np.uint8)


def grid_mm(layout: MatLayout) -> Points:
    """Return points all over tray and lane, (n, 3) mm at the height of the paper."""
    x, y = np.meshgrid(
        np.linspace(layout.tray.left, layout.tray.right, 9),
        np.linspace(layout.tray.top, layout.lane.bottom, 7),
    )
    return np.column_stack([x.ravel(), y.ravel(), np.zeros(x.size)])


def covered(
    picture: NDArray[np.uint8], camera: Camera, layout: MatLayout, numbers: set[int]
) -> NDArray[np.uint8]:
    """Return the picture with a hand's colour laid over some markers."""
    out = picture.copy()
    for marker in layout.markers:
        if marker.number in numbers:
            corners = np.column_stack([np.array(marker.box.corners), np.zeros(4)])
            quad = camera.see(layout, corners)
            middle = quad.mean(axis=0)
            wide = middle + (quad - middle) * 0.9
            cv2.fillConvexPoly(out, wide.astype(np.int32), (120, 150, 200))
    return out


def noisy(picture: NDArray[np.uint8], seed: int, sigma: float = 6.0) -> NDArray[np.uint8]:
    """Return the picture with a sensor's noise."""
    chance = np.random.default_rng(seed)
    loud = picture.astype(np.float32) + chance.normal(0, sigma, picture.shape)
    return np.clip(loud, 0, 255).astype(np.uint8)

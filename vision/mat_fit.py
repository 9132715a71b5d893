"""Fit a mat's place in the picture to the corners of its markers, and refuse what cannot be.

The fit is a camera: how it is turned, where it stands, its focal length, the middle of its picture
and its bulge. Four markers settle all of that. Fewer leave some of it open, and there what lenses
usually are (or what is known of this one) decides; how much is left open is said as `doubt_mm`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.mat import MatLayout
from vision.mat_view import (
    MatView,
    Optics,
    Points,
    marker_corners,
    points_of,
    project,
    straighten,
)

CORNER_NOISE = 0.3  # px that a refined corner is off by itself
MIDDLE_SPREAD = 0.012  # widths that the lens may sit beside the middle of the sensor
FOCAL_KNOWN = 0.008  # a focal length and a bulge are never believed more exactly than this:
LENS_KNOWN = 0.004  # focus moves both a little
OFF_MM = 2.0  # a corner that is further off is no part of this mat
ERROR_MM = 1.0  # markers that disagree more than this on average make no sense
DOUBT_MM = 8.0  # with more doubt the tray could not be told from the lane
LENS_LIMIT = 0.25  # a stronger bulge is a fish-eye, which one number does not describe
TILT_LIMIT_DEG = 50.0
SCALE_LIMITS = (0.4, 80.0)  # px per mm: at least 6 px for a die of 16 mm

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Problem:
    """The corners of the markers: where they are printed (n, 2) mm and seen (n, 2) px.

    A guess of the view has ten numbers: turn (3), shift (3), log of focal, middle x and y in
    widths, lens.
    """

    mm: Points
    px: Points
    size_px: tuple[int, int]
    optics: Optics

    def inside(self, guess: Numbers) -> Numbers:
        """Return the 3x3 camera matrix, px."""
        width, height = self.size_px
        focal = float(np.exp(guess[6])) * width
        middle_x = (width - 1) / 2.0 + float(guess[7]) * width
        middle_y = (height - 1) / 2.0 + float(guess[8]) * width
        return np.array([[focal, 0.0, middle_x], [0.0, focal, middle_y], [0.0, 0.0, 1.0]])

    def matrix(self, guess: Numbers) -> Numbers:
        """Return the 3x3 homography from mm to straightened px."""
        turn, _ = cv2.Rodrigues(guess[:3])
        homography: Numbers = self.inside(guess) @ np.column_stack(
            [turn[:, 0], turn[:, 1], guess[3:6]]
        )
        return homography

    def off(self, guess: Numbers) -> Numbers:
        """Return all that is off, in standard deviations: corners first, then the optics."""
        straight = straighten(self.px, float(guess[9]), self.size_px)
        corners = (straight - project(self.matrix(guess), self.mm)) / CORNER_NOISE
        optics = self.optics
        usual = np.array(
            [
                (guess[6] - np.log(optics.focal)) / (optics.focal_spread / optics.focal),
                guess[7] / MIDDLE_SPREAD,
                guess[8] / MIDDLE_SPREAD,
                (guess[9] - optics.lens) / optics.lens_spread,
            ]
        )
        # A stray corner must not drag the rest along: beyond 6 it weighs less and less.
        size = np.abs(corners)
        tamed = np.where(size > 6.0, np.sqrt(12.0 * np.maximum(size, 6.0) - 36.0), size)
        return np.concatenate([(np.sign(corners) * tamed).ravel(), usual])

    def slope(self, guess: Numbers, off: Numbers) -> Numbers:
        """Return the derivatives of `off`, (len(off), 10)."""
        steps = np.array([1e-6] * 3 + [1e-3] * 3 + [1e-6] * 4)
        columns = []
        for index, step in enumerate(steps):
            moved = guess.copy()
            moved[index] += step
            columns.append((self.off(moved) - off) / step)
        return np.column_stack(columns)


def fit_view(
    layout: MatLayout,
    corners_px: Mapping[int, Points],
    size_px: tuple[int, int],
    optics: Optics | None = None,
) -> MatView | None:
    """Return the view that fits the corners, {number: (4, 2) px}, of two or more markers.

    None when fewer than two markers agree or the view is impossible: seen from below, torn, far
    from flat. `optics` is what is known of the lens; without it the usual one is expected. Where
    one marker contradicts the others (a scrap of another mat, a misread) the others count.
    """
    optics = optics or Optics()
    numbers = tuple(sorted(corners_px))
    if len(numbers) < 2:
        return None
    view = _fitted(layout, corners_px, numbers, size_px, optics)
    if view is not None or len(numbers) == 2:
        return view
    rests = [tuple(n for n in numbers if n != left_out) for left_out in numbers]
    fits = [_fitted(layout, corners_px, rest, size_px, optics) for rest in rests]
    good = [fit for fit in fits if fit is not None]
    return min(good, key=lambda fit: fit.error_mm) if good else None


def _fitted(
    layout: MatLayout,
    corners_px: Mapping[int, Points],
    numbers: tuple[int, ...],
    size_px: tuple[int, int],
    optics: Optics,
) -> MatView | None:
    mm = np.vstack([marker_corners(layout, number) for number in numbers])
    px = np.vstack([points_of(corners_px[number]) for number in numbers])
    problem = _Problem(mm, px, size_px, optics)
    fits = [_settled(problem, start) for start in _starts(problem)]
    if not fits:
        return None
    guess = min(fits, key=lambda fit: float((problem.off(fit) ** 2).sum()))
    matrix, lens = problem.matrix(guess), float(guess[9])
    if abs(lens) > LENS_LIMIT or not np.isfinite(matrix).all():
        return None
    try:
        back = np.linalg.inv(matrix)
        slope = problem.slope(guess, problem.off(guess))
        spread = np.linalg.inv(slope.T @ slope)
    except np.linalg.LinAlgError:
        return None
    off_mm = np.linalg.norm(project(back, straighten(px, lens, size_px)) - mm, axis=1)
    error_mm = float(np.sqrt((off_mm**2).mean()))
    if error_mm > ERROR_MM or off_mm.max() > OFF_MM:
        return None
    turn, _ = cv2.Rodrigues(guess[:3])
    place = -turn.T @ guess[3:6]
    view = MatView(
        layout=layout,
        size_px=size_px,
        to_px_matrix=matrix,
        camera_mm=(float(place[0]), float(place[1]), float(-place[2])),
        optics=_learned(guess, spread),
        seen=numbers,
        error_mm=error_mm,
        doubt_mm=_doubt_mm(problem, guess, spread, layout),
    )
    return view if _is_possible(view) else None


def _starts(problem: _Problem) -> list[Numbers]:
    """Return first guesses: the one or two ways a usual camera could see the corners."""
    optics = problem.optics
    rest = np.array([np.log(optics.focal), 0.0, 0.0, optics.lens])
    inside = problem.inside(np.concatenate([np.zeros(6), rest]))
    flat = np.column_stack([problem.mm, np.zeros(len(problem.mm))])
    straight = straighten(problem.px, optics.lens, problem.size_px)
    try:
        count, turns, shifts, _ = cv2.solvePnPGeneric(
            flat, straight, inside, np.zeros(4), flags=cv2.SOLVEPNP_IPPE
        )
    except cv2.error:
        return []
    pairs = zip(turns[:count], shifts[:count], strict=True)
    return [np.concatenate([np.ravel(turn), np.ravel(shift), rest]) for turn, shift in pairs]


def _settled(problem: _Problem, guess: Numbers) -> Numbers:
    """Return the guess after descending to the least `off` (Levenberg and Marquardt)."""
    off = problem.off(guess)
    cost, damping = float(off @ off), 1e-3
    for _ in range(30):
        slope = problem.slope(guess, off)
        normal = slope.T @ slope
        try:
            step = np.linalg.solve(normal + damping * np.diag(np.diag(normal)), -slope.T @ off)
        except np.linalg.LinAlgError:
            return guess
        next_off = problem.off(guess + step)
        next_cost = float(next_off @ next_off)
        if next_cost >= cost or not np.isfinite(next_cost):
            damping *= 8.0
            if damping > 1e8:
                break
            continue
        gained = cost - next_cost
        guess, off, cost, damping = guess + step, next_off, next_cost, damping / 8.0
        if gained < 1e-4 * (1.0 + cost):
            break
    return guess


def _learned(guess: Numbers, spread: Numbers) -> Optics:
    """Return what this picture tells of the lens, for the next picture."""
    focal = float(np.exp(guess[6]))
    return Optics(
        focal=focal,
        lens=float(guess[9]),
        focal_spread=max(focal * float(np.sqrt(spread[6, 6])), FOCAL_KNOWN),
        lens_spread=max(float(np.sqrt(spread[9, 9])), LENS_KNOWN),
    )


def _doubt_mm(problem: _Problem, guess: Numbers, spread: Numbers, layout: MatLayout) -> float:
    """Return how uncertain the worst corner of the mat is, in mm."""
    corners = sheet_corners(layout)
    shrink = np.linalg.inv(problem.matrix(guess))

    def where(moved: Numbers) -> Numbers:
        straight = project(problem.matrix(moved), corners)
        # A change of the bulge moves what is seen there as well.
        bulge = straighten(straight, float(moved[9] - guess[9]), problem.size_px) - straight
        return project(shrink, straight - bulge).ravel()

    here = where(guess)
    steps = np.array([1e-6] * 3 + [1e-3] * 3 + [1e-6] * 4)
    columns = []
    for index, step in enumerate(steps):
        moved = guess.copy()
        moved[index] += step
        columns.append((where(moved) - here) / step)
    slope = np.column_stack(columns)
    variance = np.diag(slope @ spread @ slope.T).reshape(-1, 2).sum(axis=1)
    return float(np.sqrt(max(float(variance.max()), 0.0)))


def sheet_corners(layout: MatLayout) -> Points:
    """Return the corners of the sheet, (4, 2) mm, clockwise from the top left."""
    width, height = layout.width_mm, layout.height_mm
    return np.array([(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)])


def _is_possible(view: MatView) -> bool:
    """Say whether a camera above a table could see the mat like this."""
    layout, corners = view.layout, sheet_corners(view.layout)
    depth = np.column_stack([corners, np.ones(4)]) @ view.to_px_matrix[2]
    if not np.isfinite(depth).all() or depth.min() * depth.max() <= 0:
        return False  # the horizon runs through the mat
    around = project(view.to_px_matrix, corners)
    ahead, behind = np.roll(around, -1, axis=0) - around, around - np.roll(around, 1, axis=0)
    turns = behind[:, 0] * ahead[:, 1] - behind[:, 1] * ahead[:, 0]
    if turns.min() <= 0:
        return False  # mirrored, as if seen from below, or not convex
    onwards = np.roll(around, -1, axis=0)
    area = 0.5 * abs(float((around[:, 0] * onwards[:, 1] - onwards[:, 0] * around[:, 1]).sum()))
    scale = float(np.sqrt(area / (layout.width_mm * layout.height_mm)))
    if not SCALE_LIMITS[0] <= scale <= SCALE_LIMITS[1] or view.doubt_mm > DOUBT_MM:
        return False
    camera_x, camera_y, camera_high = view.camera_mm
    # How slanted it looks on the middle of the mat.
    aside = np.hypot(camera_x - layout.width_mm / 2, camera_y - layout.height_mm / 2)
    return bool(camera_high > 0 and np.degrees(np.arctan2(aside, camera_high)) <= TILT_LIMIT_DEG)

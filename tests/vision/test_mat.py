"""The mat: its geometry, and millimetres from pictures of it within one mm."""

from __future__ import annotations

import sys
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vision.mat import PAPERS, layout_of, layout_with, marker_cells, marker_dictionary
from vision.mat_find import find_markers, find_mat, view_from
from vision.mat_fit import fit_view
from vision.mat_view import bend, marker_corners, straighten

sys.path.insert(0, str(Path(__file__).parent))
from mat_scene import Camera, covered, exact_corners, grid_mm, noisy, printed_sheet, sheet_of

from tests.house.normal_floats import floats

CAMERAS = st.builds(
    Camera,
    size_px=st.sampled_from([(640, 480), (1280, 960), (1640, 1232)]),
    focal=floats(0.72, 0.95),
    bulge=floats(-0.08, 0.04),
    tilt_deg=floats(0, 20),
    towards_deg=floats(0, 360),
    turn_deg=st.one_of(floats(-25, 25), floats(165, 195)),
    room=floats(1.3, 1.7),
    shift_mm=st.tuples(floats(-8, 8), floats(-8, 8)),
)
SLOW = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
QUICK = settings(max_examples=60, deadline=None)


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_lies_on_the_sheet_and_nothing_overlaps(paper):
    layout = layout_of(paper)
    boxes = [layout.tray, layout.lane, layout.heading, *(m.box for m in layout.markers)]
    for box in boxes:
        assert 8 <= box.left < box.right <= layout.width_mm - 8
        assert 8 <= box.top < box.bottom <= layout.height_mm - 8
    for one, other in combinations(boxes, 2):
        apart_x = one.right <= other.left or other.right <= one.left
        apart_y = one.bottom <= other.top or other.bottom <= one.top
        assert apart_x or apart_y
    for marker in layout.markers:  # the white that a marker needs around it
        cell = marker.box.width / 7
        for box in (layout.tray, layout.lane):
            gap_x = max(box.left - marker.box.right, marker.box.left - box.right)
            gap_y = max(box.top - marker.box.bottom, marker.box.top - box.bottom)
            assert max(gap_x, gap_y) >= cell
    x, y, length = layout.ruler
    assert length == 100.0
    assert layout.heading.holds(x, y)
    assert layout.heading.holds(x + length, y)


def test_every_marker_names_its_paper_and_corner():
    numbers = [marker.number for paper in PAPERS for marker in layout_of(paper).markers]
    assert len(set(numbers)) == 12
    for paper in PAPERS:
        for marker in layout_of(paper).markers:
            assert layout_with(marker.number) is layout_of(paper)
    assert layout_with(12) is None
    assert layout_with(-1) is None
    with pytest.raises(ValueError, match="a5"):
        layout_of("a5")


def test_the_lane_holds_eight_dice_and_the_tray_a_throw():
    for paper in PAPERS:
        layout = layout_of(paper)
        assert layout.lane.width >= 8 * 22
        assert layout.lane.height >= 25
        assert layout.tray.width >= 250
        assert layout.tray.height >= 110


def test_areas_with_slack_never_mistake_tray_for_lane():
    layout = layout_of("a4")
    middle = layout.width_mm / 2
    assert layout.area_at(middle, layout.tray.bottom - 1, 6) == "tray"
    assert layout.area_at(middle, layout.tray.bottom + 3, 6) == "tray"
    assert layout.area_at(middle, layout.lane.top - 3, 6) == "lane"
    assert layout.area_at(middle, layout.lane.top + 1, 6) == "lane"
    assert layout.area_at(middle, layout.heading.top, 0) == "elsewhere"
    assert layout.area_at(-50, 20, 6) == "elsewhere"


@pytest.mark.parametrize("number", range(12))
def test_marker_cells_are_what_the_detector_knows(number):
    cells = np.where(marker_cells(number), 0, 255).astype(np.uint8)
    picture = cv2.copyMakeBorder(
        np.kron(cells, np.ones((9, 9), np.uint8)), 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255
    )
    _, numbers, _ = cv2.aruco.ArucoDetector(marker_dictionary()).detectMarkers(picture)
    assert np.ravel(numbers).tolist() == [number]


@QUICK
@given(
    lens=floats(-0.2, 0.2),
    points=st.lists(st.tuples(floats(0, 1279), floats(0, 959)), min_size=1, max_size=9),
)
def test_bending_undoes_straightening(lens, points):
    xy = np.array(points)
    assert np.abs(bend(straighten(xy, lens, (1280, 960)), lens, (1280, 960)) - xy).max() < 1e-3


@SLOW
@given(camera=CAMERAS, paper=st.sampled_from(PAPERS), seed=st.integers(0, 99))
def test_pixels_become_millimetres_within_one(camera, paper, seed):
    """Any sensible camera, up to 20 degrees off, with a slight bulge and noise."""
    layout = layout_of(paper)
    picture = noisy(camera.photograph(layout, sheet_of(paper)), seed)
    view = find_mat(picture)
    assert view is not None
    assert view.layout is layout
    points = grid_mm(layout)
    off = np.linalg.norm(view.to_mm(camera.see(layout, points)) - points[:, :2], axis=1)
    if len(view.seen) == 4:
        assert off.max() < 1.0
    else:  # a corner outside of the picture
        assert off.max() < max(1.0, 4 * view.doubt_mm)
    back = view.to_px(points[:, :2])
    assert np.abs(view.to_mm(back) - points[:, :2]).max() < 0.01


@SLOW
@given(camera=CAMERAS, hidden=st.sets(st.integers(0, 3), max_size=2), seed=st.integers(0, 99))
def test_covered_markers_leave_the_mat_found(camera, hidden, seed):
    """Two or more markers suffice; where less is seen the view says how much it doubts itself."""
    layout = layout_of("a4")
    numbers = {layout.markers[corner].number for corner in hidden}
    picture = covered(camera.photograph(layout, sheet_of("a4")), camera, layout, numbers)
    sightings = find_markers(noisy(picture, seed))
    view = view_from(sightings, camera.size_px)
    if len(sightings) < 2:
        assert view is None
        return
    if view is None:  # only where the fit itself said that it could not know
        assert len(sightings) == 2
        return
    assert not numbers & set(view.seen)
    points = grid_mm(layout)
    off = np.linalg.norm(view.to_mm(camera.see(layout, points)) - points[:, :2], axis=1).max()
    assert off < max(1.0, 4.0 * view.doubt_mm)
    assert view.doubt_mm <= 8.0


def test_two_markers_nearly_always_suffice():
    """From straight above every pair tells tray from lane, and a diagonal pair is exact to 2 mm."""
    layout = layout_of("a4")
    camera = Camera(tilt_deg=4, towards_deg=70, bulge=-0.02)
    points = grid_mm(layout)
    for pair in combinations(range(4), 2):
        hidden = {marker.number for index, marker in enumerate(layout.markers) if index not in pair}
        picture = covered(camera.photograph(layout, sheet_of("a4")), camera, layout, hidden)
        view = find_mat(picture)
        assert view is not None, pair
        off = np.linalg.norm(view.to_mm(camera.see(layout, points)) - points[:, :2], axis=1).max()
        assert off < (2.0 if pair in ((0, 2), (1, 3)) else 5.0), pair


def test_the_printed_pdf_is_what_is_looked_for():
    """Needs pdftoppm (poppler-utils): the PDF as a picture, photographed from aslant."""
    from device.mat_pdf import mat_pdf

    for paper in PAPERS:
        layout = layout_of(paper)
        sheet = printed_sheet(mat_pdf(paper))
        if sheet is None:
            pytest.skip("pdftoppm is not there, so the PDF cannot be looked at")
        camera = Camera(tilt_deg=12, towards_deg=30, bulge=-0.04, room=1.4)
        view = find_mat(noisy(camera.photograph(layout, sheet), 5))
        assert view is not None
        assert len(view.seen) == 4
        points = grid_mm(layout)
        off = np.linalg.norm(view.to_mm(camera.see(layout, points)) - points[:, :2], axis=1)
        assert off.max() < 1.0


@SLOW
@given(
    seed=st.integers(0, 10_000),
    shape=st.sampled_from([(480, 640), (960, 1280), (50, 70)]),
)
def test_a_picture_without_a_mat_has_none(seed, shape):
    chance = np.random.default_rng(seed)
    coarse = chance.integers(0, 256, (shape[0] // 12, shape[1] // 12), dtype=np.uint8)
    picture = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_NEAREST)
    assert find_mat(picture) is None


def test_nonsense_is_refused():
    layout = layout_of("a4")
    camera = Camera(tilt_deg=6)
    good = exact_corners(camera, layout)
    first, second, third, fourth = sorted(good)
    assert fit_view(layout, good, camera.size_px) is not None
    assert fit_view(layout, {first: good[first]}, camera.size_px) is None
    mirrored = {
        n: np.column_stack([camera.size_px[0] - 1 - c[:, 0], c[:, 1]]) for n, c in good.items()
    }
    assert fit_view(layout, mirrored, camera.size_px) is None
    crossed = {first: good[third], second: good[fourth], third: good[first], fourth: good[second]}
    assert fit_view(layout, crossed, camera.size_px) is None
    swapped = {**good, first: good[second], second: good[first]}
    assert fit_view(layout, swapped, camera.size_px) is None
    assert fit_view(layout, {n: c * 0.02 for n, c in good.items()}, camera.size_px) is None
    steep = exact_corners(Camera(tilt_deg=65, room=2.2), layout)
    assert fit_view(layout, steep, camera.size_px) is None


def test_one_stray_marker_does_not_bend_the_rest():
    layout = layout_of("a4")
    camera = Camera(tilt_deg=6)
    good = exact_corners(camera, layout)
    for stray in good:
        corners = {**good, stray: good[stray] + [60.0, 35.0]}
        view = fit_view(layout, corners, camera.size_px)
        assert view is not None
        assert stray not in view.seen
        points = grid_mm(layout)
        off = np.linalg.norm(view.to_mm(camera.see(layout, points)) - points[:, :2], axis=1)
        assert off.max() < 1.0


def test_wrong_pictures_are_named():
    with pytest.raises(ValueError, match="float64"):
        find_mat(np.zeros((40, 40)))
    with pytest.raises(ValueError, match="4"):
        find_mat(np.zeros((40, 40, 4), np.uint8))
    with pytest.raises(KeyError):
        marker_corners(layout_of("a4"), 49)

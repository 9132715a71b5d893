"""The mat followed from picture to picture, and the dice put onto it."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from vision.lane import SeeOnMat, place_dice
from vision.mat import layout_of
from vision.mat_find import BLIND_LOOKS, HELD_LOOKS, MatFinder, find_markers, find_mat
from vision.mat_fit import fit_view
from vision.observation import Die, Observation

sys.path.insert(0, str(Path(__file__).parent))
from mat_scene import Camera, covered, grid_mm, noisy, sheet_of

from tests.house.normal_floats import floats

A4 = layout_of("a4")
FIRST = Camera(size_px=(640, 480), tilt_deg=5, towards_deg=40, bulge=-0.03, room=1.4)
BUMPED = replace(FIRST, tilt_deg=7, towards_deg=55, turn_deg=3, shift_mm=(7, -5))
EMPTY = np.full((480, 640, 3), 90, np.uint8)
ALL = {marker.number for marker in A4.markers}


def picture(camera: Camera, seed: int = 0, hidden: set[int] = frozenset()):
    return noisy(covered(camera.photograph(A4, sheet_of("a4")), camera, A4, hidden), seed, 4.0)


def off_mm(view, camera: Camera) -> float:
    points = grid_mm(A4)
    return float(np.linalg.norm(view.to_mm(camera.see(A4, points)) - points[:, :2], axis=1).max())


def test_a_mat_at_rest_gives_the_same_millimetres_in_every_picture():
    finder = MatFinder()
    views = [finder.look(picture(FIRST, seed)) for seed in range(6)]
    assert all(view is not None and off_mm(view, FIRST) < 1.0 for view in views)
    assert all((view.to_px_matrix == views[0].to_px_matrix).all() for view in views)


def test_a_bump_is_followed_on_the_second_picture():
    finder = MatFinder()
    finder.look(picture(FIRST))
    before = finder.look(picture(BUMPED, 1))
    after = finder.look(picture(BUMPED, 2))
    assert off_mm(before, FIRST) < 1.0
    assert off_mm(after, BUMPED) < 1.0


def test_one_odd_picture_moves_nothing():
    finder = MatFinder()
    finder.look(picture(FIRST))
    finder.look(picture(BUMPED, 1))
    for seed in range(3):
        assert off_mm(finder.look(picture(FIRST, seed)), FIRST) < 1.0


def test_hands_over_markers_keep_the_exact_view():
    finder = MatFinder()
    whole = finder.look(picture(FIRST))
    for left in (3, 2, 1, 0):
        hidden = set(sorted(ALL)[left:])
        view = finder.look(picture(FIRST, left, hidden))
        assert (view.to_px_matrix == whole.to_px_matrix).all()
        assert not hidden & set(view.seen)


def test_a_mat_taken_away_is_forgotten_after_a_while():
    finder = MatFinder()
    finder.look(picture(FIRST))
    looks = [finder.look(EMPTY) for _ in range(HELD_LOOKS + 1)]
    assert all(view is not None and view.seen == () for view in looks[:HELD_LOOKS])
    assert looks[-1] is None


def test_a_bump_with_only_one_marker_left_in_sight_is_not_believed_long():
    finder = MatFinder()
    finder.look(picture(FIRST))
    hidden = set(sorted(ALL)[1:])
    looks = [finder.look(picture(BUMPED, seed, hidden)) for seed in range(6)]
    assert looks[0] is not None
    assert looks[-1] is None


def test_a_lens_once_known_makes_two_markers_exact():
    """After the whole mat was seen a bump with two markers covered costs little exactness."""
    known, fresh = MatFinder(), MatFinder()
    known.look(picture(FIRST))
    hidden = set(sorted(ALL)[2:])
    errors = []
    for finder in (known, fresh):
        for seed in range(3):
            view = finder.look(picture(BUMPED, seed, hidden))
        errors.append(off_mm(view, BUMPED) / max(view.doubt_mm, 1e-9))
    assert known.view.doubt_mm < fresh.view.doubt_mm
    assert max(errors) < 4.0


def test_more_markers_in_sight_make_the_view_anew():
    finder = MatFinder()
    few = finder.look(picture(FIRST, 1, set(sorted(ALL)[2:])))
    whole = finder.look(picture(FIRST, 2))
    assert whole.doubt_mm < few.doubt_mm
    assert set(whole.seen) == ALL


def test_without_a_mat_few_pictures_are_searched():
    finder = MatFinder()
    blank = [finder.look(EMPTY) for _ in range(3 * BLIND_LOOKS)]
    assert blank == [None] * len(blank)
    seen = [finder.look(picture(FIRST)) for _ in range(BLIND_LOOKS)]
    assert any(view is not None for view in seen)


def test_another_size_of_picture_starts_afresh():
    finder = MatFinder()
    finder.look(picture(FIRST))
    large = Camera(size_px=(1280, 960), tilt_deg=5, room=1.4)
    assert off_mm(finder.look(picture(large)), large) < 1.0


def test_a_glance_looks_for_markers_in_little_of_the_picture(monkeypatch):
    """The search is what takes its time: it is made once, then only near each marker's place."""
    searched_px = []

    def counted(grey):
        searched_px.append(grey.size)
        return find_markers(grey)

    monkeypatch.setattr("vision.mat_find.find_markers", counted)
    finder, shot = MatFinder(), picture(FIRST)
    assert finder.look(shot) is not None
    first = sum(searched_px)
    searched_px.clear()
    for _ in range(20):
        assert finder.look(shot) is not None
    assert 0 < sum(searched_px) / 20 < first / 8


# ---- dice on the mat -----------------------------------------------------------------------------


def die_at(camera: Camera, x: float, y: float, edge: float = 16.0, face: str = "4") -> Die:
    """Return a die as vision would see it: its top face, `edge` mm above the paper."""
    around = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * edge / 2
    top = np.array([[x, y, edge], *([x + dx, y + dy, edge] for dx, dy in around)])
    seen = camera.see(A4, top)
    sides = np.linalg.norm(np.roll(seen[1:], -1, axis=0) - seen[1:], axis=1)
    return Die(
        face, 0.99, True, (float(seen[0, 0]), float(seen[0, 1])), float(sides.mean()), 0.0, "white"
    )


@settings(max_examples=60, deadline=None)
@given(
    x=floats(A4.tray.left + 10, A4.tray.right - 10),
    y=floats(A4.tray.top + 10, A4.lane.bottom - 8),
    edge=floats(12, 20),
    focal=floats(0.75, 0.92),
    tilt=floats(0, 15),
    towards=floats(0, 360),
)
def test_a_die_is_measured_on_the_paper_not_at_its_top(x, y, edge, focal, tilt, towards):
    """The top of a die is seen further out than it stands; within 1.5 mm that is undone."""
    assume(not any(marker.box.holds(x, y, 12.0) for marker in A4.markers))
    camera = Camera(focal=focal, tilt_deg=tilt, towards_deg=towards, room=1.4)
    corners = {
        m.number: camera.see(A4, np.column_stack([np.array(m.box.corners), np.zeros(4)]))
        for m in A4.markers
    }
    view = fit_view(A4, corners, camera.size_px)
    (die,) = place_dice([die_at(camera, x, y, edge)], view)
    assert np.hypot(die.center_mm[0] - x, die.center_mm[1] - y) < 1.5
    assert die.size_mm == pytest.approx(edge, rel=0.08)


@settings(max_examples=40, deadline=None)
@given(
    spots=st.lists(st.integers(48, 248), min_size=1, max_size=8, unique=True),
    turn=st.sampled_from([0.0, 8.0, 90.0, 180.0, 265.0]),
    y=floats(A4.lane.top - 2, A4.lane.bottom),
)
def test_the_lane_is_read_from_left_to_right_however_the_camera_is_turned(spots, turn, y):
    camera = Camera(turn_deg=turn, room=1.9, tilt_deg=4)
    view = LANE_VIEWS.setdefault(turn, None) or find_mat(camera.photograph(A4, sheet_of("a4")))
    LANE_VIEWS[turn] = view
    dice = [die_at(camera, x, y, face=str(1 + n % 6)) for n, x in enumerate(spots)]
    thrown = die_at(camera, A4.width_mm / 2, 100.0, face="w")
    placed = place_dice([*dice, thrown], view)
    assert [die.face for die in placed if die.area == "tray"] == ["w"]
    lane = [die.face for die in placed if die.area == "lane"]
    order = np.argsort(spots, kind="stable")
    assert lane == [str(1 + n % 6) for n in order.tolist()]


LANE_VIEWS: dict = {}


def test_without_a_mat_everything_is_tray():
    die = die_at(FIRST, 150, 190)
    (placed,) = place_dice([die], None)
    assert placed.area == "tray"
    assert placed.center_mm is None
    assert placed.size_mm is None


def test_beside_the_mat_is_elsewhere_and_a_marker_is_no_die():
    view = find_mat(FIRST.photograph(A4, sheet_of("a4")))
    beside = die_at(FIRST, -30, 100)
    square = A4.markers[0].box
    x, y = (float(v) for v in view.to_px((square.left + 12, square.top + 12))[0])
    print_read = Die("5", 0.6, False, (x, y), 40.0, 0.0, "black")
    placed = place_dice([beside, print_read], view)
    assert [die.area for die in placed] == ["elsewhere"]


def test_seeing_on_the_mat_fills_what_the_mat_tells():
    die = die_at(FIRST, 150.0, A4.lane.top + 10, face="3")
    see = SeeOnMat(lambda picture, flat, before: Observation((die,), 640, 480, ms={"read": 1.0}))
    bare = see(EMPTY)
    assert not bare.mat_seen
    assert bare.in_area("tray") == (die,)
    seen = see(picture(FIRST))
    assert seen.mat_seen
    (placed,) = seen.in_area("lane")
    assert placed.center_mm == pytest.approx((150.0, A4.lane.top + 10), abs=1.5)
    assert placed.size_mm == pytest.approx(16.0, rel=0.08)
    assert set(seen.ms) == {"read", "mat"}

"""Labels follow from the pose and the camera alone."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.training.scenes.camera import Camera, hang_camera
from models.training.scenes.develop import choose_development, clean_development, develop
from models.training.scenes.labels import Placed, covered_share, die_label, face_square
from models.training.scenes.layout import multiply, quaternion_with_top
from models.training.scenes.lights import light_scene, studio
from models.training.scenes.looks import make_look
from tests.house.normal_floats import floats

OVERHEAD = Camera((0, 0, 400), (0, 0, 0), (0, 1, 0), 40.0, 640, 480)


def _die(x: float, y: float, face: int = 4, turn: float = 0.3, kind: str = "pips") -> Placed:
    at = np.array([x, y, 8.0])
    return Placed(make_look(2, kind), 6, 16.0, at, quaternion_with_top(face, turn))


def _owner(*dice: Placed, camera: Camera = OVERHEAD) -> np.ndarray:
    """Paint each die's top square as what the camera sees; the last covers the others."""
    owner = np.full((camera.height, camera.width), -1, np.int32)
    for k, die in enumerate(dice):
        px = camera.project(face_square(die, 4))
        cv2.fillPoly(owner, [np.round((px - 0.5) * 16).astype(np.int32)], (k,), cv2.LINE_8, 4)
    return owner


def _label(die: Placed, owner: np.ndarray, number: int = 0) -> dict:
    outline = np.vstack([face_square(die, f) for f in range(6)])
    label = die_label(die, number, OVERHEAD, owner, outline)
    assert label is not None
    return label


def test_from_above_a_point_right_and_up_on_the_table_is_right_and_up_in_the_picture() -> None:
    middle, right, up = OVERHEAD.project(np.array([[0, 0, 0], [50, 0, 0], [0, 50, 0]], float))
    assert middle == pytest.approx([320, 240])
    assert right == pytest.approx([320 + 50 / 400 * OVERHEAD.focal_px, 240])
    assert up == pytest.approx([320, 240 - 50 / 400 * OVERHEAD.focal_px])


def test_a_flat_die_is_labelled_with_its_top_face_centre_corners_and_size() -> None:
    die = _die(20, -10)
    label = _label(die, _owner(die))
    scale = OVERHEAD.focal_px / (400 - 16)
    assert label["value"] == label["face"] == die.look.faces[4].value
    assert label["center"] == pytest.approx([320 + 20 * scale, 240 + 10 * scale], abs=0.05)
    assert label["size"] == pytest.approx(16 * scale, abs=0.05)
    assert label["angle"] == pytest.approx(-np.degrees(0.3) % 90, abs=0.1)
    assert label["tilt"] == 0
    assert label["covered"] < 0.02
    x1, y1, x2, y2 = label["box"]
    for x, y in label["corners"]:
        assert x1 - 0.1 <= x <= x2 + 0.1
        assert y1 - 0.1 <= y <= y2 + 0.1
    corners = np.array(label["corners"])
    after = np.roll(corners, -1, axis=0)
    # Clockwise as seen: the area is positive where y points down.
    assert float((corners[:, 0] * after[:, 1] - after[:, 0] * corners[:, 1]).sum()) > 0


@given(st.integers(0, 5), floats(0, 6.28))
@settings(max_examples=30, deadline=None)
def test_every_face_and_turn_is_labelled_by_what_lies_up(face: int, turn: float) -> None:
    die = _die(0, 0, face, turn, "pickomino")
    owner = np.full((480, 640), 0, np.int32)
    assert _label(die, owner)["value"] == die.look.faces[face].value


@pytest.mark.parametrize(("tilt", "cocked"), [(2.0, False), (7.0, False), (9.0, True), (40, True)])
def test_a_tilted_die_is_cocked_and_keeps_its_face_beside(tilt: float, cocked: bool) -> None:
    half = np.radians(tilt) / 2
    tip = np.array([np.cos(half), 0, np.sin(half), 0])
    flat = _die(0, 0)
    die = Placed(flat.look, 6, 16.0, flat.middle_mm, multiply(tip, flat.quaternion))
    label = _label(die, np.zeros((480, 640), np.int32))
    assert (label["value"] == "cocked") == cocked
    assert label["tilt"] == pytest.approx(tilt, abs=0.06)


def test_a_die_under_another_is_covered() -> None:
    below, above = _die(0, 0), _die(5, 4)
    owner = _owner(below, above)
    assert _label(below, owner, 0)["value"] == "covered"
    assert _label(above, owner, 1)["value"] == above.look.faces[4].value


def test_a_die_cut_by_the_edge_of_the_picture_is_covered_and_one_outside_has_no_label() -> None:
    half_view = 320 / OVERHEAD.focal_px * 384
    cut, outside = _die(half_view - 2, 0), _die(half_view + 60, 0)
    owner = _owner(cut, outside)
    assert _label(cut, owner, 0)["value"] == "covered"
    outline = np.vstack([face_square(outside, f) for f in range(6)])
    assert die_label(outside, 1, OVERHEAD, owner, outline) is None


def test_pictures_and_other_dice_are_never_labelled_as_a_face() -> None:
    owner = np.zeros((480, 640), np.int32)
    twenty = Placed(make_look(1, "pips"), 20, 18.0, np.array([0, 0, 9.0]), np.array([1.0, 0, 0, 0]))
    assert _label(twenty, owner)["value"] == "d20"
    for face in range(6):
        label = _label(_die(0, 0, face, kind="numerals"), owner)
        assert label["value"] == "other"


def test_the_covered_share_counts_what_others_hide() -> None:
    square = np.array([[10, 10], [30, 10], [30, 30], [10, 30]], float)
    owner = np.full((60, 60), 3, np.int32)
    assert covered_share(square, owner, 3) == pytest.approx(0, abs=0.01)
    owner[:, 25:] = 1
    assert covered_share(square, owner, 3) == pytest.approx(0.25, abs=0.05)
    assert covered_share(square + 100, owner, 3) == 1


@given(floats(-0.08, 0.03))
@settings(max_examples=12, deadline=None)
def test_the_lens_bends_points_and_pictures_alike(k1: float) -> None:
    camera = Camera((0, 0, 400), (0, 0, 0), (0, 1, 0), 50.0, 320, 240, k1)
    point = np.array([[95.0, 60.0, 0.0]])
    pad = camera.margin_px
    straight = np.zeros((240 + 2 * pad, 320 + 2 * pad), np.float32)
    plain = Camera((0, 0, 400), (0, 0, 0), (0, 1, 0), 50.0, 320, 240).project(point)[0] + pad
    x, y = (round(float(v - 0.5)) for v in plain)
    straight[y - 2 : y + 3, x - 2 : x + 3] = 1
    seen = camera.distort(straight)
    assert seen.shape == (240, 320)
    ys, xs = np.nonzero(seen > 0.5)
    bent = camera.project(point)[0]
    assert (xs.mean() + 0.5, ys.mean() + 0.5) == pytest.approx(tuple(bent), abs=1.0)


def test_cameras_look_no_steeper_than_they_may() -> None:
    for seed in range(50):
        camera = hang_camera(np.random.default_rng(seed), 640, 480, 200, 20)
        away = np.array(camera.origin_mm) - np.array(camera.target_mm)
        tilt = np.degrees(np.arccos(away[2] / np.linalg.norm(away)))
        assert tilt <= 20.01


def test_developing_is_the_same_for_the_same_seed_and_brighter_with_more_exposure() -> None:
    rng = np.random.default_rng(1)
    light = np.asarray(rng.uniform(0.02, 0.5, (48, 64, 3)), np.float32)
    how = choose_development(np.random.default_rng(2), 640)
    assert np.array_equal(develop(light, how), develop(light, how))
    dim, bright = (develop(light, clean_development(e)) for e in (0.5, 1.2))
    assert dim.shape == light.shape
    assert dim.dtype == np.uint8
    assert float(bright.mean()) > float(dim.mean()) + 10


@pytest.mark.parametrize("held_out", [False, True])
def test_lights_shine_from_above(held_out: bool) -> None:
    for seed in range(30):
        lighting = light_scene(np.random.default_rng(seed), held_out)
        assert all(lamp.origin_mm[2] > 0 for lamp in lighting.lamps)
        assert all(min(lamp.radiance) > 0 for lamp in lighting.lamps)
        assert float(lighting.room.min()) > 0
    red, green, blue = studio().white()
    assert green == 1
    assert red == pytest.approx(blue, rel=0.1)

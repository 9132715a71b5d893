"""Path-traced pictures as scenes: their labels say the same as those of drawn ones."""

from __future__ import annotations

import json
import math
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.training.__main__ import main
from models.training.renders import BARELY_SEEN, OTHER_DIE, label_of, read_renders
from models.training.scenes.camera import Camera
from models.training.scenes.labels import Placed, die_label, face_square
from models.training.scenes.layout import multiply, quaternion_with_top
from models.training.scenes.looks import make_look
from models.training.score import wanted_in_render
from models.training.sketch.scene import Label
from tests.house.normal_floats import floats

HIGH = 400.0
OVERHEAD = Camera((0, 0, HIGH), (0, 0, 0), (0, 1, 0), 40.0, 640, 480)


def written(die: Placed, hidden_px: int = 0) -> dict[str, object]:
    """What the renderer writes of a die of which the leftmost columns of the picture are hidden."""
    outline = np.vstack([face_square(die, face) for face in range(6)])
    owner = np.zeros((480, 640), np.int32)
    owner[:, :hidden_px] = 1
    label = die_label(die, 0, OVERHEAD, owner, outline)
    assert label is not None
    return dict(json.loads(json.dumps(label)))


def placed(
    x: float = 0.0, y: float = 0.0, face: int = 4, tilt_deg: float = 0.0, kind: str = "pips"
) -> Placed:
    half = math.radians(tilt_deg) / 2
    tip = np.array([math.cos(half), 0, math.sin(half), 0])
    turn = multiply(tip, quaternion_with_top(face, 0.4))
    return Placed(make_look(2, kind), 6, 16.0, np.array([x, y, 8.0]), turn)


@given(floats(-70, 70), floats(-50, 50), st.integers(0, 5))
@settings(max_examples=40, deadline=None)
def test_a_flat_die_slants_outwards_by_the_angle_of_its_ray(x: float, y: float, face: int) -> None:
    die = placed(x, y, face)
    label = label_of(written(die))
    assert label.face == die.look.faces[face].value
    assert label.seen == 1.0
    out = math.hypot(x, y) / math.hypot(x, y, HIGH - 16.0)
    assert math.hypot(*label.seen_slant) == pytest.approx(out, abs=2e-3)
    if out > 0.02:  # right in the picture is x, up is y
        assert label.seen_slant[0] == pytest.approx(out * x / math.hypot(x, y), abs=2e-3)
        assert label.seen_slant[1] == pytest.approx(-out * y / math.hypot(x, y), abs=2e-3)
    assert label.size == pytest.approx(16 * OVERHEAD.focal_px / (HIGH - 16), rel=0.01)
    corners = np.array(label.corners, np.float32)
    assert cv2.contourArea(corners, oriented=True) > 0  # the way round that drawn scenes have
    assert np.allclose(corners.mean(0), label.center, atol=0.05)


@given(floats(0, 40))
@settings(max_examples=20, deadline=None)
def test_a_die_that_leans_says_by_how_much(tilt_deg: float) -> None:
    label = label_of(written(placed(tilt_deg=tilt_deg)))
    assert label.cocked == pytest.approx(math.radians(tilt_deg), abs=1e-3)
    assert math.hypot(*label.seen_slant) == pytest.approx(math.sin(label.cocked), abs=0.03)


def test_a_die_half_covered_is_half_seen() -> None:
    assert label_of(written(placed(), 320)).seen == pytest.approx(0.5, abs=0.05)


def test_pictures_and_numerals_are_other_pictures_and_worms_are_worms() -> None:
    assert label_of(written(placed(kind="numerals"))).face == "x"
    faces = {label_of(written(placed(face=k, kind="pickomino"))).face for k in range(6)}
    assert faces == set("12345w")


def test_what_is_no_cube_is_neither_read_nor_surely_no_die() -> None:
    at = np.array([0, 0, 9.0])
    twenty = Placed(make_look(1, "pips"), 20, 18.0, at, np.array([1.0, 0, 0, 0]))
    label = label_of(written(twenty))
    assert label.face == OTHER_DIE
    assert label.seen == BARELY_SEEN  # the locator may find it or not
    assert label_of(written(twenty, 639)).seen < 0.29  # 480 px are its own


def render(
    folder: Path, number: int, dice: list[dict[str, object]], name_of_set: str = "train"
) -> None:
    name = f"{number:05d}"
    cv2.imwrite(str(folder / f"{name}.jpg"), np.full((480, 640, 3), 90, np.uint8))
    text = json.dumps({"image": f"{name}.jpg", "set": name_of_set, "dice": dice})
    (folder / f"{name}.json").write_text(text, encoding="utf-8")


def test_finished_pictures_are_read_in_their_order(tmp_path: Path) -> None:
    render(tmp_path, 2, [written(placed(face=1))])
    render(tmp_path, 1, [])
    (tmp_path / "00003.json").write_text(json.dumps({"dice": []}), encoding="utf-8")
    (tmp_path / "labels.json").write_text("{}", encoding="utf-8")
    scenes = list(read_renders(tmp_path))
    assert [(name, len(labels)) for name, _, labels in scenes] == [("00001", 0), ("00002", 1)]
    assert all(image.shape == (480, 640, 3) for _, image, _ in scenes)


def test_pictures_that_are_kept_out_are_not_learnt_from(tmp_path: Path) -> None:
    render(tmp_path, 1, [], "test")
    assert len(list(read_renders(tmp_path))) == 1
    with pytest.raises(ValueError, match="kept out of training"):
        list(read_renders(tmp_path, to_learn=True))


@pytest.mark.parametrize("step", ["calibrate", "locator", "score"])
def test_a_folder_without_pictures_is_said_before_anything_else(step: str, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"no pictures in .*none"):
        main([step, "--work", str(tmp_path), "--renders", str(tmp_path / "none")])


def test_labels_of_another_version_are_refused(tmp_path: Path) -> None:
    old = written(placed())
    del old["seen_slant"]
    render(tmp_path, 0, [old])
    with pytest.raises(ValueError, match=r"00000.json lacks 'seen_slant': remove it and render it"):
        list(read_renders(tmp_path))


def label(face: str = "4", seen: float = 1.0, cocked_deg: float = 0.0) -> Label:
    corners = ((20.0, 20.0), (60.0, 20.0), (60.0, 60.0), (20.0, 60.0))
    cocked = math.radians(cocked_deg)
    flat = (0.0, 0.0)
    return Label(face, (40.0, 40.0), 40.0, corners, flat, seen, cocked, "white", 40.0, flat)


@pytest.mark.parametrize(
    ("die", "face", "counts"),
    [
        (label(), "4", True),
        (label("w", seen=0.9), "w", True),
        (label("x"), "", True),
        (label(cocked_deg=7), "4", True),
        (label(cocked_deg=20), "", True),
        (label(seen=0.8), "", False),  # a corner is covered: it may be read, and need not be
        (label(seen=0.5), "", True),
        (label(seen=0.1), "", False),  # another lies on it, and that one's reading is its own
        (label(cocked_deg=30, seen=0.3), "", False),
        (label(OTHER_DIE, seen=0.3), "", True),
        (label(OTHER_DIE, seen=0.1), "", False),
    ],
)
def test_what_a_reading_of_a_render_is_held_against(die: Label, face: str, counts: bool) -> None:
    image = np.full((80, 80, 3), 200, np.uint8)
    image[36:44, 36:44] = 20
    wanted = wanted_in_render(die, image)
    assert (wanted.face, wanted.counts) == (face, counts)


def test_a_render_s_burnt_out_die_is_not_to_be_read() -> None:
    assert wanted_in_render(label(), np.full((80, 80, 3), 254, np.uint8)).face == ""


def test_a_share_of_what_is_learnt_comes_from_renders() -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed: training was left out")
    from models.training.places import places_in
    from models.training.train_locator import Pool
    from models.training.train_reader import Cuts

    drawn = (np.zeros((96, 96, 3), np.uint8), [label("3")])
    traced = (np.full((96, 96, 3), 255, np.uint8), [label("5"), label(OTHER_DIE, seen=0.3)])
    places = places_in([traced], None, None)
    assert {mark.face for _, mark in places} >= {"5", OTHER_DIE}
    five = [place for place in places if place[1].face == "5"]
    cuts = Cuts([drawn], [five[0][1]], five, 0.5, 200, 0)
    light = cuts[0][0].mean((1, 2, 3)) > 0.5
    assert 70 < int(light.sum()) < 130
    picture, maps = Pool("path-traced", [traced], None).sample(np.random.default_rng(0), 64)
    assert picture.shape == (64, 64, 3)
    assert maps.shape == (6, 16, 16)

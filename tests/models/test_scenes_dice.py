"""The dice of the scenes: faces, pips, chirality, poses and looks."""

from itertools import pairwise

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.training.scenes.faces import draw_face, paint, paint_numerals
from models.training.scenes.layout import (
    NORMALS,
    RIGHT,
    UP,
    arrangement,
    multiply,
    opposite,
    pip_centres,
    quaternion_with_top,
    rotation,
    top_face,
    turn_between,
)
from models.training.scenes.looks import linear, make_look, palette_names
from models.training.scenes.recipe import make_recipe, make_roll
from models.training.scenes.surfaces import HELD_OUT_SURFACES, MAKERS, surface_kinds
from tests.house.normal_floats import floats

FACES = st.integers(0, 5)


@pytest.mark.parametrize("mirrored", [False, True])
def test_opposite_faces_sum_to_seven(mirrored: bool) -> None:
    values = arrangement(mirrored)
    assert sorted(values) == [1, 2, 3, 4, 5, 6]
    for face in range(6):
        assert values[face] + values[opposite(face)] == 7
        assert np.allclose(NORMALS[face], -NORMALS[opposite(face)])


def test_the_two_arrangements_are_mirror_images() -> None:
    def hand(values: tuple[int, ...]) -> float:
        axes = [NORMALS[values.index(v)] for v in (1, 2, 3)]
        return float(np.dot(np.cross(axes[0], axes[1]), axes[2]))

    assert hand(arrangement(False)) == -hand(arrangement(True))


def test_right_and_up_of_each_face_are_as_seen_from_outside() -> None:
    assert np.allclose(np.cross(RIGHT, UP), NORMALS)


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("turns", range(4))
def test_each_value_has_as_many_pips_and_they_lie_point_symmetric(value: int, turns: int) -> None:
    xy = pip_centres(value, 0.5, turns)
    assert len(xy) == value
    assert np.allclose(xy.sum(0), 0)
    assert len({tuple(np.round(p, 6)) for p in xy}) == value


@given(FACES, floats(0, 6.28))
def test_a_die_laid_on_a_face_shows_that_face(face: int, turn: float) -> None:
    found, tilt = top_face(quaternion_with_top(face, turn))
    assert found == face
    assert tilt < 0.01


@given(FACES, FACES)
def test_a_turn_between_faces_carries_one_axis_to_the_other(a: int, b: int) -> None:
    turn = rotation(turn_between(a, b))
    assert np.allclose(turn @ NORMALS[a], NORMALS[b], atol=1e-9)
    assert np.linalg.det(turn) == pytest.approx(1)


@given(FACES, floats(0, 6.28), floats(1, 40))
def test_a_tilted_die_tells_its_tilt(face: int, turn: float, tilt: float) -> None:
    half = np.radians(tilt) / 2
    tip = np.array([np.cos(half), np.sin(half), 0.0, 0.0])
    found, seen = top_face(multiply(tip, quaternion_with_top(face, turn)))
    assert found == face
    assert seen == pytest.approx(tilt, abs=1e-6)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 100_000), st.booleans())
def test_painted_pips_can_be_counted(seed: int, held_out: bool) -> None:
    look = make_look(seed, "pips", held_out)
    for face in look.faces:
        spots = (draw_face(look, face, 96).line > 0.5).astype(np.uint8)
        assert cv2.connectedComponents(spots)[0] - 1 == int(face.value)


@pytest.mark.parametrize("held_out", [False, True])
def test_a_pickomino_die_has_a_worm_where_the_six_was(held_out: bool) -> None:
    look = make_look(3, "pickomino", held_out)
    values = [f.value for f in look.faces]
    assert sorted(values) == ["1", "2", "3", "4", "5", "w"]
    assert values[opposite(values.index("w"))] == "1"


def test_a_golden_die_has_ones_and_worms_alone() -> None:
    look = make_look(3, "golden")
    assert sorted(f.value for f in look.faces) == ["1", "1", "1", "w", "w", "w"]
    assert look.colour == "gold"


@pytest.mark.parametrize("kind", ["pictures", "numerals"])
def test_faces_that_are_no_pips_are_never_labelled_as_pips(kind: str) -> None:
    for seed in range(40):
        for face in make_look(seed, kind).faces:
            assert (face.value in set("123456")) == (face.pips > 0)


def test_looks_are_the_same_for_the_same_seed() -> None:
    assert make_look(11, "pips") == make_look(11, "pips")
    assert make_look(11, "pips") != make_look(12, "pips")


def test_training_and_test_share_no_colour_of_dice() -> None:
    train, test = palette_names(False), palette_names(True)
    apart = np.abs(train[:, None] - test[None]).max(2)
    assert float(apart.min()) > 3


def test_training_and_test_share_no_drawing() -> None:
    def drawings(held_out: bool) -> set[tuple[str, int]]:
        kinds = ("pickomino", "golden", "pictures")
        looks = [make_look(s, k, held_out) for s in range(60) for k in kinds]
        return {(f.picture, f.seed) for look in looks for f in look.faces if f.picture}

    assert not drawings(False) & drawings(True)


def test_training_never_shows_the_surfaces_of_the_test() -> None:
    assert not set(surface_kinds(False)) & set(HELD_OUT_SURFACES)
    assert set(HELD_OUT_SURFACES) <= set(surface_kinds(True))
    assert set(surface_kinds(False)) | set(surface_kinds(True)) == set(MAKERS)


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_every_surface_has_colours_that_exist(name: str) -> None:
    surface = MAKERS[name](np.random.default_rng(4))
    assert surface.albedo.shape == (*surface.height.shape, 3)
    assert float(surface.albedo.min()) >= 0
    assert float(surface.albedo.max()) <= 1
    assert surface.tile_mm > 0


def test_skins_have_a_cell_for_each_face() -> None:
    look = make_look(5, "pickomino")
    skin = paint(look, 32)
    assert skin.albedo.shape == (64, 96, 3)
    assert np.isfinite(skin.albedo).all()
    assert float(skin.albedo.max()) <= 1
    for sides in (8, 10, 12, 20):
        rows = -(-sides // 5)
        assert paint_numerals(look, sides, cell=32).albedo.shape == (rows * 32, 160, 3)


def test_linear_light_grows_with_srgb() -> None:
    levels = [linear(v, v, v)[0] for v in range(0, 256, 15)]
    assert all(a < b for a, b in pairwise(levels))
    assert levels[0] == 0
    assert linear(255, 255, 255)[0] == pytest.approx(1)


@pytest.mark.parametrize("count", [1, 5, 8, 12])
def test_a_throw_has_so_many_dice_of_one_kind_and_nothing_else(count: int) -> None:
    kinds = set()
    for seed in range(20):
        roll = make_roll(seed, True, count)
        assert len(roll.looks) == 1
        assert [(die.look, die.sides) for die in roll.dice] == [(0, 6)] * count
        assert (roll.cocked, roll.stacked, roll.clutter) == (0, 0, 0)
        away = np.array(roll.camera.origin_mm) - np.array(roll.camera.target_mm)
        assert away[2] / np.linalg.norm(away) > np.cos(np.radians(20.01))
        kinds.add(roll.looks[0].kind)
    assert kinds == {"pips", "pickomino"}


def test_recipes_are_the_same_for_the_same_seed_and_respect_the_sets() -> None:
    one, again = make_recipe(9, False), make_recipe(9, False)
    assert one.looks == again.looks
    assert one.dice == again.dice
    assert one.camera == again.camera
    assert one.development == again.development
    for seed in range(25):
        train, test = make_recipe(seed, False), make_recipe(seed, True)
        assert train.table.name not in HELD_OUT_SURFACES
        assert train.tray.sides in (0, 4, 32)
        assert test.tray.sides in (0, 4, 6, 8)
        assert 1 <= len(train.dice) <= 27

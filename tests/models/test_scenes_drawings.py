"""The drawings on dice: the same for the same seed, inside the face, training and test apart."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.training.scenes.canvas import (
    HELD_OUT_STRIDE,
    LINE,
    Canvas,
    drawing_seed,
    is_held_out,
)
from models.training.scenes.pictures import HELD_OUT_PENS, PENS, draw_picture, picture_kinds
from models.training.scenes.worms import draw_worm, spine, worm_style

SEEDS = st.integers(0, 10_000_000)


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_a_worm_is_the_same_for_the_same_seed_and_no_other(seed: int) -> None:
    one, again, other = draw_worm(seed, 64), draw_worm(seed, 64), draw_worm(seed + 1, 64)
    assert np.array_equal(one.line, again.line)
    assert not np.array_equal(one.line, other.line)


@settings(max_examples=40, deadline=None)
@given(SEEDS)
def test_a_worm_has_line_work_and_two_white_eyes_and_leaves_the_edge_of_the_face_free(
    seed: int,
) -> None:
    worm = draw_worm(seed, 96)
    assert 0.01 < float(worm.line.mean()) < 0.45
    assert float(worm.white.sum()) > 4
    ink = worm.ink()
    assert float(ink.max()) <= 1.0
    assert float(ink.min()) >= 0.0
    # Antennae may come near the edge; the body stays well inside.
    path = spine(worm_style(seed))
    assert float(np.abs(path).max()) < 0.95


def test_worms_differ_in_curl_stroke_and_filling() -> None:
    styles = [worm_style(seed) for seed in range(300)]
    assert {s.curl for s in styles} >= {"c", "s", "u", "spiral", "loop", "wave"}
    assert {s.bands for s in styles} == {"beads", "stripes", "arcs", "plain"}
    assert {s.filled for s in styles} == {True, False}
    strokes = [s.stroke for s in styles]
    assert min(strokes) < 0.03
    assert max(strokes) > 0.065


@pytest.mark.parametrize("kind", sorted(PENS))
def test_every_picture_can_be_drawn_and_is_seen(kind: str) -> None:
    for seed in range(6):
        drawing = draw_picture(kind, seed, 64)
        assert np.array_equal(drawing.line, draw_picture(kind, seed, 64).line)
        assert 0.005 < float(drawing.ink().mean()) < 0.8


def test_an_unknown_picture_is_refused() -> None:
    with pytest.raises(KeyError):
        draw_picture("dragon", 1)


def test_training_and_test_pictures_share_no_kind() -> None:
    train, test = set(picture_kinds(False)), set(picture_kinds(True))
    assert not train & test
    assert train | test == set(PENS)
    assert test == set(HELD_OUT_PENS)


@given(st.integers(0, 2**32 - 1))
def test_training_and_test_drawings_share_no_seed(seed: int) -> None:
    rng = np.random.default_rng(seed)
    assert not is_held_out(drawing_seed(rng, held_out=False))
    assert is_held_out(drawing_seed(rng, held_out=True))


def test_a_share_of_the_seeds_is_reserved() -> None:
    reserved = sum(is_held_out(k) for k in range(1000))
    assert reserved == 1000 // HELD_OUT_STRIDE


def test_a_disc_covers_its_area() -> None:
    canvas = Canvas(128)
    canvas.disc(0.25, -0.5, 0.3, LINE)
    line = canvas.finish().line
    assert float(line.sum()) / 64**2 == pytest.approx(np.pi * 0.3**2, rel=0.02)
    ys, xs = np.mgrid[0:128, 0:128] + 0.5
    assert float((xs * line).sum() / line.sum()) == pytest.approx(64 + 0.25 * 64, abs=0.3)
    assert float((ys * line).sum() / line.sum()) == pytest.approx(64 + 0.5 * 64, abs=0.3)

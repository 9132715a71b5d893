"""The training tools: scenes are drawn alike from the same seed, and the steps run end to end."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.training.shards import read_shards, read_sheets, write_shards, write_sheets
from models.training.sketch.faces import FaceStyle, draw_face
from models.training.sketch.scene import draw_scene
from models.training.sketch.sheets import draw_sheet
from models.training.sketch.worms import draw_worm

ROOT = Path(__file__).parents[2]


def test_the_same_seed_draws_the_same_scene() -> None:
    one, labels = draw_scene(np.random.default_rng(5), 160, 120)
    again, same = draw_scene(np.random.default_rng(5), 160, 120)
    assert np.array_equal(one, again)
    assert labels == same
    other, _ = draw_scene(np.random.default_rng(6), 160, 120)
    assert not np.array_equal(one, other)


@pytest.mark.parametrize("value", range(1, 7))
def test_a_pip_face_has_that_many_pips(value: int) -> None:
    style = FaceStyle(0.08, 0.25, 0.0, (0, 0, 0), False, 1.0, False, (0, 0, 0), None)
    ink, _ = draw_face(np.random.default_rng(3), str(value), style)
    count, _ = cv2.connectedComponents((ink[..., 3] > 0.5).astype(np.uint8))
    assert count - 1 == value


def test_worms_are_all_different_and_fill_the_face() -> None:
    drawings = [draw_worm(np.random.default_rng(k), 128)[1] for k in range(12)]
    for k, drawing in enumerate(drawings):
        ys, xs = np.nonzero(drawing > 40)
        assert max(np.ptp(xs), np.ptp(ys)) > 50
        assert all(not np.array_equal(drawing, other) for other in drawings[:k])


def test_shards_are_kept_when_drawing_goes_on(tmp_path: Path) -> None:
    write_shards(tmp_path, 0, 1, scenes=2)
    first = (tmp_path / "shard-0000.npz").stat().st_mtime_ns
    write_shards(tmp_path, 0, 2, scenes=2)
    assert (tmp_path / "shard-0000.npz").stat().st_mtime_ns == first
    assert len(list(read_shards(tmp_path))) == 4
    assert len(list(read_shards(tmp_path, 1, 2))) == 2


def test_sheets_are_drawn_alike_from_the_same_seed_and_bear_no_dice(tmp_path: Path) -> None:
    write_shards(tmp_path, 0, 1, scenes=1)
    write_sheets(tmp_path, 2, sheets=4)
    sheets = list(read_sheets(tmp_path))
    assert len(sheets) == 8
    assert all(image.shape == (288, 384, 3) and labels == [] for image, labels in sheets)
    assert all(image.std() > 5 for image, _ in sheets)
    write_sheets(tmp_path / "again", 1, sheets=4)
    again = list(read_sheets(tmp_path / "again"))
    assert all(np.array_equal(a, b) for (a, _), (b, _) in zip(sheets, again, strict=False))
    assert not any(np.array_equal(a, b) for (a, _), (b, _) in pairwise(sheets))
    assert len(list(read_shards(tmp_path))) == 1  # scenes are kept apart


@pytest.mark.parametrize("seed", range(12))
def test_every_kind_of_sheet_is_drawn_at_any_size(seed: int) -> None:
    image = draw_sheet(np.random.default_rng(seed), 160, 120)
    assert image.shape == (120, 160, 3)
    assert image.dtype == np.uint8


@pytest.mark.skipif(not find_spec("torch"), reason="left out: PyTorch is not installed here")
def test_the_steps_run_end_to_end_and_go_on_where_they_stopped(tmp_path: Path) -> None:
    def step(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "models.training", *words, "--work", str(tmp_path), "--small"],
            cwd=ROOT, capture_output=True, text=True, timeout=250, check=True,
        )  # fmt: skip
        return done.stdout

    drawn = step("draw")
    assert "shard-0000" in drawn
    assert "sheet-0000" in drawn
    assert "locator step 6/6" in step("locator")
    assert "reader step 6/6" in step("reader")
    assert (tmp_path / "locator.pt").exists()
    assert "step" not in step("locator")  # already done
    if find_spec("litert_torch"):
        step("export")  # the next one learns from where the two look
    assert "upright step 6/6" in step("upright", "--start", str(tmp_path / "reader.pt"))
    assert (tmp_path / "upright.pt").exists()
    assert "around step 6/6" in step("around", "--start", str(tmp_path / "upright.pt"))
    if find_spec("litert_torch"):
        step("export", "--into", str(tmp_path / "out"))
        for name in ("reader", "upright", "around"):
            assert (tmp_path / "out" / f"{name}.tflite").stat().st_size > 10_000

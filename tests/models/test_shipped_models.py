"""The shipped model files on a small fixed sample, so that a worse model cannot land unseen.

The sample is drawn, not stored; its seeds are kept out of training. The photographs, where they
are at hand, are scored as well: every fifth of each set.
"""

from __future__ import annotations

import json
import math
import os
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from device.commands.bench_vision import drawn_table
from models.training.sketch.scene import Label, draw_scene
from vision import Observation, load_photo, see, shipped_eyes
from vision.locate import Locator
from vision.read import Reader
from vision.runtime import load_network
from vision.see import Eyes

ROOT = Path(__file__).parents[2]
SHARED = Path(os.environ.get("DICE_TABLE_SHARED", ROOT.parent / "shared"))
SCENES = 40
KEPT_OUT = 1_000_003  # the first number of the seeds; training draws with small ones

needs_photos = pytest.mark.skipif(
    not (SHARED / "photos").is_dir(), reason="left out: the photographs (../shared) are not here"
)


@pytest.fixture(scope="module")
def sample() -> list[tuple[np.ndarray, list[Label], Observation]]:
    out = []
    for number in range(SCENES):
        rng = np.random.default_rng([KEPT_OUT, number])
        die_px = float(np.exp(rng.uniform(np.log(30), np.log(80))))
        image, labels = draw_scene(rng, 640, 480, die_px, most=12)
        out.append((image, labels, see(image)))
    return out


def nearest(label: Label, seen: Observation):  # type: ignore[no-untyped-def]
    near = [d for d in seen.dice if math.dist(d.center_xy, label.center) < 0.5 * label.size]
    return min(near, key=lambda d: math.dist(d.center_xy, label.center), default=None)


def test_faces_of_drawn_dice(sample: list[tuple[np.ndarray, list[Label], Observation]]) -> None:
    right = wrong_sure = total = 0
    for _, labels, seen in sample:
        for label in labels:
            if label.face not in tuple("123456w") or label.seen < 0.75 or label.cocked > 0.01:
                continue
            total += 1
            die = nearest(label, seen)
            right += die is not None and die.face == label.face
            wrong_sure += die is not None and die.sure and die.face != label.face
    assert total > 120
    assert right / total >= 0.95
    assert wrong_sure / total <= 0.005


def test_cocked_and_covered_dice_are_not_sure(
    sample: list[tuple[np.ndarray, list[Label], Observation]],
) -> None:
    sure = total = 0
    for _, labels, seen in sample:
        for label in labels:
            if label.cocked > 0.3 and label.seen > 0.3:
                total += 1
                die = nearest(label, seen)
                sure += die is not None and die.sure
    assert total >= 5
    assert sure / total <= 0.2


def test_all_model_files_are_small() -> None:
    files = list((ROOT / "models").glob("*.tflite"))
    names = {"locator.tflite", "reader.tflite", "upright.tflite", "around.tflite"}
    assert {f.name for f in files} == names
    assert sum(f.stat().st_size for f in files) < 1_500_000


@pytest.mark.skipif(
    not (find_spec("tflite_runtime") and find_spec("ai_edge_litert")),
    reason="left out: needs both tflite-runtime and ai-edge-litert",
)
def test_both_runtimes_read_the_same(
    sample: list[tuple[np.ndarray, list[Label], Observation]],
) -> None:
    eyes = [
        Eyes(
            Locator(load_network("locator.tflite", runtime=runtime)),
            Reader.loaded(runtime=runtime),
        )
        for runtime in ("tflite_runtime", "ai_edge_litert")
    ]
    for image, _, _ in sample[:15]:
        one, other = (see(image, pair).dice for pair in eyes)
        assert [(d.face, d.sure) for d in one] == [(d.face, d.sure) for d in other]
        for a, b in zip(one, other, strict=True):
            assert a.center_xy == pytest.approx(b.center_xy, abs=0.1)
            assert a.confidence == pytest.approx(b.confidence, abs=0.01)


def test_loading_twice_costs_nothing() -> None:
    assert shipped_eyes() is shipped_eyes()


@needs_photos
@pytest.mark.parametrize(("name", "floor"), [("nell-byler", 0.98), ("matteop65", 0.98)])
def test_photographs(name: str, floor: float) -> None:
    folder = SHARED / "photos" / name
    photos = json.loads((folder / "labels.json").read_text(encoding="utf-8"))["photos"]
    right = total = 0
    for photo in photos[::8]:
        seen = see(load_photo(folder / photo["image"])).dice
        for die in photo["dice"]:
            x1, y1, x2, y2 = die["box"]
            side = max(x2 - x1, y2 - y1)
            near = [
                d
                for d in seen
                if math.dist(d.center_xy, ((x1 + x2) / 2, (y1 + y2) / 2))
                <= 0.6 * max(side, 0.7 * d.size_px)
            ]
            total += 1
            right += any(d.face == str(die["value"]) for d in near)
    assert total > 50
    assert right / total >= floor


@pytest.mark.parametrize("face", range(1, 7))
def test_every_plain_die_that_lies_apart_is_found_and_read(face: int) -> None:
    dice = see(drawn_table((face,) * 8)).dice
    assert [die.face for die in dice] == [str(face)] * 8

"""Dice with pictures are learnt from ten photos; what was never taught is not sure."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest

from device.teaching import Teaching
from models.training.score_profile import Score, drawn, score
from vision.inner import Notices
from vision.locate import Spot
from vision.looks import CLASSES
from vision.read import Reading
from vision.taught import FAR, NEAR, Example, Taught, cut_face


@pytest.fixture(scope="module")
def learnt() -> tuple[Teaching, Score]:
    """Ten drawn photos of dice with six pictures, learnt, and fourteen others, read."""
    taught, others = drawn("pictures", 2, 14)
    result, teaching = score(taught, others)
    return teaching, result


def test_ten_photos_are_enough(learnt: tuple[Teaching, Score]) -> None:
    """Of the dice that are found nearly all are right, and no wrong one is sure."""
    _, result = learnt
    found = result.dice - result.missed
    assert result.dice > 25, "the drawn photos hold too few dice to say anything"
    assert result.right >= 0.88 * found
    assert result.silent == 0
    assert result.sure >= 0.3 * found


def test_a_face_never_taught_is_seldom_familiar(learnt: tuple[Teaching, Score]) -> None:
    teaching, _ = learnt
    examples = teaching.profile.examples
    foreign = [e for e in examples if e.face == "tree"]
    rest = Taught([e for e in examples if e.face != "tree"])
    familiar = [rest.judge(e.crop).familiar > 0.8 for e in foreign]
    assert len(familiar) >= 5
    assert sum(familiar) <= 0.1 * len(familiar)


def test_a_taught_face_is_known_in_every_quarter_turn(learnt: tuple[Teaching, Score]) -> None:
    teaching, _ = learnt
    taught = Taught(teaching.profile.examples)
    for example in teaching.profile.examples[::6]:
        for turns in range(4):
            turned = np.ascontiguousarray(np.rot90(example.crop, turns))
            assert taught.judge(turned).face == example.face


def test_the_check_leaves_each_example_out(learnt: tuple[Teaching, Score]) -> None:
    """The closed form gives what learning again without the example gives."""
    teaching, _ = learnt
    few = teaching.profile.examples[:12]
    taught = Taught(few)
    assert len(taught.checks) == 12
    assert np.mean([check.right for check in taught.checks]) >= 0.5
    mislabelled = [replace(few[0], face="someone else's"), *few[1:]]
    assert not Taught(mislabelled).checks[0].right


def test_nothing_taught_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one example"):
        Taught([])


@pytest.mark.parametrize("angle", [0.0, 30.0, 80.0])
def test_faces_are_cut_upright(angle: float) -> None:
    """A square face, turned clockwise by its angle, lies straight in its crop."""
    turn = np.radians(angle)
    yy, xx = np.mgrid[:300, :300] - np.array([140.0, 160.0])[:, None, None]
    along = xx * np.cos(turn) + yy * np.sin(turn)
    across = -xx * np.sin(turn) + yy * np.cos(turn)
    inside = (np.abs(along) < 40) & (np.abs(across) < 40)
    frame = np.where(inside[..., None], 250, 20).astype(np.uint8).repeat(3, 2)
    reading = Reading(
        Spot(160.0, 140.0, 80.0, 0.9), np.zeros(len(CLASSES), np.float32), 0.0, angle, (0.0, 0.0)
    )
    crop = cut_face(frame, reading)
    assert crop.shape == (64, 64, 3)
    assert crop[16:48, 16:48].min() > 200  # the face takes 64 / 1.75 = 36.6 px
    assert crop[:11].max() < 60
    assert crop[:, 53:].max() < 60


def test_both_runtimes_notice_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    runtimes = [n for n in ("tflite_runtime", "ai_edge_litert") if find_spec(n)]
    if len(runtimes) < 2:
        pytest.skip("left out: only one TFLite runtime is installed")
    crop = np.random.default_rng(3).integers(0, 256, (64, 64, 3)).astype(np.uint8)
    seen = []
    for name in runtimes:
        module = __import__(f"{name}.interpreter", fromlist=["Interpreter"])
        monkeypatch.setattr(
            "vision.runtime.interpreter_class", lambda m=module: (m.Interpreter, "")
        )
        seen.append(Notices().of(crop))
    assert seen[0].shape == (Notices().length,)
    assert np.abs(seen[0]).max() > 0
    assert np.allclose(seen[0], seen[1], atol=1e-3)


def test_one_example_alone_makes_a_profile() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (64, 64, 3)).astype(np.uint8)
    chances = np.full(len(CLASSES), 0.1, np.float32)
    taught = Taught([Example("only", noise, chances, "a.jpg")])
    assert taught.judge(noise).chances == {"only": 1.0}
    assert taught.judge(noise).familiar > 0.8
    assert taught.judge(np.full((64, 64, 3), 128, np.uint8)).familiar < 0.5


class ToldLooks(Taught):
    """Two faces; a look moved far to the right resembles the wrong one, and no example much."""

    def _look(self, crop: np.ndarray) -> tuple[np.ndarray, float]:
        right, wrong = 0, 1
        scores, gap = np.zeros(2), 0.9 * self._strange
        scores[right] = 0.7
        if crop[32, 32, 0] > 128:  # what lay to the left of the middle
            scores, gap = np.zeros(2), self.far_gap * self._strange
            scores[wrong] = 0.8
        return scores, gap

    far_gap = 1.3


@pytest.mark.parametrize(("far_gap", "face"), [(1.3, "a"), (0.9, "b")])
def test_half_of_a_picture_that_resembles_another_one_is_not_believed(
    far_gap: float, face: str
) -> None:
    """A look far beside the face counts against its gap to every example."""
    crop = np.zeros((64, 64, 3), np.uint8)
    crop[:, 20:26] = 255  # comes to the middle where the crop is moved by a quarter of a face
    chances = np.zeros(len(CLASSES), np.float32)
    taught = ToldLooks([Example(name, crop, chances, name) for name in ("a", "b")])
    taught.far_gap = far_gap
    assert taught.judge(crop, (*NEAR, *FAR)).face == face

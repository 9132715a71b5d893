"""Going on with a training: from a model of fewer blocks, and on what was missed so far."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from models.training.sketch.scene import Label
from vision.locate import Locator, Spot
from vision.looks import CLASSES

torch = pytest.importorskip("torch", reason="PyTorch is not installed: training was left out")


def test_a_deeper_net_begins_near_the_shallower_one(tmp_path: Path) -> None:
    from models.training.course import Course
    from models.training.nets import Reader

    class Shallow(Reader):
        def __init__(self) -> None:
            super().__init__()
            self.late = self.late[:2]

    torch.manual_seed(3)
    shallow, crops = Shallow().eval(), torch.rand(4, 3, 64, 64)
    torch.save({"model": shallow.state_dict()}, tmp_path / "shallow.pt")
    deep, other = Reader(), Reader().eval()
    Course(deep, tmp_path / "own.pt", 1, 1e-3, 0.0, start_from=tmp_path / "shallow.pt")
    deep.eval()
    with torch.no_grad():
        wanted, near, far = shallow(crops), deep(crops), other(crops)
    assert float((near - wanted).abs().mean()) < 0.25 * float((far - wanted).abs().mean())
    new = deep.late[3][3].weight
    assert 0.0 < float(new.detach().abs().max()) < 0.11


def test_a_checkpoint_of_another_net_is_refused(tmp_path: Path) -> None:
    from models.training.course import Course
    from models.training.nets import Locator as LocatorNet
    from models.training.nets import Reader

    torch.save({"model": LocatorNet().state_dict()}, tmp_path / "locator.pt")
    with pytest.raises((ValueError, RuntimeError)):
        Course(Reader(), tmp_path / "own.pt", 1, 1e-3, 0.0, start_from=tmp_path / "locator.pt")


def test_missed_dice_are_those_in_plain_view_without_a_spot() -> None:
    from models.training.train_locator import missed

    class Finds(Locator):
        def __init__(self) -> None:
            pass

        def find(self, frame: object, die_px: float | None = None) -> list[Spot]:
            return [Spot(50.0, 50.0, 30.0, 0.9)]

    def label(x: float, seen: float = 1.0, size: float = 30.0) -> Label:
        return Label("4", (x, 50.0), size, (), (0.0, 0.0), seen, 0.0, "white", size, (0.0, 0.0))

    found, lost, hidden, tiny = label(54), label(120), label(160, seen=0.3), label(200, size=6.0)
    scene = (np.zeros((100, 240, 3), np.uint8), [found, lost, hidden, tiny])
    assert missed([scene], Finds()) == [[lost]]


def test_scenes_in_which_dice_are_missed_are_cut_oftener(monkeypatch: pytest.MonkeyPatch) -> None:
    from models.training import train_locator
    from models.training.train_locator import HARD_SHARE, Pool, Scene

    label = Label("4", (50.0, 50.0), 30.0, (), (0.0, 0.0), 1.0, 0.0, "white", 30.0, (0.0, 0.0))
    scenes = [(np.zeros((100, 100, 3), np.uint8), [label]) for _ in range(20)]
    hard = scenes[7][0]

    class MissesOne(Locator):
        def __init__(self) -> None:
            pass

        def find(self, frame: object, die_px: float | None = None) -> list[Spot]:
            return [] if frame is hard else [Spot(50.0, 50.0, 30.0, 0.9)]

    cut: list[tuple[bool, list[Label]]] = []

    def sample(rng: np.random.Generator, scene: Scene, side: int, aims: list[Label]) -> None:
        cut.append((scene[0] is hard, aims))

    monkeypatch.setattr(train_locator, "sample", sample)

    def shown(pool: Pool) -> float:
        cut.clear()
        for _ in range(1000):
            pool.sample(rng, 32)
        return sum(is_hard for is_hard, _ in cut) / len(cut)

    rng = np.random.default_rng(1)
    assert shown(Pool("even", scenes, None)) == pytest.approx(1 / 20, abs=0.03)
    wanted = HARD_SHARE + (1 - HARD_SHARE) / 20
    assert shown(Pool("often", scenes, MissesOne())) == pytest.approx(wanted, abs=0.05)
    assert all(aims == ([label] if is_hard else []) for is_hard, aims in cut)


def test_crops_that_stay_as_drawn_get_no_glare(monkeypatch: pytest.MonkeyPatch) -> None:
    from models.training import crops
    from models.training.crops import Mark, Way, cut

    made: list[str] = []
    for name in ("faint", "glare", "shine_through"):
        monkeypatch.setattr(
            crops, name, lambda rng, crop, *_, name=name: (made.append(name), crop)[1]
        )
    image = np.random.default_rng(0).integers(0, 255, (96, 96, 3)).astype(np.uint8)
    mark = Mark(0, "4", (48.0, 48.0), 40.0, (), (0.0, 0.0))
    rng = np.random.default_rng(1)
    for _ in range(60):
        cut(rng, image, mark, Way(plain=1.0))
    assert not made
    for _ in range(60):
        cut(rng, image, mark)
    assert set(made) == {"faint", "glare", "shine_through"}


def test_an_upright_crop_shows_the_face_level_and_from_nearer() -> None:
    from models.training.crops import UPRIGHT, Mark, cut
    from vision.pose import UPRIGHT_SPAN

    rng = np.random.default_rng(2)
    image = np.zeros((200, 200, 3), np.uint8)
    for steep in (False, True):
        for _ in range(40):
            turn = rng.uniform(0, 2 * np.pi)
            c, s = 30 * np.cos(turn), 30 * np.sin(turn)
            around = ((-c + s, -s - c), (c + s, s - c), (c - s, s + c), (-c - s, -s + c))
            corners = tuple((100 + x, 100 + y) for x, y in around)
            slant = (0.0, 0.6) if steep else (0.1, 0.0)
            mark = Mark(0, "4", (100.0, 100.0), 60.0, corners, slant)
            _, _, pose = cut(rng, image, mark, replace(UPRIGHT, plain=1.0))
            lies = np.degrees(np.arctan2(pose[4], pose[3])) / 4
            assert abs(lies) < 40  # three degrees off as a rule, eleven now and then
            assert abs(pose[2]) < 0.5
            assert np.abs(pose[:2]).max() * UPRIGHT_SPAN < 0.5
            if steep:  # what is above stays above, by less than an eighth of a turn and a little
                assert pose[6] > 0.15


def test_a_look_around_goes_on_from_a_reader_but_for_what_has_another_shape(
    tmp_path: Path,
) -> None:
    from models.training.course import Course
    from models.training.nets import Reader

    known = Reader()
    torch.save({"model": known.state_dict()}, tmp_path / "upright.pt")
    around = Reader(around=True)
    Course(around, tmp_path / "around.pt", 1, 1e-3, 0.0, start_from=tmp_path / "upright.pt")
    for name, weights in known.state_dict().items():
        own = around.state_dict()[name]
        assert own.shape != weights.shape or torch.equal(own, weights), name
    wide = Reader(middle=64)
    with pytest.raises(RuntimeError, match="size mismatch"):
        Course(wide, tmp_path / "wide.pt", 1, 1e-3, 0.0, start_from=tmp_path / "upright.pt")
    told = around.eval()(torch.zeros(2, 3, 80, 80))
    assert told.shape == (2, len(CLASSES) + 8)


@pytest.mark.parametrize(("tilt", "leans"), [(0.0, 0.0), (0.1, -1.0), (0.4, 1.0), (None, -1.0)])
def test_a_look_around_learns_whether_a_die_leans_where_that_is_known(
    tilt: float | None, leans: float
) -> None:
    from models.training.crops import FROM_AFAR, POSE, Mark, cut
    from models.training.train_reader import balance, loss

    image = np.random.default_rng(0).integers(0, 255, (200, 200, 3)).astype(np.uint8)
    corners = ((80.0, 80.0), (120.0, 80.0), (120.0, 120.0), (80.0, 120.0))
    mark = Mark(0, "4", (100.0, 100.0), 40.0, corners, (0.0, 0.0))
    mark = mark if tilt is None else replace(mark, tilt=tilt)
    crop, index, pose = cut(np.random.default_rng(1), image, mark, replace(FROM_AFAR, plain=1.0))
    assert crop.shape == (80, 80, 3)
    assert pose[POSE + 1] == leans
    # Only where it is known does what is said of it count.
    said = torch.zeros(2, len(CLASSES) + 8)
    said[1, -1] = 5.0
    classes, targets = torch.tensor([index]), torch.from_numpy(pose[None])
    one, other = (float(loss(said[k : k + 1], classes, targets)[1]) for k in range(2))
    assert (one != other) == (leans >= 0)
    # What leans comes oftener.
    flat_one, leaning = replace(mark, tilt=0.0), replace(mark, tilt=0.4)
    assert balance([flat_one, leaning], around=True).tolist() == [0.25, 0.75]
    assert balance([flat_one, leaning]).tolist() == [0.5, 0.5]


def test_crops_depend_on_seed_and_step_alone() -> None:
    from models.training.crops import Mark, Way
    from models.training.train_reader import Cuts

    image = np.random.default_rng(0).integers(0, 255, (96, 96, 3)).astype(np.uint8)
    marks = [Mark(0, face, (48.0, 48.0), 40.0, (), (0.0, 0.0)) for face in "456"]
    cuts = Cuts([(image, [])], marks, [], 0.0, 24, 7, way=Way())
    before = cuts[3][0]
    cuts[4]
    assert torch.equal(cuts[3][0], before)


def test_a_die_that_moved_is_not_to_be_read_but_one_that_hardly_did_is() -> None:
    from models.training.augment import smear

    rng = np.random.default_rng(4)
    crop = np.zeros((64, 64, 3), np.uint8)
    crop[31:34, 31:34] = 255
    for _ in range(60):
        moved, far = smear(rng, crop, 40.0)
        assert not 0.22 <= far < 0.4  # what nobody can tell is left out
        ys, xs = np.nonzero(moved[..., 0] > 8)
        length = np.hypot(np.ptp(ys), np.ptp(xs))
        assert far * 40 - 3 < length < far * 40 + 6
        assert int(moved[..., 0].sum()) == pytest.approx(int(crop[..., 0].sum()), rel=0.1)

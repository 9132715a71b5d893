"""Going on with a training: from a model of fewer blocks, and on what was missed so far."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from models.training.sketch.scene import Label
from vision.locate import Locator, Spot

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


def test_crops_that_stay_as_drawn_get_no_glare(monkeypatch: pytest.MonkeyPatch) -> None:
    from models.training import train_reader
    from models.training.train_reader import Mark, cut

    made: list[str] = []
    for name in ("faint", "glare"):
        monkeypatch.setattr(
            train_reader, name, lambda rng, crop, *_, name=name: (made.append(name), crop)[1]
        )
    image = np.random.default_rng(0).integers(0, 255, (96, 96, 3)).astype(np.uint8)
    mark = Mark(0, "4", (48.0, 48.0), 40.0, (), (0.0, 0.0))
    rng = np.random.default_rng(1)
    for _ in range(60):
        cut(rng, image, mark, plain=1.0)
    assert not made
    for _ in range(60):
        cut(rng, image, mark)
    assert set(made) == {"faint", "glare"}

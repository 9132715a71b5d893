"""Going on from the files that ship: a checkpoint made of them says and learns the same."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import models
from vision.runtime import load_network

torch = pytest.importorskip("torch", reason="left out: PyTorch is not installed here")


@pytest.fixture(scope="module")
def crops() -> list[np.ndarray]:
    rng = np.random.default_rng(0)
    noise = (rng.integers(0, 255, (80, 80, 3)).astype(np.uint8) for _ in range(48))
    return [cv2.GaussianBlur(picture, (0, 0), 3) for picture in noise]


@pytest.mark.parametrize("name", ["reader", "upright", "around"])
def test_the_checkpoint_says_what_the_file_says(
    name: str, crops: list[np.ndarray], tmp_path: Path
) -> None:
    from models.training.nets import Reader
    from models.training.unpack import unpack

    around = name == "around"
    side = 80 if around else 64
    crops = [np.ascontiguousarray(crop[:side, :side]) for crop in crops]
    batch = torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float() / 255
    file = Path(models.__path__[0]) / f"{name}.tflite"
    unpack(file, Reader(around), [batch], tmp_path / "reader.pt")
    model = Reader(around)
    model.load_state_dict(torch.load(tmp_path / "reader.pt", weights_only=True)["model"])
    network = load_network(f"{name}.tflite")
    wanted = np.stack([network.run(crop[None]).ravel() for crop in crops])
    with torch.no_grad():
        assert np.abs(model.eval()(batch).numpy() - wanted).max() < 0.01
        # The batch's own means and variances, by which it learns, are those that it was given.
        model.train()
        model.drop.eval()
        assert np.abs(model(batch).numpy() - wanted).max() < 0.5


def test_the_locator_s_checkpoint_says_what_its_file_says(
    crops: list[np.ndarray], tmp_path: Path
) -> None:
    from models.training.nets import Locator
    from models.training.unpack import unpack

    batch = torch.from_numpy(np.stack(crops)).permute(0, 3, 1, 2).float() / 255
    file = Path(models.__path__[0]) / "locator.tflite"
    model = unpack(file, Locator(), [batch], tmp_path / "locator.pt")
    network = load_network(file.name)
    wanted = np.concatenate([network.run(crop[None]) for crop in crops])
    with torch.no_grad():
        said = model(batch).permute(0, 2, 3, 1).numpy()
    assert np.abs(said - wanted).max() < 0.01


def test_a_file_of_another_network_is_refused(tmp_path: Path) -> None:
    from models.training.nets import Reader
    from models.training.unpack import unpack

    with pytest.raises(ValueError, match="convolutions, the network has"):
        unpack(Path(models.__path__[0]) / "locator.tflite", Reader(), [], tmp_path / "reader.pt")
    assert not (tmp_path / "reader.pt").exists()

"""The fake picamera2 in the place of the real one; a program that teaches, and its photo."""

from __future__ import annotations

import json
import sys
import types
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, settings

from device.commands.bench_vision import drawn_table
from device.program import main
from tests.device.fake_picamera2 import FakePicamera2
from tests.device.teach_runs import Run

# Whether data come quickly is measured by the clock on the wall: a busy machine must not fail.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


@pytest.fixture
def picamera2(monkeypatch: pytest.MonkeyPatch) -> type[FakePicamera2]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = FakePicamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    monkeypatch.setattr(FakePicamera2, "was_set", [])
    return FakePicamera2


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def run(data: Path) -> Run:
    """Run the program with a data folder of its own; returns status, output and errors."""

    def run(*words: object) -> Result:
        settings = str(data / "settings.toml")
        words = ("--data", str(data), "--config", settings, *map(str, words))
        return CliRunner().invoke(main, list(words))

    return run


@pytest.fixture(scope="module")
def eight(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A drawn photo of eight dice (1 to 6, then 1 and 2), and its labels with made-up names."""
    folder = tmp_path_factory.mktemp("photos")
    photo, labels = folder / "eight.png", folder / "labels.json"
    cv2.imwrite(str(photo), drawn_table())
    dice = []
    for k in range(8):
        x, y = 200 + 290 * (k % 4), 300 + 330 * (k // 4)
        dice.append({"value": f"face {k % 6 + 1}", "box": [x - 55, y - 55, x + 55, y + 55]})
    labels.write_text(json.dumps({"photos": [{"image": photo.name, "dice": dice}]}))
    return photo, labels

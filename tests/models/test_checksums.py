"""The model files are those that SHA256SUMS names, so that a damaged copy is noticed."""

from __future__ import annotations

import shutil
from pathlib import Path

import models
from device.machine import models_at
from models.training.checksums import NAME, checksums, write_checksums

FOLDER = Path(models.__path__[0])


def test_the_checksums_are_those_of_the_models_that_ship():
    """After a change: `python -m models.training.checksums models`, and commit both together."""
    assert (FOLDER / NAME).read_text(encoding="ascii") == checksums(FOLDER)
    states = models_at(FOLDER)
    assert {"locator.tflite", "reader.tflite", "upright.tflite", "around.tflite"} <= set(states)
    assert set(states.values()) == {"whole"}


def test_a_damaged_copy_is_noticed(tmp_path):
    for path in (*FOLDER.glob("*.tflite"), *FOLDER.glob("*.json")):
        shutil.copy(path, tmp_path)
    write_checksums(tmp_path)
    torn = tmp_path / "reader.tflite"
    torn.write_bytes(torn.read_bytes()[:-100])
    (tmp_path / "locator.tflite").unlink()
    states = models_at(tmp_path)
    assert (states["reader.tflite"], states["locator.tflite"]) == ("changed", "missing")

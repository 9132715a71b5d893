"""What an exported file holds; the training's own libraries are needed for the export alone."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import models
from vision.runtime import Network, inner_interpreter, load_network

FOLDER = Path(models.__path__[0])
NAMES = ("locator", "reader", "upright", "around")


@pytest.mark.parametrize("name", NAMES)
def test_no_file_holds_the_names_of_inner_tensors(name: str) -> None:
    data = (FOLDER / f"{name}.tflite").read_bytes()
    assert not re.search(rb"torch\.nn|Sequential|models\.training", data)


@pytest.mark.parametrize("name", NAMES)
def test_no_file_takes_a_step_over_all_pixels_but_its_convolution(name: str) -> None:
    """Levels in 0..255 are worked into the first weights; padding is part of what follows it."""
    steps = inner_interpreter((FOLDER / f"{name}.tflite").read_bytes())._get_ops_details()
    names = [step["op_name"] for step in steps if step["op_name"] != "DEQUANTIZE"]
    assert names[:2] == ["PAD", "CONV_2D"]
    assert "MUL" not in names


@pytest.mark.parametrize("name", NAMES)
def test_a_finished_file_stays_what_it_is(name: str, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="left out: PyTorch is not installed here")
    pytest.importorskip("ai_edge_quantizer", reason="left out: the quantizer is not installed here")
    from models.training.export import finish

    again = tmp_path / f"{name}.tflite"
    again.write_bytes((FOLDER / again.name).read_bytes())
    finish(again, name == "locator")
    assert again.stat().st_size <= (FOLDER / again.name).stat().st_size
    before, after = load_network(again.name), Network(again.read_bytes())
    shape = (1 if name == "locator" else 3, *before.input_shape()[1:])
    crops = np.random.default_rng(0).integers(0, 256, shape).astype(np.uint8)
    assert np.array_equal(before.run(crops), after.run(crops))


def test_what_ends_in_maps_is_no_reader(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="left out: PyTorch is not installed here")
    pytest.importorskip("ai_edge_quantizer", reason="left out: the quantizer is not installed here")
    from models.training.export import finish

    file = tmp_path / "locator.tflite"
    file.write_bytes((FOLDER / file.name).read_bytes())
    with pytest.raises(ValueError, match="reshape"):
        finish(file, maps=False)
    assert file.read_bytes() == (FOLDER / file.name).read_bytes()

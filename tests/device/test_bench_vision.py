"""`dice-table bench vision`: stages on each runtime, beside another network or none."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from device.commands.bench_vision import command
from device.trouble import Trouble


def test_it_prints_the_stages() -> None:
    result = CliRunner().invoke(command, ["--times", "3"])
    assert result.exit_code == 0, result.output
    for word in ("1280 x 960 px", "locate", "read", "colour", "8 dice", "memory"):
        assert word in result.output


def test_what_is_no_network_is_said_in_a_sentence(tmp_path: Path) -> None:
    letter = tmp_path / "letter.tflite"
    letter.write_text("Dear Ann")
    result = CliRunner().invoke(command, ["--times", "3", "--beside", str(letter)])
    assert isinstance(result.exception, Trouble)
    assert "no TFLite network" in result.exception.what
    assert result.exception.remedy


@pytest.mark.parametrize("name", ["missing.tflite", "."])
def test_a_file_beside_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    result = CliRunner().invoke(command, ["--beside", str(tmp_path / name)])
    assert result.exit_code == 2
    assert name in result.output

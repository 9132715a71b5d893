"""What a message tells to type works where it is typed: with the launcher, or installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from device.typed_name import LAUNCHER, as_typed, typed_name

ROOT = Path(__file__).parents[2]


def started(folder: Path, launcher: Path | None, *words: str) -> tuple[int, str]:
    """Run the program in `folder` as the launcher does; return the status and all it says."""
    data = folder / "data"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    environment.pop(LAUNCHER, None)
    if launcher:
        environment[LAUNCHER] = str(launcher)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "device", "--data", str(data), *words],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_an_installed_program_is_called_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(LAUNCHER, raising=False)
    assert typed_name() == "dice-table"
    assert as_typed("`dice-table log list`, the dice-table here") == (
        "`dice-table log list`, the dice-table here"
    )


def test_the_launcher_is_called_as_it_can_be_from_here(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    checkout = tmp_path / "my games"
    checkout.mkdir()
    monkeypatch.setenv(LAUNCHER, str(checkout / "dice-table"))
    monkeypatch.chdir(checkout)
    assert as_typed("`dice-table log list`, and `dice-table play`") == (
        "`./dice-table log list`, and `./dice-table play`"
    )
    monkeypatch.chdir(tmp_path)
    assert typed_name() == f"'{checkout}/dice-table'"  # as a shell takes it, in spite of the space


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("log", "list"), "`{} play` begins one"),
        (("log", "show", "abc"), "`{} log list`"),
        (("teach", "--list"), "`{} teach NAME"),
        (("reed",), "`{} --help`"),
        (("read", "--none"), "`{} read --help`"),
        (("--help",), "{} read --json tray.jpg"),
        (("read", "--help"), "Usage: {} read"),
        (("read", "--help"), "`{} teach"),
        (("read", "--help"), "Examples: {} read tray.jpg {} read --json"),
        (("play", "--help"), "Examples: {} play {} play --game"),
        (("watch", "--help"), "Examples: {} watch throws.mp4"),
        (("teach", "--help"), "Examples: {} teach mine"),
        (("doctor", "--help"), "Examples: {} doctor {} doctor usb:0"),
        (("mat", "--help"), "Examples: {} mat mat.pdf"),
        (("log", "--help"), "Examples: {} log list {} log show"),
        (("log", "verify", "--help"), "Example: {} log verify"),
        (("log", "backup", "--help"), "Example: {} log backup"),
    ],
)
def test_what_the_program_says_to_type_can_be_typed(
    tmp_path: Path, words: tuple[str, ...], wanted: str
) -> None:
    _, said = started(tmp_path, tmp_path / "dice-table", *words)
    assert wanted.replace("{}", "./dice-table") in " ".join(said.split())
    _, said = started(tmp_path, None, *words)
    assert wanted.replace("{}", "dice-table") in " ".join(said.split())

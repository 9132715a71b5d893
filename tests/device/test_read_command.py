"""`dice-table read`: one line a photo, every bad file named, the others still read."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.commands.read import command
from tests.device.table_scene import APART, Placed, TableScene
from vision.observation import Die, Observation
from vision.photo import KINDS


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """An empty grey table, as a photo."""
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((240, 320, 3), 120, np.uint8))
    return path


def test_a_line_a_photo(table: Path) -> None:
    result = CliRunner().invoke(command, ["--json", str(table)])
    assert result.exit_code == 0, result.output
    line = json.loads(result.stdout)
    assert line["photo"] == str(table)
    assert (line["width"], line["height"]) == (320, 240)
    assert line["ms"] > 0
    assert line["dice"] == []


def test_bad_files_are_named_and_the_others_read(table: Path, tmp_path: Path) -> None:
    empty, letter = tmp_path / "empty.jpg", tmp_path / "letter.jpg"
    empty.touch()
    letter.write_text("Dear Ann")
    names = [str(empty), str(letter), str(tmp_path / "gone.png"), str(table)]
    result = CliRunner().invoke(command, ["--json", *names])
    assert result.exit_code == 1
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["photo"] for line in lines] == names
    assert ["error" in line for line in lines] == [True, True, True, False]
    assert "empty" in lines[0]["error"]
    assert len(result.stderr.strip().splitlines()) == 3


def test_a_photo_that_may_not_be_opened_stops_no_other(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words of the command line are right; it is said of the photo, as of any other."""
    closed = tmp_path / "closed.png"
    closed.write_bytes(table.read_bytes())
    may, opened = os.access, Path.read_bytes

    def access(path: str, mode: int, **more: Any) -> bool:
        return Path(path) != closed and may(path, mode, **more)

    def read_bytes(path: Path) -> bytes:
        if path == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path)

    monkeypatch.setattr(os, "access", access)
    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    result = CliRunner().invoke(command, ["--json", str(closed), str(table)])
    assert result.exit_code == 1
    assert ["error" in json.loads(line) for line in result.stdout.splitlines()] == [True, False]
    assert f"cannot be opened (Permission denied); do: give {closed} to your user" in result.stderr


@pytest.mark.parametrize("ending", ["jpg", "png"])
def test_a_bad_file_gets_one_advice_that_goes_with_what_is_wrong(
    ending: str, tmp_path: Path
) -> None:
    """A blank and a semicolon in the name are no advice."""
    whole, cut = tmp_path / f"whole.{ending}", tmp_path / f"a; cut.{ending}"
    cv2.imwrite(str(whole), np.full((240, 320, 3), 120, np.uint8))
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])
    gone = tmp_path / "b; gone.jpg"
    result = CliRunner().invoke(command, ["--json", str(cut), str(gone)])
    said = [line.removeprefix("dice-table: ") for line in result.stderr.splitlines()]
    assert said[0] == f"{cut}: the file is cut off; do: copy it again, or take another photo"
    assert said[1].startswith(f"{gone}: no such file; do: ")
    errors = [json.loads(line)["error"] for line in result.stdout.splitlines()]
    assert errors == [f"{cut}: the file is cut off", f"{gone}: no such file"]


def test_a_table_for_people(table: Path) -> None:
    result = CliRunner().invoke(command, [str(table)])
    assert result.exit_code == 0
    assert "no dice seen" in result.output


def test_only_photos_of_one_camera_say_how_it_looks(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A throw of eight tells how flat dice slant, and the photos after it are held against that."""
    told: list[bool] = []

    def see(
        photo: np.ndarray, die_px: float | None, flat: object = None, before: object = None
    ) -> Observation:
        told.append(before is not None)
        dice = (
            Die("3", 0.999, True, (40.0 + 30 * k, 120.0), 25.0, 0.0, "white", slant=(0.3, 0.1))
            for k in range(8)
        )
        return Observation(tuple(dice), 320, 240)

    monkeypatch.setattr("device.commands.read.see_with", lambda folder, profile: see)
    for options, wanted in (([], [False] * 3), (["--same-camera"], [False, True, True])):
        result = CliRunner().invoke(command, [*options, *[str(table)] * 3])
        assert result.exit_code == 0, result.output
        assert told == wanted
        told.clear()


def test_the_help_names_every_kind_of_picture_that_is_read() -> None:
    told = CliRunner().invoke(command, ["--help"]).stdout
    kinds = told.partition("Read the dice in photos (")[2].partition(")")[0]
    assert kinds.replace(" or ", ", ").split(", ") == [*KINDS]


def test_the_help_says_when_the_photos_are_one_cameras_and_what_for() -> None:
    told = " ".join(CliRunner().invoke(command, ["--help"]).stdout.split())
    told = told.partition("--same-camera Use it where ")[2]
    assert "not moved" in told
    assert "read more surely" in told


def test_a_lone_die_is_held_against_the_mat_under_it(tmp_path: Path) -> None:
    """Under a camera that looks aslant it may lean by a little or not: the mat tells which."""
    scene = TableScene(tilt_deg=20.0)
    names = []
    for face, at_mm, lean_deg in zip("1234", APART, (0.0, 0.0, 22.0, 22.0), strict=False):
        names.append(str(tmp_path / f"{face}.png"))
        cv2.imwrite(names[-1], scene.draw([Placed(face, at_mm, 125.0, lean_deg)]))
    result = CliRunner().invoke(command, ["--json", *names])
    lines = [json.loads(line)["dice"] for line in result.stdout.splitlines()]
    sure = [[die["face"] for die in dice if die["sure"]] for dice in lines]
    assert sure == [["1"], ["2"], [], []]


@pytest.mark.parametrize(
    ("size", "width", "height", "works"),
    [(900, 320, 240, "8 to 240"), (241, 320, 240, "8 to 240"), (12, 4000, 3000, "23 to 3000")],
)
def test_a_size_that_no_die_can_have_in_a_photo_is_refused_with_those_that_can(
    table: Path, tmp_path: Path, size: int, width: int, height: int, works: str
) -> None:
    """It was said that no dice are seen; a photo of another size beside it is read all the same."""
    other = tmp_path / "other.png"
    cv2.imwrite(str(other), np.full((height, width, 3), 120, np.uint8))
    fits = tmp_path / "fits.png"
    cv2.imwrite(str(fits), np.full((round(1.5 * size), 2 * size, 3), 120, np.uint8))
    result = CliRunner().invoke(command, ["--json", "--die-size", str(size), str(other), str(fits)])
    assert result.exit_code == 1
    assert ["error" in json.loads(line) for line in result.stdout.splitlines()] == [True, False]
    said = f"{other}: no die {size} px wide can be found in a picture of {width} x {height} px; do:"
    assert result.stderr.strip() == (
        f"dice-table: {said} give --die-size {works}, or leave it out: it is found by itself"
    )


def test_that_none_of_the_told_size_is_seen_says_so(table: Path) -> None:
    told = CliRunner().invoke(command, ["--die-size", "40", str(table)]).output
    assert "no dice seen of about 40 px: without --die-size" in told


@pytest.mark.parametrize("size", ["1", "7.9", "40000", "-3"])
def test_a_size_that_can_be_in_no_photo_is_typed_wrongly(table: Path, size: str) -> None:
    result = CliRunner().invoke(command, ["--die-size", size, str(table)])
    assert result.exit_code == 2
    assert f"'{size}' cannot be: give a number, 8 to 32768" in result.stderr


def test_no_photo_is_typed_wrongly() -> None:
    assert CliRunner().invoke(command, []).exit_code == 2

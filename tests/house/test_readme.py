"""The README and the docs agree with the program: their commands run, their tables are right."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from operator import itemgetter
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.program import main
from rules import GAMES, game_named

ROOT = Path(__file__).resolve().parents[2]
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BUILD = (ROOT / "docs" / "build.md").read_text(encoding="utf-8")
OF_THE_LAUNCHER = {"test", "setup"}
BLOCK = re.compile(r"(<!-- run -->\n)?```sh\n(.*?)```", re.DOTALL)


def marked(path: Path) -> list[str]:
    return [text for mark, text in BLOCK.findall(path.read_text(encoding="utf-8")) if mark]


def shown() -> list[tuple[str, str]]:
    """Return (document, words after ./dice-table) for every command that is shown anywhere."""
    found = []
    for path in DOCS:
        text = path.read_text(encoding="utf-8")
        for line in re.findall(r"\./dice-table ([^\n`|>]*)", text):
            found.append((path.name, line.strip()))
    return sorted(set(found))


@pytest.fixture
def place(tmp_path):
    """A folder whose ./dice-table starts this checkout with the Python of the tests."""
    starter = tmp_path / "dice-table"
    starter.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -s -m device "$@"\n')
    starter.chmod(0o755)
    return tmp_path


def run(command: str, place: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(place)}
    environment |= {"XDG_DATA_HOME": str(place / "data"), "XDG_CONFIG_HOME": str(place / "config")}
    return subprocess.run(
        ["sh", "-c", command],
        cwd=place,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.parametrize(
    ("document", "block"),
    [(path.name, block) for path in DOCS for block in marked(path)],
)
def test_marked_blocks_run(document, block, place):
    done = run(block, place)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_match_by_text_gives_the_replies_that_it_promises(place):
    (block,) = [block for block in marked(ROOT / "README.md") if "referee" in block]
    replies = [json.loads(line) for line in run(block, place).stdout.splitlines()]
    assert [reply["waits_for"] for reply in replies] == ["roll", "choice", "choice"]
    assert replies[1]["choices"] == ["keep 1", "keep 2", "keep 4", "keep 5", "keep w"]
    assert replies[2]["state"]["kept"] == ["4", "4", "4"]


def help_of(command: str) -> str:
    """Return the help text of a command, or of the program."""
    asked = CliRunner().invoke(main, [command, "--help"] if command else ["--help"])
    assert asked.exit_code == 0, f"{command}: {asked.output}"
    return asked.output


@pytest.mark.parametrize(("document", "words"), shown())
def test_every_command_shown_exists_with_its_options(document, words):
    name = words.split()[0]
    if name in OF_THE_LAUNCHER:
        return
    if name == "--help":
        help_of("")
        return
    text = help_of(name)
    general = help_of("")
    for option in re.findall(r"(?<!\S)--[a-z-]+", words):
        assert option in text or option in general, f"{document}: {name} has no {option}"


def test_every_house_rule_stands_in_the_interfaces_with_its_values():
    text = (ROOT / "docs" / "interfaces.md").read_text(encoding="utf-8")
    listed = text[text.index("Options (first value = default).") :].partition("\n##")[0]
    told = " ".join(listed.split())
    starts = sorted(((told.index(f" {game.name}: "), game) for game in GAMES), key=itemgetter(0))
    ends = [start for start, _ in starts[1:]] + [len(told)]
    assert len(starts) == 4
    for (start, game), end in zip(starts, ends, strict=True):
        of_pickomino = {option.name for option in game_named("pickomino").options}
        for option in game.options:
            if game.name == "pickomino-deluxe" and option.name in of_pickomino:
                continue  # "the same", it says
            values = "/".join(json.dumps(value) for value in option.values) or "(required"
            assert f"`{option.name}` {values}" in told[start:end], (game.name, option.name)


def test_ci_runs_the_test_command_of_the_readme():
    """.ci/run calls the README's test command and nothing cleverer."""
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    commands = [line for line in lines if line and not line.startswith("#")]
    assert commands == ['exec "$(dirname -- "$0")/../dice-table" test']
    assert "```sh\n./dice-table test\n```" in README


def test_links_and_pictures_are_there():
    missing = []
    for path in DOCS:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text(encoding="utf-8")):
            if "://" not in target and not (path.parent / target).exists():
                missing.append(f"{path.name}: {target}")
    assert not missing


# Angles of view in degrees (across, along the short side) as their maker gives them.
LENSES = {
    "Camera Module 3": (66.0, 41.0),
    "Camera Module 3 Wide": (102.0, 67.0),
    "Camera Module 2": (62.2, 48.8),
}
PAPERS_MM = {"A4": (297, 210), "A3": (420, 297)}
MARGIN = 1.1  # the mat and a tenth more
PICTURE_PX = 1640
DIE_MM = 16


@pytest.mark.parametrize("lens", LENSES)
@pytest.mark.parametrize("paper", PAPERS_MM)
def test_camera_heights_in_the_building_guide(lens, paper):
    """The picture is 4:3, so a wider sensor is cut at its sides."""
    across, along = (math.tan(math.radians(angle / 2)) for angle in LENSES[lens])
    across = min(across, along * 4 / 3)
    along = across * 3 / 4
    width, depth = (side * MARGIN / 2 for side in PAPERS_MM[paper])
    height_mm = max(width / across, depth / along)
    die_px = DIE_MM * PICTURE_PX / (2 * height_mm * across)
    row = f"| {lens} | {paper} | {height_mm / 10:.0f} cm | {die_px:.0f} px |"
    assert row in BUILD


def wired() -> dict[str, int]:
    """Return what the wiring table of the README says: part -> BCM number."""
    rows = re.findall(r"^\| (button|lamp|buzzer) ?(\w*) \| GPIO (\d+) \|", README, re.MULTILINE)
    return {(name or part).lower(): int(pin) for part, name, pin in rows}


def test_wiring_table_is_what_the_settings_of_the_guide_say(tmp_path):
    """The lines to copy are settings that the program takes, with the pins of the table."""
    from device.settings import read_settings

    (lines,) = re.findall(r"```toml\n(.*?)```", BUILD, re.DOTALL)
    (tmp_path / "settings.toml").write_text(lines)
    settings = read_settings(tmp_path / "settings.toml")
    pins = {name: pin for section in settings.values.values() for name, pin in section.items()}
    assert pins == wired()
    assert len(pins) == 7


def test_wiring_drawing_shows_the_same_pins():
    drawing = (ROOT / "docs" / "wiring.svg").read_text(encoding="utf-8")
    assert {int(pin) for pin in re.findall(r">GPIO (\d+)<", drawing)} == set(wired().values())

"""The recordings that ship with the program: legal turns, readable films, few bytes."""

import importlib.util
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.recording import fits
from models.training.renders import finished
from models.training.scenes.__main__ import collate, main, write_whole
from models.training.scenes.script import GAMES
from rules import game_named
from rules.game import NeedsRoll
from rules.match import Match

RECORDINGS = Path(__file__).parents[2] / "device" / "recordings"
TOOLS = ("mitsuba", "mujoco", "manifold3d", "pyoidn")
MISSING = [tool for tool in TOOLS if importlib.util.find_spec(tool) is None]


def _frames() -> list[np.ndarray]:
    film = cv2.VideoCapture(str(RECORDINGS / "throws.mp4"))
    out = []
    while True:
        there, frame = film.read()
        if not there:
            film.release()
            return out
        out.append(frame)


def _labels() -> dict:
    return json.loads((RECORDINGS / "labels.json").read_text("utf-8"))


def test_the_script_of_pickomino_is_a_legal_game_with_two_tiles_taken_and_a_bust() -> None:
    """P3 to P10, P7: the number of dice thrown is the number that the referee waits for.

    Throws between the turns, for players who choose otherwise, are passed over.
    """
    match = Match.begin(game_named("pickomino"), 2)
    seats = []
    for throw in GAMES["pickomino"]:
        assert isinstance(match.turn, NeedsRoll)
        if not fits(throw.values, match.turn):
            assert not throw.choose
            continue
        seats.append(match.turn.seat)
        match = match.roll(throw.values).match
        for choice in throw.choose:
            match = match.choose(match.turn.seats[0], match.game.read_choice(choice)).match
    assert seats == [0, 0, 0, 1, 1, 1, 0, 0, 0]
    stacks = match.game.view(match.state)["stacks"]
    # The bust takes the first player's tile 28 back to the grill (P15).
    assert stacks == [[], [23]]
    assert isinstance(match.turn, NeedsRoll)
    assert match.turn.seat == 1


def test_whatever_players_choose_the_film_has_a_throw_for_it() -> None:
    """A throw of every number of dice that can be due, with the dice of the game that is played."""
    pickomino, knister = (
        Match.begin(game_named(name), 2).turn for name in ("pickomino", "knister")
    )
    assert isinstance(pickomino, NeedsRoll)
    assert isinstance(knister, NeedsRoll)
    assert (pickomino.dice, knister.dice) == (8, 2)
    for dice in range(1, 9):
        turn = replace(pickomino, dice=dice)
        assert any(fits(throw.values, turn) for throw in GAMES["pickomino"]), f"{dice} dice"
    assert any(fits(throw.values, knister) for throw in GAMES["knister"])
    assert not any(fits(throw.values, knister) for throw in GAMES["pickomino"])


def test_the_script_of_knister_is_legal_for_two_players() -> None:
    match = Match.begin(game_named("knister"), 2)
    for throw in GAMES["knister"]:
        assert isinstance(match.turn, NeedsRoll)
        assert match.turn.dice == len(throw.values) == 2
        match = match.roll(throw.values).match
        for seat in (0, 1):
            match = match.choose(seat, match.game.read_choice(throw.choose[0])).match


def test_the_labels_follow_the_script() -> None:
    told = [(game, t.values, t.choose) for game, throws in GAMES.items() for t in throws]
    rests = _labels()["rests"]
    assert [(r["game"], tuple(r["values"]), tuple(r["choose"])) for r in rests] == told


def test_the_film_can_be_read_and_dice_rest_where_the_labels_say() -> None:
    labels, frames = _labels(), _frames()
    assert len(frames) == labels["frames"]
    assert all(frame.shape == (480, 640, 3) for frame in frames)
    small = [cv2.GaussianBlur(f, (0, 0), 2)[::4, ::4].astype(np.int16) for f in frames]
    changed = [float((np.abs(a - b).max(2) > 24).mean()) for a, b in pairwise(small)]
    for rest in labels["rests"]:
        first, last = rest["first"], rest["last"]
        assert (last - first) / labels["fps"] >= 1.2
        assert max(changed[first:last]) == 0, "something moves while the dice rest"
        assert max(changed[max(0, first - 4) : first]) > 0.001, "nothing moved before the rest"
        assert changed[last] > 0.001, "the dice are still there after the rest"


def test_the_recordings_are_small() -> None:
    total = sum(p.stat().st_size for p in RECORDINGS.rglob("*") if p.is_file())
    assert total < 3_000_000


def test_a_broken_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    for name in ("00000", "00001"):
        write_whole(tmp_path / f"{name}.jpg", b"picture")
        labels = {"image": f"{name}.jpg", "dice": []}
        write_whole(tmp_path / f"{name}.json", json.dumps(labels).encode())
    write_whole(tmp_path / "00002.jpg", b"picture without labels")
    write_whole(tmp_path / "00003.json", b"{}")
    assert [path.stem for path in finished(tmp_path)] == ["00000", "00001"]
    assert collate(tmp_path) == 2
    photos = json.loads((tmp_path / "labels.json").read_text("utf-8"))["photos"]
    assert [p["image"] for p in photos] == ["00000.jpg", "00001.jpg"]
    assert not list(tmp_path.glob("*.part"))


def test_without_the_renderer_the_command_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not MISSING:
        pytest.skip("the renderer is installed here, so nothing is missing")
    assert main(["render", "--out", str(tmp_path), "--count", "1", "--small"]) == 1
    assert "pip install" in capsys.readouterr().err


@pytest.mark.skipif(bool(MISSING), reason=f"left out: {', '.join(MISSING)} not installed")
def test_small_scenes_are_rendered_with_labels_and_not_rendered_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["render", "--out", str(tmp_path), "--count", "2", "--small", "--set", "test"]
    assert main(arguments) == 0
    before = {p.name: p.read_bytes() for p in tmp_path.glob("0*")}
    assert set(before) == {"00000.jpg", "00000.json", "00001.jpg", "00001.json"}
    picture = cv2.imread(str(tmp_path / "00000.jpg"))
    assert picture.shape == (240, 320, 3)
    assert float(picture.std()) > 3
    labels = json.loads((tmp_path / "labels.json").read_text("utf-8"))
    assert len(labels["photos"]) == 2
    assert all(p["set"] == "test" for p in labels["photos"])
    capsys.readouterr()
    assert main(arguments) == 0
    assert "2 of 2 are there already" in capsys.readouterr().out
    assert {p.name: p.read_bytes() for p in tmp_path.glob("0*")} == before

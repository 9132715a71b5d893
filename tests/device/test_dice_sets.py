"""Taught dice at the set-up: learnt beside the table, recorded with the match, missed in words."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from device.bootstrap import Evening as Program
from device.bootstrap import Wishes
from device.commands.bench_vision import drawn_table
from device.dice_sets import DiceSets
from device.folders import Folders
from device.rolls import See
from device.settings import Settings
from device.teaching import Teaching
from tests.device.evenings import evening, wait_until
from vision.observation import Observation
from vision.profile import save_profile
from web.port import Command


def seen_by(name: str) -> See:
    """Eyes that say by their width whose they are."""
    return lambda frame: Observation((), len(name), 1)


class Learner:
    """Learns like the program, and notes what, on which thread, and what was used."""

    def __init__(self) -> None:
        self.learnt: list[tuple[str, str]] = []
        self.used: list[int] = []

    def learn(self, name: str) -> See:
        self.learnt.append((name, threading.current_thread().name))
        return seen_by(name)

    def use(self, see: See) -> None:
        self.used.append(see(drawn_table(())).width)


def taught(folder: Path, *names: str) -> DiceSets:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        teaching = Teaching()
        teaching.see_face("worm", drawn_table(), "a.jpg")
        save_profile(teaching.profile.with_worm("worm"), folder / f"{name}.npz")
    learner = Learner()
    made = DiceSets(folder, learner.learn, learner.use)
    made.learner = learner  # type: ignore[attr-defined]
    return made


def learner_of(dice: DiceSets) -> Learner:
    learner: Learner = dice.learner  # type: ignore[attr-defined]
    return learner


def test_dice_are_learnt_once_until_their_file_changes(tmp_path: Path) -> None:
    dice = taught(tmp_path, "green", "mine")
    assert dice.names() == ["green", "mine"]
    learner = learner_of(dice)
    assert learner.learnt == []
    for _ in range(3):
        dice.ready("mine")()
    assert [name for name, _ in learner.learnt] == ["mine"]
    assert learner.used == [4, 4, 4]
    os.utime(tmp_path / "mine.npz", (1, 1))
    dice.ready("mine")
    assert [name for name, _ in learner.learnt] == ["mine", "mine"]
    assert DiceSets(tmp_path / "none", learner.learn, learner.use).names() == ()


def head(table: object, match_id: str) -> dict[str, object]:
    log = table.export(match_id)  # type: ignore[attr-defined]
    first: dict[str, object] = json.loads(log.splitlines()[0])
    return first


def test_the_match_is_recorded_with_its_dice_and_learning_never_holds_the_table(
    tmp_path: Path,
) -> None:
    dice = taught(tmp_path / "profiles", "mine")
    with evening(tmp_path, dice=dice) as at:
        assert at.table.dice_sets() == ("mine",)
        page = at.must("start", game="pickomino", players=["Ann", "Bo"], profile="mine")
        assert page.match is not None
        assert (page.dice, page.match.dice) == ("mine", "mine")
        assert head(at.table, page.match.match_id)["dice"] == "mine"
        ((_, thread),) = learner_of(dice).learnt
        assert thread != "table"
        at.must("end")
        again = at.must("start", game="pickomino", players=["Ann", "Bo"])
        assert again.match is not None
        assert again.match.dice == "mine"  # not said otherwise: the same dice still lie there
        at.must("end")
        usual = at.must("start", game="pickomino", players=["Ann", "Bo"], profile="")
        assert usual.match is not None
        assert (usual.dice, usual.match.dice) == ("", "")
        assert "dice" not in head(at.table, usual.match.match_id)
        assert learner_of(dice).used == [4, 0]
        assert [row.dice for row in at.table.matches()] == ["", "mine", "mine"]


def test_a_start_that_is_refused_changes_no_dice(tmp_path: Path) -> None:
    dice = taught(tmp_path / "profiles", "mine")
    with evening(tmp_path, dice=dice) as at:
        reply = at.press("start", game="pickomino", players=["Ann"], profile="mine")
        assert not reply.ok
        assert learner_of(dice).used == []
        assert at.page.dice == ""


@pytest.mark.parametrize("hand", [True, False])
def test_a_match_goes_on_without_its_dice_in_words(tmp_path: Path, hand: bool) -> None:
    """A profile that was deleted meanwhile: people type, or let the camera read usual dice."""
    folders = Folders(tmp_path, tmp_path / "settings.toml")
    taught(folders.profiles, "mine")
    wishes = Wishes("recording", "127.0.0.1", 0)
    program = Program(folders, Settings(), wishes)
    program.start()
    try:
        wish = {"game": "pickomino", "players": ["Ann", "Bo"], "profile": "mine"}
        reply = program.table.submit(Command("start", data=wish))
        assert reply.ok, reply
    finally:
        program.stop()
    resumed = Program(folders, Settings(), wishes)
    assert resumed.table.snapshot().ask is None
    assert resumed.table.snapshot().dice == "mine"
    resumed.stop()
    (folders.profiles / "mine.npz").unlink()
    poorer = Program(folders, Settings(), wishes)
    poorer.start()
    try:
        page = poorer.table.snapshot()
        assert page.hand
        assert page.ask is not None
        assert page.ask.code == "dice-gone-in-play"
        assert page.ask.get("name") == "mine"
        kinds: Sequence[tuple[str, dict[str, object]]] = (
            [("roll", {"dice": list("4442251w")})] if hand else [("hand", {"on": False})]
        )
        for kind, data in kinds:
            assert poorer.table.submit(Command(kind, data=data)).ok  # type: ignore[arg-type]
        if hand:
            wait_until(lambda: poorer.table.snapshot().match.seq == 1)  # type: ignore[union-attr]
        else:
            wait_until(lambda: poorer.table.snapshot().ask is None)
        assert poorer.table.snapshot().hand is hand
        assert poorer.table.submit(Command("end")).ok
        assert not poorer.table.snapshot().hand, "the next match has dice that are here"
    finally:
        poorer.stop()

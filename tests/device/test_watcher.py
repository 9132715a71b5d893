"""From pictures to the page: files that wait, cameras that are lost, recordings that go round."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from device.cameras import LiveSource
from device.log_format import read_log
from device.replay import verify_log
from device.sources import USUAL_FPS, Frame, SourceKind
from device.table import CameraNews
from device.watcher import Watcher, still_of
from rules.game import NeedsChoice, NeedsRoll
from tests.device.evenings import Evening, evening, wait_until
from tests.device.fakes import FakeCamera, FakeSource
from tests.device.films import Film, film_of
from tests.device.observed import seen, throw


def watched(at: Evening, film: Film, kind: SourceKind = "video", fps: float = USUAL_FPS) -> Watcher:
    source = FakeSource(film.pictures, kind, fps)
    return Watcher(source, at.table, film.read, paced=False).start()


def number_due(at: Evening) -> object:
    match = at.page.match
    return None if match is None else match.state.get("number")


def write_all(at: Evening, cell: str) -> None:
    match = at.page.match
    assert match is not None
    revision = at.page.revision
    for seat in range(len(match.players)):
        assert at.press("choose", seat, seen=revision, choice=f"write {cell}").ok


def test_a_file_waits_while_people_choose_and_then_goes_on(tmp_path: Path) -> None:
    with evening(tmp_path, "video") as at:
        at.start("knister", ("A", "B"))
        watcher = watched(at, film_of(["41", "35", "15"]))
        for sum_, cell in ((5, "1,1"), (8, "1,2"), (6, "1,3")):
            wait_until(lambda due=sum_: number_due(at) == due)
            page = at.page
            assert page.camera.still is not None
            assert (at.table.still(page.camera.still) or b"").startswith(b"\xff\xd8")
            assert len(page.camera.dice) == 2
            assert all(die.sure and len(die.corners) == 4 for die in page.camera.dice)
            write_all(at, cell)
        wait_until(lambda: at.page.camera.state == "ended")
        assert at.page.ask is not None
        assert at.page.ask.code == "recording-ended"
        watcher.stop()
        rows = at.table.matches()
        text = at.table.export(rows[0].match_id) or ""
        verify_log(read_log(text))
        rolls = [line for line in map(json.loads, text.splitlines()) if "roll" in line]
        assert [roll["roll"] for roll in rolls] == ["41", "35", "15"] or [
            Counter(roll["roll"]) for roll in rolls
        ] == [Counter("41"), Counter("35"), Counter("15")]
        for roll in rolls:
            assert [die["face"] for die in roll["camera"]] == list(roll["roll"])
            assert (tmp_path / "stills" / roll["photo"]).read_bytes().startswith(b"\xff\xd8")


def test_before_a_match_starts_a_file_shows_nothing_yet(tmp_path: Path) -> None:
    with evening(tmp_path, "video") as at:
        watcher = watched(at, film_of(["41"]))
        wait_until(lambda: at.page.camera.state == "watching")
        at.start("knister", ("A",))
        wait_until(lambda: number_due(at) == 5)
        watcher.stop()


def test_dice_that_lay_there_from_the_start_are_no_roll(tmp_path: Path) -> None:
    film = Film().still(throw("66", 1), frames=30)
    with evening(tmp_path, "video") as at:
        at.start("knister", ("A",))
        watcher = watched(at, film)
        wait_until(lambda: at.page.camera.state == "ended")
        assert at.page.match is not None
        assert at.page.match.seq == 0
        watcher.stop()


def test_dice_that_lie_there_are_no_new_roll_however_they_are_read(tmp_path: Path) -> None:
    film = film_of(["41"])
    for before, after in pairwise(("41", "56", "23")):
        lying = throw(before, 1)
        doubtful = tuple(replace(die, sure=False) for die in lying.dice)
        film.flickering(replace(lying, dice=doubtful), 6).flickering(throw(after, 1))
    with evening(tmp_path, "video") as at:
        at.start("knister", ("A",))
        watcher = watched(at, film, fps=10.0)  # two looks of three make up the reader's mind
        wait_until(lambda: number_due(at) == 5)
        write_all(at, "1,1")
        wait_until(lambda: at.page.camera.state == "ended")
        assert at.page.match is not None
        assert at.page.match.last_roll == ("4", "1")
        assert isinstance(at.page.match.turn, NeedsRoll)
        watcher.stop()


def test_a_film_that_ends_in_mid_throw_says_so(tmp_path: Path) -> None:
    film = film_of(["41"]).rolling(2, seed=9)
    with evening(tmp_path, "video") as at:
        at.start("knister", ("A",))
        watcher = watched(at, film)
        wait_until(lambda: number_due(at) == 5)
        write_all(at, "1,1")
        wait_until(lambda: at.page.camera.state == "ended")
        assert at.page.ask is not None
        assert at.page.ask.code == "ended-in-mid-throw"
        at.must("roll", dice=["6", "6"])
        assert number_due(at) == 12
        watcher.stop()


def test_a_missing_die_is_said_while_it_is_missing(tmp_path: Path) -> None:
    film = film_of(["4442251"])
    with evening(tmp_path, "video") as at:
        at.start()
        watcher = watched(at, film)
        wait_until(lambda: at.page.ask is not None and at.page.ask.code == "die-missing")
        assert len(at.page.camera.dice) == 7
        watcher.stop()


def test_the_recording_goes_round_and_passes_over_what_does_not_fit(tmp_path: Path) -> None:
    film = film_of(["4442251w", "35", "22511"])
    with evening(tmp_path, "recording") as at:
        at.start("knister", ("A",))
        watcher = watched(at, film, "recording")
        for cell in ("1,1", "1,2", "1,3"):
            wait_until(lambda: number_due(at) == 8)
            write_all(at, cell)
        at.must("end")
        at.start()
        wait_until(lambda: isinstance(getattr(at.page.match, "turn", None), NeedsChoice))
        at.must("choose", 0, choice="keep 4")
        at.must("choose", 0, choice="throw")
        wait_until(lambda: isinstance(getattr(at.page.match, "turn", None), NeedsChoice))
        assert at.page.match is not None
        assert Counter(at.page.match.last_roll) == Counter("22511")
        watcher.stop()


def test_a_recording_without_a_throw_that_fits_asks_people_to_type(tmp_path: Path) -> None:
    film = film_of(["4442251w", "35", "22511"])
    with evening(tmp_path, "recording") as at:
        at.start()
        watcher = watched(at, film, "recording")
        wait_until(lambda: isinstance(getattr(at.page.match, "turn", None), NeedsChoice))
        at.must("choose", 0, choice="keep w")
        at.must("choose", 0, choice="throw")
        wait_until(lambda: at.page.camera.state == "ended")
        assert at.page.ask is not None
        assert at.page.ask.code == "recording-lacks"
        at.must("roll", dice=list("1113345"))
        at.must("choose", 0, choice="keep 3")
        at.must("choose", 0, choice="throw")
        wait_until(lambda: isinstance(getattr(at.page.match, "turn", None), NeedsChoice))
        assert at.page.match is not None
        assert Counter(at.page.match.last_roll) == Counter("22511")
        watcher.stop()


@pytest.mark.parametrize("kind", ["recording", "usb"])
def test_who_typed_the_dice_goes_on_typing_after_a_restart(tmp_path: Path, kind: str) -> None:
    """The camera is not listened to; whoever had it read the dice is read to again."""
    with evening(tmp_path, kind) as at:
        at.start()
        at.must("hand", on=True)
        at.must("roll", dice=list("4442251w"))
    with evening(tmp_path, kind) as again:
        assert again.page.hand
        assert again.page.match is not None
        again.must("end")
        again.must("hand", on=False)
        again.start()
        again.look(throw("4442251w", seed=2))
        assert again.entries()[0].startswith("roll")
    with evening(tmp_path, kind) as read:
        assert not read.page.hand


def test_hand_mode_stops_the_film_and_takes_typed_dice(tmp_path: Path) -> None:
    with evening(tmp_path, "video") as at:
        at.start("knister", ("A",))
        at.must("hand", on=True)
        watcher = watched(at, film_of(["41", "35"]))
        wait_until(lambda: at.page.camera.state == "watching")
        at.must("roll", dice=["6", "5"])
        write_all(at, "1,1")
        at.must("hand", on=False)
        wait_until(lambda: number_due(at) == 5)
        watcher.stop()


def test_a_lost_camera_is_said_and_the_game_goes_on_by_hand_until_it_is_back(
    tmp_path: Path,
) -> None:
    film = film_of(["41"])
    camera = FakeCamera([film.pictures[0], "the cable is loose", *film.pictures])
    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        source = LiveSource(camera, fps=60.0, back_off_s=(3.0, 0.05))
        watcher = Watcher(source, at.table, film.read, paced=False).start()
        wait_until(lambda: at.page.camera.state == "lost")
        assert "the cable is loose" in at.page.camera.detail
        assert at.page.ask is not None
        assert at.page.ask.code == "camera-lost"
        at.must("roll", dice=["6", "6"])
        write_all(at, "1,1")
        wait_until(lambda: number_due(at) == 5)
        assert at.page.camera.state in ("watching", "moving")
        assert not at.page.ask
        watcher.stop()


@pytest.mark.parametrize("waits", [False, True])
def test_a_lost_camera_goes_before_what_lies_there_wrongly(tmp_path: Path, waits: bool) -> None:
    """Unplugged while dice are missing: nobody would see them put right. A reading can wait."""
    dice = throw("41" if waits else "4", 1).dice
    unsure = seen([replace(die, sure=not waits) for die in dice])
    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        for _ in range(9):
            at.look(unsure)
        before = at.page.ask
        assert before is not None
        at.table.tell(CameraNews("lost", "the cable is loose"))
        at.table.settle()
        assert at.page.ask is not None
        assert at.page.ask.code == (before.code if waits else "camera-lost")
        at.table.tell(CameraNews("watching"))
        at.table.settle()
        assert at.page.ask == before


def test_a_reader_that_fails_is_a_lost_camera_and_no_crash(tmp_path: Path) -> None:
    film = film_of(["41"])

    def blind(picture: object) -> object:
        raise RuntimeError("the model file is missing")

    with evening(tmp_path, "video") as at:
        at.start("knister", ("A",))
        source = FakeSource(film.pictures)
        watcher = Watcher(source, at.table, blind, paced=False).start()  # type: ignore[arg-type]
        wait_until(lambda: at.page.camera.state == "lost")
        assert "model file is missing" in at.page.camera.detail
        assert at.press("roll", dice=["1", "2"]).ok
        watcher.stop()


def test_an_unsure_die_holds_the_film_until_a_person_has_spoken(tmp_path: Path) -> None:
    dice = [replace(d, sure=False) if i == 1 else d for i, d in enumerate(throw("41", 1).dice)]
    film = Film().empty().rolling(2, 1).still(seen(dice)).thrown("35", 2)
    with evening(tmp_path, "video") as at:
        at.start("knister", ("A",))
        watcher = watched(at, film)
        wait_until(lambda: at.page.ask is not None)
        assert at.page.ask is not None
        assert at.page.ask.code == "die-unsure"
        assert [die.sure for die in at.page.camera.dice] == [True, False]
        assert at.page.says.code == "says-is-face"  # and not "roll", for they lie there
        at.must("correct", die=1, face="6")
        assert at.page.match is not None
        assert at.page.match.last_roll == (dice[0].face, "6")
        text = at.table.export(at.page.match.match_id) or ""
        line = json.loads(text.splitlines()[1])
        assert line["changed"] == [{"die": 1, "from": dice[1].face, "to": "6"}]
        write_all(at, "1,1")
        wait_until(lambda: number_due(at) == 8)
        watcher.stop()


def test_a_press_too_early_does_not_lose_the_throw(tmp_path: Path) -> None:
    """Pickomino without a lane: thrown again before `keep` was pressed on the page."""
    with evening(tmp_path, "usb") as at:
        at.start()
        first = throw("4442251w", 1)
        at.look(first)
        assert isinstance(getattr(at.page.match, "turn", None), NeedsChoice)
        at.look(throw("11w23", 2))
        assert at.page.match is not None
        assert at.page.match.seq == 1
        at.must("choose", 0, choice="keep 4")
        assert at.page.match is not None
        assert at.entries() in (
            ["roll " + "".join(d.face or "" for d in first.dice), "keep 4"],
            ["roll " + "".join(d.face or "" for d in first.dice), "keep 4", "throw",
             "roll " + "".join(d.face or "" for d in throw("11w23", 2).dice)],
        )  # fmt: skip


def test_throwing_again_is_itself_the_throw(tmp_path: Path) -> None:
    with evening(tmp_path, "usb") as at:
        at.start()
        first, second = throw("4442251w", 1), throw("11w23", 2)
        at.look(first)
        at.must("choose", 0, choice="keep 4")
        at.look(second)
        assert at.entries() == [
            "roll " + "".join(d.face or "" for d in first.dice), "keep 4", "throw",
            "roll " + "".join(d.face or "" for d in second.dice),
        ]  # fmt: skip
        assert isinstance(getattr(at.page.match, "turn", None), NeedsChoice)


def test_a_roll_that_could_not_be_recorded_is_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from device.trouble import FullDisk

    def full(*_: object) -> None:
        raise FullDisk("the record cannot be written (disk full)", "free some space")

    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        observation = throw("41", 1)
        with monkeypatch.context() as patch:
            patch.setattr(at.journal, "append", full)
            page = at.look(observation)
            assert page.ask is not None
            assert "free some space" in page.ask.sentence()
            assert number_due(at) is None
        at.look(observation, moved=False, new=False)
        assert number_due(at) == 5
        assert not at.page.ask


def test_stills_are_made_small_enough() -> None:
    import cv2
    import numpy as np

    frame = Frame(np.zeros((2464, 3280, 3), np.uint8), 0.0, 0)
    jpeg = still_of(frame.image)
    assert jpeg is not None
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), 1).shape[1] == 1280


def test_turns_of_the_page_say_what_is_due(tmp_path: Path) -> None:
    with evening(tmp_path) as at:
        assert isinstance(getattr(at.start().match, "turn", None), NeedsRoll)

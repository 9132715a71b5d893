"""The check-up of a running table: it looks at the pictures that the table takes anyway."""

from __future__ import annotations

import json
import threading
import time
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import cv2
import numpy as np
import pytest

from device.bootstrap import Evening, Wishes
from device.checkup import Checkup, examine
from device.folders import Folders
from device.settings import Settings
from device.sight import Sight
from device.tapped import TappedSource
from tests.device.fakes import FakeSource
from vision.observation import Observation

GREY = np.full((120, 160, 3), 120, np.uint8)


def nothing_there(picture: np.ndarray) -> Observation:
    return Observation((), picture.shape[1], picture.shape[0])


def folders(tmp_path) -> Folders:
    return Folders(tmp_path / "data", tmp_path / "settings.toml")


@pytest.fixture
def read_on():
    """Let a source be read by a thread, as the table does."""
    threads: list[threading.Thread] = []
    stop = threading.Event()

    def begin(source: TappedSource) -> None:
        def run() -> None:
            with source:
                while not stop.is_set() and source.read() is not None:
                    time.sleep(0.005)

        threads.append(threading.Thread(target=run, daemon=True))
        threads[-1].start()

    yield begin
    stop.set()
    for thread in threads:
        thread.join(timeout=10)


def test_a_tapped_source_gives_its_reader_every_frame():
    pictures = [np.full((4, 4, 3), number, np.uint8) for number in range(7)]
    with TappedSource(FakeSource(pictures, kind="usb")) as source:
        assert (source.kind, source.name, source.waits) == ("usb", "pictures from memory", True)
        assert source.pictures(3, 0.0) == []
        seen = [source.read().image[0, 0, 0] for _ in pictures]
        assert seen == list(range(7))
        assert source.read() is None
        (last,) = source.pictures(3, 0.0)
        assert last[0, 0, 0] == 6


def test_the_next_pictures_go_to_the_asker_as_well(read_on):
    source = TappedSource(FakeSource([GREY] * 2000))
    read_on(source)
    taken = source.pictures(5, 20.0)
    assert len(taken) == 5
    assert all((picture == GREY).all() for picture in taken)


def test_a_running_table_is_examined_with_its_own_pictures(tmp_path, read_on):
    source = TappedSource(FakeSource([GREY] * 5000, kind="usb"))
    read_on(source)
    lines = Checkup(folders(tmp_path), source, nothing_there)()
    checks = [line["check"] for line in lines]
    assert checks[-7:] == ["camera", "focus", "light", "glare", "flicker", "mat", "dice"]
    told = {line["check"]: line for line in lines}
    assert "160 x 120" in told["camera"]["says"]
    assert told["flicker"]["says"].startswith("brightness swings by 0.0%")


def test_without_a_source_or_picture_it_still_examines_the_rest(tmp_path):
    lines = Checkup(folders(tmp_path), None)()
    assert lines[0]["check"] == "versions"
    assert lines[-1]["says"] == "dice are typed in"
    silent = TappedSource(FakeSource([GREY]))
    assert "no picture" in Checkup(folders(tmp_path), silent)()[-1]["says"]


def test_nothing_is_asked_of_the_recording_that_ships(tmp_path, read_on, monkeypatch):
    """Not where the film was not begun, nor where its dark pictures are there to be measured."""
    monkeypatch.setattr("device.checkup.usual_source", lambda: None)
    dark = np.full((120, 160, 3), 20, np.uint8)
    source = TappedSource(FakeSource([dark] * 5000, kind="recording"))
    checkup = Checkup(
        folders(tmp_path), source, nothing_there, clock=iter(range(0, 99, 9)).__next__
    )
    first = checkup()
    read_on(source)
    for lines in (first, checkup()):
        told = {line["check"]: line for line in lines}
        assert "dice can be tapped in" in told["camera"]["says"]
        for check in ("focus", "light", "glare", "flicker", "mat", "dice"):
            assert told[check]["state"] == "ok"
            assert "it is the recording" in told[check]["says"]
            assert "do" not in told[check]
    monkeypatch.setattr("device.checkup.usual_source", lambda: "pi")
    lines = checkup()
    camera = next(line for line in lines if line["check"] == "camera")
    assert (camera["state"], "do" in camera) == ("ok", False)
    assert "source" not in {line["check"] for line in lines}


@pytest.mark.parametrize("there", ["usb:0", "pi", None])
def test_a_usb_camera_that_the_table_does_not_take_by_itself_is_named(tmp_path, monkeypatch, there):
    """By the check-up of a table that shows the recording, and by the command that looks at it."""
    monkeypatch.setattr("device.checkup.usual_source", lambda: there)
    monkeypatch.setattr("device.checkup.look_at", lambda name, **_: Sight(name, trouble="dark"))
    film = TappedSource(FakeSource([GREY], kind="recording"))
    for findings in (
        Checkup(folders(tmp_path), film)(),
        [finding.json() for finding in examine(folders(tmp_path))],
    ):
        told = [line for line in findings if line["check"] == "source"]
        assert len(told) == (there == "usb:0")
        for line in told:
            assert line["state"] == "note"
            assert "`dice-table play usb:0`" in line["do"]
    named = [finding.check for finding in examine(folders(tmp_path), "usb:0")]
    assert "source" not in named


def test_a_source_without_a_picture_is_no_fault_only_where_it_waits(tmp_path):
    for kind, state in (("video", "note"), ("usb", "mend")):
        silent = FakeSource([GREY], kind=kind)
        silent.waits = kind == "video"
        last = Checkup(folders(tmp_path), TappedSource(silent))()[-1]
        assert (last["check"], last["state"]) == ("camera", state)
        assert "line" not in last["do"]


def test_settings_that_are_not_there_are_not_named_as_if_they_were(tmp_path):
    def says() -> object:
        lines = Checkup(folders(tmp_path), None)()
        return next(line["says"] for line in lines if line["check"] == "settings")

    assert says() == "as they are by default"
    (tmp_path / "settings.toml").write_text("", encoding="utf-8")
    assert says() == str(tmp_path / "settings.toml")


def test_a_table_that_knows_its_address_looks_for_no_other(tmp_path, monkeypatch):
    def searched(*_words: object) -> list[int]:
        raise AssertionError("it was looked for among all programs")

    monkeypatch.setattr("device.checkup.served_ports", searched)
    checkup = Checkup(folders(tmp_path), None)
    checkup.served_at("http://192.0.2.7:8123")
    told = {line["check"]: line for line in checkup()}
    assert told["port"]["says"] == "the page is at http://192.0.2.7:8123"
    with pytest.raises(AssertionError, match="looked for"):
        Checkup(folders(tmp_path), None)()


def test_what_was_found_is_given_again_for_a_while(tmp_path):
    now = [0.0]
    checkup = Checkup(folders(tmp_path), None, clock=lambda: now[0])
    first = checkup()
    now[0] = 4.0
    assert checkup() is first
    now[0] = 9.5
    assert checkup() is not first


def test_an_evening_can_be_examined_while_it_goes_on(tmp_path):
    """The port is its own, and the camera's pictures are those that it takes."""
    for number in range(3):
        cv2.imwrite(str(tmp_path / f"{number}.png"), GREY)
    evening = Evening(
        folders(tmp_path), Settings(), Wishes(source=str(tmp_path), host="127.0.0.1", port=0)
    )
    evening.start()
    try:
        told = {line["check"]: line for line in evening.checkup()}
    finally:
        evening.stop()
    assert told["data folder"]["ok"]
    assert told["camera"]["ok"]
    assert told["camera"]["says"].startswith(tmp_path.name)


def test_the_page_of_an_evening_has_the_check_up_and_the_pin(tmp_path):
    settings = Settings({"page": {"pin": "2468"}})
    evening = Evening(folders(tmp_path), settings, Wishes(source="none", host="127.0.0.1", port=0))
    evening.start()
    running = threading.Thread(target=evening.run, daemon=True)
    running.start()
    try:
        with urlopen(f"{evening.address}/doctor.json", timeout=30) as answer:
            lines = json.load(answer)
        press = Request(
            f"{evening.address}/command",
            json.dumps({"kind": "undo", "seen": 0}).encode(),
            {"Content-Type": "application/json"},
        )
        with pytest.raises(HTTPError) as refused:
            urlopen(press, timeout=30)
        refused.value.close()
    finally:
        evening.finish()
        running.join(timeout=10)
        evening.stop()
    assert [line["check"] for line in lines][:2] == ["versions", "models"]
    assert refused.value.code == 401

"""The shipped recording begins at the first throw that can be the one that is due."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.bootstrap import shipped_recording
from device.recording import Recording, fits, throws_of
from device.rolls import Picture
from device.sources import Frame
from device.watcher import Watcher
from rules.game import Message, NeedsRoll
from tests.device.evenings import evening, wait_until
from vision.observation import Observation

WORMS = "12345w"
SIXES = "123456"
RESTS = [
    {"first": 3, "last": 5, "values": ["w", "4", "1"]},
    {"first": 8, "last": 10, "values": ["4", "1"]},
    {"first": 13, "last": 15, "values": ["6", "1"]},
    {"first": 18, "last": 20, "values": ["w", "w", "2"]},
]
FRAMES = 24


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recording")
    path = folder / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (32, 24))
    for number in range(FRAMES):
        writer.write(np.full((24, 32, 3), number * 10, np.uint8))
    writer.release()
    (folder / "labels.json").write_text(json.dumps({"rests": RESTS}), encoding="utf-8")
    return path


def due(dice: int, faces: str) -> NeedsRoll:
    return NeedsRoll(0, dice, faces)


@pytest.mark.parametrize(
    ("read", "turn", "goes_on_at"),
    [
        (0, due(3, WORMS), 0),  # the first throw fits
        (0, due(2, WORMS), 6),  # right after the rest before the throw
        (0, due(2, SIXES), 6),
        (7, due(2, SIXES), 7),  # in the middle of a throw that fits
        (11, due(2, SIXES), 11),
        (5, due(3, WORMS), 5),
        (6, due(3, WORMS), 16),
        (16, due(2, SIXES), None),  # only an earlier one fits: to the end, and round again
        (22, due(2, SIXES), 22),  # the last throw is over
        (0, due(8, WORMS), 0),  # none fits: nothing is passed over
    ],
)
def test_a_throw_that_cannot_be_due_is_passed_over(
    film: Path, read: int, turn: NeedsRoll, goes_on_at: int | None
) -> None:
    with Recording(film) as source:
        for _ in range(read):
            assert source.read() is not None
        fitting = any(fits(throw.faces, turn) for throw in source.throws)
        assert source.pass_over(turn) == fitting
        frame = source.read()
        assert (None if frame is None else frame.number) == goes_on_at


@settings(max_examples=40, deadline=None)
@given(st.integers(0, FRAMES - 1), st.integers(1, 4), st.sampled_from([WORMS, SIXES]))
def test_what_is_passed_over_does_not_fit(film: Path, read: int, dice: int, faces: str) -> None:
    turn = due(dice, faces)
    with Recording(film) as source:
        for _ in range(read):
            source.read()
        source.pass_over(turn)
        frame = source.read()
        place = FRAMES if frame is None else frame.number
        assert frame is None or frame.at_s == pytest.approx(place / 10.0)
    missed = [t for t in source.throws if read <= t.begins and t.ends < place]
    assert not any(fits(throw.faces, turn) for throw in missed)


def test_of_throws_that_fit_the_one_not_shown_for_the_longest_time_comes_next() -> None:
    """Whoever keeps one die at a time used to begin nearly every turn with the same roll."""
    source = shipped_recording()
    assert isinstance(source, Recording)
    began: dict[int, list[int]] = {dice: [] for dice in range(1, 9)}
    with source:
        for _ in range(3):
            for dice in range(8, 0, -1):
                number = next_throw(source, due(dice, WORMS))
                began[dice].append(number)
    for dice, numbers in began.items():
        fitting = sum(fits(throw.faces, due(dice, WORMS)) for throw in source.throws)
        for first in range(len(numbers) - fitting + 1):
            in_a_row = numbers[first : first + fitting]
            assert len(set(in_a_row)) == fitting, f"{dice} dice: {numbers}"
    assert len(set(began[8])) == 3


def next_throw(source: Recording, turn: NeedsRoll) -> int:
    """Let the film go on, round its end too, until the dice lie; return where the throw begins."""
    while True:
        source.pass_over(turn)
        frame = source.read()
        if frame is None:
            source.__enter__()  # the film begins again
            continue
        for throw in source.throws:
            if frame.number == throw.ends and fits(throw.faces, turn):
                return throw.begins


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"rests": [{"last": "x", "values": []}]}', None])
def test_without_its_list_it_is_a_film_like_any_other(tmp_path: Path, text: str | None) -> None:
    labels = tmp_path / "labels.json"
    if text is not None:
        labels.write_text(text, encoding="utf-8")
    assert throws_of(labels) == ()
    assert Recording(tmp_path / "film.avi").pass_over(due(7, WORMS))  # nobody knows: look at it


def test_that_no_throw_fits_is_said_before_a_single_picture_is_shown(
    film: Path, tmp_path: Path
) -> None:
    """The list tells it: nobody waits while the film goes round in vain."""
    looked_at: list[str] = []

    def see(_picture: Picture) -> Observation:
        looked_at.append(at.page.camera.state)
        return Observation((), 32, 24)

    source = Recording(film)
    with evening(tmp_path, "recording") as at:
        at.start()  # eight dice are due, and no throw of this film has eight
        watcher = Watcher(source, at.table, see, pass_over=source.pass_over).start()
        wait_until(lambda: at.page.camera.state == "ended")
        assert at.page.ask is not None
        assert at.page.ask.code == "recording-lacks"
        assert looked_at == []
        at.must("roll", dice=list("wwwww441"))
        at.must("choose", 0, choice="keep w")
        at.must("choose", 0, choice="throw")  # three: the first throw of the film
        wait_until(lambda: bool(looked_at) and at.page.ask is None)
        watcher.stop()


def test_who_begins_another_game_in_the_midst_is_not_told_that_no_throw_fits(
    film: Path, tmp_path: Path
) -> None:
    """The only one that fits now was passed over for the game before: the film goes round."""
    labels = tmp_path / "labels.json"
    rests = [{"first": 3, "last": 5, "values": list("ww441325")}, *RESTS[1:]]
    labels.write_text(json.dumps({"rests": rests}), encoding="utf-8")
    read: list[int] = []
    asked: list[Message | None] = []

    class Switched(Recording):
        def read(self, timeout_s: float = 2.0) -> Frame | None:
            frame = super().read(timeout_s)
            if frame is not None:
                if not read:
                    at.must("end")
                    at.start()  # eight dice are due, which this film showed at its beginning
                read.append(frame.number)
                asked.append(at.page.ask)
            return frame

    source = Switched(film)
    source.throws = throws_of(labels)
    with evening(tmp_path, "recording") as at:
        at.start("knister")
        watcher = Watcher(
            source, at.table, lambda _: Observation((), 32, 24), pass_over=source.pass_over
        ).start()
        wait_until(lambda: at.page.camera.state == "ended" or 5 in read)
        assert read[0] == 6  # the first throw of two dice, the rest of the film passed over
        assert read[1:7] == [0, 1, 2, 3, 4, 5]
        assert asked[:7] == [None] * 7
        watcher.stop()


def test_knister_begins_where_the_shipped_recording_has_two_dice() -> None:
    source = shipped_recording()
    assert isinstance(source, Recording)
    labels = json.loads((source.path.parent / "labels.json").read_text(encoding="utf-8"))
    first = next(rest for rest in labels["rests"] if rest["game"] == "knister")
    with source:
        source.pass_over(due(2, SIXES))
        frame = source.read()
    assert frame is not None
    assert frame.number < first["first"]
    assert first["first"] - frame.number < 2 * labels["fps"]  # two seconds of rolling at most

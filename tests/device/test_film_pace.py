"""A film runs in real time, or slower where reading takes longer; a turn that ended is read."""

from __future__ import annotations

import time
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from device.sources import Frame
from device.watcher import READ_S, TURN_S, Watcher
from rules.game import NeedsChoice
from tests.device.evenings import evening, wait_until
from tests.device.fakes import FakeSource
from tests.device.films import Film, film_of

FPS = 20.0
SLOW = range(3, 6)


class Counted(FakeSource):
    """A source that counts the pictures that it gave."""

    shown = 0

    def read(self, timeout_s: float = 2.0) -> Frame | None:
        self.shown += 1
        return super().read(timeout_s)


class Timed(FakeSource):
    """A source that notes when it is read."""

    def __init__(self, film: Film) -> None:
        super().__init__(film.pictures, fps=FPS)
        self.read_s: list[float] = []

    def read(self, timeout_s: float = 2.0) -> Frame | None:
        self.read_s.append(time.monotonic())
        return super().read(timeout_s)


def test_what_follows_a_slow_reading_is_not_hurried(tmp_path: Path) -> None:
    """What lies wrongly is said after real seconds: stillness may not rush by to catch up."""
    film = Film().rolling(2, seed=1, frames=16)
    source = Timed(film)

    def slowly(picture):
        if len(source.read_s) in SLOW:
            time.sleep(0.4)
        return film.read(picture)

    with evening(tmp_path, "video") as at:
        at.start("knister", ("A",))
        watcher = Watcher(source, at.table, slowly).start()
        wait_until(lambda: at.page.camera.state == "ended")
        watcher.stop()
    gaps = [after - before for before, after in pairwise(source.read_s)]
    # On a busy machine one step may come late, and the next one is then read at once: no hurry yet.
    assert all(max(pair) > 0.5 / FPS for pair in pairwise(gaps[8:-1]))
    assert sum(gaps[8:-1]) > 0.9 * len(gaps[8:-1]) / FPS


@pytest.mark.parametrize(("ended", "wait_s"), [("by a bust", READ_S), ("by a press", TURN_S)])
def test_the_recording_lets_people_read_how_a_turn_ended(
    tmp_path: Path, ended: str, wait_s: float
) -> None:
    """A bust is read before the next player's dice roll; who took a tile need not wait as long."""
    film = film_of(["4442251w", "22511"])
    now = [0.0]
    with evening(tmp_path, "recording") as at:
        at.start()
        at.must("hand", on=True)
        at.must("roll", dice=list("555ww123"))
        at.must("choose", 0, choice="keep 5")
        at.must("choose", 0, choice="throw")
        if ended == "by a press":
            at.must("roll", dice=list("wwwww"))
            at.must("choose", 0, choice="keep w")
        source = Counted(film.pictures, "recording")
        watcher = Watcher(
            source, at.table, film.read, read_s=READ_S, turn_s=TURN_S, clock=lambda: now[0]
        )
        watcher.start()
        wait_until(lambda: at.page.camera.state == "watching")
        if ended == "by a press":
            page = at.must("choose", 0, choice="take 36")
        else:
            page = at.must("roll", dice=list("55555"))
        assert page.match is not None
        assert (page.match.bust is not None) == (ended == "by a bust")
        at.must("hand", on=False)
        shown = source.shown
        for now[0] in (0.0, wait_s - 0.1):
            time.sleep(0.3)
            assert source.shown == shown, "Bo's dice wait"
        now[0] = wait_s + 0.1
        wait_until(lambda: source.shown > shown)
        for tick in range(400):
            now[0] = wait_s + 0.1 + 0.1 * tick
            if isinstance(getattr(at.page.match, "turn", None), NeedsChoice):
                break
            time.sleep(0.02)
        assert Counter(at.page.match.last_roll) == Counter("4442251w")  # type: ignore[union-attr]
        watcher.stop()

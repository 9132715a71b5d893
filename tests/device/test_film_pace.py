"""A film runs in real time, or slower where reading takes longer, but never faster."""

from __future__ import annotations

import time
from itertools import pairwise
from pathlib import Path

from device.fakes import FakeSource
from device.sources import Frame
from device.watcher import Watcher
from tests.device.evenings import evening, wait_until
from tests.device.films import Film

FPS = 20.0
SLOW = range(3, 6)


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

"""A camera whose pictures are broken for a while: the evening goes on with the next whole one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device import watcher as watching
from device.cameras import LiveSource
from device.watcher import Watcher
from tests.device.evenings import Evening, evening, wait_until
from tests.device.fakes import FakeCamera
from tests.device.films import film_of

SCRAP = np.zeros((3, 3, 3), np.uint8)


def number_due(at: Evening) -> object:
    match = at.page.match
    return None if match is None else match.state.get("number")


def test_a_scrap_of_a_picture_here_and_there_is_passed_over(tmp_path: Path) -> None:
    film = film_of(["41"])
    script = [one for picture in film.pictures for one in (picture, SCRAP)]
    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        camera = FakeCamera([film.pictures[0]])
        source = LiveSource(camera, fps=100.0)
        watcher = Watcher(source, at.table, film.read, paced=False).start()
        # The lane was seen empty: however late what follows is seen, something has been thrown.
        wait_until(lambda: at.page.camera.state == "watching")
        camera._script.extend([*script, film.pictures[-1]])
        wait_until(lambda: number_due(at) == 5)
        assert at.page.camera.state in ("watching", "moving")
        watcher.stop()


@pytest.mark.parametrize("kind", [RuntimeError, ValueError, MemoryError])
def test_a_camera_that_cannot_be_read_is_lost_until_it_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: type[Exception]
) -> None:
    """People type meanwhile, and nothing has to be started anew afterwards."""
    monkeypatch.setattr(watching, "FAILS_S", 0.1)
    film = film_of(["41"])
    blind = [True]

    def read(picture: Any) -> Any:
        if blind[0]:
            raise kind("out of order")
        return film.read(picture)

    with evening(tmp_path, "usb") as at:
        at.start("knister", ("A",))
        camera = FakeCamera([film.pictures[0]])
        watcher = Watcher(LiveSource(camera, fps=60.0), at.table, read, paced=False).start()
        wait_until(lambda: at.page.camera.state == "lost")
        assert "out of order" in at.page.camera.detail
        assert at.page.ask is not None
        assert at.page.ask.code == "camera-lost"
        at.must("roll", dice=["6", "6"])
        at.must("choose", 0, choice="write 1,1")
        blind[0] = False
        wait_until(lambda: at.page.camera.state == "watching")
        assert at.page.ask is None
        camera._script.extend(film.pictures)
        wait_until(lambda: number_due(at) == 5)
        watcher.stop()

"""A phone in play: the dice that a choice is about are not behind the choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.web.memory_table import MemoryTable
from tests.web.screens import show_camera
from tests.web.test_browser_fits import WITH_ODDS
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


@pytest.mark.parametrize("camera", [False, True])
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_last_roll_stays_in_sight_beside_six_choices_with_odds(
    window: OpenWindow, table: MemoryTable, language: str, camera: bool
) -> None:
    start = {"game": "pickomino-deluxe", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", data=start)).ok
    assert table.submit(Command("roll", data={"dice": list("112345ww")})).ok
    if camera:
        show_camera(table, "reading")
        table.ask, table.camera = None, replace(table.camera, kind="usb", state="watching")
        table.touch()
    for path in ("/", "/seat/0"):
        page = window(path, viewport={"width": 390, "height": 844}, locale=language)
        page.evaluate(WITH_ODDS)
        page.reload()
        expect(page.locator(".choice .odds")).to_have_count(6)
        dock = page.locator(".dock").bounding_box()
        assert dock is not None
        dice = page.locator(".rolled > *").all()
        assert len(dice) == 8
        for one in [*dice, page.locator(".total-number")]:
            box = one.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= dock["y"]


def test_no_part_of_the_table_stretches_over_the_room_that_is_left(
    window: OpenWindow, table: MemoryTable
) -> None:
    """Beside nothing to press the lane is as high as its dice need, on a seat's phone as well."""
    assert table.submit(Command("start", data={"game": "pickomino", "players": ["Ann", "Bo"]})).ok
    assert table.submit(Command("roll", data={"dice": list("112345ww")})).ok
    for path in ("/", "/seat/1", "/watch"):
        page = window(path, viewport={"width": 390, "height": 844})
        lane = page.locator(".lane").bounding_box()
        rolled = page.locator(".rolled").bounding_box()
        assert lane is not None
        assert rolled is not None
        below = lane["y"] + lane["height"] - rolled["y"] - rolled["height"]
        assert lane["height"] < 200, f"{path}: {lane['height']} px"
        assert 0 <= below < 40, f"{path}: {below} px"


def test_the_boards_of_knister_are_whole_in_the_television_view_of_a_phone(
    window: OpenWindow, table: MemoryTable
) -> None:
    assert table.submit(Command("start", data={"game": "knister", "players": ["Ann", "Bo"]})).ok
    assert table.submit(Command("roll", data={"dice": ["3", "5"]})).ok
    page = window("/board", viewport={"width": 390, "height": 844})
    boards = page.locator(".boards .board")
    expect(boards).to_have_count(2)
    for board in boards.all():
        box = board.bounding_box()
        assert box is not None
        assert box["width"] > 110
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= 844

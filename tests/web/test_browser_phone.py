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

"""A larger phone on its side (844 x 390): all that a turn of Pickomino needs is in view there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.web.memory_table import MemoryTable
from tests.web.screens import play_scene
from tests.web.test_browser_beside import AMISS, NOTHING

OpenWindow = Callable[..., Page]


@pytest.mark.parametrize("language", ["de", "pl"])
@pytest.mark.parametrize("name", ["pickomino-take", "pickomino-steal", "deluxe-seven"])
def test_a_tile_or_another_throw_is_chosen_in_view(
    window: OpenWindow, table: MemoryTable, name: str, language: str
) -> None:
    """With a choice above the keypad the dice lay behind it, and seven players below the screen."""
    play_scene(table, name)
    page = window("/", viewport={"width": 844, "height": 390}, locale=language)
    page.wait_for_selector(".pad")
    page.wait_for_selector(".waiting-stage", state="detached")
    assert page.evaluate(AMISS) == NOTHING

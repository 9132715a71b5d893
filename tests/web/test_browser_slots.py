"""The dice that are tapped in lie in one row, and each can be tapped out again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import resize
from tests.web.memory_table import MemoryTable
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


SIZES = ((390, 844), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))
PLACES = """(slots) => slots.map((one) => {
  const { left, right, top, width, height } = one.getBoundingClientRect();
  return { left, right, top, width, height };
})"""


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe"])
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_eight_dice_lie_in_one_row(
    window: OpenWindow, table: MemoryTable, game: str, language: str
) -> None:
    page = window("/", locale=language)
    assert table.submit(Command("start", data={"game": game, "players": ["Ann", "Bo"]})).ok
    for face in "1234512":
        page.locator(f'[data-face="{face}"]').click()
    expect(page.locator(".slots .die-button")).to_have_count(7)
    for width, height in SIZES:
        resize(page, width, height)
        seen = page.locator(".slots .die-button").evaluate_all(PLACES)
        assert len({round(one["top"]) for one in seen}) == 1, width
        assert min(one["width"] for one in seen) >= 40, width
        assert min(one["height"] for one in seen) >= 40, width
        whole = page.locator(".slots > *").evaluate_all(PLACES)
        assert len(whole) == 8
        faces = page.locator(".faces .face-button").first.bounding_box()
        assert faces is not None
        for one in whole:  # neither over the faces nor outside the page
            beside = one["top"] < faces["y"] + faces["height"] and one["top"] + 30 > faces["y"]
            assert one["right"] <= (faces["x"] if beside else width), width

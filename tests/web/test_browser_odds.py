"""The exact odds are reached by a finger and heard by a screen reader, not only under a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import resize
from tests.web.memory_table import MemoryTable
from tests.web.test_browser_fits import OUTSIDE, SIZES, WITH_ODDS
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


FIGURE = re.compile(r"[+−]?\d+[.,]\d+")


def rolled(table: MemoryTable, dice: str, game: str = "pickomino") -> None:
    start = {"game": game, "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", data=start)).ok
    assert table.submit(Command("roll", data={"dice": list(dice)})).ok


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_a_press_shows_the_exact_figures(
    window: OpenWindow, table: MemoryTable, language: str
) -> None:
    rolled(table, "4442251w")
    page = window("/", locale=language, has_touch=True, viewport={"width": 390, "height": 844})
    page.evaluate(WITH_ODDS)
    page.reload()
    worm = page.locator('[data-choice="keep w"]')
    figures = worm.locator(".odds-text")
    expect(figures).to_have_count(2)
    rounded = figures.all_inner_texts()
    hint = page.locator(".odds-hint")
    box = hint.bounding_box()
    assert box is not None
    assert box["height"] >= 44
    hint.tap()
    expect(hint).to_have_attribute("aria-pressed", "true")
    exact = figures.all_inner_texts()
    assert [len(after) - len(before) for before, after in zip(rounded, exact, strict=True)] == [
        3,
        3,
    ]
    name = worm.get_attribute("aria-label") or ""
    assert FIGURE.findall(name) == FIGURE.findall(" ".join(exact)), name
    hint.tap()
    expect(figures).to_have_text(rounded)


def test_a_screen_reader_hears_them_before_any_press(
    window: OpenWindow, table: MemoryTable
) -> None:
    rolled(table, "4442251w")
    page = window()
    page.evaluate(WITH_ODDS)
    page.reload()
    expect(page.locator('[data-choice="keep w"]')).to_have_accessible_name(
        "Keep worm: 5 in all. bust 26.47%, worms +1.1742"
    )
    assert table.submit(Command("choose", 0, {"choice": "keep w"})).ok
    expect(page.locator(".pad .odds .unseen")).to_contain_text("bust 2")


def test_a_chance_is_written_as_the_language_does(window: OpenWindow, table: MemoryTable) -> None:
    """English and Polish put no space before the sign, German one that does not break."""
    rolled(table, "4442251w")
    for language, chance in (("en", "bust 26%"), ("pl", "spalony 26%"), ("de", "Fehlwurf 26\xa0%")):
        page = window("/", locale=language)
        page.evaluate(WITH_ODDS)
        page.reload()
        shown = page.locator('[data-choice="keep w"] .odds-text')
        expect(shown.first).to_be_visible()
        assert shown.first.text_content() == chance


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe"])
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_exact_odds_stay_inside_their_choices(
    window: OpenWindow, table: MemoryTable, game: str, language: str
) -> None:
    rolled(table, "1112345w", game)
    page = window("/", locale=language)
    page.evaluate(WITH_ODDS)
    page.reload()
    page.locator(".odds-hint").click()
    for width, height in SIZES:
        resize(page, width, height)
        expect(page.locator(".choice .odds")).to_have_count(6)
        assert page.evaluate(OUTSIDE) == [], (width, height)

"""The television: a menu of its own that is out of sight, and sounds though nobody touches it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web import browser
from tests.web.browser import match_of
from tests.web.memory_table import MemoryTable
from tests.web.test_browser_steals import SPEAKER, about_to_steal, send

OpenWindow = Callable[..., Page]
TV = {"width": 1920, "height": 1080}
# The driver of the tests counts as a person for the browser. Here it does not.
UNTOUCHED = """
  const touched = { hasBeenActive: false };
  Object.defineProperty(navigator, "userActivation", { value: touched });
  for (const sign of ["keydown", "pointerdown"])
    addEventListener(sign, () => { touched.hasBeenActive = true; }, { capture: true });
"""
MUTE = """
  Object.defineProperty(AudioContext.prototype, "state", {
    get: () => (navigator.userActivation.hasBeenActive ? "running" : "suspended") });
"""


@pytest.fixture
def board(window: OpenWindow, table: MemoryTable) -> Page:
    about_to_steal(table)
    return window("/board", viewport=TV)


def test_its_menu_is_seen_while_the_pointer_moves(board: Page) -> None:
    button = board.locator(".bar-button")
    expect(button).to_have_count(1)
    expect(button).to_have_css("opacity", "0")
    board.mouse.move(400, 300)
    expect(button).to_have_css("opacity", "1")
    expect(button).to_have_css("opacity", "0")
    board.keyboard.press("Tab")
    expect(button).to_be_focused()
    expect(button).to_have_css("opacity", "1")
    board.mouse.move(500, 300)
    button.click()
    expect(board.get_by_role("dialog")).to_be_visible()


def test_a_key_opens_it_and_it_switches_how_the_screen_speaks_and_looks(board: Page) -> None:
    board.keyboard.press("m")
    menu = board.get_by_role("dialog", name="Menu")
    for group in ("Language", "Light", "Animations", "Voice", "Sounds"):
        expect(menu.get_by_role("group", name=group)).to_be_visible()
    expect(menu.get_by_role("link")).to_have_count(0)  # nothing leads away from the television
    expect(menu.get_by_role("group", name="Odds")).to_have_count(0)
    menu.get_by_role("group", name="Light").get_by_role("button", name="light").click()
    menu.get_by_role("group", name="Sounds").get_by_role("button", name="off").click()
    menu.get_by_role("button", name="Deutsch").click()
    board.keyboard.press("Escape")
    expect(board.locator("h1")).to_contain_text("würfle noch einmal")
    board.reload()
    expect(board.locator("html")).to_have_attribute("data-theme", "light")
    expect(board.locator("h1")).to_contain_text("würfle noch einmal")
    assert board.evaluate("localStorage.getItem('sound')") == "off"
    board.wait_for_timeout(1200)
    expect(board.locator(".bar-hint")).to_have_count(0)  # who wants no sound is not told how


@pytest.mark.parametrize("way", ["key", "touch"])
def test_a_mute_screen_says_once_how_it_is_heard(
    window: OpenWindow, table: MemoryTable, way: str
) -> None:
    about_to_steal(table)
    seq = match_of(table).seq
    board = window("/board", viewport=TV)
    board.add_init_script(UNTOUCHED + MUTE)
    board.reload()
    hint = board.locator(".bar-hint")
    expect(hint).to_have_text("This screen makes sounds once a key was pressed or it was touched.")
    board.evaluate(SPEAKER)
    if way == "key":
        board.keyboard.press("x")
    else:
        board.mouse.click(900, 600)
    expect(hint).to_have_count(0)
    send(table, "choose", choice="steal 25 from 1")
    board.wait_for_selector(f'#page:not([data-seq="{seq}"])')
    assert board.evaluate("tones") == [440, 660]


def test_an_untouched_screen_sounds_where_its_browser_allows_it(
    chromium: Browser, table: MemoryTable
) -> None:
    about_to_steal(table)
    seq = match_of(table).seq
    untouched = "--autoplay-policy=no-user-gesture-required"
    allowing = browser.launch(chromium.browser_type, untouched)
    try:
        with browser.serving(table) as address:
            page = allowing.new_page(viewport=TV, locale="en")  # type: ignore[arg-type]
            page.add_init_script(f"{UNTOUCHED} ({SPEAKER})();")
            page.goto(address + "/board")
            page.wait_for_selector("html[data-ready]")
            send(table, "choose", choice="steal 25 from 1")
            page.wait_for_selector(f'#page:not([data-seq="{seq}"])')
            assert page.evaluate("tones") == [440, 660]
            assert not page.evaluate("navigator.userActivation.hasBeenActive")
            expect(page.locator(".bar-hint")).to_have_count(0)
    finally:
        allowing.close()

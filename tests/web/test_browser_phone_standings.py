"""On a phone nobody's standing is cut off by the lower edge: in a turn, and at the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import LONG, SOON_OVER, Scene, play, play_scene

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


PHONE = {"width": 390, "height": 844}
LOWEST = "(parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().bottom))"


@pytest.mark.parametrize("path", ["/", "/seat/0", "/watch"])
def test_the_players_are_whole_below_five_choices(
    window: OpenWindow, table: MemoryTable, path: str
) -> None:
    play_scene(table, "pickomino-keep")
    for language in ("en", "de", "pl"):
        page = window(path, viewport=PHONE, locale=language)
        page.wait_for_selector(".player")
        assert page.eval_on_selector_all(".player", LOWEST) <= 838, language  # and its edge is seen


@pytest.mark.parametrize("name", ["pickomino-over", "deluxe-over"])
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_seven_players_are_whole_at_the_end(
    window: OpenWindow, table: MemoryTable, name: str, language: str
) -> None:
    """With long names and the highest tiles, and the next match is one tap away."""
    play_scene(table, name)
    page = window("/", viewport=PHONE, locale=language)
    page.wait_for_selector(".standings")
    assert page.eval_on_selector_all(".standings li", LOWEST) <= 844
    assert page.eval_on_selector_all(".standings .go", LOWEST) <= 844


# What a finger needs at the end: the last roll, and the ways back and on. What of it is cut, and
# what of it is smaller than a finger.
NEEDED = """() => {
  const ways = [...document.querySelectorAll(
    ".standings-actions .button, .standings .undo, .standings .small-button")];
  const dice = [...document.querySelectorAll(".standings .rolled .die")];
  const box = (one) => one.getBoundingClientRect();
  const cut = [...ways, ...dice].filter((one) =>
    box(one).bottom > innerHeight || box(one).right > innerWidth || box(one).top < 0);
  const small = ways.filter((one) => box(one).height < 44);
  return [ways.length, [...cut, ...small].map((one) => one.className.baseVal ?? one.textContent)];
}"""


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize(
    ("game", "players"),
    [("pickomino", 7), ("pickomino-deluxe", 7), ("knister", 7), ("fortuna", 3), ("fortuna", 5)],
)
def test_the_last_roll_and_the_ways_on_are_in_sight_on_a_phone_on_its_side(
    window: OpenWindow, table: MemoryTable, game: str, players: int, language: str
) -> None:
    """They stood below the result, out of sight."""
    options = SOON_OVER if game == "fortuna" else ()
    play(table, Scene(game, LONG[:players], None, options=options))
    page = window("/", viewport={"width": 740, "height": 360}, locale=language)
    expect(page.locator(".standings-actions .button").first).to_be_visible()
    for width, height in ((740, 360), (667, 375), (844, 390)):
        resize(page, width, height)
        assert page.evaluate(NEEDED) == [6, []], (width, height)
        assert page.evaluate("document.documentElement.scrollWidth") == width
        if width > 760:  # wide enough for all that is left beside or below the result
            assert page.evaluate("document.documentElement.scrollHeight") == height


# Of each way on: how many lines its words take, and how they stand in it.
LINES = """(ways) => ways.map((way) => {
  const words = document.createRange();
  words.selectNodeContents(way);
  const { textAlign } = getComputedStyle(way);
  return [new Set([...words.getClientRects()].map((one) => one.top)).size, textAlign];
})"""


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_ways_on_have_two_lines_at_most(
    window: OpenWindow, table: MemoryTable, language: str
) -> None:
    play_scene(table, "fortuna-over")
    page = window("/", viewport=PHONE, locale=language)
    page.wait_for_selector(".standings-actions")
    for width, height in ((320, 568), (390, 844), (568, 320), (667, 375), (844, 390)):
        resize(page, width, height)
        found = page.eval_on_selector_all(".standings-actions .button", LINES)
        assert all(lines <= 2 and placed == "center" for lines, placed in found), (width, found)

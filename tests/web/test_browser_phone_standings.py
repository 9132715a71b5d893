"""On a phone nobody's standing is cut off by the lower edge: in a turn, and at the end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import SCENES, play

OpenWindow = Callable[..., Page]
PHONE = {"width": 390, "height": 844}
LOWEST = "(parts) => Math.max(...parts.map((part) => part.getBoundingClientRect().bottom))"


@pytest.mark.parametrize("path", ["/", "/seat/0", "/watch"])
def test_the_players_are_whole_below_five_choices(
    window: OpenWindow, table: MemoryTable, path: str
) -> None:
    scene = SCENES["pickomino-keep"]
    assert scene is not None
    play(table, scene)
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
    scene = SCENES[name]
    assert scene is not None
    play(table, scene)
    page = window("/", viewport=PHONE, locale=language)
    page.wait_for_selector(".standings")
    assert page.eval_on_selector_all(".standings li", LOWEST) <= 844
    assert page.eval_on_selector_all(".standings .go", LOWEST) <= 844


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("name", ["pickomino-over", "deluxe-over", "knister-over"])
def test_the_ways_on_are_in_sight_on_a_phone_on_its_side(
    window: OpenWindow, table: MemoryTable, name: str, language: str
) -> None:
    """They stood below the result and the last roll, out of sight."""
    scene = SCENES[name]
    assert scene is not None
    play(table, scene)
    page = window("/", viewport={"width": 740, "height": 360}, locale=language)
    expect(page.locator(".standings-actions .button").first).to_be_visible()
    for width, height in ((740, 360), (667, 375)):
        resize(page, width, height)
        for way in page.locator(".standings-actions .button").all():
            box = way.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            assert box["y"] + box["height"] <= height
            assert box["x"] + box["width"] <= width


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
    scene = SCENES["fortuna-over"]
    assert scene is not None
    play(table, scene)
    page = window("/", viewport=PHONE, locale=language)
    page.wait_for_selector(".standings-actions")
    for width, height in ((320, 568), (390, 844), (568, 320), (667, 375), (844, 390)):
        resize(page, width, height)
        found = page.eval_on_selector_all(".standings-actions .button", LINES)
        assert all(lines <= 2 and placed == "center" for lines, placed in found), (width, found)

"""How many tiles lie under a player's top one is said in a question too, on every screen."""

from __future__ import annotations

import pytest

from tests.web.browser import resize
from tests.web.conftest import OpenWindow
from tests.web.memory_table import MemoryTable
from tests.web.screens import LONG, SHORT, show_camera
from web.port import Command


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


GRILL = [21, 22, 23, 29, 30, 31, 32, 33, 34, 35, 36]
SIZES = ((360, 640), (800, 480), (1024, 600), (1024, 768), (1280, 720), (1280, 800), (1366, 768))
# Slid to the end of the page: whether the line is there, in front, and within its player's card.
IS_SHOWN = """() => {
  scrollTo(0, document.body.scrollHeight);
  return [...document.querySelectorAll(".below")].map((line) => {
    const text = document.createRange();
    text.selectNodeContents(line);
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const seat = line.closest(".player");
    const card = seat.getBoundingClientRect();
    const beside = seat.querySelector(".tile").getBoundingClientRect().right;
    const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return line.contains(front) && left >= beside && right <= card.right && bottom <= card.bottom;
  });
}"""
# How many of the top tiles are whole and in front.
TOPS = """() => [...document.querySelectorAll(".stack > .tile")].filter((tile) => {
  const { left, right, top, bottom } = tile.getBoundingClientRect();
  const front = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return tile.contains(front) && top >= 0 && bottom <= innerHeight && right <= innerWidth;
}).length"""


def in_question(
    table: MemoryTable, names: tuple[str, ...], position: dict[str, object], keep: str
) -> None:
    """Begin in this position; the first player has kept, thrown again, and a die is unsure."""
    start = {"game": "pickomino", "players": list(names), "position": position}
    assert table.submit(Command("start", data=start)).ok
    assert table.submit(Command("roll", data={"dice": list("112345ww")})).ok
    for choice in (keep, "throw"):
        assert table.submit(Command("choose", 0, {"choice": choice})).ok
    show_camera(table, "unsure")


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("names", [SHORT, LONG[:4], LONG[:6], LONG])
def test_buried_tiles_are_counted_while_a_die_is_in_question(
    window: OpenWindow,
    table: MemoryTable,
    names: tuple[str, ...],
    language: str,
) -> None:
    stacks = [[26, 28, 27], *[[] for _ in names[2:]], [25, 24]]
    in_question(table, names, {"grill": GRILL, "stacks": stacks}, "keep 2")
    page = window("/", locale=language)
    page.wait_for_selector(".ask")
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate(IS_SHOWN) == [True, True], (width, height)
        assert page.evaluate(TOPS) == 2, (width, height)


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_seven_top_tiles_are_in_sight_while_a_die_is_in_question(
    window: OpenWindow, table: MemoryTable, language: str
) -> None:
    """A small touchscreen, small laptops and a tablet on its side, without sliding the page."""
    stacks = [[21], [22, 23], [24], [25], [26, 27], [28], [29]]
    in_question(table, LONG, {"grill": [30, 31, 32, 33, 34, 35, 36], "stacks": stacks}, "keep 1")
    page = window("/", locale=language)
    page.wait_for_selector(".ask")
    for width, height in ((1024, 600), (1024, 768), (1280, 720), (1280, 800)):
        resize(page, width, height)
        assert page.evaluate(TOPS) == 7, (width, height)

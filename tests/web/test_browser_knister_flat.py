"""Knister on the official 7-inch touchscreen (800 x 480): the keypad stands beside the boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.sentences import unsure_die
from tests.web.browser import resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import Scene, play, show_camera
from tests.web.test_browser_knister_room import NAMES, begin

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


SMALL = {"width": 800, "height": 480}
# `fields` are those of the boards that are written on; `covered` is what of a board lies behind a
# part of the dock, `wordy` what is wider than the box it stands in (the sentence: higher).
SEEN = """() => {
  const all = (where) =>
    [...document.querySelectorAll(where)].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const over = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const words = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return box(range);
  };
  const out = (one) => words(one).width > box(one).width + 1;
  const own = all(":is(.board.large, .board.open, .boards.equal) .cell");
  const dock = all(".dock > *").map(box);
  const parts = all(".board, .cell, .line, .number-lane, .own-notes > *");
  return {
    least: Math.min(...own.flatMap((one) => [box(one).width, box(one).height])),
    oblong: all(".cell")
      .map((one) => box(one).height / box(one).width)
      .filter((ratio) => ratio > 1.3 || ratio < 0.77).length,
    covered: parts
      .filter((one) => dock.some((part) => over(box(one), part)))
      .map((one) => one.className),
    low: all(".board:is(.large, .open, .mini)")
      .filter((one) => box(one).bottom > innerHeight).length,
    wide: document.documentElement.scrollWidth - innerWidth,
    slides: document.documentElement.scrollHeight - innerHeight,
    wordy: all(".cell, .cells .line, .total-label, .round > *, .doubled, .pad-done")
      .filter(out)
      .concat(all(".sentence").filter((one) => one.scrollHeight > one.clientHeight))
      .map((one) => `${one.className} ${one.textContent}`),
  };
}"""


def looks(page: Page, path: str, step: str) -> None:
    seen = page.evaluate(SEEN)
    assert seen.pop("least") >= 36, step
    assert seen == dict.fromkeys(seen, 0) | {"covered": [], "wordy": []}, step


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize(
    ("path", "players"),
    [*(("/", players) for players in (1, 2, 3, 4, 7, 12)), ("/seat/0", 1), ("/seat/0", 4)],
)
def test_every_field_can_be_read_and_touched(
    window: OpenWindow, table: MemoryTable, path: str, players: int, language: str
) -> None:
    """Through a round: nothing of a board is behind the dock, no figure runs into another."""
    send = begin(table, players)
    send("roll", dice=["5", "5"])
    for seat in range(players):
        send("choose", seat, choice="write 2,1")
    page = window(path, viewport=SMALL, locale=language)
    expect(page.locator(".pad")).to_have_count(int(path == "/" or players == 1))
    looks(page, path, "a throw is due")
    send("roll", dice=["4", "3"])
    expect(page.locator("button.cell .cell-gain").first).to_be_visible()
    looks(page, path, "everybody writes")
    send("choose", players - 1, choice="write 1,5")
    expect(page.locator(f'#page[data-seq="{players + 3}"]')).to_be_attached()
    looks(page, path, "one has written")


def test_two_players_have_a_board_each(window: OpenWindow, table: MemoryTable) -> None:
    """The first was drawn twice: large, and small beside it."""
    begin(table, 2)("roll", dice=["3", "4"])
    page = window("/", viewport=SMALL)
    expect(page.locator(".board.open")).to_have_count(2)
    expect(page.locator(".board")).to_have_count(2)
    resize(page, 1024, 600)
    expect(page.locator(".board")).to_have_count(2)


@pytest.mark.parametrize("size", [(800, 480), (844, 390), (960, 540), (1024, 552), (800, 600)])
@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_other_low_screens_are_filled_too(
    window: OpenWindow, table: MemoryTable, players: int, size: tuple[int, int]
) -> None:
    """While the dice are tapped in, too: the keypad lay over the lowest rows of 800 x 600.

    Seven lines, one below the other, were higher than a phone on its side, and the page slid.
    """
    send = begin(table, players)
    page = window("/", viewport={"width": size[0], "height": size[1]})
    for step in (".pad", "button.cell"):
        expect(page.locator(step).first).to_be_visible()
        seen = page.evaluate(SEEN)
        assert seen["least"] >= 34
        assert (seen["low"], seen["wide"], seen["slides"]) == (0, 0, 0), step
        assert seen["covered"] == [], step
        if step == ".pad":
            send("roll", dice=["3", "4"])


# What of the camera's picture or of the question about it cannot be seen.
ASKED = """() => {
  const box = (where) => document.querySelector(where).getBoundingClientRect();
  const [ask, still, lane] = [".ask", ".still", ".number-lane .tray"].map(box);
  const apart = (a, b) =>
    a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return {
    inside: ask.top >= 0 && ask.bottom <= innerHeight && ask.right <= innerWidth,
    still: apart(ask, still),
    tray: apart(ask, lane),
  };
}"""


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("path", ["/", "/seat/0"])
def test_a_question_leaves_the_picture_that_it_is_about_in_sight(
    window: OpenWindow, table: MemoryTable, path: str, language: str
) -> None:
    begin(table, 2)
    show_camera(table, "reading")
    table.ask = unsure_die(2, 2, "5")
    table.touch()
    page = window(path, viewport=SMALL, locale=language)
    expect(page.locator(".dock .ask-answers button").first).to_be_visible()
    expect(page.locator(".still")).to_be_visible()
    assert page.evaluate(ASKED) == {"inside": True, "still": True, "tray": True}


@pytest.mark.parametrize("path", ["/", "/seat/1"])
def test_who_taps_in_the_dice_can_let_the_camera_read_again(
    window: OpenWindow, table: MemoryTable, path: str
) -> None:
    """The button that does it is not behind the keypad."""
    send = begin(table, 2)
    send("roll", dice=["4", "5"])
    for seat in (1, 0):
        send("choose", seat, choice="write 1,5")
    show_camera(table, "reading")
    table.hand, table.ask = True, None
    table.touch()
    page = window(path, viewport=SMALL)
    box: Any = page.locator(".camera .small-button").bounding_box()
    dock: Any = page.locator(".dock").bounding_box()
    assert box["height"] >= 44
    assert box["y"] + box["height"] <= dock["y"]


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_way_to_tap_in_the_dice_is_whole_below_the_picture(
    window: OpenWindow, table: MemoryTable, language: str
) -> None:
    """1024 x 600: what is said of the recording pushed it out; the sentence was cut, too."""
    begin(table, 2)("roll", dice=["3", "4"])
    show_camera(table, "reading")
    table.hand, table.ask = False, None
    table.touch()
    page = window("/", viewport={"width": 1024, "height": 600}, locale=language)
    button: Any = page.locator(".camera .small-button").bounding_box()
    camera: Any = page.locator(".camera").bounding_box()
    assert button["height"] >= 44
    assert button["y"] + button["height"] <= camera["y"] + camera["height"]
    cut = "(one) => one.scrollHeight - one.clientHeight"
    assert page.locator(".sentence").evaluate(cut) <= 0


# How far the page slides, which parts of the result are not whole in the window, and which places
# touch the colour of their row.
ENDED = """() => {
  const shown = [...document.querySelectorAll(".standings, .standings :is(li, button)")];
  const box = (one) => one.getBoundingClientRect();
  const left = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return box(range).left;
  };
  const edge = (row) => box(row).left + parseFloat(getComputedStyle(row).borderLeftWidth);
  return {
    slides: document.documentElement.scrollHeight - innerHeight,
    wide: document.documentElement.scrollWidth - innerWidth,
    cut: shown.filter((one) => box(one).bottom > innerHeight).map((one) => one.textContent),
    touched: [...document.querySelectorAll(".standings li")]
      .filter((row) => left(row.querySelector(".place")) < edge(row) + 1)
      .map((row) => row.textContent),
  };
}"""


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("players", [4, 8, 12])
def test_the_end_is_whole_beside_the_boards(
    window: OpenWindow, table: MemoryTable, players: int, language: str
) -> None:
    """Twelve players pushed the ways on below the screen, and 10 and 11 stood on their colour."""
    play(table, Scene("knister", NAMES[:players], None))
    page = window("/", viewport=SMALL, locale=language)
    expect(page.locator(".standings li")).to_have_count(players)
    expect(page.locator(".standings-actions .button").first).to_be_visible()
    seen = page.evaluate(ENDED)
    assert seen == {"slides": 0, "wide": 0, "cut": [], "touched": []}

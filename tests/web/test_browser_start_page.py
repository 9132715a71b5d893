"""The start page at first sight: the code for phones is whole, and a name can be typed."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import resize
from tests.web.conftest import OpenWindow
from tests.web.kept_windows import KeptWindows
from tests.web.memory_table import MemoryTable
from tests.web.screen import sit_down
from tests.web.screens import LONG, SHORT
from tests.web.screens_pages import DrawnLesson
from web.port import CameraView

# How much of each lies between the top of the window and the row with Start: 1 is all of it.
IN_SIGHT = """(parts) => {
  const row = document.querySelector(".start-row").getBoundingClientRect();
  const end = Math.min(innerHeight, row.top);
  return [...document.querySelectorAll(parts)].map((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    if (left < 0 || right > innerWidth) return 0;
    return Math.max(0, Math.min(bottom, end) - Math.max(top, 0)) / (bottom - top);
  });
}"""

# How far each piece, and each number on one, lies within its picture, and each picture in its card.
WITHIN = """() => {
  const within = (one, { left, right, top, bottom }) => {
    const box = one.getBoundingClientRect();
    return Math.min(left - box.left, box.right - right, top - box.top, box.bottom - bottom);
  };
  const drawn = (one) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return one.matches("svg") ? one.getBoundingClientRect() : text.getBoundingClientRect();
  };
  return [...document.querySelectorAll(".game-art")].map((art) => [
    within(art.closest(".game-card"), art.getBoundingClientRect()),
    ...[...art.children].map((one) => within(art, one.getBoundingClientRect())),
    ...[...art.children].map((one) => within(art, drawn(one))),
    ...[...art.querySelectorAll(".art-card")].map((one) => within(one, drawn(one))),
  ]);
}"""
# Where what stands in the row with Start begins and ends, and the row itself.
ENDS = """() => [".start-row", ".two-ways", ".start"].map((one) => {
  const { left, right } = document.querySelector(one).getBoundingClientRect();
  return [Math.round(left), Math.round(right)];
})"""

ROW = """() => document.querySelector(".start-row").getBoundingClientRect().height"""
SLIDES = """() => document.documentElement.scrollWidth - document.documentElement.clientWidth"""
LOW = ((1024, 600), (960, 540), (800, 480), (844, 390), (740, 360), (667, 375))


@pytest.fixture
def start_page(table: MemoryTable, kept_windows: KeptWindows) -> Iterator[str]:
    """The address of a page as the program shows it: a recording, and dice that can be taught."""
    table.camera = CameraView("recording", "watching")
    table.hand = False
    table.touch()
    with kept_windows.serving(table, teach=DrawnLesson(None)) as where:
        yield where


@pytest.fixture
def window(start_page: str, kept_window: OpenWindow) -> OpenWindow:
    """Asked for after the page, it is given back before that ends."""
    return kept_window


def opened(window: OpenWindow, at: str, size: tuple[int, int], language: str = "en") -> Page:
    width, height = size
    page = window("/", at, viewport={"width": width, "height": height}, locale=language)
    page.wait_for_selector(".quiet-link")
    return page


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("size", [(1280, 800), (1024, 768), (1024, 600), (1366, 650), (1920, 1080)])
def test_the_code_for_phones_is_whole_beside_the_steps_however_long_they_get(
    window: OpenWindow, start_page: str, size: tuple[int, int], language: str
) -> None:
    page = opened(window, start_page, size, language)
    assert page.evaluate(IN_SIGHT, ".join-code, .address") == [1, 1]
    page.locator(".game-card").first.click()
    for name in SHORT:
        page.locator(".add-person input").fill(name)
        page.locator(".add-person button").click()
    for fold in page.locator(".fold summary").all():
        fold.click()
    for scrolled in (0, 300, 10_000):
        page.evaluate("(y) => window.scrollTo(0, y)", scrolled)
        assert page.evaluate(IN_SIGHT, ".join-code, .address") == [1, 1], scrolled


@pytest.mark.parametrize("size", [(800, 480), (360, 740)])
def test_on_a_small_screen_the_code_is_whole_at_the_end_of_the_page(
    window: OpenWindow, start_page: str, size: tuple[int, int]
) -> None:
    page = opened(window, start_page, size)
    page.evaluate("window.scrollTo(0, 10_000)")
    assert page.evaluate(IN_SIGHT, ".join-code, .address") == [1, 1]


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_on_a_low_screen_a_name_can_be_typed_at_once_and_the_next_ones_after_it(
    window: OpenWindow, start_page: str, language: str
) -> None:
    """Small touchscreens, and phones turned sideways; the row with Start is one line there."""
    page = opened(window, start_page, LOW[0], language)
    for width, height in LOW:
        resize(page, width, height)
        assert page.evaluate(IN_SIGHT, ".game-card, .add-person input") == [1] * 5, (width, height)
    page.locator(".game-card.fortuna").click()  # which lacks the numbers on its cards, too
    for name in ("", *SHORT):
        if name:
            page.locator(".add-person input").fill(name)
            page.locator(".add-person button").click()
        for width, height in LOW:
            resize(page, width, height)
            page.locator(".add-person input").blur()
            page.locator(".add-person input").focus()
            assert page.evaluate(IN_SIGHT, ".add-person input") == [1], (name, width, height)
            assert page.evaluate(ROW) <= 96, (name, width, height)
            assert page.evaluate(SLIDES) <= 0, (name, width, height)


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_on_a_phone_a_name_can_be_typed_at_once_above_two_lines_of_ways(
    window: OpenWindow, start_page: str, language: str
) -> None:
    page = opened(window, start_page, (390, 844), language)
    for width in (390, 360):
        resize(page, width, 844)
        assert page.evaluate(IN_SIGHT, ".game-card, .add-person input") == [1] * 5, width
        ways = page.locator(".two-ways").bounding_box()
        assert ways is not None
        assert ways["height"] <= 60, width


def test_every_picture_keeps_within_its_card_and_all_that_is_drawn_within_the_picture(
    window: OpenWindow, start_page: str
) -> None:
    page = opened(window, start_page, (320, 568))
    sizes = [(320, 568), (390, 844), (601, 500), (760, 900), (761, 500), (761, 900)]
    for width, height in [*sizes, (960, 600), (1024, 600), (1280, 800)]:
        resize(page, width, height)
        pictures = page.evaluate(WITHIN)
        assert len(pictures) == 4
        assert min(map(min, pictures)) >= 2, (width, height, pictures)


def test_start_ends_where_its_neighbours_do_once_nothing_is_missing(
    window: OpenWindow, start_page: str
) -> None:
    page = opened(window, start_page, (320, 568))
    page.locator(".game-card").first.click()
    for name in SHORT:
        page.locator(".add-person input").fill(name)
        page.locator(".add-person button").click()
    page.wait_for_selector(".start:enabled")
    for width, height in ((320, 568), (390, 568), (740, 720), (760, 720)):
        resize(page, width, height)
        row, ways, start = page.evaluate(ENDS)
        assert (ways, start) == (row, row), width
    for width, height in ((761, 800), (1024, 800), (1280, 800), *LOW):
        resize(page, width, height)
        row, ways, start = page.evaluate(ENDS)  # beside the two ways, and the last of the row
        assert (ways[0], start[1]) == tuple(row), (width, height)


@pytest.mark.parametrize("size", [(390, 844), (740, 360)])
def test_a_match_begins_at_the_top_of_its_page(
    kept_window: OpenWindow, table: MemoryTable, size: tuple[int, int]
) -> None:
    """Who had slid down to Start missed the one sentence that says what is due."""
    page = kept_window("/", viewport={"width": size[0], "height": size[1]})
    sit_down(page, "Pickomino", "Ann", "Bo", "Cy")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".stage")).to_be_visible()
    assert page.evaluate("scrollY") == 0


def test_nothing_is_seen_below_the_row_with_start_where_the_device_scales_the_page(
    window: OpenWindow, start_page: str
) -> None:
    """In the last line of the screen came out what lay behind: two dark specks of a frame."""
    page = window(
        "/", start_page, viewport={"width": 1280, "height": 800}, device_scale_factor=1.25
    )
    sit_down(page, "Pickomino", *LONG)
    for fold in page.locator(".fold summary").all():
        fold.click()
    for slid in (140, 230, 320, 510):
        page.evaluate("(y) => scrollTo(0, y)", slid)
        shot = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        last = np.asarray(shot)[-1, : 5 * 960 // 4]
        assert np.ptp(last, axis=0).max() <= 4, slid


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe", "knister", "fortuna"])
def test_on_a_phone_no_fold_slides_the_page_sideways_however_long_the_names(
    window: OpenWindow, start_page: str, game: str
) -> None:
    page = opened(window, start_page, (320, 568), "pl")
    page.locator(f".game-card.{game}").click()
    for name in LONG[:5] if game == "fortuna" else LONG:
        page.locator(".add-person input").fill(name)
        page.locator(".add-person button").click()
    closed = page.locator("details.fold:not([open]) > summary")
    while closed.count():
        closed.first.click()
    for width in (320, 360, 390, 800):
        resize(page, width, 800)
        assert page.evaluate(SLIDES) <= 0, width

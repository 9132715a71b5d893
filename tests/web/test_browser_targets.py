"""On a phone every button, link, field and slider is 44 px large, on all pages, in all dialogs.

What is written on the pages beside the table has 16 px there.

One window goes through all of them, for opening windows is what takes the time.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import serving
from tests.web.memory_table import MemoryTable
from tests.web.screens import play_scene, show_camera
from tests.web.screens_pages import DrawnLesson, lessons, line_of, recorded

OpenWindow = Callable[..., Page]
SMALL = {"width": 390, "height": 844}
# A field in a label is as large as the label. The dice in the picture are as large as they lie
# there: larger ones would cover their neighbours, and each can be touched in the tray too.
TARGETS = """() => {
  const all = [...document.querySelectorAll(
    "button:not(.die-reading), a[href], select, summary, label.button, input:not(.unseen)")];
  const named = (one) => `${one.localName}.${one.className.baseVal ?? one.className}`;
  return all
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert]"))
    .map((one) => [named(one), (one.closest("label") || one).getBoundingClientRect()])
    .filter(([, box]) => Math.round(box.width) < 44 || Math.round(box.height) < 44)
    .map(([name, box]) => `${name} ${Math.round(box.width)} x ${Math.round(box.height)}`);
}"""

# What is written, or is to be written, in letters of less than 16 px, pictures apart.
LETTERS = """() => [...document.querySelectorAll("main *, .dialog *")]
  .filter((one) => one.checkVisibility() && !one.closest("svg, .unseen, .uplot"))
  .filter((one) => one.matches("input, select") ||
    [...one.childNodes].some((part) => part.nodeType === Node.TEXT_NODE && part.data.trim()))
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 16)
  .map((one) => `${one.localName}.${one.className} ${one.textContent.trim().slice(0, 30)}`)"""


def small(page: Page) -> list[str]:
    found: list[str] = page.evaluate(TARGETS)
    return found


def go(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("html[data-ready]")


@pytest.mark.parametrize(
    "name", ["pickomino-unsure", "deluxe-over", "knister-write", "fortuna-place", "fortuna-take"]
)
def test_views_and_dialogs_of_a_match(window: OpenWindow, table: MemoryTable, name: str) -> None:
    scene = play_scene(table, name)
    if scene.camera:
        show_camera(table, scene.camera)
    page = window(viewport=SMALL, locale="de")
    assert small(page) == []
    for at in range(page.locator(".bar button").count()):
        page.locator(".bar button").nth(at).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert small(page) == [], at
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
    die = page.locator(".die-button").first
    if die.count():
        die.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert small(page) == []
        page.keyboard.press("Escape")
    go(page, page.url + "seat/1")
    assert small(page) == []


def test_the_set_up(window: OpenWindow, table: MemoryTable) -> None:
    page = window(viewport=SMALL)
    for name in ("Ann", "Bo"):
        page.locator(".add-person input").fill(name)
        page.locator(".add-person button").click()
    for card in range(4):
        page.locator(".game-card").nth(card).click()
        page.get_by_text("Join a table that is already being played").wait_for()
        folded = page.locator(".fold:not([open]) > summary")
        while folded.count():
            folded.first.click()
        assert small(page) == [], card


def test_the_pages_of_the_record(chromium: Browser, tmp_path: Path) -> None:
    with recorded(tmp_path) as (table, match_id), serving(table) as address:
        context = chromium.new_context(viewport=SMALL, locale="en")  # type: ignore[arg-type]
        page = context.new_page()
        for path in ("/statistics", f"/record/{match_id}#1", "/record",
                     f"/position?line={quote(line_of(table, match_id))}"):  # fmt: skip
            go(page, address + path)
            for summary in page.locator("summary").all():
                summary.click()
            assert small(page) == [], path
            if path in ("/statistics", "/record"):
                assert page.evaluate(LETTERS) == [], path
        context.close()


@pytest.mark.parametrize("moment", lessons())
def test_a_lesson(window: OpenWindow, moment: str) -> None:
    with serving(MemoryTable(), teach=DrawnLesson(lessons()[moment])) as address:
        page = window("/teach", address=address, viewport=SMALL, locale="de")
        assert small(page) == []
        assert page.evaluate(LETTERS) == []

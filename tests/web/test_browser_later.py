"""Parts of the page that are fetched later, where the network is away for a moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.memory_table import MemoryTable
from tests.web.screen import sit_down
from tests.web.screens import play_scene

# A table that is being laid out, as the page keeps it.
LAID_OUT = """() => {
  const kept = JSON.parse(sessionStorage.getItem("setup"));
  sessionStorage.setItem("setup", JSON.stringify({ ...kept, position: kept.position ?? {} }));
}"""
JS = {"Content-Type": "text/javascript"}


@contextmanager
def window_without(
    chromium: Browser, address: str, file: str, times: int
) -> Iterator[tuple[Page, list[str], list[str]]]:
    """A page that asks for this file in vain so often; yields what it asked, and what broke."""
    context = chromium.new_context(locale="en", reduced_motion="reduce")
    page = context.new_page()
    asked: list[str] = []
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))

    def serve(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) <= times:
            route.abort()
        else:
            route.continue_()

    page.route(f"**/{file}*", serve)
    page.goto(address)
    yield page, asked, broken
    context.close()


def until_asked(page: Page, asked: list[str], times: int) -> None:
    for _ in range(100):
        if len(asked) >= times:
            return
        page.wait_for_timeout(200)
    raise AssertionError(f"never asked for the {times}th time: {asked}")


@pytest.mark.parametrize(
    ("name", "view", "file", "times", "shown"),
    [
        ("knister-write", "/", "js/knister.js", 2, ".board"),
        ("knister-write", "/", "js/knister_room.js", 1, ".board"),  # knister.js imports it
        ("knister-write", "/board", "js/knister_room.js", 2, ".board"),
        ("fortuna-place", "/seat/1", "js/fortuna.js", 3, ".card"),
        ("pickomino-over", "/board", "js/standings.js", 2, ".standings"),
        ("pickomino-over", "/", "css/standings.css", 2, ".standings"),
    ],
)
def test_a_part_comes_once_the_network_is_back_though_nothing_else_happens(
    chromium: Browser,
    address: str,
    table: MemoryTable,
    name: str,
    view: str,
    file: str,
    times: int,
    shown: str,
) -> None:
    play_scene(table, name)
    with window_without(chromium, address + view, file, times) as (page, asked, broken):
        expect(page.locator(shown).first).to_be_visible(timeout=20_000)
        assert len(asked) > times
        assert broken == []


def test_parts_that_no_browser_can_read_are_asked_for_once(
    chromium: Browser, address: str, table: MemoryTable
) -> None:
    """They do not become better by asking again, nor does the page by being loaded anew."""
    play_scene(table, "knister-write")
    context = chromium.new_context(locale="en", reduced_motion="reduce")
    page = context.new_page()
    asked: list[str] = []

    def garbage(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body="not a module (", headers=JS)

    for file in ("js/knister.js", "js/standings.js"):
        page.route(f"**/{file}*", garbage)
    begun: list[str] = []
    page.on("framenavigated", lambda frame: begun.append(frame.url))
    page.goto(address)
    until_asked(page, asked, 2)
    page.wait_for_timeout(3000)  # it would ask again after a second
    assert (len(begun), len(asked)) == (1, 2)
    expect(page.locator("h1")).to_be_visible()
    context.close()


@pytest.mark.parametrize(
    "file", ["js/main.js", "js/bar.js", "css/for_table.css", "words/*/en.json"]
)
@pytest.mark.parametrize("view", ["/", "/board"])
def test_a_page_that_came_in_part_begins_anew_once_the_rest_can_be_had(
    chromium: Browser, address: str, table: MemoryTable, view: str, file: str
) -> None:
    play_scene(table, "pickomino-take")
    with window_without(chromium, address + view, file, 2) as (page, asked, broken):
        until_asked(page, asked, 3)
        page.wait_for_timeout(1000)  # until it has begun anew
        expect(page.locator("html[data-ready]")).to_be_attached(timeout=20_000)
        expect(page.locator(".grill")).to_be_visible(timeout=20_000)
        sheets = page.evaluate("[...document.styleSheets].map((one) => one.cssRules.length)")
        assert min(sheets) > 0
        assert broken == []


def test_the_longer_a_page_cannot_begin_the_longer_it_waits(
    chromium: Browser, address: str
) -> None:
    """A file that is never to be had makes no page that loads itself without end."""
    with window_without(chromium, address, "js/bar.js", 1000) as (page, asked, _):
        begun: list[str] = []
        page.on("framenavigated", lambda frame: begun.append(frame.url))
        page.wait_for_timeout(9000)
        assert len(begun) <= 4  # after one, two and four seconds
        assert len(asked) <= 2 * 5  # early, and again where it is imported
        until_asked(page, asked, 3)


def test_the_set_up_waits_for_what_lays_out_a_table(chromium: Browser, address: str) -> None:
    """Its presses did nothing but break while that was not there, after a reload."""
    context = chromium.new_context(locale="en", reduced_motion="reduce")
    page = context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.goto(address)
    sit_down(page, "Pickomino", "Ann", "Bo")
    page.evaluate(LAID_OUT)
    slow: list[Route] = []
    page.route("**/js/join_table.js*", lambda route: slow.append(route))
    page.reload()
    page.wait_for_selector("html[data-ready]")
    page.get_by_label("Name of a player").fill("Cy")
    page.get_by_role("button", name="Add").click()
    page.wait_for_timeout(300)
    for route in slow:
        route.continue_()
    assert broken == []
    context.close()

"""Parts of the page that are fetched later, where the network is away for a moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.memory_table import MemoryTable
from tests.web.screens import SCENES, play

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


@pytest.mark.parametrize(
    ("name", "view", "file", "times", "shown"),
    [
        ("knister-write", "/", "js/knister.js", 2, ".board"),
        ("knister-write", "/", "js/knister_room.js", 1, ".board"),  # knister.js imports it
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
    scene = SCENES[name]
    assert scene
    play(table, scene)
    with window_without(chromium, address + view, file, times) as (page, asked, broken):
        expect(page.locator(shown).first).to_be_visible(timeout=20_000)
        assert len(asked) > times
        assert broken == []


def test_a_part_that_no_browser_can_read_makes_the_page_begin_anew_once(
    chromium: Browser, address: str, table: MemoryTable
) -> None:
    scene = SCENES["knister-write"]
    assert scene
    play(table, scene)
    context = chromium.new_context(locale="en", reduced_motion="reduce")
    page = context.new_page()
    page.route("**/js/knister.js*", lambda route: route.fulfill(body="not a module (", headers=JS))
    begun: list[str] = []
    page.on("framenavigated", lambda frame: begun.append(frame.url))
    page.goto(address)
    page.wait_for_timeout(9000)  # four rounds of what takes two seconds
    assert len(begun) == 2
    expect(page.locator("h1")).to_be_visible()
    context.close()

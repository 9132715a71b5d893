"""Lines that are lost: silence, sleep, a night, and browsers that have no shared worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import serving, wait_until
from tests.web.memory_table import MemoryTable
from web.port import Command

OpenWindow = Callable[..., Page]
ROLL = list("4442251w")
NO_WORKER = "delete window.SharedWorker"
# How many words have come on the lines of this page.
COUNT_WORDS = """
  window.words = 0;
  window.EventSource = class extends EventSource {
    constructor(...told) {
      super(...told);
      for (const kind of ["snapshot", "beat"]) this.addEventListener(kind, () => window.words++);
    }
  };
"""
# What a browser does when its window goes behind another, or comes to the front again.
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
SECOND = 1000


@pytest.fixture
def begun(table: MemoryTable) -> MemoryTable:
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", None, start)).ok
    return table


@pytest.fixture
def alone(chromium: Browser, address: str, begun: MemoryTable) -> Iterator[tuple[Page, list[str]]]:
    """A page without a shared worker under a clock that can be moved, and the streams it opened.

    The first word has come: what is said later would make a silence shorter.
    """
    context = chromium.new_context(locale="en", reduced_motion="reduce")
    context.add_init_script(NO_WORKER)
    context.add_init_script(COUNT_WORDS)
    page = context.new_page()
    page.clock.install()
    streams: list[str] = []
    page.on("request", lambda one: streams.append(one.url) if one.url.endswith("/events") else None)
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    wait_until(page, "window.words > 0")
    yield page, streams
    context.close()


def roll(table: MemoryTable) -> None:
    assert table.submit(Command("roll", None, {"dice": ROLL})).ok


def keeps(page: Page) -> None:
    """The page has the roll, and may press."""
    expect(page.locator('[data-choice="keep 4"]')).to_be_visible()
    expect(page.locator(".line-lost")).to_have_count(0)


def test_without_a_shared_worker_a_page_has_a_stream_of_its_own(
    alone: tuple[Page, list[str]], begun: MemoryTable
) -> None:
    page, streams = alone
    expect(page.locator(".line-lost")).to_have_count(0)
    roll(begun)
    keeps(page)
    page.locator('[data-choice="keep 4"]').click()
    expect(page.locator(".total-number")).to_have_text("12")
    assert len(streams) == 1


def test_a_line_that_is_silent_for_25_seconds_is_opened_anew(
    alone: tuple[Page, list[str]], begun: MemoryTable
) -> None:
    page, streams = alone
    page.clock.fast_forward(20 * SECOND)
    page.wait_for_timeout(100)
    assert len(streams) == 1, "two beats may be late"
    with page.expect_request("**/events"):
        page.clock.fast_forward(30 * SECOND)  # long enough where a beat has come just now
    assert len(streams) == 2
    roll(begun)
    keeps(page)


def test_a_hidden_page_gives_its_stream_back_and_catches_up(
    alone: tuple[Page, list[str]], begun: MemoryTable
) -> None:
    page, streams = alone
    page.evaluate(HIDE, True)
    roll(begun)
    page.wait_for_timeout(300)
    expect(page.locator("[data-choice]")).to_have_count(0)
    page.clock.fast_forward(60 * SECOND)
    page.wait_for_timeout(100)
    assert len(streams) == 1, "a page that nobody sees needs no line"
    page.evaluate(HIDE, False)
    keeps(page)
    assert len(streams) == 2


def test_a_laptop_that_slept_opens_its_line_as_it_wakes(
    alone: tuple[Page, list[str]], begun: MemoryTable
) -> None:
    """Its clock has jumped, no event told it so: the first thing that wakes it is the network."""
    page, streams = alone
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 7200)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.clock.resume()
    roll(begun)
    keeps(page)
    assert len(streams) >= 2


def test_where_the_shared_worker_cannot_be_loaded_the_page_helps_itself(
    chromium: Browser, address: str, begun: MemoryTable
) -> None:
    context = chromium.new_context(locale="en", reduced_motion="reduce")
    page = context.new_page()

    def without(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        body = answer.text().replace("js/stream_worker.js", "js/there_is_none.js")
        route.fulfill(response=answer, body=body)  # type: ignore[attr-defined]

    page.route(f"{address}/", without)
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    assert "there_is_none" in (page.get_attribute("#page", "data-worker") or "")
    roll(begun)
    keeps(page)
    context.close()


@pytest.mark.parametrize("worker", [True, False], ids=["shared worker", "alone"])
def test_a_page_left_open_overnight_is_alive_in_the_morning(
    chromium: Browser, begun: MemoryTable, worker: bool
) -> None:
    """The table was switched off in the night and is started anew after breakfast."""
    context = chromium.new_context(locale="en", reduced_motion="reduce")
    if not worker:
        context.add_init_script(NO_WORKER)
    page = context.new_page()
    page.clock.install()
    with serving(begun) as address:
        page.goto(address)
        page.wait_for_selector("html[data-ready]")
        expect(page.locator("h1")).to_have_text("Ann, roll 8 dice.")
        if not worker:
            page.evaluate(HIDE, True)
    if worker:
        expect(page.locator(".line-lost")).to_be_visible()
    page.clock.fast_forward("09:30:00")
    expect(page.locator(".grill .tiles > li")).to_have_count(16)  # what was last known
    roll(begun)
    with serving(begun, port=int(address.rsplit(":", 1)[1])):
        if not worker:
            page.evaluate(HIDE, False)
        keeps(page)
        page.locator('[data-choice="keep 4"]').click()
        expect(page.locator(".total-number")).to_have_text("12")
    context.close()

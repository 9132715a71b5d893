"""Lines that are lost: silence, sleep, a night, and browsers that have no shared worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

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


def worker_from(page: Page, address: str, script: str) -> None:
    """Let the page's shared worker be another of our scripts."""

    def without(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(
            response=answer, body=answer.text().replace("js/stream_worker.js", f"js/{script}")
        )

    page.route(f"{address}/", without)
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    assert script in (page.get_attribute("#page", "data-worker") or "")


# There is none: browsers say so, though not every time. The module is one that hears nobody.
@pytest.mark.parametrize("script", ["there_is_none.js", "line.js"])
def test_where_the_shared_worker_does_not_answer_the_page_helps_itself(
    chromium: Browser, address: str, begun: MemoryTable, script: str
) -> None:
    context = chromium.new_context(locale="en", reduced_motion="reduce")
    page = context.new_page()
    worker_from(page, address, script)
    roll(begun)
    keeps(page)
    context.close()


# A worker of the test's own: what it hears is kept, and it says what the test lets it say.
OWN_WORKER = """
  window.heard = [];
  window.SharedWorker = class {
    port = { start() {}, close() {}, postMessage: (word) => window.heard.push(word) };
    constructor() { window.worker = this; }
  };
"""
HERE = "worker.port.onmessage({ data: {} })"


@pytest.fixture
def own_worker(
    chromium: Browser, address: str, begun: MemoryTable
) -> Iterator[tuple[Page, list[str]]]:
    """A page whose worker is the test's, under a clock that stands, and the streams it opened."""
    context = chromium.new_context(locale="en", reduced_motion="reduce")
    context.add_init_script(OWN_WORKER)
    page = context.new_page()
    page.clock.install()
    streams: list[str] = []
    page.on("request", lambda one: streams.append(one.url) if one.url.endswith("/events") else None)
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.evaluate(HERE)
    yield page, streams
    context.close()


def test_a_shared_worker_that_dies_is_noticed_within_25_seconds(
    own_worker: tuple[Page, list[str]], begun: MemoryTable
) -> None:
    page, streams = own_worker
    for _ in range(3):
        page.clock.run_for(10 * SECOND)
        page.evaluate(HERE)
    page.clock.run_for(24 * SECOND)
    assert streams == [], "it spoke all the time"
    with page.expect_request("**/events"):
        page.clock.run_for(2 * SECOND)
    assert page.evaluate("heard") == ["hello", "bye"]
    assert page.evaluate("worker.port.onmessage") is None, "it is not heard beside the own line"
    roll(begun)
    keeps(page)
    page.evaluate("worker.onerror()")
    page.clock.run_for(10 * SECOND)
    assert len(streams) == 1


def test_a_page_that_slept_asks_its_worker_before_it_gives_it_up(
    own_worker: tuple[Page, list[str]],
) -> None:
    page, streams = own_worker
    page.clock.fast_forward("02:00:00")
    assert page.evaluate("heard") == ["hello", "hello"]
    page.evaluate(HERE)
    page.clock.run_for(20 * SECOND)
    assert streams == []


def test_a_hidden_page_does_not_open_a_line_of_its_own(
    own_worker: tuple[Page, list[str]], begun: MemoryTable
) -> None:
    page, streams = own_worker
    page.evaluate(HIDE, True)
    page.clock.run_for(60 * SECOND)
    assert streams == []
    page.evaluate(HIDE, False)
    with page.expect_request("**/events"):
        page.clock.run_for(6 * SECOND)
    roll(begun)
    keeps(page)


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

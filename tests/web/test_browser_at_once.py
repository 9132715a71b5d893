"""What is stored beside the table comes to every open page at once, not at the next press."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import wait_until
from tests.web.memory_table import MemoryTable
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


PUT = """async ([name, document]) => {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(document);
  await fetch(`/shelf/${name}`, { method: "POST", headers, body });
}"""


def put(page: Page, name: str, document: dict[str, Any]) -> None:
    page.evaluate(PUT, [name, document])


def test_a_house_rule_reaches_the_other_pages_and_makes_no_press_stale(
    window: OpenWindow, table: MemoryTable
) -> None:
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", data=start)).ok
    assert table.submit(Command("roll", data={"dice": list("1112345w")})).ok
    page, phone = window(), window("/seat/0")
    phone.evaluate("localStorage.setItem('odds', 'on')")
    seen = table.snapshot().revision
    put(page, "table-rules", {"odds": 1})
    expect(phone.locator(".choice .odds")).to_have_count(6)
    put(page, "table-rules", {"odds": 0})
    expect(phone.locator(".choice .odds")).to_have_count(0)
    assert table.submit(Command("choose", 0, {"choice": "keep 1"}, seen)).ok


def test_a_colour_reaches_the_other_pages(window: OpenWindow, table: MemoryTable) -> None:
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", data=start)).ok
    page, watch = window(), window("/watch")
    put(page, "colours", {"Ann": "plum"})
    own = "(player) => player.style.getPropertyValue('--seat')"
    wait_until(watch, f"() => ({own})(document.querySelector('.player')) === '#a26bd0'")
    expect(watch.locator(".player").first).to_contain_text("Ann")

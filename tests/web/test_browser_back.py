"""The browser's Back closes what is open first, and a reload keeps a set-up that is half made."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.memory_table import MemoryTable
from web.port import CameraView, Command

OpenWindow = Callable[..., Page]


def test_back_closes_the_dialog_and_then_leaves_the_page(window: OpenWindow) -> None:
    page = window("/record")
    page.goto(page.url.removesuffix("record"))
    page.wait_for_selector("html[data-ready]")
    dialog = page.get_by_role("dialog")
    for way in ("back", "escape", "back"):
        page.get_by_role("button", name="Menu").click()
        expect(dialog).to_be_visible()
        page.go_back() if way == "back" else page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        expect(page.locator(".setup")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.keyboard.press("Escape")
    page.evaluate("history.back()")
    page.wait_for_url("**/record")


def test_a_reload_keeps_the_game_and_the_names_until_a_match_begins(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = window()
    page.get_by_role("radio", name="Knister").click()
    for name in ("Ann", "Bo"):
        page.get_by_label("Name of a player").fill(name)
        page.keyboard.press("Enter")
    page.reload()
    expect(page.get_by_role("radio", name="Knister")).to_have_attribute("aria-checked", "true")
    expect(page.locator(".chosen-people .name")).to_have_text(["Ann", "Bo"])
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".board")).to_have_count(2)
    assert table.submit(Command("end", None, {}, table.snapshot().revision)).ok
    expect(page.locator(".setup")).to_be_visible()
    page.reload()
    expect(page.locator(".game-card.chosen")).to_have_count(0)


def test_the_start_button_ends_where_the_column_does(
    window: OpenWindow, table: MemoryTable
) -> None:
    table.hand, table.camera = False, CameraView("recording", "watching")
    table.renew()
    page = window(viewport={"width": 1280, "height": 800})
    page.get_by_role("radio", name="Knister").click()
    page.get_by_label("Name of a player").fill("Ann")
    page.keyboard.press("Enter")
    ends = "(one) => Math.round(one.getBoundingClientRect().right)"
    people = page.locator(".people").evaluate(ends)
    assert page.locator(".start").evaluate(ends) == people

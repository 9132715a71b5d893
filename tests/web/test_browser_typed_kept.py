"""Dice that are tapped in outlast a page that is loaded anew, as long as their throw is due."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import once
from tests.web.memory_table import MemoryTable
from tests.web.test_browser_slow_answers import tapped
from web.port import Command, CommandKind

OpenWindow = Callable[..., Page]
READY = "html[data-ready]"


def begin(table: MemoryTable, game: str = "knister") -> None:
    assert table.submit(Command("start", data={"game": game, "players": ["Ann", "Bo"]})).ok


def press(table: MemoryTable, kind: CommandKind, **data: object) -> None:
    """Press at another screen."""
    assert table.submit(Command(kind, data=data)).ok


def tap(page: Page, *faces: str) -> None:
    for face in faces:
        page.locator(f'[data-face="{face}"]').click()


def shows(page: Page, *faces: str) -> None:
    laid = page.locator(".slots .die-button")
    expect(laid).to_have_count(len(faces))
    for at, face in enumerate(faces):
        expect(laid.nth(at)).to_have_attribute("aria-label", f"{face}: take it out")


def asleep(page: Page) -> str:
    """Let the tab forget its page, as a tablet does that sleeps; returns where it was."""
    where = page.url
    page.goto("about:blank")
    return where


def awake(page: Page, where: str) -> None:
    page.goto(where)
    page.wait_for_selector(READY)


@pytest.mark.parametrize("view", ["/", "/seat/0"])
def test_dice_outlast_a_page_that_is_loaded_anew(
    window: OpenWindow, table: MemoryTable, view: str
) -> None:
    begin(table, "pickomino")
    page = window(view)
    tap(page, "4", "w", "2")
    page.reload()
    shows(page, "4", "worm", "2")
    page.get_by_role("button", name="worm: take it out").click()
    tap(page, "3", "3", "1", "1")
    awake(page, asleep(page))
    shows(page, "4", "2", "3", "3", "1", "1")
    tap(page, "5", "5")
    page.locator(".pad-done").click()
    assert once(table, lambda match: match.last_roll).last_roll == tuple("42331155")
    page.reload()
    expect(page.locator('[data-choice="keep 3"]')).to_be_visible()
    press(table, "choose", choice="keep 3")
    shows(page)


@pytest.mark.parametrize("spoilt", ["[null]", "[5]", '"46"', "{}", '["no face"]', "null"])
def test_a_page_begins_whatever_was_kept(
    window: OpenWindow, table: MemoryTable, spoilt: str
) -> None:
    begin(table)
    page = window()
    tap(page, "4")
    page.evaluate(
        """(dice) => {
  const [key] = Object.keys(sessionStorage).filter((one) => one.startsWith("typed"));
  const kept = JSON.parse(sessionStorage.getItem(key));
  sessionStorage.setItem(key, JSON.stringify({ ...kept, dice: JSON.parse(dice) }));
}""",
        spoilt,
    )
    awake(page, asleep(page))
    while page.locator(".slots .die-button").count():
        page.locator(".slots .die-button").first.click()
    tap(page, "1")
    shows(page, "1")


def test_they_are_of_one_tab_and_one_page(window: OpenWindow, table: MemoryTable) -> None:
    begin(table)
    page = window()
    tap(page, "4")
    beside = page.context.new_page()
    awake(beside, page.url)
    shows(beside)
    beside.close()
    where = asleep(page)
    awake(page, f"{where}seat/0")
    shows(page)
    awake(page, where)
    shows(page, "4")


def test_they_are_gone_with_their_throw(window: OpenWindow, table: MemoryTable) -> None:
    """The next throw may want as many dice of the same player: these are not for it."""
    begin(table)
    page = window()
    tap(page, "4")
    where = asleep(page)
    press(table, "roll", dice=["1", "2"])
    for seat in (0, 1):
        assert table.submit(Command("choose", seat, {"choice": "write 1,1"})).ok
    awake(page, where)
    shows(page)
    tap(page, "5")
    where = asleep(page)
    press(table, "end")
    begin(table)
    awake(page, where)
    shows(page)
    assert page.locator("#trouble .trouble").count() == 0


def test_they_stay_where_the_throw_itself_is_pressed_elsewhere(
    window: OpenWindow, table: MemoryTable
) -> None:
    begin(table, "pickomino")
    press(table, "roll", dice=list("4442251w"))
    press(table, "choose", choice="keep 4")
    page = window()
    tap(page, "5", "1")
    where = asleep(page)
    press(table, "choose", choice="throw")
    awake(page, where)
    shows(page, "5", "1")
    page.reload()
    shows(page, "5", "1")


def test_a_page_loaded_anew_while_they_are_on_their_way_knows_them_as_the_roll(
    window: OpenWindow, table: MemoryTable
) -> None:
    """Its answer comes to nobody; the roll that was sent is not somebody else's press."""
    line = tapped(window, table)
    page = line.page
    sent = line.press(".pad-done")
    page.reload()
    page.wait_for_selector(READY)
    shows(page, "3", "4")
    sent.fetch()
    once(table, lambda match: match.last_roll == ("3", "4"))
    expect(page.locator('[data-choice="write 1,1"]')).to_be_visible()
    assert page.locator("#trouble .trouble").all_text_contents() == []
    line.press('[data-choice="write 1,1"]').continue_()
    once(table, lambda match: match.seq == 2)
    shows(page)

"""The answer to a press may come later than what it brought about: each has a line of its own."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.web.browser import once
from tests.web.memory_table import MemoryTable
from web.port import Command

OpenWindow = Callable[..., Page]


def test_dice_tapped_in_for_the_next_throw_outlast_the_answer_to_the_last_one(
    window: OpenWindow, table: MemoryTable
) -> None:
    assert table.submit(Command("start", data={"game": "knister", "players": ["Ann"]})).ok
    page = window()
    late: list[Callable[[], None]] = []

    def answer_later(route: Route) -> None:
        answer = route.fetch()
        late.append(lambda: route.fulfill(response=answer))

    page.route("**/command", answer_later)
    for die in "34":
        page.locator(f'[data-face="{die}"]').click()
    page.locator(".pad-done").click()
    page.locator('[data-choice="write 1,1"]').click()
    page.locator('[data-face="5"]').click()
    expect(page.locator(".slots .die-button")).to_have_count(1)
    for give in late:
        give()
    page.unroute("**/command")
    page.locator('[data-face="6"]').click()
    expect(page.locator(".slots .die-button")).to_have_count(2)
    page.locator(".pad-done").click()
    once(table, lambda match: match.last_roll == ("5", "6"))

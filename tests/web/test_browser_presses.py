"""Set-up in under a minute: how many presses a match costs, counted as people press."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from device.journal import Journal
from device.stills import Stills
from device.table import Table
from rules.game import Over
from tests.web.browser import match_of, once, serving
from web.port import Command

OpenWindow = Callable[..., Page]
NAMES = ("Ann", "Bo")
# The game, a field and its button for each name, start; the letters of the names come on top.
FIRST_MATCH = 1 + 2 * len(NAMES) + 1
SAME_AGAIN = 1
ANOTHER_EVENING = 2  # the game and Start: who played last is there already

COUNT = """() => {
  window.presses = 0;
  for (const kind of ["pointerdown", "keydown"])
    addEventListener(kind, () => window.presses++, { capture: true });
}"""


def presses(page: Page) -> int:
    count: int = page.evaluate("window.presses")
    return count


def test_a_match_takes_few_presses(window: OpenWindow, tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.sqlite3", write=True)
    table = Table(journal, Stills(tmp_path / "stills", 1), program="test").start()
    with serving(table) as address:
        page = window("/", address, viewport={"width": 1024, "height": 768})
        page.evaluate(COUNT)
        page.get_by_role("radio", name="Knister").click()
        for name in NAMES:
            page.get_by_label("Name of a player").click()
            page.keyboard.type(name)
            page.get_by_role("button", name="Add").click()
        page.get_by_role("button", name="Start").click()
        expect(page.locator(".board")).to_have_count(2)
        assert presses(page) == FIRST_MATCH + sum(map(len, NAMES))
        _to_the_end(table)
        again = page.get_by_role("button", name="Play again")
        expect(again).to_be_visible()
        before = presses(page)
        again.click()
        expect(page.locator("button.cell, .pad").first).to_be_visible()
        expect(page.locator(".board .name")).to_have_text(list(NAMES))
        assert presses(page) - before == SAME_AGAIN
        _to_the_end(table)
        page.get_by_role("button", name="Another game").click()
        expect(page.locator(".chosen-people .name")).to_have_text(list(NAMES))
        before = presses(page)
        page.get_by_role("radio", name="Pickomino 2 to 7").click()
        page.get_by_role("button", name="Start").click()
        expect(page.locator(".grill")).to_be_visible()
        assert presses(page) - before == ANOTHER_EVENING
    table.stop()


def _to_the_end(table: Table) -> None:
    """The rest of the match at the table's own speed, once it has begun."""
    once(table, lambda match: not isinstance(match.turn, Over))
    while not isinstance((match := match_of(table)).turn, Over):
        due = [seat for seat, choices in enumerate(match.choices) if choices]
        if due:
            wish = Command("choose", due[0], {"choice": str(match.choices[due[0]][0])})
        else:
            wish = Command("roll", None, {"dice": ["3", "4"]})
        assert table.submit(wish).ok

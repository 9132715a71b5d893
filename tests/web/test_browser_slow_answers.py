"""The answer to a press may come later than what it brought about: each has a line of its own."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from device.table import Table
from tests.web.browser import PATIENCE_S, once, serving, wait_until
from tests.web.memory_table import MemoryTable
from web.port import Command, TablePort

OpenWindow = Callable[..., Page]

# How many answers of the table this page has read, and done what it does with them.
COUNT_READ = """() => {
  const read = Response.prototype.json;
  window.answersRead = 0;
  Response.prototype.json = function () {
    const answer = read.call(this);
    if (new URL(this.url).pathname === "/command")
      answer.then(() => setTimeout(() => (window.answersRead += 1)));
    return answer;
  };
}"""


class SlowLine:
    """The line of a page: what is pressed comes to the table, and its answer back, when told to."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._read = 0
        self.sent: list[Route] = []
        page.evaluate(COUNT_READ)
        page.route("**/command", lambda press: self.sent.append(press))

    def tap(self, *dice: str) -> None:
        for die in dice:
            self.page.locator(f'[data-face="{die}"]').click()

    def press(self, button: str) -> Route:
        """Press a button; what it sends is then on its way."""
        before = len(self.sent)
        self.page.locator(button).click()
        end = time.monotonic() + PATIENCE_S
        while len(self.sent) == before:
            assert time.monotonic() < end, f"{button} sends nothing"
            self.page.wait_for_timeout(10)
        return self.sent[-1]

    def arrive(self, press: Route) -> Callable[[], None]:
        """Let a press come to the table; its answer is given by what this returns."""
        answer = press.fetch()

        def give() -> None:
            press.fulfill(response=answer)
            self._read += 1
            wait_until(self.page, "read => window.answersRead === read", self._read)

        return give


def tapped(window: OpenWindow, table: TablePort, **where: str) -> SlowLine:
    """Begin a match, and tap its first throw in at the end of a slow line."""
    assert table.submit(Command("start", data={"game": "knister", "players": ["Ann"]})).ok
    line = SlowLine(window(**where))
    line.tap("3", "4")
    return line


def test_dice_tapped_in_for_the_next_throw_outlast_the_answer_to_the_last_one(
    window: OpenWindow, table: MemoryTable
) -> None:
    line = tapped(window, table)
    page = line.page
    late = [line.arrive(line.press(".pad-done"))]
    late.append(line.arrive(line.press('[data-choice="write 1,1"]')))
    line.tap("5")
    expect(page.locator(".slots .die-button")).to_have_count(1)
    for give in late:
        give()
    line.tap("6")
    expect(page.locator(".slots .die-button")).to_have_count(2)
    line.arrive(line.press(".pad-done"))()
    once(table, lambda match: match.last_roll == ("5", "6"))


def test_the_next_throw_is_on_its_way_before_the_answer_to_the_last_one(
    window: OpenWindow, table: MemoryTable
) -> None:
    line = tapped(window, table)
    page = line.page
    answer_first = line.arrive(line.press(".pad-done"))
    line.arrive(line.press('[data-choice="write 1,1"]'))()
    line.tap("5", "6")
    second = line.press(".pad-done")
    answer_first()
    page.locator(".pad-done").click()  # once more: it is on its way already
    answer_second = line.arrive(second)
    expect(page.locator('[data-choice="write 1,2"]')).to_be_visible()
    # the page knows these dice as its own: nobody's press elsewhere took them away
    assert page.locator("#trouble .trouble").all_text_contents() == []
    answer_second()
    assert len(line.sent) == 3
    assert once(table, lambda match: match.last_roll == ("5", "6")).seq == 3


def test_a_throw_that_is_sent_again_with_another_die_is_rolled_once(
    window: OpenWindow, real_table: Table
) -> None:
    with serving(real_table) as address:
        line = tapped(window, real_table, address=address)
        page = line.page
        first = line.press(".pad-done")
        page.locator(".slots .die-button").last.click()
        line.tap("5")
        second = line.press(".pad-done")
        line.arrive(first)()
        line.arrive(second)()
        expect(page.locator("#trouble")).to_have_text(
            "The table had moved on already: this is how it stands now."
        )
        saw = {(one.request.post_data_json or {})["seen"] for one in (first, second)}
        assert len(saw) == 1
        match = once(real_table, lambda match: match.last_roll)
        assert (match.seq, match.last_roll) == (1, ("3", "4"))

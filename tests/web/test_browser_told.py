"""What is said for a moment, and that the line is lost, hides nothing that is pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import serving
from tests.web.memory_table import MemoryTable
from web.port import Command

OpenWindow = Callable[..., Page]
SIZES = ((390, 844), (1024, 768), (1280, 800))
# What of the table, and of the way to the menu, lies under the words. On a phone they take two
# lines or three, and so a part of the sentence for a while; on a wider screen they fit the bar.
HIDDEN = """(words) => {
  const told = document.querySelector(words).getBoundingClientRect();
  const wide = innerWidth > 760 ? ", .sentence h1" : "";
  const parts = `.stage *, .dock *, .bar button:last-child${wide}`;
  return [...document.querySelectorAll(parts)]
    .filter((part) => part.getClientRects().length)
    .filter((part) => {
      const box = part.getBoundingClientRect();
      return box.left < told.right && box.right > told.left &&
        box.top + 1 < told.bottom && box.bottom > told.top;
    })
    .map((part) => part.className);
}"""


def send(table: MemoryTable, kind: Any, seat: int | None = None, **data: object) -> None:
    reply = table.submit(Command(kind, seat, data, table.snapshot().revision))
    assert reply.ok, reply


@pytest.mark.parametrize("game", ["pickomino", "knister"])
@pytest.mark.parametrize("path", ["/", "/seat/0"])
@pytest.mark.parametrize("size", SIZES)
def test_what_is_told_hides_no_key_and_no_player(
    window: OpenWindow, table: MemoryTable, game: str, path: str, size: tuple[int, int]
) -> None:
    """A long word, that the table has moved on, and then that the line is lost."""
    viewport = {"width": size[0], "height": size[1]}
    with serving(table) as first:
        send(table, "start", game=game, players=["Ann", "Bo"])
        pages = [
            window(path, first, viewport=viewport, locale=language)
            for language in ("en", "de", "pl")
        ]
        for page in pages:
            page.locator(".face-button").first.click()
            expect(page.locator(".slots .die-button")).to_have_count(1)
        dice = ["3", "4"] if game == "knister" else list("1112345w")
        send(table, "roll", dice=dice)
        for page in pages:
            expect(page.locator(".trouble")).to_be_visible()
            assert page.evaluate(HIDDEN, ".trouble") == []
    for page in pages:
        expect(page.locator(".line-lost")).to_be_visible()
        assert page.evaluate(HIDDEN, ".line-lost") == []

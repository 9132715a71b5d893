"""The keys that dice are tapped in with stand still under the finger, from first to last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import CARD_VALUES
from tests.web.test_browser_fits import WITH_ODDS
from tests.web.test_browser_golden_die import POSITION
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


SIZES = ((390, 844), (1024, 768), (1280, 800))
# Where each key and the button that sends lie in the window.
KEYS = """[...document.querySelectorAll(".face-button, .pad-done")].map((key) => {
  const box = key.getBoundingClientRect();
  return [key.dataset.face || "done", box.left, box.top, box.width, box.height].join(" ");
})"""
LAST_FACES = "(rows) => rows.map((row) => row.lastElementChild.dataset.face)"
# Tap the nth of what is found, each of these after the other: what of it all moved a key.
MOVED = """(taps) => {
  const stood = JSON.stringify(@KEYS@);
  return taps.filter(([where, nth]) => {
    document.querySelectorAll(where)[nth].click();
    return JSON.stringify(@KEYS@) !== stood;
  });
}""".replace("@KEYS@", KEYS)


def send(table: MemoryTable, kind: Any, seat: int | None = None, **data: object) -> None:
    reply = table.submit(Command(kind, seat, data, table.snapshot().revision))
    assert reply.ok, reply


def first_roll(table: MemoryTable) -> None:
    send(table, "start", game="pickomino", players=["Ann", "Bo"])


def rolls_again(table: MemoryTable) -> None:
    first_roll(table)
    send(table, "roll", dice=list("1112345w"))
    send(table, "choose", 0, choice="keep 2")
    send(table, "choose", 0, choice="throw")


def takes_or_throws(table: MemoryTable) -> None:
    first_roll(table)
    send(table, "roll", dice=list("wwwww112"))
    send(table, "choose", 0, choice="keep w")


def golden_die(table: MemoryTable) -> None:
    start = {"game": "pickomino-deluxe", "players": ["Ann", "Bo"], "position": POSITION}
    send(table, "start", **start, options={"golden_die_joins": "any roll"})
    send(table, "choose", 0, choice="golden")


def fortuna(table: MemoryTable) -> None:
    options = {"card_values": CARD_VALUES}
    send(table, "start", game="fortuna", players=["Ann", "Bo"], options=options)


def knister(table: MemoryTable) -> None:
    send(table, "start", game="knister", players=["Ann", "Bo"])
    send(table, "roll", dice=["4", "5"])
    for seat in (0, 1):
        send(table, "choose", seat, choice="write 3,3")


@pytest.mark.parametrize(
    ("scene", "odds"),
    [(first_roll, False), (rolls_again, False), (rolls_again, True), (takes_or_throws, True),
     (golden_die, False), (fortuna, False), (knister, False)],
)  # fmt: skip
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_no_key_moves_while_dice_are_tapped_in(
    window: OpenWindow,
    table: MemoryTable,
    scene: Callable[[MemoryTable], None],
    language: str,
    odds: bool,
) -> None:
    scene(table)
    page = window("/", locale=language)
    if odds:
        page.evaluate(WITH_ODDS)
        page.reload()
        page.wait_for_selector("html[data-ready]")
        expect(page.locator(".dock .odds").first).to_be_visible()
    for width, height in SIZES:
        resize(page, width, height)
        slots = page.locator(".slots > *").count()
        assert slots > 0
        special = page.locator(".faces.special").evaluate_all(LAST_FACES)
        page.locator(".pad-done").scroll_into_view_if_needed()
        stood = page.evaluate(KEYS)
        taps = [(f'[data-face="{face}"]', 0) for face in special]
        taps += [(".faces:not(.special) .face-button", at % 4) for at in range(len(taps), slots)]
        assert page.evaluate(MOVED, taps) == [], width
        expect(page.locator(".slots .die-button")).to_have_count(slots)
        expect(page.locator(".pad-done")).to_be_enabled()
        assert page.evaluate(MOVED, [(".slots .die-button", 0)] * slots) == [], width
        expect(page.locator(".slots .die-button")).to_have_count(0)
        page.locator(".faces .face-button").first.click()  # and with the pointer over it
        assert page.evaluate(KEYS) == stood, width
        page.locator(".slots .die-button").first.click()
        assert page.evaluate(KEYS) == stood, width

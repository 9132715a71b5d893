"""Oh Fortuna's numbers as they are typed in: none is changed silently, all faults are said."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from device.table import Table
from rules.fortuna.cards import read_card_values
from rules.game import BadOptions, Message
from tests.web.browser import once, serving
from tests.web.memory_table import MemoryTable
from tests.web.screen import sit_down
from tests.web.screens import CARD_VALUES
from web.wire import message_json

OpenWindow = Callable[..., Page]
PUT_CARDS = """(values) => fetch("/shelf/fortuna-cards", { method: "POST",
  headers: { "Content-Type": "application/json" }, body: JSON.stringify(values) })"""

RING = """(one) => {
  const { outlineStyle, backgroundColor } = getComputedStyle(one);
  return { outline: outlineStyle, ground: backgroundColor };
}"""


def at_the_cards(window: OpenWindow, *players: str) -> Page:
    """A set-up of Oh Fortuna whose cards are all typed in."""
    page = window()
    page.evaluate(PUT_CARDS, CARD_VALUES)
    page.reload()
    sit_down(page, "Oh Fortuna", *(players or ("Ann", "Bo")))
    expect(page.get_by_role("button", name="Start")).to_be_enabled()
    page.get_by_text("Numbers on the cards").click()
    return page


def field(page: Page, card: int | str) -> Locator:
    return page.locator(".value input").nth(int(card))


def described(page: Page, card: int | str) -> list[str]:
    """What a screen reader hears of a field beside its name."""
    ids = (field(page, card).get_attribute("aria-describedby") or "").split()
    return [page.locator(f"#{one}").inner_text() for one in ids]


def test_every_number_that_cannot_be_is_named_at_its_field_at_once(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = at_the_cards(window)
    bad = {"3": "-5", "7": "1.5", "20": "99999999", "31": "two", "42": "100"}
    with page.expect_response(lambda answer: '"42":"100"' in (answer.request.post_data or "")):
        for card, text in bad.items():
            field(page, card).fill(text)
    for card, text in bad.items():
        expect(field(page, card)).to_have_value(text)
        expect(field(page, card)).to_have_attribute("aria-invalid", "true")
        says = f"The number of card {card} must be a whole number from 0 to 99."
        assert described(page, card) == [says]
    expect(page.locator(".value-wrong")).to_have_count(len(bad))
    # The one that has the focus is not taken for a fault, nor a fault for it.
    field(page, 4).focus()
    ringed = field(page, 4).evaluate(RING)
    faulty = field(page, 3).evaluate(RING)
    assert ringed["outline"] != "none"
    assert faulty["outline"] == "none"
    assert faulty["ground"] != ringed["ground"]
    expect(page.locator("summary")).to_contain_text(["To be mended: 5."])
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    expect(page.locator(".start-row .hint")).to_have_text("Look at the numbers of the cards again.")
    page.reload()  # what is typed outlasts that, as it was typed
    page.get_by_role("radio", name="Oh Fortuna").click()
    for card, text in bad.items():
        expect(field(page, card)).to_have_value(text)
        field(page, card).fill(f" 0{CARD_VALUES[card]}")
    expect(page.locator(".value-wrong")).to_have_count(0)
    page.get_by_role("button", name="Start").click()
    match = once(table, lambda match: match.seq == 0)
    assert match.options["card_values"] == CARD_VALUES


TOO_FEW = {card: 1 for card in CARD_VALUES if not 10 <= int(card) <= 31}


@pytest.mark.parametrize("typed", [{"10": 3}, {"11": 5}, {"10": 9, "13": 0}, {"5": 100}, TOO_FEW])
def test_the_page_finds_what_the_rules_would_refuse(
    window: OpenWindow, table: MemoryTable, typed: dict[str, int]
) -> None:
    """Their sentence is among those of the page, which has the facts from them."""
    page = at_the_cards(window)
    for card, number in typed.items():
        field(page, card).fill(str(number))
    with pytest.raises(BadOptions) as refused:
        read_card_values({**CARD_VALUES, **typed}, 2)
    said = refused.value.message.sentence(())
    expect(page.locator(".value-wrong").filter(has_text=said)).to_have_count(1)
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    marked = {card for card in CARD_VALUES if described(page, card)}
    assert marked <= {*typed, "11", "13"}
    assert marked or typed == TOO_FEW, "their sum is the fault of no single field"


def test_no_field_moves_where_a_number_cannot_be(window: OpenWindow) -> None:
    """The sentence comes below the row: who types goes on where the finger is."""
    page = at_the_cards(window)
    before = [field(page, card).bounding_box() for card in range(4)]
    field(page, 0).fill("x")
    expect(page.locator(".value-wrong")).to_have_count(1)
    assert [field(page, card).bounding_box() for card in range(4)] == before


def test_what_was_said_of_the_set_up_goes_when_the_match_begins(
    window: OpenWindow, real_table: Table
) -> None:
    refused = Message("illegal", "Two players have the same name.")
    answer = {"ok": False, "error": "illegal", "message": message_json(refused)}
    with serving(real_table) as address:
        page = window(address=address)
        sit_down(page, "Knister", "Ann", "Bo")
        page.route("**/command", lambda route: route.fulfill(status=400, json=answer), times=1)
        page.get_by_role("button", name="Start").click()
        expect(page.locator("#trouble .trouble")).to_be_visible()
        page.get_by_role("button", name="Start").click()
        expect(page.locator(".stage")).to_be_visible()
        assert page.locator("#trouble .trouble").count() == 0


@pytest.mark.parametrize("players", [("Ann", "Bo"), ("Ann", "Bo", "Cleo", "Dan", "Eve")])
def test_who_has_no_box_tries_it_with_numbers_that_are_made_up(
    window: OpenWindow, real_table: Table, players: tuple[str, ...]
) -> None:
    """They can be played with, and are never kept as those of somebody's cards."""
    with serving(real_table) as address:
        page = window(address=address)
        sit_down(page, "Oh Fortuna", *players)
        start = page.get_by_role("button", name="Start")
        expect(start).to_be_disabled()
        page.get_by_role("button", name="Try it with made-up numbers").click()
        expect(start).to_be_enabled()
        expect(page.locator("summary", has_text="made up")).to_be_visible()
        expect(page.get_by_text("those on real cards are others")).to_be_visible()
        expect(field(page, 0)).to_have_attribute("readonly", "")
        page.get_by_role("button", name="Type in the numbers of the cards").click()
        expect(start).to_be_disabled()
        field(page, 4).fill("7")
        expect(page.get_by_role("button", name="made up")).to_have_count(0)
        field(page, 4).fill("")
        page.get_by_role("button", name="Try it with made-up numbers").click()
        start.click()
        expect(page.locator(".stage")).to_be_visible()
        page.wait_for_timeout(800)  # longer than what is typed waits to be kept
        kept = page.evaluate("async () => (await fetch('/')).text()")
        assert '"fortuna-cards":{}' in kept or '"fortuna-cards"' not in kept

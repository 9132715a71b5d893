"""What Undo takes back is said beforehand: the last die tapped in, else whose choice and which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import once
from tests.web.memory_table import MemoryTable
from tests.web.screens import CARD_VALUES
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


@pytest.fixture
def send(table: MemoryTable) -> Callable[..., None]:
    def press(kind: Any, seat: int | None = None, **data: Any) -> None:
        assert table.submit(Command(kind, seat, data, table.snapshot().revision)).ok

    return press


@pytest.fixture
def kept(send: Callable[..., None]) -> None:
    """Ann has kept three fours and throws again; the dice are tapped in."""
    send("start", game="pickomino", players=["Ann", "Bo"])
    send("roll", dice=list("4442251w"))
    send("choose", 0, choice="keep 4")


def tap(page: Page, faces: str) -> None:
    for face in faces:
        page.locator(f'[data-face="{face}"]').click()


def laid(page: Page, count: int) -> None:
    expect(page.locator(".slots .die-button")).to_have_count(count)


@pytest.mark.usefixtures("kept")
def test_laid_dice_are_taken_back_one_by_one_before_a_choice(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = window("/", viewport={"width": 390, "height": 844})
    undo = page.locator(".undo")
    expect(undo).to_have_accessible_name("Undo: Ann keeps 3 fours: 12")
    tap(page, "25w")
    expect(undo).to_have_accessible_name("Undo: the last die: worm")
    expect(undo).to_contain_text("the last die: worm")
    undo.click()
    laid(page, 2)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Backspace")
    laid(page, 1)
    page.get_by_role("button", name="2: take it out").click()
    laid(page, 0)
    expect(undo).to_have_accessible_name("Undo: Ann keeps 3 fours: 12")
    undo.click()
    expect(page.locator('[data-choice="keep w"]')).to_be_visible()
    once(table, lambda match: match.seq == 3)  # nothing of the match was taken back before
    expect(page.locator(".happened")).to_have_text("Taken back: Ann keeps 3 fours: 12.")


def test_the_first_throw_of_all_has_its_undo_as_well(
    window: OpenWindow, send: Callable[..., None]
) -> None:
    send("start", game="pickomino", players=["Ann", "Bo"])
    page = window()
    expect(page.locator(".undo")).to_have_count(0)
    tap(page, "1")
    page.get_by_role("button", name="Undo: the last die: 1").click()
    laid(page, 0)
    expect(page.locator(".undo")).to_have_count(0)


@pytest.mark.usefixtures("kept")
def test_laid_dice_stay_while_their_throw_is_due_and_never_go_silently(
    window: OpenWindow, send: Callable[..., None]
) -> None:
    page = window()
    tap(page, "25")
    send("choose", 0, choice="throw")  # by a button of the table, or at another phone
    expect(page.locator("h1")).to_contain_text("5 dice")
    laid(page, 2)
    send("undo")
    expect(page.locator("h1")).to_contain_text("again")
    laid(page, 2)
    expect(page.locator("#trouble")).to_be_empty()
    send("undo")  # and now the keep: those dice are not due any more
    expect(page.locator('[data-choice="keep 4"]')).to_be_visible()
    expect(page.locator("#trouble")).to_contain_text("the dice tapped in so far are taken out")


@pytest.mark.usefixtures("kept")
def test_what_was_sent_goes_without_a_word(window: OpenWindow) -> None:
    page = window()
    tap(page, "2511w")
    page.locator(".pad-done").click()
    expect(page.locator('[data-choice="keep w"]')).to_be_visible()
    expect(page.locator("#trouble")).to_be_empty()


@pytest.mark.usefixtures("kept")
def test_a_phone_takes_back_its_own_choices_only(
    window: OpenWindow, table: MemoryTable, send: Callable[..., None]
) -> None:
    page, ann, bo = window(), window("/seat/0"), window("/seat/1")
    name = "Undo: Ann keeps 3 fours: 12"
    expect(page.get_by_role("button", name=name)).to_be_visible()
    expect(ann.get_by_role("button", name=name)).to_be_visible()
    expect(bo.locator("h1")).to_contain_text("Ann")
    expect(bo.locator(".undo")).to_have_count(0)
    bo.keyboard.press("u")
    expect(bo.locator("#trouble")).to_be_empty()
    ann.get_by_role("button", name=name).click()
    expect(page.locator('[data-choice="keep 4"]')).to_be_visible()


def test_a_steal_is_named_after_the_turn_has_passed_on(
    window: OpenWindow, send: Callable[..., None]
) -> None:
    position = {"stacks": [[], [25]], "grill": [21, 36]}
    send("start", game="pickomino", players=["Ann", "Bo"], position=position)
    send("roll", dice=list("wwwww111"))
    send("choose", 0, choice="keep w")
    send("choose", 0, choice="steal 25 from 1")
    ann, bo = window("/seat/0", locale="de"), window("/seat/1", locale="pl")
    expect(ann.locator(".undo")).to_contain_text("Ann stiehlt 25 von Bo")
    expect(bo.locator(".undo")).to_have_count(0)
    table_page = window()
    expect(table_page.locator(".undo")).to_have_accessible_name("Undo: Ann steals 25 from Bo")


def test_knister_names_the_cell_and_the_player(
    window: OpenWindow, send: Callable[..., None]
) -> None:
    send("start", game="knister", players=["Ann", "Bo"])
    send("roll", dice=["4", "5"])
    send("choose", 1, choice="write 2,3")
    send("choose", 0, choice="write 1,1")
    page, bo = window(), window("/seat/1")
    expect(page.locator(".undo")).to_have_accessible_name("Undo: Ann writes 9 in row 1, column 1")
    expect(bo.locator(".undo")).to_have_accessible_name("Undo: Bo writes 9 in row 2, column 3")


def test_dice_laid_in_fields_are_not_lost_by_an_undo(
    window: OpenWindow, send: Callable[..., None]
) -> None:
    options = {"card_values": CARD_VALUES}
    send("start", game="fortuna", players=["Ann", "Bo"], options=options)
    send("roll", dice=["b2", *"13456"])
    page = window()
    page.locator('[data-choice="air"]').click()
    expect(page.locator(".undo")).to_contain_text("Ann plays in air")
    page.locator("[data-place]:enabled").first.click()
    expect(page.locator(".undo")).to_have_count(0)
    page.get_by_role("button", name="Take one back").click()
    expect(page.locator(".undo")).to_have_count(1)

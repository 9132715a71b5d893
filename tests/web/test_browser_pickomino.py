"""Pickomino in a real browser: set up in three taps, typed by hand to the end, mended."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from rules.game import NeedsRoll, Over
from tests.web.browser import once, serving
from tests.web.memory_table import MemoryTable
from tests.web.screens import play_on
from web.port import CameraView, Command, MatchView

OpenWindow = Callable[..., Page]


def begin(page: Page, *names: str) -> None:
    page.get_by_role("radio", name="Pickomino").first.click()
    for name in names:
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".grill")).to_be_visible()


def type_roll(page: Page, dice: list[str]) -> None:
    for die in dice:
        page.locator(f'[data-face="{die}"]').click()
    page.locator(".pad-done").click()


def settled(page: Page, table: MemoryTable, seq: int) -> MatchView:
    """Wait until the table and then the page have `seq` entries; return the match."""
    match = once(table, lambda match: match.seq == seq)
    page.wait_for_selector(f'#page[data-seq="{seq}"]')
    return match


def choose(page: Page, choice: str) -> None:
    page.locator(f'[data-choice="{choice}"]').click()


def best(match: MatchView) -> str:
    """Return a choice that brings a game to its end soon: any tile, else worms and high faces."""
    listed = [str(choice) for choice in match.choices[match.turn.seats[0]]]  # type: ignore[union-attr]
    order = ("steal", "take", "keep w", "keep 5", "keep 4", "keep 3", "keep 2", "keep 1", "throw")
    return min(
        listed, key=lambda text: next(n for n, start in enumerate(order) if text.startswith(start))
    )


def test_a_whole_game_typed_by_hand(window: OpenWindow, table: MemoryTable) -> None:
    page = window("/", viewport={"width": 1024, "height": 768})
    begin(page, "Ann", "Bo")
    rng = random.Random(11)
    match = settled(page, table, 0)
    while match.seq <= 20 and not isinstance(match.turn, Over):
        throws = not isinstance(match.turn, NeedsRoll) and best(match) == "throw"
        if throws or isinstance(match.turn, NeedsRoll):
            dice: int = match.state["dice_left"] if throws else match.turn.dice  # type: ignore[assignment,union-attr]
            type_roll(page, [rng.choice("12345w") for _ in range(dice)])
        else:
            choose(page, best(match))
        match = settled(page, table, match.seq + (2 if throws else 1))
    play_on(table, rng)  # the rest of the evening at the table's own speed
    expect(page.locator(".standings")).to_be_visible()
    match = once(table, lambda match: isinstance(match.turn, Over))
    rows = page.locator(".standings li")
    expect(rows).to_have_count(2)
    winner = match.turn.winners[0]  # type: ignore[union-attr]
    expect(rows.first).to_contain_text(match.players[winner])
    page.get_by_role("button", name="Play again").click()
    expect(page.locator(".standings")).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("Ann")


FIRST = ["4", "4", "4", "2", "2", "5", "1", "w"]


def test_correction_and_undo_are_one_tap(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    begin(page, "Ann", "Bo")
    type_roll(page, FIRST)
    page.get_by_role("button", name="5: correct this die").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="worm").click()
    expect(page.locator('[data-choice="keep 5"]')).to_have_count(0)
    once(table, lambda match: match.last_roll.count("w") == 2)
    choose(page, "keep w")
    expect(page.locator(".total-number")).to_have_text("10")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".total-number")).to_have_text("0")
    expect(page.locator('[data-choice="keep w"]')).to_be_visible()


def test_the_keyboard_plays_a_turn(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    begin(page, "Ann", "Bo")
    page.locator("body").press("Escape")
    page.evaluate("document.activeElement.blur()")
    for die in [*FIRST[:7], "3"]:
        page.keyboard.press(die)
    page.keyboard.press("Backspace")
    page.keyboard.press("w")
    page.keyboard.press("Enter")
    expect(page.locator('[data-choice="keep 1"]')).to_have_class("choice keep marked")
    page.keyboard.press("ArrowRight")
    expect(page.locator('[data-choice="keep 2"]')).to_have_class("choice keep marked")
    page.keyboard.press("Enter")
    expect(page.locator(".total-number")).to_have_text("4")
    page.keyboard.press("u")
    expect(page.locator(".total-number")).to_have_text("0")


def test_two_windows_show_the_same_and_a_spectator_cannot_press(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = window()
    begin(page, "Ann", "Bo")
    watch, board, bo = window("/watch"), window("/board"), window("/seat/1")
    type_roll(page, FIRST)
    for other in (watch, board, bo):
        expect(other.locator("h1")).to_contain_text("Ann")
        expect(other.locator(".rolled .die")).to_have_count(8)
        expect(other.locator(".choice")).to_have_count(0)
    ann = window("/seat/0")
    ann.locator('[data-choice="keep 4"]').click()
    expect(page.locator(".total-number")).to_have_text("12")
    expect(board.locator(".total-number")).to_have_text("12")
    expect(board.locator("button:not(.bar-button)")).to_have_count(0)


def test_a_stale_press_is_told_in_one_sentence(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    begin(page, "Ann", "Bo")
    type_roll(page, FIRST)
    expect(page.locator('[data-choice="keep 4"]')).to_be_visible()
    # two fingers at the same moment: both presses carry the revision that was shown
    page.evaluate(
        """for (const keep of ["keep 4", "keep 5"])
             document.querySelector(`[data-choice="${keep}"]`).click()"""
    )
    expect(page.locator("#trouble")).not_to_be_empty()
    expect(page.locator(".total-number")).not_to_have_text("0")
    match = once(table, lambda match: match.seq == 2)
    assert match.state["kept"] in (["4", "4", "4"], ["5"])  # one of them was first


def test_the_page_comes_back_after_a_lost_connection(
    window: OpenWindow, table: MemoryTable
) -> None:
    with serving(table) as first:
        page = window("/", address=first)
        begin(page, "Ann", "Bo")
    expect(page.locator(".line-lost")).to_be_visible()
    expect(page.locator(".grill")).to_be_visible()
    table.submit(Command("roll", None, {"dice": FIRST}, table.snapshot().revision))
    with serving(table, port=int(first.rsplit(":", 1)[1])):
        expect(page.locator('[data-choice="keep 4"]')).to_be_visible(timeout=20_000)
        expect(page.locator(".line-lost")).to_have_count(0)


def test_the_seventh_tab_works_like_the_first(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    begin(page, "Ann", "Bo")
    tabs = [page.context.new_page() for _ in range(6)]
    for tab in tabs:
        tab.goto(page.url)
        tab.wait_for_selector("html[data-ready]")
    type_roll(page, FIRST)
    for tab in tabs:
        expect(tab.locator('[data-choice="keep 4"]')).to_be_visible()


def test_language_switch_keeps_the_game(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    begin(page, "Ann", "Bo")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.reload()
    page.wait_for_selector("html[data-ready]")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".grill")).to_be_visible()


def test_a_bust_is_explained(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    begin(page, "Ann", "Bo")
    type_roll(page, ["1"] * 8)
    choose(page, "keep 1")
    expect(page.locator(".happened.bust")).to_contain_text("Ann")
    expect(page.locator("h1")).to_contain_text("Bo")
    page.get_by_role("button", name="Correct the roll").click()
    page.get_by_role("dialog").get_by_role("button", name="1: correct this die").first.click()
    page.get_by_role("dialog").get_by_role("button", name="5").click()
    expect(page.locator("h1")).to_contain_text("Ann")
    expect(page.locator(".happened.bust")).to_have_count(0)
    once(table, lambda match: sorted(match.last_roll) == [*"1111111", "5"])


def test_a_bust_by_a_misread_throw_has_its_way_back(window: OpenWindow, table: MemoryTable) -> None:
    """Such a bust follows from the throw itself, which no undo takes back: it is corrected."""
    page, board = window(), window("/board")
    begin(page, "Ann", "Bo")
    type_roll(page, FIRST)
    choose(page, "keep 4")
    settled(page, table, 2)
    table.hand, table.camera = False, CameraView("usb", "watching")
    for kind, data in (("choose", {"choice": "throw"}), ("roll", {"dice": ["4"] * 5})):
        seen = table.snapshot().revision
        assert table.submit(Command(kind, None, data, seen)).ok  # type: ignore[arg-type]
    expect(page.locator(".happened.bust")).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    expect(board.locator(".happened.bust")).to_be_visible()
    expect(board.locator("main button, .sentence button")).to_have_count(0)
    page.get_by_role("button", name="Correct the roll").click()
    expect(page.get_by_role("dialog").locator(".face-button")).to_have_count(5)
    page.get_by_role("dialog").locator(".face-button").nth(2).click()
    page.get_by_role("dialog").get_by_role("button", name="worm").click()
    expect(page.locator("h1")).to_have_text("Ann, choose what to keep.")
    once(table, lambda match: match.last_roll == ("4", "4", "w", "4", "4"))


def test_the_mark_is_shown_where_something_moves_it(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    begin(page, "Ann", "Bo")
    type_roll(page, FIRST)
    expect(page.locator('[data-choice="keep 1"]')).to_be_visible()
    expect(page.locator(".marked, .mark-hint")).to_have_count(0)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")  # what cannot be seen is not taken: first it is shown
    expect(page.locator(".marked")).to_have_count(1)
    expect(page.locator(".mark-hint")).to_contain_text("Enter takes the marked choice")
    other = window()
    expect(other.locator(".marked")).to_have_count(0)
    assert table.submit(Command("next", None, {}, table.snapshot().revision)).ok
    expect(other.locator(".marked")).to_have_count(1)
    with serving(table, buttons=True) as address:
        box = window(address=address)
        expect(box.locator(".marked")).to_have_count(1)
        expect(box.locator(".mark-hint")).to_be_visible()
    once(table, lambda match: (match.seq, match.marked) == (1, 1))

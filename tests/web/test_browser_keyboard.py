"""A keyboard is enough: setting the table, a correction, a turn of Fortuna, a round of Knister."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.browser import once
from tests.web.memory_table import MemoryTable
from tests.web.screens import CARD_VALUES, play_scene, show_camera
from web.port import CameraView, Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


def send(table: MemoryTable, kind: Any, **data: Any) -> None:
    reply = table.submit(Command(kind, None, data, table.snapshot().revision))
    assert reply.ok, reply


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until `wanted` has the focus."""
    expect(wanted).to_be_visible()
    for _ in range(120):
        if wanted.evaluate("(one) => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {wanted}")


def keys(page: Page, *names: str) -> None:
    for name in names:
        page.keyboard.press(name)


def test_the_table_is_set_and_a_roll_corrected(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    games = page.get_by_role("radiogroup", name="Game").get_by_role("radio")
    tab_to(page, games.first)
    keys(page, "ArrowRight", "ArrowDown")
    expect(games.nth(2)).to_be_focused()
    expect(games.nth(2)).to_be_checked()
    keys(page, "ArrowLeft", "ArrowUp", "ArrowUp")  # round to the last one
    expect(games.nth(3)).to_be_checked()
    keys(page, "Home")
    expect(games.first).to_be_checked()
    assert games.evaluate_all("(all) => all.map((one) => one.tabIndex)") == [0, -1, -1, -1]
    tab_to(page, page.get_by_label("Name of a player"))
    for name in ("Ann", "Bo"):
        page.keyboard.type(name)
        keys(page, "Enter")
    tab_to(page, page.get_by_role("button", name="Start"))
    keys(page, "Enter")
    expect(page.locator("h1")).to_contain_text("Ann, roll 8 dice")
    page.keyboard.type("4442251w")
    keys(page, "Enter")
    marked = page.locator(".choice.marked")
    expect(marked).to_have_attribute("data-choice", "keep 1")
    keys(page, "ArrowUp")  # round to the last one
    expect(marked).to_have_attribute("data-choice", "keep w")
    keys(page, "ArrowLeft")
    expect(marked).to_have_attribute("data-choice", "keep 5")
    keys(page, "ArrowDown")
    expect(marked).to_have_attribute("data-choice", "keep w")
    keys(page, "ArrowRight")
    expect(marked).to_have_attribute("data-choice", "keep 1")
    tab_to(page, page.locator(".tray .die-button").nth(5))
    keys(page, "Enter")
    tab_to(page, page.get_by_role("dialog").get_by_role("button", name="worm"))
    keys(page, "Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".tray .die-button").nth(5)).to_have_accessible_name(
        "worm: correct this die"
    )
    keys(page, "ArrowLeft")
    expect(marked).to_have_attribute("data-choice", "keep w")
    keys(page, "Enter")
    expect(page.locator(".lane .total-number")).to_have_text("10")
    once(table, lambda match: match.state["kept"] == ["w", "w"])


def test_a_turn_of_fortuna(window: OpenWindow, table: MemoryTable) -> None:
    options = {"card_values": CARD_VALUES}
    send(table, "start", game="fortuna", players=["Ann", "Bo"], options=options)
    page = window()
    tab_to(page, page.locator('[data-face="b1"]'))
    keys(page, "Enter")
    page.keyboard.type("11111")
    page.evaluate("document.activeElement.blur()")
    keys(page, "Enter")
    expect(page.locator(".choice.marked")).to_have_attribute("data-choice", "air")
    keys(page, "Enter")
    page.wait_for_selector('#page[data-seq="2"]')
    marked = page.locator("[data-marked]")
    places = once(table, lambda match: match.seq == 2).choices[0]
    expect(marked).to_have_attribute("data-marked", str(places[0]))
    keys(page, "ArrowLeft")
    expect(marked).to_have_attribute("data-marked", str(places[-1]))
    tab_to(page, page.locator("[data-place]:enabled").first)
    for _ in range(6):
        tab_to(page, page.locator("[data-place]:enabled").first)
        keys(page, "Enter")
    expect(marked).to_have_count(0)  # what was tapped counts now
    tab_to(page, page.locator(".pad-done"))
    keys(page, "Enter")
    chosen = [str(one) for one in once(table, lambda match: match.seq == 3).choices[0]]
    for choice in chosen[: chosen.index("take 6")]:
        expect(page.locator(".choice.marked")).to_have_attribute("data-choice", choice)
        keys(page, "ArrowRight")
    expect(page.locator(".choice.marked")).to_have_attribute("data-choice", "take 6")
    page.evaluate("document.activeElement.blur()")
    keys(page, "Enter")
    expect(page.locator("h1")).to_contain_text("Bo")
    once(table, lambda match: match.state["hands"] == [[6], []])


def test_a_round_of_knister(window: OpenWindow, table: MemoryTable) -> None:
    send(table, "start", game="knister", players=["Ann", "Bo"])
    page = window()
    page.keyboard.type("35")
    keys(page, "Enter")
    marked = page.locator(".cell.marked")
    expect(marked).to_have_attribute("data-choice", "write 1,1")
    keys(page, "ArrowLeft")
    expect(marked).to_have_attribute("data-choice", "write 5,5")
    keys(page, "ArrowRight")
    expect(marked).to_have_attribute("data-choice", "write 1,1")
    keys(page, "Enter")  # Ann
    page.wait_for_selector('#page[data-seq="2"]')
    keys(page, "ArrowDown")
    expect(marked).to_have_attribute("data-choice", "write 1,2")
    keys(page, "Enter")  # Bo
    page.wait_for_selector('#page[data-seq="3"]')
    expect(page.locator("h1")).to_contain_text("Bo, roll 2 dice")
    boards: Any = once(table, lambda match: match.seq == 3).state["boards"]
    assert (boards[0][0][0], boards[1][0][1]) == (8, 8)


def test_the_two_ways_and_the_brushes_follow_the_arrows(
    window: OpenWindow, table: MemoryTable
) -> None:
    table.camera, table.hand = CameraView("usb", "watching"), False
    table.touch()
    page = window()
    keys(page, "Tab")
    tab_to(page, page.get_by_role("radio", name="Pickomino", exact=False).first)
    keys(page, "Space")
    tab_to(page, page.get_by_label("Name of a player"))
    for name in ("Ann", "Bo"):
        page.keyboard.type(name)
        keys(page, "Enter")
    ways = page.get_by_role("radiogroup", name="Dice", exact=True).get_by_role("radio")
    tab_to(page, ways.first)
    keys(page, "ArrowRight")
    expect(ways.nth(1)).to_be_checked()
    expect(ways.nth(1)).to_be_focused()
    page.locator("summary", has_text="Join a table").focus()
    keys(page, "Enter")
    brushes = page.get_by_role("radiogroup", name="What is tapped goes to").get_by_role("radio")
    tab_to(page, brushes.first)
    keys(page, "End")
    expect(brushes.last).to_be_checked()
    keys(page, "ArrowRight")
    expect(brushes.first).to_be_checked()


@pytest.mark.parametrize("path", ["/", "/watch"])
def test_an_unsure_die_says_that_it_is_unsure(
    window: OpenWindow, table: MemoryTable, path: str
) -> None:
    play_scene(table, "pickomino-unsure")
    show_camera(table, "unsure")
    page = window(path)
    fix = ": correct this die" if path == "/" else ""
    said = [f"4{fix}", f"5, not certain{fix}", f"worm{fix}", f"not readable{fix}"]
    for one in (".still .die-reading", ".tray .rolled > *"):
        dice = page.locator(one)
        expect(dice).to_have_count(4)
        for at, name in enumerate(said):
            expect(dice.nth(at)).to_have_accessible_name(name)

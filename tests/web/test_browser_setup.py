"""The set-up: who plays, in what order and colour, and that every house rule reaches the match."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules import GAMES
from rules.game import NeedsRoll
from tests.web.browser import once
from tests.web.memory_table import MemoryTable
from tests.web.screens import CARD_VALUES
from web.port import CameraView, Command, MatchView

OpenWindow = Callable[..., Page]
SEAT_COLOUR = "(one) => one.style.getPropertyValue('--seat')"
PUT_CARDS = """(values) => fetch("/shelf/fortuna-cards", { method: "POST",
  headers: { "Content-Type": "application/json" }, body: JSON.stringify(values) })"""


def add(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add").click()


def start(page: Page, table: MemoryTable) -> MatchView:
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector("#page[data-seq='0']")
    return once(table, lambda match: match.seq == 0)


def test_players_are_ordered_coloured_and_remembered(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = window(viewport={"width": 390, "height": 844})
    page.get_by_role("radio", name="Pickomino").first.click()
    add(page, "Ann", "Bo", "Cy")
    page.get_by_role("button", name="Cy earlier").click()
    page.get_by_role("button", name="Ann later").click()
    expect(page.locator(".chosen-people .name")).to_have_text(["Cy", "Ann", "Bo"])
    expect(page.get_by_role("button", name="Cy earlier")).to_be_disabled()
    expect(page.get_by_role("button", name="Bo later")).to_be_disabled()
    with page.expect_response("**/shelf/colours") as kept:
        page.get_by_role("button", name="Next colour for Cy").click()
    assert kept.value.ok
    colour = page.locator(".chosen-people li").first.evaluate(
        "(li) => li.style.getPropertyValue('--seat')"
    )
    assert start(page, table).players == ("Cy", "Ann", "Bo")
    board = window("/board")
    for view in (page, board):  # the colour is the player's, on every screen
        shown = view.locator(".player").first
        assert shown.evaluate(SEAT_COLOUR) == colour
    assert table.submit(Command("end", None, {}, table.snapshot().revision)).ok
    expect(page.locator(".chosen-people .name")).to_have_text(["Cy", "Ann", "Bo"])
    page.get_by_role("button", name="Ann does not play").click()
    page.reload()  # which loses nothing that was chosen
    expect(page.locator(".chosen-people .name")).to_have_text(["Cy", "Bo"])
    known = page.get_by_role("group", name="Played here before")
    page.get_by_role("button", name="Cy does not play").click()
    known.get_by_role("button", name="Cy").click()
    expect(page.locator(".chosen-people .name")).to_have_text(["Bo", "Cy"])
    expect(known.get_by_role("button", name="Cy")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_house_rule_reaches_the_match(window: OpenWindow, table: MemoryTable, game) -> None:  # type: ignore[no-untyped-def]
    page = window()
    page.evaluate(PUT_CARDS, CARD_VALUES)
    page.reload()
    page.locator(f".game-card.{game.name}").click()
    add(page, "Ann", "Bo")
    page.get_by_text("House rules").click()
    wanted = {}
    for option in (one for one in game.options if one.values):
        field = page.locator(f"#rule-{option.name}")
        expect(field.locator("xpath=..")).to_contain_text(option.text)
        if all(isinstance(value, bool) for value in option.values):
            wanted[option.name] = not option.values[0]
            page.locator(f'label[for="rule-{option.name}"]').click()
            expect(field).to_be_checked(checked=not option.values[0])
        else:
            wanted[option.name] = option.values[-1]
            field.select_option(index=len(option.values) - 1)
    expect(page.locator("details:has(.rules) > summary")).to_contain_text(f"{len(wanted)} changed")
    match = start(page, table)
    assert {name: match.options[name] for name in wanted} == wanted


def test_ordinary_dice_play_as_worm_dice(window: OpenWindow, table: MemoryTable) -> None:
    """The house rule of the set-up: a 6 is a worm."""
    page = window()
    page.get_by_role("radio", name="Pickomino").first.click()
    add(page, "Ann", "Bo")
    page.get_by_text("House rules").click()
    page.get_by_text("Ordinary dice are used: a 6 is a worm.").click()
    start(page, table)
    rolled = {"dice": list("66611234")}  # as a camera reads ordinary dice
    assert table.submit(Command("roll", None, rolled, table.snapshot().revision)).ok
    page.locator('[data-choice="keep w"]').click()
    expect(page.locator(".total-number")).to_have_text("15")


def test_a_half_typed_name_outlasts_a_reload(window: OpenWindow) -> None:
    page = window()
    page.locator(".game-card").first.click()
    add(page, "Ann")
    name = page.get_by_label("Name of a player")
    name.press_sequentially("Bo")
    page.reload()
    expect(name).to_have_value("Bo")
    name.press("Enter")
    expect(page.locator(".chosen-people .name")).to_have_text(["Ann", "Bo"])
    expect(name).to_have_value("")
    page.reload()
    expect(name).to_have_value("")
    name.press_sequentially("Ann")  # plays already: stays, to be changed
    name.press("Enter")
    expect(page.locator(".name-fault")).not_to_be_empty()
    expect(name).to_have_value("Ann")
    page.reload()
    expect(name).to_have_value("Ann")
    expect(page.locator(".name-fault")).to_be_empty()


def test_a_half_laid_table_outlasts_a_reload(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    page.get_by_role("radio", name="Pickomino").first.click()
    add(page, "Ann", "Bo")
    page.get_by_text("Join a table that is already being played").click()
    page.get_by_role("radio", name="Bo", exact=True).click()
    page.get_by_role("button", name="tile 21: on the grill").click()
    page.get_by_role("button", name="tile 24: on the grill").click()
    page.get_by_label("Whose turn begins?").select_option("Bo")
    page.reload()
    expect(page.get_by_role("button", name="tile 21: Bo")).to_be_visible()
    page.get_by_role("button", name="tile 22: on the grill").click()  # to Ann, who is first
    expect(page.get_by_role("button", name="tile 22: Ann")).to_be_visible()
    match = start(page, table)
    assert match.state["stacks"] == [[22], [21, 24]]
    assert isinstance(match.turn, NeedsRoll)
    assert match.turn.seat == 1


def test_half_filled_boards_of_knister_outlast_a_reload(window: OpenWindow) -> None:
    page = window()
    page.get_by_role("radio", name="Knister").click()
    add(page, "Ann")
    page.get_by_text("Join a table that is already being played").click()
    page.get_by_label("row 2, column 3").fill("9")
    page.reload()
    expect(page.get_by_label("row 2, column 3")).to_have_value("9")


@pytest.mark.parametrize("loaded_anew", [True, False])
def test_a_camera_reads_unless_somebody_chose_otherwise_beside_one_of_its_kind(
    window: OpenWindow, table: MemoryTable, loaded_anew: bool
) -> None:
    """The page of an evening without a camera is still open, or in the same tab, at the next."""
    page = window()
    page.get_by_role("radio", name="Knister").click()
    add(page, "Ann")

    def begins_with(kind: str, chosen: str) -> None:
        table.camera, table.hand = CameraView(kind, "watching"), False
        table.touch()
        if loaded_anew:
            page.reload()
        expect(page.locator(".two-ways [aria-checked=true]")).to_have_text(chosen)

    begins_with("recording", "The recording shows the dice")
    page.get_by_role("radio", name="We tap in the dice").click()
    begins_with("usb", "The camera reads the dice")
    begins_with("recording", "We tap in the dice")
    start(page, table)
    once(table, lambda match: table.hand)

"""Pickomino Deluxe and Oh Fortuna in a real browser, typed in one window, watched in another."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules.game import NeedsChoice, NeedsRoll, Over
from tests.web.browser import match_of, once
from tests.web.memory_table import MemoryTable
from tests.web.screens import CARD_VALUES, play_on
from web.port import Command, MatchView

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


PRESSES = 16


def begin(table: MemoryTable, **data: object) -> None:
    reply = table.submit(Command("start", None, data, table.snapshot().revision))
    assert reply.ok, reply


def shows(page: Page, seq: int) -> None:
    page.wait_for_selector(f'#page[data-seq="{seq}"]')


def settled(page: Page, table: MemoryTable, seq: int) -> MatchView:
    """Wait until the table and then the page have so many entries; return the match."""
    match = once(table, lambda match: match.seq == seq)
    shows(page, seq)
    return match


def type_dice(
    page: Page, rng: random.Random, faces: str, dice: int, special: tuple[str, ...]
) -> None:
    for mark in special:
        page.locator(f'[data-face^="{mark}"]').nth(rng.randrange(2)).click()
    for _ in range(dice - len(special)):
        page.locator(f'[data-face="{rng.choice(faces)}"]').click()
    page.locator(".pad-done").click()


def liked(match: MatchView) -> list[str]:
    assert isinstance(match.turn, NeedsChoice)
    choices = [str(choice) for choice in match.choices[match.turn.seats[0]]]
    tiles = [choice for choice in choices if choice.startswith(("take", "steal"))]
    return tiles or choices


def test_deluxe_by_hand(window: OpenWindow, table: MemoryTable) -> None:
    begin(table, game="pickomino-deluxe", players=["Ann", "Bo", "Cy"])
    page, watch = window(viewport={"width": 1024, "height": 768}), window("/watch")
    expect(page.locator(".token.on-tile")).to_have_count(6)
    rng = random.Random(4)
    match = match_of(table)
    for _ in range(PRESSES):
        if isinstance(match.turn, Over):
            break
        if isinstance(match.turn, NeedsRoll):
            type_dice(page, rng, match.turn.faces, match.turn.dice, match.turn.special)
            match = settled(page, table, match.seq + 1)
            continue
        choices = liked(match)
        choice = "keep w" if "keep w" in choices else rng.choice(choices)
        if choice == "throw":
            dice: int = match.state["dice_left"]  # type: ignore[assignment]
            golden = any(symbol.startswith("g") for symbol in match.last_roll)
            kept: list[str] = match.state["kept"]  # type: ignore[assignment]
            in_play = golden and not any(symbol.startswith("g") for symbol in kept)
            type_dice(page, rng, "12345w", dice, ("g",) if in_play else ())
            match = settled(page, table, match.seq + 2)
        else:
            page.locator(f'[data-choice="{choice}"]').click()
            match = settled(page, table, match.seq + 1)
    play_on(table, rng)  # the rest of the evening at the table's own speed
    over = once(table, lambda match: isinstance(match.turn, Over))
    shows(watch, over.seq)
    expect(page.locator(".standings li")).to_have_count(3)
    for seat, number in enumerate(over.state["worms"]):  # type: ignore[call-overload]
        expect(watch.locator(".player").nth(seat).locator(".worms b")).to_have_text(str(number))


def test_the_golden_die_is_thrown_until_it_is_kept(window: OpenWindow, table: MemoryTable) -> None:
    """D12: beside the throw of the dice that are left it has its own row to tap in."""
    grill = [tile for tile in (11, 13, *range(21, 37)) if tile != 27]
    places = {"golden_die": "seat 0", "red_worm": "tile 11", "hen": "tile 21", "raven": "tile 23"}
    specialists = {**places, "weasel": "tile 25", "apple": "tile 29"}
    position = {"grill": grill, "stacks": [[27], []], "specialists": specialists}
    begin(table, game="pickomino-deluxe", players=["Ann", "Bo"], position=position)
    page = window(viewport={"width": 1024, "height": 768})
    page.locator('[data-choice^="golden"]').click()
    kept_first = settled(page, table, 1).turn
    assert isinstance(kept_first, NeedsRoll)
    assert kept_first.special == ("g",)

    def throw(seq: int, golden: str, *white: str) -> None:
        for die in (golden, *white):
            page.locator(f'[data-face="{die}"]').click()
        page.locator(".pad-done").click()
        settled(page, table, seq)

    white = ("2", "3", "4", "5", "5", "4", "3", "2", "2")[: kept_first.dice - 1]
    throw(2, "gw", *white)
    page.locator('[data-choice="keep 5"]').click()
    settled(page, table, 3)
    left = kept_first.dice - 2
    expect(page.locator('.special [data-face="g1"], .special [data-face="gw"]')).to_have_count(2)
    throw(5, "gw", *("4", "3", "2", "2", "4", "3", "2")[: left - 1])
    page.locator('[data-choice="keep w"]').click()
    settled(page, table, 6)
    expect(page.locator(".kept .golden")).to_have_count(1)
    expect(page.locator(".pad .special")).to_have_count(0)


def test_fortuna_turns_by_hand(window: OpenWindow, table: MemoryTable) -> None:
    begin(table, game="fortuna", players=["Ann", "Bo"], options={"card_values": CARD_VALUES})
    page, watch = window(viewport={"width": 1024, "height": 900}), window("/board")
    rng = random.Random(9)
    match = match_of(table)
    for _ in range(PRESSES):
        if isinstance(match.turn, NeedsRoll):
            type_dice(page, rng, match.turn.faces, match.turn.dice, match.turn.special)
        else:
            choice = rng.choice(liked(match))
            if choice.startswith("place"):
                for symbol in choice.split()[1:]:
                    page.locator(f'[data-place="{symbol}"]').first.click()
                page.locator(".pad-done").click()
            else:
                button = page.locator(f'[data-choice="{choice}"]')
                if button.count() == 0:
                    page.locator(".choice", has_text="more").click()
                button.click()
        match = settled(page, table, match.seq + 1)
    shows(watch, match.seq)
    hands: list[list[int]] = match.state["hands"]  # type: ignore[assignment]
    assert sum(map(len, hands)) > 0
    for seat, hand in enumerate(hands):
        expect(watch.locator(".hand").nth(seat).locator(".card")).to_have_count(len(hand))


def test_a_fortuna_game_ends_on_the_page(window: OpenWindow, table: MemoryTable) -> None:
    position = {"hands": [[0, 1, 2], []]}
    options = {"card_values": CARD_VALUES}
    begin(table, game="fortuna", players=["Ann", "Bo"], options=options, position=position)
    page = window()
    for die in ("b1", "1", "1", "1", "1", "1"):
        page.locator(f'[data-face="{die}"]').click()
    page.locator(".pad-done").click()
    page.locator('[data-choice="air"]').click()
    for _ in range(6):
        page.locator("[data-place]:not([disabled])").first.click()
    page.locator(".pad-done").click()
    page.locator('[data-choice="take 6"]').click()
    expect(page.locator(".standings li.won")).to_contain_text("Ann")


def test_the_numbers_of_the_cards_are_typed_in_once(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    page.get_by_role("radio", name="Oh Fortuna").click()
    for name in ("Ann", "Bo"):
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    for card, value in CARD_VALUES.items():
        page.locator(".value input").nth(int(card)).fill(str(value))
    with page.expect_response("**/shelf/fortuna-cards") as kept:
        pass
    assert kept.value.ok
    page.reload()
    page.get_by_role("radio", name="Oh Fortuna").click()
    for name in ("Ann", "Bo"):
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".cards .card")).to_have_count(43)

"""After the end the last roll stays in sight, with the ways back from a die and from a choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.table import Table
from rules.game import Over
from tests.rules.knister_boards import but_for_the_last_number
from tests.web.browser import match_of, once, serving
from tests.web.memory_table import MemoryTable
from tests.web.screens import CARD_VALUES, play_scene
from web.port import CameraView, Command, SeenDie, TablePort

OpenWindow = Callable[..., Page]
NOBODYS = dict.fromkeys(("red_worm", "raven", "weasel", "golden_die", "apple"), "box")
HEN = {"grill": [21], "specialists": {"hen": "seat 0", **NOBODYS}}
PHONE = {"width": 390, "height": 844}


def send(table: TablePort, kind: Any, seat: int | None = None, **data: Any) -> None:
    reply = table.submit(Command(kind, seat, data, table.snapshot().revision))
    assert reply.ok, reply


def bust_with_the_hen(table: TablePort, players: Sequence[str] = ("Ann", "Bo")) -> None:
    """D18: the first one's bust costs the hen, and turning over the last tile ends the match."""
    position = {**HEN, "stacks": [[30], *([] for _ in players[1:])]}
    send(table, "start", game="pickomino-deluxe", players=list(players), position=position)
    send(table, "roll", dice=list("wwwww111"))
    send(table, "choose", 0, choice="keep w")
    send(table, "choose", 0, choice="throw")
    send(table, "roll", dice=list("www"))
    assert isinstance(match_of(table).turn, Over)
    assert not match_of(table).can_undo


def take_the_last_tile(table: TablePort) -> None:
    position = {"grill": [25], "stacks": [[], []]}
    send(table, "start", game="pickomino", players=["Ann", "Bo"], position=position)
    send(table, "roll", dice=list("wwwww124"))
    send(table, "choose", 0, choice="keep w")
    send(table, "choose", 0, choice="take 25")
    assert isinstance(match_of(table).turn, Over)


def test_a_misread_bust_that_ended_the_match_is_corrected(
    window: OpenWindow, real_table: Table
) -> None:
    """D18, on the table itself: one die was a 1, so it was no bust, and Ann plays on."""
    bust_with_the_hen(real_table)
    with serving(real_table) as address:
        page = window("/", address=address, viewport=PHONE)
        expect(page.locator(".standings li.won")).to_contain_text("Ann")
        expect(page.locator(".standings .rolled .die")).to_have_count(3)
        expect(page.locator(".undo")).to_have_count(0)
        page.get_by_role("button", name="Correct the roll").click()
        page.locator(".misread .face-button").nth(2).click()
        page.get_by_role("dialog").get_by_role("button", name="1", exact=True).click()
        page.locator('[data-choice="keep 1"]').click()
        expect(page.locator(".standings")).to_have_count(0)
        expect(page.locator("h1")).to_contain_text("Ann")
        match = once(real_table, lambda match: len(match.state["kept"]) == 6)
    assert match.state["specialists"]["hen"] == "seat 0"  # type: ignore[index]
    log = real_table.export(match.match_id)
    assert log is not None
    assert '"correct": "w w 1"' in log or '"correct": "ww1"' in log


@pytest.mark.parametrize("game", ["pickomino", "deluxe", "knister", "fortuna"])
def test_every_game_shows_its_last_roll_at_the_end_and_lets_it_be_corrected(
    window: OpenWindow, table: MemoryTable, game: str
) -> None:
    if game == "fortuna":  # at random it takes all night: Ann lacks 2 of the 35 points
        options = {"card_values": CARD_VALUES}
        position = {"hands": [[0, 1, 2], []]}
        start: dict[str, Any] = {"game": "fortuna", "players": ["Ann", "Bo"]}
        send(table, "start", options=options, position=position, **start)
        send(table, "roll", dice=["b1", *"11111"])
        send(table, "choose", 0, choice="air")
        send(table, "choose", 0, choice="place b1 1 1 1 1 1")
        send(table, "choose", 0, choice="take 6")
    else:
        play_scene(table, f"{game}-over")
    before = match_of(table)
    assert isinstance(before.turn, Over)
    page, watch = window(), window("/watch")
    for one in (page, watch):
        expect(one.locator(".standings .rolled .die")).to_have_count(len(before.last_roll))
    expect(watch.locator(".standings button")).to_have_count(0)
    page.locator(".standings .die-button").last.click()
    page.locator(".correct-faces .face-button").first.click()
    after = once(table, lambda match: match.seq == before.seq + 1).last_roll
    assert len(after) == len(before.last_roll)
    assert after[:-1] == before.last_roll[:-1]
    assert after[-1] != before.last_roll[-1]


def test_the_winning_choice_is_undone_at_the_end(window: OpenWindow, table: MemoryTable) -> None:
    take_the_last_tile(table)
    page, bo = window(), window("/seat/1", viewport=PHONE)
    expect(bo.locator(".standings .tray")).to_be_visible()
    expect(bo.locator(".undo")).to_have_count(0)  # it was not this seat's choice
    undo = page.locator(".standings .undo")
    expect(undo).to_have_accessible_name("Undo: Ann takes 25")
    undo.click()
    expect(page.locator('[data-choice="take 25"]')).to_be_visible()
    expect(page.locator(".standings")).to_have_count(0)


def test_a_correction_of_the_winning_throw_keeps_the_choices_that_stay_legal(
    window: OpenWindow, table: MemoryTable
) -> None:
    """The five worms were right, the 2 was a 3: Ann has won all the same, and nothing is asked."""
    take_the_last_tile(table)
    page = window(viewport=PHONE)
    page.locator(".standings .die-button").nth(6).click()
    page.get_by_role("dialog").get_by_role("button", name="3", exact=True).click()
    expect(page.locator(".standings .die-button").nth(6)).to_have_accessible_name(
        "3: correct this die"
    )
    expect(page.locator(".standings li.won")).to_contain_text("Ann")
    expect(page.locator(".happened")).to_contain_text("The roll was corrected to")
    once(table, lambda match: match.last_roll == tuple("wwwww134"))
    page.locator(".standings .die-button").first.click()  # and that was no worm: 20 takes nothing
    page.get_by_role("dialog").get_by_role("button", name="1", exact=True).click()
    expect(page.locator(".standings")).to_have_count(0)
    expect(page.locator(".lane .total-number")).to_have_text("20")
    expect(page.locator('[data-choice="take 25"]')).to_have_count(0)


def test_a_correction_after_a_later_choice_rebuilds_what_was_kept(
    window: OpenWindow, table: MemoryTable
) -> None:
    """Ann kept three fours and threw again; the 5 beside them was a four, too: nothing is asked."""
    send(table, "start", game="pickomino", players=["Ann", "Bo"])
    send(table, "roll", dice=list("4442251w"))
    send(table, "choose", 0, choice="keep 4")
    send(table, "choose", 0, choice="throw")
    page, watch = window(), window("/watch")
    expect(watch.locator(".lane .total-number")).to_have_text("12")
    page.locator(".tray .die-button").nth(5).click()
    page.get_by_role("dialog").get_by_role("button", name="4", exact=True).click()
    for one in (page, watch):
        expect(one.locator(".lane .total-number")).to_have_text("16")
        expect(one.locator("h1")).to_contain_text("4 dice")
    expect(watch.locator(".happened")).to_contain_text("corrected to 4, 4, 4, 2, 2, 4, 1, worm")


def test_the_picture_of_the_winning_throw_stays(window: OpenWindow, table: MemoryTable) -> None:
    import cv2
    import numpy as np

    take_the_last_tile(table)
    table.stills[7] = cv2.imencode(".jpg", np.full((600, 800, 3), 90, np.uint8))[1].tobytes()
    dice = []
    for at, face in enumerate("wwwww124"):
        x, y = 0.07 + 0.25 * (at % 4), 0.15 + 0.5 * (at // 4)
        corners = ((x, y), (x + 0.1, y), (x + 0.1, y + 0.2), (x, y + 0.2))
        dice.append(SeenDie(face, True, 0.9, corners, (), "tray"))
    table.camera = CameraView("usb", "watching", "", 7, tuple(dice))
    table.hand = False
    table.touch()
    page = window()
    expect(page.locator(".standings .still .die-reading")).to_have_count(8)
    page.locator(".standings .still .die-reading").nth(5).click()
    page.get_by_role("dialog").get_by_role("button", name="3", exact=True).click()
    expect(page.locator(".standings .die-button").nth(5)).to_have_accessible_name(
        "3: correct this die"
    )
    expect(page.locator(".standings li.won")).to_contain_text("Ann")
    expect(page.locator(".standings .still")).to_have_count(0)  # it shows another face there


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Corrected: Bo wins now, 22 to 9."),
        ("de", "Korrigiert: Jetzt gewinnt Bo mit 22 zu 9."),
        ("pl", "Poprawiono: teraz wygrywa Bo, 22 do 9."),
    ],
)
def test_a_correction_that_turns_the_result_says_so(
    window: OpenWindow, table: MemoryTable, language: str, said: str
) -> None:
    """On every screen, also on one that is opened later."""
    position = {"boards": but_for_the_last_number()}
    send(table, "start", game="knister", players=["Ann", "Bo"], position=position)
    send(table, "roll", dice=["1", "3"])
    for seat in (0, 1):
        send(table, "choose", seat, choice="write 5,5")
    page = window(locale=language)
    expect(page.locator(".standings li.won")).to_contain_text("Ann")
    send(table, "correct", dice=["1", "2"])
    expect(page.locator(".standings li.won")).to_contain_text("Bo")
    for one in (page, window("/board", locale=language)):
        expect(one.locator(".happened")).to_have_text(said)

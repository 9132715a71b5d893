"""What the page says fits what happened: who tapped, what was read, what is left to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from device.sentences import unsure_die
from tests.web.memory_table import MemoryTable
from tests.web.screens import SCENES, play, play_scene, show_camera
from web.port import CameraView, Command
from web.speech import say

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


ROLL = ["4", "4", "4", "2", "2", "5", "1", "w"]


def begin(table: MemoryTable, game: str = "pickomino") -> None:
    assert table.submit(Command("start", None, {"game": game, "players": ["Ann", "Bo"]}, 1)).ok


def send(table: MemoryTable, kind: str, **data: object) -> None:
    wish = Command(kind, None, data, table.snapshot().revision)  # type: ignore[arg-type]
    assert table.submit(wish).ok


@pytest.mark.parametrize(
    ("language", "worm", "five"),
    [
        ("en", "looks like a worm:", "looks like a 5:"),
        ("pl", "wygląda na robala:", "wygląda na 5:"),
        ("de", "sieht nach einem Wurm aus:", "sieht nach einer 5 aus:"),
    ],
)
def test_a_worm_has_its_article(language: str, worm: str, five: str) -> None:
    assert worm in say(language, unsure_die(2, 4, "w"), ("Ann",))
    assert five in say(language, unsure_die(2, 4, "5"), ("Ann",))


def test_one_person_pressing_twice_accuses_nobody(window: OpenWindow, table: MemoryTable) -> None:
    begin(table)
    send(table, "roll", dice=ROLL)
    page = window()
    page.evaluate(
        """() => { const one = document.querySelector('[data-choice="keep 4"]');
                   one.click(); one.click(); }"""
    )
    expect(page.locator("#trouble")).to_contain_text("The table had moved on already")


def test_a_throw_alone_begins_its_own_sentence(window: OpenWindow, table: MemoryTable) -> None:
    begin(table)
    send(table, "roll", dice=ROLL)
    send(table, "choose", choice="keep 4")
    page = window()
    title = page.locator(".pad-title")
    expect(title).to_have_text("Roll 5 dice and tap what they show")
    send(table, "choose", choice="throw")
    send(table, "roll", dice=["5", "5", "5", "w", "1"])
    send(table, "choose", choice="keep 5")
    expect(title).to_have_text("Roll 2 dice and tap what they show")
    send(table, "choose", choice="throw")
    send(table, "roll", dice=["w", "1"])
    send(table, "choose", choice="keep w")
    expect(page.locator('[data-choice^="take"]').first).to_be_visible()
    expect(title).to_have_text("or roll 1 die and tap what it shows")


def test_a_die_that_was_tapped_in_was_not_read(window: OpenWindow, table: MemoryTable) -> None:
    begin(table)
    table.camera = CameraView("recording", "watching")
    send(table, "roll", dice=ROLL)
    page = window()
    was = page.locator(".correct-was")
    for hand, state, words in (
        (True, "watching", "It was entered as:"),
        (False, "watching", "It was read as:"),
        (False, "ended", "It counts as:"),
    ):
        table.hand = hand
        table.camera = replace(table.camera, state=state)  # type: ignore[arg-type]
        table.touch()
        expect(page.locator(".camera-note")).to_have_count(0 if hand else 1)
        page.locator(".tray .die-button").first.click()
        expect(was).to_contain_text(words)
        page.keyboard.press("Escape")


def test_a_die_of_the_still_was_read_even_while_dice_are_tapped_in(
    window: OpenWindow, table: MemoryTable
) -> None:
    begin(table)
    show_camera(table, "reading")
    page = window()
    page.locator(".die-reading").first.click()
    expect(page.locator(".correct-was")).to_contain_text("It was read as:")


def test_the_tile_that_decides_a_tie_is_called_the_highest(
    window: OpenWindow, table: MemoryTable
) -> None:
    """P20 asks for the highest tile of a player, wherever it lies in the stack."""
    play_scene(table, "pickomino-over")
    page = window()
    match = table.snapshot().match
    assert match is not None
    stacks: list[list[int]] = match.state["stacks"]  # type: ignore[assignment]
    expected = sorted(f"highest tile {max(stack)}" for stack in stacks if stack)
    assert sorted(page.locator(".top-tile").all_inner_texts()) == expected


def test_a_name_twice_is_said_and_stays_to_be_mended(
    window: OpenWindow, table: MemoryTable
) -> None:
    table.camera = CameraView("usb", "watching")  # its switch makes the row with Start higher
    table.touch()
    page = window("/", viewport={"width": 390, "height": 844})
    name = page.get_by_label("Name of a player")
    for typed in ("Ann", " ann "):
        name.fill(typed)
        name.press("Enter")
    expect(page.locator(".chosen-people li")).to_have_count(1)
    said = page.get_by_text("Ann plays already: another player needs another name.")
    expect(said).to_be_visible()
    words, row = said.bounding_box(), page.locator(".start-row").bounding_box()
    assert words is not None
    assert row is not None
    assert words["y"] + words["height"] <= row["y"] + 12
    expect(name).to_have_value(" ann ")
    expect(name).to_be_focused()
    page.keyboard.type("Anna")
    expect(said).to_have_count(0)
    name.press("Enter")
    expect(page.locator(".chosen-people .name")).to_have_text(["Ann", "Anna"])
    expect(name).to_have_value("")


@pytest.mark.parametrize(
    ("scene", "why"),
    [
        ("pickomino-over", "No tile lies face up on the grill any more."),
        ("fortuna-over", "The match is over."),
    ],
)
def test_at_the_end_nothing_is_awaited_of_the_dice(
    window: OpenWindow, table: MemoryTable, scene: str, why: str
) -> None:
    over = SCENES[scene]
    assert over is not None
    play(table, over)
    show_camera(table, "reading")
    table.ask = None
    table.touch()
    page = window()
    expect(page.locator(".reason")).to_contain_text(why)
    expect(page.locator(".camera, .waiting-throw")).to_have_count(0)
    expect(page.get_by_text("Tap in the dice")).to_have_count(0)
    for way in ("Play again", "Another game", "Undo"):
        expect(page.get_by_role("button", name=way)).to_be_visible()
    match = table.snapshot().match
    assert match is not None
    again = page.get_by_role("link", name="Watch it again")
    expect(again).to_have_attribute("href", f"/record/{match.match_id}")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".standings")).to_have_count(0)

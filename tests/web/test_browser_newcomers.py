"""What somebody who opens the page for the first time has to be told, in every language."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules.game import NeedsRoll
from rules.primers import primer
from tests.web.browser import once, serving
from tests.web.memory_table import MemoryTable
from tests.web.screens import FORTUNA, thrown
from tests.web.screens_pages import DrawnLesson
from web.port import Command
from web.speech import LANGUAGES, say, translate

OpenWindow = Callable[..., Page]
FIRST = list("112344ww")


def begin(table: MemoryTable) -> None:
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", data=start)).ok
    assert table.submit(Command("roll", data={"dice": FIRST})).ok


@pytest.mark.parametrize("dialog", ["Menu", "Phones and screens"])
def test_enter_confirms_again_after_a_dialog_was_closed(
    window: OpenWindow, table: MemoryTable, dialog: str
) -> None:
    begin(table)
    page = window()
    page.get_by_role("button", name=dialog).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    page.keyboard.press("Enter")  # shows the mark
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".total-number")).to_have_text("2")


def test_one_dialog_that_follows_another_has_the_focus(
    window: OpenWindow, table: MemoryTable
) -> None:
    assert table.submit(Command("start", None, {"game": "knister", "players": ["Ann"]}, 1)).ok
    page = window()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="What gives points").click()
    expect(page.get_by_role("dialog", name="What gives points")).to_be_focused()


@pytest.mark.parametrize(
    ("language", "menu", "words"),
    [
        ("en", "Menu", "Check camera, light, mat and buttons"),
        ("de", "Menü", "Kamera, Licht, Matte und Knöpfe prüfen"),
        ("pl", "Menu", "Sprawdź kamerę, światło, matę i przyciski"),
    ],
)
def test_the_menu_says_what_the_check_up_looks_at(
    window: OpenWindow, table: MemoryTable, language: str, menu: str, words: str
) -> None:
    with serving(table, doctor=lambda: []) as address:
        page = window(address=address, locale=language)
        page.get_by_role("button", name=menu).click()
        page.get_by_role("button", name=words).click()
        expect(page.get_by_role("dialog")).to_have_class("dialog doctor")


@pytest.mark.parametrize("touch", [True, False])
def test_no_key_is_spoken_of_where_there_are_none(
    window: OpenWindow, table: MemoryTable, touch: bool
) -> None:
    page = window(has_touch=touch, is_mobile=touch)
    page.get_by_role("button", name="Menu").click()
    note = page.locator(".menu-note")
    if touch:
        expect(note).to_contain_text("Then this menu shows them.")
        expect(note).not_to_contain_text("key")
    else:
        expect(note).to_contain_text("the key O")


def test_the_links_for_phones_say_what_they_open(window: OpenWindow, table: MemoryTable) -> None:
    begin(table)
    page = window()
    page.get_by_role("button", name="Phones and screens").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Then touch this sign there, and your own name.")
    expect(dialog.get_by_role("heading", level=3)).to_contain_text("opens in a new tab")
    for name, what in (
        ("Ann", "plays this seat alone"),
        ("Television", "for everybody to read"),
        ("Just watch", "for who does not play"),
    ):
        link = dialog.get_by_role("link", name=name)
        expect(link).to_contain_text(what)
        expect(link).to_have_attribute("target", "_blank")


def test_what_screen_readers_hear_follows_the_language(
    window: OpenWindow, table: MemoryTable
) -> None:
    begin(table)
    page = window()
    assert table.submit(Command("choose", 0, {"choice": "keep 4"}, table.snapshot().revision)).ok
    spoken = page.locator("#spoken")
    expect(spoken).to_contain_text("Ann, roll again")
    page.get_by_role("button", name="Menu").click()
    for name, words in (("Deutsch", "Ann, würfle noch einmal"), ("polski", "Ann, rzuć")):
        page.get_by_role("button", name=name).click()
        expect(spoken).to_contain_text(words)
        expect(spoken).not_to_contain_text("throw")


def test_a_table_that_stays_silent_is_explained(window: OpenWindow, table: MemoryTable) -> None:
    with serving(table) as first:
        begin(table)
        page = window(address=first, viewport={"width": 390, "height": 844})
    lost = page.locator(".line-lost")
    expect(lost).to_contain_text("Until then nothing can be pressed")
    expect(lost).to_contain_text("The table does not answer.")
    expect(lost).to_contain_text("Nothing is lost")
    expect(lost).to_contain_text("start it again")
    with serving(table, port=int(first.rsplit(":", 1)[1])):
        expect(lost).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("pickomino", ("most worms win", "No tile without a worm", "An arrow with a number")),
        ("pickomino-deluxe", ("round worms and the apple", "The weasel", "No tile without")),
        ("fortuna", ("35 points with two players", "air or sea", "penalty field")),
        ("knister", ("full lines that score", "in an empty field", "After 25 rounds")),
    ],
)
def test_how_it_goes_is_said_in_the_menu_and_in_the_first_turn(
    window: OpenWindow, table: MemoryTable, game: str, words: tuple[str, ...]
) -> None:
    """P9, P19, D13, D21, F3, F7, K2, K3: what one wants and how a turn goes."""
    options = dict(FORTUNA) if game == "fortuna" else {}
    start = {"game": game, "players": ["Ann", "Bo"], "options": options}
    assert table.submit(Command("start", data=start)).ok
    page = window("/seat/0", viewport={"width": 390, "height": 844})
    page.locator(".first-turn").get_by_role("button", name="How it goes").click()
    dialog = page.get_by_role("dialog", name="How it goes")
    for said in words:
        expect(dialog).to_contain_text(said)
    assert dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    page.keyboard.press("Escape")
    turn = once(table, lambda match: match.seq == 0).turn
    assert isinstance(turn, NeedsRoll)
    assert table.submit(Command("roll", data={"dice": thrown(random.Random(1), turn)})).ok
    choice = once(table, lambda match: match.seq == 1).choices[0][0]
    assert table.submit(Command("choose", 0, {"choice": str(choice)})).ok
    expect(page.locator(".first-turn")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="How it goes").click()
    expect(dialog).to_be_visible()


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_a_game_goes_is_fetched_for_that_game_when_it_is_asked_for(
    window: OpenWindow, table: MemoryTable, language: str
) -> None:
    """Once, in the page's language; where the table did not answer, the next look asks again."""
    page = window("/", locale=language)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    how = translate(language, "How it goes")
    for game in ("knister", "pickomino"):
        assert table.submit(Command("start", data={"game": game, "players": ["Ann", "Bo"]})).ok
        expect(page.get_by_role("button", name=how)).to_be_visible()
        assert not [url for url in asked if "/primer/" in url and game in url]
        page.route("**/primer/**", lambda route: route.abort())
        page.get_by_role("button", name=how).click()
        dialog = page.get_by_role("dialog", name=how)
        expect(dialog).to_contain_text(translate(language, "Setting the table…"))
        page.keyboard.press("Escape")
        page.unroute("**/primer/**")
        for _ in range(2):
            page.get_by_role("button", name=how).click()
            for message in primer(game):
                expect(dialog).to_contain_text(say(language, message, ()))
            page.keyboard.press("Escape")
            expect(dialog).to_have_count(0)
        told = [url.rsplit("/", 2)[1:] for url in asked if "/primer/" in url]
        assert told[-2:] == [[language, f"{game}.json"]] * 2, "once refused, once answered"
        assert table.submit(Command("end")).ok
    assert len(told) == 4


def test_how_it_goes_says_that_the_table_cannot_be_reached(
    window: OpenWindow, table: MemoryTable
) -> None:
    """And does not open by itself once it can: by then something else is being done."""
    assert table.submit(Command("start", data={"game": "knister", "players": ["Ann"]})).ok
    page = window()
    page.context.set_offline(True)
    page.get_by_role("button", name="How it goes").click()
    expect(page.locator("#trouble")).to_have_text(
        "No connection to the table; nothing was changed."
    )
    page.context.set_offline(False)
    page.wait_for_timeout(1500)  # it would ask again after a second
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="How it goes").click()
    expect(page.get_by_role("dialog", name="How it goes")).to_be_visible()


def test_the_specialists_are_told_of_where_they_take_part(
    window: OpenWindow, table: MemoryTable
) -> None:
    start = {"game": "pickomino-deluxe", "players": ["Ann", "Bo"], "options": {"extended": False}}
    assert table.submit(Command("start", data=start)).ok
    page = window()
    page.get_by_role("button", name="How it goes").click()
    expect(page.get_by_role("dialog")).to_contain_text("A turn")
    expect(page.get_by_role("dialog")).not_to_contain_text("specialist")


@pytest.mark.parametrize(
    ("path", "current"),
    [("/record", "Matches played"), ("/statistics", "Statistics"), ("/teach", None)],
)
def test_every_page_has_the_same_way_back(
    window: OpenWindow, table: MemoryTable, path: str, current: str | None
) -> None:
    with serving(table, teach=DrawnLesson(None)) as address:
        page = window(path, address=address, viewport={"width": 390, "height": 844})
        header = page.get_by_role("banner")
        links = header.get_by_role("navigation").get_by_role("link")
        expect(links).to_have_text(["To the table", "Matches played", "Statistics"])
        here = header.locator("[aria-current=page]")
        expect(here).to_have_text([current] if current else [])
        for link in links.all():
            box = link.bounding_box()
            assert box is not None
            assert box["height"] >= 44
            assert box["x"] + box["width"] <= 390
        links.first.click()
        expect(page.locator(".setup")).to_be_visible()

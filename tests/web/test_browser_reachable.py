"""Nothing lies hidden for good: what is behind a bar that stands still can be slid clear of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import LONG, SHORT, Scene, play, play_scene, show_camera
from tests.web.test_browser_fits import WITH_ODDS
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


# What cannot be slid to where neither the screen's edges nor the bar `where` covers it; and the
# buttons whose middle another thing covers still once they were brought into sight by the keyboard.
HIDDEN = """([parts, where]) => {
  const bar = document.querySelector(where);
  const name = (one) => one.getAttribute("class") || one.tagName;
  const lost = [...document.querySelectorAll(parts)].filter((one) => {
    if (bar?.contains(one) || !one.getClientRects().length) return false;
    const { top } = one.getBoundingClientRect();
    scrollTo({ top: scrollY + top - 4, behavior: "instant" });
    const box = one.getBoundingClientRect();
    const edge = bar ? Math.min(bar.getBoundingClientRect().top, innerHeight) : innerHeight;
    const after = bar && bar.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING;
    return box.top < -1 || box.bottom > (after ? innerHeight : edge) + 1;
  });
  return lost.map(name);
}"""
COVERED = """(where) => {
  const bar = document.querySelector(where);
  const name = (one) => one.getAttribute("class") || one.getAttribute("name") || one.tagName;
  return [...document.querySelectorAll("main :is(button, input, select, summary):not(:disabled)")]
    .filter((one) => !bar?.contains(one) && one.checkVisibility())
    .filter((one) => {
      one.focus();
      const { left, top, width, height } = one.getBoundingClientRect();
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return !there || (there !== one && !one.contains(there) && bar?.contains(there));
    })
    .map(name);
}"""


def six_choices(table: MemoryTable) -> None:
    assert table.submit(Command("start", data={"game": "pickomino", "players": ["Ann", "Bo"]})).ok
    assert table.submit(Command("roll", data={"dice": list("112345ww")})).ok


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("due", ["keep", "throw", "several"])
def test_the_picture_of_the_tray_comes_clear_of_the_buttons_on_a_phone(
    window: OpenWindow, table: MemoryTable, language: str, due: str
) -> None:
    """Six choices with odds, a choice beside the keypad, several dice in question."""
    if due == "several":
        play_scene(table, "pickomino-several")
        show_camera(table, "several")
    else:
        six_choices(table)
        show_camera(table, "reading")
        table.ask, table.hand = None, due == "throw"
        if due == "throw":
            for choice in ("keep 2", "throw"):
                assert table.submit(Command("choose", 0, {"choice": choice})).ok
        table.touch()
    page = window("/", viewport={"width": 390, "height": 844}, locale=language)
    page.evaluate(WITH_ODDS)
    page.reload()
    expect(page.locator(".dock")).to_be_visible()
    expect(page.locator(".still .die-reading")).to_have_count(4)
    for width, height in ((390, 844), (390, 664), (360, 640)):
        resize(page, width, height)
        parts = ".stage > .grill, .lane, .camera, .still, .camera button, .player"
        assert page.evaluate(HIDDEN, [parts, ".dock"]) == [], (width, height)
        assert page.evaluate(COVERED, ".dock") == [], (width, height)


def test_the_picture_that_a_question_is_about_comes_before_the_grill_on_a_phone(
    window: OpenWindow, table: MemoryTable
) -> None:
    play_scene(table, "pickomino-several")
    show_camera(table, "several")
    page = window("/", viewport={"width": 390, "height": 844})
    still, grill = (page.locator(one).bounding_box() for one in (".still", ".grill"))
    dock = page.locator(".dock").bounding_box()
    assert still is not None
    assert grill is not None
    assert dock is not None
    assert still["y"] + still["height"] <= min(grill["y"], dock["y"])


@pytest.mark.parametrize("camera", [True, False])
@pytest.mark.parametrize("path", ["/", "/seat/0", "/watch"])
def test_every_field_of_knister_comes_clear_of_the_keypad_on_a_phone(
    window: OpenWindow, table: MemoryTable, path: str, camera: bool
) -> None:
    """The browser's own bars leave a phone less height than its screen has."""
    if camera:
        show_camera(table, "reading")
        table.ask = None
    table.hand = True
    table.touch()
    names = ["Ann", "Bo", "Cy"]
    assert table.submit(Command("start", data={"game": "knister", "players": names})).ok
    page = window(path, viewport={"width": 390, "height": 844})
    page.wait_for_selector(".board .cell" if path == "/watch" else ".pad")
    for width, height in ((390, 844), (390, 664), (360, 640)):
        resize(page, width, height)
        bar = ".dock" if path == "/watch" else ".pad"
        parts = ".board .cell, .board header, .mini, .own-notes, .camera"
        assert page.evaluate(HIDDEN, [parts, bar]) == [], (width, height)


@pytest.mark.parametrize("camera", [True, False])
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_last_lines_of_the_set_up_come_clear_of_start(
    window: OpenWindow, table: MemoryTable, language: str, camera: bool
) -> None:
    if camera:
        show_camera(table, "reading")
        table.ask = None
        table.touch()
    page = window("/", locale=language)
    for fold in (None, 0, 1):
        if fold is not None:
            if fold == 0:
                page.locator(".game-card").first.click()
                for name in SHORT:
                    page.locator(".add-person input").fill(name)
                    page.locator(".add-person button").click()
            page.locator(".fold summary").nth(fold).click()
            expect(page.locator(".fold").nth(fold)).to_have_attribute("open", "")
        for width, height in ((1280, 800), (1024, 768), (1366, 650), (390, 844), (390, 664)):
            resize(page, width, height)
            parts = ".setup :is(h1, h2, p, li, summary, label, .qr, .phones-links a)"
            hidden = page.evaluate(HIDDEN, [parts, ".start-row"])
            assert hidden == [], (fold, width, height)
            assert page.evaluate(COVERED, ".start-row") == [], (fold, width, height)


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("players", [SHORT, LONG])
def test_the_end_of_pickomino_is_whole_on_a_small_laptop(
    window: OpenWindow, table: MemoryTable, language: str, players: tuple[str, ...]
) -> None:
    play(table, Scene("pickomino", players, None))
    page = window("/", viewport={"width": 1280, "height": 800}, locale=language)
    expect(page.locator(".standings li")).to_have_count(len(players))
    for part in page.locator(".standings, .standings .button, .grill, .player").all():
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800, part.get_attribute("class")


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_players_are_whole_beside_camera_odds_and_the_marks_hint(
    window: OpenWindow, table: MemoryTable, language: str
) -> None:
    six_choices(table)
    show_camera(table, "reading")
    table.ask = None
    table.touch()
    page = window("/", viewport={"width": 1024, "height": 768}, locale=language)
    page.evaluate(WITH_ODDS)
    page.reload()
    expect(page.locator(".choice .odds")).to_have_count(6)
    page.keyboard.press("n")
    expect(page.locator(".mark-hint")).to_be_visible()
    for part in page.locator(".player, .player .stack, .player .worms").all():
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 768


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("path", ["/", "/seat/0", "/watch"])
def test_knister_says_at_its_end_what_gives_points_and_what_counts_twice(
    window: OpenWindow, table: MemoryTable, path: str, width: int
) -> None:
    """People add up by hand then."""
    play(table, Scene("knister", SHORT, None))
    page = window(path, viewport={"width": width, "height": 844})
    expect(page.locator(".doubled")).to_have_text("×2 diagonals count double")
    page.get_by_role("button", name="What gives points").click()
    expect(page.get_by_role("dialog")).to_contain_text("full house")


def test_the_picture_is_that_of_before_while_dice_move(
    window: OpenWindow, table: MemoryTable
) -> None:
    six_choices(table)
    show_camera(table, "reading")
    table.ask = None
    table.touch()
    page = window("/")
    image = page.locator(".still img")
    expect(image).to_have_css("opacity", "1")
    expect(page.locator(".still figcaption")).to_have_count(0)
    table.camera = replace(table.camera, state="moving")
    table.touch()
    expect(page.locator(".camera-state")).to_have_text("Dice are moving.")
    expect(page.locator(".still figcaption")).to_have_text("Last roll")
    for part in (image, page.locator(".still .outlines").first, page.locator(".die-reading").first):
        seen = part.evaluate(
            """(one) => {
              let seen = 1;
              for (; !one.matches(".still"); one = one.parentElement)
                seen *= getComputedStyle(one).opacity;
              return seen;
            }"""
        )
        assert 0.2 < seen < 0.5
    table.camera = replace(table.camera, state="watching")
    table.touch()
    expect(image).to_have_css("opacity", "1")

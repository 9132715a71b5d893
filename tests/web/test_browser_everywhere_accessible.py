"""Every view and every dialog, dark and light, in another language too: axe finds nothing serious.

One page walks through all of them, for opening pages is what takes the time.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import serving
from tests.web.memory_table import MemoryTable
from tests.web.screens import CARD_VALUES, SCENES, play, play_scene, show_camera
from tests.web.test_browser_accessible import serious
from web.port import Command
from web.speech import translate

OpenWindow = Callable[..., Page]
PHONE = {"width": 390, "height": 844}
DOCTOR: list[dict[str, object]] = [
    {"check": "clock", "ok": True, "state": "ok", "says": "2026-01-05 19:00 UTC"},
    {"check": "focus", "ok": False, "state": "mend", "says": "blurred", "do": "turn the ring"},
    {"check": "settings", "ok": True, "state": "note", "says": "as they come"},
]
THEMES = (("dark", "en"), ("light", "de"), ("light", "en"), ("dark", "pl"))


def look(page: Page, where: str) -> None:
    found = serious(page)
    assert found == [], f"{where}: {found}"


def press(page: Page, language: str, name: str) -> None:
    page.get_by_role("button", name=translate(language, name)).first.click()


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(("light", "language"), THEMES[:2])
@pytest.mark.parametrize(
    "name", ["pickomino-camera", "deluxe-middle", "knister-write", "fortuna-take"]
)
def test_board_seat_and_watch(
    window: OpenWindow, table: MemoryTable, address: str, name: str, light: str, language: str
) -> None:
    scene = play_scene(table, name)
    if scene.camera:
        show_camera(table, scene.camera)
    settings = {"viewport": PHONE, "color_scheme": light, "locale": language, "bypass_csp": True}
    page = window("/board", **settings)
    for view in ("/board", "/watch", "/seat/0"):
        page.goto(address + view)
        page.wait_for_selector("html[data-ready]")
        page.wait_for_selector("main:not(.waiting-stage)")
        look(page, f"{name} {view} {light}")


@pytest.mark.parametrize(("light", "language"), THEMES[:2])
def test_every_dialog(window: OpenWindow, table: MemoryTable, light: str, language: str) -> None:
    settings = {"viewport": PHONE, "color_scheme": light, "locale": language, "bypass_csp": True}

    def send(kind: str, **data: object) -> None:
        seen = table.snapshot().revision
        assert table.submit(Command(kind, None, data, seen)).ok  # type: ignore[arg-type]

    send("start", game="pickomino", players=["Ann", "Bo"])
    send("roll", dice=list("11111111"))
    send("choose", choice="keep 1")
    with serving(table, doctor=lambda: DOCTOR) as address:
        page = window("/", address, **settings)
        look(page, "bust")
        press(page, language, "Correct the roll")
        look(page, "misread")
        page.locator(".dialog .correct-faces .face-button").first.click()
        look(page, "correct")
        close(page)
        press(page, language, "Menu")
        press(page, language, "Leave this match")
        look(page, "leaving")
        close(page)
        press(page, language, "Menu")
        page.locator(".to-doctor").click()
        expect(page.locator(".finding")).to_have_count(len(DOCTOR))
        look(page, "check-up")
        close(page)
        send("start", game="knister", players=["Ann", "Bo"])
        page.locator(".points-button").dispatch_event("click")  # the pad lies over it at first
        expect(page.get_by_role("dialog")).to_be_visible()
        look(page, "points")
    with serving(table, pin="2468") as address:
        page.goto(address)
        page.locator('.pad [data-face="3"]').click()
        page.locator('.pad [data-face="4"]').click()
        page.locator(".pad-done").click()
        expect(page.locator(".dialog.pin input")).to_be_visible()
        look(page, "PIN")


@pytest.mark.parametrize(("light", "language"), THEMES[:2])
def test_the_set_up_with_all_its_folds(
    window: OpenWindow, table: MemoryTable, light: str, language: str
) -> None:
    page = window("/", viewport=PHONE, color_scheme=light, locale=language, bypass_csp=True)
    for name in ("Ann", "Bo"):
        page.locator(".add-person input").fill(name)
        page.locator(".add-person button").click()
    for game in ("pickomino", "pickomino-deluxe", "knister", "fortuna"):
        page.locator(f".game-card.{game}").click()
        closed = page.locator("details.fold:not([open]) > summary")
        while closed.count():
            closed.first.click()
        look(page, f"set-up of {game}")


def signs(page: Page) -> dict[str, list[str]]:
    """The signs that tell the states apart besides colour, by player."""
    found: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries(
          [...document.querySelectorAll(".player, .board, .hand")].map((one) => [
            one.querySelector(".name").textContent,
            [...one.querySelectorAll("h2 [aria-hidden], .board-state [aria-hidden]")]
              .map((sign) => sign.textContent.trim()).filter(Boolean),
          ]))"""
    )
    return found


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe", "knister", "fortuna"])
def test_whose_turn_it_is_is_not_told_by_colour_alone(
    window: OpenWindow, table: MemoryTable, game: str
) -> None:
    options = {"card_values": CARD_VALUES} if game == "fortuna" else {}
    start = {"game": game, "players": ["Ann", "Bo"], "options": options}
    assert table.submit(Command("start", None, start)).ok
    page = window("/board", viewport={"width": 1920, "height": 1080})
    page.wait_for_selector(".due")
    told = signs(page)
    assert told == {"Ann": ["▸"], "Bo": []}
    expect(page.locator("h1")).to_contain_text("Ann")


def test_states_keep_a_shape_or_a_word_in_shades_of_grey(
    window: OpenWindow, table: MemoryTable
) -> None:
    """A die in doubt, a tile that can be taken, a gap, the mark, the winner."""
    play_scene(table, "pickomino-unsure")
    show_camera(table, "unsure")
    page = window("/", viewport={"width": 1024, "height": 768})
    expect(page.locator(".ask-mark")).to_have_text("!")
    unsure, sure = (
        page.locator(f".outlines .{which}").first.evaluate(
            "(one) => getComputedStyle(one).strokeDasharray"
        )
        for which in ("unsure", "sure")
    )
    assert unsure != sure
    over = SCENES["pickomino-over"]
    assert over is not None
    table.ask = None
    play(table, over)
    expect(page.locator(".standings")).to_be_visible()
    won = page.locator(".standings li.won")
    expect(won).not_to_have_count(0)
    expect(won.locator(".place svg")).to_have_count(won.count())
    expect(page.locator(".standings li:not(.won) .place svg")).to_have_count(0)
    steal = SCENES["pickomino-steal"]
    assert steal is not None
    play(table, steal)
    expect(page.locator(".stack.lifted .unseen").first).to_have_text("this total steals it")
    take = SCENES["pickomino-take"]
    assert take is not None
    play(table, take)
    expect(page.locator(".tiles .lifted .lift-mark").first).to_have_text("▲")
    gaps = page.locator(".tiles .gap .unseen")
    expect(gaps).not_to_have_count(0)
    assert all("gone" in words for words in gaps.all_inner_texts())

"""What stands in a button stays in it, however many dice and however long the words."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import play_on, play_scene, show_camera
from web.port import Command, PlayerFigures

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


STICKING_OUT = """() => [...document.querySelectorAll("button")].flatMap((button) => {
  const box = button.getBoundingClientRect();
  return [...button.querySelectorAll("span, svg")]
    .filter((part) => {
      const inner = part.getBoundingClientRect();
      return inner.width > 0 && (inner.right > box.right + 1 || inner.left < box.left - 1);
    })
    .map((part) => `${button.className}: ${part.textContent}`);
})"""


@pytest.mark.parametrize("roll", ["1112345w", "55555555", "33322244", "112233ww"])
def test_no_choice_sticks_out_of_its_button(
    window: OpenWindow, table: MemoryTable, roll: str
) -> None:
    assert table.submit(
        Command("start", data={"game": "pickomino", "players": ["Ann", "Bo"], "options": {}})
    ).ok
    assert table.submit(Command("roll", data={"dice": list(roll)})).ok
    page = window("/", viewport={"width": 1024, "height": 768})
    for width, height in ((1024, 768), (820, 1180), (390, 844), (360, 640), (1920, 1080)):
        resize(page, width, height)
        page.wait_for_selector("[data-choice]")
        assert page.evaluate(STICKING_OUT) == [], (width, roll)


# What of a choice lies outside its rectangle, which of its dice do not stand in one row with the
# text, and how far the page can be slid sideways.
OUTSIDE = """() => {
  const page = document.documentElement;
  const out = [...document.querySelectorAll(".choice")].flatMap((button) => {
    const box = button.getBoundingClientRect();
    const name = button.dataset.choice;
    const outside = [...button.querySelectorAll("*")]
      .filter((part) => {
        const inner = part.getBoundingClientRect();
        return (
          inner.right > box.right || inner.left < box.left ||
          inner.bottom > box.bottom || inner.top < box.top
        );
      })
      .map((part) => `${name}: ${part.getAttribute("class") || part.tagName}`);
    const text = button.querySelector(".choice-text").getBoundingClientRect();
    const apart = [...button.querySelectorAll(".choice-dice > *")]
      .map((one) => one.getBoundingClientRect())
      .filter((one) => one.right > text.left || one.top > text.bottom || one.bottom < text.top)
      .map(() => `${name}: a die over or under its total`);
    return [...outside, ...apart];
  });
  return page.scrollWidth > page.clientWidth ? [...out, `slides to ${page.scrollWidth}`] : out;
}"""
WITH_ODDS = """async () => {
  localStorage.setItem("odds", "on");
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ odds: 1 });
  await fetch("/shelf/table-rules", { method: "POST", headers, body });
}"""
SIZES = ((390, 844), (768, 1024), (1024, 768), (1280, 800), (1920, 1080))


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe"])
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_odds_stay_inside_their_choices(
    window: OpenWindow, table: MemoryTable, game: str, language: str
) -> None:
    """Six faces, many dice of few faces, and a tile that can be taken."""

    def roll(dice: str) -> None:
        start = {"game": game, "players": ["Ann", "Bo"]}
        assert table.submit(Command("start", data=start)).ok
        assert table.submit(Command("roll", data={"dice": list(dice)})).ok

    page = window("/", locale=language)
    page.evaluate(WITH_ODDS)

    def look(choices: int) -> None:
        page.reload()
        for width, height in SIZES:
            resize(page, width, height)
            expect(page.locator(".choice .odds")).to_have_count(choices)
            expect(page.locator(".odds-hint")).to_have_count(1)
            assert page.evaluate(OUTSIDE) == [], (width, height)

    for dice, choices in (("1112345w", 6), ("112345ww", 6), ("wwwww555", 2)):
        roll(dice)
        look(choices)
    assert table.submit(Command("choose", 0, {"choice": "keep w"})).ok
    look(1)  # to take a tile; throwing on is a pad of its own


def test_the_standings_stay_in_sight_beside_six_choices_with_odds(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = window("/", viewport={"width": 1024, "height": 768})
    page.evaluate(WITH_ODDS)
    assert table.submit(Command("start", data={"game": "pickomino", "players": ["Ann", "Bo"]})).ok
    assert table.submit(Command("roll", data={"dice": list("112345ww")})).ok
    page.reload()
    expect(page.locator(".choice .odds")).to_have_count(6)
    page.keyboard.press("n")  # who uses a keyboard is told of the mark, too
    expect(page.locator(".mark-hint")).to_be_visible()
    for player in page.locator(".player").all():
        box = player.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 768


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("due", ["keep", "throw", "lacks"])
def test_the_standings_are_whole_with_odds_beside_a_camera(
    window: OpenWindow, table: MemoryTable, language: str, due: str
) -> None:
    """Six choices, keys to tap in seven dice, and the same below what the recording lacks."""
    assert table.submit(Command("start", data={"game": "pickomino", "players": ["Ann", "Bo"]})).ok
    assert table.submit(Command("roll", data={"dice": list("112345ww")})).ok
    if due != "keep":
        for choice in ("keep 2", "throw"):
            assert table.submit(Command("choose", 0, {"choice": choice})).ok
    show_camera(table, "lacks" if due == "lacks" else "reading")
    if due != "lacks":
        table.ask, table.hand = None, due == "throw"
        table.touch()
    page = window("/", locale=language)
    page.evaluate(WITH_ODDS)
    page.reload()
    for width, height in ((1280, 800), (1024, 768)):
        resize(page, width, height)
        expect(page.locator(".still img")).to_be_visible()
        expect(page.locator(".dock .odds")).to_have_count(6 if due == "keep" else 1)
        for player in page.locator(".player").all():
            box = player.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height, (width, due)
            dock = page.locator(".dock").bounding_box()
            assert dock is not None
            below, beside = dock["y"] + dock["height"] - 8, dock["x"] + dock["width"]
            assert box["y"] >= below or box["x"] >= beside, (width, due)
    page.keyboard.press("n")
    resize(page, 1280, 800)
    if due == "keep":
        expect(page.locator(".mark-hint")).to_be_visible()
        for part in page.locator(".player-name, .player .worms").all():
            box = part.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= 800


# What of the boards lies below the screen or behind the dock, and how large their cells are.
CELLS = """(cells) => {
  const dock = document.querySelector(".dock");
  const end = dock ? dock.getBoundingClientRect().top : innerHeight;
  const boxes = [...document.querySelectorAll(cells)].map((one) => one.getBoundingClientRect());
  return {
    count: boxes.length,
    hidden: boxes.filter((box) => box.bottom > end).length,
    least: Math.min(...boxes.flatMap((box) => [box.width, box.height])),
    below: end - Math.max(...boxes.map((box) => box.bottom)),
  };
}"""


def knister(table: MemoryTable, players: int) -> Callable[..., None]:
    """Begin Knister with a camera whose dice are tapped in; return what sends a command."""
    show_camera(table, "reading")
    table.camera = replace(table.camera, state="ended")
    table.hand, table.ask = True, None
    table.touch()

    def send(kind: Any, seat: int | None = None, **data: object) -> None:
        assert table.submit(Command(kind, seat, data, table.snapshot().revision)).ok

    send("start", game="knister", players=["Ann", "Bo", "Cy"][:players])
    return send


@pytest.mark.parametrize("players", [1, 2, 3])
def test_boards_of_knister_are_whole_and_use_the_height(
    window: OpenWindow, table: MemoryTable, players: int
) -> None:
    """A tablet on its side: before a roll, while somebody writes still, and at the end.

    The room of the keypad stays kept while there is none, so that the fields stand still. At the
    end the result stands beside the boards, in which nothing is to be touched any more.
    """
    send = knister(table, players)
    page = window("/", viewport={"width": 1024, "height": 768})

    def look(state: str, least: int) -> None:
        page.wait_for_selector(state)
        seen = page.evaluate(CELLS, ".board .cell")
        assert seen["count"] == 25 * players
        assert seen["hidden"] == 0
        assert seen["least"] >= least, state
        if state != ".standings":
            assert seen["below"] <= (140 if state == "button.cell" else 80), state

    look(".pad", 40)
    send("roll", dice=["4", "5"])
    look("button.cell", 44)
    if players > 1:
        send("choose", 0, choice="write 1,1")
        look(".dock .undo", 44)
    play_on(table, random.Random(4))
    look(".standings", 36)
    slides = "(page) => page.scrollHeight - page.clientHeight"
    assert page.locator(":root").evaluate(slides) <= 0


def test_the_own_board_of_knister_is_whole_on_a_phone(
    window: OpenWindow, table: MemoryTable
) -> None:
    send = knister(table, 2)
    page = window("/seat/1", viewport={"width": 390, "height": 844}, locale="de")
    send("roll", dice=["4", "5"])
    expect(page.locator(".round")).to_contain_text("Runde 1 von 25")
    assert page.locator(".round").evaluate("(round) => round.clientHeight") < 60  # two lines
    send("choose", 0, choice="write 1,1")
    page.wait_for_selector(".happened")
    send("choose", 1, choice="write 1,1")
    send("undo", 1)
    page.wait_for_selector(".board.large button.cell")
    seen = page.evaluate(CELLS, ".board.large .cell")
    assert (seen["count"], seen["hidden"]) == (25, 0)
    assert seen["least"] >= 44


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("typed", [True, False])
def test_the_own_board_is_whole_beside_the_keys_on_a_phone(
    window: OpenWindow, table: MemoryTable, language: str, typed: bool
) -> None:
    """With a camera, too: it lies below the boards there, and asks for no room beside the number.

    Whoever waits sees the name and the points of the others beside what an undo would take back.
    """
    send = knister(table, 2)
    table.hand = typed
    page = window("/seat/1", viewport={"width": 390, "height": 844}, locale=language)
    send("roll", dice=["4", "5"])
    send("choose", 1, choice="write 3,3")
    page.wait_for_selector(".choices-row .undo")
    head = page.locator(".seats .board header").bounding_box()
    undo = page.locator(".undo").bounding_box()
    assert head is not None
    assert undo is not None
    assert head["y"] + head["height"] <= undo["y"]
    send("choose", 0, choice="write 1,1")
    page.wait_for_selector(".pad .undo")
    seen = page.evaluate(CELLS, ".board.large .cell")
    assert (seen["count"], seen["hidden"]) == (25, 0)
    assert seen["least"] >= 44


def test_three_boards_stand_two_by_two_on_an_upright_tablet(
    window: OpenWindow, table: MemoryTable
) -> None:
    send = knister(table, 3)
    send("roll", dice=["4", "5"])
    page = window("/", viewport={"width": 820, "height": 1180})
    seen = page.evaluate(CELLS, ".board .cell")
    assert (seen["count"], seen["hidden"]) == (75, 0)
    assert seen["least"] >= 44


def test_start_is_in_sight_once_two_players_are_there(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = window("/", viewport={"width": 1024, "height": 768})
    page.get_by_role("radio", name="Pickomino").first.click()
    for name in ("Ann", "Bo"):
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add").click()
    start = page.get_by_role("button", name="Start")
    expect(start).to_be_enabled()
    box = start.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 768
    # What lies behind the row comes out when it is reached by the keyboard.
    page.locator(".fold summary").last.focus()
    below = page.locator(".fold summary").last.bounding_box()
    row = page.locator(".start-row").bounding_box()
    assert below is not None
    assert row is not None
    assert below["y"] + below["height"] <= row["y"] + 12


@pytest.mark.parametrize("path", ["/seat/0", "/watch", "/board"])
def test_a_screen_without_a_match_points_where_one_begins(
    window: OpenWindow, table: MemoryTable, path: str
) -> None:
    page = window(path, viewport={"width": 390, "height": 844})
    expect(page.locator("h1")).to_contain_text("The next begins on the table's own page.")
    expect(page.get_by_role("link", name="Go to the table's own page")).to_be_visible()
    expect(page.locator(".empty .go")).to_have_count(0)


def test_the_players_of_the_statistics_say_that_they_can_be_slid(
    window: OpenWindow, table: MemoryTable
) -> None:
    ann = PlayerFigures("Ann", 12, 12, 5, 40, 30, 20, 4, 120, 120, 41.0, "5", 0.1, 0.2, 12)
    table.figures = replace(table.figures, matches=12, players=(ann,))
    page = window("/statistics", viewport={"width": 390, "height": 844})
    hint = page.get_by_text("The table goes on to the right: slide it.")
    expect(hint).to_be_visible()
    expect(page.locator(".wide.more")).to_have_count(1)
    page.locator(".wide").evaluate("(wide) => wide.scrollTo(wide.scrollWidth, 0)")
    expect(page.locator(".wide.more")).to_have_count(0)
    resize(page, 1200, 844)
    expect(hint).to_be_hidden()


@pytest.mark.parametrize("name", ["pickomino-lacks", "pickomino-unsure", "deluxe-unsure"])
@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_standings_stay_in_sight_beside_a_question(
    window: OpenWindow, table: MemoryTable, name: str, language: str
) -> None:
    scene = play_scene(table, name)
    show_camera(table, scene.camera)
    page = window("/", viewport={"width": 1024, "height": 768}, locale=language)
    page.wait_for_selector(".ask")
    dock = page.locator(".dock").bounding_box()
    assert dock is not None
    for part in page.locator(".player-name, .player .worms").all():
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= dock["y"] + dock["height"] - 12 or box["y"] + box["height"] <= dock["y"]
        assert box["y"] + box["height"] <= 768

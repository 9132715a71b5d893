"""Laptops and small touchscreens: all that a turn needs is in view, whole, and clear of the rest.

Pickomino's players stand in a column at the side, Oh Fortuna's dock below the hands; so nothing has
to be slid in any state of a turn and at the end, on the official 7-inch touchscreen (800 x 480)
either. In German and Polish, whose words are longer than the English ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from rules.game import NeedsRoll
from tests.web.browser import resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import FORTUNA, LONG, SHORT, SOON_OVER, Scene, Stop, play, show_camera
from tests.web.test_browser_after_end import bust_with_the_hen
from tests.web.test_browser_fits import WITH_ODDS
from web.port import MatchView

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


SIZES = ((1280, 800), (1366, 768), (1024, 600), (800, 480))
SEVEN = (
    "Maximiliane",
    "Przemysław",
    "Konstantin",
    "Bartholomew",
    "Zoë",
    "Charlotte",
    "Anna Małgorzata K.",
)
# What lies out of the view or of the part it belongs to, which parts lie over each other, what is
# smaller than a finger, and how far the page can be slid.
AMISS = """() => {
  const all = (where) =>
    [...document.querySelectorAll(where)].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => `${one.getAttribute("class")} ${one.textContent.slice(0, 20)}`;
  const inside = (inner, outer) =>
    inner.left >= outer.left - 2 && inner.right <= outer.right + 2 &&
    inner.top >= outer.top - 2 && inner.bottom <= outer.bottom + 2;
  const over = (a, b) =>
    a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  const overlaps = (list) =>
    list.flatMap((one, at) =>
      list
        .slice(at + 1)
        .filter((two) => over(box(one), box(two)))
        .map((two) => `${name(one)} / ${name(two)}`));
  const view = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const within = ".pad, .choice, .lane, .camera, .grill, .cards, .dice-card, .dock, .player, " +
    ".sentence, .bar, .standings, .board";
  const parts = all(
    ".sentence, .grill, .middle > .lane, .camera, .cards, .dice-card, .hands, .dock, .player, " +
    ".standings, .board");
  const pieces = all(
    ".die, .tile, .card, .total-number, .choice, .face-button, .slots > *, .pad-done, .undo, " +
    ".small-button, .worms, .player-name, .fields-sum, h1");
  const fingers = all("button:not(:disabled, .die-reading)");
  return {
    out: parts.filter((one) => !inside(box(one), view)).map(name),
    cut: pieces
      .filter((one) => !one.closest(".hands") && !inside(box(one), box(one.closest(within))))
      .map(name),
    over: overlaps(parts),
    heaped: overlaps(all(
      ":is(.lane, .dock, .dice-card) :is(.die, .choice-text, .die-ghost, .pad-done, .odds-text)")),
    small: fingers.filter((one) => box(one).width < 43.5 || box(one).height < 43.5).map(name),
    slides: [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ],
  };
}"""
# How far the dock of a phone lies over the dice card.
UNDER_THE_DOCK = """() => {
  const [card, dock] = [".dice-card", ".dock > *"].map((one) => document.querySelector(one));
  return dock ? card.getBoundingClientRect().bottom - dock.getBoundingClientRect().top : 0;
}"""
NOTHING = {"out": [], "cut": [], "over": [], "heaped": [], "small": [], "slides": [0, 0]}


@dataclass(frozen=True)
class State:
    """A moment of a turn: when the random play stops there, and what the camera does."""

    stop: Stop
    throws: bool = False
    camera: str = ""
    hand: bool = True


def _keeps(match: MatchView, choices: list[str]) -> bool:
    return match.seq >= 60 and sum(one.startswith("keep") for one in choices) > 2


def _takes(match: MatchView, choices: list[str]) -> bool:
    return match.seq >= 100 and any(one.startswith("take") for one in choices)


def _steals(match: MatchView, choices: list[str]) -> bool:
    return match.seq >= 60 and any(one.startswith("steal") for one in choices)


def _throws_on(match: MatchView, choices: list[str]) -> bool:
    return isinstance(match.turn, NeedsRoll) and match.turn.dice == 4 and match.seq >= 30


def _busted(match: MatchView, choices: list[str]) -> bool:
    return match.bust is not None and match.seq >= 30


def _begins(match: MatchView, choices: list[str]) -> bool:
    return True


def _places(match: MatchView, choices: list[str]) -> bool:
    return match.seq >= 60 and choices[0].startswith("place")


def _asks_area(match: MatchView, choices: list[str]) -> bool:
    return match.seq >= 60 and "air" in choices


PICKOMINO = {
    "begins": State(_begins),
    "keeps": State(_keeps),
    "takes": State(_takes),
    "steals": State(_steals),
    "throws on": State(_throws_on, throws=True),
    "bust": State(_busted, throws=True),
    "read": State(_keeps, camera="reading", hand=False),
    "tapped beside a camera": State(_takes, camera="reading"),
    "asked": State(_throws_on, throws=True, camera="several", hand=False),
    "recording lacks": State(_throws_on, throws=True, camera="lacks", hand=False),
}
CARDS = {
    "begins": State(_begins),
    "area": State(_asks_area),
    "places": State(_places),
    "throws on": State(lambda match, choices: match.seq >= 80, throws=True),
    "takes": State(_takes),
    "read": State(_takes, camera="reading", hand=False),
}


def arrange(page: Page, table: MemoryTable, scene: Scene, state: State) -> None:
    """Show the table in that state; no page looks on meanwhile, which would draw every step."""
    address = page.url
    page.goto("about:blank")
    table.camera, table.hand, table.ask = MemoryTable().camera, True, None
    play(table, scene)
    if state.camera:
        show_camera(table, state.camera)
        table.hand = state.hand
        if state.camera == "reading":
            table.ask = None
        table.touch()
    page.goto(address)


def look(page: Page, where: str) -> None:
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector(".waiting-stage", state="detached")
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate(AMISS) == NOTHING, (where, width, height)


@pytest.mark.parametrize(("players", "language"), [(SHORT, "de"), (SEVEN, "pl")], ids=["2", "7"])
@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe"])
def test_every_state_of_a_turn_of_pickomino_is_in_view(
    window: OpenWindow, game: str, players: tuple[str, ...], language: str, table: MemoryTable
) -> None:
    page = window("/", locale=language)
    for name, state in PICKOMINO.items():
        arrange(page, table, Scene(game, players, state.stop, throws=state.throws), state)
        look(page, name)


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe"])
def test_a_question_to_a_long_name_leaves_the_throw_in_view(
    window: OpenWindow, game: str, table: MemoryTable
) -> None:
    """The sentence takes two lines, and the question below it as many as there are."""
    page = window("/", locale="de")
    players = ("Wolfeschlegelsteinhausenber", "Przemysław Brzęczyszczykiewicz")
    for camera in ("unsure", "several", "lost"):
        state = State(_throws_on, throws=True, camera=camera, hand=False)
        arrange(page, table, Scene(game, players, state.stop, throws=True), state)
        look(page, camera)


@pytest.mark.parametrize("players", [SHORT, SEVEN], ids=["2", "7"])
@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe"])
def test_odds_leave_all_of_it_in_view(
    window: OpenWindow, game: str, players: tuple[str, ...], table: MemoryTable
) -> None:
    page = window("/", locale="de")
    page.evaluate(WITH_ODDS)
    for name in ("keeps", "takes", "steals", "throws on"):
        state = PICKOMINO[name]
        arrange(page, table, Scene(game, players, state.stop, throws=state.throws), state)
        expect(page.locator(".dock .odds").first).to_be_visible()
        look(page, f"odds, {name}")


@pytest.mark.parametrize(
    ("players", "language"), [(SHORT, "pl"), (SEVEN[2:], "de")], ids=["2", "5"]
)
def test_every_state_of_a_turn_of_oh_fortuna_is_in_view(
    window: OpenWindow, players: tuple[str, ...], language: str, table: MemoryTable
) -> None:
    """Beside a camera the hands may be slid by themselves; that of whoever is due comes first."""
    page = window("/", locale=language)
    for name, state in CARDS.items():
        scene = Scene("fortuna", players, state.stop, throws=state.throws, options=FORTUNA)
        arrange(page, table, scene, state)
        look(page, name)
        slide = page.locator(".hands").evaluate("(one) => one.scrollHeight - one.clientHeight")
        assert slide <= 0 or state.camera, name  # at 800 x 480, the last one
        resize(page, 390, 844)
        assert page.evaluate(UNDER_THE_DOCK) <= 0, (name, "phone")


@pytest.mark.parametrize("path", ["/seat/1", "/watch"])
@pytest.mark.parametrize("game", ["pickomino-deluxe", "fortuna"])
def test_a_seat_and_a_spectator_have_all_of_it_in_view(
    window: OpenWindow, game: str, path: str, table: MemoryTable
) -> None:
    page = window(path, locale="de")
    options = FORTUNA if game == "fortuna" else ()
    for stop in (_begins, _takes):
        arrange(page, table, Scene(game, SEVEN[:4], stop, options=options), State(stop))
        look(page, path)


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe", "fortuna", "knister"])
def test_the_end_is_in_view_whole(window: OpenWindow, game: str, table: MemoryTable) -> None:
    """The result, the last roll, the ways on and what is left of the game, for few and many."""
    page = window("/", locale="pl")
    table_page = page.url
    many = SEVEN[2:] if game == "fortuna" else SEVEN
    options = SOON_OVER if game == "fortuna" else ()
    for players in (SHORT, many[:4], many):
        arrange(page, table, Scene(game, players, None, options=options), State(_begins))
        for path in ("", "seat/0", "watch"):
            page.goto(table_page + path)
            expect(page.locator(".standings .score")).to_have_count(len(players))
            look(page, f"{len(players)} players, {path}")
        page.goto(table_page)


@pytest.mark.parametrize("path", ["/", "/seat/0"])
def test_a_bust_that_ended_the_match_is_in_view_whole(
    window: OpenWindow, path: str, table: MemoryTable
) -> None:
    """The dice that were kept, the roll, why it was none and the ways back, for seven players."""
    bust_with_the_hen(table, SEVEN)
    page = window(path, locale="de")
    expect(page.locator(".standings .why")).to_be_visible()
    look(page, path)


def test_with_odds_the_picture_is_as_large_as_without(
    window: OpenWindow, table: MemoryTable
) -> None:
    """It shrank to 150 px, beside room for twice as much."""
    page = window("/")
    takes = Scene("pickomino", SHORT, _takes)
    arrange(page, table, takes, State(_takes, camera="reading", hand=False))
    wide: list[list[float]] = []
    for odds in (False, True):
        if odds:
            page.evaluate(WITH_ODDS)
            page.reload()
            page.wait_for_selector(".odds-hint")
        page.wait_for_selector(".still img")
        wide.append([])
        for width, height in SIZES:
            resize(page, width, height)
            wide[-1].append(page.locator(".still").evaluate("(one) => one.clientWidth"))
    assert all(after >= min(before, 130) for before, after in zip(*wide, strict=True)), wide
    assert wide[1][:2] == wide[0][:2]


def test_an_undo_with_a_long_name_leaves_the_choices_their_room(
    window: OpenWindow, table: MemoryTable
) -> None:
    """On a small touchscreen the tile to be taken was named letter below letter."""
    page = window("/", locale="de")
    takes = Scene(
        "pickomino", LONG, lambda match, choices: len(choices) == 2 and _takes(match, choices)
    )
    arrange(page, table, takes, State(takes.stop or _takes, camera="reading", hand=False))
    page.wait_for_selector(".choices.n2")
    for width, height in SIZES:
        resize(page, width, height)
        high = page.locator(".choice-text").evaluate_all(
            "(all) => all.map((one) => one.offsetHeight)"
        )
        assert max(high) <= 64, (width, high)  # three lines
        assert page.evaluate(AMISS) == NOTHING, width


@pytest.mark.parametrize("game", ["pickomino", "pickomino-deluxe"])
def test_the_grill_of_a_laptop_stays_where_it_is_through_a_turn(
    window: OpenWindow, game: str, table: MemoryTable
) -> None:
    """What happened last comes and goes under the sentence: no choice moves under the finger."""
    page = window("/")
    for width, height in ((1280, 800), (1366, 768)):
        tops = set()
        for name in ("begins", "keeps", "takes", "throws on", "bust", "read"):
            state = PICKOMINO[name]
            arrange(page, table, Scene(game, SHORT, state.stop, throws=state.throws), state)
            page.wait_for_selector("html[data-ready]")
            resize(page, width, height)
            box = page.locator(".grill").bounding_box()
            assert box is not None
            tops.add(round(box["y"]))
        assert len(tops) == 1, (width, tops)


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("camera", ["", "reading"])
def test_all_eight_dice_of_a_roll_lie_in_one_row_on_a_laptop(
    window: OpenWindow, table: MemoryTable, camera: str, language: str
) -> None:
    page = window("/", locale=language)
    begins = Scene("pickomino", SHORT, lambda match, choices: choices[0].startswith("keep"))
    arrange(page, table, begins, State(_begins, camera=camera))
    page.wait_for_selector("html[data-ready]")
    for width, height in ((1280, 800), (1366, 768)):
        resize(page, width, height)
        tops = page.locator(".rolled .die").evaluate_all(
            "(dice) => dice.map((one) => Math.round(one.getBoundingClientRect().top))"
        )
        assert len(tops) == 8
        assert len(set(tops)) == 1, (width, height, tops)

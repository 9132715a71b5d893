"""Joining a table that is already being played, all four games, on the page in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from rules.game import NeedsChoice
from tests.web.browser import once, resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import CARD_VALUES
from web.port import MatchView
from web.speech import translate

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


PHONE = {"width": 390, "height": 844}
TILES = range(21, 37)


def lay_out(page: Page, game: str, *names: str) -> None:
    page.get_by_role("radio", name=game, exact=False).first.click()
    for name in names:
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add").click()


def unfold(page: Page) -> None:
    page.get_by_text("Join a table that is already being played").click()
    expect(page.locator(".join-table")).to_be_visible()


def give(page: Page, to: str, *tiles: int) -> None:
    page.locator(".brushes").get_by_role("radio", name=to, exact=True).click()
    for tile in tiles:
        page.get_by_role("button", name=f"tile {tile}:").click()


def where_is(page: Page, specialist: str) -> Locator:
    return page.get_by_role("combobox", name=specialist, exact=True)


def start(page: Page, table: MemoryTable) -> MatchView:
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector("#page[data-seq='0']")
    return once(table, lambda match: match.seq == 0)


def test_pickomino_is_joined(window: OpenWindow, table: MemoryTable) -> None:
    page = window(viewport=PHONE)
    lay_out(page, "Pickomino", "Ann", "Bo")
    unfold(page)
    give(page, "Ann", 22, 27)
    give(page, "Bo", 30)
    give(page, "turned over", 36)
    page.get_by_label("Whose turn begins?").select_option("Bo")
    state = start(page, table).state
    assert state["stacks"] == [[22, 27], [30]]
    assert state["face_down"] == [36]
    assert state["grill"] == [tile for tile in TILES if tile not in (22, 27, 30, 36)]
    expect(page.locator("h1")).to_contain_text("Bo")


def test_deluxe_is_joined_with_specialists_and_round_worms(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = window(viewport=PHONE)
    page.get_by_role("radio", name="Pickomino Deluxe").click()
    for name in ("Ann", "Bo"):
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add").click()
    unfold(page)
    red_worm, hen = where_is(page, "red worm"), where_is(page, "hen")
    expect(hen.locator("option:checked")).to_have_text("on tile 21")
    give(page, "Ann", 11)
    give(page, "Bo", 21, 30)
    # whoever has its tile took the specialist along, most likely
    expect(red_worm.locator("option:checked")).to_have_text("Ann")
    expect(hen.locator("option:checked")).to_have_text("Bo")
    hen.select_option("on tile 24")
    where_is(page, "apple").select_option("Bo")
    expect(where_is(page, "raven")).not_to_contain_text("Bo")
    expect(where_is(page, "weasel")).not_to_contain_text("Ann")  # has the red worm
    where_is(page, "golden die").select_option("in the box")
    page.locator("#join-round-1").select_option("2")
    expect(page.locator(".join-table")).to_contain_text("5 round worms left")
    state = start(page, table).state
    assert state["specialists"] == {
        "red_worm": "seat 0",
        "hen": "tile 24",
        "raven": "tile 23",
        "weasel": "tile 25",
        "golden_die": "box",
        "apple": "seat 1",
    }
    assert (state["round_worms"], state["supply"]) == ([0, 2], 5)
    assert state["stacks"] == [[11], [21, 30]]


def test_a_specialist_follows_what_is_possible(window: OpenWindow, table: MemoryTable) -> None:
    """D7: who gives the last tile back keeps but the hen; the plain game has no specialists."""
    page = window()
    page.get_by_role("radio", name="Pickomino Deluxe").click()
    for name in ("Ann", "Bo"):
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add").click()
    unfold(page)
    give(page, "Ann", 25)
    expect(where_is(page, "weasel").locator("option:checked")).to_have_text("Ann")
    give(page, "on the grill", 25)
    expect(where_is(page, "weasel").locator("option:checked")).to_have_text("on tile 25")
    page.get_by_text("House rules").click()
    page.locator('label[for="rule-extended"]').click()
    expect(page.locator(".join-tile")).to_have_count(16)
    expect(where_is(page, "weasel")).to_have_count(0)
    give(page, "Bo", 21)
    assert start(page, table).state["stacks"] == [[], [21]]


@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_fortuna_is_joined(window: OpenWindow, table: MemoryTable, language: str) -> None:
    page = window(viewport=PHONE, locale=language)
    page.evaluate(
        """(values) => fetch("/shelf/fortuna-cards", { method: "POST",
             headers: { "Content-Type": "application/json" }, body: JSON.stringify(values) })""",
        CARD_VALUES,
    )
    page.reload()

    def t(text: str, **fields: str | int) -> str:
        return translate(language, text, **fields)

    page.get_by_role("radio", name=t("Oh Fortuna")).click()
    for name in ("Ann", "Bo"):
        page.get_by_label(t("Name of a player")).fill(name)
        page.get_by_role("button", name=t("Add"), exact=True).click()
    page.get_by_text(t("Join a table that is already being played")).click()
    cards = page.locator(".join-card")
    expect(cards).to_have_count(43)
    for at, hand in enumerate(((0, 1, 40), (12,))):
        page.locator(".brushes [role=radio]").nth(at).click()
        for card in hand:
            cards.nth(card).click()
    page.get_by_role("button", name=t("Start"), exact=True).click()
    once(table, lambda match: match.state["hands"] == [[0, 1, 40], [12]])


def fill_board(page: Page, seat: int, *numbers: int) -> None:
    cells = page.locator(".join-board").nth(seat).locator("input")
    for at, number in enumerate(numbers):
        cells.nth(at).fill(str(number))


def test_the_second_of_three_games_of_knister_is_joined(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = window(viewport=PHONE)
    lay_out(page, "Knister", "Ann", "Bo")
    unfold(page)
    expect(page.get_by_label("Which game is being played?")).to_have_count(0)
    page.get_by_text("House rules").click()
    page.locator("#rule-games").select_option("3")
    page.get_by_label("Which game is being played?").select_option("game 2 of 3")
    page.get_by_label("Ann: points of the games before").fill("41")
    page.get_by_label("Bo: points of the games before").fill("38")
    fill_board(page, 0, 7, 7, 7, 7, 7)
    fill_board(page, 1, 7)
    for at in (6, 12, 18, 20):
        page.locator(".join-board").nth(1).locator("input").nth(at).fill("7")
    state = start(page, table).state
    assert state["game"] == 2
    assert state["round"] == 6
    points: list[int] = state["points"]  # type: ignore[assignment]
    assert points[0] > 41, "the line of sevens counts beside the points of the first game"
    assert points[1] == 38


@pytest.mark.parametrize("language", ["en", "pl", "de"])
def test_boards_that_cannot_be_are_refused_in_words(
    window: OpenWindow, table: MemoryTable, language: str
) -> None:
    """K3: everybody writes every number, so all boards hold the same."""
    page = window(viewport=PHONE, locale=language)
    page.get_by_role("radio", name="Knister").click()
    for name in ("Ann", "Bo"):
        page.locator(".add-person input").fill(name)
        page.locator(".add-person button").click()
    page.get_by_text(translate(language, "Join a table that is already being played")).click()
    fill_board(page, 0, 7)
    fill_board(page, 1, 13)
    expect(page.locator(".join-board input[aria-invalid=true]")).to_have_count(1)
    page.locator(".start").click()
    said = "All boards must hold the same numbers: each player writes every one."
    expect(page.locator("#trouble")).to_have_text(translate(language, said))
    expect(page.locator(".setup")).to_be_visible()
    fill_board(page, 1, 7)
    page.locator(".start").click()
    match = once(table, lambda match: match.seq == 0)
    boards: list[list[list[int | None]]] = match.state["boards"]  # type: ignore[assignment]
    assert [board[0][0] for board in boards] == [7, 7]


def test_a_table_that_is_laid_out_stays_with_its_players(
    window: OpenWindow, table: MemoryTable
) -> None:
    """Somebody was forgotten, goes, or sits elsewhere: nothing has to be tapped again."""
    page = window(viewport=PHONE)
    lay_out(page, "Pickomino Deluxe", "Ann", "Bo", "Cy")
    unfold(page)
    give(page, "Ann", 22)
    give(page, "Bo", 27, 30)
    give(page, "Cy", 24)
    give(page, "turned over", 36)
    where_is(page, "hen").select_option("Ann")
    page.get_by_label("Whose turn begins?").select_option("Bo")
    page.get_by_role("combobox", name="Ann", exact=True).select_option("2")
    page.get_by_label("Name of a player").fill("Di")
    page.get_by_role("button", name="Add").click()
    give(page, "Di", 31)
    page.get_by_role("button", name="Bo earlier").click()
    page.get_by_role("button", name="Cy does not play").click()
    match = start(page, table)
    assert match.players == ("Bo", "Ann", "Di")
    state = match.state
    assert state["stacks"] == [[27, 30], [22], [31]]
    assert state["round_worms"] == [0, 2, 0]
    assert state["face_down"] == [36]
    assert 24 in state["grill"]  # type: ignore[operator]
    specialists: dict[str, str] = state["specialists"]  # type: ignore[assignment]
    assert (specialists["hen"], specialists["golden_die"]) == ("seat 1", "seat 0")
    assert isinstance(match.turn, NeedsChoice)
    assert match.turn.seats == (0,)  # Bo, with the golden die


def test_boards_of_knister_stay_with_their_players(window: OpenWindow, table: MemoryTable) -> None:
    page = window(viewport=PHONE)
    lay_out(page, "Knister", "Ann", "Bo")
    unfold(page)
    for board, place in ((0, 3), (1, 7)):
        page.locator(".join-board").nth(board).locator("input").nth(place).fill("9")
    page.get_by_role("button", name="Bo earlier").click()
    expect(page.locator(".join-table")).to_be_visible()
    boards: list[list[list[int | None]]] = start(page, table).state["boards"]  # type: ignore[assignment]
    assert (boards[0][1][2], boards[1][0][3]) == (9, 9)


# Which list does not show all of what is chosen in it, and which name beside one breaks a word.
CUT = """() => {
  const brush = document.createElement("canvas").getContext("2d");
  const all = [...document.querySelectorAll(".rule select")];
  return all.filter((one) => one.checkVisibility()).flatMap((list) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(list);
    brush.font = font;
    const said = list.selectedOptions[0].textContent;
    const beside = parseFloat(paddingLeft) + parseFloat(paddingRight) + 14; // the arrow
    const room = list.clientWidth - beside;
    const name = list.parentElement.querySelector("span");
    const longest = Math.max(
      ...name.textContent.split(/\\s/).map((word) => brush.measureText(word).width));
    return [
      ...(brush.measureText(said).width > room ? [said] : []),
      ...(list.closest(".join-places") && longest > name.clientWidth + 1 ? [name.textContent] : []),
    ];
  });
}"""


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_what_is_chosen_is_whole_on_a_phone(
    window: OpenWindow, table: MemoryTable, language: str
) -> None:
    """Of "on tile 27" nothing was left but "on tile", and a house rule lost its last letters."""
    page = window("/", viewport={"width": 320, "height": 568}, locale=language)
    page.get_by_role("radio").nth(1).click()
    for name in ("Ann", "Bo"):
        page.locator("input[name=name]").first.fill(name)
        page.keyboard.press("Enter")
    expect(page.locator("summary")).to_have_count(2)  # the second comes with the second player
    page.locator("summary").last.click()
    expect(page.locator("#join-apple")).to_be_visible()
    page.locator("summary").first.click()
    expect(page.locator(".rules select").first).to_be_visible()
    for width, height in ((320, 568), (360, 640), (667, 375), (844, 390)):
        resize(page, width, height)
        assert page.evaluate(CUT) == [], width

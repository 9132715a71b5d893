"""The menu: a match is left only after a second word, by finger, keyboard and screen reader."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import once, resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import play_scene
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def menu(window: OpenWindow, table: MemoryTable) -> Page:
    assert table.submit(Command("start", None, {"game": "knister", "players": ["Ann"]}, 1)).ok
    page = window("/", viewport={"width": 390, "height": 844})
    page.get_by_role("button", name="Menu").click()
    return page


def test_leaving_asks_once_and_staying_changes_nothing(menu: Page, table: MemoryTable) -> None:
    menu.get_by_role("button", name="Leave this match").click()
    question = menu.get_by_role("group", name="Leave this match?")
    expect(question).to_contain_text("It stays in the record unfinished")
    sent: list[Any] = []
    menu.on("request", lambda request: sent.append(request.post_data_json))
    question.get_by_role("button", name="Stay").click()
    expect(question).to_have_count(0)
    menu.get_by_role("button", name="Leave this match").click()
    question.get_by_role("button", name="Leave", exact=True).click()
    expect(menu.locator(".setup")).to_be_visible()
    assert [one["kind"] for one in sent if one] == ["end"]


def test_the_keyboard_stays_first_and_keeps_its_place(menu: Page, table: MemoryTable) -> None:
    menu.get_by_role("button", name="Leave this match").focus()
    menu.keyboard.press("Enter")
    expect(menu.get_by_role("button", name="Stay")).to_be_focused()
    menu.keyboard.press("Enter")
    expect(menu.get_by_role("button", name="Leave this match")).to_be_focused()
    menu.keyboard.press("Enter")
    menu.keyboard.press("Shift+Tab")
    menu.keyboard.press("Enter")
    expect(menu.get_by_role("dialog")).to_have_count(0)
    expect(menu.locator(".setup")).to_be_visible()


def test_a_finished_match_is_left_without_a_question(
    window: OpenWindow, table: MemoryTable
) -> None:
    play_scene(table, "knister-over")
    page = window()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Leave this match").click()
    expect(page.locator(".setup")).to_be_visible()


def test_every_button_of_the_menu_has_its_words_in_the_middle(menu: Page) -> None:
    aligned = menu.eval_on_selector_all(
        ".menu-links > .button", "all => all.map((one) => getComputedStyle(one).textAlign)"
    )
    assert set(aligned) == {"center"}


def test_odds_are_found_where_they_are_off(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    page.get_by_role("button", name="Menu").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("A house rule of Pickomino allows them")
    expect(dialog).to_contain_text("Everybody may look at the odds of the choices.")
    expect(dialog).to_contain_text("the key O")
    page.keyboard.press("Escape")
    start = {"game": "knister", "players": ["Ann"]}  # which has none
    assert table.submit(Command("start", None, start, None)).ok
    expect(page.locator(".board")).to_have_count(1)
    page.get_by_role("button", name="Menu").click()
    expect(dialog).to_contain_text("Only the games of Pickomino show them.")
    expect(dialog.get_by_role("group", name="Odds")).to_have_count(0)


def test_odds_are_switched_in_a_running_match_for_every_page(
    window: OpenWindow, table: MemoryTable
) -> None:
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", None, start, None)).ok
    assert table.submit(Command("roll", 0, {"dice": list("4442251w")})).ok
    page, phone = window(), window("/seat/1")
    for one in (page, phone):
        one.get_by_role("button", name="Menu").click()
    expect(phone.get_by_role("group", name="Odds")).to_have_count(0)
    page.get_by_role("group", name="Odds").get_by_role("button", name="on").click()
    expect(phone.get_by_role("group", name="Odds")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".choice .odds")).to_have_count(5)
    expect(page.locator(".odds-hint")).to_contain_text("if you play on as well as possible")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Switch the odds off for everybody").click()
    expect(page.locator(".choice .odds")).to_have_count(0)
    expect(phone.get_by_role("group", name="Odds")).to_have_count(0)


def test_the_menu_says_what_can_be_done_about_a_roll(
    window: OpenWindow, table: MemoryTable
) -> None:
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", None, start, None)).ok
    page = window()
    page.get_by_role("button", name="Menu").click()
    correct = page.get_by_role("button", name="Correct the roll")
    expect(correct).to_have_count(0)
    assert table.submit(Command("roll", 0, {"dice": list("4442251w")})).ok
    expect(correct).to_contain_text("Undo takes back choices, not a roll")
    correct.click()
    expect(page.get_by_role("dialog")).to_contain_text("Which die was wrong?")
    page.get_by_role("dialog").locator(".face-button").last.click()
    page.get_by_role("button", name="3", exact=True).click()
    expect(page.locator(".rolled .die-button, .rolled button")).to_have_count(8)
    once(table, lambda match: match.last_roll == tuple("44422513"))


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_odds_of_the_menu_stand_on_one_line(
    window: OpenWindow, table: MemoryTable, language: str
) -> None:
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", None, start, None)).ok
    page = window(locale=language)
    page.evaluate("""async () => {
      const headers = { "Content-Type": "application/json" };
      await fetch("/shelf/table-rules", { method: "POST", headers, body: '{"odds": 1}' });
    }""")
    page.reload()
    page.locator(".bar-button").last.click()
    titles = page.locator(".menu-title").filter(has_text="O)")
    expect(titles).to_have_count(1)
    high = titles.evaluate("(one) => one.getClientRects().length && one.offsetHeight")
    assert high < 30


@pytest.mark.parametrize(("touch", "title"), [(False, "Odds (key O)"), (True, "Odds")])
def test_the_key_of_the_odds_is_named_where_there_are_keys(
    window: OpenWindow, table: MemoryTable, touch: bool, title: str
) -> None:
    page = window(has_touch=touch, is_mobile=touch)
    page.evaluate("""async () => {
      const headers = { "Content-Type": "application/json" };
      await fetch("/shelf/table-rules", { method: "POST", headers, body: '{"odds": 1}' });
    }""")
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", None, start, None)).ok
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".menu-title", has_text="Odds")).to_have_text(title)


def test_a_match_that_is_left_elsewhere_takes_its_dialogs_with_it(
    window: OpenWindow, table: MemoryTable
) -> None:
    assert table.submit(Command("start", None, {"game": "knister", "players": ["Ann"]}, 1)).ok
    page = window()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    page.get_by_role("button", name="Phones and screens").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert table.submit(Command("end", None, {}, table.snapshot().revision)).ok
    expect(page.locator(".setup")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert not broken


# What can be slid in a dialog, and how near to the round corners of its frame it comes: its bar
# stands at its right edge.
SLID = """() => [...document.querySelectorAll("#overlay *")]
  .filter((one) => one.scrollHeight > one.clientHeight + 1)
  .filter((one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowY))
  .map((one) => {
    const frame = one.closest(".dialog-frame").getBoundingClientRect();
    const box = one.getBoundingClientRect();
    return {
      round: getComputedStyle(one).borderRadius,
      inside: Math.min(box.top - frame.top, frame.bottom - box.bottom, frame.right - box.right),
      held: frame.top >= 0 && frame.bottom <= innerHeight,
    };
  })"""


@pytest.mark.parametrize("size", [(1024, 600), (1280, 800), (390, 844)])
def test_the_bar_of_a_long_dialog_leaves_its_round_corners_alone(
    window: OpenWindow, table: MemoryTable, size: tuple[int, int]
) -> None:
    data = {"game": "knister", "players": ["Ann"]}
    assert table.submit(Command("start", None, data, 1)).ok
    page = window(viewport={"width": size[0], "height": size[1]})
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    (slid,) = page.evaluate(SLID)
    assert slid["round"] == "0px"
    assert slid["inside"] >= 4
    assert slid["held"]
    # and keys slide it: the dialog that has the focus is what is slid
    page.keyboard.press("End")
    last = page.get_by_role("dialog").get_by_role("button").last
    expect(last).to_be_in_viewport()


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_no_title_of_the_menu_runs_into_its_ways(window: OpenWindow, language: str) -> None:
    page = window("/", viewport={"width": 390, "height": 844}, locale=language)
    page.locator(".bar button").last.click()
    room = page.locator(".menu-row:not(:has(.ways > :nth-child(3)))").evaluate_all(
        """(rows) => rows.map((row) => {
          const words = document.createRange();
          words.selectNodeContents(row.querySelector(".menu-title"));
          const ways = row.querySelector(".ways").getBoundingClientRect();
          return ways.left - words.getBoundingClientRect().right;
        })"""
    )
    assert len(room) >= 3
    assert min(room) >= 6


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_no_way_of_the_menu_sticks_out_of_its_frame(window: OpenWindow, language: str) -> None:
    """Three languages beside one another are as wide as they are; the narrowest phones have 320."""
    page = window("/", viewport={"width": 320, "height": 568}, locale=language)
    page.locator(".bar button").last.click()
    for width in (320, 360, 390):
        resize(page, width, 640)
        room = page.locator(".menu-row .ways").evaluate_all(
            """(all) => all.flatMap((ways) => {
              const frame = ways.getBoundingClientRect();
              return [...ways.children].map((one) => {
                const words = document.createRange();
                words.selectNodeContents(one);
                const [box, text] = [one.getBoundingClientRect(), words.getBoundingClientRect()];
                return Math.min(
                  frame.right - box.right, box.left - frame.left,
                  box.right - text.right, text.left - box.left,
                );
              });
            })"""
        )
        assert len(room) >= 10
        assert min(room) >= 2, width

"""Knister in a real browser: each player writes in a window of their own, to the end."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules.game import NeedsChoice, NeedsRoll, Over
from rules.knister.lines import POINTS
from tests.web.browser import match_of, once
from tests.web.memory_table import MemoryTable
from tests.web.screens import play_on
from web.port import Command, MatchView

OpenWindow = Callable[..., Page]
PHONE = {"width": 390, "height": 844}


def twenty_two_rounds_are_over(match: MatchView, _: list[str]) -> bool:
    return match.state["round"] == 23


def bo_writes_alone(match: MatchView) -> bool:
    return isinstance(match.turn, NeedsChoice) and match.turn.seats == (1,)


def test_two_windows_write_a_whole_game(window: OpenWindow, table: MemoryTable) -> None:
    host = window()
    host.get_by_role("radio", name="Knister").click()
    for name in ("Ann", "Bo"):
        host.get_by_label("Name of a player").fill(name)
        host.get_by_role("button", name="Add").click()
    host.get_by_role("button", name="Start").click()
    expect(host.locator(".board")).to_have_count(2)
    phones = [window(f"/seat/{seat}", viewport=PHONE) for seat in (0, 1)]
    rng = random.Random(3)
    for round_number in (1, 2, 3, 23, 24, 25):
        match = once(table, lambda match: isinstance(match.turn, NeedsRoll))
        if round_number == 23:  # the middle of the evening at the table's own speed
            play_on(table, rng, twenty_two_rounds_are_over, throws=True)
            match = match_of(table)
        for phone in phones:
            phone.wait_for_selector(f'#page[data-seq="{match.seq}"]')
        roller = match.turn.seat  # type: ignore[union-attr]
        dice = [rng.choice("123456"), rng.choice("123456")]
        for die in dice:
            phones[roller].locator(f'[data-face="{die}"]').click()
        phones[roller].locator(".pad-done").click()
        for seat, phone in enumerate(phones):
            cells = phone.locator("button.cell")
            expect(cells.first).to_be_visible()
            expect(cells).to_have_count(26 - round_number)
            cells.nth(rng.randrange(26 - round_number)).click()
            expect(phone.locator("button.cell")).to_have_count(0)
            if seat == 0:
                once(table, bo_writes_alone)
    once(table, lambda match: isinstance(match.turn, Over))
    for page in (host, *phones):
        expect(page.locator(".standings")).to_be_visible()
        expect(page.locator(".board .line.full")).to_have_count(24)


def test_lines_score_as_they_fill(window: OpenWindow, table: MemoryTable) -> None:
    row: list[int | None] = [7, 7, 7, 7, None]
    board = [row, *[[None] * 5 for _ in range(4)]]
    start = {"game": "knister", "players": ["Ann"], "position": {"boards": [board]}}
    assert table.submit(Command("start", None, start, 1)).ok
    page = window()
    expect(page.locator(".board-points")).to_have_text("0")
    for die in ("3", "4"):
        page.locator(f'[data-face="{die}"]').click()
    page.locator(".pad-done").click()
    page.locator('[data-choice="write 1,5"]').click()
    expect(page.locator(".board-points")).to_have_text("10")
    expect(page.locator(".line.row.full")).to_have_text("10")


@pytest.mark.parametrize(
    ("left", "score", "other"),
    [(True, ".line.corner.falling", ".line.corner.rising"),
     (False, ".line.corner.rising", ".line.corner.falling")],
)  # fmt: skip
def test_a_diagonal_scores_once_at_its_own_corner(
    window: OpenWindow, table: MemoryTable, left: bool, score: str, other: str
) -> None:
    """K6: a diagonal of nothing but 7s, which counts double, beside one that is not full."""
    board: list[list[int | None]] = [[None] * 5 for _ in range(5)]
    for row in range(5):
        board[row][row if left else 4 - row] = 7
    start = {"game": "knister", "players": ["Ann"], "position": {"boards": [board]}}
    assert table.submit(Command("start", None, start, 1)).ok
    page = window()
    points = page.locator(".board-points").inner_text()
    assert points == "20"
    expect(page.locator(score)).to_have_text(points)
    expect(page.locator(other)).to_have_text("×2")
    # The score stands outside the first row, at the end of the line that it belongs to.
    first = page.locator(".cell.full").first.bounding_box()
    at = page.locator(score).bounding_box()
    assert first
    assert at
    assert at["y"] + at["height"] <= first["y"]
    if left:
        assert at["x"] + at["width"] <= first["x"]
    else:
        assert at["x"] >= first["x"] + first["width"]


def test_each_undoes_their_own_number(window: OpenWindow, table: MemoryTable) -> None:
    start = {"game": "knister", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", None, start, 1)).ok
    table.submit(Command("roll", None, {"dice": ["3", "5"]}, table.snapshot().revision))
    ann, bo = window("/seat/0"), window("/seat/1")
    ann.locator('[data-choice="write 3,3"]').click()
    expect(bo.locator(".boards .cell.full")).to_have_count(1)
    ann.get_by_role("button", name="Undo").click()
    expect(ann.locator('[data-choice="write 3,3"]')).to_be_visible()
    expect(ann.locator(".cell.full")).to_have_count(0)


def test_there_is_one_green_frame_at_most(window: OpenWindow, table: MemoryTable) -> None:
    """After an undo the pointer still lies on the cell that was written: only the mark is green."""
    start = {"game": "knister", "players": ["Ann"]}
    assert table.submit(Command("start", None, start, 1)).ok
    assert table.submit(Command("roll", None, {"dice": ["3", "4"]}, None)).ok
    page = window()
    expect(page.locator("button.cell")).to_have_count(25)
    expect(page.locator(".marked")).to_have_count(0)
    green = """() => {
      const probe = document.createElement("i");
      probe.style.color = "var(--go)";
      document.body.append(probe);
      const go = getComputedStyle(probe).color;
      probe.remove();
      return [...document.querySelectorAll(".cell")]
        .filter((one) => getComputedStyle(one).borderTopColor === go).length;
    }"""
    page.locator("button.cell").nth(7).click()
    expect(page.locator(".pad")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("button.cell")).to_have_count(25)
    page.locator("button.cell").nth(7).hover()
    expect(page.locator(".marked")).to_have_count(1)
    assert page.evaluate(green) == 1


@pytest.mark.parametrize(
    ("language", "words", "straight"),
    [
        ("en", "What gives points", "straight without a seven"),
        ("de", "Was Punkte bringt", "Straße ohne Sieben"),
        ("pl", "Co daje punkty", "ciąg bez siódemki"),
    ],
)
def test_what_gives_points_is_said_beside_the_boards(
    window: OpenWindow, table: MemoryTable, language: str, words: str, straight: str
) -> None:
    """K4 and K5: all combinations with the rules' own points, and that diagonals count double."""
    start = {"game": "knister", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", None, start, 1)).ok
    page = window("/seat/0", viewport=PHONE, locale=language)
    page.get_by_role("button", name=words).click()
    dialog = page.get_by_role("dialog", name=words)
    rows = dialog.locator("tbody tr")
    expect(rows).to_have_count(len(POINTS))
    assert rows.locator(".points-worth").all_inner_texts() == [
        str(points) for points in sorted(POINTS.values(), reverse=True)
    ]
    expect(rows.first).to_contain_text(straight)
    expect(rows.first).to_contain_text("2 3 4 5 6")
    expect(dialog).to_contain_text("×2")
    assert dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_what_gives_points_is_in_the_menu_of_knister_alone(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = window()
    for game, offered in (("pickomino", 0), ("knister", 1)):
        assert table.submit(Command("start", None, {"game": game, "players": ["Ann"] * 2})).ok
        page.reload()
        page.get_by_role("button", name="Menu").click()
        button = page.get_by_role("dialog").get_by_role("button", name="What gives points")
        expect(button).to_have_count(offered)
    button.click()
    expect(page.get_by_role("dialog")).to_contain_text("full house")

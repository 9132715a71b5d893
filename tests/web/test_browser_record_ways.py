"""The ways from page to page, the downloads of a match, and corrections in a replay."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.memory_table import MemoryTable
from web.port import Command, MatchRow

OpenWindow = Callable[..., Page]
WAYS = ["To the table", "Matches played", "Statistics"]


def shown(
    window: OpenWindow,
    table: MemoryTable,
    monkeypatch: pytest.MonkeyPatch,
    head: dict[str, Any],
    lines: list[dict[str, Any]],
    **more: Any,
) -> Page:
    """A replay of these lines, at its end."""
    assert table.submit(Command("start", data={"game": "knister", "players": ["Ann"]})).ok
    match = table.snapshot().match
    assert match is not None
    log = "\n".join(map(json.dumps, [{"id": match.match_id, **head}, *lines]))
    monkeypatch.setattr(table, "export", lambda match_id: log)
    return window(f"/record/{match.match_id}#{len(lines)}", **more)


@pytest.mark.parametrize("width", [390, 1280])
def test_a_replay_has_the_ways_of_the_record_s_pages(
    window: OpenWindow, table: MemoryTable, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    head = {"game": "pickomino", "players": ["Ann", "Bo"]}
    size = {"width": width, "height": 800}
    page = shown(window, table, monkeypatch, head, [{"roll": "4442251w"}], viewport=size)
    ways = page.locator(".bar").get_by_role("navigation", name="Pages").get_by_role("link")
    expect(ways).to_have_text(WAYS)
    for way in ways.all():
        box = way.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ways.first.click()
    expect(page).to_have_url(re.compile(r"^https?://[^/]+/$"))


def test_the_menu_of_the_table_leads_to_the_statistics(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = window("/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("link", name="Statistics").click()
    expect(page.locator("h1")).to_have_text("Statistics")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("every step of the match", "is an app")),
        ("pl", ("każdy krok partii", "to aplikacja")),
        ("de", ("jeden Schritt der Partie", "ist eine App")),
    ],
)
def test_open_downloads_stretch_no_button_and_explain_themselves(
    window: OpenWindow, table: MemoryTable, language: str, words: tuple[str, ...]
) -> None:
    table.rows = [
        MatchRow("m", "pickomino", ("Ann", "Bo"), "2026-03-01T19:30:05Z", True, (9, 6), (0,))
    ]
    page = window("/record", locale=language)
    before = page.locator(".formats summary").bounding_box()
    page.locator(".formats summary").click()
    for word in words:
        expect(page.locator(".formats .hint")).to_contain_text(word)
    step = page.locator(".match-actions > a").bounding_box()
    opener = page.locator(".formats summary").bounding_box()
    assert step is not None
    assert opener is not None
    assert before == opener, "it stays under the finger"
    assert abs(step["height"] - opener["height"]) <= 1


READ = [{"face": face, "confidence": 0.9, "sure": True} for face in "4442251w"]
PICKOMINO = {"game": "pickomino", "players": ["Ann", "Bo"]}


def changed(die: int, was: str, now: str) -> list[dict[str, Any]]:
    return [{"die": die, "from": was, "to": now}]


def test_a_correction_stays_named_at_the_steps_after_it(
    window: OpenWindow, table: MemoryTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[dict[str, Any]] = [
        {"roll": "4442251w", "camera": READ},
        {"correct": "4442253w", "changed": changed(6, "1", "3")},
        {"choose": "keep 4", "seat": 0},
    ]
    page = shown(window, table, monkeypatch, PICKOMINO, lines)
    notes = page.locator(".recorded .camera-note")
    expect(notes).to_have_text("Die 7 was read as 1 and corrected to 3.")
    page.get_by_role("button", name="to the beginning").click()
    page.get_by_role("button", name="one step on").click()
    expect(notes).to_have_count(0)  # nobody had said so yet


@pytest.mark.parametrize(("last", "said"), [("1", 0), ("5", 1)])
def test_two_corrections_of_a_die_are_said_once(
    window: OpenWindow,
    table: MemoryTable,
    monkeypatch: pytest.MonkeyPatch,
    last: str,
    said: int,
) -> None:
    """From what the camera read to the last word; a slip taken back is none."""
    lines: list[dict[str, Any]] = [
        {"roll": "4442251w", "camera": READ},
        {"correct": "4442253w", "changed": changed(6, "1", "3")},
        {"correct": f"444225{last}w", "changed": changed(6, "3", last)},
    ]
    page = shown(window, table, monkeypatch, PICKOMINO, lines)
    notes = page.locator(".recorded .camera-note")
    expect(page.locator(".recorded .camera-state")).to_be_visible()
    expect(notes).to_have_count(said)
    if said:
        expect(notes).to_have_text("Die 7 was read as 1 and corrected to 5.")


def test_a_correction_after_the_end_is_said_beside_the_result(
    window: OpenWindow, table: MemoryTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = [f"{row},{column}" for row in range(1, 6) for column in range(1, 6)]
    lines: list[dict[str, Any]] = []
    for cell in cells:
        lines += [{"roll": "34"}, {"choose": f"write {cell}", "seat": 0}]
    lines.append({"correct": "64", "changed": changed(0, "3", "6")})
    page = shown(window, table, monkeypatch, {"game": "knister", "players": ["Ann"]}, lines)
    expect(page.locator(".over h1")).to_contain_text("All boards are full.")
    expect(page.locator(".happened")).to_have_text("The roll was corrected to 6, 4.")
    page.get_by_role("button", name="one step back").click()
    expect(page.locator(".over")).to_be_visible()
    expect(page.locator(".happened")).to_have_count(0)


def test_what_stands_below_many_matches_is_one_press_away(
    window: OpenWindow, table: MemoryTable
) -> None:
    row = MatchRow("m", "pickomino", ("Ann", "Bo"), "2026-03-01T19:30:05Z", True, (9, 6), (0,))
    table.rows = [row] * 3
    page = window("/record", viewport={"width": 800, "height": 480})
    expect(page.locator(".below")).to_have_count(0)
    table.rows = [row] * 40
    page.reload()
    ways = page.locator(".below a").all()
    assert len(ways) == 3
    for way in ways:
        title = page.locator("h2", has_text=way.inner_text())
        expect(title).not_to_be_in_viewport()
        way.click()
        expect(title).to_be_in_viewport(ratio=1)
        page.evaluate("scrollTo(0, 0)")

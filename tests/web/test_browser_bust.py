"""P7, P14: after a bust its dice stay in sight until the next roll, so that all can check it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.memory_table import MemoryTable
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


TURN = (
    ("roll", {"dice": list("4442251w")}),
    ("choose", {"choice": "keep 4"}),
    ("choose", {"choice": "throw"}),
    ("roll", {"dice": list("4w4w4")}),
    ("choose", {"choice": "keep w"}),
    ("choose", {"choice": "throw"}),
    ("roll", {"dice": list("4w4")}),
)


def send(table: MemoryTable, kind: Any, **data: Any) -> None:
    assert table.submit(Command(kind, None, data, table.snapshot().revision)).ok


@pytest.fixture
def busted(table: MemoryTable) -> MemoryTable:
    send(table, "start", game="pickomino", players=["Ann", "Bo"])
    for kind, data in TURN:
        send(table, kind, **data)
    return table


def faces(page: Page, where: str) -> list[str | None]:
    dice = page.locator(f".lane.busted {where}").all()
    return [one.get_attribute("aria-label") for one in dice]


@pytest.mark.parametrize("path", ["/", "/seat/1", "/watch", "/board"])
def test_a_bust_keeps_its_dice_in_sight_until_the_next_roll(
    window: OpenWindow, busted: MemoryTable, path: str
) -> None:
    page = window(path)
    lane = page.locator(".lane.busted")
    expect(lane).to_contain_text("Kept by Ann")
    expect(lane).to_contain_text("Rolled by Ann")
    assert faces(page, ".kept .die") == ["4", "4", "4", "worm", "worm"]
    expect(lane.locator(".rolled .die")).to_have_count(3)
    expect(page.locator("h1")).to_contain_text("Bo")
    send(busted, "roll", dice=list("11122233"))
    expect(page.locator(".lane.busted")).to_have_count(0)
    expect(page.locator(".lane .rolled .die")).to_have_count(8)


def test_a_bust_that_is_corrected_away_is_gone(window: OpenWindow, busted: MemoryTable) -> None:
    page = window()
    expect(page.locator(".lane.busted")).to_be_visible()
    send(busted, "correct", dice=list("4w5"))
    expect(page.locator(".lane.busted")).to_have_count(0)
    expect(page.locator(".total-number")).to_have_text("22")


def test_a_keep_that_busts_lies_among_the_kept_dice(window: OpenWindow, table: MemoryTable) -> None:
    """The first keep of a turn takes all eight dice and is no worm: it lies there, and busts."""
    send(table, "start", game="pickomino", players=["Ann", "Bo"])
    send(table, "roll", dice=["1"] * 8)
    send(table, "choose", choice="keep 1")
    page = window("/watch")
    assert faces(page, ".kept .die") == ["1"] * 8


def test_the_replay_shows_the_dice_of_a_bust(
    window: OpenWindow, busted: MemoryTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = busted.snapshot().match
    assert match is not None
    head = {"game": "pickomino", "players": ["Ann", "Bo"], "id": match.match_id}
    log: list[dict[str, Any]] = [head]
    for kind, data in (*TURN, ("roll", {"dice": list("11122233")})):
        if kind == "roll":
            log.append({"roll": "".join(data["dice"])})
        else:
            log.append({"choose": data["choice"], "seat": 0})
    text = "\n".join(map(json.dumps, log))
    monkeypatch.setattr(busted, "export", lambda match_id: text)
    page = window(f"/record/{match.match_id}")
    page.goto(page.url.split("#")[0] + "#7")
    page.reload()
    expect(page.locator(".lane.busted")).to_contain_text("Rolled by Ann")
    assert faces(page, ".kept .die") == ["4", "4", "4", "worm", "worm"]
    page.get_by_role("button", name="one step on").click()
    expect(page.locator(".lane.busted")).to_have_count(0)

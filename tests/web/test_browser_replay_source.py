"""Beside a recorded throw stands where its dice come from: the camera, the recording, fingers."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.memory_table import MemoryTable
from web.port import Command

OpenWindow = Callable[..., Page]
READ: list[dict[str, Any]] = [
    {"face": face, "confidence": 0.9, "sure": True} for face in "4442251w"
]


@pytest.mark.parametrize("game", ["pickomino", "knister"])
@pytest.mark.parametrize(
    ("more", "says", "dice"),
    [
        ({"camera": READ}, "The camera read", True),
        (
            {"camera": READ, "film": True},
            "Read in the recording that comes with dice-table",
            True,
        ),
        ({"film": True}, "Tapped in, for the recording lacked a roll", False),
        ({}, "Tapped in, not read by a camera", False),
    ],
)
def test_a_recorded_throw_says_where_its_dice_come_from(
    window: OpenWindow,
    table: MemoryTable,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    more: dict[str, Any],
    says: str,
    dice: bool,
) -> None:
    roll = "4442251w" if game == "pickomino" else "44"
    assert table.submit(Command("start", data={"game": game, "players": ["Ann", "Bo"]})).ok
    match = table.snapshot().match
    assert match is not None
    if "camera" in more:
        more = {**more, "camera": more["camera"][: len(roll)]}
    head = {"game": game, "players": ["Ann", "Bo"], "id": match.match_id}
    log = "\n".join(map(json.dumps, [head, {"roll": roll, **more}]))
    monkeypatch.setattr(table, "export", lambda match_id: log)
    page = window(f"/record/{match.match_id}")
    expect(page.locator(".recorded")).to_have_count(0)  # before the first throw
    page.get_by_role("button", name="one step on").click()
    expect(page.locator(".recorded .camera-state")).to_have_text(says)
    expect(page.locator(".read-dice li")).to_have_count(len(roll) if dice else 0)

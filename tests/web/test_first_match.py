"""The first match of a new user, in the real program: from the recording that ships, and by hand.

So that it is short, Ann and Bo join in where two tiles are left to take: the 28 and the 23.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.bootstrap import RECORDINGS
from tests.device.playing_program import log, playing
from tests.web.screen import TAP_ALL

OpenWindow = Callable[..., Page]
LEFT = (23, 28)
LABELS = json.loads((RECORDINGS / "labels.json").read_text(encoding="utf-8"))["rests"]
STORY = [rest for rest in LABELS if rest["game"] == "pickomino" and rest["choose"]]
THROWS = STORY[:6]  # two turns
SHOWS_IN_S = 60


def join(page: Page) -> None:
    """Set the match up: who plays, and which tiles lie turned over already."""
    page.get_by_role("radio", name="Pickomino 2 to 7").click()
    for name in ("Ann", "Bo"):
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add").click()
    page.get_by_text("Join a table that is already being played").click()
    brushes = page.get_by_role("radiogroup", name="What is tapped goes to")
    brushes.get_by_role("radio", name="turned over").click()
    for tile in range(21, 37):
        if tile not in LEFT:
            page.get_by_role("button", name=f"tile {tile}:").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".grill .tile:not(.back)")).to_have_count(len(LEFT))


# The question may be over in the moment in which it is answered.
CONFIRM_IF_ASKED = 'document.querySelector(".ask-answers > .button")?.click()'


def wait_for(page: Page, choice: str) -> None:
    """Until the camera has read the throw; a die that it is not sure of is confirmed."""
    button = page.locator(f'[data-choice="{choice}"]')
    asked = page.locator(".ask-answers > .button")
    for _ in range(SHOWS_IN_S):
        expect(button.or_(asked).first).to_be_visible(timeout=1000 * SHOWS_IN_S)
        if button.count():
            return
        page.evaluate(CONFIRM_IF_ASKED)
        page.wait_for_timeout(200)
    raise AssertionError(f"{choice} was never offered")


@pytest.mark.parametrize("source", ["recording", "none"])
def test_a_first_match_comes_to_its_end(window: OpenWindow, tmp_path: Path, source: str) -> None:
    with playing(tmp_path, source) as (program, _):
        page = window("/", program.address, viewport={"width": 1024, "height": 768})
        join(page)
        for throw in THROWS:
            if source == "none":
                taps = (f'.pad [data-face="{face}"]' for face in throw["values"])
                page.evaluate(TAP_ALL, [*taps, ".pad-done"])
            for choice in throw["choose"]:
                if choice == "throw" and source == "none":
                    continue  # what is tapped in next says it
                wait_for(page, choice)
                page.locator(f'[data-choice="{choice}"]').click()
                expect(page.locator(f'[data-choice="{choice}"]')).to_have_count(0)
            if source == "none" and "throw" in throw["choose"]:
                expect(page.locator(".pad")).to_be_visible()
        expect(page.locator("h1")).to_contain_text("Ann wins")
        expect(page.locator(".standings .name")).to_have_text(["Ann", "Bo"])
        expect(page.locator(".standings .score")).to_have_text(["2", "1"])
        expect(page.locator(".ask")).to_have_count(0)  # no question is left open
        match_id = program.look()["match"]["id"]
    assert "entries follow the rules, finished" in log(tmp_path, "verify", match_id)

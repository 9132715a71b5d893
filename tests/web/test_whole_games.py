"""Whole games of every kind in a real browser, from the set-up to the standings and the record.

Ann sits at the table's own window, Bo holds a phone (or somebody watches); the table is the real
one with its journal. In between a die is corrected before and after a choice, a choice taken back,
the server lost in mid-turn, a press comes too late, and both windows change their language.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from device.program import main
from rules.game import Over
from tests.web.evening import Evening, evening
from tests.web.screen import set_up
from tests.web.screens import CARD_VALUES, LARGE
from web.speech import translate

OpenWindow = Callable[..., Page]


def cards(page: Page) -> None:
    """Type in the numbers of somebody's own cards."""
    page.get_by_role("radio", name="Oh Fortuna").click()
    for card, value in CARD_VALUES.items():
        page.locator(".value input").nth(int(card)).fill(str(LARGE.get(card, value)))


def in_the_record(here: Evening, shown: dict[str, object]) -> None:
    """The replay ends in the position that the page showed, and the list has the match."""
    page, match = here.host.page, here.match
    page.locator(f'.standings a[href="/record/{match.match_id}"]').click()
    page.wait_for_selector("html[data-ready]")
    page.get_by_role("button", name=translate(here.host.language, "to the end")).click()
    expect(page.locator(".step-count")).to_have_text(f"{match.seq} / {match.seq}")
    assert here.host.shown() == shown
    assert page.locator(".notation").inner_text() == match.notation
    page.goto(f"{here.address}/record")
    row = page.locator(".matches li")
    expect(row).to_have_count(1)
    assert isinstance(match.turn, Over)
    for name, score in zip(match.players, match.turn.scores, strict=True):
        expect(row.locator(".match-players")).to_contain_text(f"{name} {score}")
    expect(row.locator(".won-word")).to_have_count(len(match.turn.winners))


@pytest.mark.parametrize(
    ("game", "title", "second", "seed"),
    [
        ("pickomino", "Pickomino", "/seat/1", 11),
        ("pickomino-deluxe", "Pickomino Deluxe", "/seat/1", 4),
        ("knister", "Knister", "/seat/1", 3),
        ("fortuna", "Oh Fortuna", "/seat/1", 8),
    ],
)
def test_a_whole_game_with_all_that_happens(
    window: OpenWindow, tmp_path: Path, game: str, title: str, second: str, seed: int
) -> None:
    with evening(tmp_path, window, game, second, seed) as here:
        if game == "fortuna":
            cards(here.host.page)
        set_up(here.host.page, title, "Ann", "Bo")
        expect(here.host.page.locator(".stage")).to_be_visible()
        here.sit_down()
        here.play()
        shown = here.agree()
        standings: list[list[str]] = shown["standings"]  # type: ignore[assignment]
        over = here.match.turn
        assert isinstance(over, Over)
        assert dict(standings) == dict(zip(here.match.players, map(str, over.scores), strict=True))
        assert standings[0][0] in [here.match.players[seat] for seat in over.winners]
        match_id, entries = here.match.match_id, here.match.seq
        in_the_record(here, shown)
    done = CliRunner().invoke(main, ["--data", str(tmp_path), "log", "verify", match_id])
    assert done.output == f"ok: {entries} entries follow the rules, finished\n"

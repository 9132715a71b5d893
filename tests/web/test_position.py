"""A position that was copied can be opened again: the same table, from its one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, expect

from device.journal import Journal
from device.log_format import write_log
from device.stills import Stills
from device.table import Table
from tests.device.matches import head_for, played
from tests.web import browser
from tests.web.screens import CARD_VALUES
from tests.web.test_browser_accessible import serious
from web.port import Snapshot
from web.position import FOREIGN, UnreadablePosition, position
from web.replay import positions

OPTIONS: dict[str, dict[str, Any]] = {
    "pickomino": {"voluntary_bust": True, "six_is_worm": True},
    "pickomino-deluxe": {"golden_die_joins": "any roll", "extended": True},
    "fortuna": {"card_values": CARD_VALUES},
    "knister": {"games": 3},
}
GRILL = ".".join(str(tile) for tile in range(21, 37) if tile != 24)


def log_of(game: str) -> str:
    return write_log(played(head_for(game, **OPTIONS[game]), 60, seed=3))


def opened(line: str) -> Snapshot:
    return position(line, lambda seat: f"Player {seat + 1}")


@pytest.mark.parametrize("game", OPTIONS)
def test_every_position_of_a_match_can_be_opened(game: str) -> None:
    for there in positions(log_of(game)):
        assert there.match is not None
        here = opened(f"  {there.match.notation}\n").match
        assert here is not None
        assert (here.game, here.turn, here.notation) == (
            there.match.game,
            there.match.turn,
            there.match.notation,
        )
        assert here.state == there.match.state
        assert here.players == ("Player 1", "Player 2")
        for name, value in OPTIONS[game].items():
            assert here.options[name] == value


@given(st.text(max_size=60), st.integers(0, 200))
def test_what_is_no_position_is_refused_in_one_sentence(garbage: str, at: int) -> None:
    line = "pickomino grill=21.22.23 stacks=-/- seat=0"
    for text in (garbage, f"pickomino {garbage}", line[: at % len(line)] + garbage):
        try:
            shown = opened(text)
        except UnreadablePosition:
            continue
        assert shown.match is not None
        assert shown.match.notation == " ".join(text.split())


def test_the_page_gets_the_table_or_a_sentence(client: FlaskClient) -> None:
    (step,) = client.get(
        "/position/steps.json",
        query_string={"line": f"pickomino grill={GRILL} stacks=24/- seat=1 phase=roll"},
        headers={"Accept-Language": "de"},
    ).json  # type: ignore[misc]
    assert step["match"]["players"] == ["Spieler 1", "Spieler 2"]
    assert step["match"]["state"]["stacks"] == [[24], []]
    assert step["says"]["params"] == {"seat": 1, "dice": 8}
    for line in ("", "chess e4", "pickomino", "x" * 5000):
        answer = client.get("/position/steps.json", query_string={"line": line})
        assert answer.status_code == 400
        assert answer.json["message"]["text"] == FOREIGN  # type: ignore[index]


def test_what_was_copied_is_pasted_and_seen(chromium: Browser, tmp_path: Path) -> None:
    """The words below the match lead there: nobody has to ask what the line is for."""
    record = played(head_for(), 40, seed=3)
    journal = Journal.open(tmp_path / "journal.sqlite3", write=True)
    journal.add(record)
    table = Table(journal, Stills(tmp_path / "stills", 1), program="0.1.0").start()
    with browser.serving(table) as address:
        page = chromium.new_page(locale="en", bypass_csp=True)
        page.goto(f"{address}/record/{record.head.match_id}#40")
        words = page.locator(".notation-use")
        expect(words).to_contain_text("open it again under Matches played")
        line = page.locator(".notation").inner_text()
        assert line == record.entries[-1].after
        expect(words).not_to_contain_text("to look at only")
        words.get_by_role("link").click()
        page.wait_for_selector("html[data-ready]")
        page.get_by_role("textbox", name="Open a position").fill(line)
        page.get_by_role("button", name="Show it").click()
        expect(page.locator(".notation")).to_have_text(line)
        expect(page.locator("#page")).to_contain_text("Player 1")
        expect(words).to_contain_text("to look at only")
        assert "line=" in page.url, "the address can be sent on, too"
        expect(page.locator(".step-count")).to_have_count(0)
        assert serious(page) == []
        page.goto(f"{address}/position?line={quote('chess e4')}")
        expect(page.locator(".waiting")).to_contain_text(FOREIGN)
        page.close()
    table.stop()

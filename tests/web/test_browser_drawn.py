"""What is drawn of a position, and what the browser's voice says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser import wait_until
from tests.web.memory_table import MemoryTable
from tests.web.screens import CARD_VALUES
from web.port import Command

OpenWindow = Callable[..., Page]
ROLL = ["w", "w", "w", "w", "5", "5", "1", "2"]
VOICE = """
  window.said = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", { value: {
    cancel() { window.said.push("-"); }, getVoices() { return []; },
    speak(one) { window.said.push(`${one.lang}: ${one.text}`); } } });
  localStorage.setItem("voice", "on");
"""


def begin(table: MemoryTable, game: str, **data: Any) -> None:
    reply = table.submit(
        Command("start", None, {"game": game, "players": ["Ann", "Bo"], **data}, 1)
    )
    assert reply.ok, reply


def send(table: MemoryTable, kind: Any, seat: int | None = None, **data: Any) -> None:
    assert table.submit(Command(kind, seat, data, table.snapshot().revision)).ok


def test_the_grill_shows_backs_gaps_stacks_and_what_the_total_takes(
    window: OpenWindow, table: MemoryTable
) -> None:
    """P13, P14: the tile of the total, and the top tile of a neighbour, are lifted."""
    position = {"stacks": [[21, 22], [23, 30, 25]], "face_down": [36]}
    begin(table, "pickomino", position=position)
    send(table, "roll", dice=ROLL)
    send(table, "choose", 0, choice="keep w")
    page = window()
    expect(page.get_by_role("img", name="tile 36, turned over")).to_be_visible()
    expect(page.locator(".tiles .gap")).to_have_count(5)
    below = page.locator(".player .below")
    expect(below).to_have_text(["1 tile below", "2 tiles below"])
    expect(page.locator(".lifted")).to_have_count(0)  # 20 takes nothing yet
    send(table, "choose", 0, choice="throw")
    send(table, "roll", dice=["5", "1", "2", "2"])
    send(table, "choose", 0, choice="keep 5")
    expect(page.locator(".total-number")).to_have_text("25")
    expect(page.locator(".player").nth(1).locator(".stack.lifted")).to_have_count(1)
    send(table, "choose", 0, choice="throw")
    send(table, "roll", dice=["1", "1", "2"])
    send(table, "choose", 0, choice="keep 1")
    expect(page.locator(".total-number")).to_have_text("27")
    expect(page.locator(".tiles .lifted")).to_have_count(1)
    expect(page.locator(".tiles .lifted")).to_contain_text("this total takes it")
    expect(page.locator(".stack.lifted")).to_have_count(0)


def test_deluxe_shows_round_worms_specialists_and_the_supply(
    window: OpenWindow, table: MemoryTable
) -> None:
    position = {
        "stacks": [[24], [27]],
        "round_worms": [2, 0],
        "specialists": {"hen": "seat 0", "golden_die": "seat 1", "raven": "box"},
    }
    begin(table, "pickomino-deluxe", position=position)
    page = window()
    ann, bo = page.locator(".player").nth(0), page.locator(".player").nth(1)
    expect(ann.get_by_role("img", name="2 round worms")).to_be_visible()
    expect(ann.locator(".held").first).to_contain_text("hen")
    expect(bo.locator(".held")).to_contain_text("golden die")
    expect(page.locator(".supply")).to_contain_text("5 round worms left")
    expect(page.locator(".supply")).to_contain_text("in the box: raven")
    expect(page.locator(".token.on-tile")).to_have_count(3)  # red worm, weasel, apple


def test_fortuna_shows_its_penalties(window: OpenWindow, table: MemoryTable) -> None:
    """F: a die that fits nowhere goes to the penalty field; in air it counts 7."""
    begin(table, "fortuna", options={"card_values": CARD_VALUES})
    page = window()
    send(table, "roll", dice=["b6", "6", "6", "1", "1", "1"])
    send(table, "choose", 0, choice="air")
    expect(page.locator(".penalties")).to_contain_text("Penalties: 0")
    send(table, "choose", 0, choice="place 6 6 b6")
    send(table, "roll", dice=["1", "1", "1"])
    expect(page.locator('[data-choice="penalty 1"], .penalties')).not_to_have_count(0)
    match = table.snapshot().match
    assert match is not None
    listed = [str(one) for one in match.choices[0]]
    if "penalty 1" in listed:
        send(table, "choose", 0, choice="penalty 1")
    expect(page.locator(".penalties")).to_contain_text("Penalties: 1")
    expect(page.locator(".penalties")).to_contain_text("(+7)")


def test_the_voice_says_what_happened_and_a_correction_once(
    window: OpenWindow, table: MemoryTable
) -> None:
    begin(table, "pickomino")
    page = window()
    page.add_init_script(VOICE)
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("said.filter((one) => one !== '-')") == []  # nothing new was said yet
    send(table, "roll", dice=ROLL)
    expect(page.locator('[data-choice="keep w"]')).to_be_visible()
    (said,) = page.evaluate("said.splice(0).filter((one) => one !== '-')")
    assert said.startswith("en: ")
    assert "Ann, choose what to keep." in said
    send(table, "correct", dice=["w", "w", "w", "4", "5", "5", "1", "2"])
    expect(page.locator('[data-choice="keep 4"]')).to_be_visible()
    table.touch()  # a new picture of the camera says nothing again
    table.touch()
    wait_until(page, "document.querySelector('#page').dataset.seq === '2'")
    heard = page.evaluate("said.splice(0)")
    spoken = [one for one in heard if one != "-"]
    assert len(spoken) == 1
    assert spoken[0].count("corrected") == 1
    assert heard[0] == "-"  # it cuts the sentence before it short
    send(table, "choose", 0, choice="keep w")
    expect(page.locator(".total-number")).to_have_text("15")
    assert "corrected" not in " ".join(page.evaluate("said"))

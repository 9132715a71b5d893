"""Moments beside the bust: every game's steals, the weasel, a tile that turns, a win, and sounds.

They are seen and heard, skipped by a press or a key, and left out where nothing shall move.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import match_of
from tests.web.memory_table import MemoryTable
from tests.web.screens import CARD_VALUES
from web.port import Command

OpenWindow = Callable[..., Page]
NOBODYS = dict.fromkeys(("red_worm", "raven", "weasel", "golden_die", "apple", "hen"), "box")

# Every moment that is named from now on, how long what moves then takes, every tile that turns.
LISTEN = """() => {
  window.moments = [];
  window.turned = 0;
  const root = document.documentElement;
  window.durations = [];
  new MutationObserver(() => {
    if (!root.dataset.moment) return;
    moments.push(root.dataset.moment);
    durations = document.getAnimations().map((one) => one.effect.getComputedTiming())
      .filter((one) => one.iterations === 1).map((one) => one.delay + one.duration);
  }).observe(root, { attributes: true, attributeFilter: ["data-moment"] });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const one of addedNodes) if (one.className === "turning") window.turned += 1;
  }).observe(document.body, { childList: true });
}"""
# What moves takes a hundred times as long: it does not end by itself before somebody presses.
SLOWLY = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, timing) {
    const { duration, ...more } = typeof timing === "number" ? { duration: timing } : timing;
    return animate.call(this, frames, { ...more, duration: 100 * duration });
  };
}"""
SPEAKER = """() => {
  window.tones = [];
  AudioContext.prototype.createOscillator = () => ({
    frequency: {}, connect: (to) => to, stop() {}, start() { tones.push(this.frequency.value); } });
  AudioContext.prototype.createGain = () => ({
    gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to });
}"""


def send(table: MemoryTable, kind: Any, seat: int | None = None, **data: Any) -> None:
    reply = table.submit(Command(kind, seat, data, table.snapshot().revision))
    assert reply.ok, reply


def begin(table: MemoryTable, game: str, position: dict[str, Any], **options: Any) -> None:
    players = ["Ann", "Bo"]
    send(table, "start", game=game, players=players, position=position, options=options)


def about_to_steal(table: MemoryTable) -> str:
    begin(table, "pickomino", {"grill": [21, 36], "stacks": [[], [25]]})
    send(table, "roll", dice=list("wwwww123"))
    send(table, "choose", choice="keep w")
    return "steal 25 from 1"


def about_to_steal_the_hen(table: MemoryTable) -> str:
    specialists = {**NOBODYS, "hen": "seat 1"}
    position = {"grill": [21, 36], "stacks": [[], [25]], "specialists": specialists}
    begin(table, "pickomino-deluxe", position)
    send(table, "roll", dice=list("wwwww123"))
    send(table, "choose", choice="keep w")
    return "steal hen from 1"


def about_to_steal_a_card(table: MemoryTable) -> str:
    """F13: the black die on the first field allows it, and the sum is Bo's card."""
    begin(table, "fortuna", {"hands": [[], [14]]}, card_values=CARD_VALUES)
    send(table, "roll", dice=["b2", *"22233"])
    send(table, "choose", choice="air")
    send(table, "choose", choice="place b2 2 2 2 3 3")
    return "steal 14 from 1"


def about_to_win(table: MemoryTable) -> str:
    begin(table, "pickomino", {"grill": [25], "stacks": [[], []]})
    send(table, "roll", dice=list("wwwww123"))
    send(table, "choose", choice="keep w")
    return "take 25"


def about_to_send_the_weasel(table: MemoryTable) -> str:
    specialists = {**NOBODYS, "weasel": "seat 0"}
    position = {"grill": [21, 36], "stacks": [[25], []], "specialists": specialists}
    begin(table, "pickomino-deluxe", position)
    send(table, "roll", dice=list("11234555"))
    return "weasel"


def about_to_bust(table: MemoryTable) -> str:
    begin(table, "pickomino", {"grill": [21, 22, 36], "stacks": [[25], []]})
    send(table, "roll", dice=["1"] * 8)
    return "keep 1"


HAPPENINGS = [
    (about_to_steal, "steal"),
    (about_to_steal_the_hen, "steal"),
    (about_to_steal_a_card, "steal"),
    (about_to_win, "win"),
    (about_to_send_the_weasel, "weasel"),
    (about_to_bust, "bust"),
]


def press(page: Page, choice: str) -> None:
    button = page.locator(f'[data-choice="{choice}"]')
    button.evaluate("(one) => one.click()")  # no pointer: nothing is skipped by it


def until(page: Page, true: str) -> None:
    """Wait for something that is seen from frame to frame (the page allows no evaluated text)."""
    page.evaluate(
        f"""async () => {{
          for (let frame = 0; frame < 1200 && !({true}); frame++)
            await new Promise((done) => requestAnimationFrame(done));
        }}"""
    )
    assert page.evaluate(true)


@pytest.mark.parametrize(("happening", "moment"), HAPPENINGS)
def test_it_is_seen_and_over_soon(
    window: OpenWindow, table: MemoryTable, happening: Callable[..., str], moment: str
) -> None:
    choice = happening(table)
    page = window(reduced_motion="no-preference")
    page.evaluate(LISTEN)
    press(page, choice)
    until(page, "window.moments.length > 0")
    assert page.evaluate("window.moments[0]") == moment
    durations = page.evaluate("window.durations")
    assert durations
    assert max(durations) < 600
    expect(page.locator("html[data-moment]")).to_have_count(0, timeout=5000)


@pytest.mark.parametrize(("happening", "moment"), HAPPENINGS)
def test_nothing_moves_where_nothing_shall(
    window: OpenWindow, table: MemoryTable, happening: Callable[..., str], moment: str
) -> None:
    choice = happening(table)
    seq = match_of(table).seq
    page = window(reduced_motion="reduce")
    page.evaluate(LISTEN)
    press(page, choice)
    page.wait_for_selector(f'#page:not([data-seq="{seq}"])')
    assert page.evaluate("[moments.length, turned, document.getAnimations().length]") == [0, 0, 0]


def test_the_highest_tile_is_seen_to_turn(window: OpenWindow, table: MemoryTable) -> None:
    """P15: 25 goes back, then 36 is turned over."""
    choice = about_to_bust(table)
    page = window(reduced_motion="no-preference")
    page.evaluate(LISTEN)
    press(page, choice)
    until(page, "window.turned === 1")
    expect(page.locator(".tile.back[data-fly=t36]")).to_have_count(1)
    expect(page.locator(".turning")).to_have_count(0)
    assert page.evaluate("window.turned") == 1


@pytest.mark.parametrize("how", ["key", "press"])
def test_a_press_or_a_key_ends_every_motion(
    window: OpenWindow, table: MemoryTable, how: str
) -> None:
    choice = about_to_bust(table)
    page = window(reduced_motion="no-preference")
    moving = """() => document.getAnimations()
      .filter((one) => one.effect.getComputedTiming().iterations === 1).length"""
    page.evaluate(LISTEN)
    page.evaluate(SLOWLY)
    press(page, choice)
    until(page, "window.turned === 1")
    assert page.evaluate(moving) > 1
    if how == "key":
        page.keyboard.press("Shift")
    else:
        page.mouse.click(5, 5)
    assert page.evaluate(moving) == 0
    expect(page.locator(".turning")).to_have_count(0)
    assert page.evaluate("document.documentElement.dataset.moment") is None


@pytest.mark.parametrize(
    ("happening", "tones", "path"),
    [
        (about_to_steal, [440, 660], "/"),
        (about_to_steal_the_hen, [440, 660], "/board"),
        (about_to_steal_a_card, [440, 660], "/"),
        (about_to_win, [523, 659, 784], "/board"),
        (about_to_bust, [220, 165], "/"),
        (about_to_steal, [], "/seat/0"),
    ],
)
def test_it_is_heard_at_the_table_and_on_the_television(
    window: OpenWindow,
    table: MemoryTable,
    happening: Callable[..., str],
    tones: list[int],
    path: str,
) -> None:
    """Phones are silent unless somebody switches their sounds on."""
    choice = happening(table)
    seq = match_of(table).seq
    page = window(path)
    page.evaluate(SPEAKER)
    page.mouse.click(5, 5)
    send(table, "choose", choice=choice)
    page.wait_for_selector(f'#page:not([data-seq="{seq}"])')
    assert page.evaluate("window.tones") == tones

"""Moments: what moves takes under 600 ms, blocks nothing, and the PIN is asked for once."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.browser import serving
from tests.web.memory_table import MemoryTable
from tests.web.screens import play_scene
from web.port import Command

OpenWindow = Callable[..., Page]

# Click, and note how long everything that then moves will take, for a second from its beginning.
WATCH = """selector => new Promise(done => {
  const seen = [];
  let until = performance.now() + 15000;
  const look = () => {
    for (const moving of document.getAnimations()) {
      const { duration, iterations } = moving.effect.getComputedTiming();
      if (iterations !== 1) continue;
      if (!seen.length) until = performance.now() + 1000;
      seen.push(duration);
    }
    performance.now() < until ? requestAnimationFrame(look) : done(seen);
  };
  document.querySelector(selector).click();
  look();
})"""


def test_a_tile_flies_for_less_than_600_ms(window: OpenWindow, table: MemoryTable) -> None:
    play_scene(table, "pickomino-take")
    page = window(reduced_motion="no-preference", viewport={"width": 1024, "height": 768})
    durations = page.evaluate(WATCH, '.choice[data-choice^="take"]')
    assert durations
    assert max(durations) < 600
    expect(page.locator("h1")).to_contain_text("roll 8 dice")


def test_a_bust_is_seen_and_blocks_nothing(window: OpenWindow, table: MemoryTable) -> None:
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    table.submit(Command("start", None, start, 1))
    table.submit(Command("roll", None, {"dice": ["1"] * 8}, table.snapshot().revision))
    page = window(reduced_motion="no-preference")
    durations = page.evaluate(WATCH, '[data-choice="keep 1"]')
    assert durations
    assert max(durations) < 600
    page.locator('[data-face="4"]').click()
    expect(page.locator(".slots .die")).to_have_count(1)
    expect(page.locator("html")).not_to_have_attribute("data-moment", "bust")


def test_the_pin_is_asked_for_once(window: OpenWindow, table: MemoryTable) -> None:
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    table.submit(Command("start", None, start, 1))
    table.submit(Command("roll", None, {"dice": ["4"] * 8}, table.snapshot().revision))
    with serving(table, pin="2468") as address:
        page = window("/", address=address)
        page.locator('[data-choice="keep 4"]').click()
        page.get_by_label("PIN", exact=True).fill("1111")
        page.get_by_role("button", name="OK").click()
        expect(page.locator("#trouble")).to_contain_text("not this table's PIN")
        page.get_by_label("PIN", exact=True).fill("2468")
        page.get_by_role("button", name="OK").click()
        expect(page.get_by_role("dialog")).to_have_count(0)
        page.locator('[data-choice="keep 4"]').click()
        expect(page.locator(".happened.bust")).to_be_visible()


DICE = ["4", "4", "4", "2", "2", "5", "1", "w"]


def set_the_table(page: Page) -> None:
    """Begin a match of Ann and Bo on the start page."""
    page.get_by_role("radio", name="Pickomino").first.click()
    for name in ("Ann", "Bo"):
        page.locator("input[name=name]").fill(name)
        page.keyboard.press("Enter")


def roll(table: MemoryTable) -> None:
    table.submit(Command("roll", None, {"dice": DICE}, table.snapshot().revision))


def test_without_the_house_rule_there_are_no_odds(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    set_the_table(page)
    page.get_by_role("button", name="Start").click()
    expect(page.locator("h1")).to_contain_text("roll 8 dice")
    roll(table)
    expect(page.locator('[data-choice="keep w"]')).to_be_visible()
    phone = window("/seat/0")
    for one in (page, phone):
        one.keyboard.press("o")
        one.get_by_role("button", name="Menu").click()
        expect(one.get_by_role("group", name="Sounds")).to_be_visible()
        assert one.evaluate("localStorage.getItem('odds')") is None
        expect(one.locator(".choice .odds")).to_have_count(0)
    expect(phone.get_by_role("group", name="Odds")).to_have_count(0)
    # Only the table's own page can allow them, for everybody.
    off = page.get_by_role("group", name="Odds").get_by_role("button", name="off")
    expect(off).to_have_attribute("aria-pressed", "true")


def test_odds_at_the_press_of_a_key(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    set_the_table(page)
    page.locator("summary", has_text="House rules").click()
    page.get_by_role("switch", name="Everybody may look at the odds of the choices.").check(
        force=True
    )
    expect(page.locator("summary")).to_contain_text(["1 changed"])
    page.get_by_role("radio", name="Knister").click()  # which has no odds to look at
    expect(page.locator("summary", has_text="House rules")).to_contain_text("as in the rulebook")
    page.get_by_role("radio", name="Pickomino").first.click()
    expect(page.locator("summary")).to_contain_text(["1 changed"])
    page.get_by_role("button", name="Start").click()
    expect(page.locator("h1")).to_contain_text("roll 8 dice")
    roll(table)
    expect(page.locator('[data-choice="keep w"]')).to_be_visible()
    expect(page.locator(".odds")).to_have_count(0)
    page.keyboard.press("o")
    expect(page.locator(".odds")).to_have_count(5)
    expect(page.locator('[data-choice="keep w"] .odds')).to_contain_text("bust 26%")
    page.keyboard.press("o")
    expect(page.locator(".odds")).to_have_count(0)

"""One window as a person uses it: it knows what the page shows and presses what stands there."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

# What stands on the page for whoever may press here.
PRESSABLE = """() => {
  const all = (where, what) => [...document.querySelectorAll(where)].map(what);
  const pad = document.querySelector(".pad .slots");
  return {
    choices: all("[data-choice]:not([disabled])", (one) => one.dataset.choice),
    places: all("[data-place]:not([disabled])", (one) => one.dataset.place),
    dice: pad ? pad.children.length : 0,
    faces: all(".pad .faces:not(.special) [data-face]", (one) => one.dataset.face),
    special: all(".pad .faces.special", (row) =>
      [...row.querySelectorAll("[data-face]")].map((one) => one.dataset.face)),
  };
}"""

# The position as it is drawn, in no language: what every window must show alike.
_SHOWN = """
  const all = (where, what, from = document) => [...from.querySelectorAll(where)].map(what);
  const text = (where, from = document) => from.querySelector(where)?.textContent ?? null;
  const die = (one) =>
    (one.matches(".golden") ? "g" : one.matches(".black") ? "b" : "") +
    (one.querySelector("use")
      ? "w" : one.querySelector("text")?.textContent || one.querySelectorAll(".pip").length);
  const named = (where, name, what) =>
    Object.fromEntries(all(where, (one) => [text(name, one), what(one)]));
  return {
    kept: all(".kept .die", die),
    rolled: all(".rolled .die", die),
    fields: all(".fields .die", die),
    total: text(".total-number"),
    tiles: all(".grill .tiles > li", (one) => [
      one.textContent.match(/\\d+/)?.[0] ?? "back", one.firstElementChild.getAttribute("class"),
      one.querySelectorAll(".token").length]),
    players: named(".player", ".name", (one) => [
      text(".tile-number", one), one.querySelectorAll(".edge").length, text(".worms b", one),
      one.querySelectorAll(".token").length]),
    boards: named(".board", ".name", (one) => [
      text(".board-points", one), all(".cell", (cell) =>
        cell.matches(".full") ? cell.textContent : "", one),
      all(".line.full", (line) => line.textContent, one)]),
    cards: all(".cards .card", (one) => one.className + one.textContent),
    hands: named(".hand", ".name", (one) => [
      text(".goal b", one), all(".card b", (card) => card.textContent, one)]),
    standings: all(".standings li", (one) => [text(".name", one), text(".score", one)]),
  };
"""
# Once the page shows the match after so many entries (any number: -1): its sentence and position.
SHOWN_AT = """async (seq) => {
  const page = document.getElementById("page");
  const end = performance.now() + 15000;
  const waits = () => page.dataset.seq !== String(seq) || document.querySelector(".waiting-stage");
  while (seq >= 0 && waits()) {
    if (performance.now() > end) throw new Error(`it shows ${page.dataset.seq}, not ${seq}`);
    await new Promise((soon) => setTimeout(soon, 4));
  }
  const shown = () => {@SHOWN@};
  return [document.querySelector("h1").textContent, shown()];
}""".replace("@SHOWN@", _SHOWN)

TAP_ALL = """(all) => {
  for (const where of all) {
    const one = document.querySelector(where);
    if (!one || one.disabled) throw new Error(`${where} cannot be pressed`);
    one.click();
  }
}"""


@dataclass
class Screen:
    """A page and the language that it speaks."""

    page: Page
    language: str = "en"

    def pressable(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(PRESSABLE)
        return found

    def shown(self) -> dict[str, Any]:
        return self.shown_at(-1)[1]

    def shown_at(self, seq: int) -> tuple[str, dict[str, Any]]:
        """Wait for `seq` entries; return the sentence and the position as it is drawn."""
        sentence, found = self.page.evaluate(SHOWN_AT, seq)
        return sentence, found

    def at(self, seq: int) -> None:
        """Wait until this window shows the match after `seq` entries."""
        self.page.wait_for_selector(f'#page[data-seq="{seq}"]', timeout=15_000)

    def tap(self, *where: str, finger: bool = False) -> None:
        """Press these buttons one after the other; `finger`: with the pointer, where they lie."""
        if not finger:
            self.page.evaluate(TAP_ALL, list(where))
            return
        for one in where:
            self.page.locator(one).first.click()

    def type_dice(self, dice: list[str], finger: bool = False) -> None:
        self.tap(*(f'.pad [data-face="{die}"]' for die in dice), ".pad-done", finger=finger)

    def choose(self, choice: str, finger: bool = False) -> None:
        one = f'[data-choice="{choice}"]'
        if not finger and not self.page.locator(one).count():
            self.page.locator(".choice:not([data-choice])").click()  # "12 more"
        self.tap(one, finger=finger)

    def correct_in_the_tray(self, rng: random.Random) -> str:
        """Tap a white die of the last roll and say that it shows another face; return that one."""
        dice = self.page.locator(".tray .die-button:not(:has(.golden, .black))")
        dice.nth(rng.randrange(dice.count())).click()
        dialog = self.page.get_by_role("dialog")
        expect(dialog.locator(".correct-was .die")).to_have_count(1)
        face = dialog.locator(".correct-faces .face-button").first
        shown = face.get_attribute("aria-label") or ""
        face.click()
        expect(dialog).to_have_count(0)
        return shown

    def speak(self, language: str, name: str) -> None:
        """Switch the language in the menu, as a person finds it."""
        self.page.locator(".bar .bar-button").last.click()
        self.page.get_by_role("dialog").get_by_role("button", name=name).click()
        expect(self.page.locator("html")).to_have_attribute("lang", language)
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)
        self.language = language


def sit_down(page: Page, game: str, *names: str) -> None:
    """Choose the game and type the names; Start is still to be pressed."""
    page.get_by_role("radio", name=re.compile(f"^{game} \\d")).click()
    for name in names:
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add").click()


def set_up(page: Page, game: str, *names: str) -> None:
    """Choose the game, type the names, start: what a first evening begins with."""
    sit_down(page, game, *names)
    page.get_by_role("button", name="Start").click()

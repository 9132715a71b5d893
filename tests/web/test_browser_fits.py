"""What stands in a button stays in it, however many dice and however long the words."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.web.memory_table import MemoryTable
from web.port import Command

OpenWindow = Callable[..., Page]

STICKING_OUT = """() => [...document.querySelectorAll("button")].flatMap((button) => {
  const box = button.getBoundingClientRect();
  return [...button.querySelectorAll("span, svg")]
    .filter((part) => {
      const inner = part.getBoundingClientRect();
      return inner.width > 0 && (inner.right > box.right + 1 || inner.left < box.left - 1);
    })
    .map((part) => `${button.className}: ${part.textContent}`);
})"""


@pytest.mark.parametrize("roll", ["1112345w", "55555555", "33322244", "112233ww"])
def test_no_choice_sticks_out_of_its_button(
    window: OpenWindow, table: MemoryTable, roll: str
) -> None:
    assert table.submit(
        Command("start", data={"game": "pickomino", "players": ["Ann", "Bo"], "options": {}})
    ).ok
    assert table.submit(Command("roll", data={"dice": list(roll)})).ok
    page = window("/", viewport={"width": 1024, "height": 768})
    for width, height in ((1024, 768), (820, 1180), (390, 844), (360, 640), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_selector("[data-choice]")
        assert page.evaluate(STICKING_OUT) == [], (width, roll)

"""A dialog that is longer than the screen: its way out stays, and that more follows can be seen."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.memory_table import MemoryTable
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


SIZES = [(390, 844), (800, 480), (320, 568)]
EDGE_PX = 4

# Whether what has the focus can be seen: the point in its middle is its own, below the heading.
SEEN = """() => {
  const box = document.activeElement.getBoundingClientRect();
  const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const title = document.querySelector(".dialog header").getBoundingClientRect();
  const inTitle = document.activeElement.closest("header") !== null;
  return document.activeElement.contains(there) && (inTitle || box.top >= title.bottom);
}"""


def long_menu(window: OpenWindow, table: MemoryTable, size: tuple[int, int], scheme: str) -> Page:
    data = {"game": "pickomino", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", None, data, 1)).ok
    page = window(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    return page


def lowest_rows(page: Page, dialog: Locator) -> np.ndarray:
    """The lowest pixels of what is seen of a dialog."""
    box = dialog.bounding_box()
    assert box is not None
    edge = {
        "x": box["x"],
        "y": box["y"] + box["height"] - EDGE_PX,
        "width": box["width"] - 20,  # its bar may stand at the right
        "height": EDGE_PX,
    }
    shot = page.screenshot(clip=edge)  # type: ignore[arg-type]
    return np.asarray(cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_the_way_out_stays_and_what_follows_fades(
    window: OpenWindow, table: MemoryTable, size: tuple[int, int], scheme: str
) -> None:
    """Nothing said that `Leave this match` stood below: the menu seemed to end before it."""
    page = long_menu(window, table, size, scheme)
    dialog = page.get_by_role("dialog")
    leave = dialog.get_by_role("button", name="Leave this match")
    assert dialog.evaluate("(one) => one.scrollHeight > one.clientHeight + 40")
    expect(leave).not_to_be_in_viewport(ratio=1)
    for way in (0.0, 0.3, 1.0):
        dialog.evaluate("(one, way) => (one.scrollTop = way * one.scrollHeight)", way)
        assert np.ptp(lowest_rows(page, dialog).reshape(-1, 3), axis=0).max() <= 2, way
        expect(dialog.get_by_role("button", name="Close")).to_be_in_viewport(ratio=1)
    expect(leave).to_be_in_viewport(ratio=1)
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("size", SIZES)
def test_what_has_the_focus_lies_neither_under_the_heading_nor_below(
    window: OpenWindow, table: MemoryTable, size: tuple[int, int], back: bool
) -> None:
    page = long_menu(window, table, size, "light")
    for _ in range(page.get_by_role("dialog").locator("button, a").count()):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        assert page.evaluate(SEEN), page.evaluate("document.activeElement.textContent")

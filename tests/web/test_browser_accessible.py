"""Everybody can play: axe finds nothing serious, targets are large, nothing moves if not wanted."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.memory_table import MemoryTable
from tests.web.screens import SCENES, play, play_scene, show_camera
from web.port import Command

axe_library = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="left out: axe-playwright-python is missing"
)

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


SMALL = {"width": 390, "height": 844}


# What was in order is only counted: it is most of what axe has to tell.
LOOK = """async () => {
  const { violations, passes } = await axe.run({ resultTypes: ["violations"] });
  return [violations, passes.length];
}"""


def serious(page: Page) -> list[str]:
    """Return what axe calls serious or critical, with the elements it means.

    Half a megabyte of axe is brought into a document once, however often one looks at it.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_library.Axe().axe_script)
    found, passed = page.evaluate(LOOK)
    assert passed, "axe looked at nothing"
    return [
        f"{one['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(
    ("name", "light"),
    [
        ("empty", "dark"),
        ("empty", "light"),
        ("pickomino-keep", "light"),
        ("pickomino-camera", "dark"),
        ("deluxe-middle", "light"),
        ("knister-write", "light"),
        ("fortuna-take", "dark"),
    ],
)
def test_axe_finds_nothing_serious(
    window: OpenWindow, table: MemoryTable, name: str, light: str
) -> None:
    scene = SCENES[name]
    if scene is not None:
        play(table, scene)
        if scene.camera:
            show_camera(table, scene.camera)
    page = window("/", viewport=SMALL, color_scheme=light, bypass_csp=True)
    expect(page.locator("main")).to_be_visible()
    assert serious(page) == []


def test_dialogs_and_the_end(window: OpenWindow, table: MemoryTable) -> None:
    play_scene(table, "pickomino-over")
    page = window("/", viewport=SMALL, bypass_csp=True)
    assert serious(page) == []
    page.get_by_role("button", name="Menu").click()
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Phones and screens").click()
    assert serious(page) == []
    page.goto(page.url + "record")
    assert serious(page) == []


@pytest.mark.parametrize("name", ["pickomino-keep", "knister-write", "pickomino-take"])
def test_targets_are_44_px_large(window: OpenWindow, table: MemoryTable, name: str) -> None:
    play_scene(table, name)
    page = window("/", viewport=SMALL)
    boxes = page.eval_on_selector_all(
        "button, a[href], select, input",
        """all => all.filter(one => one.offsetParent).map(one => {
             const box = one.getBoundingClientRect();
             return [one.className, Math.round(box.width), Math.round(box.height)];
           })""",
    )
    assert [box for box in boxes if box[1] < 44 or box[2] < 44] == []


def test_the_dialog_holds_and_returns_the_focus(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('[role=dialog]') !== null")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Menu")).to_be_focused()


def test_screen_readers_hear_the_sentence(window: OpenWindow, table: MemoryTable) -> None:
    play_scene(table, "pickomino-start")
    page = window("/watch")
    dice = ["4", "4", "4", "2", "2", "5", "1", "w"]
    table.submit(Command("roll", None, {"dice": dice}, table.snapshot().revision))
    expect(page.locator("#spoken")).to_contain_text("Ann")
    expect(page.locator("#spoken")).to_contain_text("worm")


def test_reduced_motion_leaves_nothing_moving(window: OpenWindow, table: MemoryTable) -> None:
    play_scene(table, "pickomino-keep")
    page = window("/board")
    page.wait_for_timeout(100)
    assert page.evaluate("document.getAnimations().length") == 0

"""Correcting a die of a roll that counts offers first what the camera held for likely."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.memory_table import MemoryTable
from web.port import CameraView, Command, SeenDie

OpenWindow = Callable[..., Page]
ROLL = "4442251w"
OTHERS = {"5": ("w", "3"), "w": ("5",)}


def seen(face: str, at: int) -> SeenDie:
    x, y = 0.07 + 0.25 * (at % 4), 0.15 + 0.5 * (at // 4)
    corners = ((x, y), (x + 0.08, y), (x + 0.08, y + 0.2), (x, y + 0.2))
    return SeenDie(face, True, 0.9, corners, OTHERS.get(face, ()), "tray")


def send(table: MemoryTable, kind: Any, **data: object) -> None:
    assert table.submit(Command(kind, None, data, table.snapshot().revision)).ok


@pytest.fixture
def rolled(table: MemoryTable) -> MemoryTable:
    """Ann's roll was read and counts; its picture is shown."""
    dice = tuple(seen(face, at) for at, face in enumerate(ROLL))
    table.camera = CameraView("usb", "watching", "", None, dice)
    table.hand = False
    send(table, "start", game="pickomino", players=["Ann", "Bo"])
    send(table, "roll", dice=list(ROLL))
    table.camera = replace(table.camera, still=7)
    table.touch()
    return table


def offered(page: Page) -> list[str | None]:
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".correct-was")).to_be_visible()
    return [one.get_attribute("aria-label") for one in dialog.locator(".face-button").all()]


@pytest.mark.parametrize("way", ["tray", "picture"])
def test_the_likely_faces_come_first(window: OpenWindow, rolled: MemoryTable, way: str) -> None:
    page = window("/", viewport={"width": 390, "height": 844})
    where = {"tray": ".tray .die-button", "picture": ".still .die-reading"}[way]
    page.locator(where).nth(5).click()
    assert offered(page) == ["worm, likely", "3, likely", "1", "2", "4"]
    expect(page.locator(".correct-faces .likely small")).to_have_text(["likely", "likely"])
    expect(page.locator(".correct-was")).to_contain_text("It was read as:")
    page.get_by_role("button", name="3, likely").click()
    expect(page.locator(".tray .die-button").nth(5)).to_have_accessible_name("3: correct this die")


def test_after_a_bust_they_come_first_as_well(window: OpenWindow, rolled: MemoryTable) -> None:
    send(rolled, "choose", choice="keep 4")
    send(rolled, "choose", choice="throw")
    dice = tuple(replace(seen("4", at), others=("1",)) for at in range(5))
    rolled.camera = replace(rolled.camera, dice=dice)
    send(rolled, "roll", dice=["4"] * 5)
    page = window()
    page.locator(".happened.bust").get_by_role("button", name="Correct the roll").click()
    page.locator(".misread .face-button").first.click()
    assert offered(page) == ["1, likely", "2", "3", "5", "worm"]


def test_of_another_picture_nothing_is_called_likely(
    window: OpenWindow, rolled: MemoryTable
) -> None:
    """Dice of another throw lie in the picture: they say nothing of the last roll."""
    dice = rolled.camera.dice
    rolled.camera = replace(rolled.camera, dice=(*dice[:-1], replace(dice[-1], face="2")))
    rolled.touch()
    page = window()
    page.locator(".tray .die-button").nth(5).click()
    assert offered(page) == ["1", "2", "3", "4", "worm"]

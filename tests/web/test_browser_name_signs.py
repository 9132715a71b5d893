"""A player's name that cannot be shown is said at its field, while it is typed or added."""

from __future__ import annotations

import json
from collections.abc import Callable
from unicodedata import category

import pytest
from playwright.sync_api import Page, expect

from rules.player_names import LONGEST_AT_THE_TABLE, name_fault
from tests.web.memory_table import MemoryTable

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


BELL = "“Bo□” cannot be a player's name: U+0007 cannot be shown. Type it anew."
# Python's Unicode and the browser's are of different years: what is not assigned yet is left out.
SIGNS = [sign for code in range(0x20000) if category(sign := chr(code)) not in ("Cn", "Cs")]


def test_it_is_said_while_it_is_typed_and_not_added(window: OpenWindow) -> None:
    page = window()
    name = page.get_by_label("Name of a player")
    said = page.locator(".name-fault")
    expect(said).to_be_empty()
    name.fill("Bo\x07")
    expect(said).to_have_text(BELL)
    expect(name).to_have_attribute("aria-describedby", "name-fault")
    expect(name).to_have_attribute("aria-invalid", "true")
    name.press("Enter")
    expect(page.locator(".chosen-people li")).to_have_count(0)
    expect(said).to_have_text(BELL)
    expect(name).to_be_focused()
    page.keyboard.type("Bo")  # over it: it is marked
    expect(said).to_be_empty()
    name.press("Enter")
    expect(page.locator(".chosen-people .name")).to_have_text(["Bo"])


def test_no_longer_name_can_be_typed_than_the_table_takes(window: OpenWindow) -> None:
    longest = str(LONGEST_AT_THE_TABLE)
    expect(window().get_by_label("Name of a player")).to_have_attribute("maxlength", longest)


def test_it_is_said_of_a_name_that_this_device_remembers(window: OpenWindow) -> None:
    """An older program may have kept it."""
    page = window()
    page.evaluate("""() => localStorage.setItem("people", JSON.stringify(["Bo\\u0007"]))""")
    with page.expect_response("**/name_signs.js"):
        page.reload()
    page.locator(".known-people .chip").first.click()
    expect(page.locator(".name-fault")).to_have_text(BELL)
    expect(page.locator(".chosen-people li")).to_have_count(0)


def test_it_goes_with_the_name_that_was_wrong(window: OpenWindow, table: MemoryTable) -> None:
    page = window()
    name = page.get_by_label("Name of a player")
    name.fill("\u200b\u200b")
    expect(page.locator(".name-fault")).to_contain_text("“□□” cannot")
    page.reload()
    expect(page.locator(".name-fault")).to_contain_text("“□□” cannot")
    name.fill("")
    expect(page.locator(".name-fault")).to_be_empty()


@pytest.mark.parametrize("around", ["Bo{}x", "{}"])
def test_the_page_and_the_table_refuse_the_same(window: OpenWindow, around: str) -> None:
    """Else the page would let pass what Start refuses, or keep somebody's real name out."""
    page = window()
    with page.expect_response("**/name_signs.js") as came:
        page.reload()
    module = came.value.url
    names = [around.format(sign) for sign in SIGNS]
    said = page.evaluate(
        """async ([module, names]) => {
  const { nameFault } = await import(module);
  return JSON.parse(names).map(nameFault);
}""",
        [module, json.dumps(names)],
    )
    differ = []
    for name, fault in zip(names, said, strict=True):
        wanted = name_fault(name)
        if name != " " and fault != (wanted and wanted.sentence()):
            differ.append((name, fault))
    assert not differ

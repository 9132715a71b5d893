"""Phones come in by the QR code, before the match begins as well: the code is read as they do."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from playwright.sync_api import Locator, Page, expect

from device.sentences import unsure_die
from tests.web.memory_table import MemoryTable
from web.port import Command

OpenWindow = Callable[..., Page]
PHONE = {"width": 390, "height": 844}


def read_code(image: Locator) -> str:
    """Return what a camera reads in the picture on the screen, from nearer and further off.

    OpenCV's reader misses about one code in a hundred at any one size; a phone looks at many
    pictures.
    """
    image.scroll_into_view_if_needed()
    expect(image).to_have_js_property("complete", True)
    shown = cv2.imdecode(np.frombuffer(image.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    readers = (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco())
    for by in (3.0, 2.0, 4.0, 2.5, 1.5, 5.0):
        enlarged = cv2.resize(shown, None, fx=by, fy=by, interpolation=cv2.INTER_CUBIC)
        for reader in readers:
            if said := reader.detectAndDecode(enlarged)[0]:
                return said
    return ""


def test_a_phone_waits_at_the_set_up_and_then_sees_the_match(
    window: OpenWindow, table: MemoryTable
) -> None:
    page = window(viewport={"width": 1024, "height": 768})
    code = page.get_by_role("img", name="QR code of this table's address")
    where = read_code(code)
    assert where == page.locator(".address").inner_text()
    assert where.startswith("http://")
    phone, screen = (
        window("", address=where, viewport=PHONE),
        window("/board", address=where.rstrip("/")),
    )
    expect(phone.locator("h1")).to_have_text("What shall we play?")
    expect(screen.locator("h1")).to_contain_text("No match is being played")
    page.get_by_role("radio", name="Pickomino").first.click()
    for name in ("Ann", "Bo"):
        page.get_by_label("Name of a player").fill(name)
        page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Start", exact=True).click()
    for one in (page, phone, screen):
        expect(one.locator("h1")).to_contain_text("Ann")
        expect(one.locator(".grill")).to_be_visible()
    page.get_by_role("button", name="Phones and screens").click()
    assert read_code(page.get_by_role("dialog").get_by_role("img")) == where
    phone.get_by_role("button", name="Phones and screens").click()
    expect(phone.get_by_role("dialog").get_by_role("link", name="Bo plays")).to_have_attribute(
        "href", "/seat/1"
    )


def test_the_phone_of_somebody_who_sits_a_match_out_says_so_and_keeps_its_seat(
    window: OpenWindow, table: MemoryTable
) -> None:
    """It showed a match without a seat of its own, and, loaded anew, that there is no such page."""

    def play(*players: str) -> None:
        assert table.submit(Command("end")).ok
        start = {"game": "pickomino", "players": list(players)}
        assert table.submit(Command("start", data=start)).ok

    start = {"game": "pickomino", "players": ["Ann", "Bo", "Cleo"]}
    assert table.submit(Command("start", data=start)).ok
    page = window("/seat/2", viewport=PHONE)
    expect(page.locator(".bar-seat")).to_have_text("Cleo")
    out = page.get_by_role("heading", name="Nobody sits at this seat in this match")
    play("Ann", "Bo")
    expect(out).to_be_visible()
    page.reload()
    expect(out).to_be_visible()
    expect(page.locator(".pad, .dock, .grill")).to_have_count(0)
    table.ask = unsure_die(2, 8, "5")
    table.touch()
    expect(page.locator("#spoken")).to_contain_text("is this die a 5?")
    with page.expect_request("**/command") as sent:
        page.keyboard.press("Enter")  # who sits out is asked nothing
        page.evaluate("fetch('/command', {method: 'POST'})")
    assert sent.value.post_data is None
    table.ask = None
    assert table.submit(Command("roll", data={"dice": list("4442251w")})).ok
    expect(page.locator("#page")).to_have_attribute("data-seq", "1")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Matches played")).to_be_visible()
    expect(page.get_by_role("button", name="Correct the roll")).to_have_count(0)
    page.keyboard.press("Escape")
    play("Cleo", "Bo", "Ann")
    expect(page.locator(".bar-seat")).to_have_text("Ann")
    expect(out).to_have_count(0)

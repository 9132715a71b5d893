"""Teaching on the page, with real pictures and real learning: two windows, back, check, kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.commands.bench_vision import drawn_table
from device.lesson import Lessons
from rules.game import Over
from tests.web.browser import resize, serving
from tests.web.memory_table import MemoryTable
from tests.web.screens_pages import DrawnLesson, lessons
from tests.web.test_browser_accessible import serious
from web import create_app
from web.port import CameraView, Command

OpenWindow = Callable[..., Page]
LEARNS_MS = 120_000  # real learning takes a machine with much to do so long


class Taught:
    """A table that is watched by a camera, and its lessons."""

    def __init__(self, folder: Path) -> None:
        self.table = MemoryTable(CameraView("usb", "watching"), hand=False)
        self.face = 1
        self.dice = 8
        self.lessons = Lessons(folder, lambda count, s: [self.picture()] * count, self.playing)

    def picture(self):  # type: ignore[no-untyped-def]
        return drawn_table((self.face,) * self.dice)

    def playing(self) -> bool:
        match = self.table.snapshot().match
        return match is not None and not isinstance(match.turn, Over)


@pytest.fixture
def taught(tmp_path: Path) -> Taught:
    return Taught(tmp_path / "profiles")


@pytest.fixture
def where(taught: Taught) -> Iterator[str]:
    with serving(taught.table, teach=taught.lessons) as address:
        yield address


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click(timeout=LEARNS_MS)


def test_a_lesson_from_its_name_to_a_match(window: OpenWindow, taught: Taught, where: str) -> None:
    page = window("/", where)
    page.get_by_role("link", name="Teach the table your own dice").click()
    page.wait_for_selector("html[data-ready]")
    assert serious(page) == []
    page.get_by_label("What are the dice called?").fill("Green dice")
    page.get_by_text("1 to 6: every face is taught").click()
    press(page, "Begin")
    says = page.locator(".teach-says")
    expect(says).to_have_text("Lay the 8 dice apart, each with 1 on top; hands away, then CONFIRM.")
    other = window("/teach", where, viewport={"width": 390, "height": 844})
    for face in range(1, 7):
        taught.face = face
        expect(says).to_contain_text(f"with {face} on top")
        press(page, "CONFIRM: take the picture")
        learnt = page.locator("figcaption")
        expect(learnt).to_contain_text(f"8 dice learnt as {face}", timeout=LEARNS_MS)
        expect(page.locator(".teach-picture polygon")).to_have_count(8)
    assert serious(page) == []
    expect(other.locator(".teach-says")).to_contain_text("Every face is taught")
    other.get_by_role("button", name="Check how sure it is").click()
    expect(page.locator(".teach-says")).to_contain_text("sure:", timeout=LEARNS_MS)
    expect(page.locator(".teach-faces")).to_contain_text("8 of 8 right")
    expect(page.locator(".teach-face .weak")).to_have_count(0)
    press(page, "Keep these dice")
    expect(page.locator(".teach-kept")).to_contain_text("The dice Green-dice are taught")
    expect(other.locator(".teach-begin")).to_be_visible()
    taught.table.dice = ["Green-dice"]
    page.goto(where)
    page.wait_for_selector("html[data-ready]")
    page.get_by_label("Which dice lie on the table?").select_option("Green-dice")
    page.get_by_role("radio", name="Knister").click()
    page.get_by_label("Name of a player").fill("Ann")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".camera-words")).to_contain_text("Read as the taught dice Green-dice.")
    assert taught.table.dice_now == "Green-dice"


def test_mistakes_can_be_mended(window: OpenWindow, taught: Taught, where: str) -> None:
    page = window("/teach", where)
    page.get_by_label("What are the dice called?").fill("mine")
    press(page, "Begin")
    taught.dice = 7
    press(page, "CONFIRM: take the picture")
    expect(page.locator(".trouble")).to_contain_text(
        "7 dice are seen where 8 should lie", timeout=LEARNS_MS
    )
    taught.dice = 8
    page.locator("body").press("Enter")
    worm = page.get_by_role("button", name="worm: not yet")
    expect(page.get_by_role("button", name="1: 8 examples")).to_be_visible(timeout=LEARNS_MS)
    worm.click()
    expect(page.locator(".teach-says")).to_contain_text("each with worm on top")
    press(page, "CONFIRM: take the picture")
    expect(page.get_by_role("button", name="worm: 8 examples")).to_be_visible(timeout=LEARNS_MS)
    press(page, "Take the last picture back")
    expect(worm).to_be_visible()
    press(page, "Forget 1 and teach it anew")
    expect(page.get_by_role("button", name="1: not yet")).to_be_visible()
    press(page, "Stop and keep nothing")
    expect(page.locator(".teach-begin")).to_be_visible()
    assert taught.lessons.profiles() == []


def test_during_a_match_the_page_says_why_it_waits(
    window: OpenWindow, taught: Taught, where: str
) -> None:
    data = {"game": "knister", "players": ["Ann", "Bo"]}
    assert taught.table.submit(Command("start", data=data)).ok
    page = window("/teach", where, locale="de")
    expect(page.locator(".teach-obstacle")).to_have_text(
        "Es läuft eine Partie: bringt die Würfel danach bei oder verlasst sie zuerst."
    )
    expect(page.get_by_role("button", name="Anfangen")).to_be_disabled()
    assert taught.table.submit(Command("end")).ok
    expect(page.locator(".teach-obstacle")).to_have_count(0)
    expect(page.get_by_role("button", name="Anfangen")).to_be_enabled()


@pytest.mark.parametrize("language", ["de", "pl"])
def test_on_a_low_screen_the_last_picture_stands_beside_the_button(
    window: OpenWindow, language: str
) -> None:
    """Whether each line runs round a die had to be slid to, at every picture."""
    size = {"width": 800, "height": 480}
    with serving(MemoryTable(), teach=DrawnLesson(lessons()["teach-lesson"])) as address:
        page = window("/teach", address, viewport=size, locale=language)
        page.wait_for_selector(".teach-picture polygon")
        for width, height in ((800, 480), (844, 390), (667, 375)):
            resize(page, width, height)
            words = "" if height == 480 else " img"  # what is below the picture is slid on a phone
            for part in (".teach-says", ".teach-go", f".teach-picture{words}"):
                box = page.locator(part).bounding_box()
                assert box is not None
                assert box["y"] + box["height"] <= height, (part, width)
            assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_routes_take_nothing_else(taught: Taught) -> None:
    client = create_app(taught.table, teach=taught.lessons).test_client()
    for wish, body in (
        ("begin", {"name": "x"}),
        ("begin", {"name": "x" * 99, "faces": ["1"], "dice": 8}),
        ("begin", {"name": "x", "faces": ["1"], "dice": True}),
        ("take", {"more": 1}),
        ("face", {"face": 5}),
        ("save", []),
    ):
        answer = client.post(f"/teach/{wish}", json=body)
        assert answer.status_code == 400, (wish, body)
        assert answer.json["message"]["text"]  # type: ignore[index]
    assert client.post("/teach/explode", json={}).status_code == 404
    assert client.get("/teach/take").status_code in (404, 405)
    assert client.get("/teach/still/1.jpg").status_code == 404
    foreign = {"Origin": "http://example.com"}
    assert client.post("/teach/cancel", json={}, headers=foreign).status_code == 403
    guarded = create_app(taught.table, teach=taught.lessons, pin="2468").test_client()
    assert guarded.post("/teach/cancel", json={}).status_code == 401
    assert guarded.get("/teach").status_code == 200


def test_a_table_without_lessons_has_no_page_for_them(table: MemoryTable) -> None:
    client = create_app(table).test_client()
    assert client.get("/teach").status_code == 404
    assert '"teach":false' in client.get("/").text


def test_the_words_before_the_taught_dice_stand_level_with_them(
    window: OpenWindow, table: MemoryTable
) -> None:
    with serving(table, teach=DrawnLesson(None)) as address:
        page = window("/teach", address, viewport={"width": 844, "height": 390})
        middles = page.locator(".known-people > *").evaluate_all(
            """(all) => all.map((one) => {
              const words = document.createRange();
              words.selectNodeContents(one);
              const box = words.getBoundingClientRect();
              return box.top + box.height / 2;
            })"""
        )
        assert len(middles) == 3
        assert max(middles) - min(middles) <= 2

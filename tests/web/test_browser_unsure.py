"""Several unsure dice at once: one CONFIRM for all, or one of them touched and corrected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from device.sentences import CAMERA_LOST, RECORDING_LACKS, unsure_dice, unsure_die
from tests.web.browser import once
from tests.web.memory_table import MemoryTable
from tests.web.screens import play_scene, show_camera
from web.port import CameraView, Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


@pytest.fixture
def unsure(table: MemoryTable) -> MemoryTable:
    """A roll is due; the camera shows a sure 4, an unsure 5 and worm, and a die without a face."""
    play_scene(table, "pickomino-camera")
    show_camera(table, "reading")
    first, five, worm, leaning = table.camera.dice
    worm = type(worm)(*(worm.face, False, 0.6, worm.corners, ("1",), worm.area))
    table.camera = type(table.camera)("usb", "reading", "", 7, (first, five, worm, leaning))
    table.ask = unsure_dice(2, 4)
    table.touch()
    return table


def test_one_press_confirms_all(window: OpenWindow, unsure: MemoryTable) -> None:
    page = window()
    expect(page.locator(".ask-text")).to_contain_text("2 of 4 dice are not certain")
    answers = page.get_by_role("group", name="What do these dice show?")
    expect(answers.locator(".face-button")).to_have_count(2)
    expect(page.locator(".die-reading.unsure")).to_have_count(3)
    with page.expect_request("**/command") as sent:
        answers.get_by_role("button", name="CONFIRM").click()
    wish = sent.value.post_data_json
    assert wish is not None
    assert wish["kind"] == "confirm"


@pytest.mark.usefixtures("unsure")
def test_an_unsure_reading_stands_on_a_ground_of_its_own(window: OpenWindow) -> None:
    """Over dark wood or felt: the letters are as dark as those of the question, and do not fade."""
    page = window()
    glyph = page.locator(".die-reading.unsure .die-glyph").first
    question = page.locator(".ask").first
    for name in ("background-color", "color"):
        colour = question.evaluate("(one, name) => getComputedStyle(one)[name]", name)
        expect(glyph).to_have_css(name, colour)
    expect(page.locator(".die-reading.unsure").first).to_have_css("animation-name", "none")


def test_who_only_watches_is_not_told_to_press(window: OpenWindow, unsure: MemoryTable) -> None:
    page = window("/watch")
    expect(page.locator(".die-reading.unsure")).to_have_count(3)
    expect(page.locator(".ask")).to_have_count(0)
    unsure.ask = RECORDING_LACKS
    unsure.touch()
    expect(page.locator(".ask")).to_be_visible()


def test_a_reading_at_the_edge_of_the_picture_is_seen_whole(
    window: OpenWindow, unsure: MemoryTable
) -> None:
    """Dice in the corners: the glyph itself, not only its button, lies inside the picture."""
    dice = unsure.camera.dice
    corners = [((x, y), (x + 0.02, y), (x + 0.02, y + 0.02), (x, y + 0.02))
               for x, y in ((0.0, 0.0), (0.98, 0.0), (0.0, 0.98), (0.98, 0.98))]  # fmt: skip
    moved = tuple(replace(d, corners=c) for d, c in zip(dice, corners, strict=True))
    unsure.camera = replace(unsure.camera, dice=moved)
    unsure.touch()
    page = window()
    expect(page.locator(".die-reading")).to_have_count(4)
    outside = page.evaluate(
        """() => {
          const still = document.querySelector(".still").getBoundingClientRect();
          return [...document.querySelectorAll(".die-reading")].filter((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            const glyph = range.getBoundingClientRect();
            return glyph.left < still.left || glyph.right > still.right ||
              glyph.top < still.top || glyph.bottom > still.bottom;
          }).length;
        }"""
    )
    assert outside == 0


def test_a_touch_corrects_one_of_them(window: OpenWindow, unsure: MemoryTable) -> None:
    page = window(viewport={"width": 390, "height": 844}, locale="de")
    expect(page.locator(".ask-text")).to_contain_text("2 von 4 Würfeln")
    page.locator(".ask-answers .face-button").nth(1).click()
    with page.expect_request("**/command") as sent:
        page.locator(".correct-faces .face-button.likely").click()
    wish = sent.value.post_data_json
    assert wish is not None
    assert (wish["kind"], wish["data"]) == ("correct", {"die": 2, "face": "1"})


@pytest.mark.parametrize("state", ["lost", "ended"])
def test_without_pictures_the_dice_can_be_typed_at_once(
    window: OpenWindow, table: MemoryTable, state: str
) -> None:
    """The shipped recording lacks a throw, a camera is lost: nobody looks for a switch first."""
    table.hand = False
    table.camera = CameraView("recording", "watching")
    table.submit(Command("start", data={"game": "knister", "players": ["Ann"]}))
    page = window()
    expect(page.locator('[data-face="3"]')).to_have_count(0)
    table.camera = replace(table.camera, state=state)  # type: ignore[arg-type]
    table.touch()
    page.locator('[data-face="3"]').first.click()
    page.locator('[data-face="5"]').first.click()
    page.locator(".pad-done").click()
    expect(page.locator("h1")).to_have_text("Ann, write the 8.")
    once(table, lambda match: match.last_roll == ("3", "5"))


def test_the_switch_to_tapping_is_no_answer_to_one_missing_throw(
    window: OpenWindow, table: MemoryTable
) -> None:
    """Where the recording lacks one throw the keypad is there: no switch ends the reading."""
    table.hand = False
    table.camera = CameraView("recording", "ended")
    table.ask = RECORDING_LACKS
    table.submit(Command("start", data={"game": "knister", "players": ["Ann"]}))
    page = window()
    expect(page.locator('[data-face="3"]')).to_be_visible()
    expect(page.locator(".camera button")).to_have_count(0)
    expect(page.locator(".camera-note")).to_contain_text("It begins again at its end.")
    table.hand = True
    table.touch()
    expect(page.locator(".camera button")).to_have_text("Let the recording roll")
    table.hand = False
    table.camera, table.ask = CameraView("usb", "lost"), CAMERA_LOST
    table.touch()
    expect(page.locator(".camera button.ask-button")).to_have_text("Tap in the dice")


def test_while_a_throw_is_asked_about_the_page_speaks_of_it(
    window: OpenWindow, unsure: MemoryTable
) -> None:
    """Nobody is told to roll what lies there; the tray shows that throw, not the one before."""
    page = window()
    expect(page.locator("h1")).to_have_text("Bo, are the dice read rightly?")
    expect(page.locator(".tray-label")).to_have_text("Lying in the tray")
    expect(page.locator(".tray .die")).to_have_count(4)
    expect(page.locator(".tray .in-question")).to_have_count(3)
    expect(page.locator(".waiting-throw")).to_have_count(0)
    unsure.ask, question = None, unsure.ask
    unsure.touch()
    expect(page.locator("h1")).to_have_text("Bo, roll 4 dice.")
    expect(page.locator(".tray-label")).to_have_text("Last roll")
    expect(page.locator(".waiting-throw")).to_contain_text("the camera reads them")
    unsure.camera = replace(unsure.camera, kind="recording")  # which throws by itself
    unsure.touch()
    expect(page.locator(".waiting-throw")).to_have_text("The recording shows the roll.")
    unsure.ask = question
    unsure.touch()
    page.locator(".tray .in-question").first.click()
    with page.expect_request("**/command") as sent:
        page.locator(".correct-faces .face-button").last.click()
    wish = sent.value.post_data_json
    assert wish is not None
    assert (wish["kind"], wish["data"]["die"]) == ("correct", 1)


def test_on_another_phone_the_question_is_said_to_be_anothers(
    window: OpenWindow, unsure: MemoryTable
) -> None:
    unsure.ask = unsure_die(2, 4, "5")
    unsure.touch()
    ann, bo = window("/seat/0"), window("/seat/1")
    expect(ann.locator(".ask.anothers .ask-whose")).to_have_text(
        "Bo rolled these dice. Anybody at the table may answer."
    )
    for page in (ann, bo):
        expect(page.locator("h1")).to_have_text("Bo, is this die a 5?")
        expect(page.get_by_role("button", name="CONFIRM")).to_be_visible()
    expect(bo.locator(".ask.anothers, .ask-whose")).to_have_count(0)
    colours = [
        page.locator(".ask").evaluate("(ask) => getComputedStyle(ask).backgroundColor")
        for page in (ann, bo)
    ]
    assert colours[0] != colours[1]


@pytest.mark.parametrize(
    ("kind", "words"),
    [("recording", "The recording shows the dice"), ("usb", "The camera reads the dice")],
)
def test_the_start_page_says_where_the_dice_come_from(
    window: OpenWindow, table: MemoryTable, kind: str, words: str
) -> None:
    table.camera = CameraView(kind, "watching")
    table.touch()
    ways = window().get_by_role("radiogroup", name="Dice", exact=True).get_by_role("radio")
    expect(ways).to_have_text([words, "We tap in the dice"])

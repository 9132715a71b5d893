"""The golden die shows ones and worms alone (SW-D6), and comes in when it is chosen (SW-D5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.sentences import unsure_die
from rules.game import NeedsRoll
from tests.web.browser import once, resize
from tests.web.memory_table import MemoryTable
from tests.web.test_browser_fits import STICKING_OUT, WITH_ODDS
from web.port import CameraView, Command, SeenDie

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


BOXED = dict.fromkeys(("red_worm", "hen", "raven", "weasel", "apple"), "box")
POSITION = {"stacks": [[27], []], "specialists": {**BOXED, "golden_die": "seat 0"}}
ROLL = ["gw", *"44422511"]
ONES_AND_WORMS = {"golden die: 1", "golden die: worm"}
ALL = {f"golden die: {face}" for face in ("1", "2", "3", "4", "5", "worm")}


def send(table: MemoryTable, kind: Any, seat: int | None = None, **data: Any) -> None:
    reply = table.submit(Command(kind, seat, data, table.snapshot().revision))
    assert reply.ok, reply


def begin(table: MemoryTable, **options: str) -> None:
    game = "pickomino-deluxe"
    players = ["Ann", "Bo"]
    send(table, "start", game=game, players=players, options=options, position=POSITION)


def seen(face: str, at: int, sure: bool = True, mark: str = "") -> SeenDie:
    x, y = 0.06 + 0.18 * (at % 5), 0.2 + 0.4 * (at // 5)
    corners = ((x, y), (x + 0.08, y), (x + 0.08, y + 0.2), (x, y + 0.2))
    return SeenDie(face, sure, 0.9, corners, ("3", "1"), "tray", mark=mark)


def lies(table: MemoryTable, still: int, faces: list[str], sure: bool = True) -> None:
    """Show a picture in which the golden die lies first."""
    golden, *white = faces
    dice = [seen(golden, 0, sure, "g"), *(seen(one, at + 1) for at, one in enumerate(white))]
    table.camera = CameraView("usb", "watching", "", still, tuple(dice))
    table.hand = False
    table.touch()


def names(page: Page, where: str) -> set[str | None]:
    page.locator(where).first.wait_for()
    return {one.get_attribute("aria-label") for one in page.locator(where).all()}


def plain(found: set[str | None]) -> set[str]:
    return {str(one).removesuffix(", likely") for one in found}


@pytest.mark.parametrize(("shows", "faces"), [("1w", ONES_AND_WORMS), ("all", ALL)])
@pytest.mark.parametrize("way", ["tray", "picture"])
def test_a_correction_offers_what_the_golden_die_has(
    window: OpenWindow, table: MemoryTable, way: str, shows: str, faces: set[str]
) -> None:
    """SW-D6: a tap on the die, in the tray or in its picture; the answer is taken."""
    begin(table, golden_die_faces=shows)
    send(table, "choose", 0, choice="golden")
    send(table, "roll", dice=ROLL)
    lies(table, 5, [symbol[-1] for symbol in ROLL])
    page = window()
    page.locator({"tray": ".tray .die-button", "picture": ".still .die-reading"}[way]).first.click()
    assert plain(names(page, ".correct-faces button")) == faces - {"golden die: worm"}
    page.locator('.correct-faces button[aria-label^="golden die: 1"]').click()
    expect(page.locator(".tray .die-button").first).to_have_accessible_name(
        "golden die: 1: correct this die"
    )


def asked_about_the_golden_die(window: OpenWindow, table: MemoryTable) -> Page:
    begin(table)
    send(table, "choose", 0, choice="golden")
    table.ask = unsure_die(1, 9, "1")
    lies(table, 5, ["1", *"44422511"], sure=False)
    return window()


def test_a_question_about_the_golden_die_offers_what_it_has(
    window: OpenWindow, table: MemoryTable
) -> None:
    """SW-D6: while the throw waits for a word it is known by its colour."""
    page = asked_about_the_golden_die(window, table)
    expect(page.locator(".ask-answers button")).to_have_count(2)  # CONFIRM, and the worm
    assert names(page, ".ask-answers .face-button") == {"worm"}
    page.locator(".tray .die-button").first.click()
    assert names(page, ".correct-faces button") == {"golden die: worm"}
    page.keyboard.press("Escape")
    page.locator(".tray .die-button").nth(1).click()
    assert plain(names(page, ".correct-faces button")) == {"1", "2", "3", "5", "worm"}


def test_a_correction_of_a_picture_goes_with_the_picture(
    window: OpenWindow, table: MemoryTable
) -> None:
    """Its place in another picture is another die: the dialog would correct that one."""
    page = asked_about_the_golden_die(window, table)
    page.locator(".tray .die-button").nth(1).click()
    expect(page.locator(".dialog.correct")).to_be_visible()
    table.touch()
    page.wait_for_timeout(300)
    expect(page.locator(".dialog.correct")).to_be_visible()  # the same picture
    table.camera = replace(table.camera, still=6, dice=table.camera.dice[::-1])
    table.touch()
    expect(page.locator(".dialog.correct")).to_have_count(0)


# What is drawn over the middle of a button of the pad.
COVERED = """() => [...document.querySelectorAll(".dock :is(button, a)")]
  .filter((one) => one.checkVisibility())
  .filter((one) => {
    one.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = one.getBoundingClientRect();
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return !there || !(one === there || one.contains(there));
  })
  .map((one) => one.dataset.face || one.className)"""
SCREENS = (
    (1280, 800), (1280, 720), (1366, 768), (1920, 1080), (1024, 768), (1024, 600), (800, 480),
    (844, 390), (768, 1024), (390, 844), (360, 640),
)  # fmt: skip


def turn_with_golden(table: MemoryTable, due: str) -> None:
    """Let a turn come to where dice may be tapped in, the golden one among them."""
    send(table, "choose", 0, choice="golden")
    if due == "first":
        return
    send(table, "roll", dice=["g1", *"wwww1123"])
    send(table, "choose", 0, choice="keep w")
    if due == "again":
        return
    send(table, "choose", 0, choice="throw")
    send(table, "roll", dice=["g1", *"3344"])
    send(table, "choose", 0, choice="keep 3")


@pytest.mark.parametrize("shows", ["1w", "all"])
@pytest.mark.parametrize("odds", [False, True])
@pytest.mark.parametrize("due", ["first", "again", "take"])
def test_no_face_lies_over_another_one(
    window: OpenWindow, table: MemoryTable, due: str, odds: bool, shows: str
) -> None:
    """Beside a tile to take, too: a tap on the 1 must not enter the golden die's."""
    begin(table, golden_die_faces=shows)
    turn_with_golden(table, due)
    page = window()
    if odds:
        page.evaluate(WITH_ODDS)
        page.reload()
        expect(page.locator(".pad > .odds")).to_be_visible()
    expect(page.locator(".pad [data-face]")).to_have_count(6 + (6 if shows == "all" else 2))
    for width, height in SCREENS:
        resize(page, width, height)
        assert page.evaluate(COVERED) == [], (width, height)
        assert page.evaluate("() => document.body.scrollWidth <= innerWidth"), (width, height)


# How the dice laid can be hit, and what the words over the keys lose.
LAID = """() => {
  const boxes = (where) =>
    [...document.querySelectorAll(where)].map((one) => one.getBoundingClientRect());
  const laid = boxes(".slots .die-button");
  return {
    wide: Math.min(...laid.map((box) => box.width)),
    high: Math.min(...laid.map((box) => box.height)),
    die: Math.min(...boxes(".slots .die").map((box) => box.width)),
    title: boxes(".pad-title")[0].height,
    cut: [...document.querySelectorAll(".pad :is(p, b, small, button, .undo-words)")]
      .filter(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
        scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
      .filter((one) => getComputedStyle(one).display !== "inline")
      .map((one) => one.textContent),
  };
}"""


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("shows", ["1w", "all"])
def test_the_dice_laid_can_be_hit_on_the_small_touchscreen(
    window: OpenWindow, table: MemoryTable, shows: str, language: str
) -> None:
    """800 x 480: they were 10 px beside the keys, under a heading of four lines."""
    begin(table, golden_die_faces=shows)
    turn_with_golden(table, "first")
    page = window("/", viewport={"width": 800, "height": 480}, locale=language)
    expect(page.locator(".pad .undo")).to_be_visible()
    seen = page.evaluate(LAID)
    assert seen["cut"] == []
    for face in ("gw", *"4442251"):
        page.locator(f'.pad [data-face="{face}"]').click()
    expect(page.locator(".slots .die-button")).to_have_count(8)
    for width in (800, 960):
        resize(page, width, 480)
        seen = page.evaluate(LAID)
        assert seen["cut"] == [], width
        assert min(seen["wide"], seen["high"]) >= 34, width
        assert seen["die"] >= 28, width
        assert seen["title"] < 50, width


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("odds", [False, True])
@pytest.mark.parametrize("due", ["first", "again", "take"])
def test_a_turn_with_the_golden_die_fits_on_the_screen(
    window: OpenWindow, table: MemoryTable, due: str, odds: bool, players: int
) -> None:
    """Grill, dice, keypad and everybody's stack, specialist and round worms, without sliding."""
    position = {
        "stacks": [[27], [22, 30], [], []][:players],
        "specialists": {"golden_die": "seat 0", "hen": "seat 1"},
        "round_worms": [2, 1, 0, 0][:players],
    }
    names = ["Ann", "Bo", "Cy", "Dee"][:players]
    send(table, "start", game="pickomino-deluxe", players=names, position=position)
    turn_with_golden(table, due)
    page = window(locale="de", viewport={"width": 1280, "height": 800})
    if odds:
        page.evaluate(WITH_ODDS)
        page.reload()
        expect(page.locator(".pad > .odds")).to_be_visible()
    expect(page.locator(".pad .special")).to_be_visible()
    for width, height in ((1280, 800), *([] if odds else [(1366, 768), (1920, 1080)])):
        resize(page, width, height)
        slides = page.evaluate("() => document.documentElement.scrollHeight - innerHeight")
        assert slides == 0, (width, height)
        assert page.evaluate(STICKING_OUT) == [], (width, height)
        assert page.evaluate(OVER_EACH_OTHER) == [], (width, height)


# What of a player's card lies over another part of it.
OVER_EACH_OTHER = """() => [...document.querySelectorAll(".player")].flatMap((player) => {
  const parts = [...player.querySelectorAll(".name, .stack, .worms, .below, .held")];
  const boxes = parts.map((one) => [one.className, one.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], at) =>
    boxes.slice(at + 1)
      .filter(([, b]) => a.left < b.right && b.left < a.right)
      .filter(([, b]) => a.top < b.bottom && b.top < a.bottom)
      .map(([other]) => `${name} ${other}`));
})"""


def test_where_only_the_golden_die_is_missing_no_other_can_be_tapped(
    window: OpenWindow, table: MemoryTable
) -> None:
    begin(table)
    turn_with_golden(table, "take")
    page = window()
    ordinary = page.locator(".pad .faces:not(.special) button")
    for face in "34":
        expect(ordinary.first).to_be_enabled()
        page.locator(f'.pad [data-face="{face}"]').click()
    expect(page.locator(".pad .faces:not(.special) button:enabled")).to_have_count(0)
    page.keyboard.press("5")  # which is no golden die either
    expect(page.locator(".slots .die-button")).to_have_count(2)
    page.locator('.pad [data-face="g1"]').click()
    expect(page.locator(".pad-done")).to_be_enabled()
    page.locator(".slots .die-button").first.click()
    expect(ordinary.first).to_be_enabled()


def test_dice_that_are_tapped_beside_a_tile_to_take_are_those_that_are_entered(
    window: OpenWindow, table: MemoryTable
) -> None:
    begin(table)
    turn_with_golden(table, "take")
    page = window(viewport={"width": 1280, "height": 800})
    for face in ("1", "2", "gw"):
        page.locator(f'.pad [data-face="{face}"]').click()
    page.locator(".pad-done").click()
    match = once(table, lambda match: match.last_roll and len(match.last_roll) == 3)
    assert sorted(match.last_roll) == ["1", "2", "gw"]


def test_before_any_roll_the_golden_die_is_asked_about_first(
    window: OpenWindow, table: MemoryTable
) -> None:
    """SW-D5 (b): typed dice cannot stand for `throw`; its button is pressed, then it is chosen."""
    begin(table, golden_die_joins="any roll")
    page = window()
    page.locator('[data-choice="no golden"]').click()
    for die in "44422511":
        page.locator(f'.pad [data-face="{die}"]').click()
    page.locator(".pad-done").click()
    page.locator('[data-choice="keep 4"]').click()
    expect(page.locator('[data-choice="throw"]')).to_be_visible()
    expect(page.locator(".pad")).to_have_count(0)
    page.locator('[data-choice="throw"]').click()
    page.locator('[data-choice="golden"]').click()
    for die in ("gw", *"22511"):
        page.locator(f'.pad [data-face="{die}"]').click()
    page.locator(".pad-done").click()
    page.locator('[data-choice="keep 2"]').click()
    # it is in the turn now: throwing on is one step again
    for die in ("gw", *"511"):
        page.locator(f'.pad [data-face="{die}"]').click()
    page.locator(".pad-done").click()
    page.locator('[data-choice="keep w"]').click()
    match = once(table, lambda match: "gw" in match.state["kept"])  # type: ignore[operator]
    expect(page.locator(".trouble")).to_have_count(0)
    assert not isinstance(match.turn, NeedsRoll)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Take 27: 2 worms. Ann gets the golden die."),
        ("de", "27 nehmen: 2 Würmer. Ann bekommt den goldenen Würfel."),
        ("pl", "Weź 27: 2 robale. Ann zdobywa złotą kostkę."),
    ],
)
def test_the_choice_of_its_tile_says_that_the_golden_die_comes_with_it(
    window: OpenWindow, table: MemoryTable, language: str, said: str
) -> None:
    """D7: to whoever looks and to whoever listens."""
    send(table, "start", game="pickomino-deluxe", players=["Ann", "Bo"])
    for dice, keep in (("wwwww211", "keep w"), ("211", "keep 2")):
        send(table, "roll", dice=list(dice))
        send(table, "choose", 0, choice=keep)
        if keep == "keep w":
            send(table, "choose", 0, choice="throw")
    page = window(locale=language, viewport={"width": 390, "height": 844})
    choice = page.locator('[data-choice="take 27"]')
    expect(choice).to_have_accessible_name(said)
    expect(choice.locator(".choice-text")).to_have_text(said)
    assert page.evaluate(STICKING_OUT) == []

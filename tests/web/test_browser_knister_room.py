"""The boards of Knister stand still while a round is played, and each of them is seen whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from device.sentences import CAMERA_LOST
from tests.web.browser import once, resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import show_camera
from tests.web.test_browser_accessible import serious
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


NAMES = (
    "Przemysław Brzęczyszczykiewicz", "Bo", "Wolfeschlegelsteinhausen", "Ann",
    "Maximiliane-Charlotte", "Cy", "Dee", "Eve", "Flo", "Gus", "Hal", "Ida",
)  # fmt: skip
# A row and a column that are full but for one cell, so that a line scores and says so.
ROW: list[int | None] = [7, 7, 7, 7, None]
BOARD = [ROW, *[[None, 3, None, None, 3] for _ in range(4)]]
PLACES = """() => [...document.querySelectorAll(".playing .cell")].map((cell) => {
  const box = cell.getBoundingClientRect();
  return [box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round).join(" ");
})"""


def begin(table: MemoryTable, players: int) -> Callable[..., None]:
    def send(kind: Any, seat: int | None = None, **data: object) -> None:
        reply = table.submit(Command(kind, seat, data, table.snapshot().revision))
        assert reply.ok, reply

    position = {"boards": [BOARD] * players}
    send("start", game="knister", players=list(NAMES[:players]), position=position)
    return send


@pytest.mark.parametrize(
    ("path", "size", "players"),
    [("/seat/0", (390, 844), 2), ("/", (390, 844), 2), ("/", (1024, 768), 2), ("/", (768, 1024), 3),
     ("/", (1024, 768), 5), ("/seat/0", (1280, 800), 4), ("/watch", (390, 844), 4),
     ("/board", (1920, 1080), 4), ("/", (800, 480), 2), ("/seat/0", (800, 480), 2)],
)  # fmt: skip
def test_no_field_moves_through_a_whole_round(
    window: OpenWindow, table: MemoryTable, path: str, size: tuple[int, int], players: int
) -> None:
    """In three languages, whatever is said, asked, tapped in, written and taken back meanwhile."""
    send = begin(table, players)
    viewport = {"width": size[0], "height": size[1]}
    pages = [window(path, viewport=viewport, locale=language) for language in ("en", "de", "pl")]
    stood: list[list[str]] = []

    def look(step: str, seq: int) -> None:
        table.touch()
        for page in pages:
            page.wait_for_selector(f'#page[data-seq="{seq}"]')
            expect(page.locator(".dock .ask")).to_have_count(int(table.ask is not None))
        places = [page.evaluate(PLACES) for page in pages]
        stood[:] = stood or places
        assert places == stood, step

    for page in pages:
        page.wait_for_selector(".playing .cell")
    look("a throw is due", 0)
    assert len(stood[0]) >= 25
    if path in ("/", "/seat/0"):
        pages[0].locator('[data-face="6"]').click()
        look("a die is tapped in", 0)
    table.ask = CAMERA_LOST
    look("the camera is lost", 0)
    table.ask = None
    send("roll", dice=["3", "4"])
    look("everybody writes", 1)
    send("choose", 0, choice="write 1,5")
    look("one has written and filled a line", 2)
    send("undo", 0)
    look("it was taken back", 3)
    for seat in range(players):
        send("choose", seat, choice="write 1,5")
        look(f"seat {seat} has written", 4 + seat)


WHOLE = """() => {
  const dock = document.querySelector(".dock");
  const end = dock ? dock.getBoundingClientRect().top : innerHeight;
  return {
    high: [...document.querySelectorAll(".board")]
      .filter((board) => board.getBoundingClientRect().bottom > end + 1).length,
    wide: document.documentElement.scrollWidth - innerWidth,
    slides: document.documentElement.scrollHeight - innerHeight,
    least: Math.min(...[...document.querySelectorAll(".board .cell")].flatMap((cell) => {
      const box = cell.getBoundingClientRect();
      return [box.width, box.height];
    })),
    touch: Math.min(...[...document.querySelectorAll("button:is(.cell, .mini)")].flatMap((cell) => {
      const box = cell.getBoundingClientRect();
      return [box.width, box.height];
    })),
  };
}"""


@pytest.mark.parametrize("players", [4, 5, 7, 12])
def test_many_boards_are_whole_in_sight(
    window: OpenWindow, table: MemoryTable, players: int
) -> None:
    """K1: up to twelve players; whoever writes has fields as large as a finger."""
    send = begin(table, players)
    page = window("/")
    for step in (".pad", "button.cell"):
        page.wait_for_selector(step)
        for width, height in ((1024, 768), (768, 1024), (1280, 800), (1920, 1080)):
            resize(page, width, height)
            seen = page.evaluate(WHOLE)
            assert (seen["high"], seen["wide"], seen["slides"]) == (0, 0, 0), (step, width)
            assert seen["least"] >= 12
            assert seen["touch"] >= 44
        if step == ".pad":
            send("roll", dice=["3", "4"])


# How far the boards reach down and how small a field of theirs is, one's own and the others'; which
# parts lie over each other or out of the window, and how far the page can be slid.
FILLED = """() => {
  const boxes = (where) =>
    [...document.querySelectorAll(where)].map((one) => one.getBoundingClientRect());
  const parts = boxes(".board, .number-lane, .camera, .pad, .own-notes");
  const over = (a, b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const least = (where) => Math.min(...boxes(where).flatMap((box) => [box.width, box.height]));
  return {
    over: parts.flatMap((one, at) => parts.slice(at + 1).filter((two) => over(one, two))).length,
    out: parts.filter((one) => one.bottom > innerHeight || one.right > innerWidth).length,
    slides: document.documentElement.scrollHeight - innerHeight,
    reach: Math.max(...boxes(".board").map((box) => box.bottom)) / innerHeight,
    own: least(".board.large .cell"),
    others: least(".board:not(.large) .cell"),
  };
}"""


@pytest.mark.parametrize("players", [2, 7])
@pytest.mark.parametrize("path", ["/watch", "/seat/0"])
def test_the_boards_fill_the_screen_of_a_spectator_and_of_a_seat(
    window: OpenWindow, table: MemoryTable, path: str, players: int
) -> None:
    """With a camera and without. Seven stood in one row over an empty half, or had to be slid."""
    begin(table, players)
    page = window(path, locale="de")
    for camera in (False, True):
        if camera:
            show_camera(table, "reading")
            table.ask = None
            table.touch()
        expect(page.locator(".camera")).to_have_count(int(camera))
        for width, height in ((800, 480), (1024, 600), (1280, 800)):
            if (path, players, width) == ("/seat/0", 7, 800):
                continue  # so many others are slid by themselves there
            resize(page, width, height)
            seen = page.evaluate(FILLED)
            assert (seen["over"], seen["out"], seen["slides"]) == (0, 0, 0), (width, camera)
            assert seen["reach"] > 0.72, (width, camera)
            assert seen["others"] >= 11, (width, camera)
            assert seen["own"] is None or seen["own"] >= height / 13, (width, camera)


TWO_TAPS = """async () => {
  const name = () => document.querySelector(".board.large .name").textContent;
  const tap = () => document.querySelector('[data-choice="write 1,5"]').click();
  const before = name();
  const moved = new Promise((done) =>
    new MutationObserver((_, observer) => {
      if (name() === before) return;
      observer.disconnect();
      done();
    }).observe(document.body, { subtree: true, childList: true, characterData: true }));
  tap();
  await moved;
  tap();
}"""


@pytest.mark.parametrize("size", [(390, 844), (1024, 768)])
def test_whoever_is_due_has_the_large_board(
    window: OpenWindow, table: MemoryTable, size: tuple[int, int]
) -> None:
    send = begin(table, 5)
    send("roll", dice=["3", "4"])
    page = window("/", viewport={"width": size[0], "height": size[1]})
    large = page.locator(".board.large .name")
    expect(large).to_have_text(NAMES[0])
    page.evaluate(TWO_TAPS)  # of one finger: the second does not write for the next
    expect(large).to_have_text(NAMES[1])
    # who writes out of turn touches the own board first
    page.get_by_role("button", name=f"{NAMES[3]}, 6 points, writes").click()
    expect(large).to_have_text(NAMES[3])
    page.locator('[data-choice="write 1,5"]').click()
    expect(large).to_have_text(NAMES[1])
    once(table, lambda match: match.turn.seats == (1, 2, 4))  # type: ignore[union-attr]
    expect(page.get_by_role("button", name=f"{NAMES[3]}, 22 points, written")).to_have_attribute(
        "aria-pressed", "false"
    )


@pytest.mark.parametrize("path", ["/", "/seat/0"])
def test_the_small_signs_are_explained(window: OpenWindow, table: MemoryTable, path: str) -> None:
    """K4 and K6: what a field brings, which lines count twice; no promise of nothing."""
    nothing: list[int | None] = [2, 4, 9, 12, None]
    send = begin(table, 1)
    send("end")
    boards = [[ROW, nothing, *[[None] * 5 for _ in range(3)]]]
    send("start", game="knister", players=["Ann"], position={"boards": boards})
    send("roll", dice=["3", "4"])
    page = window(path, viewport={"width": 390, "height": 844})
    expect(page.locator("button.cell")).to_have_count(17)
    expect(page.locator("button .cell-gain")).to_have_text(["+10"])
    expect(page.locator(".gain-note")).to_have_text("+10 points that the 7 brings there")
    expect(page.locator(".doubled")).to_have_text("×2 diagonals count double")
    expect(page.get_by_role("img", name="This diagonal counts twice.")).to_have_count(2)
    name = "Write 7 in row 1, column 5: 10 points."
    expect(page.get_by_role("button", name=name)).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/seat/0"])
def test_the_legend_of_the_figures_says_none_that_is_not_there(
    window: OpenWindow, table: MemoryTable, path: str
) -> None:
    """K4: a letter where several figures stand, the figure where it is one, nothing for none."""
    rest: list[list[int | None]] = [[None] * 5 for _ in range(4)]
    pair: list[int | None] = [7, 2, 4, 9, None]
    start = {"game": "knister", "players": ["Ann"]}
    page = window(path, viewport={"width": 390, "height": 844})
    for rows, dice, gains, legend in (
        ([ROW, pair, *rest[1:]], "34", {"+10", "+1"}, "+n points that the 7 brings there"),
        ([pair, *rest], "34", {"+1"}, "+1 points that the 7 brings there"),
        ([[7, 2, 4, None, None], *rest], "34", set(), None),
    ):
        assert table.submit(Command("start", data={**start, "position": {"boards": [rows]}})).ok
        expect(page.locator(".total-label")).to_have_css("visibility", "hidden")
        assert table.submit(Command("roll", data={"dice": list(dice)})).ok
        expect(page.locator("button.cell").first).to_be_visible()
        expect(page.locator("button .cell-gain")).to_have_count(len(gains))
        assert set(page.locator("button .cell-gain").all_text_contents()) == gains
        expect(page.locator(".gain-note")).to_have_text([legend] if legend else [])
        where = [] if legend else ["Touch an empty field to write the 7 there."]
        expect(page.locator(".touch-note")).to_have_text(where)
        expect(page.locator(".total-label")).to_be_visible()
        assert table.submit(Command("end")).ok


@pytest.mark.parametrize("size", [(390, 844), (1024, 768)])
def test_axe_finds_nothing_serious_beside_small_boards(
    window: OpenWindow, table: MemoryTable, size: tuple[int, int]
) -> None:
    send = begin(table, 7)
    send("roll", dice=["3", "4"])
    viewport = {"width": size[0], "height": size[1]}
    page = window("/", viewport=viewport, color_scheme="light", bypass_csp=True)
    expect(page.locator("button.mini")).to_have_count(7)
    assert serious(page) == []
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("button", name="How it goes").click()
    expect(page.locator(".dialog.primer .primer-part")).to_have_count(3)
    assert serious(page) == []


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_on_a_small_touchscreen_every_field_of_a_board_can_be_touched(
    window: OpenWindow, table: MemoryTable, language: str
) -> None:
    """At 1024 x 600 the fifth row was behind the dock."""
    for kind, data in (
        ("start", {"game": "knister", "players": ["Ann", "Bo", "Cy"]}),
        ("roll", {"dice": ["3", "5"]}),
    ):
        assert table.submit(Command(kind, None, data, table.snapshot().revision)).ok
    page = window("/", viewport={"width": 1024, "height": 600}, locale=language)
    fields = page.locator(".board.large .cell")
    dock = page.locator(".dock .choices-row").bounding_box()
    assert dock is not None
    boxes = [box for one in fields.all() if (box := one.bounding_box())]
    assert len(boxes) == 25
    assert max(box["y"] + box["height"] for box in boxes) <= dock["y"]
    assert min(box["height"] for box in boxes) >= 36


# How much of the lowest field is behind what stands in the dock, which may reach above it, and how
# far the words that Undo has there reach over the dice laid.
BEHIND = """() => {
  const boxes = (where) =>
    [...document.querySelectorAll(where)].map((one) => one.getBoundingClientRect());
  const lowest = Math.max(...boxes(".board .cell").map((box) => box.bottom));
  const [undo] = boxes(".pad .undo");
  const [slots] = boxes(".pad .slots");
  return {
    behind: Math.max(0, lowest - Math.min(...boxes(".dock > *").map((box) => box.top))),
    slides: document.documentElement.scrollHeight - innerHeight,
    over: Math.max(0, undo.right - slots.left),
    least: Math.min(...boxes(".board:not(.mini) .cell").flatMap((box) => [box.width, box.height])),
  };
}"""


@pytest.mark.parametrize("language", ["en", "de", "pl"])
@pytest.mark.parametrize("players", [1, 2, 3])
def test_no_field_is_behind_the_keypad(
    window: OpenWindow, table: MemoryTable, players: int, language: str
) -> None:
    """While somebody rolls, with a camera and without: who rolls looks at what is to be written."""
    send = begin(table, players)
    send("roll", dice=["4", "5"])
    for seat in range(players):
        send("choose", seat, choice="write 1,5")
    page = window("/", viewport={"width": 1024, "height": 600}, locale=language)
    for camera in (False, True):
        if camera:
            show_camera(table, "reading")
            table.hand, table.ask = True, None
            table.touch()
        expect(page.locator(".camera")).to_have_count(int(camera))
        expect(page.locator(".pad .undo")).to_be_visible()
        for width, height in ((1024, 600), (1280, 720), (1024, 768), (1280, 800), (1920, 1080)):
            resize(page, width, height)
            seen = page.evaluate(BEHIND)
            least = seen.pop("least")
            assert seen == {"behind": 0, "slides": 0, "over": 0}, (width, height, camera)
            assert least >= 44, (width, height, camera)

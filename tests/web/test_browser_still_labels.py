"""The readings in the picture of the tray: none over a face or another; a person's has its mark."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import resize
from tests.web.memory_table import MemoryTable
from tests.web.screens import OUT, show_camera
from web.port import CameraView, Command, SeenDie

OpenWindow = Callable[..., Page]
SIZES = {
    "/": ((390, 844), (1024, 768), (1280, 800), (1920, 1080)),
    "/seat/1": ((390, 844), (360, 664)),
    "/board": ((1280, 720), (1920, 1080)),
}
# Points of each reading that lie on a die, in another reading or outside the picture, and of each
# line to a reading that run over a die or a reading between its own ones.
HIDES = """(lines) => {
  const still = document.querySelector(".still").getBoundingClientRect();
  const shapes = [...document.querySelectorAll(".still polygon")].map((one) =>
    [...one.points].map(({ x, y }) =>
      [still.left + x * still.width, still.top + y * still.height]));
  const inside = ([px, py], shape) => shape.every(([ax, ay], at) => {
    const [bx, by] = shape[(at + 1) % shape.length];
    return (bx - ax) * (py - ay) - (by - ay) * (px - ax) > 0;
  });
  const boxes = [...document.querySelectorAll(".die-glyph")].map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  });
  const rect = ({ left, right, top, bottom }) =>
    [[left, top], [right, top], [right, bottom], [left, bottom]];
  const faults = [];
  boxes.forEach((box, at) => {
    for (let row = 0; row <= 6; row++) for (let column = 0; column <= 6; column++) {
      const point = [box.left + (box.width * column) / 6, box.top + (box.height * row) / 6];
      if (!inside(point, rect(still))) faults.push(`${at} outside`);
      shapes.forEach((shape, die) => inside(point, shape) && faults.push(`${at} over die ${die}`));
      boxes.forEach((other, two) =>
        two !== at && inside(point, rect(other)) && faults.push(`${at} over reading ${two}`));
    }
  });
  const way = (line, part) => [
    still.left + still.width * (line.x1.baseVal.value * (1 - part) + line.x2.baseVal.value * part),
    still.top + still.height * (line.y1.baseVal.value * (1 - part) + line.y2.baseVal.value * part),
  ];
  if (lines) document.querySelectorAll(".leader").forEach((line, at) => {
    for (let part = 0.2; part < 0.85; part += 0.05) {
      const point = way(line, part);
      shapes.forEach((shape, die) => inside(point, shape)
        && faults.push(`line ${at} from ${way(line, 0).map(Math.round)} over die ${die}`));
      if (boxes.some((box) => inside(point, rect(box)))) faults.push(`line ${at} over a reading`);
    }
  });
  return { count: boxes.length, shapes: shapes.length, faults: [...new Set(faults)] };
}"""


def die(x: float, y: float, turn_deg: float, face: str = "4", side: float = 84) -> SeenDie:
    """A die in a still of 960 x 720 pixels; its corners clockwise."""
    half = side / 2
    c, s = half * math.cos(math.radians(turn_deg)), half * math.sin(math.radians(turn_deg))
    corners = ((-c + s, -s - c), (c + s, s - c), (c - s, s + c), (-c - s, -s + c))
    outline = tuple(((x + dx) / 960, (y + dy) / 720) for dx, dy in corners)
    return SeenDie(face, True, 0.9, outline, ("5", "w"), "tray")


def heap(seed: int) -> tuple[SeenDie, ...]:
    """Eight dice side by side in two rows, each a little turned; a person spoke of some."""
    chance = random.Random(seed)
    x, y = chance.uniform(100, 480), chance.uniform(120, 500)
    dice = tuple(
        die(x + 118 * (at % 4), y + 118 * (at // 4), chance.uniform(0, 90), chance.choice("12345w"))
        for at in range(8)
    )
    return tuple(replace(one, said=chance.random() < 0.2) for one in dice)


# Where the room beside a die of which a person spoke is soon taken.
CLOSE = (
    die(780, 165, 20, "5"), die(128, 183, 12, "4"), die(380, 178, 45, "4"),
    die(605, 122, 8, "5"), die(622, 287, 10, "3"), die(742, 425, 70, "5"),
)  # fmt: skip


def scattered(seed: int) -> tuple[SeenDie, ...]:
    """Six dice anywhere in the picture, apart from each other; a person spoke of one."""
    chance = random.Random(seed)
    dice: list[SeenDie] = []
    places: list[tuple[float, float]] = []
    while len(dice) < 6:
        x, y = chance.uniform(80, 880), chance.uniform(80, 640)
        if all(math.dist((x, y), other) > 200 for other in places):
            places.append((x, y))
            dice.append(die(x, y, chance.uniform(0, 90), chance.choice("12345w")))
    return tuple(replace(one, said=at == 0) for at, one in enumerate(dice))


@pytest.fixture
def shown(table: MemoryTable) -> MemoryTable:
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", data=start)).ok
    assert table.submit(Command("roll", data={"dice": list("1112345w")})).ok
    show_camera(table, "reading")
    table.ask = None
    return table


@pytest.mark.parametrize("path", SIZES)
def test_no_reading_hides_a_face_or_another_reading(
    window: OpenWindow, shown: MemoryTable, path: str
) -> None:
    page = window(path)
    for seed in range(12):
        apart = seed % 2 == 0  # in a heap a line may have to run over a die
        dice = scattered(seed) if apart else heap(seed)
        if seed == 0:
            dice = tuple(replace(one, said=at == 0) for at, one in enumerate(CLOSE))
        shown.camera = CameraView("usb", "watching", "", 7, dice)
        shown.touch()
        for width, height in SIZES[path]:
            resize(page, width, height)
            expect(page.locator(".die-glyph")).to_have_count(len(dice))
            seen = page.evaluate(HIDES, apart)
            for _ in range(100):  # the picture's new size is told after the layout
                if not seen["faults"]:
                    break
                page.wait_for_timeout(50)
                seen = page.evaluate(HIDES, apart)
            assert (seen["count"], seen["shapes"]) == (len(dice), len(dice))
            assert seen["faults"] == [], (seed, width)


def test_beside_dice_that_lie_apart_no_reading_needs_a_line(window: OpenWindow) -> None:
    """However small the picture is; the reading of which a person spoke is the widest."""
    page = window("/")
    corners = [one.corners for one in CLOSE]
    far = page.evaluate(
        """async (corners) => {
          const main = document.querySelector("script[type=module]").src;
          const { placeLabels } = await import(new URL("still_labels.js", main));
          const labels = corners.map((own, at) => ({ corners: own, wide: at ? 16.2 : 29.7 }));
          return Array.from({ length: 60 }, (_, step) => 132 + 2 * step).filter((width) =>
            placeLabels(labels, { width, height: 0.75 * width }).some(({ far }) => far > 9));
        }""",
        corners,
    )
    assert far == []


def test_what_a_person_said_has_a_mark_that_is_explained(
    window: OpenWindow, shown: MemoryTable
) -> None:
    dice = (die(200, 300, 10), replace(die(500, 300, 40), face="w", said=True))
    shown.camera = CameraView("usb", "watching", "", 7, dice)
    shown.touch()
    for path in ("/", "/watch", "/board"):
        page = window(path)
        expect(page.locator(".die-reading")).to_have_count(2)
        expect(page.locator(".die-reading .icon")).to_have_count(1)
        expect(page.locator(".die-reading.said .icon-worm")).to_have_count(1)
        expect(page.locator(".die-reading.said")).to_have_text("")
        said = "Said by a person, not by the camera: worm."
        expect(page.locator(".said-note")).to_have_text(said)
    shown.camera = replace(shown.camera, dice=dice[:1])
    shown.touch()
    expect(page.locator(".said-note")).to_have_count(0)


@pytest.mark.parametrize("side", [30, 100])
@pytest.mark.parametrize("path", ["/", "/watch", "/seat/0", "/board"])
def test_a_worm_is_drawn_as_everywhere_and_called_so(
    window: OpenWindow, shown: MemoryTable, path: str, side: float
) -> None:
    """No letter stands for a face in the picture: what is not a digit is drawn, and has a name."""
    faces = "12345w"
    places = ((200, 240), (480, 240), (760, 240), (200, 560), (480, 560), (760, 560))
    dice = tuple(die(x, y, 20, face, side) for (x, y), face in zip(places, faces, strict=True))
    shown.camera = CameraView(
        "usb", "watching", "", 7, (*dice[:4], replace(dice[4], sure=False), dice[5])
    )
    shown.touch()
    page = window(path)
    expect(page.locator(".die-reading")).to_have_count(6)
    readings = page.locator(".die-reading")
    for at, face in enumerate(faces):
        one = readings.nth(at)
        expect(one).to_have_text("" if face == "w" else face)
        expect(one.locator(".icon-worm")).to_have_count(1 if face == "w" else 0)
        name = one.get_attribute("aria-label") or ""
        assert name.startswith("worm" if face == "w" else face), name
    worm = readings.nth(5).locator(".icon-worm").bounding_box()
    assert worm is not None
    assert min(worm["width"], worm["height"]) >= 14, "as large as the figures beside it"
    if OUT.is_dir():
        page.locator(".still").screenshot(path=OUT / f"worm-{side}{path.replace('/', '-')}.png")


def test_a_tap_on_the_die_itself_corrects_it(window: OpenWindow, shown: MemoryTable) -> None:
    shown.camera = CameraView("usb", "watching", "", 7, heap(1))
    shown.touch()
    page = window()
    expect(page.locator(".die-reading")).to_have_count(8)
    middle = page.locator(".still polygon").nth(5).bounding_box()
    assert middle is not None
    page.mouse.click(middle["x"] + middle["width"] / 2, middle["y"] + middle["height"] / 2)
    expect(page.get_by_role("dialog")).to_be_visible()
    with page.expect_request("**/command") as sent:
        page.get_by_role("dialog").locator(".correct-faces .face-button").first.click()
    wish = sent.value.post_data_json
    assert wish is not None
    assert wish["data"]["die"] == 5

"""Replayed, the picture that a throw was read from is whole above the bar with the steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from device.commands.bench_vision import drawn_table
from device.journal import Journal
from device.record import Record
from device.stills import Stills
from device.table import Table
from tests.device.matches import head_for, played
from tests.web.browser import resize, serving, wait_until
from tests.web.conftest import OpenWindow
from tests.web.screens import CARD_VALUES, LONG
from tests.web.screens_pages import PLACES

PICTURE_AND_BAR = """() => ["still img", "replay-bar"].map((one) => {
  const { top, bottom } = document.querySelector(`.${one}`).getBoundingClientRect();
  return [top, bottom];
})"""

# How far the bar and all that stands in it lies within the window, and each name within its bar.
IN_THE_BAR = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const shown = (one) => one.checkVisibility();
  const across = [...document.querySelectorAll(".bar, .bar *")].filter(shown).map((one) => {
    const { left, right } = one.getBoundingClientRect();
    return Math.min(left, document.documentElement.clientWidth - right);
  });
  const down = [...document.querySelectorAll(".bar-page")].map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return Math.min(top - bar.top, bar.bottom - bottom, top);
  });
  return [Math.min(...across), Math.min(...down)];
}"""

# What of a recorded throw lies out of its part or under the bar, which count is written over a
# name, whether the steps take more than one row, and whether the page can be slid sideways.
AMISS = """() => {
  const all = (where) =>
    [...document.querySelectorAll(where)].filter((one) => one.checkVisibility());
  const box = (one) => one.getBoundingClientRect();
  const name = (one) => `${one.getAttribute("class")} ${one.textContent.slice(0, 20)}`;
  const within = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
  const over = (a, b) =>
    a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2;
  const camera = box(document.querySelector(".camera"));
  const bar = box(document.querySelector(".replay-bar"));
  const inCamera = all(".camera :is(img, .camera-words > *, .read-dice li)");
  const parts = all(".sentence, .grill, .lane, .camera, .dice-card");
  const players = all(".player").filter((one) =>
    over(box(one.querySelector(".name")), box(one.querySelector(".worms"))));
  return [
    ...inCamera.filter((one) => !within(box(one), camera)).map(name),
    ...parts.filter((one) => box(one).bottom > bar.top).map(name),
    ...players.map(name),
    ...(bar.height > 80 ? ["a second row of steps"] : []),
    ...(document.documentElement.scrollWidth > innerWidth ? ["slides"] : []),
  ];
}"""
COPY_IS_FREE = """() => {
  scrollTo(0, document.body.scrollHeight);
  const { left, top, width, height } = document.querySelector(".copy").getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  return there?.closest(".copy") !== null && top + height <= innerHeight;
}"""


def with_pictures(record: Record, folder: Path) -> Record:
    """Return the record with a drawn still, and what was read in it, for two of its throws."""
    throws = [entry for entry in record.entries if entry.kind == "roll"]
    entries = list(record.entries)
    for entry in (throws[0], throws[-1]):
        name = f"{record.head.match_id}/{entry.seq:05d}.jpg"
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(folder / name), drawn_table())
        camera = tuple(
            {**die, "center": list(at), "size": 90.0, "angle": 17.0}
            for die, at in zip(entry.camera or (), PLACES, strict=False)
        )
        more = {"frame": [1280, 960], "film": True}
        entries[entry.seq - 1] = replace(entry, photo=name, camera=camera, extra=more)
    return replace(record, entries=tuple(entries))


@pytest.fixture(scope="module")
def replays(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, list[int]]]]:
    """The address of a table that played each game to its end; the steps to look at, by match."""
    folder = tmp_path_factory.mktemp("record")
    journal = Journal.open(folder / "journal.sqlite3", write=True)
    steps = {}
    for number, game in enumerate(("pickomino", "knister")):
        record = with_pictures(played(head_for(game), 5000, seed=6), folder / "stills")
        match_id = f"{record.head.match_id[:-1]}{number}"
        journal.add(replace(record, head=replace(record.head, match_id=match_id)))
        first = next(entry.seq for entry in record.entries if entry.kind == "roll")
        # At its end Knister shows the boards, which are counted, and no picture.
        steps[match_id] = [first] if game == "knister" else [first, len(record.entries)]
    table = Table(journal, Stills(folder / "stills", 10_000_000), program="0.1.0").start()
    with serving(table) as address:
        yield address, steps
    table.stop()


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_picture_of_the_tray_is_whole_above_the_steps(
    window: OpenWindow, replays: tuple[str, dict[str, list[int]]], language: str
) -> None:
    address, steps = replays
    for match_id, places in steps.items():
        for at in places:
            page = window(f"/record/{match_id}#{at}", address, locale=language)
            page.wait_for_selector(".replay-bar")
            page.wait_for_selector(".still img")
            wait_until(page, "document.querySelector('.still img').complete")
            for width, height in ((390, 844), (1024, 768), (1280, 800)):
                resize(page, width, height)
                (top, bottom), (bar, end) = page.evaluate(PICTURE_AND_BAR)
                assert 0 <= top < bottom <= bar, (match_id, at, width)
                assert end <= height
                page.evaluate("scrollTo(0, document.body.scrollHeight)")
                copy = page.locator(".copy").bounding_box()
                assert copy is not None
                assert copy["y"] + copy["height"] <= height
                page.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_the_ways_to_the_other_pages_are_whole_in_the_bar_of_a_phone(
    window: OpenWindow, replays: tuple[str, dict[str, list[int]]], language: str
) -> None:
    address, steps = replays
    for path in (f"/record/{next(iter(steps))}#3", "/record", "/statistics"):
        page = window(path, address, viewport={"width": 320, "height": 568}, locale=language)
        page.wait_for_selector(".bar-page")
        for width in (320, 340, 360, 380, 381, 412):
            resize(page, width, 568)
            across, down = page.evaluate(IN_THE_BAR)
            assert across >= 8, (path, width)
            assert down >= 0, (path, width)
            assert page.evaluate("document.documentElement.scrollWidth") == width, (path, width)


def test_the_end_of_a_replay_says_once_why_it_is_over(
    window: OpenWindow, replays: tuple[str, dict[str, list[int]]]
) -> None:
    address, steps = replays
    match_id = next(iter(steps))
    page = window(f"/record/{match_id}#{steps[match_id][-1]}", address)
    page.wait_for_selector(".standings")
    why = page.locator("h1").inner_text()
    assert "wins" in why
    assert page.locator(".standings").inner_text().count(why) == 0


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, int]]]:
    """The address of a table where many with long names played; a throw to look at, by match."""
    folder = tmp_path_factory.mktemp("crowded")
    journal = Journal.open(folder / "journal.sqlite3", write=True)
    places = {}
    for game, options in (
        ("pickomino", {}),
        ("pickomino-deluxe", {}),
        ("knister", {}),
        ("fortuna", {"card_values": CARD_VALUES}),
    ):
        head = head_for(game, LONG[:5] if game == "fortuna" else LONG, **options)
        record = with_pictures(played(head, 60, seed=6), folder / "stills")
        journal.add(record)
        places[head.match_id] = next(one.seq for one in record.entries if one.kind == "roll")
    table = Table(journal, Stills(folder / "stills", 10_000_000), program="0.1.0").start()
    with serving(table) as address:
        yield address, places
    table.stop()


@pytest.mark.parametrize("language", ["de", "pl"])
def test_on_a_low_screen_a_recorded_throw_is_whole_above_one_row_of_steps(
    window: OpenWindow, crowded: tuple[str, dict[str, int]], language: str
) -> None:
    """The jumps had a row of their own there, which hid the dice and the picture."""
    address, places = crowded
    for match_id, at in places.items():
        page = window(f"/record/{match_id}#{at}", address, locale=language)
        page.wait_for_selector(".replay-bar")
        page.wait_for_selector(".still img")
        wait_until(page, "document.querySelector('.still img').complete")
        for width, height in ((800, 480), (1024, 600), (1280, 800)):
            resize(page, width, height)
            assert page.evaluate(AMISS) == [], (match_id, width)
            assert page.evaluate(COPY_IS_FREE), (match_id, width)
            page.evaluate("scrollTo(0, 0)")


# How far each part of a recorded throw stands above the steps: its dice, and the picture of them.
ABOVE_THE_STEPS = """() => {
  const bar = document.querySelector(".replay-bar").getBoundingClientRect();
  const rooms = [...document.querySelectorAll(".rolled .die, .still img")].map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return Math.min(top, bar.top - bottom);
  });
  return [Math.min(...rooms), bar.height, document.documentElement.scrollWidth - innerWidth];
}"""


@pytest.mark.parametrize("language", ["en", "de", "pl"])
def test_on_a_phone_on_its_side_the_dice_and_their_picture_are_whole_above_the_steps(
    window: OpenWindow, crowded: tuple[str, dict[str, int]], language: str
) -> None:
    """Two rows of steps took a third of the screen, and the throw was slid out of sight."""
    address, places = crowded
    for match_id, at in places.items():
        page = window(f"/record/{match_id}#{at}", address, locale=language)
        page.wait_for_selector(".replay-bar")
        page.wait_for_selector(".still img")
        wait_until(page, "document.querySelector('.still img').complete")
        for width, height in ((740, 360), (667, 375)):
            resize(page, width, height)
            room, bar, wide = page.evaluate(ABOVE_THE_STEPS)
            assert room >= 0, (match_id, width)
            assert bar < 64, (match_id, width)
            assert wide == 0, (match_id, width)
        resize(page, 844, 390)
        if page.evaluate("document.documentElement.dataset.game") != "knister":  # boards are slid
            assert page.evaluate(AMISS) == [], match_id
            assert page.evaluate(COPY_IS_FREE), match_id


def test_a_throw_with_what_happened_is_whole_on_a_phone_on_its_side(
    window: OpenWindow, crowded: tuple[str, dict[str, int]]
) -> None:
    """No die fits in Oh Fortuna: the words for that take the picture's room."""
    address, places = crowded
    match_id = list(places)[-1]
    page = window(f"/record/{match_id}#60", address, locale="de")
    page.wait_for_selector(".replay-bar")
    resize(page, 667, 375)
    for at in range(60, 0, -1):
        page.evaluate("at => { location.hash = `#${at}`; }", at)
        page.wait_for_selector(f".step-count:text-is('{at} / 60')")
        if page.locator(".happened").count() and page.locator(".still img").count():
            break
    wait_until(page, "document.querySelector('.still img').complete")
    room, _bar, wide = page.evaluate(ABOVE_THE_STEPS)
    assert room >= 0
    assert wide == 0

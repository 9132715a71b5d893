"""A picture of each view of each game, as phone, tablet and television, kept in build/screens/.

The phone speaks Polish, the tablet German, the television English; dark and light take turns. What
can be said of a picture without looking at it is checked: nothing to slide sideways, no fault in
the page. `python -m tests.web.screens` takes more of them, for looking at.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from device.checkup import examine
from device.folders import Folders
from tests.web.browser import serving, wait_until
from tests.web.memory_table import MemoryTable
from tests.web.screens import OUT, SCENES, SIZES, play, show_camera
from tests.web.screens_pages import (
    RECORDING,
    DrawnLesson,
    lessons,
    line_of,
    open_check_up,
    recorded,
)

LOOK = {"phone": ("pl", "dark"), "tablet": ("de", "light"), "tv": ("en", "dark")}
VIEWS = {"table": "/", "board": "/board", "seat": "/seat/1", "watch": "/watch"}
ALL = tuple(VIEWS)
SHOTS = {
    "empty": ("table", "board"),  # the set-up, and what a television shows meanwhile
    "pickomino-keep": ALL,
    "pickomino-start-seven": ("table", "board"),
    "pickomino-camera": ("table",),
    "pickomino-over": ("table", "board"),
    "deluxe-seven": ("table", "board"),
    "deluxe-middle": ALL,
    "knister-write": ALL,
    "fortuna-place": ("seat",),
    "fortuna-take": ALL,
}


@pytest.fixture(scope="module")
def out() -> Iterator[Path]:
    """build/screens/ of the checkout, or a folder that goes where it cannot be written."""
    try:
        OUT.mkdir(parents=True, exist_ok=True)
    except OSError:
        with tempfile.TemporaryDirectory() as folder:
            yield Path(folder)
    else:
        yield OUT


@contextmanager
def screens(chromium: Browser, faults: list[str]) -> Iterator[dict[str, Page]]:
    """A page in each size, kept open from view to view."""
    with ExitStack() as stack:
        pages = {}
        for size, (language, light) in LOOK.items():
            width, height = SIZES[size]
            context = stack.enter_context(
                chromium.new_context(
                    viewport={"width": width, "height": height},
                    locale=language,
                    color_scheme=light,  # type: ignore[arg-type]
                    reduced_motion="reduce",
                )
            )
            page = context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            pages[size] = page
        yield pages


@pytest.fixture(scope="module")
def pages(chromium: Browser) -> Iterator[dict[str, Page]]:
    faults: list[str] = []
    with screens(chromium, faults) as opened:
        yield opened
    assert faults == []


def take(page: Page, file: Path, whole: bool = False) -> None:
    """Wait for the drawings and take the picture."""
    page.wait_for_selector("html[data-ready]")
    drawn = "document.fonts.status === 'loaded' && !document.querySelector('.waiting-stage')"
    wait_until(page, drawn)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, f"{file.name}: {wide} px too wide"
    page.screenshot(path=file, full_page=whole)
    assert file.stat().st_size > 10_000, f"{file.name} shows nothing"


@pytest.mark.parametrize("name", SHOTS)
def test_each_view_in_each_size(pages: dict[str, Page], out: Path, name: str) -> None:
    table = MemoryTable()
    scene = SCENES[name]
    if scene is not None:
        play(table, scene)
        if scene.camera:
            show_camera(table, scene.camera)
    with serving(table) as address:
        for size, page in pages.items():
            language, light = LOOK[size]
            for view in SHOTS[name]:
                page.goto(address + VIEWS[view])
                take(page, out / f"{name}-{view}-{size}-{language}-{light}.png")


def test_the_pages_beside_the_table(pages: dict[str, Page], out: Path, tmp_path: Path) -> None:
    with recorded(tmp_path) as (table, match_id):
        here = Folders(tmp_path, tmp_path / "settings.toml")
        found = [one.json() for one in examine(here, str(RECORDING))]
        where = {
            "record": "/record",
            "replay": f"/record/{match_id}#1",
            "position": f"/position?line={quote(line_of(table, match_id))}",
            "statistics": "/statistics",
            "check-up": "/",
        }
        views = {name: (path, None) for name, path in where.items()}
        views |= {name: ("/teach", lesson) for name, lesson in lessons().items()}
        for name, (path, lesson) in views.items():
            with serving(table, teach=DrawnLesson(lesson), doctor=lambda: found) as address:
                for size, page in pages.items():
                    language, light = LOOK[size]
                    page.goto(address + path)
                    page.wait_for_selector("html[data-ready]")
                    if name == "check-up":
                        open_check_up(page)
                    take(page, out / f"{name}-{size}-{language}-{light}.png", size == "phone")

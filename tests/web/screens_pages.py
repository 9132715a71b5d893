"""Pictures of the pages beside the table: `python -m tests.web.screens_pages [NAME...]`.

The record, a replay with its still, a copied position, the statistics, a lesson at each of its
moments, and the check-up of this machine, in three sizes and languages, into build/screens/. The
lesson is drawn, not learnt; the check-up looks at the recording that ships with the project.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import cv2
from playwright.sync_api import Page, sync_playwright

from device import lesson_words as words
from device.checkup import examine
from device.commands.bench_vision import drawn_table
from device.figures_cache import count_all
from device.folders import Folders
from device.journal import Journal
from device.record import Record
from device.record_desk import figures_folder
from device.stills import Stills
from device.table import Table
from rules.game import Message
from tests.device.matches import head_for, played
from tests.web.browser import chromium, launch, serving
from tests.web.screens import LONG, OUT, SHORT, SIZES
from web.port import Reply, SeenDie
from web.replay import positions
from web.teach_port import LessonFace, LessonView, LessonWish

RECORDING = Path(__file__).parents[2] / "device" / "recordings" / "throws.mp4"
PLACES = [(200 + 290 * (k % 4), 300 + 330 * (k // 4)) for k in range(8)]
FACES = ("1", "2", "3", "4", "5", "w")
SHOTS = (
    ("phone", "en", "dark"),
    ("phone", "de", "light"),
    ("tablet", "pl", "light"),
    ("tv", "de", "dark"),
)


class DrawnLesson:
    """A lesson that stands still, to be looked at."""

    def __init__(self, lesson: LessonView | None) -> None:
        self._lesson = lesson

    def lesson(self) -> LessonView | None:
        return self._lesson

    def obstacle(self) -> Message | None:
        return None

    def profiles(self) -> Sequence[tuple[str, Mapping[str, int]]]:
        return [("grandmother", {"1": 8, "w": 16}), ("green", {"w": 8})]

    def do(self, wish: LessonWish, data: Mapping[str, object]) -> Reply:
        return Reply(False, "refused", words.WORKING)

    def picture(self, still_id: int) -> bytes | None:
        return cv2.imencode(".jpg", drawn_table((4,) * 8))[1].tobytes()


def lessons() -> dict[str, LessonView | None]:
    """Return the moments of a lesson."""
    half = tuple(LessonFace(face, 8 if face < "5" else 0) for face in FACES)
    taught = tuple(
        SeenDie(
            "4",
            True,
            1.0,
            tuple(
                ((x + dx) / 1280, (y + dy) / 960)
                for dx, dy in ((-45, -45), (45, -45), (45, 45), (-45, 45))
            ),
            (),
            "tray",
        )
        for x, y in PLACES
    )
    middle = LessonView("green", False, 8, half, "5", words.lay("5", 8, 0), 5, can_go_back=True,
                        still=4, still_face="4", taught=taught)  # fmt: skip
    checked = tuple(
        LessonFace(face, 8, 8 if face != "w" else 5, 7 if face != "w" else 4) for face in FACES
    )
    last = replace(middle, faces=checked, due="", says=words.checked(checked), checked=True,
                   confused=(("w", "5", 3),), still=None, taught=())  # fmt: skip
    return {"teach-begin": None, "teach-lesson": middle, "teach-check": last}


@contextmanager
def recorded(folder: Path) -> Iterator[tuple[Table, str]]:
    """A table with a few matches, and the id of one that has a still."""
    journal = Journal.open(folder / "journal.sqlite3", write=True)
    shown = with_still(played(head_for(), 60, seed=6), folder)
    over = played(head_for(players=LONG[:4]), 5000, seed=23)  # a short one
    dice = replace(over.head, match_id=over.head.match_id[:-1] + "0", extra={"dice": "green"})
    for record in (shown, over, replace(over, head=dice), played(head_for("knister", SHORT), 40)):
        if journal.record(record.head.match_id) is None:
            journal.add(record)
    count_all(folder / "journal.sqlite3", figures_folder(folder / "journal.sqlite3"))
    table = Table(journal, Stills(folder / "stills", 1_000_000), program="0.1.0").start()
    yield table, shown.head.match_id
    table.stop()


def with_still(record: Record, folder: Path) -> Record:
    """Return the record with a drawn still, and what was read in it, for its first throw."""
    first = record.entries[0]
    name = f"{record.head.match_id}/00001.jpg"
    (folder / "stills" / name).parent.mkdir(parents=True)
    cv2.imwrite(str(folder / "stills" / name), drawn_table())
    camera = tuple(
        {**die, "sure": n != 3, "center": list(at), "size": 90.0, "angle": 17.0 * n % 90}
        for n, (die, at) in enumerate(zip(first.camera or (), PLACES, strict=True))
    )
    first = replace(first, photo=name, camera=camera, extra={"frame": [1280, 960], "film": True})
    return replace(record, entries=(first, *record.entries[1:]))


def line_of(table: Table, match_id: str) -> str:
    """The last position of a match, as it is copied."""
    shown = positions(table.export(match_id) or "")[-1].match
    assert shown is not None
    return shown.notation


def open_check_up(page: Page) -> None:
    """Open the menu and in it the check-up of this machine."""
    page.click(".bar button:last-child")
    page.click(".to-doctor")
    page.wait_for_selector(".finding")


def main(wanted: list[str]) -> int:
    """Take the pictures of the wanted pages (all by default)."""
    if chromium() is None:
        print("left out: there is no chromium on this machine")
        return 0
    OUT.mkdir(parents=True, exist_ok=True)
    troubles: list[str] = []
    with tempfile.TemporaryDirectory() as data, recorded(Path(data)) as (table, match_id):
        pages = {
            "record": "/record",
            "replay": f"/record/{match_id}#1",
            "position": f"/position?line={quote(line_of(table, match_id))}",
            "statistics": "/statistics",
            "check-up": "/",
        }
        here = Folders(Path(data), Path(data) / "settings.toml")
        found = [one.json() for one in examine(here, str(RECORDING))]

        def check_up() -> list[dict[str, object]]:
            return found

        scenes = {**{name: (path, None) for name, path in pages.items()},
                  **{name: ("/teach", lesson) for name, lesson in lessons().items()}}  # fmt: skip
        with sync_playwright() as playwright:
            browser = launch(playwright.chromium)
            for name, (where, lesson) in scenes.items():
                if wanted and not any(name.startswith(one) for one in wanted):
                    continue
                print(name, flush=True)
                with serving(table, teach=DrawnLesson(lesson), doctor=check_up) as address:
                    for size, language, light in SHOTS:
                        width, height = SIZES[size]
                        page = browser.new_page(
                            viewport={"width": width, "height": height},
                            locale=language,
                            color_scheme=light,  # type: ignore[arg-type]
                        )
                        page.on("pageerror", lambda error: troubles.append(str(error)))
                        page.goto(address + where)
                        page.wait_for_selector("html[data-ready]")
                        if name == "check-up":
                            page.click(".bar button:last-child")
                            page.click(".to-doctor")
                            page.wait_for_selector(".finding")
                        page.wait_for_timeout(300)
                        file = f"{name}-{size}-{language}-{light}.png"
                        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                        if wide > 0:
                            troubles.append(f"{file}: {wide} px too wide")
                        page.screenshot(path=OUT / file, full_page=size == "phone")
                        page.close()
            browser.close()
    print(*troubles, sep="\n")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

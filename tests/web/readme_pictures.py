"""The pictures of the README, drawn by the real page on the real table, always the same ones.

The table in the middle of a game of Pickomino, the phone of somebody who writes in Knister, and a
recorded match being looked at step by step, with the still that the camera kept of the throw.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from device.journal import Journal
from device.stills import Stills
from device.table import Table
from tests.device.matches import head_for, played
from tests.web.browser import serving, wait_until
from tests.web.screens_pages import with_still
from web.port import Command

DOCS = Path(__file__).parents[2] / "docs"
Move = tuple[str, int | None, str]
PICKOMINO: tuple[Move, ...] = (
    ("roll", None, "555ww123"),
    ("choose", 0, "keep 5"),
    ("choose", 0, "throw"),
    ("roll", None, "www12"),
    ("choose", 0, "keep w"),
    ("choose", 0, "take 30"),
    ("roll", None, "wwww1233"),
    ("choose", 1, "keep w"),
    ("choose", 1, "throw"),
    ("roll", None, "4412"),
    ("choose", 1, "keep 4"),
    ("choose", 1, "take 28"),
    ("roll", None, "4445w123"),
    ("choose", 0, "keep 4"),
    ("choose", 0, "throw"),
    ("roll", None, "ww511"),
    ("choose", 0, "keep w"),
    ("choose", 0, "throw"),
    ("roll", None, "553"),
)
# What was thrown, and where Ann and Bo wrote the sum; Bo has not yet written the last one.
KNISTER = (
    ("34", "1,1", "3,3"), ("25", "2,2", "3,1"), ("61", "3,3", "3,2"), ("34", "4,4", "3,4"),
    ("66", "1,2", "1,1"), ("65", "1,3", "2,2"), ("55", "1,4", "4,4"), ("45", "1,5", "1,3"),
    ("12", "2,1", "5,5"), ("11", "5,1", "5,2"), ("62", "2,4", "3,5"), ("56", "4,2", ""),
)  # fmt: skip


def _send(table: Table, kind: Any, seat: int | None, **data: object) -> None:
    reply = table.submit(Command(kind, seat, data, table.snapshot().revision))
    assert reply.ok, reply


def _pickomino(table: Table) -> str:
    _send(table, "start", None, game="pickomino", players=["Ann", "Bo"])
    for kind, seat, what in PICKOMINO:
        data: dict[str, object] = {"dice": list(what)} if kind == "roll" else {"choice": what}
        _send(table, kind, seat, **data)
    return "/"


def _knister(table: Table) -> str:
    _send(table, "start", None, game="knister", players=["Ann", "Bo"])
    for dice, ann, bo in KNISTER:
        _send(table, "roll", None, dice=list(dice))
        _send(table, "choose", 0, choice=f"write {ann}")
        if bo:
            _send(table, "choose", 1, choice=f"write {bo}")
    return "/seat/1"


def _replay(table: Table) -> str:
    return f"/record/{table.matches()[0].match_id}#1"


PICTURES = {
    "page": (_pickomino, (1024, 768), "light"),
    "phone": (_knister, (390, 844), "dark"),
    "replay": (_replay, (1024, 768), "dark"),
}


@contextmanager
def _a_table() -> Iterator[Table]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        journal = Journal.open(folder / "journal.sqlite3", write=True)
        journal.add(with_still(played(head_for(), 60, seed=6), folder))
        table = Table(journal, Stills(folder / "stills", 1_000_000), program="0.1.0").start()
        yield table
        table.stop()


def _settled(page: Page) -> None:
    page.wait_for_selector("html[data-ready]")
    page.wait_for_selector("main:not(.waiting-stage)")
    wait_until(page, "[...document.images].every((one) => one.complete)")
    page.wait_for_timeout(200)


def draw(browser: Browser, name: str, file: Path) -> None:
    """Take the picture called `name` (`page`, `phone`, `replay`) and write it to `file`."""
    position, (width, height), light = PICTURES[name]
    with _a_table() as table, serving(table) as address:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale="en",
            color_scheme=light,  # type: ignore[arg-type]
            reduced_motion="reduce",
            bypass_csp=True,
        )
        page = context.new_page()
        page.goto(address + position(table))
        _settled(page)
        page.screenshot(path=file)
        context.close()

"""A table in memory and its page, for every test of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Page, expect, sync_playwright
from werkzeug.test import TestResponse

from device.journal import Journal
from device.stills import Stills
from device.table import Table
from tests.web import browser
from tests.web.kept_windows import KeptWindows, Window, listen
from tests.web.memory_table import MemoryTable
from web import create_app

Post = Callable[..., TestResponse]
OpenWindow = Callable[..., Page]
PATIENCE_MS = 1000 * browser.PATIENCE_S
# The page is drawn, and the game's own part is there.
READY = "html[data-ready]:not(:has(.waiting-stage))"

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture
def table() -> MemoryTable:
    return MemoryTable()


@pytest.fixture
def real_table(tmp_path: Path) -> Iterator[Table]:
    journal = Journal.open(tmp_path / "journal.sqlite3", write=True)
    table = Table(journal, Stills(tmp_path / "stills", 1_000_000), program="0.1.0").start()
    yield table
    table.stop()


@pytest.fixture
def client(table: MemoryTable) -> FlaskClient:
    return create_app(table).test_client()


@pytest.fixture
def post(client: FlaskClient, table: MemoryTable) -> Post:
    """Send a command with the revision that the table has now."""

    def send(kind: str, seat: int | None = None, **data: Any) -> TestResponse:
        seen = table.snapshot().revision
        return client.post(
            "/command", json={"kind": kind, "seat": seat, "data": data, "seen": seen}
        )

    return send


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if browser.chromium() is None:
        pytest.skip("left out: there is no chromium on this machine")
    with sync_playwright() as playwright:
        running = browser.launch(playwright.chromium)
        yield running
        running.close()


@pytest.fixture
def address(table: MemoryTable) -> Iterator[str]:
    with browser.serving(table) as where:
        yield where


@pytest.fixture
def window(chromium: Browser, address: str) -> Iterator[OpenWindow]:
    """Open a view in a window of its own, as another phone would; nothing may go wrong in it."""
    troubles: list[str] = []
    contexts = []

    def open_window(path: str = "/", address: str = address, **settings: Any) -> Page:
        settings.setdefault("locale", "en")
        settings.setdefault("reduced_motion", "reduce")
        context = chromium.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        listen(page, troubles)
        page.goto(address + path)
        page.wait_for_selector(READY)
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture(scope="session")
def kept_windows(chromium: Browser) -> Iterator[KeptWindows]:
    kept = KeptWindows(chromium)
    yield kept
    kept.close()


@pytest.fixture
def kept_window(kept_windows: KeptWindows, table: MemoryTable) -> Iterator[OpenWindow]:
    """Open a view as `window` does, in a window that was there before and has forgotten all."""
    taken: list[tuple[Window, str]] = []
    with ExitStack() as stack:
        ours = ""

        def open_window(path: str = "/", address: str = "", **settings: Any) -> Page:
            nonlocal ours
            settings.setdefault("locale", "en")
            settings.setdefault("reduced_motion", "reduce")
            if not address:
                address = ours = ours or stack.enter_context(kept_windows.serving(table))
            one = kept_windows.take(**settings)
            taken.append((one, address))
            one.page.goto(address + path)
            one.page.wait_for_selector(READY)
            return one.page

        yield open_window
        for one, address in taken:
            kept_windows.give_back(one, address)
        troubles = [trouble for one, _ in taken for trouble in one.troubles]
        for one, _ in taken:
            one.troubles.clear()
    assert troubles == []

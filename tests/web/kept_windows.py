"""Windows that are used again by one test after another, for those that only look at a page.

What a window costs is mostly its first page: some fifty files are fetched, read and compiled. One
that showed the page before has all that, and needs two thirds of the processor's time. For that
the address has to be the same: each test's own table is served at the port of the one before. Only
files that never change outlive a table: whatever else a browser may keep, as a still of the camera
by its number, is told apart by a header that says which table was asked.

A window is given out as a new one would be: nothing stored, no cookie, no page, the mouse nowhere.
What cannot be taken back is not for such windows: scripts put in beforehand, clocks, routes,
listeners, lines cut (`test_kept_windows.py` looks for them).
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask import Response
from playwright.sync_api import Browser, Page

from tests.web.browser import PATIENCE_S, resize, running
from web import create_app, make_server
from web.assets import our_assets
from web.guard import RateLimit
from web.port import TablePort

# Each has a process of its own. More than these at once are those of another language or phone.
MOST_IDLE = 6
# A file of ours that brings no script along: there a page is nobody's, and has our storage.
EMPTY = f"/s/{our_assets().version}/icon.svg"
WHICH = "X-Table"
# One for each stream and some for what is asked beside them; each takes its time to start.
THREADS = 2 * MOST_IDLE
SIZE = {"width": 1280, "height": 720}  # what Playwright gives a window of which nothing is said


@dataclass
class Window:
    """A page in a context of its own, and what went wrong in it."""

    page: Page
    settings: str
    troubles: list[str]

    def close(self) -> None:
        self.page.context.close()


class KeptWindows:
    """The windows of one browser that nobody looks at just now, and the port of their page."""

    def __init__(self, chromium: Browser) -> None:
        self._chromium = chromium
        self._idle: list[Window] = []
        self._port = 0
        self._tables = 0

    @contextmanager
    def serving(self, table: TablePort, **settings: Any) -> Iterator[str]:
        """Serve `table` at the address of the one before, so that its files are known already."""
        self._tables += 1
        app = create_app(table, rate=RateLimit(per_s=1000, burst=10_000), **settings)
        app.after_request(tell_tables_apart)
        port = self._port if is_free(self._port) else 0
        with running(make_server(app, "127.0.0.1", port, THREADS)) as server:
            self._port = int(server.effective_port)
            yield f"http://127.0.0.1:{self._port}"

    def take(self, **settings: Any) -> Window:
        """Return a window with these settings (those of Playwright), as good as new."""
        size = settings.pop("viewport", SIZE)
        key = repr(sorted(settings.items()))
        known = next((one for one in reversed(self._idle) if one.settings == key), None)
        if known is None:
            context = self._chromium.new_context(viewport=size, **settings)
            known = self._listened_to(context.new_page(), key)
        else:
            self._idle.remove(known)
        known.page.set_extra_http_headers({WHICH: str(self._tables)})
        if known.page.viewport_size != size:
            resize(known.page, size["width"], size["height"])
        return known

    def give_back(self, window: Window, address: str) -> None:
        """Leave nothing in `window` of what was seen at `address`, and keep it."""
        page = window.page
        if page.is_closed() or len(page.context.pages) > 1:
            window.close()
            return
        page.mouse.move(-1, -1)
        page.goto(address + EMPTY)
        page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        page.context.clear_cookies()
        self._idle.append(window)
        while len(self._idle) > MOST_IDLE:
            self._idle.pop(0).close()

    def close(self) -> None:
        for window in self._idle:
            window.close()

    @staticmethod
    def _listened_to(page: Page, key: str) -> Window:
        window = Window(page, key, [])
        page.set_default_timeout(1000 * PATIENCE_S)
        listen(page, window.troubles)
        return window


def listen(page: Page, troubles: list[str]) -> None:
    """Write down what goes wrong in the page."""
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console",
        lambda message: (
            troubles.append(message.text)
            if message.type in ("error", "warning")
            and "Failed to load resource" not in message.text
            else None
        ),
    )


def tell_tables_apart(response: Response) -> Response:
    """Let a browser keep nothing for the next table that may be another there."""
    if "immutable" not in response.headers.get("Cache-Control", ""):
        response.vary.add(WHICH)
    return response


def is_free(port: int) -> bool:
    """Say whether the port can be had; where another has taken it, only time is lost."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True

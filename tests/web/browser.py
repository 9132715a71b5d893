"""A real Chromium for the page's tests, or None where the machine has none."""

from __future__ import annotations

import atexit
import os
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserType, Page
from waitress import wasyncore

from web import create_app, make_server
from web.guard import RateLimit
from web.port import MatchView, TablePort

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


# The first has the same engine without a window system, and takes two thirds of the time.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")


def chromium() -> str | None:
    """Return the path of Chromium on this machine."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


# Playwright puts what the browser's processes share into files, as a container may have next to no
# room at /dev/shm. Where there is room, a page is opened in four fifths of the processor's time.
SHARED_MEMORY = Path("/dev/shm")
ROOM_BYTES = 1 << 30


def launch(kind: BrowserType, *flags: str) -> Browser:
    """Start Chromium, which must be there (`chromium`), with `flags` besides our own."""
    try:
        room = os.statvfs(SHARED_MEMORY)
        roomy = os.access(SHARED_MEMORY, os.W_OK) and room.f_bavail * room.f_frsize > ROOM_BYTES
    except OSError:
        roomy = False
    return kind.launch(
        executable_path=chromium(),
        args=[*FLAGS, *flags],
        ignore_default_args=["--disable-dev-shm-usage"] if roomy else None,
    )


# How long a test waits for what should come at once: a machine with much to do takes many times as
# long as an idle one, and whoever waits generously loses nothing where all is well.
PATIENCE_S = 20.0


def match_of(table: TablePort) -> MatchView:
    """Return the match as it stands; after a press in a page, ask `once` instead."""
    match = table.snapshot().match
    assert match is not None
    return match


def once(table: TablePort, holds: Callable[[MatchView], object]) -> MatchView:
    """Wait until the table has a match of which `holds` is true, and return it.

    A press in a page comes to the table some time after the click has returned: until then the
    table shows what was before.
    """
    end = time.monotonic() + PATIENCE_S
    while (match := table.snapshot().match) is None or not holds(match):
        assert time.monotonic() < end, f"it never came to that; the last was {match}"
        time.sleep(0.01)
    return match


def wait_until(page: Page, script: str, arg: Any = None, timeout_s: float = PATIENCE_S) -> None:
    """Wait until `script` is true in the page.

    Playwright's own `wait_for_function` asks again from within the page, where our content security
    policy forbids it to run a text: it holds only where the first answer is yes.
    """
    end = time.monotonic() + timeout_s
    while not page.evaluate(script, arg):
        assert time.monotonic() < end, f"never became true: {script}"
        page.wait_for_timeout(50)


# Whether the page has the size, has heard of it and has drawn what depends on it. A frame tells the
# page of its size before it draws, and a picture of its own after it: two frames do for both. Once
# in some thousand times Chromium draws no frame after a change of size, and would never draw one.
RESIZED = """async ([width, height, patience]) => {
  const late = new Promise((over) => setTimeout(over, patience, "late"));
  const frame = () => Promise.race([new Promise(requestAnimationFrame), late]);
  let now = "";
  while (now !== "late" && (innerWidth !== width || innerHeight !== height)) now = await frame();
  await frame();
  return (await frame()) !== "late";
}"""


def resize(page: Page, width: int, height: int) -> None:
    """Give the window another size, and return when the page is drawn in it."""
    for patience_ms in (10_000, 10_000, 60_000):
        page.set_viewport_size({"width": width, "height": height})
        if page.evaluate(RESIZED, [width, height, patience_ms]):
            return
        page.set_viewport_size({"width": width + 1, "height": height})
    raise AssertionError(f"the page is not drawn at {width} x {height}")


@contextmanager
def serving(table: TablePort, port: int = 0, threads: int = 32, **settings: Any) -> Iterator[str]:
    """Serve the page of `table` on a free port (or `port`); yields its address.

    Each of the `threads` takes its time to start: a few windows need fewer than the program has.
    """
    settings.setdefault("rate", RateLimit(per_s=1000, burst=10_000))
    with running(make_server(create_app(table, **settings), "127.0.0.1", port, threads)) as server:
        yield f"http://127.0.0.1:{server.effective_port}"


@contextmanager
def running(server: Any) -> Iterator[Any]:
    """Run a server of the program's in a thread of its own, and end it with all its lines."""
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.task_dispatcher.shutdown(cancel_pending=True, timeout=0)
        # in the server's own thread, for it may just be waiting on these sockets
        server.trigger.pull_trigger(lambda: _hang_up(server))
        thread.join(PATIENCE_S)
        _ended.append(server)
        _close_triggers()


def _hang_up(server: Any) -> None:
    for one in list(server._map.values()):
        if one is server:
            wasyncore.dispatcher.close(server)  # its own `close` closes the trigger as well
        elif one is not server.trigger:
            one.handle_close()
    server._map.clear()


_ended: list[Any] = []


def _close_triggers(at_exit: bool = False) -> None:
    """Close the triggers of ended servers, once no thread of theirs can pull one any more.

    A thread that still answers writes to the trigger's number without looking: closed, it would
    belong to a file or a line of the next test by then.
    """
    for server in [one for one in _ended if at_exit or not one.task_dispatcher.threads]:
        server.trigger.close()
        _ended.remove(server)


atexit.register(_close_triggers, at_exit=True)

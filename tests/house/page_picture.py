"""Makes docs/page.png of the real page: `python -m tests.house.page_picture`.

It starts `play` without a camera, types in the dice of two turns and a half, and takes the picture
where Ann has to choose what to keep. It needs chromium.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.web.browser import FLAGS, chromium

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "page.png"
PORT = 8137
PAGE = f"http://127.0.0.1:{PORT}"
WAIT_S = 60
MOVES: tuple[tuple[str, str], ...] = (
    ("roll", "555ww123"),
    ("choose", "keep 5"),
    ("choose", "throw"),
    ("roll", "www12"),
    ("choose", "keep w"),
    ("choose", "take 30"),
    ("roll", "wwww1233"),
    ("choose", "keep w"),
    ("choose", "throw"),
    ("roll", "4412"),
    ("choose", "keep 4"),
    ("choose", "take 28"),
    ("roll", "4445w123"),
    ("choose", "keep 4"),
    ("choose", "throw"),
    ("roll", "ww511"),
    ("choose", "keep w"),
    ("choose", "throw"),
    ("roll", "553"),
)


def ask(path: str, body: object = None) -> Any:
    """Return the JSON that the page's program answers with."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(PAGE + path, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def wait_for_the_match() -> None:
    end = time.monotonic() + WAIT_S
    while True:
        try:
            if ask("/snapshot")["match"]:
                return
        except (urllib.error.URLError, ConnectionError):
            pass
        if time.monotonic() > end:
            sys.exit(f"{PAGE} shows no match after {WAIT_S} s")
        time.sleep(0.25)


def play() -> None:
    for kind, what in MOVES:
        data: dict[str, object] = {"dice": list(what)} if kind == "roll" else {"choice": what}
        body = {"kind": kind, "data": data, "seen": ask("/snapshot")["revision"]}
        reply = ask("/command", body)
        if not reply.get("ok"):
            sys.exit(f"{kind} {what}: {reply}")


def main() -> None:
    path = chromium()
    if path is None:
        sys.exit("there is no chromium on this machine")
    with tempfile.TemporaryDirectory() as data:
        words = [
            sys.executable,
            "-m",
            "device",
            "--data",
            data,
            "--config",
            f"{data}/settings.toml",
        ]
        words += ["play", "none", "--no-browser", "--host", "127.0.0.1", "--port", str(PORT)]
        words += ["--game", "pickomino", "--players", "Ann,Bo"]
        program = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.DEVNULL)
        try:
            wait_for_the_match()
            play()
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
                page = browser.new_page(viewport={"width": 1024, "height": 768}, locale="en")
                page.goto(PAGE)
                page.wait_for_selector("html[data-ready]")
                page.wait_for_timeout(1500)
                page.screenshot(path=PICTURE)
                browser.close()
        finally:
            program.terminate()
            program.wait(20)
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size // 1024} kB")


if __name__ == "__main__":
    main()

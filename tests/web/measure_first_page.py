"""How large the first page is, how soon it can be used: `python -m tests.web.measure_first_page`.

It prints the packed bytes in each language, then how long a browser with an empty cache takes from
the address to a table that can be pressed, in Polish, beside a page that is nothing but a button.
"""

from __future__ import annotations

import re
import statistics
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from flask.testing import FlaskClient
from playwright.sync_api import Browser, sync_playwright

from device.journal import Journal
from device.stills import Stills
from device.table import Table
from tests.web.browser import chromium, launch, serving
from web import create_app
from web.port import Command
from web.speech import LANGUAGES

TURNS = 10
FIRST = list("4442251w")
TRIVIAL = b"""<!doctype html><title>one button</title><button>one</button>
<script>document.documentElement.dataset.ready = "yes"</script>"""
# The milliseconds from the beginning of the navigation until somebody may press.
USABLE = """() => {
  new MutationObserver(() => {
    if (!document.documentElement?.dataset.ready || window.usableAt) return;
    if (!document.querySelector("button")) return;
    window.usableAt = performance.now();
  }).observe(document, { attributes: true, childList: true, subtree: true });
}"""


def files_of_the_first_page(client: FlaskClient, language: str, path: str = "/") -> list[str]:
    """The page, its style sheet, all scripts that import one another, and the catalogue."""
    text = client.get(path, headers={"Accept-Language": language}).text
    assert f'lang="{language}"' in text
    # what the page asks for early it must need anyway: what imports it says so
    asked = re.sub(r'<link rel="modulepreload"[^>]+>', "", text)
    links = set(re.findall(r'(?:href|src)="(/s/[^"]+\.(?:css|js))"', asked))
    waiting = [link for link in links if link.endswith(".js")]
    while waiting:
        script = waiting.pop()
        for name in re.findall(r'(?:from|import) "\./([^"]+)"', client.get(script).text):
            link = script.rsplit("/", 1)[0] + "/" + name
            if link not in links:
                links.add(link)
                waiting.append(link)
    return [path, f"/words/x/{language}.json", *sorted(links)]


def packed_bytes(client: FlaskClient, path: str, language: str) -> int:
    answer = client.get(path, headers={"Accept-Encoding": "gzip", "Accept-Language": language})
    assert answer.status_code == 200, path
    assert answer.headers["Content-Encoding"] == "gzip", path
    return len(answer.data)


class _Trivial(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(TRIVIAL)))
        self.end_headers()
        self.wfile.write(TRIVIAL)

    def log_message(self, *words: object) -> None:
        """Say nothing."""


def usable_after_ms(browser: Browser, address: str) -> float:
    """Open `address` in a browser that knows nothing yet."""
    context = browser.new_context(locale="pl")
    page = context.new_page()
    page.add_init_script(f"({USABLE})()")
    page.goto(address)
    page.wait_for_selector("html[data-ready]")
    found: float = page.evaluate("window.usableAt")
    context.close()
    return found


def main() -> int:
    """Measure and print."""
    if chromium() is None:
        print("left out: there is no chromium on this machine")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "journal.sqlite3", write=True)
        table = Table(journal, Stills(Path(folder) / "stills", 1), program="measure").start()
        client = create_app(table).test_client()
        for language in LANGUAGES:
            files = files_of_the_first_page(client, language)
            size = sum(packed_bytes(client, file, language) for file in files)
            print(f"first page, {language}: {size / 1000:.0f} kB in {len(files)} files, packed")
        table.submit(Command("start", None, {"game": "pickomino", "players": ["Ann", "Bo"]}))
        table.submit(Command("roll", None, {"dice": FIRST}))
        trivial = ThreadingHTTPServer(("127.0.0.1", 0), _Trivial)
        threading.Thread(target=trivial.serve_forever, daemon=True).start()
        with serving(table) as address, sync_playwright() as playwright:
            browser = launch(playwright.chromium)
            nothing = f"http://127.0.0.1:{trivial.server_address[1]}/"
            usable_after_ms(browser, address)
            pairs = [
                (usable_after_ms(browser, address), usable_after_ms(browser, nothing))
                for _ in range(TURNS)
            ]
            browser.close()
        trivial.shutdown()
        table.stop()
    ours = statistics.median(page for page, _ in pairs)
    slowest = max(page for page, _ in pairs)
    empty = statistics.median(button for _, button in pairs)
    print(f"usable after {ours:.0f} ms (slowest of {TURNS}: {slowest:.0f} ms), cold, in Polish")
    print(f"a page of one button: {empty:.0f} ms; ours takes {ours / empty:.1f} times that")
    return 0


if __name__ == "__main__":
    sys.exit(main())

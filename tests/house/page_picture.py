"""Makes the README's pictures of the real page: `python -m tests.house.page_picture`.

They go to docs/. `tests/web/test_readme_pictures.py` says when they no longer show the page.
"""

from __future__ import annotations

import sys

from playwright.sync_api import sync_playwright

from tests.web.browser import chromium, launch
from tests.web.readme_pictures import DOCS, PICTURES, draw


def main() -> None:
    if chromium() is None:
        sys.exit("there is no chromium on this machine")
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        for name in PICTURES:
            picture = DOCS / f"{name}.png"
            draw(browser, name, picture)
            print(f"docs/{picture.name}: {picture.stat().st_size // 1024} kB")
        browser.close()


if __name__ == "__main__":
    main()

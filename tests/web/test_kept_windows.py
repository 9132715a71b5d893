"""A window that is used again is as good as a new one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.conftest import READY
from tests.web.kept_windows import MOST_IDLE, SIZE, KeptWindows
from tests.web.memory_table import MemoryTable

HERE = Path(__file__).parent
# What stays in a window for good, or changes more of it than `KeptWindows` takes back.
FOR_GOOD = (
    "add_init_script",
    ".clock",
    ".expose_",
    ".route(",
    ".on(",
    "set_offline",
    "emulate_media",
    "grant_permissions",
    "set_extra_http_headers",
    "set_default_",
    "new_cdp_session",
    "keyboard.down",
    "mouse.down",
)
LEFT = """() => {
  document.body.insertAdjacentHTML("beforeend", `<p id="left">here</p>`);
  localStorage.setItem("left", "here");
  sessionStorage.setItem("left", "here");
  document.cookie = "left=here";
  left = "here";
}"""
FOUND = """() => [
  localStorage.getItem("left"), sessionStorage.getItem("left"), document.cookie,
  typeof left, document.querySelector("#left"),
  scrollY, innerWidth, innerHeight,
]"""
STILL = "async () => (await fetch('/still/7.jpg')).text()"


def test_a_window_forgets_what_a_test_left_in_it(kept_windows: KeptWindows) -> None:
    pages = []
    for _ in range(2):
        with kept_windows.serving(MemoryTable()) as address:
            window = kept_windows.take(locale="fr")
            page = window.page
            pages.append(page)
            page.goto(address)
            page.wait_for_selector(READY)
            nothing = [None, None, "", "undefined", None, 0, *SIZE.values()]
            assert page.evaluate(FOUND) == nothing
            if page in pages[:-1]:  # in a new one it may be in the corner
                assert page.locator(":hover").count() == 0
            page.evaluate(LEFT)
            page.set_viewport_size({"width": 390, "height": 500})
            page.mouse.move(100, 100)
            page.evaluate("() => scrollTo(0, 300)")
            kept_windows.give_back(window, address)
    assert pages[0] is pages[1]


def test_a_window_of_other_settings_is_another(kept_windows: KeptWindows) -> None:
    with kept_windows.serving(MemoryTable()) as address:
        french, italian = kept_windows.take(locale="fr"), kept_windows.take(locale="it")
        assert french is not italian
        for window in (french, italian):
            kept_windows.give_back(window, address)
        assert kept_windows.take(locale="fr") is french
        small = kept_windows.take(locale="it", viewport={"width": 390, "height": 844})
        assert small is italian
        assert small.page.evaluate("() => [innerWidth, innerHeight]") == [390, 844]
        for window in (french, italian):
            kept_windows.give_back(window, address)


def test_not_more_windows_are_kept_than_are_good_for_the_machine(
    kept_windows: KeptWindows,
) -> None:
    with kept_windows.serving(MemoryTable()) as address:
        taken = [kept_windows.take(locale="fr") for _ in range(MOST_IDLE + 1)]
        for window in taken:
            kept_windows.give_back(window, address)
        assert [window.page.is_closed() for window in taken].count(True) == 1


def test_a_table_is_served_where_the_one_before_was(kept_windows: KeptWindows) -> None:
    """Only there its files are known already; where another has taken the port, elsewhere."""
    with kept_windows.serving(MemoryTable()) as first:
        pass
    with kept_windows.serving(MemoryTable()) as second:
        assert second == first
        with kept_windows.serving(MemoryTable()) as beside:
            assert beside != second


def test_no_still_of_the_table_before_is_seen(kept_windows: KeptWindows) -> None:
    """A browser may keep one by its number, and every table counts anew."""
    seen = []
    for picture in ("one", "another"):
        table = MemoryTable()
        table.stills[7] = picture.encode()
        with kept_windows.serving(table) as address:
            window = kept_windows.take(locale="fr")
            window.page.goto(address)
            for _ in range(2):
                seen.append(window.page.evaluate(STILL))
                table.stills[7] = b"is kept"
            kept_windows.give_back(window, address)
    assert seen == ["one", "one", "another", "another"]


FILES = [one for one in sorted(HERE.glob("test_browser_*.py")) if "kept_window" in one.read_text()]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_nothing_is_done_to_a_kept_window_that_would_stay(file: Path) -> None:
    text = file.read_text("utf-8")
    assert [what for what in FOR_GOOD if what in text] == []

"""Every text that a page shows comes from the catalogues: whatever does not is caught here.

The catalogues are replaced by marked ones: in each sentence that they hold, every letter outside
the {fields} becomes a ж. What then still shows a letter of ours on a page of another language was
never looked up, or is not in the catalogue of its side (scripts or server).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from device.checkup import examine
from device.folders import Folders
from tests.device.evenings import evening
from tests.web import browser
from tests.web.catalogues import said_by_browser, said_by_server
from tests.web.memory_table import MemoryTable
from tests.web.screens import CARD_VALUES, LONG, SCENES, play, show_camera
from tests.web.screens_pages import DrawnLesson, lessons, line_of, recorded
from web import speech

OpenWindow = Callable[..., Page]
FIELDS = re.compile(r"(\{\w+(?::[^{}]*)?\})")
LETTERS = re.compile(r"[^\W\d_]")

# Names of people, things and languages, and what people copy: the same in every language.
OUR_OWN = re.compile(
    r"\bdice-table\b|\b(Ann|Bo|Cy|Dee)\b|\b(English|Polski|Deutsch)\b|\b(Pickomino|Knister)\b"
    r"|https?://\S+|pickomino grill=\S+|`[^`]*`"
    r"|\bgreen\b|\bgrandmother\b|\b(NDJSON|CSV|BG Stats|UTC|PIN|OK)\b"
)
# What the check-up names: libraries with their versions, files, units.
OF_MACHINES = re.compile(
    r"\b[a-z][\w-]* \d[\w.]*\d\b|\S*/\S+|\S+\.(?:tflite|json|mp4|toml)\b|\b(px|mm|MB|GB)\b"
)
NAMES = re.compile("|".join(re.escape(name) for name in LONG))
TEXTS = """() => {
  const found = [];
  const note = (text) => text && text.trim() && found.push(text.trim().replace(/\\s+/g, " "));
  const skip = "script, style, noscript, .notation, .address, time, code, .players-names";
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return note(node.data);
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches(skip)) return;
    for (const name of ["aria-label", "title", "alt", "placeholder", "aria-roledescription"])
      note(node.getAttribute(name));
    node.childNodes.forEach(walk);
  };
  walk(document.body);
  return found;
}"""


def marked(text: str) -> str:
    """Return a sentence whose letters are all ж; fields stay, the words they choose do not."""

    def field(part: str) -> str:
        name, colon, forms = part[1:-1].partition(":")
        return "{" + name + colon + LETTERS.sub("ж", forms) + "}"

    return "".join(
        field(part) if FIELDS.fullmatch(part) else LETTERS.sub("ж", part)
        for part in FIELDS.split(text)
    )


class Marked:
    """A catalogue of marked sentences."""

    def __init__(self, sentences: list[str]) -> None:
        self._catalog = {"": "", **{text: marked(text) for text in sentences}}

    def gettext(self, text: str) -> str:
        return self._catalog.get(text, text)


@pytest.fixture(scope="module")
def kinds() -> dict[str, Marked]:
    """The marked catalogues; to find all that is said takes half a second."""
    scripts = said_by_browser()
    return {"page": Marked([*scripts, *said_by_server()]), "browser": Marked(scripts)}


@pytest.fixture
def _marked(monkeypatch: pytest.MonkeyPatch, kinds: dict[str, Marked]) -> Iterator[None]:
    monkeypatch.setattr(speech.gettext, "translation", lambda domain, *_, **__: kinds[domain])
    speech.translations.cache_clear()
    yield
    speech.translations.cache_clear()


def untranslated(page: Page) -> list[str]:
    """Return what the page shows that no catalogue gave it."""
    left = [NAMES.sub("", text) for text in page.evaluate(TEXTS)]
    left = [OF_MACHINES.sub("", OUR_OWN.sub("", text)) for text in left]
    words = [re.sub(r"\bж\w*|\w*ж\w*", "", text) for text in left]
    # one letter is a die's face or a row; figures, dots and times are nobody's language
    return [text for text, rest in zip(left, words, strict=True) if re.search(r"[a-zA-Z]{2}", rest)]


@pytest.fixture
def look(chromium: Browser, _marked: None) -> Iterator[Callable[..., Any]]:
    """Open a page of a table in a language and return it, already looked through."""
    # the marks are those of any language; a page of Polish chooses among the most forms
    context = chromium.new_context(locale="pl", viewport={"width": 1024, "height": 768})
    page = context.new_page()

    def open_page(address: str, path: str = "/") -> Page:
        page.set_default_timeout(8000)
        page.goto(address + path)
        page.wait_for_selector("html[data-ready]")
        assert page.evaluate("document.documentElement.lang") == "pl"
        assert untranslated(page) == [], path
        return page

    yield open_page
    context.close()


def scene(name: str) -> MemoryTable:
    table = MemoryTable()
    found = SCENES[name]
    assert found is not None
    play(table, found)
    if found.camera:
        show_camera(table, found.camera)
    return table


VIEWED = (
    *("pickomino-steal", "pickomino-over", "pickomino-lacks", "pickomino-lost", "pickomino-typed"),
    *("deluxe-unsure", "deluxe-over", "knister-write", "knister-over"),
    *("fortuna-place", "fortuna-take", "fortuna-over"),
)


@pytest.mark.parametrize("name", VIEWED)
def test_every_view_of_a_match(look: Callable[..., Page], name: str) -> None:
    table = scene(name)
    with browser.serving(table) as address:
        for path in ("/", "/seat/1", "/board"):
            look(address, path)


def test_the_set_up_of_all_games(look: Callable[..., Page]) -> None:
    with browser.serving(MemoryTable()) as address:
        page = look(address)
        page.locator(".add-person input").fill("Ann")
        page.locator(".add-person button").click()
        page.locator(".add-person input").fill("Bo")
        page.locator(".add-person button").click()
        for card in range(4):
            page.locator(".game-card").nth(card).click()
            page.locator(".fold summary").last.wait_for()
            folded = page.locator(".fold:not([open]) > summary")
            while folded.count():
                folded.first.click()
            assert untranslated(page) == [], card
        for path in ("/seat/0", "/board", "/watch"):
            look(address, path)


def test_every_dialog(look: Callable[..., Page], tmp_path: Path) -> None:
    folders = Folders(tmp_path / "data", tmp_path / "settings.toml")
    recording = Path(__file__).parents[2] / "device" / "recordings" / "throws.mp4"

    def doctor() -> list[dict[str, object]]:
        return [one.json() for one in examine(folders, str(recording))]

    for name in ("pickomino-unsure", "knister-write", "fortuna-place"):
        with browser.serving(scene(name), doctor=doctor, pin="2468") as address:
            page = look(address)
            for button in range(page.locator(".bar button").count()):
                page.locator(".bar button").nth(button).click()
                expect(page.get_by_role("dialog")).to_be_visible()
                assert untranslated(page) == [], (name, button)
                page.keyboard.press("Escape")
            page.locator(".bar button").last.click()
            if name == "pickomino-unsure":
                page.locator(".to-doctor").click()
                page.locator(".finding").first.wait_for(timeout=60_000)
                assert "\n".join(untranslated(page)) == "", "check-up"
            page.keyboard.press("Escape")
            die = page.locator(".die-button, .die-reading").first
            if die.count():
                die.click()
                expect(page.get_by_role("dialog")).to_be_visible()
                assert untranslated(page) == [], (name, "correct")
                page.locator(".correct-faces button").last.click()
                expect(page.locator(".dialog.pin")).to_be_visible()
                assert untranslated(page) == [], "pin"


def test_the_pages_of_the_record(look: Callable[..., Page], tmp_path: Path) -> None:
    with recorded(tmp_path) as (table, match_id), browser.serving(table) as address:
        look(address, "/statistics")
        page = look(address, "/record")
        page.locator(".formats summary").first.click()
        assert untranslated(page) == []
        wrong = tmp_path / "wrong.ndjson"
        text = table.export(match_id) or ""
        lines = text.splitlines(keepends=True)
        for spoiled in ("no log", "".join(lines[:2] + lines[3:]), lines[0] + lines[2] + lines[1]):
            wrong.write_text(spoiled)
            page.set_input_files("#import-file", wrong)
            expect(page.locator("#import-says.refused")).not_to_be_empty()
            assert untranslated(page) == [], spoiled[:40]
            page.evaluate("document.getElementById('import-says').className = ''")
        page.set_input_files("#restore-file", wrong)
        expect(page.locator("#restore-says.refused")).not_to_be_empty()
        assert untranslated(page) == []
        look(address, f"/position?line={quote(line_of(table, match_id))}")
        page = look(address, "/position?line=nothing")
        expect(page.locator(".waiting a")).to_have_attribute("href", "/record#position")
        page = look(address, f"/record/{match_id}")
        for _ in range(12):
            page.keyboard.press("ArrowRight")
            assert untranslated(page) == []
        for kind in ("text", "csv"):
            assert page.request.get(f"{address}/record/{match_id}/as/{kind}").ok


@pytest.mark.parametrize("log", ["", "[]", '{"game": "pickomino"}', '{"game": "chess"}'])
def test_a_log_that_cannot_be_played(look: Callable[..., Page], log: str) -> None:
    table = MemoryTable()
    table.export = lambda match_id: log  # type: ignore[method-assign]
    with browser.serving(table) as address:
        page = look(address, "/record/one")
        expect(page.locator(".waiting p").first).not_to_be_empty()
        expect(page.locator(".waiting a")).to_have_attribute("href", "/record")


@pytest.mark.parametrize("moment", lessons())
def test_every_moment_of_a_lesson(look: Callable[..., Page], moment: str) -> None:
    with browser.serving(MemoryTable(), teach=DrawnLesson(lessons()[moment])) as address:
        look(address, "/teach")


ALL_CARDS = {"hands": [list(range(43)), []]}
ONE_SEVEN = {"boards": [[[7, *[None] * 4], *[[None] * 5] * 4], [[None] * 5] * 5]}
REFUSED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("fortuna", {"options": {"card_values": {**CARD_VALUES, "10": 9}}}),
    ("fortuna", {"options": {"card_values": dict.fromkeys(CARD_VALUES, 0) | {"10": 2, "11": 7}}}),
    ("fortuna", {"options": {"card_values": CARD_VALUES}, "position": ALL_CARDS}),
    ("knister", {"position": ONE_SEVEN}),
    ("knister", {"options": {"games": 3}, "position": {"game": 1, "earlier": [5, 0]}}),
    ("pickomino-deluxe", {"position": {"specialists": {"raven": "seat 0"}}}),
    ("pickomino-deluxe", {"position": {"specialists": {"weasel": "seat 0"}}}),
    ("pickomino", {"players": ["Ann", "ann"]}),
    ("pickomino", {"players": ["Ann", "\u202eBo"]}),
)  # fmt: skip


@pytest.mark.usefixtures("_marked")
@pytest.mark.parametrize("at", range(len(REFUSED)))
def test_why_a_match_cannot_begin(at: int, tmp_path: Path) -> None:
    """What the rules and the real table refuse is a sentence of the scripts' catalogue."""
    game, more = REFUSED[at]
    with evening(tmp_path) as table:
        reply = table.press("start", game=game, **{"players": ["Ann", "Bo"], **more})
        assert not reply.ok
        assert reply.message is not None
        said = speech.catalogue("pl", "browser").get(reply.message.text, "")
        assert said, reply.message
        assert "what" not in dict(reply.message.params), reply.message


def test_the_mark_finds_what_is_not_translated() -> None:
    assert (
        marked("{seat} has {worms} {worms:worm|worms}.") == "{seat} жжж {worms} {worms:жжжж|жжжжж}."
    )

"""Each page asks for one style sheet of ours, which is its small ones one after the other."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

import web
from tests.web.memory_table import MemoryTable
from tests.web.screens_pages import DrawnLesson
from web import create_app, sheets
from web.assets import STATIC, Assets
from web.sheets import SHEETS_OF

SCRIPTS = [*(Path(web.__file__).parent / "static" / "js").glob("*.js")]
PAGES = [
    *(("table", path) for path in ("/", "/board", "/watch", "/seat/0")),
    ("replay", "/position?line=x"),
    *(("record", path) for path in ("/record", "/statistics", "/no-such-page")),
    ("lesson", "/teach"),
]
OTHER_NAME = {"Host": "somewhere.example", "Accept": "text/html"}
# The rules of some sheets, each read by itself, and those of the one at an address.
RULES = """async ([parts, address]) => {
  const rules = (text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return [...sheet.cssRules].map((rule) => rule.cssText);
  };
  const together = await (await fetch(address)).text();
  return [parts.flatMap(rules), rules(together)];
}"""


def text_of(sheet: str) -> str:
    return (STATIC / "css" / f"{sheet}.css").read_text(encoding="utf-8")


def linked(page: str) -> list[str]:
    """Return the style sheets that a page asks for, but for those that others wrote."""
    found = re.findall(r'<link rel="stylesheet" href="/s/\w+/([^"]+)"', page)
    return [name for name in found if not name.startswith("vendor/")]


@pytest.fixture
def client(table: MemoryTable) -> FlaskClient:
    return create_app(table, teach=DrawnLesson(None)).test_client()


@pytest.mark.parametrize(("page", "path"), PAGES)
def test_a_page_asks_for_its_one_sheet(client: FlaskClient, page: str, path: str) -> None:
    answer = client.get(path, headers={"Accept": "text/html"})
    assert linked(answer.text) == [f"css/for_{page}.css"]


def test_so_does_the_page_that_says_which_address_to_type(client: FlaskClient) -> None:
    answer = client.get("/", headers=OTHER_NAME)
    assert answer.status_code == 421
    assert linked(answer.text) == ["css/for_record.css"]


@pytest.mark.parametrize("page", SHEETS_OF)
def test_it_is_the_small_ones_in_their_order_and_is_kept_for_ever(
    client: FlaskClient, page: str
) -> None:
    version = Assets().version
    answer = client.get(f"/s/{version}/css/for_{page}.css", headers={"Accept-Encoding": "gzip"})
    assert answer.mimetype == "text/css"
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "immutable" in answer.headers["Cache-Control"]
    text = client.get(f"/s/{version}/css/for_{page}.css").text
    assert text == "\n".join(text_of(sheet) for sheet in SHEETS_OF[page])
    assert len(set(SHEETS_OF[page])) == len(SHEETS_OF[page])


@pytest.mark.parametrize("page", SHEETS_OF)
def test_no_sheet_spoils_the_next_one(chromium: Browser, address: str, page: str) -> None:
    """A brace that is not closed, or a line that holds at the top of a file alone, would."""
    context = chromium.new_context()
    window = context.new_page()
    window.goto(address + "/join.svg")
    parts = [text_of(sheet) for sheet in SHEETS_OF[page]]
    apart, together = window.evaluate(RULES, [parts, f"/s/x/css/for_{page}.css"])
    assert together == apart
    assert len(together) > 50
    context.close()


def test_sheets_are_short_and_each_is_asked_for() -> None:
    """Over 350 lines one speaks of more than one thing: split it by its subjects."""
    later = "".join(path.read_text(encoding="utf-8") for path in SCRIPTS)
    fetched = set(re.findall(r'\bstyled\("(\w+)"', later))
    listed = {sheet for page in SHEETS_OF.values() for sheet in page}
    there = {path.stem for path in (STATIC / "css").glob("*.css")}
    assert listed | fetched == there
    assert not listed & fetched
    for sheet in there:
        assert len(text_of(sheet).splitlines()) <= 350, sheet
        assert not sheet.startswith("for_"), f"{sheet}: that is how a page's one sheet is called"
        assert not re.search(r"@(import|charset|namespace)\b", text_of(sheet)), sheet


def test_a_page_left_open_sees_that_the_order_is_another_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = Assets().version
    assert Assets().version == before
    with monkeypatch.context() as patch:
        turned = {**SHEETS_OF, "record": SHEETS_OF["record"][::-1]}
        patch.setattr(sheets, "SHEETS_OF", turned)
        assert Assets().version != before
    copy = tmp_path / "static"
    shutil.copytree(STATIC, copy)
    assert Assets(copy).version == before
    with (copy / "css" / "teach.css").open("a") as sheet:
        sheet.write("main { color: red; }\n")
    changed = Assets(copy)
    assert changed.version != before
    teach = changed.get("css/for_lesson.css")
    assert teach is not None
    assert teach.plain.endswith(b"main { color: red; }\n")


@pytest.mark.parametrize("name", ["css/for_nobody.css", "for_table.css", "css/for_table", "css/"])
def test_there_are_no_others(client: FlaskClient, name: str) -> None:
    assert client.get(f"/s/x/{name}").status_code == 404
    assert name not in Assets().names()

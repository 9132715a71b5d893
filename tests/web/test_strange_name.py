"""A name that is none of ours: a person is told which address to type, and gets nothing else."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser

from tests.web import browser
from tests.web.memory_table import MemoryTable
from tests.web.test_wrong_address import OF_A_PERSON, OF_PROGRAMS
from web import create_app
from web.guard import SENTENCES, STATIC
from web.port import Command
from web.speech import LANGUAGES, translate

SHOWN = "http://192.0.2.7:8000"
STRANGE = {"Host": "evil.example", "Accept": OF_A_PERSON}
PATHS = ("/", "/nowhere", "/record", "/record/", "/snapshot", "/events", "/matches", "/seat/99")


@pytest.fixture
def known(table: MemoryTable) -> FlaskClient:
    """A table that knows its address, at which somebody plays."""
    start = {"game": "pickomino", "players": ["Annabella", "Bo"]}
    assert table.submit(Command("start", data=start)).ok
    return create_app(table, address=lambda: SHOWN).test_client()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_is_told_which_address_to_type(known: FlaskClient, language: str) -> None:
    for path in PATHS:
        answer = known.get(path, headers={**STRANGE, "Accept-Language": language})
        assert (answer.status_code, answer.mimetype) == (421, "text/html"), path
        page = answer.text
        assert f"<h1>{translate(language, SENTENCES[421])}</h1>" in page
        assert f"{translate(language, 'Type this address instead:')} <b>{SHOWN}</b>" in page
        assert f'<a class="button go" href="{SHOWN}">' in page
        assert 'href="/"' not in page, "leads back here"
        assert 'href="/record"' not in page
        assert "Annabella" not in page
        assert "evil.example" not in page
        assert "Accept" in answer.vary
        assert answer.headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


def test_where_the_table_does_not_know_its_address_the_program_names_it(
    client: FlaskClient,
) -> None:
    page = client.get("/", headers=STRANGE).text
    assert "Type the address with numbers that the program names when it starts." in page
    assert 'href=""' not in page
    assert "None" not in page


@pytest.mark.parametrize("accept", OF_PROGRAMS)
def test_a_program_gets_json(known: FlaskClient, accept: str) -> None:
    for path in PATHS:
        answer = known.get(path, headers={**STRANGE, "Accept": accept})
        assert answer.status_code == 421
        assert answer.get_json()["message"]["text"] == SENTENCES[421]
        assert SHOWN not in answer.text


def test_what_the_page_is_drawn_with_is_all_that_is_served_under_any_name(
    known: FlaskClient,
) -> None:
    for rule in known.application.url_map.iter_rules():
        if rule.endpoint == STATIC:
            assert set(rule.methods or ()) == {"GET", "HEAD", "OPTIONS"}
            continue
        path = re.sub(r"<(int:)?\w+>", "1", rule.rule)
        for method in rule.methods or ():
            assert known.open(path, method=method, headers=STRANGE).status_code == 421, path
    files = re.findall(r'(?:href|src)="(/s/[^"]+)"', known.get("/", headers=STRANGE).text)
    assert len(files) > 3
    for path in files:
        assert known.get(path, headers=STRANGE).status_code == 200


def test_a_press_under_that_name_does_nothing(known: FlaskClient, table: MemoryTable) -> None:
    seen = table.snapshot().revision
    wish = {"kind": "roll", "data": {"dice": list("112345ww")}, "seen": seen}
    answer = known.post("/command", json=wish, headers=STRANGE)
    assert (answer.status_code, answer.mimetype) == (421, "application/json")
    assert known.post("/s/x/icon.svg", json=wish, headers=STRANGE).status_code != 200
    assert table.snapshot().revision == seen


def test_the_page_is_drawn_as_every_other_and_leads_to_the_table(
    chromium: Browser, table: MemoryTable, address: str
) -> None:
    """`dice.test` is this machine here, as a router may call it."""
    named = "--host-resolver-rules=MAP dice.test 127.0.0.1"
    running = browser.launch(chromium.browser_type, named)
    with browser.serving(table, address=lambda: address) as strange:
        page = running.new_page(locale="en")
        answer = page.goto(strange.replace("127.0.0.1", "dice.test"))
        assert answer is not None
        assert answer.status == 421
        assert page.locator("h1").inner_text() == SENTENCES[421]
        way = page.locator("main a.button")
        assert way.evaluate("(one) => one.getBoundingClientRect().height") >= 44
        assert way.evaluate("(one) => getComputedStyle(one).textDecorationLine") == "none"
        way.click()
        page.wait_for_selector("html[data-ready]")
        assert page.url == f"{address}/"
    running.close()

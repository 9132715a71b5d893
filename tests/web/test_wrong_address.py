"""A wrong address: a page for a person who typed it, in the language of the browser; JSON else."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import OpenWindow
from tests.web.memory_table import MemoryTable
from web import create_app
from web.guard import SENTENCES
from web.speech import LANGUAGES, translate

# As Chromium and Firefox ask for a page, a picture and a style sheet, and scripts and curl for all.
OF_A_PERSON = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
OF_PROGRAMS = ("*/*", "image/avif,image/webp,*/*;q=0.8", "text/css,*/*;q=0.1", "application/json")
WAYS = {404: "/seat/99", 405: "/command", 500: "/record"}


class Broken(MemoryTable):
    """A table whose list of matches cannot be had."""

    def matches(self):  # type: ignore[no-untyped-def]
        raise RuntimeError("of the disk")


@pytest.fixture
def broken() -> FlaskClient:
    return create_app(Broken()).test_client()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("status", WAYS)
def test_a_person_gets_a_page_that_leads_back(
    broken: FlaskClient, status: int, language: str
) -> None:
    headers = {"Accept": OF_A_PERSON, "Accept-Language": language}
    answer = broken.get(WAYS[status], headers=headers)
    assert (answer.status_code, answer.mimetype) == (status, "text/html")
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["Cache-Control"] == "no-store"
    page = answer.text
    assert f'<html lang="{language}">' in page
    assert f"<h1>{translate(language, SENTENCES[status])}</h1>" in page
    back = translate(language, "To the table")
    assert f'<a class="button go" href="/">{back}</a>' in page


@pytest.mark.parametrize("accept", OF_PROGRAMS)
@pytest.mark.parametrize("status", WAYS)
def test_a_program_gets_json(broken: FlaskClient, status: int, accept: str) -> None:
    answer = broken.get(WAYS[status], headers={"Accept": accept})
    assert answer.status_code == status
    assert answer.get_json()["message"]["text"] == SENTENCES[status]


@pytest.mark.parametrize("packed", ["", "gzip"])
@pytest.mark.parametrize("accept", [OF_A_PERSON, *OF_PROGRAMS])
@pytest.mark.parametrize("status", WAYS)
def test_who_asks_for_the_headers_alone_gets_those_of_the_answer(
    broken: FlaskClient, status: int, accept: str, packed: str
) -> None:
    headers = {"Accept": accept, "Accept-Encoding": packed}
    whole = broken.get(WAYS[status], headers=headers)
    alone = broken.head(WAYS[status], headers=headers)
    assert (alone.status_code, alone.data) == (status, b"")
    assert dict(alone.headers) == dict(whole.headers)


@pytest.mark.parametrize("accept", [OF_A_PERSON, *OF_PROGRAMS])
@pytest.mark.parametrize("status", WAYS)
def test_a_cache_is_told_that_a_page_and_json_are_told_apart(
    broken: FlaskClient, status: int, accept: str
) -> None:
    answer = broken.get(WAYS[status], headers={"Accept": accept})
    assert "Accept" in answer.vary
    assert ("Accept-Encoding" in answer.vary) == (answer.mimetype == "text/html")


@pytest.mark.parametrize("accept", [OF_A_PERSON, *OF_PROGRAMS])
def test_what_can_be_done_at_an_address_is_named_where_another_thing_was_asked(
    client: FlaskClient, accept: str
) -> None:
    headers = {"Accept": accept}
    assert set(client.get("/command", headers=headers).allow) == {"POST", "OPTIONS"}
    answer = client.post("/record", json={}, headers=headers)
    assert answer.status_code == 405
    assert set(answer.allow) == {"GET", "HEAD", "OPTIONS"}


def test_what_is_sent_is_answered_as_json_whoever_sends_it(client: FlaskClient) -> None:
    answer = client.post("/nowhere", json={}, headers={"Accept": OF_A_PERSON})
    assert answer.status_code == 404
    assert answer.get_json()["error"] == "http_404"


def test_where_even_that_page_cannot_be_drawn_the_sentence_is_said(
    broken: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("web.app.render_template", lambda *_, **__: 1 / 0)
    answer = broken.get("/seat/99", headers={"Accept": OF_A_PERSON})
    assert answer.get_json()["error"] == "http_404"


def test_the_way_back_is_a_press(window: OpenWindow) -> None:
    page = window("/")
    answer = page.goto(f"{page.url}nowhere")
    assert answer is not None
    assert answer.status == 404
    assert page.locator("h1").inner_text() == SENTENCES[404]
    page.locator("main a.button").click()
    page.wait_for_selector("html[data-ready]")
    assert page.url.endswith("/")

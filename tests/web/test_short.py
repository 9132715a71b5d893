"""A slash too many at the end of an address leads to the page, and never off this machine."""

from __future__ import annotations

import http.client

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from tests.web.browser import serving
from tests.web.conftest import OpenWindow
from tests.web.memory_table import MemoryTable
from tests.web.screens_pages import DrawnLesson
from web import create_app
from web.guard import RateLimit

FILLED = {
    "seat": "0", "match_id": "none", "version": "x", "name": "icon.svg", "language": "pl",
    "game": "knister", "kind": "text", "seq": "1", "still_id": "1", "wish": "take",
}  # fmt: skip
ELSEWHERE = (
    "//evil.example/", "///evil.example/", "//evil.example//", "/\\evil.example/",
    "//evil.example/%2e%2e/", "/%2F%2Fevil.example/", "/%5Cevil.example/",
    "/record/%0d%0aLocation:%20x/", "/record/%0d%0a/evil.example/",
)  # fmt: skip


@pytest.fixture
def app(table: MemoryTable) -> Flask:
    rate = RateLimit(per_s=1000, burst=10_000)
    return create_app(table, teach=DrawnLesson(None), doctor=lambda language: [], rate=rate)


def rules(app: Flask) -> list[Rule]:
    return [one for one in app.url_map.iter_rules() if one.rule != "/"]


def typed(app: Flask, rule: Rule) -> str:
    """Return an address of `rule`."""
    path = app.url_map.bind("").build(rule.endpoint, {one: FILLED[one] for one in rule.arguments})
    return path if path.startswith("/") else f"/{path}"


def test_every_address_is_found_with_a_slash_behind_it(app: Flask) -> None:
    client = app.test_client()
    for rule in rules(app):
        path = typed(app, rule)
        if "<path:" in rule.rule:  # a slash is part of a file's name there
            continue
        for end in ("/", "//"):
            for ask in (client.get, client.head):
                answer = ask(f"{path}{end}?line=a%20b&x=/y/")
                if "GET" in (rule.methods or ()) or path.startswith("/record/"):
                    assert answer.status_code == 308, path
                    assert answer.headers["Location"] == f"{path}?line=a%20b&x=/y/"
                    assert answer.headers["Cache-Control"] == "no-store"
                else:
                    assert answer.status_code == 404, path
            assert client.post(f"{path}{end}", json={}).status_code == 404, path


def test_where_there_is_no_page_without_the_slash_either_nobody_is_sent_on(
    client: FlaskClient,
) -> None:
    for path in ("/nowhere/", "/record/a/b/c/", "/seat/x/", "/command/"):
        assert client.get(path).status_code == 404, path
    assert client.get("/record/", headers={"Host": "evil.example"}).status_code == 421


def test_nobody_is_led_off_this_machine(table: MemoryTable) -> None:
    """As they come over the line, for a client would tidy them."""
    with serving(table) as address:
        host, _, port = address.removeprefix("http://").partition(":")
        line = http.client.HTTPConnection(host, int(port), timeout=30)
        for path in (*ELSEWHERE, *(f"/record/x/?{one}" for one in ELSEWHERE), "//record/"):
            line.putrequest("GET", path)
            line.endheaders()
            answer = line.getresponse()
            answer.read()
            where = answer.headers.get_all("Location") or []
            assert answer.status in (308, 404), path
            assert len(where) == (answer.status == 308), path
            for one in where:
                assert one.startswith("/"), path
                assert one[1:2] not in ("/", "\\"), path
                assert one.isascii(), path
                assert one.isprintable(), path
        line.close()


def test_who_types_it_sees_the_page(window: OpenWindow, address: str) -> None:
    page = window("/")
    for path in ("/record", "/statistics", "/watch"):
        answer = page.goto(f"{address}{path}/?a=b")
        assert answer is not None
        assert answer.status == 200
        assert page.url == f"{address}{path}?a=b"

"""The optional PIN: watching stays open, pressing needs it once."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.web.memory_table import MemoryTable
from web import create_app

START = {"kind": "start", "seen": 1, "data": {"game": "pickomino", "players": ["Ann", "Bo"]}}


@pytest.fixture
def guarded(table: MemoryTable) -> FlaskClient:
    return create_app(table, pin="2468").test_client()


def test_watching_stays_open(guarded: FlaskClient) -> None:
    for path in ("/", "/board", "/watch", "/snapshot", "/record"):
        assert guarded.get(path).status_code == 200


def test_pressing_asks_for_the_pin(guarded: FlaskClient, table: MemoryTable) -> None:
    answer = guarded.post("/command", json=START)
    assert answer.status_code == 401
    assert answer.json["message"]["code"] == "web.pin"  # type: ignore[index]
    assert guarded.post("/shelf/colours", json={"Ann": "sky"}).status_code == 401
    assert table.snapshot().match is None


def test_the_pin_is_typed_once(guarded: FlaskClient) -> None:
    assert guarded.post("/pin", json={"pin": "1111"}).status_code == 400
    answer = guarded.post("/pin", json={"pin": "2468"})
    assert answer.status_code == 200
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert "2468" not in cookie
    assert guarded.post("/command", json=START).status_code == 200


@pytest.mark.parametrize(
    "body", [None, [], {}, {"pin": 2468}, {"pin": ["2468"]}, {"pin": ""}, {"pin": "é"}]
)
def test_nonsense_is_not_the_pin(guarded: FlaskClient, body: object) -> None:
    assert guarded.post("/pin", json=body).status_code in (400, 415)
    assert guarded.post("/command", json=START).status_code == 401


def test_guessing_is_slowed(guarded: FlaskClient) -> None:
    states = [guarded.post("/pin", json={"pin": str(n)}).status_code for n in range(1000, 1010)]
    assert 429 in states


@pytest.mark.parametrize("cookie", ["2468", "", "é", "\x80", "\ud800"])
def test_a_forged_cookie_is_refused(guarded: FlaskClient, cookie: str) -> None:
    sent = {"HTTP_COOKIE": f"table-pin={cookie}"}  # as it comes in: no client would write some
    assert guarded.post("/command", json=START, environ_overrides=sent).status_code == 401


def test_without_a_pin_nobody_is_asked(client: FlaskClient) -> None:
    assert client.post("/command", json=START).status_code == 200

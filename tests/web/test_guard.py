"""Safe on a home network: hosts, origins, sizes, rates, headers, no state change by GET."""

from __future__ import annotations

import http.client
import json

import pytest
from flask.testing import FlaskClient

from tests.web.browser import serving
from tests.web.memory_table import MemoryTable
from web import create_app
from web.guard import RateLimit, host_is_ours, same_origin

START = {
    "kind": "start",
    "seen": 1,
    "data": {"game": "pickomino", "players": ["Ann", "Bo"]},
}


@pytest.mark.parametrize(
    "host",
    [
        "192.0.2.7:8000",
        "localhost:8000",
        "[fe80::1]:8000",
        "raspberrypi",
        "pi.local",
        "pi.fritz.box",
    ],
)
def test_names_of_this_machine(host: str) -> None:
    assert host_is_ours(host, ())


@pytest.mark.parametrize(
    "host", ["evil.example", "pi.local.evil.example", "", "a b", "[::1", "..", "/"]
)
def test_strange_names(host: str) -> None:
    assert not host_is_ours(host, ())


def test_a_name_that_was_allowed() -> None:
    assert host_is_ours("dice.example.org:443", ["Dice.example.org"])


def test_a_wrong_host_gets_nothing(client: FlaskClient) -> None:
    for path in ("/", "/snapshot", "/events", "/matches"):
        answer = client.get(path, headers={"Host": "evil.example"})
        assert answer.status_code == 421
        assert b"revision" not in answer.data


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://localhost:nine"},
        {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_a_command_from_another_site_is_refused(
    client: FlaskClient, table: MemoryTable, headers: dict[str, str]
) -> None:
    answer = client.post("/command", json=START, headers=headers)
    assert answer.status_code == 403
    assert table.snapshot().match is None


def test_a_command_of_our_own_page_is_taken(client: FlaskClient) -> None:
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/command", json=START, headers=headers).status_code == 200


def test_same_origin_compares_the_port() -> None:
    assert same_origin("http://pi:8000", None, "pi:8000")
    assert not same_origin("http://pi:8001", None, "pi:8000")


def test_a_form_of_another_page_cannot_press(client: FlaskClient, table: MemoryTable) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        body = '{"kind":"start","seen":1}'
        assert client.post("/command", data=body, content_type=kind).status_code == 415
    assert table.snapshot().match is None


def test_a_large_body_is_refused(client: FlaskClient) -> None:
    big = '{"kind":"' + "x" * 100_000 + '"}'
    answer = client.post("/command", data=big, content_type="application/json")
    assert answer.status_code == 413
    assert answer.json["message"]["text"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[" * 30_000,
        b'{"kind":' * 5_000,
        b"\xff\xfe",
        b"9" * 5_000,
        b"{}\x00",
        b'"\\ud800"',
        b'{"pin": "\\uD800", "kind": "undo", "seen": 0}',
        b'{"A\\udfff": "red"}',
        b'{"log": "\\ud83d"}',
        '{"a": "\\ud800"}'.encode("utf-16"),
        b'{"a": NaN}',
        b'{"kind": "undo", "seen": -Infinity}',
    ],
)
@pytest.mark.parametrize("path", ["/command", "/shelf/colours", "/record/import", "/pin"])
def test_a_body_that_cannot_be_read_is_a_plain_refusal(
    table: MemoryTable, path: str, body: bytes
) -> None:
    client = create_app(table, pin="2468" if path == "/pin" else None).test_client()
    answer = client.post(path, data=body, content_type="application/json")
    assert answer.status_code == 400
    assert answer.get_json()["message"]["text"]
    assert table.snapshot().match is None


def test_get_changes_nothing(client: FlaskClient, table: MemoryTable) -> None:
    before = table.snapshot().revision
    for path in ("/command", "/command?kind=start", "/shelf/colours"):
        assert client.get(path).status_code in (404, 405)
    for path in ("/", "/board", "/watch", "/seat/0", "/record", "/snapshot", "/join.svg"):
        assert client.get(path).status_code == 200
    assert table.snapshot().revision == before


def test_every_answer_carries_the_policy(client: FlaskClient) -> None:
    for path in ("/", "/snapshot", "/nowhere", "/record", "/join.svg"):
        answer = client.get(path)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"


def test_too_many_presses_are_slowed(table: MemoryTable) -> None:
    client = create_app(table, rate=RateLimit(per_s=1, burst=5)).test_client()
    states = [client.post("/command", json={}).status_code for _ in range(8)]
    assert states[:5] == [400] * 5
    assert 429 in states[5:]
    assert client.get("/snapshot").status_code == 200


def test_the_rate_recovers_and_forgets_old_addresses() -> None:
    now = [0.0]
    rate = RateLimit(per_s=2, burst=2, clock=lambda: now[0], remembered=3)
    assert [rate.allows("a") for _ in range(3)] == [True, True, False]
    now[0] = 0.5
    assert rate.allows("a")
    for address in "bcd":
        assert rate.allows(address)
    assert rate.allows("a")


def test_an_error_inside_shows_one_sentence(
    client: FlaskClient, table: MemoryTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(command: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(table, "submit", broken)
    answer = client.post("/command", json=START)
    assert answer.status_code == 500
    assert b"secret" not in answer.data
    assert answer.json["message"]["text"]


def test_no_file_but_ours_is_served(client: FlaskClient) -> None:
    for name in ("../app.py", "..%2fapp.py", "js/../../app.py", "/etc/passwd", "js/"):
        answer = client.get(f"/s/x/{name}", follow_redirects=True)
        assert answer.status_code == 404, name


def test_a_players_name_cannot_end_the_script(client: FlaskClient) -> None:
    name = "</script><script>alert(1)"
    start = {**START, "data": {"game": "pickomino", "players": [name, "Bo"]}}
    assert client.post("/command", json=start).status_code == 200
    assert "<script>alert" not in client.get("/").text


@pytest.mark.parametrize(
    ("path", "kind", "says"),
    [
        ("/record/import", "application/json", "at most 8 MB"),
        ("/command", "application/json", "too large to be a press"),
    ],
)
def test_a_file_that_is_too_large_gets_an_answer(
    table: MemoryTable, path: str, kind: str, says: str
) -> None:
    """Nine megabytes are read and thrown away; the line does not break."""
    with serving(table) as address:
        port = int(address.rpartition(":")[2])
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for _ in range(2):  # the same line goes on
            line.request("POST", path, b" " * 9_000_000, {"Content-Type": kind})
            answer = line.getresponse()
            body = json.loads(answer.read())
            assert answer.status == 413
            assert says in body["message"]["text"]
        line.close()


def test_only_the_path_of_a_backup_takes_a_file(table: MemoryTable, client: FlaskClient) -> None:
    kind = "application/octet-stream"
    assert client.post("/command", data=b"x", content_type=kind).status_code == 415
    assert client.post("/record/restore", json={}).status_code == 415
    foreign = {"Origin": "http://example.com"}
    answer = client.post("/record/restore", data=b"x", content_type=kind, headers=foreign)
    assert answer.status_code == 403
    with serving(table) as address:
        port = int(address.rpartition(":")[2])
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        line.request("POST", "/record/restore", b"x" * 9_000_000, {"Content-Type": kind})
        answer = line.getresponse()
        assert answer.status == 400
        assert json.loads(answer.read())["says"] == "That is no backup."
        # Of unknown length: that is refused at once, so nothing of it is sent, which could break
        # the line before the answer is read.
        line.putrequest("POST", "/command")
        line.putheader("Transfer-Encoding", "chunked")
        line.endheaders()
        assert line.getresponse().status == 501
        line.close()

"""The pages as they are served: every view, small, ours alone, in the phone's language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import segno
from flask.testing import FlaskClient

import web
from rules import GAMES
from rules.primers import primer
from tests.web.measure_first_page import files_of_the_first_page, packed_bytes
from tests.web.memory_table import MemoryTable
from web.app import create_app
from web.assets import Assets
from web.speech import LANGUAGES, say

STATIC = Path(web.__file__).parent / "static"
TEMPLATES = Path(web.__file__).parent / "templates"


@pytest.mark.parametrize(
    "path", ["/", "/board", "/watch", "/seat/0", "/seat/11", "/record", "/statistics"]
)
def test_each_view_is_served(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert answer.mimetype == "text/html"


def test_a_seat_that_nobody_sits_on(client: FlaskClient, table: MemoryTable) -> None:
    assert client.get("/seat/12").status_code == 404
    start = {"kind": "start", "seen": 1, "data": {"game": "pickomino", "players": ["Ann", "Bo"]}}
    client.post("/command", json=start)
    assert client.get("/seat/1").status_code == 200
    assert client.get("/seat/2").status_code == 200  # who sits out this match


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_page_is_under_92_kb(client: FlaskClient, language: str) -> None:
    files = files_of_the_first_page(client, language)
    assert len(files) > 42
    assert sum(packed_bytes(client, path, language) for path in files) < 92_000


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_how_a_game_goes_comes_when_it_is_asked_for(
    client: FlaskClient, game: str, language: str
) -> None:
    """In the language of the page, whole; the first page has no sentence of it."""
    told = client.get(f"/primer/x/{language}/{game}.json").json
    said = [say(language, one, ()) for one in primer(game)]
    assert [one["text"] for one in told] == said  # type: ignore[union-attr]
    assert [one["code"] for one in told] == [one.code for one in primer(game)]  # type: ignore[union-attr]
    files = files_of_the_first_page(client, language)
    first = "".join(client.get(path, headers={"Accept-Language": language}).text for path in files)
    for text, message in zip(said, primer(game), strict=True):
        assert text not in first
        assert message.text not in first
    for path in (f"/primer/x/xx/{game}.json", f"/primer/x/{language}/chess.json"):
        assert client.get(path).status_code == 404


def test_a_table_in_play_fetches_nothing_of_the_replay(client: FlaskClient) -> None:
    def styles(page: str) -> str:
        (sheet,) = re.findall(r'"(/s/\w+/css/\w+\.css)"', client.get(page).text)
        return client.get(sheet).text

    rules = (STATIC / "css" / "replay.css").read_text(encoding="utf-8")
    assert rules not in styles("/")
    assert rules in styles("/position?line=x")


def test_nothing_is_fetched_from_outside(client: FlaskClient) -> None:
    for path in [*STATIC.rglob("*.*"), *TEMPLATES.rglob("*.*")]:
        text = path.read_text(encoding="utf-8")
        if "vendor" in path.parts:  # a comment names where it comes from
            text = re.sub(r"/\*!.*?\*/", "", text)
        addresses = set(re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}[^\s\"']*", text))
        assert addresses <= {"http://www.w3.org/2000/svg"}, path


def test_no_inline_script_or_style(client: FlaskClient) -> None:
    text = client.get("/").text
    for tag in re.findall(r"<script[^>]*>", text):
        assert "src=" in tag or 'type="application/json"' in tag
    assert "<style" not in text
    assert not re.search(r"\son[a-z]+=|\sstyle=", text)


def test_files_are_kept_for_ever_under_their_version(client: FlaskClient) -> None:
    version = Assets().version
    fresh = client.get(f"/s/{version}/js/main.js")
    assert "immutable" in fresh.headers["Cache-Control"]
    assert fresh.mimetype == "text/javascript"
    assert client.get("/s/old/js/main.js").headers["Cache-Control"] == "no-store"


def test_scripts_stay_small() -> None:
    for path in STATIC.rglob("*.js"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 350, path


def test_the_language_is_the_phones_choice(client: FlaskClient) -> None:
    assert 'lang="en"' in client.get("/").text
    assert 'lang="de"' in client.get("/", headers={"Accept-Language": "de-AT,en;q=0.5"}).text
    client.set_cookie("language", "pl")
    assert 'lang="pl"' in client.get("/", headers={"Accept-Language": "de"}).text
    client.set_cookie("language", "../../etc")
    assert 'lang="en"' in client.get("/").text


@pytest.mark.parametrize(
    ("known", "shown"),
    [
        ("http://192.0.2.7:8000", "http://192.0.2.7:8000"),
        ("http://127.0.0.1:8000", "http://192.0.2.9:8000/"),  # the network came up later
        ("http://[::1]:8000", "http://192.0.2.9:8000/"),
        ("http://localhost:8000", "http://192.0.2.9:8000/"),
        ("http://table:8000", "http://table:8000"),
        (None, "http://192.0.2.9:8000/"),
    ],
)
def test_phones_are_shown_an_address_that_they_can_reach(
    table: MemoryTable, known: str | None, shown: str
) -> None:
    client = create_app(table, address=None if known is None else lambda: known).test_client()
    client.environ_base["REMOTE_ADDR"] = "192.0.2.33"
    for path in ("/", "/seat/0"):
        page = client.get(path, headers={"Host": "192.0.2.9:8000"}).text
        assert f'"address":"{shown}"' in page, path
    code = client.get("/join.svg", headers={"Host": "192.0.2.9:8000"}).text
    dark = segno.make(shown, error="m", micro=False).svg_inline(border=2).partition(' d="')[2]
    assert dark.partition('"')[0] in code


def test_the_qr_code_is_a_drawing(client: FlaskClient) -> None:
    answer = client.get("/join.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.data.startswith(b"<svg")

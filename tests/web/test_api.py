"""The page's JSON: snapshots, commands, what is refused and how."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from rules.game import BadPosition, Message
from rules.player_names import names_at_the_table
from tests.house.normal_floats import floats
from tests.web.memory_table import MemoryTable
from web.port import CameraView, Command, MatchRow, SeenDie
from web.wire import BadCommand, message_json, read_command

Post = Callable[..., TestResponse]
FIRST_ROLL = ["4", "4", "4", "2", "2", "5", "1", "w"]


def start(post: Post) -> None:
    answer = post("start", game="pickomino", players=["Ann", "Bo"], options={})
    assert answer.status_code == 200, answer.json


def test_snapshot_without_a_match(client: FlaskClient) -> None:
    body = client.get("/snapshot").json
    assert body["match"] is None
    assert body["says"]["text"]


def test_a_die_of_the_still_has_what_the_page_reads(
    client: FlaskClient, table: MemoryTable
) -> None:
    """The body's colour, which only the referee asks for, went to every page as well."""
    die = SeenDie("4", True, 0.98765, ((0.1, 0.2), (0.3, 0.2), (0.3, 0.4)), ("w",), "tray")
    table.camera = CameraView("usb", "watching", still=1, dice=(die,))
    table.touch()
    assert client.get("/snapshot").json["camera"]["dice"] == [
        {
            "face": "4",
            "sure": True,
            "confidence": 0.988,
            "corners": [[0.1, 0.2], [0.3, 0.2], [0.3, 0.4]],
            "others": ["w"],
            "mark": "",
            "area": "tray",
            "said": False,
        }
    ]


def test_a_turn_through_commands(client: FlaskClient, post: Post) -> None:
    start(post)
    assert client.get("/snapshot").json["match"]["turn"]["kind"] == "roll"
    assert post("roll", dice=FIRST_ROLL).status_code == 200
    match = client.get("/snapshot").json["match"]
    assert [one["choice"] for one in match["choices"][0]] == [
        "keep 1",
        "keep 2",
        "keep 4",
        "keep 5",
        "keep w",
    ]
    assert match["choices"][0][2]["meaning"]["params"]["total"] == 12
    assert match["last_roll"] == FIRST_ROLL
    assert post("choose", 0, choice="keep 4").status_code == 200
    match = client.get("/snapshot").json["match"]
    assert match["state"]["total"] == 12
    assert match["can_undo"]
    assert post("undo").status_code == 200
    assert post("correct", die=0, face="w").status_code == 200
    assert client.get("/snapshot").json["match"]["last_roll"][0] == "w"


def test_a_match_is_begun_in_the_language_of_its_page(
    client: FlaskClient, post: Post, table: MemoryTable
) -> None:
    client.set_cookie("language", "pl")
    begun: list[Command] = []
    submit = table.submit
    table.submit = lambda wish: begun.append(wish) or submit(wish)  # type: ignore[method-assign]
    start(post)
    assert [wish.data["language"] for wish in begun] == ["pl"]


def test_next_and_confirm_take_the_marked_choice(client: FlaskClient, post: Post) -> None:
    start(post)
    post("roll", dice=FIRST_ROLL)
    assert post("next", 0).status_code == 200
    assert client.get("/snapshot").json["match"]["marked"] == 1
    assert post("confirm", 0).status_code == 200
    assert client.get("/snapshot").json["match"]["state"]["kept"] == ["2", "2"]


def test_a_stale_press_is_told_and_changes_nothing(
    client: FlaskClient, post: Post, table: MemoryTable
) -> None:
    start(post)
    post("roll", dice=FIRST_ROLL)
    seen = table.snapshot().revision
    press = {"kind": "choose", "seat": 0, "data": {"choice": "keep 4"}, "seen": seen}
    assert client.post("/command", json=press).status_code == 200
    again = client.post("/command", json={**press, "data": {"choice": "throw"}})
    assert again.status_code == 409
    assert again.json["error"] == "stale"
    assert again.json["message"]["text"]
    match = client.get("/snapshot").json["match"]
    assert match["state"]["kept"] == ["4", "4", "4"]
    assert match["turn"]["kind"] == "choice"


def test_illegal_choices_are_refused_with_the_reason(client: FlaskClient, post: Post) -> None:
    start(post)
    post("roll", dice=FIRST_ROLL)
    answer = post("choose", 0, choice="keep 3")
    assert answer.status_code == 400
    assert answer.json["error"] == "illegal"
    assert answer.json["message"]["text"]
    assert post("choose", 0, choice="fly away").status_code == 400
    assert client.get("/snapshot").json["match"]["state"]["kept"] == []


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        "start",
        7,
        {},
        {"kind": "start"},
        {"kind": "explode", "seen": 1},
        {"kind": ["start"], "seen": 1},
        {"kind": "undo", "seen": -1},
        {"kind": "undo", "seen": True},
        {"kind": "undo", "seen": 1, "seat": 99},
        {"kind": "undo", "seen": 1, "seat": "0"},
        {"kind": "undo", "seen": 1, "data": []},
        {"kind": "undo", "seen": 1, "data": {"force": True}},
        {"kind": "undo", "seen": 1, "colour": "red"},
        {"kind": "roll", "seen": 1, "data": {"dice": "44"}},
        {"kind": "roll", "seen": 1, "data": {"dice": []}},
        {"kind": "roll", "seen": 1, "data": {"dice": [4, 4]}},
        {"kind": "roll", "seen": 1, "data": {"dice": ["4"] * 99}},
        {"kind": "choose", "seen": 1, "data": {"choice": "x" * 500}},
        {"kind": "choose", "seen": 1, "data": {"choice": None}},
        {"kind": "correct", "seen": 1, "data": {"die": "0", "face": "4"}},
        {"kind": "hand", "seen": 1, "data": {"on": "yes"}},
        {"kind": "start", "seen": 1, "data": {"game": "pickomino", "players": "Ann"}},
        {"kind": "start", "seen": 1, "data": {"game": "pickomino", "players": ["Ann", ""]}},
        {"kind": "start", "seen": 1, "data": {"game": "pickomino", "players": ["Ann", "ann"]}},
        {"kind": "start", "seen": 1, "data": {"game": "pickomino", "players": ["A"] * 30}},
        {"kind": "start", "seen": 1, "data": {"game": "pickomino", "players": [1, 2]}},
        {"kind": "start", "seen": 1, "data": {"game": 1, "players": ["Ann", "Bo"]}},
        {
            "kind": "start",
            "seen": 1,
            "data": {"game": "pickomino", "players": ["Ann", "Bo"], "options": []},
        },
        {"kind": "start", "seen": 1, "data": {"game": "chess", "players": ["Ann", "Bo"]}},
        {
            "kind": "start",
            "seen": 1,
            "data": {"game": "pickomino", "players": ["Ann", "Bo"], "options": {"cheat": True}},
        },
    ],
)
def test_nonsense_gets_one_sentence(client: FlaskClient, body: object) -> None:
    answer = client.post("/command", data=json.dumps(body), content_type="application/json")
    assert answer.status_code == 400
    text = answer.json["message"]["text"]
    assert text
    assert "Traceback" not in text
    assert client.get("/snapshot").json["match"] is None


@pytest.mark.parametrize(
    "players", [["Ann", " ANN "], ["Ann", "B\u202eo"], ["Ann", "x" * 41], ["Ann", " "], ["Ann", 2]]
)
def test_a_name_is_refused_in_the_words_of_the_rules(post: Post, players: list[Any]) -> None:
    """Page, command line and table ask the one list of what a player may be called."""
    with pytest.raises(BadPosition) as refused:
        names_at_the_table(players)
    answer = post("start", game="pickomino", players=players, options={})
    assert answer.status_code == 400
    assert answer.json["message"] == message_json(refused.value.message)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | floats(allow_nan=False) | st.text(max_size=20),
    lambda inside: (
        st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4)
    ),
    max_leaves=12,
)


@given(
    st.fixed_dictionaries(
        {},
        optional={
            "kind": st.sampled_from(["start", "roll", "choose", "correct", "undo", "x"]),
            "seen": json_values,
            "seat": json_values,
            "data": st.dictionaries(
                st.sampled_from(["dice", "die", "face", "choice", "game", "players", "on"]),
                json_values,
            ),
        },
    )
    | json_values
)
@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_any_json_is_a_command_or_a_bad_command(body: Any) -> None:
    sentence = "."
    try:
        read_command(body)
    except BadCommand as bad:
        sentence = str(bad)
    assert sentence.endswith(".")


def test_text_that_is_no_json(client: FlaskClient) -> None:
    answer = client.post("/command", data="{nonsense", content_type="application/json")
    assert answer.status_code == 400
    assert answer.json["message"]["text"]


def test_stills(client: FlaskClient, table: MemoryTable) -> None:
    table.stills[3] = b"\xff\xd8jpeg"
    answer = client.get("/still/3.jpg")
    assert answer.data == b"\xff\xd8jpeg"
    assert answer.mimetype == "image/jpeg"
    assert client.get("/still/4.jpg").status_code == 404
    assert client.get("/still/..%2f..%2fetc%2fpasswd.jpg").status_code == 404


def test_record_and_export(client: FlaskClient, post: Post, table: MemoryTable) -> None:
    empty = client.get("/record").text
    assert "No match has been played yet." in empty
    assert '<a class="button go" href="/">To the table</a>' in empty
    start(post)
    match_id = table.snapshot().match.match_id  # type: ignore[union-attr]
    row = MatchRow(
        match_id, "pickomino", ("Ann", "<b>Bo"), "2026-01-02T18:30:00Z", True, (3, 5), (1,)
    )
    table.rows = [row]
    page = client.get("/record").text
    assert "&lt;b&gt;Bo" in page
    assert f"/record/{match_id}.ndjson" in page
    answer = client.get(f"/record/{match_id}.ndjson")
    assert json.loads(answer.text)
    assert "attachment" in answer.headers["Content-Disposition"]
    assert client.get("/record/unknown.ndjson").status_code == 404
    assert client.get("/matches").json[0]["winners"] == [1]


def test_shelf_keeps_small_tables_only(client: FlaskClient) -> None:
    assert client.post("/shelf/colours", json={"Ann": "sky"}).status_code == 200
    assert '"Ann":"sky"' in client.get("/").text
    assert client.post("/shelf/colours", json={"Ann": ["sky"]}).status_code == 400
    assert client.post("/shelf/colours", json=["Ann"]).status_code == 400
    too_many = {str(number): 1 for number in range(500)}
    assert client.post("/shelf/colours", json=too_many).status_code == 400
    assert client.post("/shelf/passwords", json={}).status_code == 404


def test_what_is_wrong_at_the_table_is_sent(client: FlaskClient, table: MemoryTable) -> None:
    table.ask = Message("leaning", "One die is leaning: straighten it and press CONFIRM.")
    table.touch()
    assert client.get("/snapshot").json["ask"]["code"] == "leaning"


def test_odds_of_the_present_choices(client: FlaskClient, post: Post) -> None:
    assert client.get("/odds").json == {"id": "", "seq": -1, "odds": {}}
    start(post)
    hidden = client.get("/odds").json
    assert hidden["odds"] == {}  # a house rule that is off until somebody wants it
    assert client.get("/snapshot").json["odds"] is False
    client.post("/shelf/table-rules", json={"odds": 1})
    opening = client.get("/odds").json["odds"]["roll"]
    assert opening["worms"] == pytest.approx(1.64472967)
    assert opening["bust"] == pytest.approx(0.2322, abs=1e-4)
    post("roll", dice=FIRST_ROLL)
    body = client.get("/odds").json
    match = client.get("/snapshot").json["match"]
    assert body["seq"] == match["seq"]
    assert set(body["odds"]) == {one["choice"] for one in match["choices"][0]}

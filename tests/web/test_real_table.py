"""The page on the real table: whole games of every kind by commands, kept and exported."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from device.table import Table
from rules import GAMES
from tests.web import browser
from tests.web.screens import CARD_VALUES
from web import create_app
from web.guard import RateLimit
from web.replay import UnreadableLog, positions


@pytest.fixture
def real_client(real_table: Table) -> FlaskClient:
    return create_app(real_table, rate=RateLimit(per_s=100_000, burst=100_000)).test_client()


def snapshot(client: FlaskClient) -> Any:
    return client.get("/snapshot").json


def send(client: FlaskClient, kind: str, seat: int | None = None, **data: Any) -> Any:
    return send_seen(client, snapshot(client)["revision"], kind, seat, **data)


def send_seen(
    client: FlaskClient, seen: int, kind: str, seat: int | None = None, **data: Any
) -> Any:
    """Send a command that saw this revision; return the answer."""
    answer = client.post("/command", json={"kind": kind, "seat": seat, "data": data, "seen": seen})
    assert answer.status_code == 200, answer.json
    return answer.json


def pick(rng: random.Random, choices: list[str]) -> str:
    """Return a choice that does not keep the game from ending: tiles, and low dice in the air."""
    liked = [one for one in choices if one.startswith(("take", "steal", "air"))] or choices
    if liked[0].startswith("place"):
        return min(liked, key=lambda one: (len(one.split()), one[-1]))
    return rng.choice(liked)


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_whole_game_by_commands(real_client: FlaskClient, game: str) -> None:
    start: dict[str, Any] = {"game": game, "players": ["Ann", "Bo"]}
    if game == "fortuna":  # at random it would take all night: Ann lacks 2 of the 35 points
        start |= {"options": {"card_values": CARD_VALUES}, "position": {"hands": [[0, 1, 2], []]}}
    send(real_client, "start", **start)
    rng = random.Random(7)
    for press in range(6000):
        shown = snapshot(real_client)
        match, seen = shown["match"], shown["revision"]
        turn = match["turn"]
        if turn["kind"] == "over":
            break
        if turn["kind"] == "roll":
            dice = [rng.choice(turn["faces"]) for _ in range(turn["dice"])]
            for at, mark in enumerate(turn["special"]):
                dice[at] = mark + (rng.choice("1w") if mark == "g" else dice[at])
            send_seen(real_client, seen, "roll", dice=dice)
        else:
            seat = turn["seats"][-1]
            choices = [one["choice"] for one in match["choices"][seat]]
            send_seen(real_client, seen, "choose", seat, choice=pick(rng, choices))
            if press % 17 == 0 and snapshot(real_client)["match"]["can_undo"]:
                send(real_client, "undo", seat if game == "knister" else None)
    match = snapshot(real_client)["match"]
    assert match["turn"]["kind"] == "over"
    assert len(match["turn"]["scores"]) == 2
    (row,) = real_client.get("/matches").json  # type: ignore[misc]
    assert row["finished"]
    log = real_client.get(f"/record/{match['id']}.ndjson").text.splitlines()
    assert json.loads(log[0])["players"] == ["Ann", "Bo"]
    assert len(log) > match["seq"]
    send(real_client, "end")
    assert snapshot(real_client)["match"] is None


def test_a_stale_press_on_the_real_table(real_client: FlaskClient) -> None:
    send(real_client, "start", game="pickomino", players=["Ann", "Bo"], options={})
    send(real_client, "roll", dice=["4", "4", "4", "2", "2", "5", "1", "w"])
    seen = snapshot(real_client)["revision"]
    press = {"kind": "choose", "seat": 0, "data": {"choice": "keep 4"}, "seen": seen}
    assert real_client.post("/command", json=press).status_code == 200
    assert real_client.post("/command", json=press).status_code == 409


@pytest.mark.parametrize(
    ("game", "dice", "corrected", "choice"),
    [("knister", ["4", "5"], ["4", "4"], "write 1,1"),
     ("fortuna", ["b2", *"13456"], ["b2", *"13455"], "air")],
)  # fmt: skip
def test_a_press_that_saw_other_dice_is_stale(
    real_client: FlaskClient, game: str, dice: list[str], corrected: list[str], choice: str
) -> None:
    """The choice is called the same after the correction, and means another number."""
    options = {"card_values": CARD_VALUES} if game == "fortuna" else {}
    send(real_client, "start", game=game, players=["Ann", "Bo"], options=options)
    send(real_client, "roll", dice=dice)
    seen = snapshot(real_client)["revision"]
    send(real_client, "correct", dice=corrected)
    press = {"kind": "choose", "seat": 0, "data": {"choice": choice}, "seen": seen}
    assert real_client.post("/command", json=press).status_code == 409
    press["seen"] = snapshot(real_client)["revision"]
    assert real_client.post("/command", json=press).status_code == 200


def test_an_impossible_table_is_refused_in_one_sentence(real_client: FlaskClient) -> None:
    data = {"game": "pickomino", "players": ["Ann", "Bo"], "position": {"stacks": [[21], [21]]}}
    seen = snapshot(real_client)["revision"]
    answer = real_client.post("/command", json={"kind": "start", "data": data, "seen": seen})
    assert answer.status_code == 400
    assert answer.json["message"]["text"]  # type: ignore[index]
    assert snapshot(real_client)["match"] is None


def test_joining_a_table_in_a_browser(chromium: Browser, real_table: Table) -> None:
    with browser.serving(real_table) as address:
        context = chromium.new_context(locale="en", reduced_motion="reduce")
        page = context.new_page()
        page.goto(address)
        page.get_by_role("radio", name="Pickomino 2 to 7").click()
        for name in ("Ann", "Bo"):
            page.get_by_label("Name of a player").fill(name)
            page.get_by_role("button", name="Add").click()
        page.get_by_text("Join a table that is already being played").click()
        brushes = page.get_by_role("radiogroup", name="What is tapped goes to")
        for who, tiles in (("Ann", (21, 24)), ("Bo", (22,)), ("turned over", (36,))):
            brushes.get_by_role("radio", name=who).click()
            for tile in tiles:
                page.get_by_role("button", name=f"tile {tile}:").click()
        page.get_by_label("Whose turn begins?").select_option("Bo")
        page.get_by_role("button", name="Start").click()
        expect(page.locator("h1")).to_have_text("Bo, roll 8 dice.")
        expect(page.locator(".grill .gap")).to_have_count(3)
        state = browser.once(real_table, lambda match: match.seq == 0).state
        assert state["stacks"] == [[21, 24], [22]]
        assert state["face_down"] == [36]
        page.reload()
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Leave this match").click()
        page.get_by_role("button", name="Leave", exact=True).click()
        expect(page.locator(".chosen-people li")).to_have_count(2)
        context.close()


def test_a_recorded_match_can_be_stepped_through(real_client: FlaskClient) -> None:
    send(real_client, "start", game="pickomino", players=["Ann", "Bo"], options={})
    send(real_client, "roll", dice=["4", "4", "4", "2", "2", "5", "1", "w"])
    send(real_client, "choose", 0, choice="keep 4")
    send(real_client, "undo")
    send(real_client, "correct", dice=["w", "4", "4", "2", "2", "5", "1", "w"])
    send(real_client, "choose", 0, choice="keep w")
    match = snapshot(real_client)["match"]
    steps = real_client.get(f"/record/{match['id']}/steps.json").json
    assert [step["match"]["state"]["kept"] for step in steps] == [  # type: ignore[union-attr]
        [],
        [],
        ["4", "4", "4"],
        [],
        [],
        ["w", "w"],
    ]
    assert steps[-1]["match"]["notation"] == match["notation"]  # type: ignore[index]
    assert real_client.get(f"/record/{match['id']}").status_code == 200
    assert real_client.get("/record/nobody").status_code == 404
    assert real_client.get("/record/nobody/steps.json").status_code == 404


def test_stepping_in_a_browser(chromium: Browser, real_table: Table) -> None:
    client = create_app(real_table).test_client()
    send(client, "start", game="pickomino", players=["Ann", "Bo"], options={})
    send(client, "roll", dice=["1"] * 8)
    send(client, "choose", 0, choice="keep 1")
    send(client, "roll", dice=["4", "4", "4", "2", "2", "5", "1", "w"])
    match_id = snapshot(client)["match"]["id"]
    with browser.serving(real_table) as address:
        context = chromium.new_context(locale="en", reduced_motion="reduce")
        page = context.new_page()
        page.goto(f"{address}/record/{match_id}")
        expect(page.locator(".step-count")).to_have_text("0 / 3")
        page.get_by_role("button", name="one step on").click()
        expect(page.locator(".rolled .die")).to_have_count(8)
        page.get_by_role("button", name="Next bust").click()
        expect(page.locator("h1")).to_contain_text("Ann busts")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="to the end").click()
        expect(page.locator("h1")).to_contain_text("Bo rolls")
        expect(page).to_have_url(re.compile("#3$"))
        page.reload()
        expect(page.locator(".step-count")).to_have_text("3 / 3")
        expect(page.locator(".choice, .pad, .undo")).to_have_count(0)
        context.close()


def test_a_log_that_does_not_follow_is_named_by_its_line() -> None:
    head = '{"game": "pickomino", "players": ["Ann", "Bo"], "options": {}, "id": "x"}'
    assert len(positions(head)) == 1
    for line in ('{"seq": 1, "roll": "44"}', "{half a li", '{"seq": 1, "choose": "keep 4"}', "[]"):
        with pytest.raises(UnreadableLog, match="line 2"):
            positions(f"{head}\n{line}")
    with pytest.raises(UnreadableLog, match="line 1"):
        positions("")

"""The referee by text, line by line, without a process; and once as the program itself."""

import json
import random
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from device.log_format import read_log
from device.replay import verify_log
from device.text_referee import LONGEST_LINE, TextReferee
from rules import GAMES
from tests.house.normal_floats import floats

ROOT = Path(__file__).resolve().parents[2]
FORTUNA = json.loads((ROOT / "tests/rules/fortuna_made_up_values.json").read_text("utf-8"))
NEEDED = {"fortuna": {"card_values": FORTUNA["card_values"]}}
PLAYERS = ["Ann", "Bo", "Cleo", "Dan", "Eve", "Flo", "Gus"]
REPLY = {"ok", "waits_for", "seats", "dice", "choices", "events", "notation", "state"}

MATCH_ID = "0c5f3d56-9a51-4f0e-8f6a-3a9d1b1f7c11"


def referee():
    ticks = count()
    return TextReferee(lambda: f"2026-03-01T19:30:{next(ticks) % 60:02}.000Z", lambda: MATCH_ID)


def ask(one, request):
    line = request if isinstance(request, (str, bytes)) else json.dumps(request)
    answer = one.answer(line)
    assert "\n" not in answer
    reply = json.loads(answer)
    if reply["ok"]:
        assert set(reply) >= REPLY
        assert reply["waits_for"] in ("roll", "choice", "over")
    else:
        assert set(reply) == {"ok", "error", "message"}
        assert reply["error"] in ("illegal", "unreadable")
        assert reply["message"]
    return reply


def asked(*requests, start=None):
    one = referee()
    reply = ask(one, start or {"start": "pickomino", "players": ["Ann", "Bo"]})
    for request in requests:
        reply = ask(one, request)
    return reply


def test_a_start_waits_for_a_roll():
    reply = asked()
    assert (reply["waits_for"], reply["seats"], reply["dice"]) == ("roll", [0], 8)
    assert reply["choices"] == reply["events"] == []
    assert reply["faces"] == "12345w"
    assert reply["state"] == {
        "grill": list(range(21, 37)), "face_down": [], "stacks": [[], []], "kept": [],
        "total": 0, "dice_left": 8, "worms": [0, 0],
    }  # fmt: skip


def test_a_turn():
    reply = asked({"roll": "4442251w"})
    assert reply["waits_for"] == "choice"
    assert reply["choices"] == ["keep 1", "keep 2", "keep 4", "keep 5", "keep w"]
    reply = asked({"roll": list("4442251w")}, {"choose": "keep 4"}, {"choose": "throw"})
    assert (reply["waits_for"], reply["dice"]) == ("roll", 5)
    assert reply["state"]["kept"] == ["4", "4", "4"]
    assert reply["state"]["total"] == 12
    reply = asked({"roll": "wwwww114"}, {"choose": "keep w"})
    assert reply["choices"] == ["throw", "take 25"]
    reply = asked({"roll": "wwwww114"}, {"choose": "keep w"}, {"choose": "take 25"})
    assert reply["seats"] == [1]
    assert reply["events"] == [
        {"code": "take", "text": "Ann takes 25.", "rule": "P10",
         "fields": {"seat": 0, "tile": 25, "worms": 2, "total": 25}}
    ]  # fmt: skip


def test_a_forced_bust_already_waits_for_the_next_seat():
    reply = asked({"roll": "11111111"}, {"choose": "keep 1"})
    assert [event["code"] for event in reply["events"]] == ["keep", "bust", "nothing-lost"]
    assert (reply["waits_for"], reply["seats"], reply["dice"]) == ("roll", [1], 8)


def test_the_end_has_scores_winners_and_a_reason():
    start = {"start": "pickomino", "players": ["Ann", "Bo"],
             "position": {"grill": [25], "stacks": [[], [36]], "seat": 0}}  # fmt: skip
    reply = asked({"roll": "wwwww114"}, {"choose": "keep w"}, {"choose": "take 25"}, start=start)
    assert reply["waits_for"] == "over"
    assert (reply["scores"], reply["winners"]) == ([2, 4], [1])
    assert reply["reason"] == "Bo wins with 4 worms."
    assert (reply["seats"], reply["dice"], reply["choices"]) == ([], 0, [])


def test_a_tie_names_its_reason():
    start = {"start": "pickomino", "players": ["Ann", "Bo"],
             "position": {"grill": [25], "stacks": [[], [26]]}}  # fmt: skip
    reply = asked({"roll": "wwwww114"}, {"choose": "keep w"}, {"choose": "take 25"}, start=start)
    assert (reply["scores"], reply["winners"]) == ([2, 2], [1])
    assert "26" in reply["reason"]


def test_house_rules_are_options():
    start = {"start": "pickomino", "players": ["Ann", "Bo"], "options": {"six_is_worm": True}}
    assert "keep w" in asked({"roll": "44422516"}, start=start)["choices"]


def test_several_seats_are_due():
    one = referee()
    ask(one, {"start": "knister", "players": ["Ann", "Bo", "Cleo"]})
    reply = ask(one, {"roll": "35"})
    assert reply["seats"] == [0, 1, 2]
    assert list(reply["choices_by_seat"]) == ["0", "1", "2"]
    assert reply["choices"] == reply["choices_by_seat"]["0"]
    assert reply["state"]["number"] == 8
    reply = ask(one, {"choose": "write 3,3", "seat": 1})
    assert reply["seats"] == [0, 2]
    assert ask(one, {"choose": "write 3,4", "seat": 1})["error"] == "illegal"
    reply = ask(one, {"choose": "write 1,1"})
    assert reply["state"]["boards"][0][0][0] == 8
    assert "choices_by_seat" not in reply
    reply = ask(one, {"choose": "write 5,5", "seat": 2})
    assert (reply["waits_for"], reply["seats"]) == ("roll", [1])
    reply = ask(one, {"undo": True, "seat": 1})
    assert (reply["waits_for"], reply["seats"]) == ("choice", [1])
    assert reply["state"]["boards"][0][0][0] == 8


def test_a_correction_and_an_undo():
    one = referee()
    ask(one, {"start": "pickomino", "players": ["Ann", "Bo"]})
    ask(one, {"roll": "4442251w"})
    ask(one, {"choose": "keep 4"})
    reply = ask(one, {"correct": "4442255w"})
    assert reply["state"]["kept"] == ["4", "4", "4"]
    assert ask(one, {"correct": "44"})["error"] == "illegal"
    assert "keep 5" in ask(one, {"undo": True})["choices"]
    reply = ask(one, {"undo": True})
    assert reply["error"] == "illegal"
    assert "correct" in reply["message"]
    assert ask(one, {"correct": list("1442255w")})["choices"][0] == "keep 1"


def test_odds_only_when_asked():
    one = referee()
    reply = ask(one, {"start": "pickomino", "players": ["Ann", "Bo"]})
    assert "odds" not in reply
    reply = ask(one, {"odds": True})
    assert list(reply["odds"]) == ["roll"]
    assert reply["odds"]["roll"]["worms"] == pytest.approx(1.64472967, abs=5e-9)
    reply = ask(one, {"roll": "4442251w"})
    assert "odds" not in reply
    reply = ask(one, {"odds": True})
    assert list(reply["odds"]) == reply["choices"]
    assert set(reply["odds"]["keep 4"]) >= {"bust", "worms"}
    assert "odds" not in ask(one, {"state": True})


def test_state_repeats_and_log_is_a_log():
    one = referee()
    start = {"start": "pickomino", "players": ["Ann", "Bo"],
             "position": {"grill": [25, 26], "stacks": [[], [36]], "seat": 1}}  # fmt: skip
    ask(one, start)
    for request in ({"roll": "wwwww114"}, {"choose": "keep w"}, {"undo": True},
                    {"correct": "wwwww115"}, {"choose": "keep w"}, {"choose": "take 25"},
                    {"roll": "wwwww114"}, {"choose": "keep w"}):  # fmt: skip
        reply = ask(one, request)
    again = ask(one, {"state": True})
    assert again == {**reply, "events": []}
    ask(one, {"choose": "throw"})
    ask(one, {"roll": "1w4"})
    ask(one, {"choose": "keep 1"})
    over = ask(one, {"choose": "take 26"})
    lines = ask(one, {"log": True})["log"]
    assert lines[0]["format"] == "dice-table-log"
    assert [list(set(line) & {"roll", "choose", "correct", "undo"}) for line in lines[1:-1]] == [
        ["roll"], ["choose"], ["undo"], ["correct"], ["choose"], ["choose"], ["roll"], ["choose"],
        ["choose"], ["roll"], ["choose"], ["choose"],
    ]  # fmt: skip
    assert lines[1] == {"seq": 1, "at": "2026-03-01T19:30:01.000Z", "seat": 1, "roll": "wwwww114",
                        "after": lines[1]["after"]}  # fmt: skip
    assert lines[-1] == {"result": {"scores": [2, 6], "winners": [1], "reason": over["reason"]}}
    match = verify_log(read_log("".join(json.dumps(line) + "\n" for line in lines)))
    assert match.notation == over["notation"]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_whole_games_by_text_alone(game):
    """Random play with nothing but the replies; every refused line leaves the state untouched."""
    rng = random.Random(game)
    one = referee()
    players = PLAYERS[:3]
    start = {"start": game, "players": players, "options": NEEDED.get(game, {})}
    reply = ask(one, start)
    for _ in range(20_000):
        if reply["waits_for"] == "over":
            break
        if reply["waits_for"] == "roll":
            special = [m + rng.choice("1w" if m == "g" else "123456") for m in reply["special"]]
            plain = reply["dice"] - len(special)
            reply = ask(one, {"roll": [*special, *rng.choices(reply["faces"], k=plain)]})
        else:
            seat = rng.choice(reply["seats"])
            listed = reply.get("choices_by_seat", {}).get(str(seat), reply["choices"])
            reply = ask(one, {"choose": rng.choice(listed), "seat": seat})
        if rng.random() < 0.05:
            wrong = rng.choice([{"roll": "17"}, {"choose": "dance"}, {"roll": "1" * 20}, "{"])
            assert ask(one, wrong)["ok"] is False
            assert ask(one, {"state": True})["notation"] == reply["notation"]
    assert reply["waits_for"] == "over"
    assert len(reply["scores"]) == 3
    assert reply["winners"]
    lines = ask(one, {"log": True})["log"]
    verify_log(read_log("".join(json.dumps(line) + "\n" for line in lines)))


UNREADABLE = [
    "", " ", "\n", "x", "{", "[]", "5", "null", '"start"', "{}", '{"state": tru}',
    '{"dance": true}', '{"roll": "4442251w", "undo": true}', '{"state": false}', '{"state": 1}',
    '{"undo": "true"}', '{"roll": 4442251}', '{"roll": null}', '{"roll": {}}', '{"roll": ""}',
    '{"roll": "xyz"}', '{"roll": [4, 4]}', '{"roll": [[]]}', '{"choose": 4}', '{"choose": null}',
    '{"choose": "dance"}', '{"choose": "keep 4", "seat": "0"}', '{"choose": "keep 4", "seat": 0.5}',
    '{"choose": "keep 4", "seat": true}', '{"correct": 5}', '{"correct": "7"}', '{"state": NaN}',
    '{"roll": "' + "1" * 100_000 + '"}', '{"state": ' + "1" * 10_000 + "}", "[" * 100_000,
    '{"state":' * 50_000, '{"roll": ' + "[" * 100_000 + "]" * 100_000 + "}", b"\xff\xfe\x00",
    b'{"choose": "keep \xe4"}', b"\x00" * 100, '{"start": 5, "players": ["Ann", "Bo"]}',
    '{"start": "pickomino"}', '{"start": "pickomino", "players": "Ann"}',
    '{"start": "pickomino", "players": []}', '{"start": "pickomino", "players": ["Ann", 5]}',
    '{"start": "pickomino", "players": ["Ann", " "]}',
    '{"start": "pickomino", "players": ["Ann", "B\\u0000"]}',
    '{"start": "pickomino", "players": ["Ann", "\\ud800"]}',
    '{"start": "pickomino", "players": ["Ann", "Bo"], "options": []}',
    '{"start": "pickomino", "players": ["Ann", "Bo"], "position": 5}',
    " " * (LONGEST_LINE + 1),
]  # fmt: skip
ILLEGAL = [
    '{"start": "chess", "players": ["Ann", "Bo"]}',
    '{"start": "pickomino", "players": ["Ann"]}',
    '{"start": "pickomino", "players": ["A", "B", "C", "D", "E", "F", "G", "H"]}',
    '{"start": "pickomino", "players": ["Ann", "Bo"], "options": {"nonsense": true}}',
    '{"start": "pickomino", "players": ["Ann", "Bo"], "options": {"six_is_worm": 1}}',
    '{"start": "pickomino", "players": ["Ann", "Bo"], "position": {"stacks": [[22], [22]]}}',
    '{"start": "pickomino", "players": ["Ann", "Bo"], "position": {"seat": 2}}',
    '{"start": "pickomino", "players": ["Ann", "Bo"], "position": {"stacks": 1e999}}',
    '{"roll": "4442251w"}', '{"choose": "keep 3"}', '{"choose": "throw"}',
    '{"choose": "take 21"}', '{"choose": "keep 4", "seat": 1}', '{"choose": "keep 4", "seat": 99}',
    '{"choose": "keep 4", "seat": -1}', '{"undo": true}', '{"undo": true, "seat": 5}',
    '{"correct": "444"}', '{"correct": "6666666w"}', '{"correct": "g1442251w"}',
]  # fmt: skip


@pytest.mark.parametrize("line", [*UNREADABLE, *ILLEGAL], ids=lambda line: str(line[:40]))
def test_bad_lines_are_answered_and_change_nothing(line):
    one = referee()
    ask(one, {"start": "pickomino", "players": ["Ann", "Bo"]})
    before = ask(one, {"roll": "4442251w"})
    reply = ask(one, line)
    assert reply["ok"] is False
    assert reply["error"] == ("illegal" if line in ILLEGAL else "unreadable")
    assert ask(one, {"state": True}) == {**before, "events": []}
    assert len(ask(one, {"log": True})["log"]) == 2


def test_before_a_start_there_is_nothing_to_do():
    for request in ({"roll": "4442251w"}, {"choose": "throw"}, {"undo": True}, {"log": True},
                    {"odds": True}, {"state": True}, {"correct": "1"}):  # fmt: skip
        reply = ask(referee(), request)
        assert reply["error"] == "illegal"
        assert "start" in reply["message"]


def test_sentences_have_the_players_names():
    one = referee()
    ask(one, {"start": "pickomino", "players": ["Zoë 🎲", "Bo"]})
    assert ask(one, {"roll": "4442251w"})["events"][0]["text"].startswith("Zoë 🎲 rolls")
    assert "Zoë 🎲" in ask(one, {"choose": "keep 4", "seat": 1})["message"]


def test_a_start_after_the_start_begins_anew():
    one = referee()
    ask(one, {"start": "pickomino", "players": ["Ann", "Bo"]})
    ask(one, {"roll": "4442251w"})
    assert ask(one, {"start": "knister", "players": ["Ann"]})["state"]["round"] == 1
    assert len(ask(one, {"log": True})["log"]) == 1


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(max_size=80) | st.binary(max_size=80))
def test_any_line_gets_a_reply(line):
    one = referee()
    ask(one, {"start": "pickomino", "players": ["Ann", "Bo"]})
    reply = json.loads(one.answer(line))
    assert reply["ok"] in (True, False)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=10,
)
WORDS = ["start", "players", "options", "position", "roll", "choose", "seat", "correct", "undo",
         "odds", "state", "log"]  # fmt: skip


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(request=st.dictionaries(st.sampled_from(WORDS), JSON | st.just(True), max_size=3))
def test_any_object_gets_a_reply(request):
    one = referee()
    ask(one, {"start": "pickomino", "players": ["Ann", "Bo"]})
    ask(one, {"roll": "4442251w"})
    reply = ask(one, request)
    assert "failed:" not in reply.get("message", "")


def test_the_program_answers_line_by_line():
    lines = [b'{"start": "pickomino", "players": ["Ann", "Bo"]}', b"\xff", b"",
             b'{"roll": "' + b"1" * (2 * LONGEST_LINE) + b'"}', b'{"roll": "4442251w"}',
             b'{"choose": "keep 4"}']  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "device", "referee"],
        input=b"\n".join(lines),  # the last line has no newline
        capture_output=True,
        cwd=ROOT,
        check=True,
        timeout=60,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False, False, False, True, True]
    assert replies[-1]["state"]["total"] == 12
    assert done.stderr == b""

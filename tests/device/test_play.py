"""`dice-table play` from the outside: a process, its page over HTTP, its end by a signal."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from flask import Flask

from device.bootstrap import Evening, Wishes
from device.folders import Folders
from device.program import main
from device.settings import Settings
from tests.device.playing_program import ROOT, log, playing
from tests.device.test_kill import killed_when_over

SHARED = Path(os.environ.get("DICE_TABLE_SHARED", ROOT.parent / "shared"))


def test_a_match_by_hand_goes_on_after_the_program_was_stopped(tmp_path: Path) -> None:
    start = ("none", "--game", "pickomino", "--players", "Ann,Bo", "--option", "six_is_worm=true")
    with playing(tmp_path, *start) as (page, _):
        seen = page.look()
        assert seen["match"]["options"] == {"six_is_worm": True}
        assert seen["camera"]["kind"] == "none"
        assert seen["hand"]
        assert b"<html" in page.get("/").lower()
        assert page.send("roll", dice=list("44422516"))["ok"]
        match_id = seen["match"]["id"]
    with playing(tmp_path, *start) as (page, program):
        seen = page.look()
        assert seen["match"]["id"] == match_id
        assert seen["match"]["seq"] == 1
        assert page.send("choose", 0, choice="keep w")["ok"]
        assert program.stdout is not None
        assert program.stdout.readline().startswith("Pickomino of Ann, Bo goes on: Ann, ")
        program.send_signal(signal.SIGINT)
        program.wait(timeout=60)
    assert "2 entries follow the rules, unfinished" in log(tmp_path, "verify", match_id[:8])


def test_a_match_that_is_over_is_shown_after_a_restart_until_another_is_asked_for(
    tmp_path: Path,
) -> None:
    """It can still be corrected; the same wish as for the one that is over begins another."""
    over = killed_when_over(tmp_path, "knister", seed=2)
    with playing(tmp_path, "none") as (page, program):
        seen = page.look()["match"]
        assert (seen["id"], seen["can_correct"]) == (over, True)
        assert program.stdout is not None
        assert program.stdout.readline().startswith("Knister of Ann, Bo is over, and can be corr")
        assert page.send("correct", dice=seen["last_roll"])["ok"]
    with playing(tmp_path, "none", "--game", "knister", "--players", "Ann,Bo") as (page, _):
        seen = page.look()["match"]
        assert seen["id"] != over
        assert seen["seq"] == 0


def test_the_throws_of_the_film_are_refereed_round_by_round(tmp_path: Path) -> None:
    film = SHARED / "videos" / "throws-a"
    if not film.is_dir():
        pytest.skip(f"the film {film} is not here, so its rounds were left out")
    words = ("--game", "knister", "--players", "A,B", str(film))
    with playing(tmp_path, *words) as (page, _):
        for place, total in enumerate((5, 8, 6), start=1):
            seen = page.until(lambda s: s["match"]["state"]["number"] is not None or s["ask"])
            while seen["ask"] and seen["match"]["state"]["number"] is None:
                # Where the reading is not sure, a person at the table says what it is.
                assert seen["ask"]["code"] in ("die-unsure", "dice-unsure"), seen["ask"]
                page.send("confirm")
                seen = page.look()
            assert seen["match"]["state"]["number"] == total
            assert seen["camera"]["still"] is not None
            assert page.get(f"/still/{seen['camera']['still']}.jpg").startswith(b"\xff\xd8")
            # Two windows that saw the same page write at the same time.
            for seat in (0, 1):
                assert page.send("choose", seat, seen["revision"], choice=f"write 1,{place}")["ok"]
        end = page.until(lambda s: s["camera"]["state"] == "ended")
        assert end["ask"]["code"] in ("recording-ended", "ended-in-mid-throw")
        boards = end["match"]["state"]["boards"]
        assert [board[0][:3] for board in boards] == [[5, 8, 6], [5, 8, 6]]
        match_id = end["match"]["id"]
    assert "9 entries follow the rules" in log(tmp_path, "verify", match_id)


def test_a_camera_that_is_not_there_is_said_and_the_game_goes_on_by_hand(tmp_path: Path) -> None:
    words = ("usb:99", "--game", "knister", "--players", "Ann")
    with playing(tmp_path, *words) as (page, program):
        assert program.stdout is not None
        lines = []
        while not lines or "meanwhile" not in lines[-1]:
            lines.append(program.stdout.readline())
        assert any("USB camera 99 is not there" in line for line in lines)
        assert not any("seen through" in line for line in lines)
        assert (
            page.until(lambda now: now["camera"]["state"] == "lost")["ask"]["code"] == "camera-lost"
        )
        assert page.send("roll", dice=["4", "1"])["ok"]
        assert page.look()["match"]["state"]["number"] == 5


def test_a_file_that_is_no_film_is_said_too(tmp_path: Path) -> None:
    (tmp_path / "film.mp4").write_bytes(b"no film at all")
    with playing(tmp_path, str(tmp_path / "film.mp4")) as (page, program):
        assert program.stdout is not None
        lines = []
        while not lines or "meanwhile" not in lines[-1]:
            lines.append(program.stdout.readline())
        assert any("is no video that can be read" in line for line in lines)
        assert page.look()["camera"]["state"] == "lost"


def play(data: Path, *words: str) -> Any:
    own = ["--data", str(data), "--config", str(data.parent / f"{data.name}.toml")]
    return CliRunner().invoke(main, [*own, "play", "--no-browser", *words])


def test_a_port_in_use_is_one_sentence_that_names_a_free_one(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = play(tmp_path, "none", "--host", "127.0.0.1", "--port", str(port))
    assert done.exit_code == 1
    assert f"cannot use port {port}" in done.stderr
    assert "which is free" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["no-such-film.mp4"], "there is no file or folder"),
        (["none", "--game", "knister"], "needs both --game and --players"),
        (["none", "--game", "ludo", "--players", "A,B"], "ludo"),
        (["none", "--game", "pickomino", "--players", "A"], "cannot start"),
        (["none", "--game", "pickomino", "--players", "A,B", "--option", "x"], "NAME=VALUE"),
        (["none", "--game", "pickomino", "--players", "A,B", "--option", "x=1"], "cannot start"),
        (["none", "--host", "203.0.113.9"], "cannot be served on 203.0.113.9"),
        (["usb:0", "--profile", "unknown"], "profile"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(tmp_path: Path, words: list[str], said: str) -> None:
    done = play(tmp_path, "--port", "0", *words)
    assert done.exit_code in (1, 2), done.output
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("host", "remedy"),
    [
        ("fe80::1", "`--host 0.0.0.0`"),  # of which card is not said
        ("[::]", "`--host ::`"),
        ("2001:db8::9", "`--host 0.0.0.0`"),
        ("no.such.name.invalid", "`--host 0.0.0.0`"),
        ("living..room", "`--host 0.0.0.0`"),
        ("x" * 64, "`--host 0.0.0.0`"),
    ],
)
def test_a_wrong_host_is_answered_with_hosts(tmp_path: Path, host: str, remedy: str) -> None:
    """A free port of an address that is none would be refused like the one before it."""
    done = play(tmp_path, "none", "--host", host)
    assert done.exit_code == 1
    assert f"cannot be served on {host} (" in done.stderr
    assert remedy in done.stderr
    assert "--port" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_host_that_phones_are_told_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that a router gives may be like none that are usual at home."""
    served: list[Flask] = []

    def make_server(app: Flask, *_: Any) -> Any:
        served.append(app)
        return SimpleNamespace(effective_port=8080)

    monkeypatch.setattr("device.bootstrap.check_port", lambda *_: None)
    monkeypatch.setattr("web.serving.make_server", make_server)
    folders = Folders(tmp_path / "data", tmp_path / "settings.toml")
    evening = Evening(folders, Settings(), Wishes("none", "Table.Example.org", 8080))
    assert evening.address == "http://Table.Example.org:8080"
    client = served[0].test_client()
    for host, status in (("table.example.org:8080", 200), ("evil.example.org:8080", 421)):
        assert client.get("/snapshot", headers={"Host": host}).status_code == status
    evening.table.stop()


PICKOMINO = ["--game", "pickomino", "--players"]
ALL_GAMES = "choose one of pickomino, pickomino-deluxe, fortuna, knister"


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (["--game", "chess", "--players", "Ann,Bo"], ALL_GAMES),
        ([*PICKOMINO, "Ann"], "give 2 to 7 names: --players Ann,Bo"),
        ([*PICKOMINO, "a,b,c,d,e,f,g,h"], "give 2 to 7 names: --players Ann,Bo"),
        ([*PICKOMINO, ","], "give 2 to 7 names: --players Ann,Bo"),
        (["--game", "knister", "--players", ""], "give 1 to 12 names"),
        ([*PICKOMINO, "Ann,ann"], "give each a name of their own"),
        ([*PICKOMINO, "Ann,B\x1b[31m"], "plain letters"),
        ([*PICKOMINO, "Ann," + "x" * 41], "1 to 40 plain letters"),
        ([*PICKOMINO, "Ann,Bo", "--option", "six=1"], "choose one of lower_tile_when_steal"),
        (
            [*PICKOMINO, "Ann,Bo", "--option", "six_is_worm=7"],
            "write --option six_is_worm=false or --option six_is_worm=true",
        ),
        (["--game", "fortuna", "--players", "Ann,Bo"], "numbers of your cards once"),
        (["--game", "knister", "--players", "Ann", "--option", "games"], "NAME=VALUE"),
    ],
)
def test_a_match_that_cannot_start_is_typed_wrongly_and_says_what_to_type(
    tmp_path: Path, words: list[str], remedy: str
) -> None:
    done = play(tmp_path, "none", "--host", "127.0.0.1", "--port", "0", *words)
    assert done.exit_code == 2
    assert "; do: " in done.stderr
    assert remedy in done.stderr.partition("; do: ")[2]
    assert done.stderr.count("\n") == 1
    assert "docs/interfaces.md" not in done.stderr


def test_a_match_that_cannot_start_leaves_the_one_that_is_played(tmp_path: Path) -> None:
    with playing(tmp_path, "none", *PICKOMINO, "Ann,Bo") as (page, _):
        match_id = page.look()["match"]["id"]
    assert play(tmp_path, "none", "--port", "0", *PICKOMINO, "Ann").exit_code == 2
    with playing(tmp_path, "none") as (page, _):
        assert page.look()["match"]["id"] == match_id


def test_the_check_up_says_where_the_page_really_is(tmp_path: Path) -> None:
    """The settings say 8080; the table was started with another port. On the page and outside."""
    with playing(tmp_path, "none") as (page, _):
        told = {line["check"]: line for line in json.loads(page.get("/doctor.json"))}
        assert told["port"]["ok"]
        assert told["port"]["says"] == f"the page is at {page.address}"
        words = ["--data", str(tmp_path), "--config", str(tmp_path / "s.toml"), "doctor", "none"]
        done = CliRunner().invoke(main, [*words, "--json"])
        outside = {line["check"]: line for line in map(json.loads, done.stdout.splitlines())}
        port = page.address.rpartition(":")[2]
        assert outside["port"]["says"].startswith(f"the table is being served on {port} by ")
    after = CliRunner().invoke(main, [*words, "--json"]).stdout
    assert port not in after


def run_until_stopped(tmp_path: Path, *words: str) -> tuple[str, str]:
    """Start, stop with Ctrl-C once the page is there; return what was said on out and err."""
    program = subprocess.Popen(
        [sys.executable, "-m", "device", "--data", str(tmp_path), "play", "none", "--no-browser",
         "--host", "127.0.0.1", "--port", "0", *words],
        cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    assert program.stdout is not None
    while "The page is at" not in program.stdout.readline():
        assert program.poll() is None
    program.send_signal(signal.SIGINT)
    return program.communicate(timeout=60)


def test_settings_that_were_named_and_created_are_said_on_standard_error(tmp_path: Path) -> None:
    """Who types --config thinks that the file is there."""
    named = tmp_path / "named.toml"
    _, said = run_until_stopped(tmp_path, "--config", str(named))
    assert f"there were no settings in {named}; it was created" in said
    assert named.is_file()
    assert run_until_stopped(tmp_path, "--config", str(named))[1] == ""


def test_the_last_line_speaks_of_a_match_only_where_one_is_kept(tmp_path: Path) -> None:
    words = ("--config", str(tmp_path / "named.toml"))
    assert run_until_stopped(tmp_path, *words)[0].endswith("The table is closed.\n")
    words += ("--game", "knister", "--players", "Ann")
    out, _ = run_until_stopped(tmp_path, *words)
    assert out.endswith("The table is closed; the match is kept.\n")


def test_a_data_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "a-file"
    blocked.write_text("in the way", encoding="utf-8")
    done = play(blocked, "none")
    assert done.exit_code == 1
    assert "cannot be written" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_second_play_with_the_same_record_is_one_sentence(tmp_path: Path) -> None:
    with playing(tmp_path, "none"):
        done = play(tmp_path, "none", "--port", "0")
    assert done.exit_code == 1
    assert "another dice-table plays with this record" in done.stderr


def test_a_settings_file_with_a_mistake_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path.parent / f"{tmp_path.name}.toml").write_text("[page]\nprot = 1\n", encoding="utf-8")
    done = play(tmp_path, "none")
    assert done.exit_code == 1
    assert "did you mean `port`" in done.stderr

"""`dice-table play` from the outside: a process, its page over HTTP, its end by a signal."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from device.__main__ import main

ROOT = Path(__file__).parent.parent.parent
SHARED = Path(os.environ.get("DICE_TABLE_SHARED", ROOT.parent / "shared"))


class Page:
    """What a browser does: looks at the snapshot and sends commands."""

    def __init__(self, address: str) -> None:
        self.address = address

    def look(self) -> Any:
        with urllib.request.urlopen(f"{self.address}/snapshot", timeout=20) as answer:
            return json.load(answer)

    def get(self, path: str) -> bytes:
        with urllib.request.urlopen(f"{self.address}{path}", timeout=20) as answer:
            data: bytes = answer.read()
            return data

    def send(self, kind: str, seat: int | None = None, seen: int | None = None, **data: Any) -> Any:
        seen = self.look()["revision"] if seen is None else seen
        body = json.dumps({"kind": kind, "seat": seat, "data": data, "seen": seen}).encode()
        request = urllib.request.Request(
            f"{self.address}/command", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def until(self, true: Any, timeout_s: float = 120.0) -> Any:
        """Look until `true(snapshot)`."""
        end = time.monotonic() + timeout_s
        while not true(page := self.look()):
            assert time.monotonic() < end, json.dumps(page)[:2000]
            time.sleep(0.05)
        return page


@contextmanager
def playing(data: Path, *words: str) -> Iterator[tuple[Page, subprocess.Popen[str]]]:
    """A running `play` on a free port of this machine."""
    program = subprocess.Popen(
        [sys.executable, "-m", "device", "--data", str(data), "--config", str(data / "s.toml"),
         "play", "--no-browser", "--host", "127.0.0.1", "--port", "0", *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        assert program.stdout is not None
        address = ""
        for line in program.stdout:
            if line.startswith("The page is at "):
                address = line.removeprefix("The page is at ").strip()
                break
        assert address, "it never told its address"
        yield Page(address), program
    finally:
        if program.poll() is None:
            program.send_signal(signal.SIGTERM)
        rest, _ = program.communicate(timeout=60)
        assert program.returncode == 0, rest
        assert "the match is kept" in rest


def log(data: Path, *words: str) -> str:
    done = CliRunner().invoke(main, ["--data", str(data), "log", *words])
    assert done.exit_code == 0, done.stderr
    return done.stdout


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
        program.send_signal(signal.SIGINT)
        program.wait(timeout=60)
    assert "2 entries follow the rules, unfinished" in log(tmp_path, "verify", match_id[:8])


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
        (["none", "--host", "203.0.113.9"], "cannot use port"),
        (["usb:0", "--profile", "unknown"], "profile"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(tmp_path: Path, words: list[str], said: str) -> None:
    done = play(tmp_path, "--port", "0", *words)
    assert done.exit_code in (1, 2), done.output
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


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

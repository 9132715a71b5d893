"""The unit that starts the table, how it is put there and away, and the words to systemd."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from getpass import getuser
from pathlib import Path

import pytest

from device.program import main
from device.service import (
    MARK,
    NAME,
    PROGRAM,
    UNIT,
    Host,
    install,
    quoted,
    remove,
    run_command,
    start_words,
    unit_text,
    usual_user,
)
from device.systemd import Systemd
from device.trouble import Trouble

UNIT_TEXT = unit_text("ann", ["/opt/dice-table/dice-table", "play"], has_group=lambda _: True)


def section(text: str, name: str) -> dict[str, str]:
    """Return the lines of one section of a unit as a dictionary."""
    lines = text.partition(f"[{name}]\n")[2].partition("\n[")[0].splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


def test_the_unit_runs_as_a_user_restarts_and_stops_tidily():
    service = section(UNIT_TEXT, "Service")
    assert service["User"] == "ann"
    assert {"video", "gpio"} <= set(service["SupplementaryGroups"].split())
    assert service["Type"] == "notify"
    assert service["Restart"] == "on-failure"
    assert int(service["WatchdogSec"]) > 0
    assert service["KillSignal"] == "SIGTERM"
    assert service["ExecStart"] == "/opt/dice-table/dice-table play"
    assert section(UNIT_TEXT, "Install")["WantedBy"] == "multi-user.target"
    assert UNIT_TEXT.startswith(MARK)


def test_groups_that_are_not_there_are_left_out():
    """systemd refuses to start a unit that names a group which does not exist."""
    some = unit_text("ann", ["x"], has_group=lambda name: name == "video")
    none = unit_text("ann", ["x"], has_group=lambda _: False)
    assert section(some, "Service")["SupplementaryGroups"] == "video"
    assert "SupplementaryGroups" not in none


def test_a_low_port_is_allowed_only_where_it_is_wanted():
    assert "CAP_NET_BIND_SERVICE" in unit_text("ann", ["x"], port=80)
    assert "CAP_NET_BIND_SERVICE" not in unit_text("ann", ["x"], port=8080)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not there")
@pytest.mark.parametrize("port", [80, 8080])
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path, port):
    odd = tmp_path / 'a "folder" of 100 % $HOME; ours'
    odd.mkdir()
    launcher = odd / NAME
    launcher.write_text("#!/bin/sh\n")
    launcher.chmod(0o755)
    unit = tmp_path / UNIT
    text = unit_text(getuser(), start_words(odd, data=odd / "data"), folder=odd, port=port)
    unit.write_text(text)
    words = ["systemd-analyze", "verify", "--man=no", str(unit)]
    done = subprocess.run(words, capture_output=True, text=True)
    complaints = [line for line in done.stderr.splitlines() if UNIT in line]
    assert done.returncode == 0, done.stderr
    assert complaints == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not there")
def test_systemd_would_have_complained_about_a_broken_one(tmp_path):
    unit = tmp_path / UNIT
    unit.write_text(unit_text(getuser(), ["/no/such/program"]))
    words = ["systemd-analyze", "verify", "--man=no", str(unit)]
    assert subprocess.run(words, capture_output=True).returncode != 0


@pytest.mark.parametrize(
    ("word", "written"),
    [
        ("play", "play"),
        ("/srv/my games", '"/srv/my games"'),
        ("100%", "100%%"),
        ("$HOME", "$$HOME"),
        ('say "hi"', '"say \\"hi\\""'),
        ("", '""'),
    ],
)
def test_words_are_quoted_as_systemd_reads_them(word, written):
    assert quoted(word) == written


def test_a_line_break_in_a_path_is_refused():
    with pytest.raises(Trouble, match="line break"):
        quoted("a\nb")


@pytest.mark.parametrize(
    "name", ["a b", "", "0", "ann\nExecStart=/bin/true", "ann\n", "ann:x", "-u"]
)
def test_what_can_be_no_name_of_a_user_gets_no_unit(name):
    with pytest.raises(Trouble, match="no name that a user can have"):
        unit_text(name, ["x"])


@pytest.mark.parametrize("name", ["ann", "bo2", "ann.bo", "dice-table", "_apt", "Ann", "pc$"])
def test_a_users_name_is_in_the_unit_as_it_is(name):
    assert section(unit_text(name, ["x"]), "Service")["User"] == name


def test_the_launcher_starts_it_where_there_is_one(tmp_path):
    assert start_words(PROGRAM)[:2] == ["/bin/sh", str(PROGRAM / NAME)]
    words = start_words(tmp_path, data=Path("games"))
    assert words[:5] == [sys.executable, "-P", "-s", "-m", "device"]
    assert words[5:] == ["--data", str(Path("games").resolve()), "play", "--no-browser"]


def test_the_owner_of_the_folder_is_the_usual_user(tmp_path):
    assert usual_user(tmp_path) == (NAME if os.geteuid() == 0 else getuser())
    assert usual_user(tmp_path / "gone") == NAME


# ---- putting it there and away -------------------------------------------------------------------


@dataclass
class Machine:
    """A machine that writes down what is run on it, and may fail at one command."""

    folder: Path
    users: set[str] = field(default_factory=lambda: {"ann"})
    fails_at: str = ""
    ran: list[str] = field(default_factory=list)

    def host(self) -> Host:
        units, running = self.folder / "units", self.folder / "running"
        for path in (units, running):
            path.mkdir(exist_ok=True)
        return Host(units, running, True, self.run, lambda _: True, self.users.__contains__)

    def run(self, words: Sequence[str]) -> None:
        self.ran.append(" ".join(words))
        if self.fails_at and self.fails_at in self.ran[-1]:
            raise Trouble(f"{words[0]} failed")
        if words[0] == "useradd":
            self.users.add(words[-1])


def test_installing_says_each_step_and_removing_undoes_it(tmp_path):
    machine = Machine(tmp_path)
    host = machine.host()
    said = "\n".join(install(host, "ann", UNIT_TEXT))
    assert host.unit.read_text() == UNIT_TEXT
    assert machine.ran == [
        "systemctl daemon-reload",
        f"systemctl enable {UNIT}",
        f"systemctl restart {UNIT}",
    ]
    for words in (str(host.unit), "as the user ann", "journalctl", "--remove"):
        assert words in said
    machine.ran.clear()
    said = "\n".join(remove(host))
    assert not host.unit.exists()
    assert machine.ran == [f"systemctl disable --now {UNIT}", "systemctl daemon-reload"]
    assert "kept" in said
    assert "nothing was to be undone" in "\n".join(remove(host))


def test_installing_twice_replaces_our_own_unit(tmp_path):
    host = Machine(tmp_path).host()
    list(install(host, "ann", UNIT_TEXT))
    newer = UNIT_TEXT.replace("WatchdogSec=60", "WatchdogSec=90")
    list(install(host, "ann", newer))
    assert host.unit.read_text() == newer


def test_a_user_of_its_own_is_made_and_kept(tmp_path):
    machine = Machine(tmp_path)
    host = machine.host()
    said = "\n".join(install(host, NAME, UNIT_TEXT))
    assert machine.ran[0].startswith("useradd --system")
    assert "Made the user" in said
    assert "userdel" in "\n".join(remove(host))
    assert NAME in machine.users


def test_a_user_that_does_not_exist_is_refused(tmp_path):
    machine = Machine(tmp_path)
    with pytest.raises(Trouble, match="no user bob"):
        list(install(machine.host(), "bob", UNIT_TEXT))
    assert machine.ran == []


@pytest.mark.parametrize("command", ["daemon-reload", "enable", "restart"])
def test_a_step_that_fails_leaves_nothing_behind(tmp_path, command):
    host = Machine(tmp_path, fails_at=command).host()
    with pytest.raises(Trouble, match="failed"):
        list(install(host, "ann", UNIT_TEXT))
    assert not host.unit.exists()


def test_a_step_that_fails_puts_the_former_unit_back(tmp_path):
    machine = Machine(tmp_path)
    host = machine.host()
    list(install(host, "ann", UNIT_TEXT))
    machine.fails_at = "restart"
    with pytest.raises(Trouble):
        list(install(host, "ann", UNIT_TEXT.replace("ann", "bo")))
    assert host.unit.read_text() == UNIT_TEXT


def test_somebody_elses_unit_is_not_touched(tmp_path):
    host = Machine(tmp_path).host()
    host.unit.write_text("[Unit]\n")
    for doing in (install(host, "ann", UNIT_TEXT), remove(host)):
        with pytest.raises(Trouble, match="somebody else"):
            list(doing)
    assert host.unit.read_text() == "[Unit]\n"


def test_without_root_or_systemd_it_says_so(tmp_path):
    host = Machine(tmp_path).host()
    with pytest.raises(Trouble, match="sudo"):
        list(install(replace(host, is_root=False), "ann", UNIT_TEXT))
    with pytest.raises(Trouble, match="not run by systemd"):
        list(install(replace(host, running=tmp_path / "no"), "ann", UNIT_TEXT))


def test_a_command_that_fails_is_told_with_its_last_words():
    run_command(["true"])
    with pytest.raises(Trouble, match="went wrong"):
        run_command(["sh", "-c", "echo it went wrong >&2; exit 3"])


def test_a_command_that_is_not_there_is_told():
    with pytest.raises(Trouble, match="could not be run"):
        run_command(["/no/such/program"])


def test_print_only_prints(capsys, tmp_path):
    with pytest.raises(SystemExit) as ended:
        main(["install-service", "--print", "--user", "ann", "--data", str(tmp_path)])
    assert not ended.value.code
    text = capsys.readouterr().out
    assert section(text, "Service")["User"] == "ann"
    assert f"--data {tmp_path} play" in section(text, "Service")["ExecStart"]
    assert list(tmp_path.iterdir()) == []


# ---- the words to systemd ------------------------------------------------------------------------


@pytest.fixture
def listener(tmp_path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind(str(tmp_path / "notify"))
        there.settimeout(20.0)
        yield there


def heard(there: socket.socket) -> list[str]:
    return there.recv(4096).decode().splitlines()


def test_ready_alive_and_stopping_are_said(tmp_path, listener):
    now = [0.0]
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "60000000"}
    with Systemd(environment, lambda: now[0]) as systemd:
        systemd.ready("the page is at\nhttp://x")
        assert heard(listener) == ["READY=1", "STATUS=the page is at http://x"]
        said: list[float] = []

        def answers() -> bool:
            said.append(now[0])
            return True

        for second in range(60):
            now[0] = float(second)
            systemd.alive(answers)
        assert said == [0, 15, 30, 45]
        for _ in said:
            assert heard(listener) == ["WATCHDOG=1"]
    assert heard(listener) == ["STOPPING=1"]


def test_a_table_that_does_not_answer_is_not_called_alive(tmp_path, listener):
    environment = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "1000000"}
    systemd = Systemd(environment)
    systemd.alive(lambda: False)
    systemd.stopping()
    assert heard(listener) == ["STOPPING=1"]


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"WATCHDOG_USEC": "1000000"},
        {"NOTIFY_SOCKET": "/no/such/socket"},
        {"NOTIFY_SOCKET": "/no/such/socket", "WATCHDOG_USEC": "soon"},
        {"NOTIFY_SOCKET": "/no/such/socket", "WATCHDOG_USEC": "1000000", "WATCHDOG_PID": "1"},
    ],
)
def test_without_a_watchdog_the_table_is_not_asked(environment):
    def asked() -> bool:
        raise AssertionError("asked")

    systemd = Systemd(environment)
    systemd.ready()
    systemd.alive(asked)
    systemd.stopping()


def test_an_abstract_socket_is_understood():
    name = f"dice-table-test-{os.getpid()}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind("\0" + name)
        there.settimeout(5.0)
        Systemd({"NOTIFY_SOCKET": "@" + name}).ready()
        assert heard(there) == ["READY=1"]


def test_the_table_that_is_played_at_talks_to_systemd(tmp_path, listener):
    """As systemd would start it: ready, alive again and again, and a tidy end at SIGTERM."""
    environment = {
        **os.environ,
        "NOTIFY_SOCKET": str(tmp_path / "notify"),
        "WATCHDOG_USEC": "4000000",
        "PYTHONPATH": os.pathsep.join([str(PROGRAM), os.environ.get("PYTHONPATH", "")]),
    }
    environment.pop("WATCHDOG_PID", None)
    words = [sys.executable, "-m", "device", "--data", str(tmp_path / "data"), "--config",
             str(tmp_path / "settings.toml"), "play", "none", "--host", "127.0.0.1", "--port", "0",
             "--no-browser"]  # fmt: skip
    table = subprocess.Popen(
        words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    )
    with table:
        try:
            listener.settimeout(60.0)
            assert heard(listener)[0] == "READY=1"
            assert [heard(listener) for _ in range(3)] == [["WATCHDOG=1"]] * 3
        finally:
            table.send_signal(signal.SIGTERM)
        last = heard(listener)
        while last == ["WATCHDOG=1"]:
            last = heard(listener)
        assert last == ["STOPPING=1"]
        assert table.wait(timeout=30) == 0

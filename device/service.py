"""The systemd unit that starts the table with the machine, and how to put it there and away.

Everything outside the program goes through a `Host`, so that tests can watch each step.
"""

from __future__ import annotations

import os
import pwd
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from grp import getgrnam
from pathlib import Path

from device.trouble import Trouble

NAME = "dice-table"
UNIT = f"{NAME}.service"
OWN_HOME = Path("/var/lib") / NAME
GROUPS = ("video", "gpio", "render", "audio")  # camera, pins, camera on newer systems, voice
MARK = "# Written by `dice-table install-service`; `dice-table install-service --remove` undoes it."
# What useradd takes with --badname too; a number would be a user's number to systemd.
USER_NAME = re.compile(r"(?!\d+$)\w[\w.-]*\$?")
PROGRAM = Path(__file__).resolve().parent.parent

TEMPLATE = """\
{mark}
[Unit]
Description=Referee for tabletop dice games
After=network.target sound.target
# However often it fails, the next try may find the camera plugged in again.
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
User={user}
{groups}WorkingDirectory={folder}
Environment=PYTHONUNBUFFERED=1
ExecStart={start}
Restart=on-failure
RestartSec=5
# The first start sets itself up, which takes minutes on a slow line.
TimeoutStartSec=900
WatchdogSec=60
KillMode=mixed
KillSignal=SIGTERM
TimeoutStopSec=30
SyslogIdentifier={name}
NoNewPrivileges=yes
ProtectSystem=full
PrivateTmp=yes
{ports}
[Install]
WantedBy=multi-user.target
"""


@dataclass(frozen=True, slots=True)
class Host:
    """The machine as the service sees it."""

    units: Path = Path("/etc/systemd/system")
    running: Path = Path("/run/systemd/system")
    is_root: bool = field(default_factory=lambda: os.geteuid() == 0)
    run: Callable[[Sequence[str]], None] = field(default_factory=lambda: run_command)
    has_group: Callable[[str], bool] = field(default_factory=lambda: group_exists)
    has_user: Callable[[str], bool] = field(default_factory=lambda: user_exists)

    @property
    def unit(self) -> Path:
        """Where the unit lies."""
        return self.units / UNIT


def run_command(words: Sequence[str]) -> None:
    """Run a command; raises Trouble with its last words when it fails."""
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Trouble(f"`{' '.join(words)}` could not be run ({error})") from error
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise Trouble(
            f"`{' '.join(words)}` failed ({said[-1] if said else done.returncode})",
            f"`journalctl -u {NAME} -n 30` tells more",
        )


def group_exists(name: str) -> bool:
    """Say whether there is a group of that name."""
    try:
        getgrnam(name)
    except KeyError:
        return False
    return True


def user_exists(name: str) -> bool:
    """Say whether there is a user of that name."""
    try:
        pwd.getpwnam(name)
    except KeyError:
        return False
    return True


def usual_user(program: Path = PROGRAM) -> str:
    """Return whom the table should run as: the owner of the program, or a user of its own.

    People's home folders are closed to others, so a copy in one can only be run by its owner.
    """
    owner = ""
    with suppress(KeyError, OSError):
        owner = pwd.getpwuid(program.stat().st_uid).pw_name
    return NAME if owner in ("", "root") else owner


def settings_of(user: str) -> Path | None:
    """Return where a user's settings are, None for a user that does not exist yet."""
    try:
        home = pwd.getpwnam(user).pw_dir
    except KeyError:
        return None
    return Path(home, ".config", NAME, "settings.toml")


def start_words(
    program: Path = PROGRAM, data: Path | None = None, settings: Path | None = None
) -> list[str]:
    """Return the command that starts the table; the launcher where it is, as it sets itself up."""
    launcher = program / NAME
    as_module = [sys.executable, "-P", "-s", "-m", "device"]
    # Through sh, as systemd takes no program whose own path holds quotation marks and the like.
    words = ["/bin/sh", str(launcher)] if launcher.is_file() else as_module
    for option, path in (("--data", data), ("--config", settings)):
        if path is not None:
            words += [option, str(path.expanduser().resolve())]
    return [*words, "play", "--no-browser"]


def unit_text(
    user: str,
    words: Sequence[str],
    folder: Path = PROGRAM,
    has_group: Callable[[str], bool] = group_exists,
    port: int = 8080,
) -> str:
    """Return the unit. Groups that this machine lacks are left out: systemd would refuse them.

    Raises Trouble for what can be the name of no user: it would end the line, or begin another.
    """
    if not USER_NAME.fullmatch(user):
        raise Trouble(
            f"{user!r} is no name that a user can have", "name one that exists with --user"
        )
    there = [group for group in GROUPS if has_group(group)]
    return TEMPLATE.format(
        mark=MARK,
        name=NAME,
        user=user,
        groups=f"SupplementaryGroups={' '.join(there)}\n" if there else "",
        folder=str(folder).replace("%", "%%"),
        start=" ".join(quoted(word) for word in words),
        ports="AmbientCapabilities=CAP_NET_BIND_SERVICE\n" if 0 < port < 1024 else "",
    )


def quoted(word: str) -> str:
    """Return a word of a command as systemd reads it back."""
    if "\n" in word:
        raise Trouble(f"a path with a line break cannot start with the machine: {word!r}")
    safe = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{safe}"' if not word or any(c in word for c in " \t'\";\\") else safe


def install(host: Host, user: str, text: str) -> Iterator[str]:
    """Put the unit there and start it; yields a sentence for each thing done. Raises Trouble.

    When a step fails what was there before is put back.
    """
    _must_be_able(host)
    if not host.has_user(user):
        if user != NAME:
            raise Trouble(f"there is no user {user}", "name one that exists with --user")
        host.run(
            ["useradd", "--system", "--create-home", "--home-dir", str(OWN_HOME),
             "--shell", "/usr/sbin/nologin", user]
        )  # fmt: skip
        yield f"Made the user {user}; its matches are kept under {OWN_HOME}."
    before = _ours(host)
    host.unit.write_text(text, encoding="utf-8")
    yield f"Wrote {host.unit}."
    try:
        host.run(["systemctl", "daemon-reload"])
        host.run(["systemctl", "enable", UNIT])
        yield f"It starts with the machine, as the user {user}."
        host.run(["systemctl", "restart", UNIT])
    except Trouble:
        _put_back(host, before)
        raise
    yield "It is running now."
    yield f"What it says: journalctl -u {NAME}. Undo: dice-table install-service --remove."


def remove(host: Host) -> Iterator[str]:
    """Stop the table and take the unit away; yields a sentence for each thing done."""
    _must_be_able(host)
    if _ours(host) is None:
        yield f"There is no {host.unit}; nothing was to be undone."
        return
    host.run(["systemctl", "disable", "--now", UNIT])
    yield "Stopped it; it no longer starts with the machine."
    host.unit.unlink()
    host.run(["systemctl", "daemon-reload"])
    yield f"Took away {host.unit}. Matches and settings are kept."
    if host.has_user(NAME):
        yield f"The user {NAME} and {OWN_HOME} stay; to delete them: sudo userdel -r {NAME}."


def _must_be_able(host: Host) -> None:
    if not host.running.is_dir():
        raise Trouble(
            "this machine is not run by systemd",
            "start `dice-table play` with what starts programs here",
        )
    if not host.is_root:
        raise Trouble("this needs root", "`sudo ./dice-table install-service` (or --print to look)")


def _ours(host: Host) -> str | None:
    """Return the unit that lies there, None without; raises Trouble for somebody else's."""
    try:
        text = host.unit.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    if MARK not in text:
        raise Trouble(f"{host.unit} was written by somebody else", "move it away, then try again")
    return text


def _put_back(host: Host, before: str | None) -> None:
    with suppress(Trouble):
        if before is None:
            host.run(["systemctl", "disable", UNIT])
    if before is None:
        host.unit.unlink(missing_ok=True)
    else:
        host.unit.write_text(before, encoding="utf-8")
    with suppress(Trouble):
        host.run(["systemctl", "daemon-reload"])

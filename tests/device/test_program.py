"""The program itself: what it lists, how quickly, and how it says that something is wrong."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from device import program
from device.trouble import Trouble

ROOT = Path(program.__file__).parent.parent


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(program.main, list(words))
    return result.exit_code, result.stdout, result.stderr


def test_help_lists_the_commands_that_exist_with_an_example_each() -> None:
    code, out, _ = run("--help")
    assert code == 0
    names = program.main.list_commands(click.Context(program.main))
    for name in names:
        assert name in out
        assert program.COMMANDS[name][1] in out
    for name in set(program.COMMANDS) - set(names):
        assert f"dice-table {name}" not in out


def test_help_lists_the_launchers_own_commands_where_it_is_the_launcher_that_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An installed package has no `test` and no `setup`, so it must not promise them."""
    for started, listed in (("", False), ("/somewhere/dice-table", True)):
        monkeypatch.setenv(program.LAUNCHER, started)
        code, out, _ = run("--help")
        assert code == 0
        for name, (says, _) in program.OF_THE_LAUNCHER.items():
            assert (says in out) is listed
            assert (f"dice-table {name}\n" in out) is listed


def test_help_imports_none_of_the_heavy_libraries() -> None:
    code = (
        "import sys\nfrom device.program import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'cv2', 'flask', 'sqlite3', 'gpiozero', 'vision', 'rules', 'web'}\n"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_version() -> None:
    code, out, _ = run("--version")
    assert code == 0
    assert out.startswith("dice-table ")


@pytest.mark.parametrize("words", [("plya",), ("--dta", "x"), ("nothing-like-it",)])
def test_what_is_typed_wrongly_gets_one_line_and_status_two(words: tuple[str, ...]) -> None:
    code, _, err = run(*words)
    assert code == 2
    assert err.startswith("dice-table: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (Trouble("the camera is gone", "plug it in"), 1, "the camera is gone; do: plug it in"),
        (FileNotFoundError(2, "No such file or directory", "x.mp4"), 1, "x.mp4: No such file"),
        (ZeroDivisionError("oh"), 1, "--debug"),
        (click.UsageError("two\nlines"), 2, "two lines"),
    ],
)
def test_each_error_is_one_line(
    error: Exception, status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program.say(error) == status
    err = capsys.readouterr().err
    assert said in err
    assert err.count("\n") == 1


LETTER, NOWHERE = "letter.md", "gone/file"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("read", LETTER), "a whole photo, JPEG or PNG"),
        (("read", NOWHERE), "look at its name"),
        (("read", "."), "name the photos that lie in it"),
        (("read", "film.mp4"), "dice-table watch"),
        (("read", "new.heic"), "save it as JPEG"),
        (("read", "new.GIF"), "save it as JPEG or PNG"),
        (("teach", "mine", "--face", "6", NOWHERE), "look at its name"),
        (("teach", "mine", "--labels", NOWHERE), "look at its name"),
        (("teach", "mine", "--labels", LETTER), '{"photos": ['),
        (("bench", "vision", NOWHERE), "look at its name"),
        (("mat", NOWHERE), "choose a folder of your own"),
        (("log", "verify", "nofile"), "a file that `log export` wrote, or an ID"),
        (("log", "verify", NOWHERE), "a file that `log export` wrote, or an ID"),
        (("log", "import", NOWHERE), "a file that `log export` wrote, or an ID"),
        (("log", "list", "--data", LETTER), "name a folder: --data DIR"),
        (("log", "list", "--data", f"{LETTER}/in"), "name a folder: --data DIR"),
        (("watch", LETTER), "choose a video file"),
        (("play", "usb:x"), "`usb:0`"),
        (("play", "none", "--no-browser", "--profile", "gone"), "`dice-table teach gone"),
    ],
)
def test_what_cannot_be_done_says_what_to_do(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (LETTER, "film.mp4", "new.heic", "new.GIF"):
        (tmp_path / name).write_text("Dear Ann")
    code, _, err = run("--data", "data", "--config", "none.toml", *words)
    assert code == 1
    assert err.count("\n") == 1
    assert said in err.partition("; do: ")[2]


@pytest.mark.parametrize("number", [*errno.errorcode])
def test_whatever_the_system_refuses_has_a_remedy(
    number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert program.say(OSError(number, "no", "a.txt")) == 1
    assert capsys.readouterr().err.partition("; do: ")[2].strip()


def test_the_programs_own_options_may_stand_behind_the_command() -> None:
    words = ["log", "--data", "d", "list", "--debug", "--config=c", "--", "--data"]
    assert program.to_the_front(words) == [
        "--data", "d", "--debug", "--config=c", "log", "list", "--", "--data",
    ]  # fmt: skip


def test_a_video_that_cannot_be_read_gets_our_line_alone(tmp_path: Path) -> None:
    """FFmpeg and OpenCV write lines of their own, in a process that does not hush them."""
    broken = tmp_path / "cut.mp4"
    broken.write_bytes(b"\x00\x00\x00\x1cftypisom\x00\x00\x02\x00isomiso2mp41" + b"\x00" * 500)
    done = subprocess.run(
        [sys.executable, "-m", "device", "watch", str(broken)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("dice-table: ")
    assert done.stderr.count("\n") == 1


def numbers_of(group: click.Group, *words: str) -> Iterator[tuple[str, ...]]:
    """Every option of every command that takes a number, as it is typed."""
    for name in group.list_commands(click.Context(group)):
        found = group.get_command(click.Context(group), name)
        assert found is not None
        if isinstance(found, click.Group):
            yield from numbers_of(found, *words, name)
        for option in found.params:
            if isinstance(option.type, click.types.FloatParamType | click.types.IntParamType):
                yield (*words, name, option.opts[0])


@pytest.mark.parametrize("command", [*numbers_of(program.main)], ids=" ".join)
@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "-5", "many", ""])
def test_a_number_that_cannot_be_is_typed_wrongly(command: tuple[str, ...], number: str) -> None:
    """It says which can: no negative one makes a program count for ever, or end in the middle."""
    if command[-1] == "--seed":
        return  # any whole number is one
    code, _, err = run(*command, number, "none")
    assert code == 2
    assert err.count("\n") == 1
    assert " or more; do: " in err or " to " in err


@pytest.mark.parametrize("words", [("--help",), ("log", "list"), ("mat", "--out", "-")])
def test_a_closed_standard_output_is_nothing_unexpected(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    """A service or a job of cron may start it so."""
    line = [sys.executable, "-m", "device", "--data", str(tmp_path), *words]
    command = f"exec {' '.join(line)} >&-"
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False
    )
    assert "unexpected" not in done.stderr
    assert done.returncode == 0


def test_ctrl_c_while_the_program_is_still_loaded_says_nothing(tmp_path: Path) -> None:
    """On a Pi that takes seconds, and a traceback looks as if something were broken."""
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "device"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 130


def test_the_package_changes_nothing_of_a_program_that_imports_it() -> None:
    """Neither how its errors are told nor what its signals do."""
    code = (
        "import signal, sys\nbefore = sys.excepthook, signal.getsignal(signal.SIGINT)\n"
        "import device.program, device.referee\n"
        "assert before == (sys.excepthook, signal.getsignal(signal.SIGINT))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr

"""The launcher's set-up, branch by branch, on a machine of stand-ins (see conftest.py)."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest


def wait_for(path: Path) -> None:
    end = time.monotonic() + 20
    while not path.exists():
        assert time.monotonic() < end, f"{path.name} never came"
        time.sleep(0.02)


def test_first_start_sets_up_and_plays(machine, tmp_path):
    done = machine.start("play", "--game", "knister", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"device in {tmp_path}\n"  # nothing but the program on standard output
    assert "numpy, 18.3 MB" in done.stderr
    calls = machine.calls()
    assert sum("-m venv" in call for call in calls) == 1
    install = next(call for call in calls if "pip install" in call)
    assert "--no-user" in install
    assert install.endswith(f"--editable {machine.checkout}")
    assert calls[-1] == "python -P -s -m device play --game knister"


@pytest.mark.parametrize("command", ["test", "setup"])
@pytest.mark.parametrize("asked", ["--help", "-h"])
def test_help_of_the_launchers_own_commands_does_nothing_else(machine, command, asked):
    machine.fact("pip-fails")
    done = machine.start(command, asked)
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: dice-table {command}")
    assert done.stderr == ""
    assert machine.calls() == []
    assert not machine.venv.exists()


def test_the_program_is_told_that_the_launcher_started_it(root):
    """The name is the one that the program looks for, so that its help lists these commands."""
    from device.program import LAUNCHER, OF_THE_LAUNCHER

    launcher = (root / "dice-table").read_text()
    assert f"{LAUNCHER}=$here/dice-table exec" in launcher
    assert all(f"{name}) cat <<" in launcher for name in OF_THE_LAUNCHER)


def test_second_start_makes_nothing_anew_and_needs_no_network(machine):
    machine.start("play")
    machine.calls()
    machine.fact("pip-fails")
    done = machine.start("play")
    assert done.returncode == 0
    assert done.stderr == ""
    assert not any("pip" in call or "venv" in call.split()[1:3] for call in machine.calls())


def test_works_through_symlinks_and_from_any_folder(machine, tmp_path):
    (tmp_path / "links").mkdir()
    first = tmp_path / "links" / "first"
    first.symlink_to(machine.launcher)
    (tmp_path / "second").symlink_to("links/first")
    done = machine.start("read", by=tmp_path / "second", cwd=tmp_path / "links")
    assert done.stdout == f"device in {tmp_path / 'links'}\n"
    assert machine.venv.is_dir()


def test_found_through_path(machine):
    (machine.bin / "dice-table").symlink_to(machine.launcher)
    done = machine.start("dice-table", "play", by=machine.bin / "env")
    assert done.returncode == 0, done.stderr
    assert machine.venv.is_dir()


def test_given_to_a_shell_by_its_bare_name(machine):
    done = machine.start("dice-table", "play", by=machine.bin / "sh", cwd=machine.checkout)
    assert done.returncode == 0, done.stderr
    assert machine.venv.is_dir()


def test_failed_download_is_said_and_mended_by_the_next_start(machine):
    machine.fact("pip-fails")
    done = machine.start("play")
    assert done.returncode == 1
    assert "ERROR: no network" in done.stderr
    assert "could not be fetched" in done.stderr
    assert not (machine.venv / "ready-run").exists()
    machine.no_fact("pip-fails")
    again = machine.start("play")
    assert again.returncode == 0
    assert "unfinished or out of date: making it anew" in again.stderr
    assert machine.start("play").stderr == ""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_killed_in_the_middle_is_mended(machine, how):
    machine.fact("pip-waits")
    running = machine.begin("play")
    wait_for(machine.state / "pip-runs")
    os.killpg(running.pid, how)
    machine.no_fact("pip-waits")
    _, said = running.communicate(timeout=20)
    assert running.returncode != 0
    assert ("stopped" in said) == (how == signal.SIGINT)
    (machine.venv / "half-unpacked").touch()
    again = machine.start("play")
    assert again.returncode == 0, again.stderr
    assert not (machine.venv / "half-unpacked").exists()


def test_two_starts_at_once_set_up_once(machine):
    machine.fact("pip-waits")
    running = [machine.begin("play")]
    wait_for(machine.state / "pip-runs")
    running += [machine.begin("play"), machine.begin("play")]
    time.sleep(0.5)
    machine.no_fact("pip-waits")
    said = [each.communicate(timeout=20) for each in running]
    assert [each.returncode for each in running] == [0, 0, 0], said
    assert len(machine.calls("pip install")) == 1
    assert sum("waiting for it" in stderr for _, stderr in said) == 2


def test_python_upgraded_under_it_makes_it_anew(machine):
    machine.start("play")
    (machine.venv / "left-over").touch()
    machine.fact("version", "3.13")
    done = machine.start("play")
    assert done.returncode == 0
    assert not (machine.venv / "left-over").exists()


def test_environment_without_its_python_is_made_anew(machine):
    machine.start("play")
    (machine.venv / "bin" / "python").unlink()
    (machine.venv / "bin" / "python").symlink_to("/nowhere/python3")
    assert machine.start("play").returncode == 0
    assert machine.calls("-m device")


def test_moved_checkout_is_made_anew(machine, tmp_path):
    machine.start("play")
    moved = tmp_path / "moved"
    machine.checkout.rename(moved)
    machine.calls()
    assert machine.start("play", by=moved / "dice-table").returncode == 0
    assert machine.calls("-m venv")


def test_changed_libraries_are_fetched_into_the_same_environment(machine):
    machine.start("play")
    machine.calls()
    pyproject = machine.checkout / "pyproject.toml"
    pyproject.write_text(pyproject.read_text().replace("flask>=3.0", "flask>=3.1"))
    done = machine.start("play")
    assert done.returncode == 0
    calls = machine.calls()
    assert any("pip install" in call for call in calls)
    assert not any("-m venv" in call for call in calls)


def test_changed_tool_settings_fetch_nothing(machine):
    machine.start("play")
    pyproject = machine.checkout / "pyproject.toml"
    pyproject.write_text(pyproject.read_text().replace("line-length = 100", "line-length = 101"))
    assert machine.start("play").stderr == ""


def test_environment_that_is_not_ours_is_kept_aside(machine):
    machine.venv.mkdir()
    (machine.venv / "precious").touch()
    done = machine.start("play")
    assert done.returncode == 0
    (aside,) = machine.checkout.glob(".venv.old-*")
    assert (aside / "precious").exists()
    assert str(aside) in done.stderr


def test_folder_that_cannot_be_written_uses_the_cache(machine):
    """As root a read-only mount stands for it, since root may write into any folder."""
    before: tuple[str, ...] = ()
    if os.geteuid() == 0:
        mount = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && shift 0 && exec "$@"'
        before = ("/usr/bin/unshare", "--mount", "/bin/sh", "-c", f"PATH=/usr/bin:/bin; {mount}")
        before += (str(machine.checkout),)
        probe = subprocess.run([*before, "/bin/true"], capture_output=True, check=False)
        if probe.returncode:
            pytest.skip("mounting is not allowed here, so root can write everywhere")
        before += ("/usr/bin/env", f"PATH={machine.bin}")
    else:
        machine.checkout.chmod(0o555)
    try:
        done = machine.start("play", before=before)
        assert done.returncode == 0, done.stderr
        assert "cache folder, because" in done.stderr
        (made,) = (machine.home / ".cache" / "dice-table").iterdir()
        assert (made / "ready-run").exists()
        assert machine.start("play", before=before).stderr == ""
    finally:
        machine.checkout.chmod(0o755)

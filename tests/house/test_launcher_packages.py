"""What the launcher does where Debian packages are missing, on a Pi, and for the tests."""

from __future__ import annotations

import shutil

import pytest


def test_old_python_is_named(machine):
    machine.fact("old")
    machine.fact("version", "3.9")
    done = machine.start("play")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed." in done.stderr
    assert "3.9.1" in done.stderr
    assert not machine.calls("apt-get")


@pytest.mark.parametrize("by", ["root", "sudo"])
def test_missing_venv_package_is_installed_where_it_may(machine, by):
    machine.fact("no-ensurepip")
    machine.fact(by)
    done = machine.start("play")
    assert done.returncode == 0, done.stderr
    assert "installing Debian packages: python3 python3-venv" in done.stderr
    assert len(machine.calls("python3-venv")) == 1


def test_missing_venv_package_is_asked_for_where_it_may_not(machine):
    machine.fact("no-ensurepip")
    done = machine.start("play")
    assert done.returncode == 1
    assert "sudo apt-get install --no-install-recommends python3 python3-venv\n" in done.stderr
    assert not machine.calls("apt-get")
    machine.fact("root")
    assert machine.start("play").returncode == 0


def test_python_without_ensurepip_gives_way_to_one_that_has_it(machine):
    """A python3 in front of the PATH may be bare while another on the machine is whole."""
    whole = (machine.bin / "python3").read_text()
    (machine.bin / "python3.12").write_text(whole)
    (machine.bin / "python3.12").chmod(0o755)
    (machine.bin / "python3").write_text('#!/bin/sh\necho "3.11.2 bare"\n')
    done = machine.start("play")
    assert done.returncode == 0, done.stderr
    assert "python3.12" in done.stderr
    assert not machine.calls("apt-get")


def test_no_python_at_all_installs_it(machine):
    (machine.bin / "python3").rename(machine.bin / "kept")
    apt = machine.bin / "apt-get"
    apt.write_text(apt.read_text() + f'cp "{machine.bin}/kept" "{machine.bin}/python3"\n')
    machine.fact("root")
    assert machine.start("play").returncode == 0


@pytest.mark.parametrize(("debian", "glib"), [("12", "libglib2.0-0"), ("13", "libglib2.0-0t64")])
def test_library_that_opencv_misses_is_installed(machine, debian, glib):
    machine.fact(f"debian-{debian}")
    machine.fact("no-libgl")
    machine.fact("root")
    done = machine.start("play")
    assert done.returncode == 0, done.stderr
    (install,) = machine.calls("libgl1")
    assert install.endswith(f" libgl1 {glib}")


def test_library_that_opencv_misses_is_asked_for(machine):
    machine.fact("no-libgl")
    done = machine.start("play")
    assert done.returncode == 1
    assert "OpenCV lacks a library of the system." in done.stderr
    assert "sudo apt-get install --no-install-recommends libgl1 libglib2.0-0\n" in done.stderr


def test_all_that_is_missing_is_asked_for_at_once_before_anything_is_fetched(machine):
    machine.fact("no-ensurepip")
    machine.fact("no-libgl")
    done = machine.start("play")
    assert "python3 python3-venv libgl1 libglib2.0-0\n" in done.stderr
    assert not machine.calls("pip install")


def test_library_that_does_not_work_is_said_and_nothing_is_fetched_twice(machine):
    machine.fact("broken-library")
    done = machine.start("play")
    assert done.returncode == 1
    assert "ImportError: numpy is broken" in done.stderr
    machine.no_fact("broken-library")
    machine.calls()
    assert machine.start("play").returncode == 0
    assert not machine.calls("pip install")


def test_package_that_will_not_install_is_tried_again_with_fresh_lists(machine):
    apt = machine.bin / "apt-get"
    apt.write_text(
        '#!/bin/sh\necho "apt-get $*" >>"$LOG"\n'
        'case "$*" in\n*update) touch "$STATE/updated" ;;\n'
        '*) [ -e "$STATE/updated" ] || exit 100; rm -f "$STATE/no-libgl" ;;\nesac\n'
    )
    machine.fact("no-libgl")
    machine.fact("root")
    assert machine.start("play").returncode == 0
    assert len(machine.calls("apt-get")) == 3


class TestRaspberryPi:
    """TROUBLES of the Pi: picamera2 comes from apt alone, and needs the numpy it was built for."""

    @pytest.fixture
    def pi(self, machine):
        machine.pi_model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
        shutil.copy(machine.bin / "python3", machine.bin / "system-python3")
        return machine

    def test_camera_of_the_system_is_seen_and_its_numpy_kept(self, pi):
        (pi.dist_packages / "picamera2").mkdir()
        (pi.dist_packages / "lgpio.py").touch()
        done = pi.start("play")
        assert done.returncode == 0, done.stderr
        assert "system-python3" in done.stderr
        calls = pi.calls()
        assert any("-m venv --system-site-packages" in call for call in calls)
        assert any(f"--constraint={pi.venv}/constraints.txt" in call for call in calls)
        assert (pi.venv / "constraints.txt").read_text() == "numpy==1.24.2\n"
        assert not any(call.startswith("apt-get") for call in calls)
        assert pi.start("play").stderr == ""

    def test_missing_camera_packages_are_installed(self, pi):
        apt = pi.bin / "apt-get"
        apt.write_text(apt.read_text() + f'mkdir -p "{pi.dist_packages}/picamera2"\n')
        pi.fact("sudo")
        assert pi.start("play").returncode == 0
        calls = pi.calls()
        assert any(call.endswith(" python3-picamera2 python3-lgpio") for call in calls)
        assert any("--system-site-packages" in call for call in calls)

    def test_without_leave_to_install_it_goes_on_and_says_so(self, pi):
        done = pi.start("play")
        assert done.returncode == 0
        assert "sudo apt-get install python3-picamera2 python3-lgpio" in done.stderr

    def test_camera_installed_later_makes_the_environment_anew(self, pi):
        pi.start("play")
        pi.calls()
        (pi.dist_packages / "picamera2").mkdir()
        assert pi.start("play").returncode == 0
        assert pi.calls("--system-site-packages")


class TestTests:
    def test_every_check_runs_and_pytest_has_the_last_word(self, machine):
        machine.fact("root")
        done = machine.start("test", "tests/rules", "-x")
        assert done.returncode == 0, done.stderr
        calls = machine.calls()
        assert any(call.endswith(f"--editable {machine.checkout}[test]") for call in calls)
        apt = [call for call in calls if "install --no-install-recommends chromium" in call]
        assert len(apt) == 1
        assert apt[0].endswith(" chromium-headless-shell")
        order = [
            "-m ruff check .",
            "-m ruff format --check .",
            "-m mypy",
            "contracts ",
            "-m pytest",
        ]
        places = [next(i for i, call in enumerate(calls) if part in call) for part in order]
        assert places == sorted(places)
        assert calls[places[-1]].endswith("tests/rules -x")
        assert done.stdout.endswith("3 passed in 0.01s\n")

    def test_one_failed_check_fails_the_whole_and_the_others_still_run(self, machine):
        machine.fact("mypy-fails")
        done = machine.start("test")
        assert done.returncode == 1
        assert "3 passed" in done.stdout
        assert done.stderr.endswith("dice-table: failed: mypy\n")

    def test_without_a_browser_it_says_what_is_left_out(self, machine):
        done = machine.start("test")
        assert done.returncode == 0
        assert "sudo apt-get install --no-install-recommends chromium" in done.stderr

    @pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium", "chromium-browser"])
    def test_with_a_browser_nothing_is_installed(self, machine, name):
        (machine.bin / name).symlink_to("/bin/true")
        machine.start("test")
        assert not machine.calls("apt-get")

    def test_where_the_engine_is_no_package_of_its_own_the_browser_is_installed(self, machine):
        machine.fact("root")
        apt = machine.bin / "apt-get"
        apt.write_text(apt.read_text() + 'case "$*" in *headless-shell) exit 100 ;; esac\n')
        done = machine.start("test")
        assert done.returncode == 0, done.stderr
        assert machine.calls("apt-get")[-1].endswith(" chromium")
        assert "left out" not in done.stderr

    def test_all_tests_run_several_at_a_time_and_those_asked_for_one_by_one(self, machine):
        machine.start("test")
        assert "-n auto" in machine.calls("-m pytest")[-1]
        machine.start("test", "tests/rules", "-x")
        assert "-n" not in machine.calls("-m pytest")[-1].split()

    def test_set_up_for_playing_is_completed_for_testing_and_not_the_other_way(self, machine):
        machine.start("play")
        machine.calls()
        machine.start("test")
        assert len(machine.calls("[test]")) == 1
        machine.start("play")
        assert not machine.calls("pip install")

    def test_setup_only_sets_up(self, machine):
        done = machine.start("setup")
        assert done.returncode == 0
        assert not machine.calls("-m device")

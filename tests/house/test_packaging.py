"""The wheel and the editable install hold every file (hatchling leaves out what git ignores)."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

PACKAGES = ("rules", "vision", "device", "web", "models")


@pytest.fixture
def built(root, tmp_path, monkeypatch):
    """Build a wheel of the given kind; returns the names in it and their contents."""
    from hatchling.builders.wheel import WheelBuilder

    def build(kind: str) -> zipfile.ZipFile:
        builder = WheelBuilder(str(root))
        (artifact,) = builder.build(directory=str(tmp_path), versions=[kind])
        return zipfile.ZipFile(artifact)

    return build


def test_wheel_holds_every_file_of_the_packages(built, tracked, root):
    ours = {
        path.relative_to(root).as_posix()
        for path in tracked
        if path.relative_to(root).parts[0] in PACKAGES
    }
    assert ours
    with built("standard") as wheel:
        assert not ours - set(wheel.namelist())


def test_wheel_starts_the_same_program(built):
    with built("standard") as wheel:
        (name,) = [name for name in wheel.namelist() if name.endswith("entry_points.txt")]
        assert b"dice-table = device.__main__:main" in wheel.read(name)


def test_editable_install_is_the_checkout_itself(built, root):
    with built("editable") as wheel:
        (name,) = [name for name in wheel.namelist() if name.endswith(".pth")]
        assert [Path(line) for line in wheel.read(name).decode().split()] == [root]


def test_git_ignores_no_file_that_the_program_needs(root):
    if not (root / ".git").exists() or not shutil.which("git"):
        pytest.skip("this copy is no git checkout, or there is no git")
    command = ["git", "-c", f"safe.directory={root}", "ls-files", "--others", "--ignored"]
    command += ["--exclude-standard", "--", *PACKAGES]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    ignored = [name for name in listed.splitlines() if "__pycache__" not in name]
    assert not ignored, "hatchling would leave these out of the wheel"

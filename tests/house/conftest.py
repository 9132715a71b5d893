"""A machine on which the launcher runs in a second: checkout, PATH and stand-ins with a log."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# All that the launcher may need beside python3, apt-get and sudo: each is on the barest Debian.
TOOLS = ("cat", "chmod", "cksum", "cp", "cut", "date", "dirname", "env", "flock", "grep", "ls")
TOOLS += ("mkdir", "mv", "readlink", "rm", "sed", "sh", "sleep", "tail", "touch", "true")


class Machine:
    """A checkout at `checkout`, stand-ins in `bin`, and facts that are files in `state`."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "our checkout"  # a blank in the path, as people have them
        self.home = folder / "home"
        self.bin = folder / "bin"
        self.state = folder / "state"
        self.log = folder / "calls"
        self.dist_packages = folder / "dist-packages"
        self.pi_model = folder / "model"
        for each in (self.checkout, self.home, self.bin, self.state, self.dist_packages):
            each.mkdir()
        for tool in TOOLS:
            (self.bin / tool).symlink_to(shutil.which(tool) or f"/bin/{tool}")
        for stand_in in (Path(__file__).parent / "machine").iterdir():
            shutil.copy(stand_in, self.bin / stand_in.name)
        self.fact("version", "3.11")
        shutil.copy(ROOT / "pyproject.toml", self.checkout)
        # The launcher is the real one; only the places that it looks at are this machine's.
        text = (ROOT / "dice-table").read_text()
        for place, ours in {
            "/usr/bin/python3": self.bin / "system-python3",
            "/usr/lib/python3/dist-packages": self.dist_packages,
            "/proc/device-tree/model": self.pi_model,
        }.items():
            assert f"={place}\n" in text
            text = text.replace(f"={place}\n", f"={ours}\n")
        self.launcher = self.checkout / "dice-table"
        self.launcher.write_text(text)
        self.launcher.chmod(0o755)

    @property
    def venv(self) -> Path:
        return self.checkout / ".venv"

    def fact(self, name: str, text: str = "") -> None:
        (self.state / name).write_text(text)

    def no_fact(self, name: str) -> None:
        (self.state / name).unlink()

    def environment(self) -> dict[str, str]:
        return {
            "PATH": str(self.bin),
            "HOME": str(self.home),
            "LOG": str(self.log),
            "STATE": str(self.state),
        }

    def begin(self, *words: str) -> subprocess.Popen[str]:
        """Start the launcher and leave it running, as a group of processes of its own."""
        return subprocess.Popen(
            # A test that runs in the background of a script would pass on that Ctrl-C is ignored.
            ["/usr/bin/env", "--default-signal=INT", str(self.launcher), *words],
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def start(
        self,
        *words: str,
        by: Path | None = None,
        cwd: Path | None = None,
        before: tuple[str, ...] = (),
    ) -> subprocess.CompletedProcess[str]:
        """Run the launcher to its end; `by` is another path to it, `before` a command in front."""
        return subprocess.run(
            [*before, str(by or self.launcher), *words],
            env=self.environment(),
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    def calls(self, containing: str = "") -> list[str]:
        """Return what was called so far (first lines), oldest first, and forget it."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        return [line for line in lines if containing in line]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


def _by_the_way(path: Path) -> bool:
    """Return whether git would not list it: its own files, environments, caches."""
    names = path.relative_to(ROOT).parts
    return any(name in {".git", "__pycache__"} or name.startswith(".venv") for name in names)


@pytest.fixture(scope="session")
def tracked(root: Path) -> list[Path]:
    """Every file of the project: what git tracks, or, in a copy without git, what lies there."""
    if (root / ".git").exists() and shutil.which("git"):
        # A checkout that belongs to another user is safe to list.
        command = ["git", "-c", f"safe.directory={root}", "ls-files", "-z"]
        listed = subprocess.run(
            command, cwd=root, capture_output=True, text=True, check=True
        ).stdout
        files = [root / name for name in listed.split("\0") if name]
    else:
        files = [path for path in root.rglob("*") if path.is_file() and not _by_the_way(path)]
    return sorted(path for path in files if path.exists() and os.access(path, os.R_OK))

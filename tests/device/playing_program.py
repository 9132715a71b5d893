"""The program as a process, and a browser's part of it: the page over HTTP, the end by a signal."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from device.program import main

ROOT = Path(__file__).parent.parent.parent


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
def playing(
    data: Path, *words: str, program_words: tuple[str, ...] = ("-m", "device")
) -> Iterator[tuple[Page, subprocess.Popen[str]]]:
    """A running `play` on a free port of this machine."""
    program = subprocess.Popen(
        [sys.executable, *program_words, "--data", str(data), "--config", str(data / "s.toml"),
         "play", "--no-browser", "--host", "127.0.0.1", "--port", "0", *words],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True,
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
        assert "The table is closed" in rest


def log(data: Path, *words: str) -> str:
    done = CliRunner().invoke(main, ["--data", str(data), "log", *words])
    assert done.exit_code == 0, done.stderr
    return done.stdout

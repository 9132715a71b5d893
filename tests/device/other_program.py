"""Another program of this machine, which holds something for as long as a `with` lasts."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# A port that is taken on the address that is filled in; says its number.
HOLD_A_PORT = (
    "import socket; s = socket.create_server(('{}', 0)); print(s.getsockname()[1], flush=True)"
)


@contextmanager
def other_program(script: str) -> Iterator[tuple[int, str]]:
    """Run a script that prints a line when it has what it wants; yields its number and the line."""
    child = subprocess.Popen(
        [sys.executable, "-c", f"{script}; input()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with child:
        assert child.stdout is not None
        yield child.pid, child.stdout.readline().rstrip("\n")
        child.communicate("\n")

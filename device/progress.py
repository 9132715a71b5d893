"""How far a long command has come: a line now and then, for whoever watches it in a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import click

QUIET_S = 2.0  # what is done by then needs no word


class Progress:
    """Tells on standard error how far it is; nothing where that goes to a file or a program."""

    def __init__(self, every_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Say how many seconds lie between two lines at least; the command begins now."""
        self._every_s = every_s
        self._clock = clock
        self._watched = sys.stderr is not None and sys.stderr.isatty()
        self._next_s = clock() + max(QUIET_S, every_s)

    def tell(self, line: str) -> None:
        """Print the line where it is time for one."""
        if self._watched and (now_s := self._clock()) >= self._next_s:
            self._next_s = now_s + self._every_s
            click.echo(line, err=True)

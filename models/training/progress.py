"""How far a long command is: on standard error, and only where somebody may be looking at it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

Thing = TypeVar("Thing")


def told(things: Iterable[Thing], what: str, of: int) -> Iterator[Thing]:
    """Yield the things, `of` at most, and say before each how many are done.

    The line stands where the next one is written, and is gone with the last thing; one that is
    wider than the terminal would stay, so a long `what` is cut. Where standard error is no terminal
    nothing is said: a file of results stays one.
    """
    if not sys.stderr.isatty():
        yield from things
        return
    began, longest = time.monotonic(), 0
    try:
        for done, thing in enumerate(things):
            left = (
                f", {(time.monotonic() - began) / done * (of - done):.0f} s to go" if done else ""
            )
            far = f": {done}/{of}{left}"
            line = what[: max(0, _columns() - len(far) - 1)] + far
            longest = max(longest, len(line))
            print(f"\r{line:<{longest}}", end="\r", file=sys.stderr, flush=True)
            yield thing
    finally:
        print("\r" + " " * longest, end="\r", file=sys.stderr, flush=True)


def _columns() -> int:
    """Return how wide the terminal of standard error is; 80 where it does not say."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80

"""Runs of `dice-table teach` in the tests; their fixtures stand in `conftest.py`."""

from __future__ import annotations

from collections.abc import Callable

from click.testing import Result

Run = Callable[..., Result]


def one_line(result: Result) -> str:
    """Return the one line of an error; there is nothing else on standard error."""
    assert result.exit_code != 0, result.output
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1, result.stderr
    return lines[0]

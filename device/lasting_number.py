"""Numbers that browsers remember: what a later run of the program gives is always higher.

A page keeps pictures by their number, and tells by a revision whether it is behind. Both come from
the clock, in microseconds, because nothing here is numbered faster than that.
"""

from __future__ import annotations

import time


def lasting_number() -> int:
    """Return a number to count on from, higher than any of an earlier run."""
    return time.time_ns() // 1_000

"""Floats for property tests on machines that flush subnormal numbers to zero."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy


def floats(
    low: float | None = None, high: float | None = None, **more: bool
) -> SearchStrategy[float]:
    """Draw floats from `low` to `high`, subnormal ones left out.

    The run-time of TFLite on Arm makes the processor flush these; hypothesis then refuses to draw
    them, and nothing at the table is that small.
    """
    return st.floats(low, high, allow_subnormal=False, **more)

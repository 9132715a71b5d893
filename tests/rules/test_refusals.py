"""Refusals that all games share, in the words that people use."""

from __future__ import annotations

import pytest

from rules.refusals import wrong_number


@pytest.mark.parametrize(
    ("given", "due", "says"),
    [
        (1, 8, "One die was rolled, 8 are due."),
        (7, 8, "7 dice were rolled, 8 are due."),
        (2, 1, "2 dice were rolled, one is due."),
    ],
)
def test_one_die_is_no_plural(given, due, says):
    assert wrong_number(given, due).sentence() == says

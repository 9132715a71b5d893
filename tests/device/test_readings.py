"""Readings as the commands print them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from device.readings import die_json, die_table
from vision.observation import Die

FIVE = Die("5", 0.999, True, (200.0, 100.0), 40.0, 0.0, "white")


def test_a_plain_face_that_is_not_sure_says_why_where_the_die_leans() -> None:
    leaning = replace(FIVE, sure=False, leans=True)
    first, second, together = die_table([FIVE, leaning])
    assert "lean" not in first
    assert second.endswith(", seems to lean")
    assert together == "  together: 5 5?"
    assert [die_json(die)["leans"] for die in (FIVE, leaning)] == [False, True]


@pytest.mark.parametrize("face", ["5", "w", "bear", None])
def test_every_die_is_a_line_and_has_its_place(face: str | None) -> None:
    line, _ = die_table([replace(FIVE, face=face, sure=False)])
    assert ("no face to read" in line) == (face is None)
    assert "at 200, 100, 40 px wide" in line

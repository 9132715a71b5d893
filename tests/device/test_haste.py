"""A button cannot take what nobody has had the time to see; a page says itself what it has seen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.freshness import EYE_S, Glimpse
from tests.device.evenings import Evening, evening
from tests.house.normal_floats import floats
from web.port import Command


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Evening]:
    with evening(tmp_path) as made:
        yield made


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The table's time, set by hand."""
    now = [100.0]
    monkeypatch.setattr("device.table.time.monotonic", lambda: now[0])
    return now


def button(at: Evening, name: str) -> None:
    at.table.tell(Command(name))
    at.table.settle()


def test_confirm_pressed_twice_takes_one_choice(at: Evening, clock: list[float]) -> None:
    at.start()
    at.must("roll", dice=list("4442251w"))
    clock[0] += 5.0
    button(at, "confirm")
    assert len(at.entries()) == 2
    for _ in range(3):  # a finger that bounces
        clock[0] += 0.1
        button(at, "confirm")
    assert len(at.entries()) == 2
    assert at.page.ask is not None
    assert at.page.ask.code == "too-soon"
    clock[0] += EYE_S
    button(at, "confirm")
    assert len(at.entries()) == 3


def test_next_and_confirm_in_haste_are_a_choice(at: Evening, clock: list[float]) -> None:
    """The choices were there to be seen; only the mark moved."""
    at.start()
    at.must("roll", dice=list("4442251w"))
    clock[0] += 5.0
    wanted = str(at.page.match.choices[0][2]) if at.page.match else ""
    for name in ("next", "next", "confirm"):
        clock[0] += 0.05
        button(at, name)
    assert at.entries()[-1] == wanted


def test_undo_is_never_too_soon(at: Evening, clock: list[float]) -> None:
    at.start()
    at.must("roll", dice=list("4442251w"))
    at.must("choose", 0, choice="keep 4")
    at.must("choose", 0, choice="throw")
    button(at, "undo")
    button(at, "undo")
    assert [entry for entry in at.entries() if entry.startswith("undo")] == ["undo", "undo"]


@given(st.lists(floats(0.0, 1.0), max_size=30), floats(0.0, 2.0))
def test_eyes_have_seen_what_was_shown_long_enough(gaps: list[float], later: float) -> None:
    glimpse, shown, now = Glimpse(0), [(float("-inf"), 0)], 0.0
    for revision, gap in enumerate(gaps, 1):
        now += gap
        glimpse.show(revision, now)
        shown.append((now, revision))
    now += later
    assert glimpse.seen(now) == max(rev for at_s, rev in shown if at_s <= now - EYE_S)

"""Long scores say how far they are, to somebody who looks, and leave nothing behind."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

import models
from device.commands.bench_vision import drawn_table
from models.training import __main__ as training
from models.training import score_evenings, score_profile, score_worse
from models.training.progress import told
from vision import shipped_eyes


class Terminal(StringIO):
    """Keeps what is written to it, and says that somebody looks."""

    def isatty(self) -> bool:
        return True


def worse() -> None:
    photos = [(name, drawn_table(), []) for name in ("a.png", "b.png")]
    score_worse.score(photos, "dim (gamma 2)", shipped_eyes())


def profile(monkeypatch: pytest.MonkeyPatch) -> None:
    faces = [(f"face {k % 6}", (145 + 290 * (k % 4), 245 + 330 * (k // 4))) for k in range(8)]
    dice = [(face, (float(x), float(y), x + 110.0, y + 110.0)) for face, (x, y) in faces]
    picture = (drawn_table(), dice)
    monkeypatch.setattr(score_profile, "KINDS", ("engraved",))
    monkeypatch.setattr(score_profile, "drawn", lambda *_: ([picture], iter([picture])))
    monkeypatch.setattr(sys, "argv", ["score_profile", "--sets", "1", "--others", "1"])
    score_profile.main()


def evenings() -> None:
    score_evenings.score(1, 40.0, True, (2, 1))


def of_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "SMALL", replace(training.SMALL, score_scenes=2))
    folder = str(Path(models.__path__[0]))
    training.main(["score", "--work", folder, "--small"])


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> dict[str, Callable[[], None]]:
    return {
        "dim (gamma 2): 1/2, ": worse,
        "engraved, set 1: read: 0/1": lambda: profile(monkeypatch),
        "evenings, after those before: 0/1": evenings,
        "2 drawn scenes kept out, any camera: 1/2, ": lambda: of_models(monkeypatch),
    }


@pytest.mark.parametrize(
    "said",
    [
        "dim (gamma 2): 1/2, ",
        "engraved, set 1: read: 0/1",
        "evenings, after those before: 0/1",
        "2 drawn scenes kept out, any camera: 1/2, ",
    ],
)
def test_a_score_says_how_far_it_is(
    said: str, runs: dict[str, Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    runs[said]()
    assert said in screen.getvalue()
    assert "\n" not in screen.getvalue()
    assert screen.getvalue().endswith("\r")
    assert not screen.getvalue().rstrip("\r").rpartition("\r")[2].strip()


def test_nothing_is_said_into_a_file(
    capsys: pytest.CaptureFixture[str], runs: dict[str, Callable[[], None]]
) -> None:
    for run in runs.values():
        run()
    assert capsys.readouterr().err == ""


def test_the_line_is_gone_even_where_the_work_breaks_off(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    steps = told("abc", "letters", 3)
    assert next(steps) == "a"
    steps.close()
    assert screen.getvalue() == "\rletters: 0/3\r\r" + " " * len("letters: 0/3") + "\r"


def test_the_line_is_no_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is goes on in the next row, and what stands in the first is never taken away."""
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    assert list(told("abc", "letters of a long name, " * 5, 3)) == ["a", "b", "c"]
    lines = screen.getvalue().split("\r")
    assert max(map(len, lines)) < 80
    assert any("letters of a long name" in line and ": 2/3, " in line for line in lines)

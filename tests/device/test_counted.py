"""The program's own English never says "1 frames": every number chooses its noun."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.counted import counted

ROOT = Path(__file__).parents[2]
SEVERAL = re.compile(
    r"\{\} (?:more |other )?(?:dice|points|worms|tiles|cards|players|matches|games|examples|turns"
    r"|rolls|throws|entries|pictures|photos|frames|times|lines|files|seats|are|were|have|lie)\b"
)
NEVER_ONE = {
    "{} dice are seen, more than any game has",
    "`{}` is the beginning of {} matches",
    "no game is for {} players",  # more names than any game takes
    "{} is for {} to {} players, {} named",
    "{} are",  # none and one have words of their own
    "{} pictures were",
    "{} times",
    "the settings {} are no TOML in line {}{}: {}",
    "{} games  won worms busts steals robbed  keep  s/turn    luck  given away",  # column heads
}
MEASURED = ("bench_rules.py", "bench_vision.py", "match_figures.py", "mat_pdf.py")
"""Figures of a measurement, and names of kinds of dice: no sentences."""


def faults(text: str) -> Iterator[str]:
    """Yield the texts in which a plural follows a number that may be one."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr):
            continue
        shown = "".join(
            str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
        )
        if SEVERAL.search(shown) and shown not in NEVER_ONE:
            yield shown


@pytest.mark.parametrize(
    "path",
    [path for path in sorted((ROOT / "device").rglob("*.py")) if path.name not in MEASURED],
    ids=lambda path: path.name,
)
def test_a_number_chooses_its_noun(path: Path) -> None:
    assert list(faults(path.read_text(encoding="utf-8"))) == []


def test_the_search_finds_what_it_is_for() -> None:
    assert list(faults('f"{frames} frames seen"')) == ["{} frames seen"]
    assert list(faults('f"{count} more dice"')) == ["{} more dice"]
    assert list(faults("f\"{counted(n, 'die', 'dice')} read\"")) == []


@pytest.mark.parametrize(("number", "said"), [(0, "0 dice"), (1, "1 die"), (2, "2 dice")])
def test_one_and_several(number: int, said: str) -> None:
    assert counted(number, "die", "dice") == said

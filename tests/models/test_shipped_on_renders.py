"""The shipped models on sixteen path-traced pictures that a reader before them failed on.

They are of the set `test` (`python -m models.training.scenes render --set test --seed 31`), with
looks, drawings, trays and lights of their own: worm dice that were overlooked, thin numerals that
were sure ones, dice that lean. Their drawings are this project's own.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from models.training.score import Tally, renders_of, score
from vision import shipped_eyes

FOLDER = Path(__file__).parent / "renders"


@pytest.fixture(scope="module")
def tally() -> Tally:
    return score(renders_of(FOLDER), shipped_eyes())


def test_all_of_them_are_here(tally: Tally) -> None:
    assert tally.pictures == 16
    assert tally.dice > 90
    assert tally.worms > 25
    assert tally.cocked > 25


def test_dice_are_found_and_read(tally: Tally) -> None:
    assert tally.missed <= 1, tally.faults
    assert tally.right >= tally.dice - 2, tally.faults
    assert tally.worms_right >= tally.worms - 1, tally.faults


def test_what_is_not_to_be_read_is_not_sure(tally: Tally) -> None:
    assert tally.silent == 0, tally.faults
    assert tally.cocked_sure <= 1, tally.faults
    assert tally.sure > 0.85 * tally.dice

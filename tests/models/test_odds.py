"""What tells dice from clutter is learnt from places of which it is known."""

from __future__ import annotations

import numpy as np
import pytest

from models.training import odds
from models.training.score import Wanted, kept_out_scenes
from vision.calibration import Odds
from vision.see import shipped_eyes

TRUE = Odds(0.5, 1.5, -0.7, -4.0)


def places(count: int, seed: int) -> odds.Places:
    """Draw places, and dice at them as often as `TRUE` says."""
    rng = np.random.default_rng(seed)
    score, nothing = rng.uniform(0.15, 0.95, count), rng.uniform(0, 1, count) ** 3
    told = [
        Odds.told_by(float(s), float(n), float(lean))
        for s, n, lean in zip(score, nothing, rng.uniform(0, 1, count), strict=True)
    ]
    likely = [TRUE.of_a_die(s, n, row[2]) for s, n, row in zip(score, nothing, told, strict=True)]
    return np.array(told), rng.random(count) < 1 / (1 + np.exp(-np.array(likely)))


def test_the_odds_that_made_the_places_are_found_again() -> None:
    found = odds.fit([places(20_000, 1), places(20_000, 2)])
    assert found.usual == pytest.approx(TRUE.usual, abs=0.15)
    assert found.score == pytest.approx(TRUE.score, abs=0.1)
    assert found.nothing == pytest.approx(TRUE.nothing, abs=0.1)
    assert found.lean == pytest.approx(TRUE.lean, abs=0.3)


@pytest.mark.parametrize("dice", [True, False])
def test_where_only_dice_lie_or_none_the_odds_stay_finite(dice: bool) -> None:
    told, is_die = places(50, 3)
    found = odds.fit([(told, np.full_like(is_die, dice))])
    assert (found.of_a_die(0.6, 0.05, 0.1) > 0) is dice


def test_places_are_those_of_dice_and_of_what_is_taken_for_them() -> None:
    scenes = list(kept_out_scenes(3))
    told, is_die = odds.gather(scenes, shipped_eyes())
    lying = sum(len(wanted) for _, _, wanted in scenes)
    assert told.shape == (len(is_die), 3)
    assert 0 < is_die.sum() <= lying
    nowhere: list[tuple[str, odds.Frame, list[Wanted]]] = [(n, im, []) for n, im, _ in scenes]
    assert not odds.gather(nowhere, shipped_eyes())[1].any()

"""Learn from pictures that were not trained on how dice are told from clutter.

What is taken for a die is one, or it is letters, keys, veins of marble. How surely the locator
finds it, whether the readers see nothing there, and by how much its face leans against the others
tell which, by a logistic regression.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from models.training.score import Wanted, matched
from vision.apart import apart, is_plain
from vision.calibration import Odds
from vision.lean import leaning
from vision.photo import Frame
from vision.see import Eyes, look
from vision.sizes import Sizes
from vision.tiles import doubt_tiles

Floats = NDArray[np.float64]
Places = tuple[Floats, NDArray[np.bool_]]

SMOOTH = 0.5  # weight of small numbers over what a few places tell
ROUNDS = 40


def gather(pictures: Iterable[tuple[str, Frame, list[Wanted]]], eyes: Eyes) -> Places:
    """Return what tells each place (places, 3), as `Odds.told_by` has it, and where dice lie.

    Plain faces are left out: of them it is not asked.
    """
    told, is_die = [], []
    for _, image, wanted in pictures:
        everywhere = look(image, eyes)
        readings = apart(doubt_tiles(Sizes(image), everywhere, eyes.reader))
        away = leaning(readings, image.shape[1], image.shape[0])
        _, rest = matched(wanted, [(r.spot.x, r.spot.y, r.spot.size) for r in readings])
        for number, (reading, lean) in enumerate(zip(readings, away, strict=True)):
            if is_plain(reading):
                continue
            told.append(Odds.told_by(reading.spot.score, reading.chance("-"), lean))
            is_die.append(number not in rest)
    return np.array(told, np.float64).reshape(-1, 3), np.array(is_die, bool)


def fit(places: Iterable[Places]) -> Odds:
    """Return the odds under which what was gathered is likeliest (Newton's steps)."""
    parts = list(places)
    told = np.concatenate([one[0] for one in parts])
    is_die = np.concatenate([one[1] for one in parts]).astype(np.float64)
    rows = np.hstack([np.ones((len(told), 1)), told])
    weights = np.zeros(rows.shape[1])
    for _ in range(ROUNDS):
        likely = 1.0 / (1.0 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (likely - is_die) + SMOOTH * weights
        bend = (rows * (likely * (1.0 - likely))[:, None]).T @ rows + SMOOTH * np.eye(len(weights))
        weights = weights - np.linalg.solve(bend, slope)
    usual, score, nothing, lean = (round(float(weight), 2) for weight in weights)
    return Odds(usual, score, nothing, lean)

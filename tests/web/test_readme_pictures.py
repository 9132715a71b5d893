"""The README shows the page as it is: its pictures are drawn anew and laid beside the kept ones.

They are compared as one sees them from afar, cell by cell of a coarse grid, so that letters of
another machine's font do not count, while a part that is new, gone or elsewhere does.
"""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser

from tests.web.readme_pictures import DOCS, PICTURES, draw
from tests.web.screens import OUT

CELL_PX = 32
MEAN_AT_MOST = 3.0  # of 255, over the whole picture
FAR_OFF = 40.0  # a cell that differs by more shows something else
FAR_OFF_CELLS_AT_MOST = 0.02


def coarse(picture: np.ndarray) -> np.ndarray:
    height, width = picture.shape[:2]
    size = (width // CELL_PX, height // CELL_PX)
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA).astype(float)


def difference(one: np.ndarray, other: np.ndarray) -> tuple[float, float]:
    """Return how far two pictures differ on average, and the share of cells that are far off."""
    apart = np.abs(coarse(one) - coarse(other)).max(axis=2)
    return float(apart.mean()), float((apart > FAR_OFF).mean())


def alike(one: np.ndarray, other: np.ndarray) -> bool:
    mean, far_off = difference(one, other)
    return mean <= MEAN_AT_MOST and far_off <= FAR_OFF_CELLS_AT_MOST


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_of_the_readme_show_the_page(
    chromium: Browser, tmp_path: Path, name: str
) -> None:
    folder = OUT if OUT.is_dir() else tmp_path
    draw(chromium, name, folder / f"readme-{name}.png")
    drawn = cv2.imread(str(folder / f"readme-{name}.png"))
    kept = cv2.imread(str(DOCS / f"{name}.png"))
    assert drawn is not None
    assert kept is not None, f"docs/{name}.png is missing: python -m tests.house.page_picture"
    assert kept.shape == drawn.shape
    assert alike(kept, drawn), (
        f"docs/{name}.png no longer shows the page {difference(kept, drawn)}: "
        "python -m tests.house.page_picture"
    )


@pytest.mark.parametrize("name", PICTURES)
def test_a_part_that_is_gone_or_elsewhere_is_noticed(name: str) -> None:
    """The eye of the test above: a strip moved down, a band without its content, another light."""
    kept = cv2.imread(str(DOCS / f"{name}.png"))
    assert kept is not None
    assert alike(kept, kept)
    assert alike(kept, cv2.GaussianBlur(kept, (3, 3), 0)), "letters drawn a little otherwise"
    middle = kept.shape[0] // 2
    moved = kept.copy()
    moved[middle - 100 :] = np.roll(kept[middle - 100 :], 48, axis=0)
    assert not alike(kept, moved)
    empty = kept.copy()
    empty[-240:] = kept[0, 0]
    assert not alike(kept, empty)
    assert not alike(kept, 255 - kept)


def test_the_readme_shows_them_all() -> None:
    text = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    for name in PICTURES:
        assert f"docs/{name}.png" in text

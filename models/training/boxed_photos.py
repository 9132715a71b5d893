"""Photographs whose dice are labelled with boxes, as pictures to score by."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.training.score import Wanted
from vision import load_photo


def listed(labels: Path) -> list[dict[str, Any]]:
    """Return what a set that has boxes lists, photo by photo; raises ValueError for other files."""
    told = json.loads(labels.read_text(encoding="utf-8"))
    photos = told.get("photos") if isinstance(told, dict) else None
    if not photos or any("dice" not in photo for photo in photos):
        raise ValueError(f"{labels}: lists no photos whose dice have boxes")
    return list(photos)


def photos_of(labels: Path) -> Iterator[tuple[str, NDArray[np.uint8], list[Wanted]]]:
    """Yield the photographs of a set that has boxes; raises ValueError for any other file."""
    for photo in listed(labels):
        wanted = []
        for die in photo["dice"]:
            x1, y1, x2, y2 = die["box"]
            face = str(die["value"]) if str(die["value"]) in "123456w" else ""
            wanted.append(Wanted(face, (x1 + x2) / 2, (y1 + y2) / 2, 0.6 * max(x2 - x1, y2 - y1)))
        yield photo["image"], load_photo(labels.parent / photo["image"]), wanted

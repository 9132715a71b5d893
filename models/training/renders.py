"""Path-traced pictures (`models.training.scenes`) as scenes to learn from and to be scored on.

Their labels become those of drawn scenes, but that `slant` is told against the ray too, and that
`seen` leaves out the rim of the face.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.sketch.scene import Label
from vision import load_photo

OTHER_DIE = "?"  # no cube: neither a reading nor surely no die; either answer is right
BARELY_SEEN = 0.3  # at most so much is said to be seen of a die that shows no top face


def finished(folder: Path) -> list[Path]:
    """Return the labels of the finished pictures in a folder, in their order."""
    return [p for p in sorted(folder.glob("[0-9]*.json")) if p.with_suffix(".jpg").exists()]


def read_renders(
    folder: Path, to_learn: bool = False
) -> Iterator[tuple[str, NDArray[np.uint8], list[Label]]]:
    """Yield (name, uint8 B, G, R image, labels) of the finished pictures in a folder.

    Raises ValueError for labels of another version of the program, and for pictures of the set
    `test` that are `to_learn` from.
    """
    for path in finished(folder):
        about = json.loads(path.read_text(encoding="utf-8"))
        if to_learn and about["set"] == "test":
            raise ValueError(f"{path} is of the set `test`, which is kept out of training")
        try:
            labels = [label_of(die) for die in about["dice"]]
        except KeyError as missing:
            raise ValueError(f"{path} lacks {missing}: remove it and render it again") from None
        yield path.stem, load_photo(path.with_suffix(".jpg")), labels


def label_of(die: dict[str, Any]) -> Label:
    """Turn one die of a render's labels into the label of a drawn scene."""
    x1, y1, x2, y2 = die["box"]
    extent = max(x2 - x1, y2 - y1)
    if "corners" not in die:
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        flat, colour = (0.0, 0.0), die["colour"]
        seen = min(BARELY_SEEN, die["visible_px"] / ((x2 - x1) * (y2 - y1)))
        return Label(OTHER_DIE, middle, 0.7 * extent, (), flat, seen, 0.0, colour, extent, flat)
    face = die["face"] if die["face"] in tuple("123456w") else "x"
    corners = tuple((float(x), float(y)) for x, y in die["corners"])
    area = float(cv2.contourArea(np.array(corners, np.float32)))
    x, y = die["seen_slant"]
    return Label(
        face,
        (float(die["center"][0]), float(die["center"][1])),
        math.sqrt(area),
        corners,
        (float(x), float(y)),
        1.0 - float(die["covered"]),
        math.radians(float(die["tilt"])),
        die["colour"],
        extent,
        (float(x), float(y)),
    )

"""Shards of drawn scenes, and sheets, on disk: resumable, one seed a shard, with their labels."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.sketch.scene import Label, draw_scene
from models.training.sketch.sheets import draw_sheet

SCENES_A_SHARD = 100
SHEETS = 0x5EE7  # sets the seeds of sheets apart from those of scenes
Drawn = tuple[NDArray[np.uint8], list[Label]]
FIELDS = {field.name for field in fields(Label)}


def write_shards(folder: Path, first: int, last: int, scenes: int = SCENES_A_SHARD) -> None:
    """Draw shards `first`..`last - 1` into `folder`; those that are there already stay."""

    def scene(number: int, k: int) -> Drawn:
        return draw_scene(np.random.default_rng([number, k]))

    _write(folder, "shard", range(first, last), scenes, scene)


def write_sheets(folder: Path, shards: int, sheets: int = SCENES_A_SHARD) -> None:
    """Draw `shards` shards of printed things without dice; those that are there already stay."""

    def sheet(number: int, k: int) -> Drawn:
        return draw_sheet(np.random.default_rng([SHEETS, number, k])), []

    _write(folder, "sheet", range(shards), sheets, sheet)


def _write(
    folder: Path, kind: str, numbers: range, count: int, draw: Callable[[int, int], Drawn]
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for number in numbers:
        path = folder / f"{kind}-{number:04d}.npz"
        if path.exists():
            continue
        began = time.monotonic()
        images, labels = [], []
        for k in range(count):
            image, marks = draw(number, k)
            images.append(image)
            labels.append([asdict(mark) for mark in marks])
        partial = path.with_suffix(".part.npz")
        np.savez(partial, images=np.stack(images), labels=np.array(json.dumps(labels)))
        partial.rename(path)
        print(f"{path.name}: {count} pictures in {time.monotonic() - began:.0f} s", flush=True)


def read_shards(folder: Path, first: int = 0, last: int | None = None) -> Iterator[Drawn]:
    """Yield (image, labels) of the shards `first`..`last - 1` that are there.

    Raises ValueError for a shard whose labels are of another version of the program.
    """
    for path in sorted(folder.glob("shard-????.npz")):
        number = int(path.stem.split("-")[1])
        if number < first or (last is not None and number >= last):
            continue
        yield from _read(path)


def read_sheets(folder: Path) -> Iterator[Drawn]:
    """Yield (image, no labels) of the sheets that are there."""
    for path in sorted(folder.glob("sheet-????.npz")):
        yield from _read(path)


def _read(path: Path) -> Iterator[Drawn]:
    with np.load(path) as data:
        images, labels = data["images"], json.loads(str(data["labels"]))
    if any(set(mark) != FIELDS for marks in labels for mark in marks):
        raise ValueError(f"{path} is of another version: remove it and draw it again")
    for image, marks in zip(images, labels, strict=True):
        yield image, [Label(**mark) for mark in marks]

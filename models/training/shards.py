"""Shards of drawn scenes on disk: resumable, one seed a shard, labels beside the pictures."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict, fields
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.sketch.scene import Label, draw_scene

SCENES_A_SHARD = 100
FIELDS = {field.name for field in fields(Label)}


def write_shards(folder: Path, first: int, last: int, scenes: int = SCENES_A_SHARD) -> None:
    """Draw shards `first`..`last - 1` into `folder`; those that are there already stay."""
    folder.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for number in range(first, last):
        path = folder / f"shard-{number:04d}.npz"
        if path.exists():
            continue
        began = time.monotonic()
        images, labels = [], []
        for k in range(scenes):
            rng = np.random.default_rng([number, k])
            image, marks = draw_scene(rng)
            images.append(image)
            labels.append([asdict(mark) for mark in marks])
        partial = path.with_suffix(".part.npz")
        np.savez(partial, images=np.stack(images), labels=np.array(json.dumps(labels)))
        partial.rename(path)
        print(f"{path.name}: {scenes} scenes in {time.monotonic() - began:.0f} s", flush=True)


def read_shards(
    folder: Path, first: int = 0, last: int | None = None
) -> Iterator[tuple[NDArray[np.uint8], list[Label]]]:
    """Yield (image, labels) of the shards `first`..`last - 1` that are there.

    Raises ValueError for a shard whose labels are of another version of the program.
    """
    for path in sorted(folder.glob("shard-????.npz")):
        number = int(path.stem.split("-")[1])
        if number < first or (last is not None and number >= last):
            continue
        with np.load(path) as data:
            images, labels = data["images"], json.loads(str(data["labels"]))
        if any(set(mark) != FIELDS for marks in labels for mark in marks):
            raise ValueError(f"{path} is of another version: remove it and draw it again")
        for image, marks in zip(images, labels, strict=True):
            yield image, [Label(**mark) for mark in marks]

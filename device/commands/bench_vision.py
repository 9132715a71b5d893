"""`dice-table bench vision`: how long a frame takes to read, stage by stage, on each runtime."""

from __future__ import annotations

import resource
import time
from importlib.util import find_spec
from pathlib import Path
from statistics import median

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from vision import Eyes, ModelError, load_photo, see
from vision.locate import Locator
from vision.read import Reader
from vision.runtime import load_network

RUNTIMES = ("tflite_runtime", "ai_edge_litert")
SPOTS = ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0), (-1, 0), (1, 0))
FACES = {
    1: (4,),
    2: (0, 1),
    3: (0, 1, 4),
    4: (0, 1, 2, 3),
    5: (0, 1, 2, 3, 4),
    6: (0, 1, 2, 3, 5, 6),
}


@click.command()
@click.argument("photo", required=False, type=click.Path(path_type=Path))
@click.option(
    "--times", type=click.IntRange(3), default=15, help="How often each is measured (15)."
)
def command(photo: Path | None, times: int) -> None:
    """Read one frame over and over: PHOTO, or a drawing of 8 dice, 1280 x 960 px.

    Medians over the runs, in milliseconds, one thread. The processor's time is what counts on a
    machine that does other things as well.
    """
    frame = load_photo(photo) if photo else drawn_table()
    click.echo(f"{frame.shape[1]} x {frame.shape[0]} px")
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        found = [name for name in RUNTIMES if find_spec(name)]
        if not found:
            raise ModelError("no TFLite runtime is installed")
        for runtime in found:
            click.echo(_measured(frame, runtime, times))
    finally:
        cv2.setNumThreads(threads)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    click.echo(f"memory of this process at most {peak:.0f} MB")


def _measured(frame: NDArray[np.uint8], runtime: str, times: int) -> str:
    eyes = Eyes(
        Locator(load_network("locator.tflite", runtime=runtime)),
        Reader(load_network("reader.tflite", runtime=runtime)),
    )
    see(frame, eyes)
    whole, processor = [], []
    stages: dict[str, list[float]] = {}
    for _ in range(times):
        began, busy = time.perf_counter(), time.process_time()
        observation = see(frame, eyes)
        whole.append(1000 * (time.perf_counter() - began))
        processor.append(1000 * (time.process_time() - busy))
        for stage, ms in observation.ms.items():
            stages.setdefault(stage, []).append(ms)
    parts = ", ".join(f"{stage} {median(values):.1f}" for stage, values in stages.items())
    return (
        f"{runtime}: {median(whole):.1f} ms ({parts}), processor {median(processor):.1f} ms,"
        f" {len(observation.dice)} dice"
    )


def drawn_table() -> NDArray[np.uint8]:
    """Draw eight plain dice of 90 px on a green table."""
    frame = np.full((960, 1280, 3), (60, 120, 40), np.uint8)
    for k in range(8):
        middle = np.array([200 + 290 * (k % 4), 300 + 330 * (k // 4)], float)
        turn = np.radians(17 * k)
        axes = 45 * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners = middle + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ axes
        cv2.fillPoly(frame, [(corners + 7).astype(np.int32)], (35, 80, 20), cv2.LINE_AA)
        cv2.fillPoly(frame, [corners.astype(np.int32)], (225, 235, 240), cv2.LINE_AA)
        for spot in FACES[k % 6 + 1]:
            at = middle + 0.52 * np.array(SPOTS[spot], float) @ axes
            cv2.circle(frame, (int(at[0]), int(at[1])), 9, (30, 25, 25), -1, cv2.LINE_AA)
    return frame

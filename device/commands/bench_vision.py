"""`dice-table bench vision`: how long a frame takes to read, stage by stage, on each runtime."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from device.number_ranges import WholeRange
from device.photo_trouble import photo_trouble
from device.trouble import Trouble
from vision import Eyes, ModelError, PhotoError, load_photo, see
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
@click.option("--times", type=WholeRange(3), default=15, help="How often each is measured (15).")
@click.option(
    "--beside",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="A TFLite network to time in turn with ours, such as the one that `python -m"
    " models.training yardstick` writes.",
)
def command(photo: Path | None, times: int, beside: Path | None) -> None:
    """Read one frame over and over: PHOTO, or a drawing of 8 dice, 1280 x 960 px.

    Medians over the runs, in milliseconds, one thread. The processor's time is what counts on a
    machine that does other things as well.
    """
    try:
        frame = load_photo(photo) if photo else drawn_table()
    except PhotoError as error:
        assert photo is not None
        raise photo_trouble(photo, error) from error
    click.echo(f"{frame.shape[1]} x {frame.shape[0]} px")
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        found = [name for name in RUNTIMES if find_spec(name)]
        if not found:
            raise ModelError("no TFLite runtime is installed")
        for runtime in found:
            other = _other(beside, runtime) if beside else None
            click.echo(_measured(frame, runtime, times, other))
    finally:
        cv2.setNumThreads(threads)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    click.echo(f"memory of this process at most {peak:.0f} MB")


def _other(path: Path, runtime: str) -> Callable[[], object]:
    """Return what runs the network of `path` once, on a picture of its own input's shape.

    It has run once when it is returned, as ours has when its time is taken.
    """
    network = load_network(path.name, path.parent, runtime)
    try:
        picture = np.full(network.input_shape(), 128, np.float32)
        network.run(picture)
    except (ValueError, RuntimeError) as error:
        raise Trouble(
            f"{path} is no TFLite network that takes one picture of numbers (float32)",
            "give one, as `python -m models.training yardstick` writes it",
        ) from error
    return lambda: network.run(picture)


def _measured(
    frame: NDArray[np.uint8], runtime: str, times: int, other: Callable[[], object] | None
) -> str:
    eyes = Eyes(
        Locator(load_network("locator.tflite", runtime=runtime)),
        Reader.loaded(runtime=runtime),
    )
    observation = see(frame, eyes)
    ours, theirs = Clock(), Clock()
    stages: dict[str, list[float]] = {}
    for _ in range(times):
        with ours:
            observation = see(frame, eyes)
        for stage, ms in observation.ms.items():
            stages.setdefault(stage, []).append(ms)
        if other:
            with theirs:
                other()
    parts = ", ".join(f"{stage} {median(values):.1f}" for stage, values in stages.items())
    line = (
        f"{runtime}: {median(ours.whole):.1f} ms ({parts}), processor {median(ours.busy):.1f} ms,"
        f" {len(observation.dice)} dice"
    )
    if other:
        times_ours = median(theirs.busy) / median(ours.busy)
        line += (
            f"\n  the network beside: {median(theirs.whole):.1f} ms, processor"
            f" {median(theirs.busy):.1f} ms, {times_ours:.1f} times ours"
        )
    return line


class Clock:
    """Takes the time (ms) of each block it is entered for: on the wall and of the processor."""

    def __init__(self) -> None:
        """Start with no times."""
        self.whole: list[float] = []
        self.busy: list[float] = []

    def __enter__(self) -> None:
        """Begin a time."""
        self._began = time.perf_counter(), time.process_time()

    def __exit__(self, *problem: object) -> None:
        """End it."""
        began, busy = self._began
        self.whole.append(1000 * (time.perf_counter() - began))
        self.busy.append(1000 * (time.process_time() - busy))


def drawn_table(faces: Sequence[int] = (1, 2, 3, 4, 5, 6, 1, 2)) -> NDArray[np.uint8]:
    """Draw up to eight plain dice of 90 px on a green table, one for each of `faces`."""
    frame = np.full((960, 1280, 3), (60, 120, 40), np.uint8)
    for k, face in enumerate(faces):
        middle = np.array([200 + 290 * (k % 4), 300 + 330 * (k // 4)], float)
        turn = np.radians(17 * k)
        axes = 45 * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        corners = middle + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) @ axes
        cv2.fillPoly(frame, [(corners + 7).astype(np.int32)], (35, 80, 20), cv2.LINE_AA)
        cv2.fillPoly(frame, [corners.astype(np.int32)], (225, 235, 240), cv2.LINE_AA)
        for spot in FACES[face]:
            at = middle + 0.52 * np.array(SPOTS[spot], float) @ axes
            cv2.circle(frame, (int(at[0]), int(at[1])), 9, (30, 25, 25), -1, cv2.LINE_AA)
    return frame

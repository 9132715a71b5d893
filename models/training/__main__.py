"""Make the models step by step: `python -m models.training STEP ...`.

Each step goes on where it was stopped. A whole run, in a folder WORK:

    python -m models.training draw    --work WORK
    python -m models.training locator --work WORK
    python -m models.training export  --work WORK            (the reader learns from its mistakes)
    python -m models.training reader  --work WORK [--photos ../shared/photos/SET/labels.json ...]
    python -m models.training export  --work WORK
    python -m models.training upright --work WORK --start WORK/reader.pt
    python -m models.training around  --work WORK --start WORK/upright.pt
    python -m models.training export  --work WORK --into models
    python -m models.training calibrate --work models [--photos ...]
    python -m models.training score   --work models [--photos ../shared/photos/SET/labels.json ...]

`unpack` makes WORK/shipped/*.pt of the files that ship (with the scenes in WORK), for `--start`
where the checkpoints are not at hand. `--renders` names pictures that
`python -m models.training.scenes render` has made, to learn from beside drawn ones or to score.
`yardstick` writes a detector of nano size with random weights, for
`dice-table bench vision --beside FILE`.
`--small` runs the same steps in a minute on a handful of scenes; its models are worth nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from models.training.crops import Place
    from models.training.train_locator import Scene

STEPS = (
    "draw", "locator", "reader", "upright", "around", "unpack", "export", "calibrate", "score",
    "yardstick",
)  # fmt: skip


@dataclass(frozen=True)
class Plan:
    """How much is done: shards of scenes and of sheets, pictures a shard, steps and batches."""

    shards: int = 150
    scenes: int = 100
    sheets: int = 8
    locator_steps: int = 4000
    locator_batch: int = 16
    locator_side: int = 192
    reader_steps: int = 16000
    reader_batch: int = 128
    score_scenes: int = 300


SMALL = Plan(1, 8, 1, 6, 2, 96, 6, 16, 3)


def main(arguments: list[str] | None = None) -> int:
    """Run one step; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    option = parser.add_argument
    option("step", choices=STEPS)
    option("--work", type=Path, required=True, help="folder of scenes, checkpoints and models")
    option("--into", type=Path, default=None, help="export: folder for the .tflite files")
    option("--photos", type=Path, action="append", default=[], help="labels.json of a photo set")
    option("--steep", type=Path, action="append", default=[], help="the same, for slanted photos")
    option("--start", type=Path, default=None, help="locator, readers: checkpoint to begin from")
    option(
        "--seed", type=int, default=0, help="for the order of the pictures and the first weights"
    )
    option("--steps", type=int, help="locator, readers: how many, in place of the plan's")
    option("--rate", type=float, help="locator, readers: the highest learning rate")
    option(
        "--renders",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="locator, readers, calibrate, score: folder of path-traced pictures",
    )
    option("--share", type=float, default=0.25, help="locator, readers: part from photos, renders")
    option("--plain", type=float, default=0.0, help="readers: part of the crops left as drawn")
    option("--compile", action="store_true", help="locator, readers: wants a C++ compiler")
    option("--threads", type=int, default=2, help="of PyTorch")
    option("--list", action="store_true", help="score: name each fault")
    option("--small", action="store_true", help="a minute's run to see that it works")
    given = parser.parse_args(arguments)
    plan = SMALL if given.small else Plan()
    from models.training.renders import finished

    for folder in given.renders:
        if not finished(folder):
            sys.exit(
                f"no pictures in {folder}: `python -m models.training.scenes render` makes some"
            )
    if given.step == "draw":
        from models.training.shards import write_shards, write_sheets

        write_shards(given.work / "scenes", 0, plan.shards, plan.scenes)
        write_sheets(given.work / "scenes", plan.sheets, plan.scenes)
    elif given.step == "export":
        from models.training.export import export_all

        export_all(given.work, given.into or given.work)
    elif given.step == "yardstick":
        from models.training.yardstick import write_yardstick

        target = given.work / "yardstick.tflite"
        print(f"{target}: {write_yardstick(target)} weights")
    elif given.step == "unpack":
        _unpack(given, plan)
    elif given.step == "calibrate":
        _calibrate(given, plan)
    elif given.step == "score":
        _score(given, plan)
    else:
        _train(given, plan)
    return 0


def _train(given: argparse.Namespace, plan: Plan) -> None:
    import cv2
    import torch

    from models.training import train_locator, train_reader
    from models.training.crops import AS_IT_LIES, FROM_AFAR, UPRIGHT
    from models.training.shards import read_shards, read_sheets
    from vision.locate import Locator
    from vision.looks import Looker
    from vision.pose import SPAN
    from vision.runtime import load_network

    torch.set_num_threads(given.threads)
    cv2.setNumThreads(1)
    folder = given.work / "scenes"
    scenes = list(read_shards(folder))
    if not scenes:
        sys.exit(f"no scenes in {folder}: run the step `draw` first")
    scenes += read_sheets(folder)
    renders = _to_learn(given.renders)
    own = (given.work / "locator.tflite").exists()
    locator = Locator(load_network("locator.tflite", given.work)) if own else None
    if given.step == "locator":
        train_locator.train(
            scenes,
            given.work / "locator.pt",
            given.steps or plan.locator_steps,
            plan.locator_batch,
            plan.locator_side,
            rate=given.rate or 3e-3,
            seed=given.seed,
            start_from=given.start,
            locator=locator if given.start else None,
            renders=renders,
            share=given.share,
            compiled=given.compile,
        )
        return
    ways = {"reader": AS_IT_LIES, "upright": UPRIGHT, "around": FROM_AFAR}
    way, eye = replace(ways[given.step], plain=given.plain), None
    if way.upright and (given.photos or given.steep):
        sys.exit("photographs say nothing of how their dice are turned: they are for `reader`")
    if way.upright and (given.work / "reader.tflite").exists():
        eye = Looker(load_network("reader.tflite", given.work), SPAN, temperature=1.0)
    train_reader.train(
        scenes,
        given.work / f"{given.step}.pt",
        given.steps or plan.reader_steps,
        plan.reader_batch,
        rate=given.rate or 4e-3,
        seed=given.seed,
        extra=_places(given),
        extra_share=given.share,
        start_from=given.start,
        locator=locator,
        way=way,
        eye=eye,
        compiled=given.compile,
        renders=renders,
    )


def _to_learn(folders: list[Path]) -> list[Scene]:
    """Return the path-traced pictures to learn from; those of the set `test` are refused."""
    from models.training.renders import read_renders

    try:
        return [
            (image, labels)
            for folder in folders
            for _, image, labels in read_renders(folder, to_learn=True)
        ]
    except ValueError as refused:
        sys.exit(str(refused))


def _unpack(given: argparse.Namespace, plan: Plan) -> None:
    import numpy as np
    from torch import Tensor, nn

    import models
    from models.training.crops import AS_IT_LIES, FROM_AFAR, UPRIGHT, Way
    from models.training.nets import Locator, Reader, batch_of
    from models.training.places import marks_of
    from models.training.shards import read_shards
    from models.training.train_locator import sample
    from models.training.train_reader import Cuts
    from models.training.unpack import unpack

    scenes = list(read_shards(given.work / "scenes", 0, 3))
    if not scenes:
        sys.exit(f"no scenes in {given.work / 'scenes'}: run the step `draw` first")
    marks = marks_of(scenes, np.random.default_rng(given.seed))

    def crops(way: Way) -> Iterator[Tensor]:
        half = replace(way, plain=0.5)
        cuts = Cuts(scenes, marks, [], 0.0, 2 * plan.reader_batch, given.seed, way=half)
        return (cuts[step][0] for step in range(12))

    def frames() -> Iterator[Tensor]:
        rng = np.random.default_rng(given.seed)
        for first in range(0, len(scenes), plan.locator_batch):
            some = scenes[first : first + plan.locator_batch]
            yield batch_of([sample(rng, scene, plan.locator_side)[0] for scene in some])

    parts: list[tuple[str, nn.Module, Iterator[Tensor]]] = [
        ("locator", Locator(), frames()),
        ("reader", Reader(), crops(AS_IT_LIES)),
        ("upright", Reader(), crops(UPRIGHT)),
        ("around", Reader(around=True), crops(FROM_AFAR)),
    ]
    for name, model, pictures in parts:
        file = Path(models.__path__[0]) / f"{name}.tflite"
        checkpoint = given.work / "shipped" / f"{name}.pt"
        unpack(file, model, pictures, checkpoint)
        print(f"{checkpoint}: what {file.name} says")


def _places(given: argparse.Namespace) -> list[Place]:
    from models.training.photos import photo_places
    from vision.see import shipped_eyes

    places: list[Place] = []
    for labels in (*given.photos, *given.steep):
        found = photo_places(labels, shipped_eyes(), labels in given.steep)
        print(f"{labels}: {len(found)} places", flush=True)
        places += found
    return places


def _calibrate(given: argparse.Namespace, plan: Plan) -> None:
    from models.training import odds
    from models.training.boxed_photos import photos_of
    from models.training.calibrate import fit, gather, write
    from models.training.checksums import write_checksums
    from models.training.score import eyes_from, kept_out_scenes, renders_of
    from vision.read import Reader
    from vision.see import Eyes

    eyes = eyes_from(given.work)
    made = [("the drawn scenes", list(kept_out_scenes(plan.score_scenes, 1_000_007)))]
    made += [(str(place), list(renders_of(place))) for place in given.renders]
    photos = [(str(labels), photos_of(labels)) for labels in (*given.photos, *given.steep)]
    sets = []
    for name, pictures in (*made, *photos):
        logits, classes = gather(pictures, eyes)
        if not len(classes):
            sys.exit(f"{name}: no die that is to be read was found, so nothing can be chosen by it")
        sets.append((logits, classes))
    chosen = fit(sets, eyes.reader.calibration)
    # Photographs do not say of all that lies in them whether it is a die.
    eyes = Eyes(eyes.locator, Reader.loaded(given.work, calibration=chosen))
    told = odds.fit(odds.gather(pictures, eyes) for _, pictures in made)
    chosen = replace(chosen, odds=told)
    write(chosen, given.work / "calibration.json")
    write_checksums(given.work)
    print(chosen)


def _score(given: argparse.Namespace, plan: Plan) -> None:
    from models.training.boxed_photos import listed, photos_of
    from models.training.progress import told
    from models.training.renders import finished
    from models.training.score import (
        KEPT_OUT,
        STEEPEST_DEG,
        eyes_from,
        kept_out_scenes,
        renders_of,
        rolls_of_eight,
        score,
        tables_of_tiles,
    )

    eyes = eyes_from(given.work)
    count = plan.score_scenes
    title = f"{count} drawn scenes kept out"
    slight = kept_out_scenes(count, KEPT_OUT + 2, STEEPEST_DEG)
    parts = [
        (f"{title}, the camera at most {STEEPEST_DEG:.0f} degrees off straight", slight, count)
    ]
    parts.append((f"{title}, any camera", kept_out_scenes(count), count))
    rolls = plan.score_scenes * 2 // 3
    parts.append((f"{rolls} drawn throws of eight dice kept out", rolls_of_eight(rolls), rolls))
    tiles = tables_of_tiles(rolls)
    parts.append((f"{rolls} tables without dice, six tiles on each", tiles, rolls))
    parts += [
        (f"{place}, path-traced", renders_of(place), len(finished(place)))
        for place in given.renders
    ]
    parts += [
        (str(labels), photos_of(labels), len(listed(labels)))
        for labels in (*given.photos, *given.steep)
    ]
    for name, pictures, of in parts:
        tally = score(told(pictures, name, of), eyes)
        print(f"## {name}", *tally.rows(), *(tally.faults if given.list else []), sep="\n")


if __name__ == "__main__":
    sys.exit(main())

"""Make the models step by step: `python -m models.training draw|locator|reader|export ...`.

Each step goes on where it was stopped. A whole run:

    python -m models.training draw     --work WORK
    python -m models.training locator  --work WORK
    python -m models.training reader   --work WORK
    python -m models.training export   --work WORK --into models

`--small` runs the same steps in a minute on a handful of scenes; its models are worth nothing.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Plan:
    """How much is done: shards of scenes, scenes a shard, steps and batches of both networks."""

    shards: int = 60
    scenes: int = 100
    locator_steps: int = 6000
    locator_batch: int = 16
    locator_side: int = 192
    reader_steps: int = 6000
    reader_batch: int = 128


SMALL = Plan(1, 8, 6, 2, 96, 6, 16)


def main(arguments: list[str] | None = None) -> int:
    """Run one step; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m models.training",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("step", choices=["draw", "locator", "reader", "export"])
    parser.add_argument(
        "--work", type=Path, required=True, help="folder for scenes and checkpoints"
    )
    parser.add_argument(
        "--into", type=Path, default=None, help="export: folder for the .tflite files"
    )
    parser.add_argument(
        "--photos",
        type=Path,
        action="append",
        default=[],
        help="reader: labels.json of a photo set to train on as well (again for more sets)",
    )
    parser.add_argument(
        "--renders", type=Path, default=None, help="folder of path-traced renders with labels"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--small", action="store_true", help="a minute's run to see that it works")
    given = parser.parse_args(arguments)
    plan = SMALL if given.small else Plan()
    scenes = given.work / "scenes"
    if given.step == "draw":
        from models.training.shards import write_shards

        write_shards(scenes, 0, plan.shards, plan.scenes)
    elif given.step == "export":
        from models.training.export import export_both

        export_both(given.work, given.into or given.work)
    else:
        _train(given, plan, scenes)
    return 0


def _train(given: argparse.Namespace, plan: Plan, folder: Path) -> None:
    import cv2
    import torch

    from models.training import train_locator, train_reader
    from models.training.shards import read_shards

    torch.set_num_threads(given.threads)
    cv2.setNumThreads(1)
    scenes = list(read_shards(folder))
    if not scenes:
        sys.exit(f"no scenes in {folder}: run the step `draw` first")
    if given.step == "locator":
        checkpoint = given.work / "locator.pt"
        train_locator.train(
            scenes,
            checkpoint,
            plan.locator_steps,
            plan.locator_batch,
            plan.locator_side,
            seed=given.seed,
        )
    else:
        checkpoint = given.work / "reader.pt"
        train_reader.train(
            scenes, checkpoint, plan.reader_steps, plan.reader_batch, seed=given.seed
        )


if __name__ == "__main__":
    sys.exit(main())

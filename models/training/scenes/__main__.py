"""Commands of the scene renderer: `render` makes labelled pictures, `recording` makes a film."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from models.training.renders import finished

SEED_STRIDE = 1_000_000
"""Pictures of different base seeds never share a scene's seed."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a broken run leaves the old one or none, never half of one."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)


def collate(folder: Path) -> int:
    """Write `labels.json` from the labels of each finished picture; return how many there are."""
    photos = [json.loads(path.read_text("utf-8")) for path in finished(folder)]
    about = {
        "set": folder.name,
        "box": "axis-aligned box round the whole die, pixels [x1,y1,x2,y2], clipped to the picture",
        "photos": photos,
    }
    write_whole(folder / "labels.json", json.dumps(about).encode())
    return len(photos)


def _render(args: argparse.Namespace) -> int:
    folder: Path = args.out
    folder.mkdir(parents=True, exist_ok=True)
    held_out = args.set == "test"
    width = 320 if args.small else args.width
    samples = 4 if args.small else args.samples
    there = {path.stem for path in finished(folder)}
    todo = [k for k in range(args.first, args.count) if f"{k:05d}" not in there]
    print(f"{args.count - args.first - len(todo)} of {args.count - args.first} are there already")
    from .scene import picture_of_seed

    began = time.monotonic()
    for done, k in enumerate(todo):
        picture = picture_of_seed(
            args.seed * SEED_STRIDE + k, held_out, width, width * 3 // 4, samples, args.roll
        )
        labels: dict[str, Any] = {"image": f"{k:05d}.jpg", **picture.labels}
        write_whole(folder / f"{k:05d}.jpg", picture.jpeg)
        write_whole(folder / f"{k:05d}.json", json.dumps(labels).encode())
        each = (time.monotonic() - began) / (done + 1)
        left = each * (len(todo) - done - 1)
        print(
            f"{done + 1}/{len(todo)}  {each:.1f} s a picture  {left / 60:.0f} min left",
            end="\n" if not sys.stdout.isatty() else "   \r", flush=True,
        )  # fmt: skip
        if (done + 1) % 20 == 0:
            collate(folder)
    print(f"{collate(folder)} labelled pictures in {folder}")
    return 0


def _recording(args: argparse.Namespace) -> int:
    from .recording import film
    from .script import GAMES

    games = tuple(GAMES) if args.game == "both" else (args.game,)
    frames = film(games, args.out, args.width, args.samples, args.seed, args.keep)
    size = sum(p.stat().st_size for p in args.out.iterdir() if p.is_file())
    print(f"{frames} frames, {size / 1000:.0f} kB in {args.out}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m models.training.scenes", description=(__doc__ or "").split("\n")[0]
    )
    commands = parser.add_subparsers(required=True)
    render = commands.add_parser("render", help="labelled pictures of thrown dice, resumable")
    render.add_argument("--out", type=Path, required=True, help="folder for pictures and labels")
    render.add_argument("--count", type=int, default=100, help="pictures in all")
    render.add_argument("--first", type=int, default=0, help="number of the first picture")
    render.add_argument("--seed", type=int, default=0, help="another seed, other scenes")
    render.add_argument(
        "--set",
        choices=("train", "test"),
        default="train",
        help="test: drawings, looks, trays and lights kept out of training",
    )
    render.add_argument(
        "--roll",
        type=int,
        choices=range(1, 13),
        metavar="N",
        help="throws of N dice of one kind (1 to 12) and nothing else",
    )
    render.add_argument("--width", type=int, default=640, help="px; the height is 3/4 of it")
    render.add_argument("--samples", type=int, default=16, help="light paths a px")
    render.add_argument("--small", action="store_true", help="320 px and 4 samples: for a try")
    render.set_defaults(run=_render)
    recording = commands.add_parser("recording", help="a film that ships with the program")
    recording.add_argument("--game", choices=("pickomino", "knister", "both"), default="both")
    recording.add_argument("--out", type=Path, required=True, help="folder for film and labels")
    recording.add_argument("--width", type=int, default=640, help="px; the height is 3/4 of it")
    recording.add_argument("--samples", type=int, default=8, help="light paths a px")
    recording.add_argument("--seed", type=int, default=1, help="another seed, other motion")
    recording.add_argument("--keep", type=Path, help="folder for rendered shots, to resume from")
    recording.set_defaults(run=_recording)
    return parser


def main(argv: list[str] | None = None) -> int:
    """Run a command; return its exit status."""
    args = _parser().parse_args(argv)
    try:
        status: int = args.run(args)
    except ImportError as missing:
        print(
            f"{missing.name or missing} is missing: the scenes need mitsuba, mujoco, manifold3d "
            "and pyoidn (pip install mitsuba mujoco manifold3d pyoidn)",
            file=sys.stderr,
        )
        return 1
    return status


if __name__ == "__main__":
    raise SystemExit(main())

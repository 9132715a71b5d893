"""`dice-table watch`: print each roll of a video, a folder of frames or a camera."""

from __future__ import annotations

import json
import sys
import time

import click

from device.bootstrap import shipped_recording
from device.counted import counted
from device.number_ranges import FiniteRange
from device.profiles import see_with
from device.program import folders_of
from device.progress import Progress
from device.readings import die_json, die_table
from device.rolls import Roll, RollWatcher
from device.sources import FileSource, SourceLost, left_out, open_source
from device.typed_name import as_typed, examples_as_typed, remark
from vision.lane import SeeOnMat

EXAMPLES = """\b
Examples:
  dice-table watch throws.mp4
  dice-table watch recording
  dice-table watch --json frames/
  dice-table watch usb:0"""

START_S = 8.0  # a Pi camera warms up for a while; who has seen nothing by then never will


@click.command(epilog=examples_as_typed(EXAMPLES))
@click.argument("source")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a roll.")
@click.option(
    "--fps",
    type=FiniteRange(0.1),
    metavar="N",
    help="Frames a second of a folder of pictures (30).",
)
@click.option(
    "--profile",
    metavar="NAME",
    help=as_typed("Read with the faces learnt by `dice-table teach NAME`."),
)
@click.pass_context
def command(
    ctx: click.Context, source: str, as_json: bool, fps: float | None, profile: str | None
) -> None:
    """Follow SOURCE and print each roll once its dice lie still.

    SOURCE is a video file, a folder of frames, `usb:0`, `pi` or `recording`, the one that ships
    with the program. Dice that never moved are not a new roll. Stop a camera with Ctrl-C.
    """
    watcher = RollWatcher(SeeOnMat(see_with(folders_of(ctx).profiles, profile)))
    opened = (shipped_recording() if source == "recording" else None) or open_source(source)
    if fps is not None and isinstance(opened, FileSource):
        opened.fps = fps
    rolls = frames = 0
    began = time.monotonic()
    progress = Progress(every_s=2.0 if opened.waits else 30.0)
    missed = ""
    with opened:
        while True:
            try:
                frame = opened.read()
            except SourceLost as lost:
                if frames == 0 and time.monotonic() - began > START_S:
                    if str(lost) == missed:
                        sys.exit(1)  # it is said already
                    raise
                if str(lost) != missed:
                    missed = str(lost)
                    remark(str(lost))
                continue
            if frame is None:
                break
            frames += 1
            missed = ""
            seen = counted(frames, "frame", "frames")
            progress.tell(f"{seen} seen, {counted(rolls, 'roll', 'rolls')}")
            roll = watcher.update(frame.image, frame.at_s, frame.number)
            if roll is not None:
                rolls += 1
                click.echo(_line(roll, as_json))
        missing = left_out(opened)
    if missing:
        remark(missing)
    if rolls == 0 and not as_json:
        click.echo(f"No roll came to rest in {counted(frames, 'frame', 'frames')}.")


def _line(roll: Roll, as_json: bool) -> str:
    dice = roll.observation.dice
    if as_json:
        line = {
            "frame": roll.frame,
            "at_s": round(roll.at_s, 3),
            "dice": [die_json(d) for d in dice],
        }
        return json.dumps(line)
    return "\n".join([f"frame {roll.frame}, {roll.at_s:.2f} s:", *die_table(dice)])

"""`dice-table read`: read the dice in still photos."""

from __future__ import annotations

import json
import math
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import click

from device.counted import counted
from device.number_ranges import FiniteRange
from device.photo_trouble import PhotoTrouble, photo_trouble
from device.profiles import see_with
from device.program import folders_of
from device.progress import Progress
from device.readings import die_json, die_table
from device.typed_name import as_typed, examples_as_typed, remark
from vision import Observation, PhotoError, load_photo
from vision.lane import SeeOnMat
from vision.locate import tellable_px
from vision.mat_find import find_mat
from vision.photo import Frame

EXAMPLES = """\b
Examples:
  dice-table read tray.jpg
  dice-table read --json photos/*.jpg > readings.ndjson
  dice-table read --same-camera evening/*.jpg
  dice-table read --die-size 120 close-up.png"""

LEAST_DIE_PX = 8  # pips of a smaller die are no pips any more
MOST_DIE_PX = 1 << 15  # the side of the largest square that OpenCV opens


@click.command(epilog=examples_as_typed(EXAMPLES))
@click.argument(
    "photos",
    nargs=-1,
    required=True,
    metavar="PHOTO...",
    type=click.Path(path_type=Path, readable=False),
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a photo.")
@click.option(
    "--profile",
    metavar="NAME",
    help=as_typed("Read with the faces learnt by `dice-table teach NAME`."),
)
@click.option(
    "--die-size",
    type=FiniteRange(LEAST_DIE_PX, MOST_DIE_PX),
    metavar="PX",
    help="Side of the dice in the photo; found by itself otherwise.",
)
@click.option(
    "--same-camera",
    is_flag=True,
    help="Use it where one camera took the photos and was not moved: the throws before show how "
    "flat dice look to it, so one die or two alone are read more surely.",
)
@click.pass_context
def command(
    ctx: click.Context,
    photos: tuple[Path, ...],
    as_json: bool,
    profile: str | None,
    die_size: float | None,
    same_camera: bool,
) -> None:
    """Read the dice in photos (JPEG, PNG, WebP, BMP or TIFF).

    A reading marked with a question mark is not sure: ask a person. A photo that cannot be read is
    named and the others are still read; the exit status is then 1.
    """
    see = partial(see_with(folders_of(ctx).profiles, profile), die_px=die_size)
    see_on_mat = SeeOnMat(see, find_mat)
    failed = 0
    progress = Progress(every_s=1.0)
    for number, path in enumerate(photos):
        progress.tell(f"{number} of {counted(len(photos), 'photo', 'photos')} read")
        try:
            start = time.perf_counter()
            photo = load_photo(path)
            if die_size is not None:
                check_die_size(path, photo, die_size)
            observation = see_on_mat(photo)
            if same_camera:
                see_on_mat.rested(observation)
            ms = 1000 * (time.perf_counter() - start)
        except (PhotoError, PhotoTrouble) as error:
            failed += 1
            trouble = photo_trouble(path, error) if isinstance(error, PhotoError) else error
            _refuse(path, trouble, as_json)
            continue
        click.echo(
            json.dumps(photo_json(path, observation, ms))
            if as_json
            else _table(path, observation, ms, die_size)
        )
    if failed:
        sys.exit(1)


def check_die_size(path: Path, photo: Frame, die_px: float) -> None:
    """Raise PhotoTrouble where dice of this side cannot be found in the photo."""
    least, most = tellable_px(photo)
    least = max(LEAST_DIE_PX, math.ceil(least))
    if least <= die_px <= most:
        return
    height, width = photo.shape[:2]
    raise PhotoTrouble(
        f"{path}: no die {die_px:g} px wide can be found in a picture of {width} x {height} px",
        f"give --die-size {least} to {most:.0f}, or leave it out: it is found by itself"
        if least <= most
        else "leave --die-size out, or give a larger picture",
    )


def photo_json(path: Path, observation: Observation, ms: float) -> dict[str, Any]:
    """Return the line for one photo: name, size, time and dice."""
    return {
        "photo": str(path),
        "width": observation.width,
        "height": observation.height,
        "ms": round(ms, 1),
        "dice": [die_json(die) for die in observation.dice],
    }


def _refuse(path: Path, trouble: PhotoTrouble, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"photo": str(path), "error": trouble.what}))
    remark(str(trouble))


def _table(path: Path, observation: Observation, ms: float, die_px: float | None) -> str:
    head = f"{path}: {observation.width} x {observation.height} px, {ms:.0f} ms"
    lines = die_table(observation.dice)
    if die_px is not None and not observation.dice:
        lines[-1] += f" of about {die_px:g} px: without --die-size any size is looked for"
    return "\n".join([head, *lines])

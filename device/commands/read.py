"""`dice-table read`: read the dice in still photos."""

from __future__ import annotations

import json
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import click

from device.__main__ import folders_of
from device.counted import counted
from device.finite_range import FiniteRange
from device.photo_trouble import PhotoTrouble, photo_trouble
from device.profiles import see_with
from device.readings import die_json, die_table
from device.typed_name import as_typed, remark
from vision import Observation, PhotoError, load_photo
from vision.lane import SeeOnMat
from vision.mat_find import find_mat

EXAMPLES = """\b
Examples:
  dice-table read tray.jpg
  dice-table read --json photos/*.jpg > readings.ndjson
  dice-table read --same-camera evening/*.jpg
  dice-table read --die-size 120 close-up.png"""

QUIET_S = 2.0


@click.command(epilog=EXAMPLES)
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
    type=FiniteRange(min=8),
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
    began = said = time.monotonic()
    for number, path in enumerate(photos):
        if time.monotonic() - began > QUIET_S and time.monotonic() - said > 1.0:
            said = time.monotonic()
            click.echo(f"{number} of {counted(len(photos), 'photo', 'photos')} read", err=True)
        try:
            start = time.perf_counter()
            photo = load_photo(path)
            observation = see_on_mat(photo)
            if same_camera:
                see_on_mat.rested(observation)
            ms = 1000 * (time.perf_counter() - start)
        except PhotoError as error:
            failed += 1
            _refuse(path, photo_trouble(path, error), as_json)
            continue
        click.echo(
            json.dumps(photo_json(path, observation, ms))
            if as_json
            else _table(path, observation, ms)
        )
    if failed:
        sys.exit(1)


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


def _table(path: Path, observation: Observation, ms: float) -> str:
    head = f"{path}: {observation.width} x {observation.height} px, {ms:.0f} ms"
    return "\n".join([head, *die_table(observation.dice)])

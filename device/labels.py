"""Labels of photos: which file, and what its dice show.

`FORM` is such a file. A box (x1, y1, x2, y2 in px) lies round a die or round the pips on top.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from device.trouble import Trouble, remedy_of

Box = tuple[float, float, float, float]
LARGEST_BYTES = 16 << 20
MOST_PX = 1e12  # no picture is nearly so wide


FORM = (
    '{"photos": [',
    '  {"image": "a.jpg", "dice": [{"value": "6", "box": [10, 20, 90, 95]}]},',
    '  {"image": "b.jpg", "values": ["5", "5"]}]}',
)
_REMEDY = (
    'write {"photos": [{"image": "a.jpg", "dice": [{"value": "6", "box": [x1, y1, x2, y2]}]}]}, '
    "or teach a face a photo: --face 6 sixes.jpg"
)


class LabelsTrouble(Trouble):
    """A file of labels that cannot be used; says which entry is to blame."""

    def __init__(self, what: str, remedy: str = "") -> None:
        """Keep both halves; without a remedy of its own the form of the file is shown."""
        super().__init__(what, remedy or _REMEDY)


@dataclass(frozen=True, slots=True)
class Labelled:
    """One photo with the values of its dice; `boxes` goes with them, or is None."""

    photo: Path
    values: tuple[str, ...]
    boxes: tuple[Box, ...] | None


def read_labels(path: Path) -> list[Labelled]:
    """Read a file of labels; photos are looked for beside it. Raises LabelsTrouble."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST_BYTES + 1)
        if len(data) > LARGEST_BYTES:  # a device may never end
            raise LabelsTrouble(
                f"{path}: larger than {LARGEST_BYTES >> 20} MB, which no file of labels is"
            )
        found = json.loads(data.decode("utf-8-sig"))
    except FileNotFoundError as error:
        raise LabelsTrouble(f"{path}: no such file", remedy_of(error)) from error
    except OSError as error:
        raise LabelsTrouble(
            f"{path}: cannot be read ({error.strerror or error})", remedy_of(error)
        ) from error
    except (ValueError, RecursionError) as error:
        raise LabelsTrouble(f"{path}: not a file of labels in JSON") from error
    photos = found.get("photos") if isinstance(found, dict) else None
    if not isinstance(photos, list) or not photos:
        raise LabelsTrouble(f'{path}: lists no photos (expected {{"photos": [...]}})')
    labelled = [_photo(path, number, entry) for number, entry in enumerate(photos, 1)]
    if not any(one.values for one in labelled):
        raise LabelsTrouble(f"{path}: no photo has a die")
    return labelled


def _photo(path: Path, number: int, entry: Any) -> Labelled:
    if not isinstance(entry, dict) or not isinstance(entry.get("image"), str):
        raise LabelsTrouble(f"{path}: photo {number} has no `image`")
    image = entry["image"]
    if "\0" in image:
        raise LabelsTrouble(f"{path}: photo {number} has no `image` that can be a file's name")
    where = f"{path}: {image}"
    dice, values = entry.get("dice"), entry.get("values")
    if isinstance(dice, list):
        pairs = [_die(where, k, die) for k, die in enumerate(dice, 1)]
        boxes = tuple(box for _, box in pairs)
        return Labelled(path.parent / image, tuple(value for value, _ in pairs), boxes)
    if isinstance(values, list) and values:
        named = tuple(_value(where, k, value) for k, value in enumerate(values, 1))
        return Labelled(path.parent / image, named, None)
    raise LabelsTrouble(f"{where}: has neither `dice` nor `values`")


def _die(where: str, number: int, die: Any) -> tuple[str, Box]:
    if not isinstance(die, dict):
        raise LabelsTrouble(f"{where}: die {number} is no entry with `value` and `box`")
    value = _value(where, number, die.get("value"))
    box = die.get("box")
    if not isinstance(box, list) or len(box) != 4 or not all(_is_number(v) for v in box):
        raise LabelsTrouble(f"{where}: die {number} has no `box` of four numbers")
    x1, y1, x2, y2 = (float(v) for v in box)
    if x2 <= x1 or y2 <= y1:
        raise LabelsTrouble(f"{where}: the box of die {number} is empty")
    return value, (x1, y1, x2, y2)


def _is_number(value: Any) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return abs(value) <= MOST_PX  # neither is what is no number, nor what has hundreds of digits


def _value(where: str, number: int, value: Any) -> str:
    # Tables and statistics programs write a column of whole numbers as 5.0.
    if isinstance(value, float):
        if not value.is_integer():
            raise LabelsTrouble(
                f"{where}: die {number} shows {value}, which no face does",
                "write a whole number for pips, or the name of a picture in quotes",
            )
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, str | int) or not str(value).strip():
        raise LabelsTrouble(f"{where}: die {number} has no face (`value`)")
    return str(value).strip()

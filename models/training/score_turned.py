"""Score photographs turned and mirrored: `python -m models.training.score_turned --photos LABELS`.

Dice show the same then, and yet single ones are read otherwise, so each photograph counts five
times. Whatever was chosen while looking at a set as it is flatters that one row; the sum hardly.
Cameras that look from the side see what is above a face further off (`vision/looks.py`): turn only
photographs that were taken from above, and mirror the others (`--mirrored`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from models.training.boxed_photos import photos_of
from models.training.progress import told
from models.training.score import Tally, Wanted, eyes_from, tally_picture
from models.training.score_worse import TABLE_HEAD, row, take_sets_and_models
from vision import see
from vision.photo import Frame
from vision.see import Eyes

Photo = tuple[str, Frame, list[Wanted]]


@dataclass(frozen=True)
class Turn:
    """Quarter turns against the clock of a picture that was mirrored before, left for right."""

    quarters: int = 0
    mirrored: bool = False

    def of(self, photo: Photo) -> Photo:
        """Return the photograph turned: its picture (h, w, 3) uint8 and what lies where in it."""
        name, image, wanted = photo
        if self.mirrored:
            right = image.shape[1] - 1
            image = image[:, ::-1]
            wanted = [replace(one, x=right - one.x) for one in wanted]
        for _ in range(self.quarters):
            right = image.shape[1] - 1
            image = np.rot90(image)
            wanted = [replace(one, x=one.y, y=right - one.x) for one in wanted]
        return name, np.ascontiguousarray(image), wanted


TURNS = {
    "as it is": Turn(),
    "a quarter turn": Turn(1),
    "half a turn": Turn(2),
    "three quarters": Turn(3),
    "mirrored": Turn(mirrored=True),
}


def turned(photos: Sequence[Photo], turn: str) -> Iterator[Photo]:
    """Yield the photographs turned by one of `TURNS`, telling how far it is."""
    for photo in told(photos, turn, len(photos)):
        yield TURNS[turn].of(photo)


def score(photos: Sequence[Photo], turn: str, eyes: Eyes, sums: Sequence[Tally]) -> Tally:
    """Read the photographs turned and return the tally; `sums` are added to as well."""
    tally = Tally()
    for name, image, wanted in turned(photos, turn):
        seen = see(image, eyes)
        for each in (tally, *sums):
            tally_picture(each, name, wanted, seen)
    return tally


def main() -> None:
    """Score and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    take_sets_and_models(parser)
    parser.add_argument("--mirrored", action="store_true", help="only as it is and mirrored")
    parser.add_argument("--list", action="store_true", help="name each error, after the table")
    given = parser.parse_args()
    try:
        eyes = eyes_from(given.work)
        photos = [photo for labels in given.photos for photo in photos_of(labels)]
    except (OSError, ValueError) as error:
        parser.error(str(error))
    turns = [name for name, turn in TURNS.items() if not (given.mirrored and turn.quarters)]
    print(f"{len(photos)} photographs, {len(turns)} times\n\n{TABLE_HEAD}")
    sum_of_all = Tally()
    errors: list[str] = []
    for turn in turns:
        tally = score(photos, turn, eyes, [sum_of_all])
        print(row(turn, tally), flush=True)
        errors += [f"{turn}: {error}" for error in tally.faults]
    print(row("all", sum_of_all))
    print(f"\nright {sum_of_all.right} of {sum_of_all.dice}")
    if given.list:
        print("", *errors, sep="\n")


if __name__ == "__main__":
    main()

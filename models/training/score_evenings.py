"""Score what throws tell of the camera: `python -m models.training.score_evenings [--count 40]`.

An evening is one camera that stands still without a mat, one kind of dice, and throws of eight dice
down to one. They are read photo by photo, and again by one who remembers the throws before
(`vision.standpoint`). What counts are the throws of one or two dice, for which a single picture
cannot say how the camera looks: how many that lie flat are sure, and how many of those that lean
(or cannot be read) are.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from models.training.progress import told
from models.training.score import Tally, Wanted, tally_picture, wanted_in_roll
from models.training.sketch.dice import draw_look
from models.training.sketch.scene import draw_camera, draw_scene, drawn_px
from vision import see
from vision.lane import SeeOnMat
from vision.photo import Frame

SEED = 1_000_031
THROWS = (8, 7, 5, 2, 1, 8, 6, 2, 1, 1)
LEANS = 0.4  # of the throws of one or two dice so many have one that leans
FEW = 2
SIZE_PX = (640, 480)
WAYS = {False: "by themselves", True: "after those before"}  # how throws are read


@dataclass
class Evening:
    """The throws of an evening, pictures and what lies there; the camera looks `off_deg` aslant."""

    off_deg: float
    throws: list[tuple[Frame, list[Wanted]]] = field(default_factory=list)


def evenings(
    count: int, steepest_deg: float, throws: tuple[int, ...] = THROWS
) -> Iterator[Evening]:
    """Draw evenings, each under a camera of its own."""
    for number in range(count):
        rng = np.random.default_rng([SEED, number])
        die_px = float(np.exp(rng.uniform(np.log(30), np.log(70))))
        w, h, size, _ = drawn_px(*SIZE_PX, die_px)
        camera = draw_camera(rng, w, h, size, steepest_deg)
        look = draw_look(rng)
        evening = Evening(float(np.degrees(np.arccos(-camera.axes[2, 2]))))
        for dice in throws:
            leaning = int(dice <= FEW and rng.random() < LEANS)
            image, labels = draw_scene(
                rng, *SIZE_PX, die_px, look=look, roll_of=dice, camera=camera, leaning=leaning
            )
            wanted = [wanted_in_roll(label, image) for label in labels]
            evening.throws.append((image, wanted))
        yield evening


def score(
    count: int, steepest_deg: float, remembering: bool, throws: tuple[int, ...] = THROWS
) -> Tally:
    """Read the throws of evenings in their order; return the tally of those of few dice."""
    tally = Tally()
    drawn = told(evenings(count, steepest_deg, throws), f"evenings, {WAYS[remembering]}", count)
    for number, evening in enumerate(drawn):
        look = SeeOnMat(see)
        for place, (image, wanted) in enumerate(evening.throws):
            seen = look(image)
            if remembering:
                look.rested(seen)
            if len(wanted) <= FEW:
                tally_picture(tally, f"evening {number}, throw {place}", wanted, seen)
    return tally


def main() -> None:
    """Score and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=40, help="evenings of ten throws (40)")
    parser.add_argument(
        "--steepest", type=float, default=40.0, metavar="DEG", help="camera off straight (40)"
    )
    parser.add_argument("--list", action="store_true", help="name each fault")
    given = parser.parse_args()
    print(f"throws of one or two dice, cameras up to {given.steepest:.0f} degrees off straight")
    for remembering, name in WAYS.items():
        tally = score(given.count, given.steepest, remembering)
        print(f"## {name}", *tally.rows()[:5], *(tally.faults if given.list else []), sep="\n")


if __name__ == "__main__":
    main()

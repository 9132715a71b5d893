"""Score photographs that were made worse: `python -m models.training.score_worse --photos LABELS`.

Other cameras see otherwise: with noise, under lamps of another colour, dimly, blurred, sharpened
by their own software, pressed into few bytes. Each photograph of the sets is read as it is and with
one such fault at a time, and every fault has a row: what should stay few whatever happens are the
silent errors.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

import models
from models.training.boxed_photos import photos_of
from models.training.progress import told
from models.training.score import Tally, Wanted, eyes_from, tally_picture
from vision import see
from vision.photo import Frame
from vision.see import Eyes

Floats = NDArray[np.float32]  # (h, w, 3), B, G, R, 0..255
Worsen = Callable[[Floats, np.random.Generator], Floats]
SHIPPED = Path(models.__path__[0])
SEED = 1_000_037
USUAL_PX = 1280  # long side of the pictures for which a blur is given


def _lit(blue: float, green: float, red: float) -> Worsen:
    return lambda image, _: image * np.array([blue, green, red], np.float32)


def _bent(gamma: float) -> Worsen:
    return lambda image, _: 255 * (image / 255) ** np.float32(gamma)


def _noisy(grain: float) -> Worsen:
    return lambda image, rng: image + grain * rng.standard_normal(image.shape, np.float32)


def _blotchy(spread: float) -> Worsen:
    """Noise of colour in blots of 3 px, as is left of it where software smooths a dim picture."""

    def worsen(image: Floats, rng: np.random.Generator) -> Floats:
        height, width = image.shape[:2]
        blots = rng.standard_normal((-(-height // 3), -(-width // 3), 3), np.float32)
        return image + spread * np.asarray(cv2.resize(blots, (width, height)), np.float32)

    return worsen


def _underlit(share: float, grain: float) -> Worsen:
    return lambda image, rng: share * image + grain * rng.standard_normal(image.shape, np.float32)


def _dim_room(light: float) -> Worsen:
    """Dim the light, and smooth and sharpen the grain that this brings, as small cameras do."""

    def worsen(image: Floats, rng: np.random.Generator) -> Floats:
        lit = light * image
        grain = 8 * np.sqrt(0.3 + lit / 128) * rng.standard_normal(image.shape, np.float32)
        tones = cv2.cvtColor(_pixels(lit + grain), cv2.COLOR_BGR2YCrCb).astype(np.float32)
        bright = cv2.GaussianBlur(tones[..., 0], (0, 0), 0.6)
        tones[..., 1:] = cv2.GaussianBlur(tones[..., 1:], (0, 0), 2.5)
        tones[..., 0] = bright + 0.8 * (bright - cv2.GaussianBlur(bright, (0, 0), 1.2))
        seen = cv2.cvtColor(_pixels(tones), cv2.COLOR_YCrCb2BGR).astype(np.float32)
        return _pressed(85)(seen, rng)

    return worsen


def _blurred(spread_px: float) -> Worsen:
    def worsen(image: Floats, _: np.random.Generator) -> Floats:
        spread = spread_px * max(image.shape[:2]) / USUAL_PX
        return np.asarray(cv2.GaussianBlur(image, (0, 0), spread), np.float32)

    return worsen


def _shaken(length_px: float) -> Worsen:
    def worsen(image: Floats, _: np.random.Generator) -> Floats:
        side = max(3, round(length_px * max(image.shape[:2]) / USUAL_PX)) | 1
        kernel = np.zeros((side, side), np.float32)
        kernel[side // 2] = 1 / side
        return np.asarray(cv2.filter2D(image, -1, kernel), np.float32)

    return worsen


def _sharpened(by: float) -> Worsen:
    return lambda image, _: image + by * (image - cv2.GaussianBlur(image, (0, 0), 1.5))


def _small(long_side: int) -> Worsen:
    def worsen(image: Floats, _: np.random.Generator) -> Floats:
        by = long_side / max(image.shape[:2])
        size = (round(image.shape[1] * by), round(image.shape[0] * by))
        return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.float32)

    return worsen


def _pressed(quality: int) -> Worsen:
    def worsen(image: Floats, _: np.random.Generator) -> Floats:
        _, data = cv2.imencode(".jpg", _pixels(image), [cv2.IMWRITE_JPEG_QUALITY, quality])
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.float32)

    return worsen


def _dark_corners(by: float) -> Worsen:
    def worsen(image: Floats, _: np.random.Generator) -> Floats:
        height, width = image.shape[:2]
        y, x = np.linspace(-1, 1, height)[:, None], np.linspace(-1, 1, width)[None]
        return np.asarray(image * (1 - by * (x**2 + y**2) / 2)[..., None], np.float32)

    return worsen


FAULTS: dict[str, Worsen] = {
    "as it is": lambda image, _: image,
    "warm light": _lit(0.6, 0.9, 1.15),
    "cold light": _lit(1.2, 1.0, 0.75),
    "green cast": _lit(0.85, 1.1, 0.85),
    "dark corners": _dark_corners(0.6),
    "washed out (gamma 0.5)": _bent(0.5),
    "dim (gamma 2)": _bent(2.0),
    "a third of the light, noise of 6": _underlit(0.3, 6),
    "noise of 12 grey levels": _noisy(12),
    "noise of 25 grey levels": _noisy(25),
    "noise of 40 grey levels": _noisy(40),
    "blots of colour, 20 levels": _blotchy(20),
    "a dim room, smoothed by the camera": _dim_room(0.5),
    "a dimmer room, smoothed by the camera": _dim_room(0.3),
    "out of focus, 1.2 px": _blurred(1.2),
    "out of focus, 2.4 px": _blurred(2.4),
    "shaken by 9 px": _shaken(9),
    "sharpened, 2": _sharpened(2),
    "sharpened, 5": _sharpened(5),
    "long side of 480 px": _small(480),
    "JPEG of quality 20": _pressed(20),
}


def _pixels(image: Floats) -> Frame:
    return np.ascontiguousarray(np.clip(image, 0, 255).astype(np.uint8))


def made_worse(image: Frame, fault: str, number: int) -> Frame:
    """Return a picture (h, w, 3) uint8 with one of `FAULTS`; its `number` seeds the noise."""
    rng = np.random.default_rng([SEED, number])
    return _pixels(FAULTS[fault](image.astype(np.float32), rng))


def _worse(
    photos: Iterable[tuple[str, Frame, list[Wanted]]], fault: str
) -> Iterator[tuple[str, Frame, list[Wanted]]]:
    for number, (name, image, wanted) in enumerate(photos):
        worse = made_worse(image, fault, number)
        by = worse.shape[1] / image.shape[1]
        yield name, worse, [replace(w, x=by * w.x, y=by * w.y, reach=by * w.reach) for w in wanted]


def score(photos: Sequence[tuple[str, Frame, list[Wanted]]], fault: str, eyes: Eyes) -> Tally:
    """Read the photographs with a fault and return the tally."""
    tally = Tally()
    for name, image, wanted in _worse(told(photos, fault, len(photos)), fault):
        tally_picture(tally, name, wanted, see(image, eyes))
    return tally


TABLE_HEAD = """\
| | right | sure and right | sure and wrong | extra sure |
| --- | --- | --- | --- | --- |"""


def row(fault: str, tally: Tally) -> str:
    """Return a row of the model card's table."""
    right, sure = (100 * some / max(1, tally.dice) for some in (tally.right, tally.sure))
    silent = tally.silent - tally.extra_sure
    return f"| {fault} | {right:.1f} % | {sure:.1f} % | {silent} | {tally.extra_sure} |"


def take_sets_and_models(parser: argparse.ArgumentParser) -> None:
    """Let a command take `--photos` (sets with boxes) and `--work` (a folder of models)."""
    parser.add_argument(
        "--photos", type=Path, action="append", required=True, help="labels.json with boxes"
    )
    parser.add_argument(
        "--work", type=Path, default=SHIPPED, help="folder of the models (those that ship)"
    )


def main() -> None:
    """Score and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    take_sets_and_models(parser)
    parser.add_argument("--every", type=int, default=1, help="take one photograph in so many (1)")
    parser.add_argument(
        "--fault",
        action="append",
        metavar="NAME",
        help=f"only this row; may be given again: {'; '.join(FAULTS)}",
    )
    parser.add_argument("--list", action="store_true", help="name each error, after the table")
    given = parser.parse_args()
    if strange := [fault for fault in given.fault or () if fault not in FAULTS]:
        parser.error(f"there is no fault `{strange[0]}`; do: take one of {'; '.join(FAULTS)}")
    if given.every < 1:
        parser.error("--every wants 1 or more")
    try:
        eyes = eyes_from(given.work)
        photos = [photo for labels in given.photos for photo in photos_of(labels)][:: given.every]
    except (OSError, ValueError) as error:
        parser.error(str(error))
    print(f"{len(photos)} photographs\n\n{TABLE_HEAD}")
    errors: list[str] = []
    for fault in given.fault or FAULTS:
        tally = score(photos, fault, eyes)
        print(row(fault, tally), flush=True)
        errors += [f"{fault}: {error}" for error in tally.faults]
    if given.list:
        print("", *errors, sep="\n")


if __name__ == "__main__":
    main()

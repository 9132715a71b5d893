"""A film of an evening at the mat, ten pictures a second: dice are thrown, kept, gathered up.

    with TableFilm(path, TableScene()) as film:
        film.throw("4442251w").hold(2.0)
        film.keep("444").hold(1.0)

Each deed moves dice and hand as people do; `hold` is what a table does in between: nothing, but for
the noise of the camera's sensor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from tests.device.table_scene import DIE_MM, SIZE_PX, Placed, Point, TableScene

FPS = 10.0
SLOT_MM = 23.0  # from die to die in the lane
AWAY: Point = (150.0, 330.0)  # where the hand is when it is out of the picture
TUMBLES = 5  # pictures of a die in the air


class TableFilm:
    """Writes the film (MJPEG in AVI, which every OpenCV reads) and knows what lies where."""

    def __init__(self, path: Path, scene: TableScene, seed: int = 7) -> None:
        """Name the file; `seed` says where the dice fall."""
        self._path = path
        self._scene = scene
        self._chance = np.random.default_rng(seed)
        self._grain = [
            self._chance.normal(0.0, 1.5, (SIZE_PX[1], SIZE_PX[0], 3)).astype(np.int8)
            for _ in range(3)
        ]
        self._writer: cv2.VideoWriter | None = None
        self.tray: list[Placed] = []
        self.lane: list[Placed] = []
        self.pictures = 0

    def __enter__(self) -> Self:
        """Begin the film."""
        code = cv2.VideoWriter.fourcc(*"MJPG")
        self._writer = cv2.VideoWriter(str(self._path), code, FPS, SIZE_PX)
        assert self._writer.isOpened(), f"{self._path} cannot be written"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the film."""
        assert self._writer is not None
        self._writer.release()

    def hold(self, seconds: float, hand_mm: Point | None = None) -> Self:
        """Let everything lie (the hand too, if it is in view)."""
        self._show(hand_mm, round(seconds * FPS))
        return self

    def throw(
        self,
        faces: str,
        kinds: Sequence[str] | None = None,
        leaning: int | None = None,
        off: int | None = None,
    ) -> Self:
        """Throw dice into the empty tray; one may come to lean, one may roll `off` the table.

        The one that leans stands on its edge below the camera, so that two sides are seen alike.
        """
        assert not self.tray, "the tray is not empty"
        places = self._places(len(faces))
        if leaning is not None:
            middle = (self._scene.layout.width_mm / 2, self._scene.layout.tray.bottom - 30.0)
            places.remove(min(places, key=lambda place: _gap(place, middle)))
            places.insert(leaning, middle)
        dice = [
            Placed(
                face,
                place,
                yaw_deg=90.0 if number == leaning else float(self._chance.uniform(0, 360)),
                lean_deg=45.0 if number == leaning else 0.0,
                kind="ivory" if kinds is None else kinds[number],
            )
            for number, (face, place) in enumerate(zip(faces, places, strict=True))
        ]
        for step in range(TUMBLES):
            left = 1.0 - step / TUMBLES
            self.tray = [self._flying(die, left) for die in dice]
            self._show()
        self.tray = [die for number, die in enumerate(dice) if number != off]
        return self

    def straighten(self, face: str) -> Self:
        """Let a hand take the die that leans and put it down flat, showing `face`."""
        die = next(die for die in self.tray if die.lean_deg)
        self._reach(die.at_mm)
        self.tray[self.tray.index(die)] = replace(die, face=face, lean_deg=0.0)
        self._show(die.at_mm, 2)
        return self._leave(die.at_mm)

    def fetch(self, face: str, at_mm: Point) -> Self:
        """Let a hand bring a die from the floor and put it into the tray."""
        self._reach(at_mm)
        self.tray.append(Placed(face, at_mm, yaw_deg=25.0))
        return self._leave(at_mm)

    def keep(self, faces: str, black_at: int | None = None) -> Self:
        """Let a hand move these dice from the tray to the lane, in this order.

        With `black_at` the die of that place is the black one, the others are not.
        """
        for number, face in enumerate(faces):
            die = next(
                die
                for die in self.tray
                if die.face == face and (die.kind == "black") == (number == black_at)
            )
            self._reach(die.at_mm)
            self.tray.remove(die)
            self._show(die.at_mm)
            lane = self._scene.layout.lane
            slot = (lane.left + 16.0 + SLOT_MM * len(self.lane), (lane.top + lane.bottom) / 2)
            self._show(slot)
            turn = float(self._chance.uniform(-8, 8))
            self.lane.append(replace(die, at_mm=slot, yaw_deg=turn))
        return self._leave(self.lane[-1].at_mm)

    def take_back(self, count: int) -> Self:
        """Let a hand put the last dice of the lane back into the tray, at free places."""
        for _ in range(count):
            die = self.lane.pop()
            self._reach(die.at_mm)
            free = self._places(8)
            place = max(free, key=lambda spot: min(_gap(spot, other.at_mm) for other in self.tray))
            self._show(place)
            self.tray.append(replace(die, at_mm=place))
        return self._leave(self.tray[-1].at_mm)

    def gather(self, lane: bool = False) -> Self:
        """Let a hand sweep the tray (and the lane) empty."""
        for die in sorted(self.tray, key=lambda die: die.at_mm)[::3]:
            self._show(die.at_mm)
        self.tray = []
        if lane and self.lane:
            self._show(self.lane[len(self.lane) // 2].at_mm)
            self.lane = []
        return self._leave((150.0, 120.0))

    def _reach(self, at_mm: Point) -> None:
        self._show(_between(AWAY, at_mm, 0.6))
        self._show(at_mm)

    def _leave(self, at_mm: Point) -> Self:
        self._show(at_mm)
        self._show(_between(at_mm, AWAY, 0.5))
        self._show()
        return self

    def _places(self, count: int) -> list[Point]:
        """Return places in the tray, far enough apart that no die touches another."""
        tray = self._scene.layout.tray
        cells = [(column, row) for row in range(2) for column in range(5)]
        self._chance.shuffle(cells)
        wide, high = (tray.width - 20.0) / 5, (tray.height - 20.0) / 2
        places = []
        for column, row in cells[:count]:
            x, y = self._chance.uniform(-1.0, 1.0, 2) * ((wide - 26.0) / 2, (high - 26.0) / 2)
            places.append(
                (
                    float(tray.left + 10.0 + (column + 0.5) * wide + x),
                    float(tray.top + 10.0 + (row + 0.5) * high + y),
                )
            )
        return places

    def _flying(self, die: Placed, left: float) -> Placed:
        """Return a die on its way: it comes from the upper edge and turns about itself."""
        start = (self._scene.layout.tray.left + 40.0, self._scene.layout.tray.top - 20.0)
        return replace(
            die,
            at_mm=_between(die.at_mm, start, left),
            lean_deg=0.0,
            high_mm=2.0 * DIE_MM * left * float(self._chance.uniform(0.3, 1.0)) + 4.0,
            tumble=tuple(float(turn) for turn in self._chance.uniform(-3.0, 3.0, 3)),  # type: ignore[arg-type]
        )

    def _show(self, hand_mm: Point | None = None, count: int = 1) -> None:
        assert self._writer is not None
        picture = self._scene.draw([*self.tray, *self.lane], hand_mm).astype(np.int16)
        for _ in range(count):
            grain = self._grain[self.pictures % len(self._grain)]
            self._writer.write(np.clip(picture + grain, 0, 255).astype(np.uint8))
            self.pictures += 1


def _between(start: Point, end: Point, part: float) -> Point:
    return (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part)


def _gap(a: Point, b: Point) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))

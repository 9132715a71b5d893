"""Put the dice onto the mat: which area each lies in, where in mm, how large, in which order.

Without a mat every die is in the tray and millimetres are unknown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.mat_find import MatFinder
from vision.mat_view import MatView
from vision.observation import Die, Observation
from vision.standpoint import Standpoint

# People put dice down by hand; a die half over the line still lies where its middle nearly is.
SLACK_MM = 6.0


def place_dice(dice: Iterable[Die], view: MatView | None) -> tuple[Die, ...]:
    """Return the dice with `area`, `center_mm` and `size_mm` filled, in reading order.

    The tray keeps the order that is given (left to right by rows). The lane is ordered along the
    mat, left to right for somebody who reads its print, however the camera is turned. What is read
    in the middle of a marker that is seen whole is print, not a die, and is left out.
    """
    if view is None:
        return tuple(replace(die, area="tray", center_mm=None, size_mm=None) for die in dice)
    placed = [_on_mat(die, view) for die in dice if not _is_print(die, view)]
    lane = sorted((die for die in placed if die.area == "lane"), key=_along)
    return (*(die for die in placed if die.area != "lane"), *lane)


def on_mat(observation: Observation, view: MatView | None) -> Observation:
    """Return an observation with its dice put onto the mat (`place_dice`) and `mat_seen` filled."""
    return replace(observation, dice=place_dice(observation.dice, view), mat_seen=view is not None)


class SeeOnMat:
    """`see` for one camera: knows the mat and how the camera looks, and puts the dice onto the mat.

    It is called like `see`, with a picture of (height, width, 3) uint8 BGR. Where it sees no mat,
    the throws that it was told of (`rested`) say how the camera looks. One thread only.
    """

    def __init__(
        self,
        see: Callable[..., Observation],
        find: Callable[[NDArray[np.uint8]], MatView | None] | None = None,
    ) -> None:
        """Wrap `see`, which gets a picture, and how faces slant that lie flat: `flat`, `before`.

        `find` finds the mat in a picture; by default it is followed from picture to picture.
        """
        self._see = see
        self._find = find or MatFinder().look
        self._standpoint = Standpoint()

    def __call__(self, picture: NDArray[np.uint8]) -> Observation:
        """Return what lies in the picture, with areas and mm where the mat is seen."""
        began = time.perf_counter()
        view = self._find(picture)
        took_ms = 1000.0 * (time.perf_counter() - began)
        flat = None if view is None else view.flat_slant
        before = self._standpoint.view(picture.shape[1], picture.shape[0])
        seen = on_mat(self._see(picture, flat=flat, before=before), view)
        return replace(seen, ms={**seen.ms, "mat": took_ms})

    def rested(self, seen: Observation) -> None:
        """Take note of dice that came to rest."""
        self._standpoint.learn(seen)


def _on_mat(die: Die, view: MatView) -> Die:
    x_mm, y_mm, edge_mm = view.die_mm(die.center_xy, die.size_px)
    area = view.layout.area_at(x_mm, y_mm, SLACK_MM)
    return replace(die, area=area, center_mm=(x_mm, y_mm), size_mm=edge_mm)


def _is_print(die: Die, view: MatView) -> bool:
    x_mm, y_mm = view.to_mm(die.center_xy)[0]
    return any(
        marker.box.holds(float(x_mm), float(y_mm))
        for marker in view.layout.markers
        if marker.number in view.seen
    )


def _along(die: Die) -> float:
    return die.center_mm[0] if die.center_mm else 0.0

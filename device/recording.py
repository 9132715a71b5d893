"""The recording that ships with the project: a film beside a list of the throws in it.

It stands in for a camera, so it begins at the first throw that can be the one that is due, and a
throw that cannot be is not shown: nobody waits while another game's dice roll. Of the throws that
can be, the one that was not shown for the longest time is: few have all the dice, and nearly every
turn would begin with the same one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from device.sources import Frame, VideoFile
from rules.game import NeedsRoll

LABELS = "labels.json"


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: frames `begins` to `ends` show how the dice roll and lie, `faces` what they do."""

    begins: int
    ends: int
    faces: tuple[str, ...]


class Recording(VideoFile):
    """A film that knows its throws; without the list it is shown as it is."""

    def __init__(self, path: Path) -> None:
        """Name the film; the list is `labels.json` beside it."""
        super().__init__(path, kind="recording")
        self.throws = throws_of(path.with_name(LABELS))
        self._shown: dict[int, int] = {}  # where a throw begins: how many had begun by then
        self._begun = 0

    def read(self, timeout_s: float = 2.0) -> Frame | None:
        """Return the next frame, and note the throw that begins with it."""
        frame = super().read(timeout_s)
        if frame is not None and any(throw.begins == frame.number for throw in self.throws):
            self._begun += 1
            self._shown[frame.number] = self._begun
        return frame

    def pass_over(self, turn: NeedsRoll) -> bool:
        """Go on to the next throw that fits `turn`, to the end where that is before this place.

        Where several fit it is the next that was never shown, or else the one shown longest ago. A
        throw that fits and has begun is shown to its end. Returns False, with nothing passed over,
        where no throw of the film fits: it is to be typed. Whether one does is not known of a film
        without a list.
        """
        fitting = [throw for throw in self.throws if fits(throw.faces, turn)]
        if not fitting:
            return not self.throws
        shown = next((throw for throw in self.throws if throw.ends >= self._number), None)
        if shown is None or (shown in fitting and shown.begins < self._number):
            return True
        longest = min(self._shown.get(throw.begins, 0) for throw in fitting)
        later = (
            throw.begins
            for throw in fitting
            if throw.begins >= self._number and self._shown.get(throw.begins, 0) == longest
        )
        goal = next(later, None)
        while goal is None or self._number < goal:
            if self._next() is None:
                break
        return True


def fits(faces: tuple[str | None, ...], turn: NeedsRoll) -> bool:
    """Whether dice that show `faces` can be the throw that is due: their number, worm or six."""
    foreign = "6" if "w" in turn.faces else "w"
    return len(faces) == turn.dice and foreign not in faces


def throws_of(labels: Path) -> tuple[Throw, ...]:
    """Return the throws of a film in their order; none where the list is missing or damaged.

    `{"rests": [{"first": 11, "last": 26, "values": ["w", "4"]}, ...]}`: frames from 0, in which
    the dice lie still. A throw begins right after the rest before it.
    """
    try:
        rests = json.loads(labels.read_text(encoding="utf-8"))["rests"]
        found = []
        begins = 0
        for rest in rests:
            ends = int(rest["last"])
            found.append(Throw(begins, ends, tuple(str(face) for face in rest["values"])))
            begins = ends + 1
        return tuple(found)
    except (OSError, ValueError, KeyError, TypeError):
        return ()

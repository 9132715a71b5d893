"""The dice that a table can read: the usual ones, and those that it was taught, by their names.

Learning a profile takes seconds. It is done on the thread that asks, never on the table's: what
comes back only hands the finished eyes over.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from device.profiles import profile_path
from device.rolls import See
from device.trouble import Trouble
from vision.profile import SUFFIX

Switch = Callable[[], None]


class Dice(Protocol):
    """The taught dice of a table. Both may be asked from any thread."""

    def names(self) -> Sequence[str]:
        """Return the names of the taught dice, in their order."""

    def ready(self, name: str) -> Switch:
        """Get ready to read dice by their name ("": the usual ones); return what begins with it.

        Raises Trouble for dice that are not there or damaged.
        """


class UsualDice:
    """No taught dice: for a table without eyes."""

    def names(self) -> Sequence[str]:
        """There are none."""
        return ()

    def ready(self, name: str) -> Switch:
        """Nothing has to be done for the usual dice."""
        if name:
            raise Trouble(f"there are no taught dice `{name}`", "start with a camera")
        return lambda: None


class DiceSets:
    """The profiles of the data folder, each learnt once until its file changes."""

    def __init__(
        self, folder: Path, learn: Callable[[str], See], use: Callable[[See], None]
    ) -> None:
        """`learn` makes the eyes for a name; `use` gives them to who reads, at once."""
        self._folder = folder
        self._learn = learn
        self._use = use
        self._alone = threading.Lock()
        self._known: tuple[str, int, See] | None = None

    def names(self) -> Sequence[str]:
        """Return the names of the taught dice, in their order."""
        if not self._folder.is_dir():
            return ()
        return sorted(path.stem for path in self._folder.glob(f"*{SUFFIX}"))

    def ready(self, name: str) -> Switch:
        """Learn the dice called `name` where they are not known yet; raises Trouble."""
        see = self.eyes(name)
        return lambda: self._use(see)

    def eyes(self, name: str) -> See:
        """Return how to read the dice called `name`; raises Trouble."""
        with self._alone:
            changed = self._changed(name)
            if self._known is None or self._known[:2] != (name, changed):
                self._known = (name, changed, self._learn(name))
            return self._known[2]

    def _changed(self, name: str) -> int:
        if not name:
            return 0
        try:
            return profile_path(self._folder, name).stat().st_mtime_ns
        except OSError:
            return -1  # learning it says what is wrong

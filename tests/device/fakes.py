"""Parts that are not there: a source and a camera that behave like the real ones.

They pass the same tests as the real parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from device.sources import USUAL_FPS, Frame, Picture, SourceKind
from device.trouble import SourceTrouble


class FakeSource:
    """Pictures from memory, in order, that can wait like a file's."""

    waits = True
    skipped = 0

    def __init__(
        self, images: Sequence[Picture], kind: SourceKind = "video", fps: float = USUAL_FPS
    ) -> None:
        """Keep the pictures, each (height, width, 3) uint8 BGR."""
        self.kind: SourceKind = kind
        self.name = "pictures from memory"
        self.fps = fps
        self._images = tuple(images)
        self._next = 0

    def __enter__(self) -> Self:
        """Begin at the first picture."""
        if not self._images:
            raise SourceTrouble("there is no picture to show", "give at least one")
        self._next = 0
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Nothing is held."""

    def read(self, timeout_s: float = 2.0) -> Frame | None:
        """Return the next picture, a copy; None at the end."""
        if self._next >= len(self._images):
            return None
        number = self._next
        self._next += 1
        return Frame(self._images[number].copy(), number / self.fps, number)


class FakeCamera:
    """A camera that plays a script: a picture is shown, a text is a failure that says it.

    `opens` are the outcomes of opening it, one after another: "" works, a text is a failure.
    After its script it gives its last picture for ever.
    """

    kind: SourceKind = "usb"
    small: Picture | None = None
    name = "fake camera"

    def __init__(self, script: Sequence[Picture | str], opens: Sequence[str] = ()) -> None:
        """Keep the script."""
        self._script = list(script)
        self._opens = list(opens)
        self._last: Picture | None = None
        self.is_open = False
        self.times_opened = 0

    def open(self) -> None:
        """Open, or fail as the script says."""
        failure = self._opens.pop(0) if self._opens else ""
        if failure:
            raise SourceTrouble(failure, "wait")
        self.is_open = True
        self.times_opened += 1

    def grab(self) -> Picture:
        """Return the next picture of the script, or fail as it says."""
        if not self.is_open:
            raise SourceTrouble("the fake camera is not open")
        step = self._script.pop(0) if self._script else self._last
        if step is None or isinstance(step, str):
            raise SourceTrouble(step or "the fake camera has no picture", "wait")
        self._last = step
        return step

    def close(self) -> None:
        """Close."""
        self.is_open = False

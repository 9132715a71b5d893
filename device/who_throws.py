"""Who throws the dice of an evening: people who tap them in, or a camera (or film) that is read."""

from __future__ import annotations

from device.hand_kept import HandKept
from device.playing import Playing


class WhoThrows:
    """Whether dice are tapped in (`hand`), and for how long.

    `lost_dice` says that people type since the dice of the match are not here (their profile is
    gone), until somebody wants usual dice.
    """

    def __init__(self, camera_kind: str, kept: HandKept, going: Playing | None) -> None:
        """Begin an evening, with a match that goes on where there is one.

        Who typed its dice before the lights went out wants no camera to throw in that match.
        """
        self._kept = kept
        self._without_camera = camera_kind == "none"
        self._typed_on = not self._without_camera and going is not None and self._typed(going)
        self.hand = self._without_camera or self._typed_on
        self.lost_dice = False

    def say(self, hand: bool, playing: Playing | None) -> None:
        """Hear what somebody chose, beside a match or before it."""
        self.hand = hand
        self._typed_on = False
        self.lost_dice = self.lost_dice and hand
        self._keep(playing)

    def begin(self, playing: Playing) -> None:
        """Begin a match: it is thrown by whoever would throw now."""
        self.end_typing_on()
        self._keep(playing)

    def lose_dice(self) -> None:
        """Let people type until somebody wants usual dice: those of the match are not here."""
        self.lost_dice = self._typed_on = self.hand = True

    def end_typing_on(self) -> None:
        """Let a camera read after a match that was taken up typed, unless somebody said `hand`."""
        self.hand = self.hand and not self._typed_on
        self._typed_on = self.lost_dice = False

    def _typed(self, going: Playing) -> bool:
        """Whether the dice of a match that is taken up are typed: as was said, else as it looks."""
        said = self._kept.of(going.head.match_id)
        return going.typed if said is None else said

    def _keep(self, playing: Playing | None) -> None:
        # Without a camera there is no choice, and so nothing that was said for a time with one.
        if playing is not None and not self._without_camera:
            self._kept.keep(playing.head.match_id, self.hand)

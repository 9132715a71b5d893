"""What lamp and buzzer do about each change of the table.

The lamp shows what is due: green a roll, blue a choice, amber blinking a question, white the end.
The buzzer is short: one beep a roll read, two a question, three fast ones a wish refused, a
long one a bust, low-high a steal, a fanfare the end.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from device.sentences import QUESTIONS
from rules.game import NeedsChoice, NeedsRoll, Over
from web.port import Snapshot

log = logging.getLogger(__name__)

Colour = tuple[float, float, float]
Sign = Literal["roll", "ask", "illegal", "bust", "steal", "end"]

GREEN: Colour = (0.0, 1.0, 0.0)
BLUE: Colour = (0.0, 0.0, 1.0)
AMBER: Colour = (1.0, 0.55, 0.0)
RED: Colour = (1.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
DARK: Colour = (0.0, 0.0, 0.0)

# Seconds on, off, on, off ...
BEEPS: dict[Sign, tuple[float, ...]] = {
    "roll": (0.06,),
    "ask": (0.1, 0.1, 0.1),
    "illegal": (0.05, 0.05, 0.05, 0.05, 0.05),
    "bust": (0.6,),
    "steal": (0.05, 0.05, 0.25),
    "end": (0.1, 0.05, 0.1, 0.05, 0.1, 0.05, 0.5),
}

_FLASHES: dict[Sign, Colour] = {"illegal": RED, "bust": RED, "steal": WHITE, "end": WHITE}


class Lamp(Protocol):
    """A lamp of three colours."""

    def show(self, colour: Colour, blinking: bool) -> None:
        """Show a colour, each part 0..1."""

    def close(self) -> None:
        """Switch it off and let the pins go."""


class Buzzer(Protocol):
    """A buzzer that is on or off."""

    def set(self, on: bool) -> None:
        """Switch it."""

    def close(self) -> None:
        """Switch it off and let the pin go."""


@dataclass(frozen=True, slots=True)
class Light:
    """What the lamp shows as long as nothing changes."""

    colour: Colour
    blinking: bool = False


def light_of(page: Snapshot) -> Light:
    """Return what the lamp shows for a state of the table."""
    if page.ask is not None:
        return Light(AMBER, blinking=True)
    if page.match is None:
        return Light(DARK)
    turn = page.match.turn
    if isinstance(turn, NeedsRoll):
        return Light(GREEN)
    return Light(BLUE) if isinstance(turn, NeedsChoice) else Light(WHITE)


def sign_of(before: Snapshot | None, now: Snapshot) -> Sign | None:
    """Return the one sign for a change, the most important first; None for none."""
    if before is None or now.match is None:
        return None
    then = before.match
    asked = now.ask is not None and now.ask != before.ask
    if then is None or then.match_id != now.match.match_id:
        return "ask" if asked else None
    codes = [event.code for seq, event in now.match.events if seq > then.seq]
    if isinstance(now.match.turn, Over) and not isinstance(then.turn, Over):
        return "end"
    if any(code.startswith("bust") for code in codes):
        return "bust"
    if any("stole" in code or "steal" in code for code in codes):
        return "steal"
    if asked and now.ask is not None:
        return "ask" if now.ask.code in QUESTIONS else "illegal"
    if now.match.seq > then.seq and now.match.last_roll and isinstance(then.turn, NeedsRoll):
        return "roll"
    return None


class Signaller:
    """Plays signs on its own thread, so that the table never waits for a beep."""

    def __init__(self, lamp: Lamp | None, buzzer: Buzzer | None) -> None:
        """Keep the parts; either may be missing."""
        self._lamp = lamp
        self._buzzer = buzzer
        self._last: Snapshot | None = None
        self._inbox: queue.SimpleQueue[tuple[Light, Sign | None] | None] = queue.SimpleQueue()
        self._quit = threading.Event()
        self._thread = threading.Thread(target=self._run, name="signals", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, everything off."""
        self._quit.set()
        self._inbox.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)
        for part in (self._lamp, self._buzzer):
            if part is not None:
                part.close()

    def hear(self, page: Snapshot) -> None:
        """Take a new state of the table."""
        sign = sign_of(self._last, page)
        self._last = page
        self._inbox.put((light_of(page), sign))

    def _run(self) -> None:
        while (told := self._inbox.get()) is not None:
            light, sign = told
            try:
                if sign in _FLASHES and self._lamp is not None:
                    self._lamp.show(_FLASHES[sign], False)
                if sign is not None:
                    self._beep(BEEPS[sign])
                if self._lamp is not None:
                    self._lamp.show(light.colour, light.blinking)
            except Exception:  # a broken lamp never loses a game
                log.exception("lamp or buzzer failed")

    def _beep(self, pattern: Sequence[float]) -> None:
        for place, seconds in enumerate(pattern):
            if self._buzzer is not None:
                self._buzzer.set(place % 2 == 0)
            self._quit.wait(seconds)
        if self._buzzer is not None:
            self._buzzer.set(False)

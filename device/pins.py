"""Buttons, lamp and buzzer on the pins of a Raspberry Pi, through gpiozero.

gpiozero's own debouncing is left off: it drops edges, and its mock pins ignore it. The raw edges go
through `device.buttons`, which is the same code in tests and on the Pi.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from device.buttons import Button, Contact, Timing, deadline, heard, passed
from device.signals import Colour
from device.trouble import Trouble

log = logging.getLogger(__name__)

WITH_HOLD = "undo"


def _device(kind: str, *args: Any, **options: Any) -> Any:
    """Return a gpiozero device; raises Trouble that says whether a library or a pin is at fault."""
    gpiozero = import_module("gpiozero")
    try:
        return getattr(gpiozero, kind)(*args, **options)
    except gpiozero.BadPinFactory as error:
        raise Trouble(
            f"the pins cannot be used ({error})",
            "`sudo apt install python3-lgpio`, then start again with GPIOZERO_PIN_FACTORY=lgpio",
        ) from error
    except Exception as error:  # each pin library has its own
        pins = f"pin{'s' if len(args) > 1 else ''} {', '.join(map(str, args))}"
        raise Trouble(
            f"{pins} cannot be used ({type(error).__name__}: {error})",
            "name another in the settings; `dice-table doctor` checks them all",
        ) from error


class PinButtons:
    """Buttons on pins, with one thread for all of them."""

    def __init__(
        self,
        pins: Mapping[str, int],
        press: Callable[[str], None],
        *,
        bounce_s: float,
        hold_s: float,
        pull_up: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the pins by name; `press` gets the name, `again` for UNDO held.

        A button whose pin cannot be used is said, and the others work. Raises Trouble where none
        can.
        """
        self._press = press
        self._clock = clock
        self._edges: queue.SimpleQueue[tuple[str, Contact] | None] = queue.SimpleQueue()
        self._timing = {
            name: Timing(bounce_s, hold_s if name == WITH_HOLD else None) for name in pins
        }
        self._buttons = {name: Button() for name in pins}
        self._parts: dict[str, Any] = {}
        faults: list[Trouble] = []
        for name, pin in pins.items():
            try:
                part = _device("Button", pin, pull_up=pull_up, bounce_time=None)
            except Trouble as trouble:
                faults.append(trouble)
                continue
            part.when_pressed = self._edge(name, True)
            part.when_released = self._edge(name, False)
            self._parts[name] = part
        if faults and not self._parts:
            raise faults[0]
        for fault in faults:
            log.warning("%s", fault)
        self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening and let the pins go."""
        self._edges.put(None)
        self._thread.join(timeout=5.0)
        self._close_parts()

    def _close_parts(self) -> None:
        for part in self._parts.values():
            part.close()

    def _edge(self, name: str, closed: bool) -> Callable[[], None]:
        return lambda: self._edges.put((name, Contact(closed, self._clock())))

    def _run(self) -> None:
        while True:
            try:
                edge = self._edges.get(timeout=self._patience_s())
            except queue.Empty:
                self._let_time_pass()
                continue
            if edge is None:
                return
            name, contact = edge
            self._buttons[name], told = heard(self._buttons[name], contact, self._timing[name])
            self._tell(name, told)

    def _patience_s(self) -> float | None:
        times = [deadline(b, self._timing[name]) for name, b in self._buttons.items()]
        due = min((t for t in times if t is not None), default=None)
        return None if due is None else max(0.0, due - self._clock()) + 0.001

    def _let_time_pass(self) -> None:
        for name, button in self._buttons.items():
            self._buttons[name], told = passed(button, self._clock(), self._timing[name])
            self._tell(name, told)

    def _tell(self, name: str, told: tuple[str, ...]) -> None:
        for what in told:
            try:
                self._press("again" if what == "hold" else name)
            except Exception:
                log.exception("a press failed")


class PinLamp:
    """A lamp of three colours on three pins."""

    def __init__(self, red: int, green: int, blue: int) -> None:
        """Take the pins; raises Trouble."""
        self._led = _device("RGBLED", red, green, blue, pwm=False)

    def show(self, colour: Colour, blinking: bool) -> None:
        """Show a colour; without PWM each part is on from a half upwards."""
        parts = tuple(1.0 if part >= 0.5 else 0.0 for part in colour)
        if blinking:
            self._led.blink(on_time=0.4, off_time=0.4, on_color=parts, background=True)
        else:
            self._led.color = parts

    def close(self) -> None:
        """Switch it off and let the pins go."""
        self._led.close()


class PinBuzzer:
    """An active buzzer on one pin."""

    def __init__(self, pin: int) -> None:
        """Take the pin; raises Trouble."""
        self._buzzer = _device("Buzzer", pin)

    def set(self, on: bool) -> None:
        """Switch it."""
        if on:
            self._buzzer.on()
        else:
            self._buzzer.off()

    def close(self) -> None:
        """Switch it off and let the pin go."""
        self._buzzer.close()

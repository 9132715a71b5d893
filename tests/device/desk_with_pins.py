"""The program with gpiozero's mock pins: `desk_with_pins.py WORDS...` is `dice-table WORDS...`.

A line on standard input presses the button on that pin, with bounce: `17`.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

os.environ["GPIOZERO_PIN_FACTORY"] = "mock"

BOUNCES_S = (0.002, 0.003, 0.004)
HELD_DOWN_S = 0.12


def press(number: int) -> None:
    """Let a contact to ground close and open again, both with bounce."""
    import gpiozero

    pin = gpiozero.Device.pin_factory.pin(number)
    for down in (True, False):
        for bounce_s in BOUNCES_S:
            (pin.drive_low if down else pin.drive_high)()
            time.sleep(bounce_s)
            (pin.drive_high if down else pin.drive_low)()
            time.sleep(bounce_s)
        (pin.drive_low if down else pin.drive_high)()
        time.sleep(HELD_DOWN_S)


def listen() -> None:
    """Do what standard input says until it ends."""
    for line in sys.stdin:
        press(int(line))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent.parent))
    threading.Thread(target=listen, daemon=True).start()
    from device.program import main

    main()

"""The keyboard of a desk in place of the buttons: n, c, u in the terminal, r reads again."""

from __future__ import annotations

import contextlib
import os
import select
import termios
import threading
import tty
from collections.abc import Callable
from typing import Any, TextIO

KEYS = {"n": "next", "c": "confirm", "\n": "confirm", "u": "undo", "r": "again"}


class Keyboard:
    """Reads single keys of a terminal on a thread and puts the terminal back at the end."""

    def __init__(self, terminal: TextIO, press: Callable[[str], None]) -> None:
        """Name the terminal; `press` gets next, confirm, undo or again."""
        self._terminal = terminal
        self._press = press
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keyboard", daemon=True)
        self._before: Any = None

    def start(self) -> None:
        """Begin to read keys; Ctrl-C works as ever."""
        with contextlib.suppress(termios.error):
            self._before = termios.tcgetattr(self._terminal)
            tty.setcbreak(self._terminal.fileno())
            self._thread.start()

    def stop(self) -> None:
        """Stop and put the terminal back as it was."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=2.0)
        if self._before is not None:
            with contextlib.suppress(termios.error):
                termios.tcsetattr(self._terminal, termios.TCSADRAIN, self._before)

    def _run(self) -> None:
        while not self._stop.is_set():
            ready, _, _ = select.select([self._terminal], [], [], 0.2)
            if not ready:
                continue
            # Not through the text stream: its buffer would hide keys from `select`.
            typed = os.read(self._terminal.fileno(), 64).decode("utf-8", errors="ignore")
            if typed == "":
                return
            for key in typed.lower():
                if name := KEYS.get(key):
                    self._press(name)

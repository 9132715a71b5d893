"""Tell systemd that the table is ready, alive or stopping (the protocol of sd_notify).

One datagram to the socket that systemd names in NOTIFY_SOCKET; started by hand there is none and
nothing is said. The protocol is that small, so no library is asked for.
"""

from __future__ import annotations

import logging
import os
import socket
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

log = logging.getLogger(__name__)


class Systemd:
    """The line to systemd, if this program was started by it."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Read what systemd wants from the environment."""
        place = environment.get("NOTIFY_SOCKET", "")
        # An abstract socket is written with @ and begins with a zero byte.
        self._place = "\0" + place[1:] if place.startswith("@") else place
        self._clock = clock
        self._said_s: float | None = None
        self.watchdog_s = _watchdog_s(environment) if self._place else None

    def __enter__(self) -> Self:
        """Say nothing yet: `ready` does."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Say that the program stops."""
        self.stopping()

    def ready(self, status: str = "") -> None:
        """Say that the table can be played at; `status` is shown by `systemctl status`."""
        self._say("READY=1", *([f"STATUS={_line(status)}"] if status else []))

    def alive(self, answers: Callable[[], bool]) -> None:
        """Say that all is well, if `answers` says so; call it often, it asks only when due."""
        if self.watchdog_s is None:
            return
        now_s = self._clock()
        if self._said_s is not None and now_s - self._said_s < self.watchdog_s / 4.0:
            return
        if answers():
            self._said_s = now_s
            self._say("WATCHDOG=1")

    def stopping(self) -> None:
        """Say that the program is on its way out."""
        self._say("STOPPING=1")

    def _say(self, *lines: str) -> None:
        if not self._place:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.settimeout(1.0)
                line.sendto("\n".join(lines).encode(), self._place)
        except OSError as error:  # systemd restarts us if it must; the game goes on until then
            log.warning("systemd could not be told %s (%s)", lines[0], error)


def _line(text: str) -> str:
    return " ".join(text.split())


def _watchdog_s(environment: Mapping[str, str]) -> float | None:
    """Return the time within which systemd wants to hear from us, or None."""
    meant_for = environment.get("WATCHDOG_PID")
    if meant_for and meant_for != str(os.getpid()):
        return None
    try:
        micros = int(environment.get("WATCHDOG_USEC", "0"))
    except ValueError:
        return None
    return micros / 1e6 if micros > 0 else None

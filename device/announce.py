"""Announce the page on the home network by mDNS, so that `http://dice-table.local` finds it.

Announcing is a courtesy: where it cannot be done (no network, a firewall, another program in the
way) it is left out, with one line in the log, and the game goes on. The network may come up after
the table does, or give it another address: the name follows.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Any

from web.only_here import is_only_here

log = logging.getLogger(__name__)

SERVICE = "_http._tcp.local."
NAMES = ("dice-table", *(f"dice-table-{number}" for number in range(2, 10)))
ASK_MS = 700  # how long another table has time to say that it has the name already
LOOK_S = 10.0  # how often it is seen whether the address is another one now


class Announcement:
    """The page's name on the network, from `start` until `close`. Its thread does the waiting."""

    def __init__(
        self,
        address: Callable[[], str],
        port: int,
        told: Callable[[str], None] | None = None,
        make: Callable[[], Any] | None = None,
        names: Sequence[str] = NAMES,
        look_s: float = LOOK_S,
    ) -> None:
        """Name the page's address (which IP address of this machine it has now) and port.

        `told` gets the page's address by name once that holds; `make` returns the mDNS speaker, a
        `zeroconf.Zeroconf`. The first of `names` that nobody else has is taken.
        """
        self._names = tuple(names)
        self._told = told
        self._address = address
        self._port = port
        self._look_s = look_s
        self._tried = threading.Event()
        self._make = make or _zeroconf
        self._speaker: Any = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="announce", daemon=True)
        self.url: str | None = None

    def start(self) -> Announcement:
        """Begin in the background; `url` is filled once the name is ours."""
        self._thread.start()
        return self

    def wait(self, timeout_s: float) -> str | None:
        """Return the page's address by name, or None where it is not announced in time."""
        self._tried.wait(timeout_s)
        return self.url

    def close(self) -> None:
        """Take the name back; never raises."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5.0)
        self._take_back()

    def _take_back(self) -> None:
        speaker, self._speaker, self.url = self._speaker, None, None
        if speaker is not None:
            try:
                speaker.unregister_all_services()
                speaker.close()
            except Exception as error:  # the network may have gone meanwhile
                log.info("the name could not be taken back (%s)", error)

    def _run(self) -> None:
        done = failed = said = ""
        while not self._stop.is_set():
            address = self._address()
            if address != done:
                self._take_back()
                done = address
                try:
                    if may_announce(address):
                        self.url = self._announced(address)
                except Exception as error:  # zeroconf's own errors and whatever sockets raise
                    done = ""  # the network may be about to come up
                    if failed != address:
                        failed, what = address, type(error).__name__
                        log.info("the page is not announced by name (%s: %s)", what, error)
            if self.url is not None and self.url != said and self._told is not None:
                said = self.url
                self._told(said)
            self._tried.set()
            self._stop.wait(self._look_s)

    def _announced(self, address: str) -> str | None:
        """Take a name for the address; returns the page's address by it, None where all are had."""
        self._speaker = self._make()
        asked = (one for one in self._names if not self._stop.is_set())
        name = next((one for one in asked if self._is_free(one, address)), None)
        if name is None or self._stop.is_set():
            return None
        self._speaker.register_service(_service(name, address, self._port))
        return f"http://{name}.local" + ("" if self._port == 80 else f":{self._port}")

    def _is_free(self, name: str, address: str) -> bool:
        """Whether nobody answers to the name, or only this very page."""
        other = self._speaker.get_service_info(SERVICE, f"{name}.{SERVICE}", timeout=ASK_MS)
        return other is None or address in other.parsed_addresses()


def may_announce(address: str) -> bool:
    """Say whether others could reach this address: it is no name and not this machine alone."""
    try:
        ip_address(address)
    except ValueError:
        return False
    return not is_only_here(address)


def _zeroconf() -> Any:
    from zeroconf import Zeroconf

    return Zeroconf()


def _service(name: str, address: str, port: int) -> Any:
    from zeroconf import ServiceInfo

    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ServiceInfo(
        SERVICE,
        f"{name}.{SERVICE}",
        port=port,
        addresses=[socket.inet_pton(family, address)],
        server=f"{name}.local.",
        properties={"path": "/"},
    )

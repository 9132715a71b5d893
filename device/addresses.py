"""Under which addresses the page is found on the home network."""

from __future__ import annotations

import contextlib
import socket
from io import StringIO
from ipaddress import ip_address
from urllib.parse import urlsplit

import ifaddr
import segno

THIS_MACHINE = "127.0.0.1"


def own_address() -> str:
    """Return this machine's address on its network; 127.0.0.1 where it has none (yet).

    No packet is sent: connecting a UDP socket only chooses the route. A network that leads nowhere
    else (a Pi that is an access point itself, a switch between two machines) has none.
    """
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # reserved for documentation, never reached
        return str(probe.getsockname()[0])
    return next(iter(_addresses()), THIS_MACHINE)


def _addresses() -> list[str]:
    """Return the IPv4 addresses under which others may reach this machine."""
    every = [str(one.ip) for card in ifaddr.get_adapters() for one in card.ips if one.is_IPv4]
    return [ip for ip in every if not (ip_address(ip).is_loopback or ip_address(ip).is_link_local)]


def page_address(host: str, port: int) -> str:
    """Return the address to open on a phone (or here, where only this machine is answered)."""
    shown = own_address() if host in ("0.0.0.0", "::", "") else host
    if ":" in shown:
        shown = f"[{shown}]"
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def square_code(address: str) -> str:
    """Return the QR code of an address for a terminal; nothing where no phone could reach it."""
    name = urlsplit(address).hostname or ""
    if name == "localhost" or name in ("", "::1") or name.startswith("127."):
        return ""
    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")


def check_port(host: str, port: int) -> None:
    """Raise OSError where no server can listen on `port` of `host`."""
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(kind, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))
        probe.listen(1)


def free_port(host: str, wanted: int) -> int:
    """Return a port near `wanted` that is free on `host`, or any free one."""
    for port in (*range(wanted + 1, min(wanted + 20, 65536)), 0):
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_STREAM) as it:
            it.bind((host if ":" not in host else "", port))
            return int(it.getsockname()[1])
    return 0

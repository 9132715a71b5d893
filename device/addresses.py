"""Under which addresses the page is found on the home network."""

from __future__ import annotations

import contextlib
import errno
import socket
from io import StringIO
from ipaddress import ip_address
from urllib.parse import urlsplit

import ifaddr
import segno

from web.only_here import is_only_here

THIS_MACHINE = "127.0.0.1"


def own_address(six: bool = False) -> str:
    """Return this machine's address on its network; 127.0.0.1 where it has none (yet).

    `six`: that of IPv6, or ::1.

    No packet is sent: connecting a UDP socket only chooses the route. A network that leads nowhere
    else (a Pi that is an access point itself, a switch between two machines) has none.
    """
    kind = socket.AF_INET6 if six else socket.AF_INET
    with contextlib.suppress(OSError), socket.socket(kind, socket.SOCK_DGRAM) as probe:
        # reserved for documentation, never reached
        probe.connect(("2001:db8::1" if six else "192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return next(iter(_addresses(six)), "::1" if six else THIS_MACHINE)


def _addresses(six: bool) -> list[str]:
    """Return the addresses under which others may reach this machine."""
    ours = [one for card in ifaddr.get_adapters() for one in card.ips]
    every = [str(one.ip[0] if six else one.ip) for one in ours if one.is_IPv6 == six]
    return [ip for ip in every if not (is_only_here(ip) or ip_address(ip).is_link_local)]


def page_address(host: str, port: int) -> str:
    """Return the address to open on a phone (or here, where only this machine is answered)."""
    shown = own_address(six=host == "::") if host in ("0.0.0.0", "::", "") else host
    if ":" in shown:
        shown = f"[{shown}]"
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def square_code(address: str) -> str:
    """Return the QR code of an address for a terminal; nothing where no phone could reach it."""
    name = urlsplit(address).hostname or ""
    if not name or is_only_here(name):
        return ""
    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue().rstrip("\n")


def check_port(host: str, port: int) -> None:
    """Raise OSError where no server can listen on `port` of `host`."""
    try:
        host.encode("idna")
    except UnicodeError as error:
        raise OSError(errno.EINVAL, "no address can be so") from error
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

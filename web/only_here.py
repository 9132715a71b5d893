"""Whether an address leads to this machine alone, and a phone that opens it to itself."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_address


def is_only_here(host: str | None) -> bool:
    """Say so of `localhost` and of loopback addresses; of no other name, and not of none."""
    name = (host or "").lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    with suppress(ValueError):
        return ip_address(name).is_loopback
    return False

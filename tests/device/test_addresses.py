"""Where the page is found: on a network that leads out, on one that does not, and by a code."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from device.addresses import own_address, page_address, square_code

OF_NO_NETWORK = ".".join(("169", "254", "3", "4"))  # what a card gives itself where nobody answers


class Cut(socket.socket):
    """A socket of a machine that has no way out of its own network."""

    def connect(self, *_: Any) -> None:
        raise OSError(101, "Network is unreachable")


def card(*ips: str | tuple[str, int, int]) -> SimpleNamespace:
    return SimpleNamespace(
        ips=[
            SimpleNamespace(ip=ip, is_IPv4=isinstance(ip, str), is_IPv6=not isinstance(ip, str))
            for ip in ips
        ]
    )


@pytest.mark.parametrize(
    ("cards", "own"),
    [
        ([], "127.0.0.1"),
        ([card("127.0.0.1", ("::1", 0, 0))], "127.0.0.1"),
        ([card("127.0.0.1"), card(OF_NO_NETWORK, ("fe80::1", 0, 3))], "127.0.0.1"),
        ([card("127.0.0.1"), card(("fe80::1", 0, 3), "192.0.2.40")], "192.0.2.40"),
    ],
)
def test_a_network_without_a_way_out_is_one(
    monkeypatch: pytest.MonkeyPatch, cards: list[SimpleNamespace], own: str
) -> None:
    """A Pi that is the access point itself, or two machines at one switch."""
    monkeypatch.setattr("device.addresses.socket.socket", Cut)
    monkeypatch.setattr("device.addresses.ifaddr.get_adapters", lambda: cards)
    assert own_address() == own
    assert page_address("0.0.0.0", 8080) == f"http://{own}:8080"
    assert page_address("::", 8080) == "http://[::1]:8080"  # such a server answers IPv6 alone


def test_a_server_of_ipv6_is_shown_by_such_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [card("192.0.2.40", ("::1", 0, 0)), card(("fe80::1", 0, 3), ("2001:db8::7", 0, 0))]
    monkeypatch.setattr("device.addresses.socket.socket", Cut)
    monkeypatch.setattr("device.addresses.ifaddr.get_adapters", lambda: there)
    assert page_address("::", 80) == "http://[2001:db8::7]"
    assert page_address("0.0.0.0", 80) == "http://192.0.2.40"


@pytest.mark.parametrize(
    "address", ["http://192.0.2.7:8080", "http://dice-table.local", "http://127.table.local"]
)
def test_the_code_of_a_terminal_is_the_address(address: str) -> None:
    rows = square_code(address).splitlines()
    assert len({len(row) for row in rows}) == 1
    assert len(rows) < 20  # a terminal has 24
    halves = {" ": (0, 0), "\u2588": (255, 255), "\u2580": (255, 0), "\u2584": (0, 255)}
    drawn = np.array([[halves[one] for one in row] for row in rows], np.uint8)
    picture = drawn.transpose(0, 2, 1).reshape(2 * len(rows), -1)
    wide = np.pad(picture, 4, constant_values=255)
    large = cv2.resize(wide, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    assert cv2.QRCodeDetector().detectAndDecode(large)[0] == address


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "Localhost.", "table.localhost", "[::1]", "127.0.1.1"]
)
def test_no_code_leads_a_phone_to_itself(host: str) -> None:
    assert not square_code(f"http://{host}:8080")

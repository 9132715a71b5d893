"""What no browser sends: it is refused or hung up on, without an error in the program's log."""

from __future__ import annotations

import logging
import socket
import struct
import urllib.request

import pytest

from tests.web.browser import serving
from tests.web.memory_table import MemoryTable

ODD = (
    b"GET http://[::/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET //[x HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET http://a:b:c/\xff HTTP/1.1\r\nHost: [::\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    b"nonsense\r\n\r\n",
    b"GET / HTTP/9.9\r\nno colon\r\n\r\n",
    b"POST /command HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    b"POST /command HTTP/1.1\r\nHost: localhost\r\nContent-Length: \xb2\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 9000 + b"\r\n",
)


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]


@pytest.mark.parametrize("stays", [True, False], ids=["stays", "leaves"])
def test_an_odd_line_harms_nobody(
    table: MemoryTable, caplog: pytest.LogCaptureFixture, stays: bool
) -> None:
    before = table.snapshot()
    with serving(table) as address:
        port = int(address.rpartition(":")[2])
        for said in ODD if stays else ODD * 10:
            with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
                if not stays:  # it is gone before it can be answered
                    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                line.sendall(said)
                if stays:
                    assert line.recv(64)[9:12] in (b"400", b"421", b"404", b"431"), said
        with urllib.request.urlopen(f"{address}/snapshot", timeout=10) as answer:
            assert answer.status == 200
    assert table.snapshot() == before
    assert errors(caplog) == []

"""Readers that leave: a page that closes, one that is opened anew, a phone that vanishes."""

from __future__ import annotations

import logging
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.web.browser import running
from tests.web.memory_table import MemoryTable
from web import create_app, make_server
from web import feed as feeds
from web.serving import hang_up_on_vanished

ASK = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
SOON_S = 5.0  # what takes 21 s where nobody listens, on a busy machine


class Served:
    """A table behind the program's server."""

    def __init__(self, table: MemoryTable, server: Any) -> None:
        self.table = table
        self.server = server

    def ask(self, path: bytes, receive_bytes: int = 0) -> tuple[socket.socket, bytes]:
        """Send a request on a line of its own; return it with the beginning of the answer."""
        line = socket.socket()
        if receive_bytes:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_bytes)
        line.settimeout(SOON_S)
        line.connect(("127.0.0.1", int(self.server.effective_port)))
        line.sendall(ASK % path)
        return line, line.recv(64)

    def busy(self) -> int:
        """How many threads are busy with a stream."""
        return int(self.server.task_dispatcher.active_count)


@pytest.fixture
def served() -> Iterator[Served]:
    table = MemoryTable()
    with running(make_server(create_app(table, max_streams=4), "127.0.0.1", 0, 6)) as server:
        yield Served(table, server)


def soon(true: Callable[[], bool]) -> bool:
    """Say whether it becomes true in time."""
    end = time.monotonic() + SOON_S
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def test_pages_that_close_keep_no_place_and_no_thread(served: Served) -> None:
    for _ in range(served.server.adj.threads):
        line, answer = served.ask(b"/events")
        assert answer.startswith(b"HTTP/1.1 200"), "the pages before are still held open"
        line.close()
        assert soon(lambda: served.busy() == 0)


def test_a_page_waits_for_none_of_those_that_are_open(served: Served) -> None:
    lines = [served.ask(b"/events")[0] for _ in range(4)]
    for _ in range(3):
        line, answer = served.ask(b"/events")
        assert answer.startswith(b"HTTP/1.1 503")
        line.close()
    line, answer = served.ask(b"/snapshot")
    assert answer.startswith(b"HTTP/1.1 200")
    for one in (line, *lines):
        one.close()
    assert soon(lambda: served.busy() == 0)


@pytest.mark.skipif(sys.platform != "linux", reason="the option is Linux's")
def test_a_reader_that_takes_nothing_is_given_up(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It stands for a phone out of reach: what is sent to either stays unread."""
    monkeypatch.setattr(feeds, "LOOK_S", 0.05)
    hang_up_on_vanished(served.server, after_ms=500)
    line, answer = served.ask(b"/events", receive_bytes=1024)
    assert answer.startswith(b"HTTP/1.1 200")
    with closing(line):
        end = time.monotonic() + 4 * SOON_S
        while served.busy() and time.monotonic() < end:
            served.table.touch()
            time.sleep(0.005)
        assert served.busy() == 0
    other, answer = served.ask(b"/events")
    assert answer.startswith(b"HTTP/1.1 200")
    other.close()
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


@pytest.mark.skipif(sys.platform != "linux", reason="the option is Linux's")
def test_every_line_has_the_limit(served: Served) -> None:
    line, _ = served.ask(b"/events")
    (channel,) = served.server.active_channels.values()
    told = channel.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT)
    assert told == 30_000
    assert channel.socket.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    line.close()

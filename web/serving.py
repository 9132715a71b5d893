"""The production server: waitress, one process, a thread for every open event stream.

A reader that closes its stream is noticed at once, and one that vanished without a word (a phone
that locked itself, a network that went) within a minute, so that neither keeps a thread for long.
"""

from __future__ import annotations

import socket
from typing import Any

import waitress
from flask import Flask

from web.uploads import MOST_THROWN_AWAY_BYTES, limit_bodies

THREADS = 128  # above create_app's 96 streams, so that presses never wait behind them
VANISHED_MS = 30_000  # what is sent may stay unread so long: three beats of a stream


def make_server(app: Flask, host: str, port: int, threads: int = THREADS) -> Any:
    """Return a waitress server bound to `host`:`port`; `run()` serves, `close()` ends it.

    Raises OSError when the port is in use. `effective_port` says which one was given for 0.
    `threads` are started at once: more than there will be open streams.
    """
    server = waitress.create_server(
        app,
        host=host,
        port=port,
        threads=threads,
        connection_limit=400,
        channel_timeout=60,
        channel_request_lookahead=1,  # else it does not listen to who reads a stream
        max_request_body_size=MOST_THROWN_AWAY_BYTES,
        max_request_header_size=32 * 1024,
        clear_untrusted_proxy_headers=True,
        expose_tracebacks=False,
        log_socket_errors=False,  # a phone that vanished is no fault
        ident="dice-table",
    )
    hang_up_on_vanished(server)
    limit_bodies(server)
    return server


def hang_up_on_vanished(server: Any, after_ms: int = VANISHED_MS) -> None:
    """Let the system close a connection whose reader takes nothing for `after_ms` (Linux)."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        server.adj.socket_options = [
            *server.adj.socket_options,
            (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),  # also asks where nothing is sent
            (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, after_ms // 1000 or 1),
            (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, after_ms),
        ]

"""The production server: waitress, one process, a thread for every open event stream."""

from __future__ import annotations

from typing import Any

import waitress
from flask import Flask

from web.uploads import MOST_THROWN_AWAY_BYTES, limit_bodies

THREADS = 128  # above create_app's 96 streams, so that presses never wait behind them


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
        max_request_body_size=MOST_THROWN_AWAY_BYTES,
        max_request_header_size=32 * 1024,
        clear_untrusted_proxy_headers=True,
        expose_tracebacks=False,
        ident="dice-table",
    )
    limit_bodies(server)
    return server

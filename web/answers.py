"""What several routes answer with: pages and JSON that are packed, and JSON inside a page."""

from __future__ import annotations

import gzip
import json

from flask import Flask, Response, abort, request

from web.game_extras import match_extras
from web.port import Snapshot
from web.wire import Json, snapshot_json


def full_snapshot(snapshot: Snapshot, version: str) -> Json:
    """Return the snapshot with what the page draws beside it, and the page's version."""
    body = snapshot_json(snapshot)
    body["version"] = version
    if snapshot.match is not None and body["match"] is not None:
        body["match"]["extras"] = match_extras(snapshot.match)
    return body


def packed_json(text: bytes, kept: str) -> Response:
    """Return JSON text, packed where the browser takes that; `kept` is its Cache-Control."""
    response = pack(Response(text, mimetype="application/json"))
    response.headers["Cache-Control"] = kept
    return response


def pack_pages(app: Flask) -> None:
    """Let `app` send its HTML pages packed to browsers that take that."""

    @app.after_request
    def packed_page(response: Response) -> Response:
        return pack(response) if response.mimetype == "text/html" else response


def pack(response: Response, packed: bytes | None = None) -> Response:
    """Pack what is answered, where the browser takes that; `packed`, where it is known already."""
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.set_data(packed or gzip.compress(response.get_data(), 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response


def still(jpeg: bytes | None, kept_s: int) -> Response:
    """Return a still that a browser may keep for `kept_s` seconds; 404 where there is none."""
    if jpeg is None:
        abort(404)
    response = Response(jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = f"private, max-age={kept_s}"
    return response


def script_json(value: object) -> str:
    """Return JSON that may stand inside a script element."""
    return script_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def script_text(text: str) -> str:
    """Return JSON text with nothing in it that could end a script element."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")

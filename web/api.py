"""The routes that speak JSON: snapshot, events, command, shelf, still, export."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from flask import Flask, Response, abort, jsonify, request

from rules.game import BadPosition
from web.answers import still
from web.boot import SHELF_NAMES, odds_offered
from web.feed import Feed
from web.guard import refusal, refusal_of
from web.odds_board import OddsBoard
from web.port import ShelfPort, TablePort
from web.wire import BadCommand, message_json, read_command, row_json

log = logging.getLogger(__name__)

STATUS = {"": 200, "stale": 409, "illegal": 400, "unreadable": 400, "refused": 400}
MAX_SHELF_ENTRIES = 200


def add_routes(
    app: Flask,
    table: TablePort,
    shelf: ShelfPort,
    feed: Feed,
    language_of_request: Callable[[], str],
) -> None:
    """Put the JSON routes of `table` on the application."""
    board = OddsBoard()

    @app.get("/snapshot")
    def snapshot() -> Response:
        return Response(feed.text(table.snapshot()), mimetype="application/json")

    @app.get("/events")
    def events() -> Response | tuple[Response, int]:
        header = request.headers.get("Last-Event-ID", "")
        last_seen = int(header) if header.isdecimal() and len(header) < 16 else None
        gone: Callable[[], bool] = request.environ.get(
            "waitress.client_disconnected", lambda: False
        )
        stream = feed.open(last_seen, gone)
        if stream is None:
            answer, status = refusal(503)
            answer.headers["Retry-After"] = "5"
            return answer, status
        response = Response(stream, mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        return response

    @app.post("/command")
    def command() -> tuple[Response, int]:
        try:
            wish = read_command(request.get_json())
        except BadCommand as bad:
            return refusal(400, str(bad), "web.bad_command")
        except BadPosition as bad:
            return refusal_of(400, bad.message)
        if wish.kind == "start":  # the table speaks as the page does that begins the match
            wish = replace(wish, data={**wish.data, "language": language_of_request()})
        reply = table.submit(wish)
        body = {
            "ok": reply.ok,
            "error": reply.error,
            "message": message_json(reply.message),
            "revision": table.snapshot().revision,
        }
        return jsonify(body), 200 if reply.ok else STATUS.get(reply.error, 400)

    @app.post("/shelf/<name>")
    def put_on_shelf(name: str) -> tuple[Response, int]:
        if name not in SHELF_NAMES:
            abort(404)
        document = request.get_json()
        if not _is_small_table(document):
            return refusal(400, "That cannot be kept: a short list of names and values is needed.")
        try:
            shelf.put(name, document)
        except OSError as error:
            log.error("the shelf cannot be written: %s", error)
            return refusal(400, "The data folder cannot be written; see the program's log.")
        table.renew()
        return jsonify(ok=True), 200

    @app.get("/still/<int:still_id>.jpg")
    def live_still(still_id: int) -> Response:
        return still(table.still(still_id), 86400)

    @app.get("/odds")
    def odds() -> Response:
        match = table.snapshot().match
        if match is None:
            return jsonify(id="", seq=-1, odds={})
        figures = board.of(match) if odds_offered(shelf) else {}
        return jsonify(id=match.match_id, seq=match.seq, odds=figures)

    @app.get("/matches")
    def matches() -> Response:
        return jsonify([row_json(row) for row in table.matches()])

    @app.get("/record/<match_id>.ndjson")
    def export(match_id: str) -> Response:
        text = table.export(match_id)
        if text is None:
            abort(404)
        response = Response(text, mimetype="application/x-ndjson")
        safe = "".join(letter for letter in match_id if letter.isalnum() or letter == "-")
        response.headers["Content-Disposition"] = f'attachment; filename="{safe}.ndjson"'
        return response


def _is_small_table(document: object) -> bool:
    """Say whether `document` maps at most 200 short names to numbers or short texts."""
    return (
        isinstance(document, dict)
        and len(document) <= MAX_SHELF_ENTRIES
        and all(len(name) <= 40 for name in document)
        and all(
            (isinstance(value, int) and abs(value) < 1000)
            or (isinstance(value, str) and len(value) <= 40)
            for value in document.values()
        )
    )

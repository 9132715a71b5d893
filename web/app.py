"""`create_app(table)`: the page of one table as a Flask application.

/            the table: set-up, then everything the players see and press
/board       the television: large, nothing to press
/seat/N      the phone of seat N
/watch       a spectator: nothing to press
/record      the matches played, each with its log to download
/record/ID   one of them, step by step
/snapshot    the present state as JSON         /events   the same as server-sent events
/command     POST: one wish of a page (JSON)   /shelf/…  POST: card values, colours
/still/N.jpg the still of a reading            /join.svg the address as a QR code
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Collection
from io import BytesIO

import segno
from flask import Flask, Response, abort, render_template, request

from rules import GAMES
from web import api, guard, speech
from web import pin as table_pin
from web.assets import Assets
from web.boot import boot_json
from web.feed import Feed
from web.game_extras import match_extras
from web.port import ShelfPort, Snapshot, TablePort
from web.replay import UnreadableLog, positions
from web.shelf import MemoryShelf
from web.wire import Json, snapshot_json


def create_app(
    table: TablePort,
    *,
    shelf: ShelfPort | None = None,
    hosts: Collection[str] = (),
    address: str | None = None,
    max_streams: int = 96,
    rate: guard.RateLimit | None = None,
    pin: str | None = None,
) -> Flask:
    """Return the page of `table`.

    `shelf` keeps card values and colours (in memory when None); `hosts` are further names that
    this machine answers to; `address` is what phones should open (`http://192.0.2.7:8000`),
    shown as a QR code; `max_streams` bounds the open event streams: the server needs more threads
    than that; `pin` is asked for once before a device may press, watching stays open.
    """
    app = Flask(__name__, static_folder=None)
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    kept = shelf if shelf is not None else MemoryShelf()
    assets = Assets()
    feed = Feed(table, lambda snapshot: full_snapshot(snapshot, assets.version), max_streams)
    guard.install(app, hosts, rate or guard.RateLimit())
    if pin:
        table_pin.install(app, pin)
    _add_pages(app, table, kept, assets, feed, lambda: address or request.host_url)
    _add_files(app, assets)
    api.add_routes(app, table, kept, feed)
    return app


def full_snapshot(snapshot: Snapshot, version: str) -> Json:
    """Return the snapshot with what the page draws beside it, and the page's version."""
    body = snapshot_json(snapshot)
    body["version"] = version
    if snapshot.match is not None and body["match"] is not None:
        body["match"]["extras"] = match_extras(snapshot.match)
    return body


def language_of_request() -> str:
    """Return the language of this phone: its cookie, or what its browser accepts."""
    return speech.choose_language(
        request.cookies.get("language"), request.accept_languages.values()
    )


def _add_pages(
    app: Flask,
    table: TablePort,
    shelf: ShelfPort,
    assets: Assets,
    feed: Feed,
    address: Callable[[], str],
) -> None:
    def page(view: str, seat: int | None = None) -> str:
        language = language_of_request()
        boot = {
            "view": view,
            "seat": seat,
            "language": language,
            "languages": speech.LANGUAGES,
            "version": assets.version,
            "address": address(),
            **boot_json(table, shelf),
        }
        return render_template(
            "page.html",
            language=language,
            view=view,
            version=assets.version,
            boot=script_json(boot),
            snapshot=script_text(feed.text(table.snapshot())),
            t=lambda text: speech.translate(language, text),
        )

    @app.get("/")
    def table_page() -> str:
        return page("table")

    @app.get("/board")
    def board_page() -> str:
        return page("board")

    @app.get("/watch")
    def watch_page() -> str:
        return page("watch")

    @app.get("/seat/<int:seat>")
    def seat_page(seat: int) -> str:
        match = table.snapshot().match
        most = len(match.players) if match else max(game.seats.stop - 1 for game in GAMES)
        if seat >= most:
            abort(404)
        return page("seat", seat)

    @app.get("/record")
    def record_page() -> str:
        language = language_of_request()
        titles = {game.name: game.title for game in GAMES}
        return render_template(
            "record.html",
            language=language,
            version=assets.version,
            rows=table.matches(),
            titles=titles,
            t=lambda text, **fields: speech.translate(language, text, **fields),
        )

    @app.get("/record/<match_id>")
    def replay_page(match_id: str) -> str:
        if table.export(match_id) is None:
            abort(404)
        return page("replay")

    @app.get("/record/<match_id>/steps.json")
    def replay_steps(match_id: str) -> Response | tuple[Response, int]:
        log = table.export(match_id)
        if log is None:
            abort(404)
        try:
            steps = [full_snapshot(one, assets.version) for one in positions(log)]
        except UnreadableLog as unreadable:
            return guard.refusal(400, str(unreadable), "web.unreadable_log")
        return packed_json(script_json(steps).encode(), "private, max-age=5")

    @app.get("/join.svg")
    def join_code() -> Response:
        out = BytesIO()
        code = segno.make(address(), error="m", micro=False)
        code.save(out, kind="svg", xmldecl=False, border=2, dark="#241c16", light="#fbf3e0")
        return Response(out.getvalue(), mimetype="image/svg+xml")


def _add_files(app: Flask, assets: Assets) -> None:
    @app.get("/s/<version>/<path:name>")
    def static_file(version: str, name: str) -> Response:
        asset = assets.get(name)
        if asset is None:
            abort(404)
        packed = "gzip" in request.headers.get("Accept-Encoding", "")
        response = Response(asset.packed if packed else asset.plain, content_type=asset.kind)
        if packed:
            response.headers["Content-Encoding"] = "gzip"
        response.headers["Vary"] = "Accept-Encoding"
        fresh = version == assets.version
        response.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable" if fresh else "no-store"
        )
        return response

    @app.get("/words/<version>/<language>.json")
    def words(version: str, language: str) -> Response:
        if language not in speech.LANGUAGES:
            abort(404)
        return packed_json(script_json(speech.catalogue(language)).encode(), "public, max-age=300")

    @app.get("/favicon.ico")
    def no_icon() -> tuple[str, int]:
        return "", 204


def packed_json(text: bytes, kept: str) -> Response:
    """Return JSON text, packed where the browser takes that; `kept` is its Cache-Control."""
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    response = Response(gzip.compress(text, 6) if packed else text, mimetype="application/json")
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = kept
    return response


def script_json(value: object) -> str:
    """Return JSON that may stand inside a script element."""
    return script_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def script_text(text: str) -> str:
    """Return JSON text with nothing in it that could end a script element."""
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")

"""`create_app(table)`: the page of one table as a Flask application.

/            the table: set-up, then everything the players see and press
/board       the television: large, nothing to press
/seat/N      the phone of seat N
/watch       a spectator: nothing to press
/record      the matches played, each with its log to download
/record/ID   one of them, step by step         /statistics  what they come to together
/position?line=…  a position that was copied there
/snapshot    the present state as JSON         /events   the same as server-sent events
/command     POST: one wish of a page (JSON)   /shelf/…  POST: card values, colours
/still/N.jpg the still of a reading            /join.svg the address as a QR code
/doctor.json what the check-up of the machine found
/primer/…    how a game goes, in a language  /words/… what the page says in one
/teach       teaching the table one's own dice
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from io import BytesIO
from urllib.parse import urlsplit

import segno
from flask import Flask, Response, abort, render_template, request

from rules import GAMES
from web import api, doctor_page, guard, position, record, short, speech
from web import pin as table_pin
from web import teach as lessons
from web.answers import full_snapshot, pack, pack_pages, packed_json, script_json, script_text
from web.assets import Assets, our_assets
from web.boot import boot_json, odds_offered, primer_json
from web.feed import Feed
from web.modules import modules_of
from web.only_here import is_only_here
from web.port import ShelfPort, Snapshot, TablePort
from web.shelf import MemoryShelf
from web.teach_port import TeachPort
from web.wire import Json


def create_app(
    table: TablePort,
    *,
    shelf: ShelfPort | None = None,
    hosts: Collection[str] = (),
    address: Callable[[], str] | None = None,
    max_streams: int = 96,
    rate: guard.RateLimit | None = None,
    pin: str | None = None,
    doctor: doctor_page.Doctor | None = None,
    teach: TeachPort | None = None,
    buttons: bool = False,
) -> Flask:
    """Return the page of `table`.

    `shelf` keeps card values and colours (in memory when None); `hosts` are further names that this
    machine answers to; `address` tells what phones should open now (`http://192.0.2.7:8000`), shown
    as a QR code, where that is not of this machine alone; `max_streams` bounds the open event
    streams: the server needs more threads than that; `pin` is asked for once before a device may
    press, watching stays open; `doctor` returns the lines of `dice-table doctor --json`, for the
    menu's check-up; `teach` gives the lessons in which the table learns people's own dice;
    `buttons` says that the table has buttons, whose mark the page then shows.
    """
    app = Flask(__name__, static_folder=None)
    app.json = guard.PatientJson(app)
    app.json.sort_keys = False
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    kept = shelf if shelf is not None else MemoryShelf()
    assets = our_assets()

    def shown(snapshot: Snapshot) -> Json:
        return {
            **full_snapshot(snapshot, assets.version),
            "odds": odds_offered(kept),
            "colours": kept.get("colours") or {},
        }

    feed = Feed(table, shown, max_streams)

    def refused(status: int, sentence: str) -> str:
        return _refused(status, sentence, assets.version, _reachable(address))

    guard.install(app, hosts, rate or guard.RateLimit(), refused)
    short.install(app)
    pack_pages(app)
    if pin:
        table_pin.install(app, pin)
    extras = {"doctor": doctor is not None, "teach": teach is not None, "buttons": buttons}
    _add_pages(
        app, table, kept, assets, feed, lambda: _reachable(address) or request.host_url, extras
    )
    _add_files(app, assets)
    record.add_pages(app, table, assets.version, language_of_request)
    position.add_routes(app, assets.version, language_of_request)
    api.add_routes(app, table, kept, feed, language_of_request)
    if doctor is not None:
        doctor_page.add_route(app, doctor, language_of_request)
    if teach is not None:
        lessons.add_pages(app, teach, assets.version, language_of_request)
    return app


def language_of_request() -> str:
    """Return the language of this phone: its cookie, or what its browser accepts."""
    return speech.choose_language(
        request.cookies.get("language"), request.accept_languages.values()
    )


def _reachable(address: Callable[[], str] | None) -> str | None:
    """Return the address of the page for who asks; None where it is not known.

    One of this machine alone is for nobody else.
    """
    known = "" if address is None else address()
    if is_only_here(urlsplit(known).hostname) and not is_only_here(request.remote_addr):
        return None
    return known or None


def _refused(status: int, sentence: str, version: str, address: str | None) -> str:
    language = language_of_request()
    return render_template(
        "strange_name.html" if status == 421 else "refused.html",
        language=language,
        version=version,
        address=address,
        sentence=speech.translate(language, sentence),
        t=lambda text: speech.translate(language, text),
    )


def _add_pages(
    app: Flask,
    table: TablePort,
    shelf: ShelfPort,
    assets: Assets,
    feed: Feed,
    address: Callable[[], str],
    extras: Mapping[str, bool],
) -> None:
    modules = modules_of(assets, "js/main.js")

    def page(view: str, seat: int | None = None) -> str:
        language = language_of_request()
        boot = {
            "view": view,
            "seat": seat,
            "language": language,
            "languages": speech.LANGUAGES,
            "version": assets.version,
            "address": address(),
            **extras,
            **boot_json(table, shelf),
        }
        return render_template(
            "page.html",
            language=language,
            view=view,
            version=assets.version,
            modules=modules,
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
        # Also where fewer play now: the phone of somebody who sits a match out keeps its seat.
        if seat >= max(game.seats.stop - 1 for game in GAMES):
            abort(404)
        return page("seat", seat)

    @app.get("/record/<match_id>")
    def replay_page(match_id: str) -> str:
        if table.export(match_id) is None:
            abort(404)
        return page("replay")

    @app.get("/position")
    def position_page() -> str:
        return page("replay")

    @app.get("/join.svg")
    def join_code() -> Response:
        out = BytesIO()
        code = segno.make(address(), error="m", micro=False)
        code.save(out, kind="svg", xmldecl=False, border=2, dark="#241c16", light="#fbf3e0")
        return Response(out.getvalue(), mimetype="image/svg+xml")


def _add_files(app: Flask, assets: Assets) -> None:
    @app.get("/s/<version>/<path:name>", endpoint=guard.STATIC)
    def static_file(version: str, name: str) -> Response:
        asset = assets.get(name)
        if asset is None:
            abort(404)
        response = pack(Response(asset.plain, content_type=asset.kind), asset.packed)
        fresh = version == assets.version
        response.headers["Cache-Control"] = (
            "public, max-age=31536000, immutable" if fresh else "no-store"
        )
        return response

    @app.get("/words/<version>/<language>.json")
    def words(version: str, language: str) -> Response:
        if language not in speech.LANGUAGES:
            abort(404)
        said = speech.catalogue(language, "browser")
        return packed_json(script_json(said).encode(), "public, max-age=300")

    @app.get("/primer/<version>/<language>/<game>.json")
    def how_it_goes(version: str, language: str, game: str) -> Response:
        told = primer_json(game, language) if language in speech.LANGUAGES else []
        if not told:
            abort(404)
        return packed_json(script_json(told).encode(), "public, max-age=300")

    @app.get("/favicon.ico")
    def no_icon() -> tuple[str, int]:
        return "", 204

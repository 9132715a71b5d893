"""The record on the page: the list, stepping through a match, other formats, import, figures.

/record                      the matches played          /statistics  what they come to together
/record/ID/steps.json        every position of one       /record/ID/still/SEQ.jpg   a roll's still
/record/ID/as/FORMAT         ndjson, text, csv, bgsplay  /record/import  POST: add a match's log
/record/backup.sqlite3       the whole record            /record/restore POST: add a backup
"""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from flask import Flask, Response, abort, jsonify, render_template, request

from rules import GAMES
from rules.game import Message
from web.answers import full_snapshot, packed_json, script_json, still
from web.guard import MAX_BACKUP_BYTES, MAX_LOG_BYTES, TOO_LARGE, refusal, refusal_of
from web.port import ExportKind, Reply, Statistics, TablePort
from web.replay import UnreadableLog, positions, readings
from web.speech import say, translate
from web.wire import message_json

log = logging.getLogger(__name__)

KINDS: dict[str, tuple[str, str]] = {
    "ndjson": ("ndjson", "application/x-ndjson"),
    "text": ("txt", "text/plain"),
    "csv": ("csv", "text/csv"),
    "bgsplay": ("bgsplay", "application/json"),
}
NO_BACKUP = "No backup can be made just now; see the program's log."
MOST_ENTRIES = 10**9  # no match has them, and no database takes numbers of any length
LONGEST_LOG = MAX_LOG_BYTES - 64 * 1024  # a file, before it is sent as JSON
NO_LOG = "Choose a log file: its text is sent as one field."


def add_pages(
    app: Flask, table: TablePort, version: str, language_of_request: Callable[[], str]
) -> None:
    """Put the pages of the record on the application."""

    def page(template: str, **more: Any) -> str:
        language = language_of_request()
        return render_template(
            template,
            language=language,
            version=version,
            titles={game.name: game.title for game in GAMES},
            t=lambda text, **fields: translate(language, text, **fields),
            **more,
        )

    @app.get("/record")
    def record_page() -> str:
        match = table.snapshot().match
        return page(
            "record.html",
            rows=table.matches(),
            playing=None if match is None else match.match_id,
            most={"log": LONGEST_LOG, "backup": MAX_BACKUP_BYTES},
            too_large=TOO_LARGE,
        )

    @app.get("/statistics")
    def statistics_page() -> str:
        language = language_of_request()
        game = request.args.get("game", "")
        if game and game not in {one.name for one in GAMES}:
            abort(404)
        figures = table.statistics(game)
        return page(
            "statistics.html",
            figures=figures,
            game=game,
            plots=script_json(_plots(figures, language)),
            say=lambda message: say(language, message, ()),
            number=lambda value, digits, sign=False: number(language, value, digits, sign),
        )

    @app.get("/record/<match_id>/steps.json")
    def replay_steps(match_id: str) -> Response | tuple[Response, int]:
        text = table.export(match_id)
        if text is None:
            abort(404)
        try:
            steps = [full_snapshot(one, version) for one in positions(text)]
        except UnreadableLog as unreadable:
            log.warning("%s", unreadable)
            return refusal_of(400, unreadable.message)
        for step, entry in zip(steps, readings(text), strict=True):
            step["entry"] = entry
        return packed_json(script_json(steps).encode(), "private, max-age=5")

    @app.get(f"/record/<match_id>/still/<int(max={MOST_ENTRIES}):seq>.jpg")
    def recorded_still(match_id: str, seq: int) -> Response:
        return still(table.recorded_still(match_id, seq), 86400)

    @app.get("/record/<match_id>/as/<kind>")
    def export_as(match_id: str, kind: str) -> Response | tuple[Response, int]:
        if kind not in KINDS:
            abort(404)
        text = table.export_as(match_id, cast(ExportKind, kind), language_of_request())
        if text is None:
            abort(404)
        if isinstance(text, Message):
            return refusal_of(400, text)
        ending, mimetype = KINDS[kind]
        response = Response(text.encode("utf-8"), content_type=f"{mimetype}; charset=utf-8")
        safe = "".join(letter for letter in match_id if letter.isalnum() or letter == "-")
        response.headers["Content-Disposition"] = f'attachment; filename="{safe}.{ending}"'
        return response

    @app.get("/record/backup.sqlite3")
    def backup() -> Response | tuple[Response, int]:
        file = table.backup()
        if not isinstance(file, bytes):
            why = file or Message("web.no_backup", NO_BACKUP)
            answer, _ = _says(Reply(False, "refused", why), language_of_request())
            return answer, 507 if file else 503
        response = Response(file, mimetype="application/vnd.sqlite3")
        day = datetime.now().astimezone().strftime("%Y-%m-%d")
        name = f'attachment; filename="dice-table-{day}.sqlite3"'
        response.headers["Content-Disposition"] = name
        return response

    @app.post("/record/import")
    def bring_in() -> tuple[Response, int]:
        body = request.get_json()
        log = body.get("log") if isinstance(body, dict) else None
        if not isinstance(log, str):
            return refusal(400, NO_LOG, "web.no_log")
        return _says(table.bring_in(log), language_of_request())

    @app.post("/record/restore")
    def restore() -> tuple[Response, int]:
        with tempfile.TemporaryDirectory(prefix="dice-table-") as folder:
            backup = Path(folder) / "backup"
            with backup.open("wb") as file:
                shutil.copyfileobj(request.stream, file, 1 << 20)
            return _says(table.restore(backup), language_of_request())


def _says(reply: Reply, language: str) -> tuple[Response, int]:
    """Return what became of a file, in words too."""
    said = "" if reply.message is None else say(language, reply.message, ())
    answer = {"ok": reply.ok, "says": said, "message": message_json(reply.message)}
    return jsonify(answer), 200 if reply.ok else 400


def number(language: str, value: float | None, digits: int, sign: bool = False) -> str:
    """Return a number as `language` writes it, with its sign where asked; a dash for None."""
    if value is None:
        return "–"
    text = f"{value:+.{digits}f}" if sign else f"{value:.{digits}f}"
    text = text.replace("-", "\N{MINUS SIGN}")
    return text if language == "en" else text.replace(".", ",")


def _plots(figures: Statistics, language: str) -> list[dict[str, Any]]:
    """Return the numbers of each plot, words included, for the page's script."""
    plots: list[dict[str, Any]] = []
    if figures.has_worms:
        plots += _worm_plots(figures, language)
    plots += [
        {
            "id": f"plot-dice-{number}",
            "counts": True,
            "labels": [
                translate(language, "worm") if face.face == "w" else face.face
                for face in dice.faces
            ],
            "series": [
                {
                    "label": translate(language, "Thrown"),
                    "values": [face.count for face in dice.faces],
                },
                {
                    "label": translate(language, "Expected of fair dice"),
                    "values": [round(face.expected, 1) for face in dice.faces],
                },
            ],
        }
        for number, dice in enumerate(figures.dice)
    ]
    return plots


def _worm_plots(figures: Statistics, language: str) -> list[dict[str, Any]]:
    """Return the plots of what only the games with worms have."""
    return [
        {
            "id": "plot-luck",
            "labels": [one.name for one in figures.players if one.luck is not None],
            "series": [
                {
                    "label": translate(language, "Luck, worms a game"),
                    "values": [
                        round(one.luck_per_game, 2)
                        for one in figures.players
                        if one.luck_per_game is not None
                    ],
                }
            ],
        },
        {
            "id": "plot-busts",
            "labels": [one.name for one in figures.players if one.bust_turns],
            "series": [
                {
                    "label": translate(language, "Busts in 100 turns"),
                    "values": [
                        round(one.busts_per_100, 1)
                        for one in figures.players
                        if one.busts_per_100 is not None
                    ],
                }
            ],
        },
    ]

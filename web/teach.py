"""The page for teaching the table one's own dice, face by face.

/teach            the page            /teach/lesson.json  the lesson as it stands
/teach/WISH       POST: one step of it (`web.teach_port.LessonWish`)
/teach/still/N.jpg  the last picture
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast, get_args

from flask import Flask, Response, abort, jsonify, render_template, request

from web.answers import script_json, still
from web.guard import refusal
from web.speech import translate
from web.teach_port import LessonView, LessonWish, TeachPort
from web.wire import Json, die_json, message_json

WISHES: tuple[str, ...] = get_args(LessonWish)
FIELDS: dict[str, dict[str, type]] = {
    "begin": {"name": str, "faces": list, "dice": int},
    "face": {"face": str},
    "forget": {"face": str},
}
LONGEST = 60
BAD_STEP = "That is no step of a lesson."


def lesson_json(lesson: LessonView | None) -> Json | None:
    """Return the lesson as the page's script reads it."""
    if lesson is None:
        return None
    return {
        "name": lesson.name,
        "goes_on": lesson.goes_on,
        "dice": lesson.dice,
        "faces": [
            {
                "face": one.face,
                "examples": one.examples,
                "right": one.right,
                "clear": one.clear,
            }
            for one in lesson.faces
        ],
        "due": lesson.due,
        "says": message_json(lesson.says),
        "step": lesson.step,
        "working": lesson.working,
        "checked": lesson.checked,
        "can_go_back": lesson.can_go_back,
        "still": lesson.still,
        "still_face": lesson.still_face,
        "taught": [die_json(die) for die in lesson.taught],
        "confused": [list(one) for one in lesson.confused],
    }


def add_pages(
    app: Flask,
    teach: TeachPort,
    version: str,
    language_of_request: Callable[[], str],
) -> None:
    """Put the page of the lessons on the application."""

    def state() -> Json:
        return {
            "lesson": lesson_json(teach.lesson()),
            "obstacle": message_json(teach.obstacle()),
        }

    @app.get("/teach")
    def teach_page() -> str:
        language = language_of_request()
        boot = {
            **state(),
            "language": language,
            "version": version,
            "profiles": [{"name": name, "faces": dict(faces)} for name, faces in teach.profiles()],
        }
        return render_template(
            "teach.html",
            language=language,
            version=version,
            boot=script_json(boot),
            t=lambda text: translate(language, text),
        )

    @app.get("/teach/lesson.json")
    def lesson() -> Response:
        return jsonify(state())

    @app.post("/teach/<wish>")
    def step(wish: str) -> tuple[Response, int]:
        if wish not in WISHES:
            abort(404)
        data = _read(wish, request.get_json())
        if data is None:
            return refusal(400, BAD_STEP, "web.bad_step")
        reply = teach.do(cast(LessonWish, wish), data)
        body = {"ok": reply.ok, "error": reply.error, "message": message_json(reply.message)}
        return jsonify({**body, **state()}), 200 if reply.ok else 400

    @app.get("/teach/still/<int:still_id>.jpg")
    def picture(still_id: int) -> Response:
        return still(teach.picture(still_id), 600)


def _read(wish: str, body: Any) -> dict[str, object] | None:
    """Return the data of a step, None where they are not those that it takes."""
    wanted = FIELDS.get(wish, {})
    if not isinstance(body, dict) or set(body) != set(wanted):
        return None
    for name, kind in wanted.items():
        value = body[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            return None
        if isinstance(value, str | list) and len(value) > LONGEST:
            return None
    return body

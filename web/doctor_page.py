"""The check-up of the machine on the page: `GET /doctor.json` gives the lines of `doctor --json`.

What they say, and what is to be done, is in the language of the request. It is looked at, never
changed; the check-up itself remembers what it found for some seconds, so that many phones asking
at once cost no more than one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence

from flask import Flask, Response, jsonify

from web.guard import refusal
from web.said import spoken_in

log = logging.getLogger(__name__)

Doctor = Callable[[], Sequence[Mapping[str, object]]]
FAILED = "The check-up failed; see the program's log."


def add_route(app: Flask, doctor: Doctor, language_of_request: Callable[[], str]) -> None:
    """Let the page ask `doctor`; a failure is one sentence, as everywhere."""

    def spoken(line: Mapping[str, object]) -> dict[str, object]:
        told = dict(line)
        for name in ("says", "do"):
            if isinstance(text := told.get(name), str):
                told[name] = spoken_in(language_of_request(), text)
        return told

    @app.get("/doctor.json")
    def examine() -> Response | tuple[Response, int]:
        try:
            lines = [spoken(line) for line in doctor()]
        except Exception:  # whatever a machine lacks, the page goes on
            log.exception("the check-up failed")
            return refusal(400, FAILED, "web.doctor")
        answer = jsonify(lines)
        answer.headers["Cache-Control"] = "no-store"
        return answer

"""The check-up of the machine on the page: `GET /doctor.json` gives the lines of `doctor --json`.

It is looked at, never changed; the check-up itself remembers what it found for some seconds, so
that many phones asking at once cost no more than one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence

from flask import Flask, Response, jsonify

from web.guard import refusal

log = logging.getLogger(__name__)

Doctor = Callable[[], Sequence[Mapping[str, object]]]
FAILED = "The check-up failed; see the program's log."


def add_route(app: Flask, doctor: Doctor) -> None:
    """Let the page ask `doctor`; a failure is one sentence, as everywhere."""

    @app.get("/doctor.json")
    def examine() -> Response | tuple[Response, int]:
        try:
            lines = [dict(line) for line in doctor()]
        except Exception:  # whatever a machine lacks, the page goes on
            log.exception("the check-up failed")
            return refusal(400, FAILED, "web.doctor")
        answer = jsonify(lines)
        answer.headers["Cache-Control"] = "no-store"
        return answer

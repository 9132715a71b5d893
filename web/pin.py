"""The table's PIN: who does not know it may watch, but not press.

Optional. Whoever types it once gets a cookie that lasts; attempts are slowed, so that trying all
four-digit numbers takes a day.
"""

from __future__ import annotations

import hashlib
import hmac

from flask import Flask, Response, jsonify, request

from web.guard import RateLimit, refusal

COOKIE = "table-pin"
YEAR_S = 31_536_000
ASKED = "This table asks for its PIN before anybody presses."
WRONG = "That is not this table's PIN."


def token_of(pin: str) -> str:
    """Return what the cookie holds: it says that the PIN was known, not what it is."""
    return hashlib.pbkdf2_hmac("sha256", pin.encode(), b"dice-table page", 100_000).hex()


def install(app: Flask, pin: str, attempts: RateLimit | None = None) -> None:
    """Let only those press who have typed `pin`; everything that can be read stays open."""
    token = token_of(pin)
    slow = attempts or RateLimit(per_s=0.1, burst=5)

    @app.before_request
    def check() -> tuple[Response, int] | None:
        if request.method in ("GET", "HEAD", "OPTIONS") or request.path == "/pin":
            return None
        shown = request.cookies.get(COOKIE, "").encode("utf-8", "surrogatepass")
        if hmac.compare_digest(shown, token.encode()):
            return None
        return refusal(401, ASKED, "web.pin")

    @app.post("/pin")
    def type_pin() -> Response | tuple[Response, int]:
        if not slow.allows(request.remote_addr or ""):
            return refusal(429)
        body = request.get_json()
        typed = body.get("pin") if isinstance(body, dict) else None
        if not isinstance(typed, str) or not hmac.compare_digest(token_of(typed[:64]), token):
            return refusal(400, WRONG, "web.wrong_pin")
        answer = jsonify(ok=True)
        answer.set_cookie(COOKIE, token, max_age=YEAR_S, httponly=True, samesite="Strict")
        return answer

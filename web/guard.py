"""What keeps the page safe on a home network: hosts, origins, sizes, rates and headers.

Every answer carries a strict content policy; a request for a strange host name is refused (a web
site that points its own name at this machine gets nothing); a command from another site's page is
refused; and no error shows more than one sentence. A program gets it as JSON, a person who typed an
address as a page.
"""

from __future__ import annotations

import errno
import ipaddress
import json
import logging
import re
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, jsonify, request
from flask.json.provider import DefaultJSONProvider
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from rules.game import Message
from web.strict_json import can_be_kept, no_constant
from web.wire import message_json

log = logging.getLogger(__name__)

MAX_BODY_BYTES = 64 * 1024
MAX_LOG_BYTES = 8 * 1024 * 1024
MAX_BACKUP_BYTES = 128 * 1024 * 1024
LARGER = {"/record/import": MAX_LOG_BYTES, "/record/restore": MAX_BACKUP_BYTES}
"""Paths that take more than a press: a match with all that the camera read, a whole record."""
FILES = frozenset(("/record/restore",))
"""Paths that take a file as it is; all others take JSON."""
FILE_TYPE = "application/octet-stream"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
NO_ROOM = "dice_table.no_room"
"""Where the environment of a request says that the disk had no room for its body."""
NO_SPACE = (errno.ENOSPC, errno.EDQUOT)
STATIC = "static_file"
"""The endpoint of the scripts and styles of the page."""
SENTENCES = {
    400: "That request cannot be read.",
    401: "This table asks for its PIN before anybody presses.",
    403: "That press came from another web site and was refused.",
    404: "There is no such page here.",
    405: "That cannot be done here.",
    413: "That is too large to be a press at this table.",
    415: "Commands are sent as JSON.",
    421: "This table does not answer to that name.",
    429: "Too many presses at once; wait a moment.",
    500: "Something went wrong inside the page; the game is safe.",
    503: "Too many pages are open; close one and try again.",
    507: "The disk is full: free some space, then try again.",
}


TOO_LARGE = {
    "/record/import": "That file is too large: the log of a match has at most 8 MB.",
    "/record/restore": "That file is too large for the page: at most 128 MB. The command "
    "dice-table log restore takes larger ones.",
}


def body_limit(path: str) -> int:
    """Return how many bytes may be sent to a path."""
    return LARGER.get(path, MAX_BODY_BYTES)


class PatientJson(DefaultJSONProvider):
    """JSON whose every fault is a ValueError, which Flask answers with 400.

    So is one that nests too deeply, a text with half of a character, which no file can hold, and
    NaN and its like, which no browser reads.
    """

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Return what `s` holds; raises ValueError."""
        try:
            told = super().loads(s, parse_constant=no_constant, **kwargs)
        except RecursionError:
            raise ValueError("nested too deeply") from None
        written = s if isinstance(s, str) else s.decode(json.detect_encoding(s), "replace")
        if "\\u" in written and not can_be_kept(told):  # halves can only be written so
            raise ValueError("half of a character")
        return told


def refusal(status: int, text: str = "", code: str = "") -> tuple[Response, int]:
    """Return a JSON refusal with one sentence; `text` defaults to the one of `status`."""
    sentence = text or SENTENCES.get(status, SENTENCES[400])
    return refusal_of(status, Message(code or f"web.{status}", sentence))


def refusal_of(status: int, message: Message) -> tuple[Response, int]:
    """Return a JSON refusal with a message, which the page says in its language."""
    return jsonify(ok=False, error=f"http_{status}", message=message_json(message)), status


class RateLimit:
    """A token bucket for each address: `burst` presses at once, then `per_s` a second."""

    def __init__(
        self,
        per_s: float = 15.0,
        burst: int = 40,
        clock: Callable[[], float] = time.monotonic,
        remembered: int = 512,
    ) -> None:
        """Keep the rate; `remembered` bounds how many addresses are held."""
        self._per_s = per_s
        self._burst = float(burst)
        self._clock = clock
        self._remembered = remembered
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def allows(self, address: str) -> bool:
        """Take one token of `address`; False when it has none left."""
        now = self._clock()
        with self._lock:
            tokens, before = self._buckets.pop(address, (self._burst, now))
            tokens = min(self._burst, tokens + (now - before) * self._per_s)
            allowed = tokens >= 1.0
            self._buckets[address] = (tokens - 1.0 if allowed else tokens, now)
            while len(self._buckets) > self._remembered:
                self._buckets.popitem(last=False)
        return allowed


def host_is_ours(host: str, allowed: Collection[str]) -> bool:
    """Say whether `host` (a Host header) can be this machine on a home network.

    An address, `localhost`, a name without dots, `*.local`, `*.lan`, `*.home.arpa`, `*.fritz.box`,
    this machine's own name, or one of `allowed`.
    """
    try:
        name = urlsplit(f"//{host}").hostname
    except ValueError:
        return False
    if not name:
        return False
    name = name.rstrip(".")
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        pass
    if re.fullmatch(r"[\w-]+", name) or name in {one.lower() for one in allowed}:
        return True
    if name.endswith((".local", ".lan", ".home.arpa", ".fritz.box", ".localhost")):
        return True
    return name in {socket.gethostname().lower(), socket.getfqdn().lower()}


def same_origin(origin: str | None, fetch_site: str | None, host: str) -> bool:
    """Say whether a command comes from our own page.

    Browsers send Origin with every POST. A program without either header is let through: no web
    page can send JSON across sites without being asked for permission first.
    """
    if fetch_site is not None and fetch_site not in ("same-origin", "none"):
        return False
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == host.lower()
    except ValueError:  # no browser writes such a one
        return False


def wants_page() -> bool:
    """Say whether a person looks at the answer; what takes anything, as scripts do, gets JSON."""
    kinds = ("application/json", "text/html")  # the first of those that are as welcome
    return only_asked() and request.accept_mimetypes.best_match(kinds) == kinds[1]


def only_asked() -> bool:
    """Say whether nothing is pressed; HEAD is told what GET would be told."""
    return request.method in ("GET", "HEAD")


def install(
    app: Flask, hosts: Collection[str], rate: RateLimit, page: Callable[[int, str], str]
) -> None:
    """Put the checks before every request and the headers after it.

    `page` returns the page that shows a person why there is no other, from the status and its
    sentence in `SENTENCES`.
    """
    app.config["MAX_CONTENT_LENGTH"] = max(MAX_BODY_BYTES, *LARGER.values())

    @app.before_request
    def check() -> tuple[Response, int] | None:
        # What the page is drawn with is the same for everybody, and draws the refusal as well.
        if not host_is_ours(request.host, hosts) and request.endpoint != STATIC:
            return refuse(421)
        if request.method in ("GET", "HEAD", "OPTIONS"):
            return None
        origin = request.headers.get("Origin")
        if not same_origin(origin, request.headers.get("Sec-Fetch-Site"), request.host):
            return refusal(403)
        if not rate.allows(request.remote_addr or ""):
            return refusal(429)
        if (request.content_length or 0) > body_limit(request.path):
            return refusal(413, TOO_LARGE.get(request.path, ""))
        if request.environ.get(NO_ROOM):
            return refusal(507)
        wanted = FILE_TYPE if request.path in FILES else "application/json"
        if request.mimetype != wanted:
            return refusal(415)
        return None

    @app.after_request
    def dress(response: Response) -> Response:
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        return response

    def told(status: int) -> Response:
        if wants_page():
            try:
                sentence = SENTENCES.get(status, SENTENCES[400])
                return Response(page(status, sentence), content_type="text/html; charset=utf-8")
            except Exception:  # the sentence is still to be had
                log.exception("the page of an error")
        return refusal(status)[0]

    def refuse(status: int) -> tuple[Response, int]:
        response = told(status)
        if only_asked():
            response.vary.add("Accept")  # a page or JSON
        return response, status

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> tuple[Response, int]:
        response, status = refuse(error.code or 500)
        if isinstance(error, MethodNotAllowed):
            response.allow.update(error.valid_methods or ())
        return response, status

    @app.errorhandler(Exception)
    def any_error(error: Exception) -> tuple[Response, int]:
        if isinstance(error, OSError) and error.errno in NO_SPACE:
            log.error("page: %s %s: %s", request.method, request.path, error)
            return refuse(507)
        log.error("page: %s %s", request.method, request.path, exc_info=error)
        return refuse(500)

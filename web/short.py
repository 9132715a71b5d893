"""An address with a slash too many at its end leads to the page without it."""

from __future__ import annotations

from urllib.parse import quote

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from web.guard import only_asked

AS_TYPED = "/:@!$&'()*+,;=~"  # stands in a path as it is (RFC 3986); line ends and `\` do not


def install(app: Flask) -> None:
    """Send who asks for `/record/` on to `/record`, where there is such a page to be looked at."""

    @app.before_request
    def without_slash() -> Response | None:
        if not only_asked() or not request.path.endswith("/"):
            return None
        # One slash leads it: with two, as in `//evil.example/`, it would be another machine's.
        shorter = "/" + request.path.strip("/")
        if request.url_rule is not None or not is_page(app, shorter):
            return None
        query = request.query_string.decode("latin-1")
        where = quote(shorter, safe=AS_TYPED) + ("?" + query if query else "")
        return Response(status=308, headers={"Location": where})


def is_page(app: Flask, path: str) -> bool:
    """Say whether `path` is the address of something that can be got here."""
    try:
        app.url_map.bind("").match(path, method="GET")
    except HTTPException:  # there is none, it only takes presses, or it leads elsewhere itself
        return False
    return True

"""The page of the table: `create_app` makes the Flask application, `make_server` serves it."""

from web.app import create_app
from web.serving import make_server
from web.shelf import MemoryShelf

__all__ = ["MemoryShelf", "create_app", "make_server"]

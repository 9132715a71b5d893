"""What may be sent to the server: nothing is stored beyond what a path takes.

A body that is too large is read to its end and thrown away, so that its sender hears one clear
sentence (413) instead of a line that breaks. So is one that the disk has no room for (507). A body
that does not say how long it is, is refused.
"""

from __future__ import annotations

import logging
from io import BytesIO
from typing import Any

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError, TransferEncodingNotImplemented
from waitress.receiver import FixedStreamReceiver
from waitress.task import WSGITask

from web.guard import NO_ROOM, body_limit

log = logging.getLogger(__name__)

MOST_THROWN_AWAY_BYTES = 2**31


class Nowhere:
    """Takes the bytes of a body and keeps none."""

    def append(self, data: bytes) -> None:
        """Let them go."""

    def getfile(self) -> BytesIO:
        """Return an empty file."""
        return BytesIO()

    def close(self) -> None:
        """Nothing is open."""

    def __len__(self) -> int:
        """Nothing is there."""
        return 0


class LimitedParser(HTTPRequestParser):  # type: ignore[misc]
    """A request whose body is stored only where its path takes so much, and the disk too."""

    no_room = False
    path = ""  # of one whose first line cannot be read; its sender may leave before the answer

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header and decide what becomes of the body."""
        try:
            super().parse_header(header_plus)
        except ValueError as error:  # an address such as http://[::
            raise ParsingError(str(error)) from error
        if self.chunked:
            raise TransferEncodingNotImplemented("Say how long the body is.")
        if self.content_length > body_limit(self.path):
            self.body_rcv = FixedStreamReceiver(self.content_length, Nowhere())

    def received(self, data: bytes) -> int:
        """Take what has come; return how much of it belongs to this request."""
        try:
            return int(super().received(data))
        except OSError as error:
            if not isinstance(self.body_rcv, FixedStreamReceiver):
                raise
            log.error("what is sent to %s cannot be stored: %s", self.path, error)
            self.no_room = True
            self.body_rcv = FixedStreamReceiver(self.body_rcv.remain, Nowhere())
            return int(super().received(data))


class LimitedTask(WSGITask):  # type: ignore[misc]
    """A request that tells the application where its body had no room."""

    def get_environment(self) -> dict[str, Any]:
        """Return the environment of the application."""
        environ: dict[str, Any] = super().get_environment()
        environ[NO_ROOM] = self.request.no_room
        return environ


class LimitedChannel(HTTPChannel):  # type: ignore[misc]
    """A connection whose requests are limited by their paths."""

    parser_class = LimitedParser
    task_class = LimitedTask


def limit_bodies(server: Any) -> None:
    """Let a waitress server, with all the sockets it listens on, keep to the limits."""
    for listener in (server, *server._map.values()):
        if hasattr(listener, "channel_class"):
            listener.channel_class = LimitedChannel

"""What the terminal says of the camera: that it sees the dice, or what it lacks."""

from __future__ import annotations

import threading

import click

from device.typed_name import remark
from web.port import Snapshot

SEES = frozenset(("watching", "moving", "reading"))


class CameraLine:
    """Prints a line when the camera begins to see and when it does so no longer."""

    def __init__(self, name: str) -> None:
        """Name the source as a person would."""
        self._name = name
        self._said = ""
        self._alone = threading.Lock()

    def hear(self, page: Snapshot) -> None:
        """Take a state of the table; may be called from any thread."""
        state, detail = page.camera.state, page.camera.detail
        with self._alone:
            if state in SEES and self._said != "sees":
                self._said = "sees"
                click.echo(f"The dice are seen through: {self._name}.")
            elif state == "lost" and self._said != detail:
                self._said = detail
                remark(detail)
                click.echo("The dice are typed on the page meanwhile.")

"""What the terminal says of the camera: that it sees the dice, or what it lacks."""

from __future__ import annotations

import threading

import click

from device.typed_name import remark
from web.port import Snapshot

SEES = frozenset(("watching", "moving"))


class CameraLine:
    """Prints a line when the camera begins to see and when it does so no longer."""

    def __init__(self, name: str, film: bool = False) -> None:
        """Name the source as a person would; a `film` is one that was recorded."""
        self._sees = (
            f"Playing the recording {name} instead of a camera."
            if film
            else f"The dice are seen through: {name}."
        )
        self._said = ""
        self._alone = threading.Lock()

    def hear(self, page: Snapshot) -> None:
        """Take a state of the table; may be called from any thread."""
        state, detail = page.camera.state, page.camera.detail
        with self._alone:
            if state in SEES and self._said != "sees":
                self._said = "sees"
                click.echo(self._sees)
            elif state == "lost" and self._said != detail:
                self._said = detail
                remark(detail)
                click.echo("The dice are typed on the page meanwhile.")


def without_camera(kind: str, asked_for: str) -> str:
    """Return what takes a camera's place; nothing is missing where just that was asked for."""
    if kind != "recording":
        return "No camera: the dice are typed on the page."
    if asked_for == "recording":
        return "Playing the recording that ships with the program instead of a camera."
    return "No camera: a recording that ships with the program is shown."

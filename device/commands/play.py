"""`dice-table play`: the whole table, from the camera to the page."""

from __future__ import annotations

import logging
import signal
import sys
import threading
import time
from typing import Any
from urllib.parse import urlsplit

import click

from device.__main__ import folders_of
from device.bootstrap import Evening, Wishes
from device.camera_line import CameraLine
from device.settings import read_settings, write_template
from device.trouble import Trouble
from web.port import Command

EXAMPLES = """\b
Examples:
  dice-table play
  dice-table play --game pickomino --players Ann,Bo --option six_is_worm=true
  dice-table play --game knister --players Ann,Bo throws.mp4
  dice-table play usb:0 --port 8081"""


@click.command(epilog=EXAMPLES)
@click.argument("source", required=False)
@click.option("--game", help="Start a match of this game at once.")
@click.option("--players", help="The players in their order, with commas between.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule.")
@click.option("--host", help="Address to answer on (0.0.0.0: every phone at home).")
@click.option("--port", type=click.IntRange(0, 65535), help="Port of the page (8080).")
@click.option("--profile", help="Read the dice with the faces of this profile.")
@click.option("--no-browser", is_flag=True, help="Do not open the page on this machine.")
@click.pass_context
def command(
    ctx: click.Context,
    source: str | None,
    game: str | None,
    players: str | None,
    options: tuple[str, ...],
    host: str | None,
    port: int | None,
    profile: str | None,
    no_browser: bool,
) -> None:
    """Referee a game at the table and show the page.

    SOURCE is `pi`, `usb:0`, a video file, a folder of frames, `recording` or `none` (dice are
    typed). Without it the Pi camera is taken if there is one, else the recording that ships with
    the program. A match that was being played goes on where it stopped. Stop with Ctrl-C.
    """
    logging.basicConfig(level=logging.WARNING, format="dice-table: %(message)s")
    # The server's own warnings (an open page at the end, a busy moment) ask nobody to do anything.
    logging.getLogger("waitress").setLevel(logging.ERROR)
    folders = folders_of(ctx)
    settings = read_settings(folders.settings)
    evening = Evening(folders, settings, Wishes(source, host, port, profile))
    if write_template(folders.settings):
        click.echo(f"The settings are explained in {folders.settings}")
    _stop_at_signals(evening)
    try:
        evening.start()
        _begin(evening, game, players, options)
        _greet(evening)
        _tell_of_the_camera(evening)
        _join_buttons(evening)
        _announce(evening)
        if not no_browser:
            _open_browser(evening.address)
        evening.run()
    finally:
        evening.stop()
    click.echo("The table is closed; the match is kept.")


def _begin(
    evening: Evening, game: str | None, players: str | None, options: tuple[str, ...]
) -> None:
    """Start the match that was asked for, or say which one goes on; raises Trouble."""
    going = evening.table.snapshot().match
    if game is None and players is None and not options:
        return
    if game is None or players is None:
        raise click.UsageError("a match needs both --game and --players")
    names = [name.strip() for name in players.split(",") if name.strip()]
    wish: dict[str, object] = {
        "game": game,
        "players": names,
        "options": dict(_option(text) for text in options),
    }
    if going is not None:
        if going.game == game and going.players == tuple(names):
            return
        evening.table.submit(Command("end"))
    reply = evening.table.submit(Command("start", data=wish))
    if not reply.ok:
        said = reply.message.sentence(tuple(names)) if reply.message else "it was refused"
        raise Trouble(f"the match cannot start: {said}", "see docs/interfaces.md for the options")


def _option(text: str) -> tuple[str, object]:
    """Return one house rule; true, false and numbers are what they look like."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise click.UsageError(f"`{text}` is no option: write NAME=VALUE")
    plain: dict[str, object] = {"true": True, "false": False}
    value = value.strip()
    return name.strip(), plain.get(value, int(value) if value.isdecimal() else value)


def _greet(evening: Evening) -> None:
    """Print the address, the match that goes on, and whatever is missing."""
    page = evening.table.snapshot()
    click.echo(f"The page is at {evening.address}")
    if evening.note:
        click.echo(f"dice-table: {evening.note}", err=True)
    if evening.table.trouble:
        click.echo(f"dice-table: {evening.table.trouble}", err=True)
    if page.match is not None:
        who = ", ".join(page.match.players)
        what = "goes on" if page.match.seq else "begins"
        click.echo(f"{page.match.game} of {who} {what}: {page.says.sentence(page.match.players)}")


def _tell_of_the_camera(evening: Evening) -> None:
    """Print through what the dice are seen, once it is so, and what the camera lacks until then."""
    kinds = {
        "none": "No camera: the dice are typed on the page.",
        "recording": "No camera: a recording that ships with the program is shown.",
    }
    page = evening.table.snapshot()
    if evening.source is None or page.camera.kind in kinds:
        click.echo(kinds.get(page.camera.kind, kinds["none"]))
        return
    news = CameraLine(evening.source.name)
    evening.table.listen(news.hear)
    news.hear(page)


def _join_buttons(evening: Evening) -> None:
    """Join buttons, lamp, buzzer and the keyboard, as the settings say."""
    from device.panel import join_panel

    for close in join_panel(evening.table, evening.settings, sys.stdin):
        evening.at_end(close)


def _announce(evening: Evening) -> None:
    """Give the page a name on the home network, in the background, where that is wanted."""
    if not evening.settings.get("page", "announce"):
        return
    from device.announce import Announcement

    where = urlsplit(evening.address)
    announcement = Announcement(
        where.hostname or "", where.port or 80, lambda url: click.echo(f"It is at {url} too.")
    )
    evening.at_end(announcement.start().close)


def _stop_at_signals(evening: Evening) -> None:
    """Let SIGINT and SIGTERM end the evening tidily; a second one ends it at once."""

    def stop(number: int, _frame: Any) -> None:
        signal.signal(number, signal.SIG_DFL)
        evening.finish()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def _open_browser(address: str) -> None:
    """Open the page on a machine with a desktop; anywhere else nothing happens."""
    import os
    import webbrowser

    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return

    def later() -> None:
        time.sleep(1.0)  # the server must answer first
        webbrowser.open(address)

    threading.Thread(target=later, daemon=True).start()

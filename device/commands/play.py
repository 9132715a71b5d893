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

from device.addresses import square_code
from device.bootstrap import Evening, Wishes
from device.camera_line import CameraLine, without_camera
from device.folders import Folders
from device.number_ranges import WholeRange
from device.program import folders_of
from device.settings import read_settings, write_template
from device.shelf import FileShelf
from device.start_wish import StartWish, start_wish
from device.trouble import Trouble
from device.typed_name import examples_as_typed, remark
from rules import game_named
from rules.game import Over
from web.port import Command

EXAMPLES = """\b
Examples:
  dice-table play
  dice-table play --game pickomino --players Ann,Bo --option six_is_worm=true
  dice-table play --game knister --players Ann,Bo throws.mp4
  dice-table play usb:0 --port 8081"""


@click.command(epilog=examples_as_typed(EXAMPLES))
@click.argument("source", required=False)
@click.option("--game", help="Start a match of this game at once.")
@click.option("--players", help="The players in their order, with commas between.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="A house rule.")
@click.option("--host", help="Address to answer on (0.0.0.0: every phone at home).")
@click.option("--port", type=WholeRange(0, 65535), help="Port of the page (8080).")
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
    wish = _wish(folders, game, players, options)
    evening = Evening(folders, settings, Wishes(source, host, port, profile))
    if write_template(folders.settings):
        _tell_of_the_settings(ctx, folders)
    _stop_at_signals(evening)
    try:
        evening.start()
        evening.checkup.served_at(evening.address)
        _begin(evening, wish)
        _greet(evening)
        _tell_of_the_camera(evening)
        _join_buttons(evening)
        _announce(evening)
        if not no_browser:
            _open_browser(evening.address)
        evening.run()
    finally:
        evening.stop()
    played = evening.table.snapshot().match is not None
    click.echo("The table is closed; the match is kept." if played else "The table is closed.")


def _tell_of_the_settings(ctx: click.Context, folders: Folders) -> None:
    """Say that a settings file was written; one that was named was thought to be there already."""
    if ctx.find_root().params.get("config") is None:
        click.echo(f"The settings are explained in {folders.settings}")
        return
    remark(
        f"there were no settings in {folders.settings}; "
        "it was created, with everything as it is by default"
    )


def _wish(
    folders: Folders, game: str | None, players: str | None, options: tuple[str, ...]
) -> StartWish | None:
    """Return the match that was asked for, None where none was; raises TypedWrongly."""
    if game is None and players is None and not options:
        return None
    if game is None or players is None:
        raise click.UsageError("a match needs both --game and --players")
    return start_wish(game, players, options, FileShelf(folders.data / "shelf"))


def _begin(evening: Evening, wish: StartWish | None) -> None:
    """Start the match that was asked for, unless it is the one that goes on; raises Trouble."""
    if wish is None:
        return
    going = evening.table.snapshot().match
    if going is not None:
        over = isinstance(going.turn, Over)
        if not over and (going.game, going.players) == (wish.game, wish.players):
            return
        evening.table.submit(Command("end"))
    data = {"game": wish.game, "players": list(wish.players), "options": dict(wish.options)}
    reply = evening.table.submit(Command("start", data=data))
    if not reply.ok:
        said = reply.message.sentence(wish.players) if reply.message else "it was refused"
        raise Trouble(f"the match cannot start: {said}", "`dice-table doctor`, which checks all")


def _greet(evening: Evening) -> None:
    """Print the address, the match that goes on, and whatever is missing."""
    page = evening.table.snapshot()
    click.echo(f"The page is at {evening.address}")
    by_eye = sys.stdout.isatty() and (sys.stdout.encoding or "").lower().startswith("utf")
    if by_eye and (code := square_code(evening.address)):
        click.echo(code)
    if evening.note:
        remark(evening.note)
    if evening.table.trouble:
        remark(str(evening.table.trouble))
    if page.match is not None:
        who = ", ".join(page.match.players)
        what = "goes on" if page.match.seq else "begins"
        if isinstance(page.match.turn, Over):
            what = "is over, and can be corrected until another match begins"
        title = game_named(page.match.game).title
        click.echo(f"{title} of {who} {what}: {page.says.sentence(page.match.players)}")


def _tell_of_the_camera(evening: Evening) -> None:
    """Print through what the dice are seen, once it is so, and what the camera lacks until then."""
    page = evening.table.snapshot()
    if evening.source is None or page.camera.kind in ("none", "recording"):
        click.echo(without_camera(page.camera.kind, evening.asked_for))
        return
    news = CameraLine(evening.source.name, film=evening.source.waits)
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

    announcement = Announcement(
        lambda: urlsplit(evening.address).hostname or "",
        urlsplit(evening.address).port or 80,
        lambda url: click.echo(f"It is at {url} too."),
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

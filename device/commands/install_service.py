"""`dice-table install-service`: start by itself with the machine, or no longer."""

from __future__ import annotations

from pathlib import Path

import click

from device.service import (
    Host,
    install,
    remove,
    settings_of,
    start_words,
    unit_text,
    usual_user,
)
from device.settings import read_settings

EXAMPLES = """\b
Examples:
  sudo ./dice-table install-service
  sudo ./dice-table install-service --user ann
  sudo ./dice-table install-service --remove
  ./dice-table install-service --print"""


@click.command(epilog=EXAMPLES)
@click.option("--user", metavar="NAME", help="Whom it runs as.  [owner of the program's folder]")
@click.option("--remove", "undo", is_flag=True, help="Stop it and take it away again.")
@click.option("--print", "only_print", is_flag=True, help="Only print the systemd unit.")
@click.pass_context
def command(ctx: click.Context, user: str | None, undo: bool, only_print: bool) -> None:
    """Let systemd start the table whenever the machine has power.

    It runs as an ordinary user with the camera's and the pins' groups, is started again when it
    fails or hangs, and stops tidily. Every step is said, and --remove undoes them.
    """
    host = Host()
    if undo:
        for said in remove(host):
            click.echo(said)
        return
    given: dict[str, Path | None] = ctx.find_root().params
    name = user or usual_user()
    words = start_words(data=given.get("data"), settings=given.get("config"))
    settings = given.get("config") or settings_of(name)
    port = int(read_settings(settings).get("page", "port")) if settings is not None else 0
    text = unit_text(name, words, port=port)
    if only_print:
        click.echo(text, nl=False)
        return
    for said in install(host, name, text):
        click.echo(said)

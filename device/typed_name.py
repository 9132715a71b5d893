"""The program's name as it was typed: what a message tells to type has to work when it is typed.

The launcher beside a checkout says where it lies (`LAUNCHER`). Installed, it is `dice-table`.
"""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import click

PROGRAM = "dice-table"
LAUNCHER = "DICE_TABLE_LAUNCHER"


def typed_name() -> str:
    """Return what starts the program from here: `dice-table`, `./dice-table` or a whole path."""
    launcher = os.environ.get(LAUNCHER)
    if not launcher:
        return PROGRAM
    try:
        here = Path.cwd() == Path(launcher).parent
    except OSError:  # the folder that it was started in is gone
        here = False
    return f"./{Path(launcher).name}" if here else shlex.quote(launcher)


def as_typed(text: str) -> str:
    """Return a sentence with the commands in it (`dice-table ...`) as they are to be typed here."""
    return text.replace(f"`{PROGRAM} ", f"`{typed_name()} ")


def examples_as_typed(text: str) -> str:
    """Return the examples of a help, one a line, as they are to be typed here."""
    begins = re.compile(rf"^(  |Example: ){PROGRAM} ", re.MULTILINE)
    return begins.sub(lambda found: f"{found[1]}{typed_name()} ", text)


def remark(sentence: str) -> None:
    """Print a line of the program itself on standard error, the commands in it as typed here."""
    click.echo(f"{PROGRAM}: {as_typed(sentence)}", err=True)

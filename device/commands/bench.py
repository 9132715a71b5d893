"""`dice-table bench`: how fast this machine sees and decides; one subcommand for each part.

A part is a module `bench_<name>.py` beside this one with a click command called `command`. It is
imported only when it is called, so that measuring the rules needs no camera library.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click

PARTS = {
    "rules": "Odds, random play and checking a record.",
    "vision": "Reading photos, part by part.",
}


class Parts(click.Group):
    """The group; it lists the parts whose module is there."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the parts."""
        folder = Path(__file__).parent
        return [name for name in PARTS if (folder / f"bench_{name}.py").exists()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a part; None for a name that does not exist."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command: click.Command = import_module(f"device.commands.bench_{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the parts without importing them."""
        with formatter.section("Parts"):
            formatter.write_dl([(name, PARTS[name]) for name in self.list_commands(ctx)])


@click.group(cls=Parts, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Measure how fast this machine sees and decides; without a part, all of them."""
    if ctx.invoked_subcommand is not None:
        return
    assert isinstance(ctx.command, Parts)
    for name in ctx.command.list_commands(ctx):
        part = ctx.command.get_command(ctx, name)
        assert part is not None
        ctx.invoke(part)

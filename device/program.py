"""The program `dice-table`: one click group whose subcommands are loaded only when they are called.

`device/commands/<name>.py` exposes `command`; dashes of the name become underscores. Exit status:
0 all went well; 1 something could not be done or is not as it should be; 2 the command was typed
wrongly; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import io
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from device.folders import Folders, usual_folders
from device.trouble import Trouble, TypedWrongly, remedy_of
from device.typed_name import LAUNCHER, PROGRAM, remark, typed_name

# The one-line helps stand here, so that `--help` needs to import no command at all.
COMMANDS: dict[str, tuple[str, str]] = {
    "play": (
        "Referee a game: camera, buttons and the page.",
        "play --game knister --players Ann,Bo",
    ),
    "read": ("Read the dice in still photos.", "read --json tray.jpg"),
    "watch": ("Print each roll of a video, a folder or a camera.", "watch throws.mp4 --json"),
    "referee": ("Play a game by text, a JSON request a line.", "referee < requests.ndjson"),
    "log": ("List, show, export, import and verify matches.", "log list"),
    "teach": ("Learn the faces of your own dice from photos.", "teach mine --face 6 sixes.jpg"),
    "bench": ("Measure how fast this machine sees and decides.", "bench"),
    "mat": ("Write the mat to print, as PDF.", "mat --paper a4 --out mat.pdf"),
    "doctor": ("Check camera, light, pins, disk; say what to do.", "doctor"),
    "install-service": ("Start by itself with the machine.", "install-service"),
}

# What the launcher beside the checkout does by itself; an installed package has neither.
OF_THE_LAUNCHER: dict[str, tuple[str, str]] = {
    "test": ("Run every check of the project.", "test"),
    "setup": ("Only set the program up, while there is a network.", "setup"),
}

EPILOG = """\b
Exit status: 0 all went well, 1 something could not be done or is not as it
should be, 2 typed wrongly, 130 stopped by Ctrl-C.
--data, --config and --debug may also stand after the subcommand."""


class Program(click.Group):
    """The group: lists the commands that exist, loads one when asked, says errors in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands whose module is there."""
        folder = Path(__file__).parent / "commands"
        return [name for name in COMMANDS if (folder / f"{name.replace('-', '_')}.py").exists()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command; None for a name that does not exist."""
        if cmd_name not in self.list_commands(ctx):
            return None
        module = import_module(f"device.commands.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown name is answered with the nearest right one."""
        name = args[0]
        if not name.startswith("-") and name not in self.list_commands(ctx):
            from difflib import get_close_matches

            near = get_close_matches(name, self.list_commands(ctx), n=1)
            hint = f" (did you mean `{near[0]}`?)" if near else ""
            raise click.UsageError(f"there is no command `{name}`{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their examples, without importing them."""
        shown = {name: COMMANDS[name] for name in self.list_commands(ctx)}
        if os.environ.get(LAUNCHER):
            shown |= OF_THE_LAUNCHER
        if not shown:
            return
        with formatter.section("Commands"):
            formatter.write_dl([(name, says) for name, (says, _) in shown.items()])
        with formatter.section("Examples"):
            lines = [f"{typed_name()} {example}" for _, example in shown.values()]
            formatter.write_text("\b\n" + "\n".join(lines))

    def main(self, args: Sequence[str] | None = None, *_: Any, **extra: Any) -> Any:
        """Run; whatever goes wrong becomes one line on standard error and an exit status."""
        words = list(sys.argv[1:] if args is None else args)
        if sys.stdout is None:  # closed by whoever started us: nobody wants to read it
            sys.stdout = io.TextIOWrapper(io.FileIO(os.devnull, "w"), encoding="utf-8")
        if isinstance(sys.stdout, io.TextIOWrapper):  # a name may have letters that no terminal has
            sys.stdout.reconfigure(errors="backslashreplace")
        words = to_the_front(words)
        debug = "--debug" in words
        if not debug:
            hush_libraries()
        extra.update(prog_name=typed_name(), standalone_mode=False)
        try:
            status = super().main(words, **extra)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader (head, less) has gone; nothing is left to say and nobody to say it to.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = 1
        except Exception as error:
            if debug and not isinstance(error, click.exceptions.Exit | click.Abort):
                traceback.print_exc()
            status = say(error)
        except KeyboardInterrupt:
            status = 130
        sys.exit(status if isinstance(status, int) else 0)


def hush_libraries() -> None:
    """Keep OpenCV's and FFmpeg's own lines out of ours; they are not loaded yet."""
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


def to_the_front(words: Sequence[str]) -> list[str]:
    """Return the words with the program's own options first, wherever they stood before `--`."""
    front: list[str] = []
    rest: list[str] = []
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            rest += [word, *waiting]
            break
        if word in ("--data", "--config"):
            front += [word, *waiting[:1]]
            waiting = waiting[1:]
        elif word == "--debug" or word.startswith(("--data=", "--config=")):
            front.append(word)
        else:
            rest.append(word)
    return front + rest


def say(error: Exception) -> int:
    """Print one line for an error and return the exit status."""
    status, line = 1, ""
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, click.Abort):
        return 130
    if type(error).__name__ == "NoArgsIsHelpError":  # click 8.2 and later: the help is the message
        click.echo(str(error), err=True)
        return 2
    if isinstance(error, click.UsageError):
        status = error.exit_code
        where = error.ctx.command_path if error.ctx else typed_name()
        line = f"{error.format_message().rstrip('.')}; do: `{where} --help`"
    elif isinstance(error, click.ClickException):
        line = error.format_message()
    elif isinstance(error, Trouble) or type(error).__module__ == "rules.game":
        status = 2 if isinstance(error, TypedWrongly) else 1
        line = str(error)
    elif isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename else ""
        line = f"{name}{error.strerror or error}; do: {remedy_of(error)}"
    else:
        line = (
            f"something unexpected happened ({type(error).__name__}: {error}); "
            "do: the same with --debug, and report what it prints"
        )
    remark(" ".join(line.split()))
    return status


def print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    """Print the version and stop."""
    if value:
        from device.version import program_version

        click.echo(f"{PROGRAM} {program_version()}")
        ctx.exit()


@click.group(cls=Program, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--data", type=click.Path(path_type=Path), help="Folder of the record and profiles.")
@click.option("--config", type=click.Path(path_type=Path), help="Settings file (TOML).")
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=print_version,
    help="Print the version.",
)
@click.pass_context
def main(ctx: click.Context, data: Path | None, config: Path | None, debug: bool) -> None:
    """Referee for real tabletop dice games: a camera reads the dice, the rules decide.

    Each command has its own --help.
    """
    ctx.obj = usual_folders(data, config)


def folders_of(ctx: click.Context) -> Folders:
    """Return the folders that the program was started with, for commands."""
    found = ctx.find_object(Folders)
    return found if found is not None else usual_folders()

"""`dice-table log backup`, `restore` and `stats`: the record as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from device.counted import counted
from device.program import folders_of
from device.reading_copy import record_to_read
from device.trouble import Trouble
from device.typed_name import as_typed, examples_as_typed
from rules import GAMES
from web.port import DiceFigures, PlayerFigures, Statistics

_STICK = "/media/stick/evenings.sqlite3"
NO_MATCH_YET = "No match has been recorded yet: `dice-table play` begins one."


@click.command(epilog=examples_as_typed(f"Example: dice-table log backup {_STICK}"))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--stills", "with_stills", is_flag=True, help="Take the pictures along, as a ZIP.")
@click.pass_context
def backup(ctx: click.Context, file: Path, with_stills: bool) -> None:
    """Write the whole record to a file; a game may go on meanwhile."""
    from device.backup import back_up

    folders = folders_of(ctx)
    with record_to_read(folders) as record:
        matches = back_up(record, file, folders.stills if with_stills else None)
    click.echo(f"{counted(matches, 'match', 'matches')} written to {file}")


@click.command(epilog=examples_as_typed(f"Example: dice-table log restore {_STICK}"))
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--replace", is_flag=True, help="Even where the record here holds matches.")
@click.pass_context
def restore(ctx: click.Context, file: Path, replace: bool) -> None:
    """Make a backup the record; the record of before is kept beside it under another name.

    While `dice-table play` runs, the backup is handed to it: what is missing is added, and nothing
    that is there changes, the match being played least of all.
    """
    from device.backup import checked, unpacked
    from device.backup import restore as bring_back
    from device.handover import hand_over
    from device.journal_file import is_taken

    folders = folders_of(ctx).ready()
    if not replace and is_taken(folders.journal):
        with unpacked(file, folders.data) as (copy, _):
            checked(copy)  # here a refusal names the match and the row
        answer = hand_over(file, folders.data, lambda: is_taken(folders.journal))
        if not answer.ok:
            raise Trouble(answer.says.rstrip("."), "`dice-table log list`, and try again")
        click.echo(f"The dice-table that is running took it. {answer.says}")
        return
    done = bring_back(file, folders.journal, folders.stills, replace=replace)
    click.echo(f"{counted(done.matches, 'match', 'matches')} restored")
    if done.stills:
        click.echo(f"{counted(done.stills, 'picture', 'pictures')} restored")
    if done.kept is not None:
        click.echo(f"the record of before is {done.kept}")


@click.command(epilog=examples_as_typed("Example: dice-table log stats --json"))
@click.option("--json", "as_json", is_flag=True, help="One JSON object with all figures.")
@click.option(
    "--game",
    type=click.Choice([game.name for game in GAMES]),
    help="Count the matches of this game alone.",
)
@click.pass_context
def stats(ctx: click.Context, as_json: bool, game: str | None) -> None:
    """Count players, dice and readings over all matches.

    A match counts from its first roll on, finished or not; matches that are won, and worms, are
    those of finished ones. What the columns mean stands below them. The page shows the same
    figures under Statistics.
    """
    from device.figures_cache import count_all
    from device.record_desk import figures_folder

    folders = folders_of(ctx)
    with record_to_read(folders) as record:
        tally = count_all(record, figures_folder(folders.journal), game or "")
    figures = tally.statistics()
    if as_json:
        click.echo(json.dumps(statistics_json(figures), ensure_ascii=False))
    else:
        for line in statistics_lines(figures):
            click.echo(line)
    if figures.faulty:
        wrong = counted(figures.faulty, "match does not", "matches do not")
        raise Trouble(f"{wrong} follow the rules", "`dice-table log verify ID`")


def statistics_json(figures: Statistics) -> dict[str, object]:
    """Return all figures as JSON values; verdicts in English."""
    body = asdict(figures)
    del body["pending"]
    for dice, whole in zip(body["dice"], figures.dice, strict=True):
        dice["verdict"] = whole.verdict.sentence()
    return {**body, "misread_per_thousand": figures.misread_per_thousand}


LEGEND = """\
  games       matches played from the first roll on, finished or not
  won, worms  of finished matches; worms in Pickomino and its Deluxe game
  busts       turns that brought nothing and cost a tile, where there was one
  steals      tiles and cards taken from others
  robbed      tiles and cards that others took
  keep        the face that is kept most often; w is the worm
  s/turn      seconds that a turn takes; breaks of more than ten minutes are left out
  luck        worms a finished game that the dice brought above what was to be expected of them
  given away  worms a finished game that the choices cost against the best ones"""


def statistics_lines(figures: Statistics) -> list[str]:
    """Return the figures as lines for people, the meaning of the columns below them."""
    if not figures.matches:
        return [as_typed(NO_MATCH_YET)]
    matches = counted(figures.matches, "match", "matches")
    open_ones = f"; not finished: {figures.unfinished}" if figures.unfinished else ""
    lines = [f"{matches}, counted from the first roll on{open_ones}", ""]
    if figures.has_worms:
        lines.append(
            f"{'player':20} games  won worms busts steals robbed  keep  s/turn    luck  given away"
        )
        lines += [_player_line(one) for one in figures.players]
        lines += ["", *LEGEND.splitlines()]
    else:
        lines.append("player".ljust(20) + " games  won  s/turn")
        lines += [
            f"{one.name:20} {one.games:5} {one.wins:4} {_seconds(one):>7}"
            for one in figures.players
        ]
        named = ("  games ", "  s/turn")
        lines += ["", *(line for line in LEGEND.splitlines() if line.startswith(named))]
        lines.append("  won         of finished matches")
    for game in figures.points_games:
        lines += ["", *_points_lines(game, figures)]
    if figures.points_games:
        lines += ["", "  mean, best  points of a finished match: of all, and the most of one"]
    for dice in figures.dice:
        lines += ["", *_dice_lines(dice)]
    if figures.misread_per_thousand is not None:
        film = sum(dice.left_out for dice in figures.dice)
        read = counted(figures.dice_read, "die", "dice")
        with_film = ", those of the recording that ships included" if film else ""
        lines += [
            "",
            f"camera: {read} read{with_film}; {figures.dice_misread} corrected "
            f"({figures.misread_per_thousand:.1f} of 1000), "
            f"{figures.dice_unread} without a readable face",
        ]
    return lines


def _dice_lines(dice: DiceFigures) -> Iterator[str]:
    counts = "  ".join(f"{face.face}: {face.count}" for face in dice.faces)
    yield f"{dice.dice}, {dice.thrown} thrown: {counts}"
    if dice.left_out:
        yield (
            f"  not counted: {dice.left_out} in the recording that ships, or typed where it "
            "had no throw that fits, which say nothing of your dice"
        )
    if dice.chance is not None and dice.chi_square is not None:
        degrees = counted(dice.freedom, "degree", "degrees")
        yield (f"  chi-square {dice.chi_square:.2f}, {degrees} of freedom, p = {dice.chance:.3f}")
    yield f"  {dice.verdict.sentence()}"


def _points_lines(game: str, figures: Statistics) -> Iterator[str]:
    """Return the points of one game; worms and points are never added up."""
    yield f"{game}, points".ljust(20) + " games    mean   best"
    for one in figures.players:
        for points in one.points:
            if points.game == game:
                mean = "-" if points.mean is None else f"{points.mean:.1f}"
                best = "-" if points.best is None else str(points.best)
                yield f"{one.name:20} {points.games:5} {mean:>7} {best:>6}"


def _seconds(one: PlayerFigures) -> str:
    return "-" if one.seconds_per_turn is None else f"{one.seconds_per_turn:.0f}"


def _player_line(one: PlayerFigures) -> str:
    if not one.has_worms:
        return (
            f"{one.name:20} {one.games:5} {one.wins:4} {'-':>5} {'-':>5} {'-':>6} {'-':>6} "
            f"{'-':>5} {_seconds(one):>7} {'-':>7} {'-':>11}"
        )
    luck = "-" if one.luck_per_game is None else f"{one.luck_per_game:+.2f}"
    given = "-" if one.given_away_per_game is None else f"{one.given_away_per_game:.2f}"
    return (
        f"{one.name:20} {one.games:5} {one.wins:4} {one.worms:5} {one.busts:5} {one.steals:6} "
        f"{one.robbed:6} {one.favourite_keep or '-':>5} {_seconds(one):>7} {luck:>7} {given:>11}"
    )

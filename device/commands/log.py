"""`dice-table log`: the record of matches: list, show, export, import, verify, keep safe."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from device.counted import counted
from device.journal import Journal
from device.log_format import read_log
from device.program import folders_of
from device.reading_copy import record_to_read
from device.record import Head, Record, Result
from device.record_commands import NO_MATCH_YET, backup, restore, stats
from device.replay import Replayed, checked_record, replay, verify_record
from device.trouble import JournalTrouble, LogTrouble, Trouble, cannot_be_written
from device.typed_name import as_typed, examples_as_typed, remark

EXAMPLES = """\b
Examples:
  dice-table log list
  dice-table log show 3f2a
  dice-table log export 3f2a > evening.ndjson
  dice-table log export 3f2a --format text --language de
  dice-table log verify evening.ndjson"""


@click.group(epilog=examples_as_typed(EXAMPLES))
def command() -> None:
    """List, show, export, import and verify matches.

    An ID may be shortened to its beginning.
    """


@command.command("list")
@click.pass_context
def list_matches(ctx: click.Context) -> None:
    """List the matches, the newest first."""
    with _open_to_read(ctx) as journal:
        rows = journal.heads()
    if not rows:
        click.echo(as_typed(NO_MATCH_YET))
    for head, result, entries in rows:
        click.echo(_row(head, result, entries))


@command.command()
@click.argument("match", metavar="ID")
@click.pass_context
def show(ctx: click.Context, match: str) -> None:
    """Tell a match, an entry a line, with what happened."""
    record = _stored(ctx, match)
    head = record.head
    click.echo(f"{_title(head.game)}: {', '.join(head.players)}. Begun {head.started_at}.")
    for name, value in head.options.items():
        click.echo(f"  {name}: {value}")
    replayed = replay(record)
    for line in _told(record, replayed):
        click.echo(line)
    if replayed.fault is not None:
        raise JournalTrouble(f"entry {replayed.fault.seq} does not follow: {replayed.fault.reason}")


@command.command()
@click.argument("match", metavar="ID")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File to write to.")
@click.option(
    "--format",
    "kind",
    type=click.Choice(["ndjson", "text", "csv", "bgsplay"]),
    default="ndjson",
    show_default=True,
    help="The log itself, a text to read, a table for spreadsheets, or a play for BG Stats.",
)
@click.option(
    "--language",
    type=click.Choice(["en", "pl", "de"]),
    default="en",
    show_default=True,
    help="Language of the text.",
)
@click.pass_context
def export(ctx: click.Context, match: str, output: Path | None, kind: str, language: str) -> None:
    """Write a match to standard output or to a file."""
    from device.exports import export_as

    text = export_as(_stored(ctx, match), kind, language)
    if output is None:
        click.echo(text, nl=False)
    else:
        try:
            output.write_text(text, encoding="utf-8", newline="")
        except OSError as error:
            remedy = f"choose a folder of your own: `--output ~/{output.name or 'evening.ndjson'}`"
            raise cannot_be_written(output, error, remedy) from error


@command.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def import_file(ctx: click.Context, file: Path) -> None:
    """Add a match from a file, after checking it against the rules."""
    record = _read(file)
    with Journal.open(folders_of(ctx).ready().journal) as journal:
        if journal.record(record.head.match_id) is not None:
            raise LogTrouble(
                f"match {record.head.match_id[:8]} is in the record already",
                f"`dice-table log show {record.head.match_id[:8]}`",
            )
        journal.add(record)
    click.echo(f"Added {_row(record.head, record.result, len(record.entries))}")


@command.command(epilog=examples_as_typed("Example: dice-table log verify evening.ndjson"))
@click.argument("what", metavar="FILE|ID")
@click.pass_context
def verify(ctx: click.Context, what: str) -> None:
    """Replay a match through the rules; names the first line that does not follow."""
    path = Path(what)
    if path.exists() or path.suffix:
        record = _read(path)
    else:
        record = _stored(ctx, what, or_file=True)
        verify_record(record)
    end = "finished" if record.result is not None else "unfinished"
    follow = counted(len(record.entries), "entry follows", "entries follow")
    click.echo(f"ok: {follow} the rules, {end}")


@command.command()
@click.pass_context
def rescue(ctx: click.Context) -> None:
    """Save what a damaged record still holds and begin a new one.

    The damaged file is kept beside it under another name.
    """
    from device.rescue import rescue_record

    rescued, kept = rescue_record(folders_of(ctx).ready().journal)
    if kept is None:
        click.echo("The record is whole; nothing was done.")
        return
    for head, entries, whole in rescued:
        note = "" if whole else ", its last entries are lost"
        click.echo(f"saved {head.match_id[:8]} {head.game}: {_count(entries)}{note}")
    are = counted(len(rescued), "match is", "matches are")
    click.echo(f"{are} in the new record; the damaged one is {kept}")


LARGEST_BYTES = 64 << 20
_GIVE = "give a file that `log export` wrote, or an ID from `dice-table log list`"

for kept in (backup, restore, stats):
    command.add_command(kept)


@contextmanager
def _open_to_read(ctx: click.Context) -> Iterator[Journal]:
    """Open the record, which may lie where nothing can be written."""
    with record_to_read(folders_of(ctx)) as path, Journal.open(path) as journal:
        yield journal


def _stored(ctx: click.Context, match: str, or_file: bool = False) -> Record:
    """Return a recorded match; with `or_file` the words could have been meant as a file's name."""
    with _open_to_read(ctx) as journal:
        wanted = match.strip().lower()
        if or_file and not any(head.match_id.startswith(wanted) for head, _, _ in journal.heads()):
            raise JournalTrouble(f"there is no match `{match}`, and no file of this name", _GIVE)
        record = journal.record(journal.find(match))
    if record is None:
        raise JournalTrouble(f"there is no match `{match}`", "`dice-table log list`")
    return record


def _read(file: Path) -> Record:
    """Return the match of a log file that follows the rules.

    What was odd in the file is told on standard error.
    """
    try:
        with file.open("rb") as opened:
            data = opened.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise Trouble(f"{file} cannot be read ({error.strerror})", _GIVE) from None
    if len(data) > LARGEST_BYTES:  # a device may never end
        raise Trouble(f"{file} is larger than {LARGEST_BYTES >> 20} MB, which no log is", _GIVE)
    try:
        log = read_log(data.decode("utf-8", errors="replace"))
        record = checked_record(log)
    except LogTrouble as trouble:
        raise LogTrouble(f"{file}: {trouble.what}", trouble.remedy) from trouble
    for note in log.notes:
        remark(f"{file}: {note}")
    return record


def _count(entries: int) -> str:
    return counted(entries, "entry", "entries")


def _row(head: Head, result: Result | None, entries: int) -> str:
    when = head.started_at[:16].replace("T", " ")
    who = ", ".join(head.players)
    if result is None:
        how = f"unfinished, {_count(entries)}"
    else:
        winners = ", ".join(head.players[seat] for seat in result.winners) or "nobody"
        how = f"won by {winners} ({' '.join(map(str, result.scores))})"
    return f"{head.match_id[:8]}  {when}  {head.game:16} {who}: {how}"


def _title(game: str) -> str:
    import rules

    return next((known.title for known in rules.GAMES if known.name == game), game)


def _told(record: Record, replayed: Replayed) -> Iterator[str]:
    """Yield the entries as lines, each with the sentences of what happened by it."""
    players = record.head.players
    names = dict(enumerate(players))
    for step in replayed.steps:
        entry = step.entry
        who = None if entry.seat is None else names.get(entry.seat)
        what = entry.choice or " ".join((entry.kind, *entry.dice))
        yield f"{entry.seq:4} {entry.at[11:19]}  {what if who is None else f'{who}: {what}'}"
        yield from (f"{'':15}{event.sentence(players)}" for event in step.events)
    if replayed.fault is None and record.result is not None:
        yield f"{'':6}{record.result.reason}"

"""`dice-table referee`: plays a game by text, a request a line and a reply a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO

import click

from device.text_referee import LONGEST_LINE, TextReferee

EXAMPLE = """\b
Example:
  {"start": "pickomino", "players": ["Ann", "Bo"]}
  {"roll": "4442251w"}
  {"choose": "keep 4"}
  {"choose": "throw"}
Others: {"correct": "4442255w"}, {"undo": true}, {"odds": true}, {"state": true},
{"log": true}. docs/interfaces.md has them all."""


@click.command(epilog=EXAMPLE)
def command() -> None:
    """Play a game by text: a JSON request a line on standard input, a reply a line.

    A bad line is answered with an error and the next one is read.
    """
    referee = TextReferee()
    for line in lines(sys.stdin.buffer):
        sys.stdout.buffer.write(referee.answer(line).encode("utf-8", "replace") + b"\n")
        sys.stdout.buffer.flush()


def lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream; of one that is too long only as much as shows that it is."""
    while line := source.readline(LONGEST_LINE + 2):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE)
        yield line

"""`dice-table doctor`: check everything and say what to do."""

from __future__ import annotations

import json
import sys

import click

from device.checkup import examine
from device.doctor import Finding, must_be_mended
from device.number_ranges import WholeRange
from device.program import folders_of
from device.typed_name import as_typed, examples_as_typed

EXAMPLES = """\b
Examples:
  dice-table doctor
  dice-table doctor usb:0
  dice-table doctor --json photo.jpg"""

SIGNS = {"ok": "ok  ", "note": "note", "mend": "MEND"}


@click.command(epilog=examples_as_typed(EXAMPLES))
@click.argument("source", required=False)
@click.option("--host", help="Address on which `play` is to answer (the settings' one).")
@click.option("--port", type=WholeRange(0, 65535), help="Port of the page (the settings' one).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.pass_context
def command(
    ctx: click.Context, source: str | None, host: str | None, port: int | None, as_json: bool
) -> None:
    """Check camera, light, mat, models, pins, disk, clock and the rest.

    SOURCE is a camera (`pi`, `usb:0`), a video, a folder of frames or a photo; without it the
    source of the settings, or the camera of this machine, is looked at. Each line is ok, a note,
    or to be mended, with what to do; the exit status is 1 when something has to be mended.
    """
    findings = examine(folders_of(ctx), source, host, port)
    for finding in findings:
        click.echo(json.dumps(finding.json()) if as_json else line_of(finding))
    if must_be_mended(findings):
        sys.exit(1)


def line_of(finding: Finding) -> str:
    """Return a finding as a line for people."""
    remedy = f"; do: {as_typed(finding.remedy)}" if finding.remedy else ""
    return f"{SIGNS[finding.state]}  {finding.check:<12} {finding.says}{remedy}"

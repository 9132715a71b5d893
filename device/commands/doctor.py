"""`dice-table doctor`: check everything and say what to do."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from device.__main__ import folders_of
from device.doctor import Finding, examine_machine, must_be_mended
from device.doctor_sight import examine_sight
from device.machine import model_of, probe
from device.sight import look_at, usual_source
from device.trouble import Trouble

EXAMPLES = """\b
Examples:
  dice-table doctor
  dice-table doctor usb:0
  dice-table doctor --json photo.jpg"""

DEFAULT_PORT = 8123
SIGNS = {"ok": "ok  ", "note": "note", "mend": "MEND"}


@click.command(epilog=EXAMPLES)
@click.argument("source", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.option("--port", type=click.IntRange(1, 65535), default=DEFAULT_PORT, show_default=True)
@click.pass_context
def command(ctx: click.Context, source: str | None, as_json: bool, port: int) -> None:
    """Check camera, light, mat, models, pins, disk, clock and the rest.

    SOURCE is a camera (`pi`, `usb:0`), a video, a folder of frames or a photo; without it the
    camera of this machine is looked at. Each line is ok, a note, or to be mended with what to do;
    the exit status is 1 when something has to be mended.
    """
    folders = folders_of(ctx)
    trouble = ""
    try:
        folders.ready()
    except Trouble as found:
        trouble = found.what
    import models

    machine = probe(folders.data, trouble, port, Path(models.__path__[0]))
    findings = list(examine_machine(machine))
    chosen = source or usual_source()
    findings += examine_sight(look_at(chosen) if chosen else None, "Raspberry Pi" in model_of())
    for finding in findings:
        click.echo(json.dumps(finding.json()) if as_json else line_of(finding))
    if must_be_mended(findings):
        sys.exit(1)


def line_of(finding: Finding) -> str:
    """Return a finding as a line for people."""
    remedy = f"; do: {finding.remedy}" if finding.remedy else ""
    return f"{SIGNS[finding.state]}  {finding.check:<12} {finding.says}{remedy}"

"""`dice-table doctor`: check everything and say what to do."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from device.__main__ import folders_of
from device.doctor import Finding, examine_machine, must_be_mended, ok
from device.doctor_sight import examine_sight
from device.folders import Folders
from device.machine import probe
from device.settings import Settings, read_settings
from device.sight import look_at, usual_source
from device.trouble import Trouble

EXAMPLES = """\b
Examples:
  dice-table doctor
  dice-table doctor usb:0
  dice-table doctor --json photo.jpg"""

SIGNS = {"ok": "ok  ", "note": "note", "mend": "MEND"}


@click.command(epilog=EXAMPLES)
@click.argument("source", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.pass_context
def command(ctx: click.Context, source: str | None, as_json: bool) -> None:
    """Check camera, light, mat, models, pins, disk, clock and the rest.

    SOURCE is a camera (`pi`, `usb:0`), a video, a folder of frames or a photo; without it the
    source of the settings, or the camera of this machine, is looked at. Each line is ok, a note,
    or to be mended, with what to do; the exit status is 1 when something has to be mended.
    """
    findings = examine(folders_of(ctx), source)
    for finding in findings:
        click.echo(json.dumps(finding.json()) if as_json else line_of(finding))
    if must_be_mended(findings):
        sys.exit(1)


def examine(folders: Folders, source: str | None = None) -> list[Finding]:
    """Return all findings about this machine and a source; never raises."""
    import models

    data_trouble = settings_trouble = ""
    try:
        folders.ready()
    except Trouble as trouble:
        data_trouble = trouble.what
    settings = Settings()
    try:
        settings = read_settings(folders.settings)
    except Trouble as trouble:
        settings_trouble = str(trouble)
    machine = probe(
        folders.data,
        Path(models.__path__[0]),
        settings.get("page", "port"),
        data_trouble=data_trouble,
        settings=folders.settings,
        settings_trouble=settings_trouble,
        pins_given=pins_given(settings),
    )
    findings = list(examine_machine(machine))
    chosen = source or source_of(settings)
    if chosen == "none":
        return [*findings, ok("camera", "the settings want none; dice are typed in")]
    return [*findings, *examine_sight(look_at(chosen) if chosen else None, machine.is_pi)]


def source_of(settings: Settings) -> str | None:
    """Return the source that the settings name, or the camera of this machine."""
    name = str(settings.get("camera", "source"))
    return usual_source() if name == "auto" else name


def pins_given(settings: Settings) -> dict[str, int]:
    """Return the pins that have a task, by its name."""
    places = (
        *(("buttons", name) for name in ("next", "confirm", "undo")),
        *(("lamp", name) for name in ("red", "green", "blue")),
        ("sound", "buzzer"),
    )
    given = {name: int(settings.get(section, name)) for section, name in places}
    return {name: pin for name, pin in given.items() if pin >= 0}


def line_of(finding: Finding) -> str:
    """Return a finding as a line for people."""
    remedy = f"; do: {finding.remedy}" if finding.remedy else ""
    return f"{SIGNS[finding.state]}  {finding.check:<12} {finding.says}{remedy}"

"""Examine this machine and its source: for `dice-table doctor`, and for a table that is running."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

from device.doctor import Finding, examine_machine, mend, note, ok, voice
from device.doctor_sight import (
    camera,
    examine_recording,
    examine_sight,
    no_camera,
    only_by_name,
)
from device.folders import Folders
from device.journal import Journal
from device.machine import probe, served_ports
from device.settings import Settings, read_settings
from device.sight import PICTURES, See, look_at, measure, usual_source
from device.sources import Source
from device.tapped import TappedSource
from device.trouble import SourceTrouble, Trouble
from web.said import said

FRESH_S = 5.0
WAIT_S = 4.0


def examine(
    folders: Folders, source: str | None = None, host: str | None = None, port: int | None = None
) -> list[Finding]:
    """Return all findings about this machine and a source by its name; never raises.

    `host` and `port` are where the page is to be served, None as the settings say.
    """
    settings, findings, is_pi = examine_here(folders, host=host, port=port)
    chosen = source or source_of(settings)
    if chosen == "none":
        says = "the settings want none; dice are typed in"
        return [*findings, ok("camera", "none is asked for; dice are typed in" if source else says)]
    if chosen is None:
        return [*findings, *examine_sight(None, is_pi)]

    def opener(name: str) -> Source:
        from device.bootstrap import choose_source

        found = choose_source(name, settings)  # with the size and the mains of the settings
        if found is None:
            raise SourceTrouble(f"there is no source {name}", "name a camera or a video")
        return found

    if source is None and settings.get("camera", "source") == "auto":
        findings += only_by_name(chosen)
    sight = look_at(chosen, opener=opener)
    if chosen == "recording" and sight.figures is not None:
        return [*findings, *examine_recording(camera(sight))]
    return [*findings, *examine_sight(sight, is_pi)]


def examine_here(
    folders: Folders, address: str = "", host: str | None = None, port: int | None = None
) -> tuple[Settings, list[Finding], bool]:
    """Return the settings, the findings about all but the source, and whether this is a Pi.

    `address` is that of the page where the very table that serves it asks.
    """
    import models

    data_trouble = data_remedy = settings_trouble = ""
    try:
        folders.ready()
        if folders.journal.exists():
            Journal.open(folders.journal).close()  # opening it checks that it is whole
    except Trouble as trouble:
        data_trouble, data_remedy = trouble.what, trouble.remedy
    settings = Settings()
    try:
        settings = read_settings(folders.settings)
    except Trouble as trouble:
        settings_trouble = str(trouble)
    if port is None:
        port = 0 if address else port_of(folders, settings)
    machine = probe(
        folders.data,
        Path(models.__path__[0]),
        port,
        host="0.0.0.0" if address else host or settings.get("page", "host"),
        data_trouble=data_trouble,
        data_remedy=data_remedy,
        settings=folders.settings if folders.settings.exists() else None,
        settings_trouble=settings_trouble,
        pins_given=pins_given(settings),
    )
    speaks = voice(settings.get("sound", "speech"), shutil.which("espeak-ng") is not None)
    findings = [*examine_machine(machine), *speaks]
    if address:
        at = ok("port", said("the page is at {address}", address=address))
        findings = [at if one.check == "port" else one for one in findings]
    return settings, findings, machine.is_pi


def port_of(folders: Folders, settings: Settings) -> int:
    """Return the port of the page: the settings' one, or that of a table started with --port."""
    number = int(settings.get("page", "port"))
    served = served_ports(folders.journal.with_suffix(".lock"))
    return served[0] if served and number not in served else number


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


class Checkup:
    """The check-up of a running table, for its page: looks at the pictures that it takes anyway.

    Calling it returns the lines of `doctor --json`. It takes some seconds; what was found is given
    again for `FRESH_S`, and only one check-up runs at a time. May be called from any thread.
    """

    def __init__(
        self,
        folders: Folders,
        source: TappedSource | None,
        see: See | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Name the folders, the source that the table reads (None: dice are typed), the eyes."""
        self._folders = folders
        self._source = source
        self._see = see
        self._clock = clock
        self._alone = threading.Lock()
        self._found: list[dict[str, object]] = []
        self._found_s: float | None = None
        self._address = ""

    def served_at(self, address: str) -> None:
        """Say at which address the page of this table is: not always the settings' port."""
        self._address = address
        self._found_s = None

    def __call__(self) -> list[dict[str, object]]:
        """Return the findings; never raises."""
        with self._alone:
            now_s = self._clock()
            if self._found_s is None or now_s - self._found_s >= FRESH_S:
                self._found = [finding.json() for finding in self._examine()]
                self._found_s = self._clock()
            return self._found

    def _examine(self) -> list[Finding]:
        _, findings, is_pi = examine_here(self._folders, self._address)
        source = self._source
        if source is None:
            return [
                *findings,
                note("camera", "dice are typed in", "start with a camera or a video"),
            ]
        if source.kind == "recording":
            says = said("{name} is the recording that ships", name=source.name)
            there = usual_source()
            found = no_camera(is_pi) if there is None else ok("camera", says)
            return [*findings, *only_by_name(there or ""), *examine_recording(found)]
        taken = source.pictures(PICTURES, WAIT_S)
        if not taken:
            return [*findings, no_picture(source)]
        is_camera = source.kind in ("pi", "usb")
        sight = measure(source.name, source.name, is_camera, taken, self._see)
        return [*findings, *examine_sight(sight, is_pi)]


def no_picture(source: TappedSource) -> Finding:
    """Say what to do about a source without a picture: a film is read only while a match is on."""
    says = said("{name} gave no picture", name=source.name)
    if source.waits:
        return note("camera", says, "begin a match: it is read from then on")
    return mend("camera", says, "press in its cable: the table looks for it again by itself")

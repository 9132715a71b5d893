"""What is right and what is to be mended, each in one line with its remedy. Pure.

A check takes what was found (`device.machine.Machine`, `device.sight.Sight`) and returns a
`Finding`. `mend` means that the table will not work well until it is done; `note` is worth
knowing, and the table works all the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from device.machine import Machine
from web.said import figure, said

State = Literal["ok", "note", "mend"]

LEAST_DISK_MB, GOOD_DISK_MB = 100.0, 500.0
LEAST_MEMORY_MB = 250.0
WARM_C, HOT_C = 70.0, 80.0
CLOCK_SLACK = timedelta(hours=24)

UNDER_VOLTAGE_NOW, THROTTLED_NOW = 0x1, 0x4
UNDER_VOLTAGE_WAS = 0x10000


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was checked, how it stands, what was found, and the remedy where one is."""

    check: str
    state: State
    says: str
    remedy: str = ""

    def json(self) -> dict[str, object]:
        """Return the line of `--json`."""
        line: dict[str, object] = {
            "check": self.check,
            "ok": self.state != "mend",
            "state": self.state,
            "says": self.says,
        }
        if self.remedy:
            line["do"] = self.remedy
        return line


def ok(check: str, says: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(check, "ok", says)


def note(check: str, says: str, remedy: str = "") -> Finding:
    """Return a finding that is worth knowing."""
    return Finding(check, "note", says, remedy)


def mend(check: str, says: str, remedy: str) -> Finding:
    """Return a finding that has to be mended."""
    return Finding(check, "mend", says, remedy)


def must_be_mended(findings: Iterable[Finding]) -> bool:
    """Say whether anything is to be mended."""
    return any(finding.state == "mend" for finding in findings)


def examine_machine(machine: Machine) -> tuple[Finding, ...]:
    """Return the findings about everything but the picture, in the order they are read."""
    checks = (
        versions,
        models,
        settings,
        data_folder,
        disk,
        memory,
        clock,
        port,
        pins,
        temperature,
        power,
    )
    return tuple(check(machine) for check in checks)


def versions(machine: Machine) -> Finding:
    """Check Python and the libraries."""
    python = ".".join(str(part) for part in machine.python)
    missing = [name for name, version in machine.libraries.items() if version is None]
    if machine.runtime is None:
        missing.append("a TFLite runtime")
    if machine.python < (3, 11):
        return mend(
            "versions",
            said("Python {version} is too old", version=python),
            "use Python 3.11 or newer",
        )
    if missing:
        return mend(
            "versions", said("{names} is missing", names=", ".join(missing)), "`./dice-table setup`"
        )
    named = ", ".join(f"{name} {version}" for name, version in machine.libraries.items())
    named = f"{named}, {machine.runtime}"
    if machine.model:
        where = {"version": python, "machine": machine.model, "names": named}
        return ok("versions", said("Python {version} on {machine}; {names}", **where))
    return ok("versions", said("Python {version}; {names}", version=python, names=named))


def models(machine: Machine) -> Finding:
    """Check that the model files are whole."""
    states = machine.models
    again = "fetch the program again: `git checkout -- models`, or unpack it anew"
    if not states:
        return mend("models", "there is no model file, so no dice can be read", again)
    missing = [name for name, state in states.items() if state == "missing"]
    changed = [name for name, state in states.items() if state == "changed"]
    if missing:
        return mend("models", said("{names} is missing", names=", ".join(missing)), again)
    if changed:
        return mend("models", said("{names} is changed", names=", ".join(changed)), again)
    unlisted = [name for name, state in states.items() if state == "unlisted"]
    if unlisted:
        says = said("{names}: not one of the files that ship with it", names=", ".join(unlisted))
        return note("models", says, again)
    return ok("models", said("{names} as shipped", names=", ".join(states)))


def settings(machine: Machine) -> Finding:
    """Check that the settings can be read."""
    if machine.settings_trouble:
        says, _, remedy = machine.settings_trouble.partition("; do: ")
        return mend("settings", says, remedy or "mend the file or move it away")
    return ok("settings", f"{machine.settings}" if machine.settings else "as they are by default")


def data_folder(machine: Machine) -> Finding:
    """Check that the record can be written and is whole."""
    if machine.data_trouble:
        return mend(
            "data folder",
            machine.data_trouble,
            machine.data_remedy
            or said(
                "give {folder} to your user, or choose another one with --data DIR",
                folder=str(machine.data),
            ),
        )
    return ok("data folder", said("{folder} can be written", folder=str(machine.data)))


def disk(machine: Machine) -> Finding:
    """Check the room for the record and the stills."""
    free = machine.disk_free_mb
    if free is None:
        return note("disk", "the system does not tell how much room is left")
    says = said("{megabytes} MB free", megabytes=figure(free, ",.0f"))
    if free < LEAST_DISK_MB:
        where = str(machine.data)
        remedy = said("delete what is not needed on the disk of {folder}", folder=where)
        return mend("disk", says, remedy)
    if free < GOOD_DISK_MB:
        return note(
            "disk",
            said("{says}: enough for a few evenings with pictures", says=says),
            "make room soon",
        )
    return ok("disk", says)


def memory(machine: Machine) -> Finding:
    """Check the memory."""
    free = machine.memory_free_mb
    if free is None:
        return note("memory", "the system does not tell how much memory is free")
    says = said("{megabytes} MB free", megabytes=figure(free, ",.0f"))
    if free < LEAST_MEMORY_MB:
        return mend("memory", says, "close other programs, or start the machine again")
    return ok("memory", says)


def clock(machine: Machine) -> Finding:
    """Check that the clock is not plainly wrong: a Pi has none of its own without network."""
    says = f"{machine.now:%Y-%m-%d %H:%M} UTC"
    if machine.now < machine.newest_file - CLOCK_SLACK:
        return mend(
            "clock",
            said("{time} is before this program was written", time=says),
            "join a network so that the clock sets itself, or set it with `sudo date -s`",
        )
    if machine.now > machine.newest_file + timedelta(days=365 * 20):
        return mend(
            "clock", said("{time} is far in the future", time=says), "set it with `sudo date -s`"
        )
    return ok("clock", says)


def port(machine: Machine) -> Finding:
    """Check that the page can be served."""
    number, holder = machine.port, machine.port_holder
    if machine.host_trouble:
        where = {"host": machine.host, "reason": machine.host_trouble}
        return mend(
            "port",
            said("the page cannot be served on {host} ({reason})", **where),
            "choose 0.0.0.0, or an address of this machine",
        )
    if not machine.port_trouble:
        return ok(
            "port",
            said("{port} is free", port=number) if number else "a free one is taken at each start",
        )
    if holder is not None and holder.ours:
        by = str(holder)
        says = said("the table is being served on {port} by {program}", port=number, program=by)
        return ok("port", says)
    if number < 1024 and holder is None:
        says = said("{port} may not be used by your user", port=number)
        return mend("port", says, "choose one above 1023")
    why: dict[str, str | int] = {"port": number, "reason": machine.port_trouble}
    says = said("{port} is used ({reason})", **why)
    if holder:
        says = said("{port} is used by {program} ({reason})", program=str(holder), **why)
    return mend("port", says, "stop that program, or choose another port")


def pins(machine: Machine) -> Finding:
    """Check the pins for buttons, lamp and buzzer."""
    found = machine.pins
    if twice := _pins_given_twice(machine.pins_given):
        return mend("pins", twice, "give each its own")
    if not machine.is_pi and not found.chips:
        says = said("this machine has none; the page and the keyboard have the same buttons")
        if machine.pins_given:
            return note(
                "pins", said("{says}, and the pins of the settings do nothing here", says=says)
            )
        return ok("pins", says)
    if found.chips and not found.may_open:
        return mend(
            "pins",
            said("your user may not open {device}", device=found.chips[0]),
            "`sudo usermod -aG gpio $USER`, then log in again",
        )
    if found.library in ("lgpio", "rpigpio", "pigpio"):
        given = ", ".join(f"{name} {pin}" for name, pin in machine.pins_given.items())
        if not given:
            says = said("usable through {library}; none is given a task yet", library=found.library)
        else:
            says = said("usable through {library}; {pins}", library=found.library, pins=given)
        return ok("pins", says)
    if found.library == "mock":
        return note("pins", "only pretended (mock), as GPIOZERO_PIN_FACTORY asks")
    if found.library == "native":
        return mend(
            "pins",
            "gpiozero found no library but its own trial one (native)",
            "`sudo apt-get install python3-lgpio`, then `./dice-table setup`",
        )
    if not machine.is_pi:
        return note(
            "pins", "gpiozero cannot use the pins of this machine; the page has the same buttons"
        )
    return mend(
        "pins",
        said("no library can use them ({reason})", reason=found.trouble or "none is installed"),
        "`sudo apt-get install python3-lgpio`, then `./dice-table setup`",
    )


def _pins_given_twice(given: Mapping[str, int]) -> str:
    """Return what the settings give to several parts, every pin of them; empty where nothing."""
    used: dict[int, list[str]] = {}
    for name, pin in given.items():
        used.setdefault(pin, []).append(name)
    says = ""
    for pin, names in used.items():
        if len(names) > 1:
            one = said(
                "the settings give pin {pin} to {first} and {second}",
                pin=pin,
                first=", ".join(names[:-1]),
                second=names[-1],
            )
            says = said("{says}; {more}", says=says, more=one) if says else one
    return says


def voice(speech: bool, can_speak: bool) -> tuple[Finding, ...]:
    """Check that the sentences can be spoken, where the settings ask for it."""
    if not speech:
        return ()
    if can_speak:
        return (ok("voice", "espeak-ng speaks the sentences"),)
    says = "the settings ask for speech, but espeak-ng is not installed: the table stays silent"
    return (note("voice", says, "`sudo apt-get install espeak-ng`"),)


def temperature(machine: Machine) -> Finding:
    """Check that the processor is not too hot."""
    degrees = machine.temperature_c
    if degrees is None:
        return ok("temperature", "this machine does not tell")
    says = said("{degrees} °C", degrees=f"{degrees:.0f}")
    if degrees >= HOT_C:
        return mend(
            "temperature",
            said("{says}: it slows itself down", says=says),
            "give it air or a heat sink",
        )
    if degrees >= WARM_C:
        return note("temperature", said("{says} is warm", says=says), "let air reach it")
    return ok("temperature", says)


def power(machine: Machine) -> Finding:
    """Check the Pi's supply: low voltage is the usual cause of strange troubles."""
    flags = machine.throttled
    strong = "use the Pi's own supply and a short, thick cable"
    if flags is None:
        return ok("power", "this machine does not tell")
    if flags & UNDER_VOLTAGE_NOW:
        return mend("power", "the voltage is too low just now", strong)
    if flags & UNDER_VOLTAGE_WAS:
        return note("power", "the voltage was too low at some time since the start", strong)
    if flags & THROTTLED_NOW:
        return note("power", "the processor is slowed down just now", "give it air or a heat sink")
    return ok("power", "the voltage is good")

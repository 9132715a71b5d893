"""What is right and what is to be mended, each in one line with its remedy. Pure.

A check takes what was found (`device.machine.Machine`, `device.sight.Sight`) and returns a
`Finding`. `mend` means that the table will not work well until it is done; `note` is worth
knowing, and the table works all the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from device.machine import Machine

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
        return mend("versions", f"Python {python} is too old", "use Python 3.11 or newer")
    if missing:
        return mend("versions", f"{', '.join(missing)} is missing", "`./dice-table setup`")
    named = ", ".join(f"{name} {version}" for name, version in machine.libraries.items())
    on = f" on {machine.model}" if machine.model else ""
    return ok("versions", f"Python {python}{on}; {named}, {machine.runtime}")


def models(machine: Machine) -> Finding:
    """Check that the model files are whole."""
    states = machine.models
    again = "fetch the program again: `git checkout -- models`, or unpack it anew"
    if not states:
        return mend("models", "there is no model file, so no dice can be read", again)
    bad = [
        f"{name} is {state}" for name, state in states.items() if state in ("changed", "missing")
    ]
    if bad:
        return mend("models", f"{', '.join(bad)}", again)
    unlisted = [name for name, state in states.items() if state == "unlisted"]
    if unlisted:
        return note(
            "models", f"{', '.join(unlisted)}: not one of the files that ship with it", again
        )
    return ok("models", f"{', '.join(states)} as shipped")


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
            or f"give {machine.data} to your user, or choose another one with --data DIR",
        )
    return ok("data folder", f"{machine.data} can be written")


def disk(machine: Machine) -> Finding:
    """Check the room for the record and the stills."""
    free = machine.disk_free_mb
    if free is None:
        return note("disk", "the system does not tell how much room is left")
    says = f"{free:,.0f} MB free"
    if free < LEAST_DISK_MB:
        return mend("disk", says, f"delete what is not needed on the disk of {machine.data}")
    if free < GOOD_DISK_MB:
        return note("disk", f"{says}: enough for a few evenings with pictures", "make room soon")
    return ok("disk", says)


def memory(machine: Machine) -> Finding:
    """Check the memory."""
    free = machine.memory_free_mb
    if free is None:
        return note("memory", "the system does not tell how much memory is free")
    says = f"{free:,.0f} MB free"
    if free < LEAST_MEMORY_MB:
        return mend("memory", says, "close other programs, or start the machine again")
    return ok("memory", says)


def clock(machine: Machine) -> Finding:
    """Check that the clock is not plainly wrong: a Pi has none of its own without network."""
    says = f"{machine.now:%Y-%m-%d %H:%M} UTC"
    if machine.now < machine.newest_file - CLOCK_SLACK:
        return mend(
            "clock",
            f"{says} is before this program was written",
            "join a network so that the clock sets itself, or set it with `sudo date -s`",
        )
    if machine.now > machine.newest_file + timedelta(days=365 * 20):
        return mend("clock", f"{says} is far in the future", "set it with `sudo date -s`")
    return ok("clock", says)


def port(machine: Machine) -> Finding:
    """Check that the page can be served."""
    number, holder = machine.port, machine.port_holder
    if not machine.port_trouble:
        return ok("port", f"{number} is free" if number else "a free one is taken at each start")
    if holder is not None and holder.ours:
        return ok("port", f"the table is being served on {number} by {holder}")
    if number < 1024 and holder is None:
        return mend("port", f"{number} may not be used by your user", "choose one above 1023")
    by = f" by {holder}" if holder else ""
    return mend(
        "port",
        f"{number} is used{by} ({machine.port_trouble})",
        "stop that program, or choose another port",
    )


def pins(machine: Machine) -> Finding:
    """Check the pins for buttons, lamp and buzzer."""
    found = machine.pins
    used: dict[int, list[str]] = {}
    for name, pin in machine.pins_given.items():
        used.setdefault(pin, []).append(name)
    for pin, names in used.items():
        if len(names) > 1:
            return mend(
                "pins", f"the settings give pin {pin} to {' and '.join(names)}", "give each its own"
            )
    if not machine.is_pi and not found.chips:
        says = "this machine has none; the page and the keyboard have the same buttons"
        if machine.pins_given:
            return note("pins", f"{says}, and the pins of the settings do nothing here")
        return ok("pins", says)
    if found.chips and not found.may_open:
        return mend(
            "pins",
            f"your user may not open {found.chips[0]}",
            "`sudo usermod -aG gpio $USER`, then log in again",
        )
    if found.library in ("lgpio", "rpigpio", "pigpio"):
        given = ", ".join(f"{name} {pin}" for name, pin in machine.pins_given.items())
        return ok("pins", f"usable through {found.library}; {given or 'none is given a task yet'}")
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
        f"no library can use them ({found.trouble or 'none is installed'})",
        "`sudo apt-get install python3-lgpio`, then `./dice-table setup`",
    )


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
    says = f"{degrees:.0f} °C"
    if degrees >= HOT_C:
        return mend("temperature", f"{says}: it slows itself down", "give it air or a heat sink")
    if degrees >= WARM_C:
        return note("temperature", f"{says} is warm", "let air reach it")
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

"""The settings: one commented TOML file, every value with its unit and default.

Unknown names and wrong values are refused with the nearest right one; nothing overrides a setting
silently. `template()` is the file with all defaults; it is written at the first start.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from device.trouble import SettingsTrouble, remedy_of

Value = str | int | float | bool


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `least` and `most` bound a number; `choices` or `pattern` bound a text."""

    name: str
    default: Value
    unit: str
    text: str
    least: float | None = None
    most: float | None = None
    choices: tuple[Value, ...] = ()
    pattern: str = ""

    def check(self, value: object) -> str:
        """Return what is wrong with `value`; empty when it can be."""
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if isinstance(self.default, bool):
            return "" if isinstance(value, bool) else "must be true or false"
        if isinstance(self.default, str):
            if not isinstance(value, str):
                return "must be a text in quotation marks"
            if self.choices and value not in self.choices:
                return f"must be one of {', '.join(map(str, self.choices))}{_nearest(value, self)}"
            if self.pattern and not re.fullmatch(self.pattern, value):
                return f"must be {self.unit}"
            return ""
        if not number or (isinstance(self.default, int) and not isinstance(value, int)):
            return "must be a whole number" if isinstance(self.default, int) else "must be a number"
        assert isinstance(value, int | float)
        if not math.isfinite(value):
            return "must be a number"
        if self.choices and value not in self.choices:
            return f"must be one of {', '.join(map(str, self.choices))}"
        if self.least is not None and value < self.least:
            return f"must be at least {self.least:g}"
        if self.most is not None and value > self.most:
            return f"must be at most {self.most:g}"
        return ""


def _pin(name: str, text: str) -> Setting:
    return Setting(name, -1, "GPIO number (BCM), -1: none", text, -1, 27)


SECTIONS: dict[str, tuple[str, tuple[Setting, ...]]] = {
    "camera": (
        "Where the pictures come from.",
        (
            Setting("source", "auto", "auto, pi, pi:1, usb:0, none, or a file or folder",
                    "auto takes the Pi camera if there is one, else the recording that ships."),
            Setting("width", 1640, "px", "Width of the pictures to ask the camera for.", 320, 4608),
            Setting("height", 1232, "px", "Height of the pictures.", 240, 3456),
            Setting("rate", 10.0, "pictures a second", "How often the table is looked at.", 1, 60),
            Setting("mains", 50, "Hz", "Of the power grid: lamps flicker at twice this.",
                    choices=(50, 60)),
            Setting("profile", "", "name", "The learned faces to read with; empty: the usual dice.",
                    pattern=r"[A-Za-z0-9_-]{0,40}"),
        ),
    ),
    "referee": (
        "How throws are judged.",
        (Setting("rest", 0.2, "s", "How long dice lie still before they are read.", 0.05, 5.0),),
    ),
    "page": (
        "The page that phones, tablets and televisions show.",
        (
            Setting("host", "0.0.0.0", "address", "Whom to answer; 127.0.0.1: this machine alone."),
            Setting("port", 8080, "port number", "Port of the page; 0 takes a free one.", 0, 65535),
            Setting("pin", "", "4 to 16 digits or letters",
                    "Asked for once before a device may press; empty: everybody may.",
                    pattern=r"|[0-9A-Za-z]{4,16}"),
            Setting("announce", True, "true or false",
                    "Give the page a name on the network by mDNS: dice-table.local."),
        ),
    ),
    "record": (
        "What is kept on the disk. Matches are never deleted.",
        (Setting("stills", 500, "MB", "For the pictures of rolls; the oldest go.", 0, 1_000_000),),
    ),
    "buttons": (
        "Three buttons between a pin and ground. Off unless a pin is given.",
        (
            _pin("next", "Moves the mark to the next choice."),
            _pin("confirm", "Takes the marked choice, accepts a reading."),
            _pin("undo", "Takes back; held: reads the last roll again."),
            Setting("pull_up", True, "true or false", "Pressed is low (true) or high (false)."),
            Setting("bounce", 20, "ms", "How long a contact must be steady to count.", 0, 500),
            Setting("hold", 2.0, "s", "How long UNDO is held to read again.", 0.3, 10.0),
            Setting("keyboard", True, "true or false", "n, c, u in the terminal are buttons too."),
        ),
    ),
    "lamp": (
        "A lamp of three colours.",
        (
            _pin("red", "Pin of the red part."),
            _pin("green", "Pin of the green part."),
            _pin("blue", "Pin of the blue part."),
        ),
    ),
    "sound": (
        "Buzzer and voice.",
        (
            _pin("buzzer", "Pin of an active buzzer."),
            Setting("speech", False, "true or false", "Speak the sentence through espeak-ng."),
            Setting("language", "match", "match, en, pl or de",
                    "The language that is spoken; match: that of the page which began it.",
                    choices=("match", "en", "pl", "de")),
        ),
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, by section and name; what the file leaves out has its default."""

    values: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)

    def get(self, section: str, name: str) -> Any:
        """Return one setting; raises KeyError for one that does not exist."""
        default = next(s.default for s in SECTIONS[section][1] if s.name == name)
        return self.values.get(section, {}).get(name, default)


def read_settings(path: Path) -> Settings:
    """Return the settings of a file, the defaults where there is none; raises SettingsTrouble."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # some editors put a mark in front
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError):
            why, remedy = error.strerror, remedy_of(error)
        else:
            why, remedy = "it is not UTF-8", "save it as UTF-8, or move it away"
        raise SettingsTrouble(f"the settings {path} cannot be read ({why})", remedy) from None
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _no_toml(path, text, str(error)) from None
    for section, values in found.items():
        _check_section(path, section, values)
    return Settings(found)


def _no_toml(path: Path, text: str, said: str) -> SettingsTrouble:
    """Return the trouble of a file that TOML cannot read, with the line that is to blame."""
    place = re.search(r" ?\(at line (\d+), column \d+\)", said)
    lines = text.split("\n")
    last = max((n for n, line in enumerate(lines, 1) if line.strip()), default=1)
    number = min(int(place[1]), len(lines)) if place else last
    why = re.sub(r" ?\(at .*\)$", "", said)
    line = lines[number - 1].strip()
    quoted = f", `{line[:60]}`" if line else ""
    return SettingsTrouble(
        f"the settings {path} are no TOML in line {number}{quoted}: {why}",
        "mend that line (sections are [page], settings `port = 8080`, texts in quotation marks), "
        "or move the file away: the next start writes a new one with everything explained",
    )


def _check_section(path: Path, section: str, values: object) -> None:
    if section not in SECTIONS:
        raise SettingsTrouble(
            f"{path}: there is no section [{section}]", _did_you_mean(section, list(SECTIONS))
        )
    if not isinstance(values, dict):
        raise SettingsTrouble(f"{path}: `{section}` is a section", f"write [{section}] above it")
    known = {setting.name: setting for setting in SECTIONS[section][1]}
    for name, value in values.items():
        if name not in known:
            raise SettingsTrouble(
                f"{path}: [{section}] has no setting `{name}`", _did_you_mean(name, list(known))
            )
        if wrong := known[name].check(value):
            raise SettingsTrouble(
                f"{path}: [{section}] {name} {wrong}, not {_as_written(value)}",
                f"the default is {toml(known[name].default)} ({known[name].unit})",
            )


def _did_you_mean(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1, cutoff=0.4)
    return f"did you mean `{near[0]}`?" if near else f"the names are {', '.join(known)}"


def _nearest(value: str, setting: Setting) -> str:
    near = get_close_matches(value, [str(c) for c in setting.choices], n=1)
    return f" (did you mean {near[0]}?)" if near else ""


def _as_written(value: object) -> str:
    return toml(value) if isinstance(value, str | int | float) else repr(value)


def toml(value: Value) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return repr(value)


def template() -> str:
    """Return the settings file with every setting at its default, commented out."""
    lines = [
        "# Settings of dice-table. Take the # away before a line to change it.",
        "# Each line: name = default, then the unit or the values, and what it does.",
    ]
    for section, (text, settings) in SECTIONS.items():
        lines += ["", f"# {text}", f"[{section}]"]
        for setting in settings:
            lines.append(f"# {setting.name} = {toml(setting.default)}  # {setting.unit}")
            lines.append(f"#     {setting.text}")
    return "\n".join(lines) + "\n"


def write_template(path: Path) -> bool:
    """Write the commented file where none is; False where one is there or it cannot be written."""
    if path.exists():
        return False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(template(), encoding="utf-8")
    except OSError:
        return False
    return True

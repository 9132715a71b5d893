"""What this machine is like just now: read from the system, judged elsewhere (`device.doctor`).

Every reader takes the place it reads from, so that tests can lay a machine of their own there.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Literal

from device.addresses import check_port

MB = 1024 * 1024
THROTTLED = ("vcgencmd", "get_throttled")
LIBRARIES = ("numpy", "opencv-python", "flask", "waitress", "gpiozero", "click")
RUNTIMES = ("ai-edge-litert", "tflite-runtime")
CHECKSUMS = "SHA256SUMS"


@dataclass(frozen=True, slots=True)
class Process:
    """A process that holds something: its number and its name; `ours` where it is dice-table."""

    number: int
    name: str
    ours: bool = False

    def __str__(self) -> str:
        """`rpicam-vid (process 412)`."""
        return f"{self.name} (process {self.number})"


@dataclass(frozen=True, slots=True)
class Pins:
    """The pins as gpiozero finds them; `library` is empty where none works, `trouble` says why."""

    library: str = ""
    trouble: str = ""
    chips: tuple[str, ...] = ()
    may_open: bool = True


ModelState = Literal["whole", "changed", "missing", "unlisted"]


@dataclass(frozen=True, slots=True)
class Machine:
    """All that is looked at. None means that this machine does not tell.

    `host` and `port` are where `play` would serve the page. `settings` is the settings file;
    `pins_given` are the pins that the settings name, by what they are for.
    """

    model: str
    python: tuple[int, int, int]
    libraries: Mapping[str, str | None]
    runtime: str | None
    models: Mapping[str, ModelState]
    data: Path
    data_trouble: str
    disk_free_mb: float | None
    memory_free_mb: float | None
    now: datetime
    newest_file: datetime
    port: int
    port_holder: Process | None
    port_trouble: str = ""
    host: str = "0.0.0.0"
    host_trouble: str = ""
    settings: Path | None = None
    settings_trouble: str = ""
    data_remedy: str = ""
    pins_given: Mapping[str, int] = field(default_factory=dict)
    pins: Pins = field(default_factory=Pins)
    temperature_c: float | None = None
    throttled: int | None = None

    @property
    def is_pi(self) -> bool:
        """Whether it is a Raspberry Pi."""
        return "Raspberry Pi" in self.model


def model_of(root: Path = Path("/")) -> str:
    """Return what the machine calls itself (`Raspberry Pi 5 Model B Rev 1.0`), or an empty text."""
    try:
        text = (root / "proc/device-tree/model").read_text(encoding="utf-8")
    except OSError:
        return ""
    return text.rstrip("\0\n ")


def holders_of(
    names: Iterable[str], root: Path = Path("/"), with_us: bool = False
) -> list[Process]:
    """Return the processes that hold open a file whose name begins with one of `names`.

    `names` are such as `/dev/video` or `socket:[123]`. Processes of other users show their files
    only to root; those stay unseen. This very process counts only `with_us`.
    """
    wanted = tuple(names)
    found = []
    for place in (root / "proc").glob("[0-9]*"):
        if int(place.name) == os.getpid() and not with_us:
            continue
        handles = _open_files(place / "fd")
        if any(handle.startswith(wanted) for handle in handles):
            found.append(process_at(place))
    return sorted(found, key=lambda process: process.number)


def _open_files(folder: Path) -> list[str]:
    """Return what a process has open, by its folder `fd` in /proc; empty where it may not be seen.

    Files come and go meanwhile, ours for this very look among them.
    """
    names = []
    with suppress(OSError):
        for handle in folder.iterdir():
            with suppress(OSError):
                names.append(str(handle.readlink()))
    return names


def process_at(place: Path) -> Process:
    """Return the process whose folder in /proc is given."""
    try:
        name = (place / "comm").read_text(encoding="utf-8").strip()
        words = (place / "cmdline").read_bytes().split(b"\0")
    except OSError:
        return Process(int(place.name), "a program that has just ended")
    ours = (
        any(word.endswith(b"dice-table") for word in words[:2]) or words[1:5].count(b"device") > 0
    )
    ours = ours or int(place.name) == os.getpid()
    return Process(int(place.name), "dice-table" if ours else name or "a program", ours)


def cannot_listen(host: str, port: int = 0) -> str:
    """Return why no page can be served there, empty where one can; port 0 asks of the host alone.

    It is asked as `play` does: a port that is taken on one address may be free on another.
    """
    try:
        check_port(host, port)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def port_state(
    port: int, host: str = "0.0.0.0", root: Path = Path("/")
) -> tuple[Process | None, str]:
    """Return who listens on a TCP port and what keeps us from it; (None, "") when it is free."""
    trouble = cannot_listen(host, port)
    if not trouble:
        return None, ""
    sockets = [name for name, number in listening(root).items() if number == port]
    holders = holders_of(sockets, root, with_us=True) if sockets else []
    return (holders[0] if holders else None), trouble


def listening(root: Path = Path("/")) -> dict[str, int]:
    """Return the TCP port of each socket (`socket:[123]`) that listens on this machine."""
    found = {}
    for table in ("tcp", "tcp6"):
        try:
            rows = (root / "proc/net" / table).read_text(encoding="ascii").splitlines()[1:]
        except OSError:
            continue
        for row in rows:
            words = row.split()
            if len(words) > 9 and words[3] == "0A":
                found[f"socket:[{words[9]}]"] = int(words[1].rpartition(":")[2], 16)
    return found


def served_ports(lock: Path, root: Path = Path("/")) -> list[int]:
    """Return the TCP ports of the dice-table that plays with the record of `lock`, rising.

    Empty where none plays, or another user's does, whose files only root may see.
    """
    players = [one for one in holders_of([str(lock.resolve())], root) if one.ours]
    by_socket = listening(root) if players else {}
    handles = {handle for one in players for handle in _open_files(root / f"proc/{one.number}/fd")}
    return sorted({number for name, number in by_socket.items() if name in handles})


def memory_free_mb(root: Path = Path("/")) -> float | None:
    """Return how much memory programs can still have, in MB."""
    try:
        lines = (root / "proc/meminfo").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    for line in lines:
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) / 1024.0
    return None


def temperature_c(root: Path = Path("/")) -> float | None:
    """Return the temperature of the processor in °C, the hottest of its zones."""
    zones = []
    for zone in (root / "sys/class/thermal").glob("thermal_zone*"):
        try:
            zones.append(int((zone / "temp").read_text(encoding="ascii")) / 1000.0)
        except (OSError, ValueError):
            continue
    return max(zones, default=None)


def throttled(root: Path = Path("/")) -> int | None:
    """Return the Pi's power flags: bit 0 voltage low now, bit 16 was low since the start."""
    told = root / "sys/devices/platform/soc/soc:firmware/get_throttled"
    try:
        return int(told.read_text(encoding="ascii"), 16)
    except (OSError, ValueError):
        pass
    if root != Path("/") or shutil.which(THROTTLED[0]) is None:
        return None
    try:
        said = subprocess.run(THROTTLED, capture_output=True, text=True, timeout=5, check=True)
        return int(said.stdout.strip().partition("=")[2], 16)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def models_at(folder: Path) -> dict[str, ModelState]:
    """Return each model file and whether it is what `SHA256SUMS` beside it says."""
    states: dict[str, ModelState] = {path.name: "unlisted" for path in folder.glob("*.tflite")}
    try:
        lines = (folder / CHECKSUMS).read_text(encoding="ascii").splitlines()
    except OSError:
        return states
    for line in lines:
        expected, _, name = line.partition(" ")
        name = name.lstrip(" *")
        path = folder / name
        if not name:
            continue
        if not path.is_file():
            states[name] = "missing"
        else:
            found = hashlib.sha256(path.read_bytes()).hexdigest()
            states[name] = "whole" if found == expected.lower() else "changed"
    return dict(sorted(states.items()))


def version_of(package: str) -> str | None:
    """Return the version of an installed package, or None."""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def disk_free_mb(folder: Path) -> float | None:
    """Return how much room there is where `folder` is or will be, in MB."""
    place = folder
    while not place.exists() and place != place.parent:
        place = place.parent
    try:
        return shutil.disk_usage(place).free / MB
    except OSError:
        return None


def newest_file(folder: Path) -> datetime:
    """Return when the newest source file of the program was written: it is later than that now."""
    times = [path.stat().st_mtime for path in folder.glob("*.py")]
    return datetime.fromtimestamp(max(times, default=0.0), UTC)


def pins_of(root: Path = Path("/")) -> Pins:
    """Return what gpiozero can do with the pins; nothing is switched by asking."""
    import warnings

    chips = sorted(str(path) for path in (root / "dev").glob("gpiochip*"))
    may_open = all(os.access(chip, os.R_OK | os.W_OK) for chip in chips)
    try:
        from gpiozero import Device

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            factory = Device.pin_factory or Device._default_pin_factory()
        name = type(factory).__module__.rpartition(".")[2]
        if Device.pin_factory is None:
            factory.close()
        return Pins(name, "", tuple(chips), may_open)
    except Exception as error:  # the libraries below raise whatever they like
        return Pins("", " ".join(str(error).split()), tuple(chips), may_open)


def probe(
    data: Path,
    models: Path,
    port: int,
    *,
    host: str = "0.0.0.0",
    data_trouble: str = "",
    data_remedy: str = "",
    settings: Path | None = None,
    settings_trouble: str = "",
    pins_given: Mapping[str, int] | None = None,
) -> Machine:
    """Return the state of this machine.

    `data` is the folder of the record, `models` that of the model files, `host` and `port` are
    where the page is served; the troubles are what opening the record and the settings gave.
    """
    import sys

    host_trouble = cannot_listen(host)
    holder, trouble = (None, "") if host_trouble else port_state(port, host)
    runtime = next((name for name in RUNTIMES if version_of(name)), None)
    return Machine(
        model=model_of(),
        python=sys.version_info[:3],
        libraries={name: version_of(name) for name in LIBRARIES},
        runtime=f"{runtime} {version_of(runtime)}" if runtime else None,
        models=models_at(models),
        data=data,
        data_trouble=data_trouble,
        data_remedy=data_remedy,
        disk_free_mb=disk_free_mb(data),
        memory_free_mb=memory_free_mb(),
        now=datetime.now(UTC),
        newest_file=newest_file(Path(__file__).parent),
        port=port,
        port_holder=holder,
        port_trouble=trouble,
        host=host,
        host_trouble=host_trouble,
        settings=settings,
        settings_trouble=settings_trouble,
        pins_given=dict(pins_given or {}),
        pins=pins_of(),
        temperature_c=temperature_c(),
        throttled=throttled(),
    )

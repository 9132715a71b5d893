"""What the whole program needs: `python -m tests.device.measure_play [SECONDS]`.

Two runs of the real program in a process of its own. In play: the shipped recording, three open
pages and the odds; how much memory it holds at most. Watching: a camera of 1640 x 1232 px that
shows dice lying still, with a sensor's noise, ten times a second; how much of a core it uses. A
camera of the Pi is watched by its small stream, a USB camera by its one stream; both are measured.
"""

from __future__ import annotations

import http.client
import itertools
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import cv2
import numpy as np

from device.sources import Picture, Source, SourceKind

ROOT = Path(__file__).parents[2]
FULL_PX, SMALL_PX = (1640, 1232), (480, 360)
RATE = 10.0
LEAST_PICTURES = 40
NOISES = 3
GIVEN = "pictures-given"  # in the data folder: how many the camera has given
LYING = 20  # a frame of the recording in which dice lie still


class StillCamera:
    """A camera over dice that lie still; each picture has noise of its own."""

    def __init__(self, kind: SourceKind, count: Path) -> None:
        self.kind: SourceKind = kind
        self.name = f"{kind} camera of the measurement"
        self.small: Picture | None = None
        self._count = count
        self._given = 0
        chance = np.random.default_rng(1)
        still = cv2.resize(_lying_dice(), FULL_PX, interpolation=cv2.INTER_CUBIC)
        pictures = [still.astype(np.uint8) for _ in range(NOISES)]
        for picture in pictures:
            for row in picture:  # a row at a time: the measured memory is the program's
                row[:] = np.clip(row + chance.normal(0.0, 2.0, row.shape), 0, 255).astype(np.uint8)
        small = [cv2.resize(each, SMALL_PX, interpolation=cv2.INTER_AREA) for each in pictures]
        self._pairs = itertools.cycle(list(zip(pictures, small, strict=True)))

    def open(self) -> None:
        """Nothing is to be opened."""

    def grab(self) -> Picture:
        """Return the next picture, with its small one where the kind of camera has one."""
        self._given += 1
        self._count.write_text(str(self._given))
        full, small = next(self._pairs)
        self.small = small.astype(np.uint8) if self.kind == "pi" else None
        return full

    def close(self) -> None:
        """Nothing is to be closed."""


def _lying_dice() -> Picture:
    from device.bootstrap import shipped_recording

    source = shipped_recording()
    assert source is not None
    with source:
        frames = [source.read() for _ in range(LYING + 1)]
    assert frames[-1] is not None
    return frames[-1].image


def serve(data: str, kind: SourceKind) -> None:
    """Be the program, with a camera of the measurement in the place of a real one."""
    from device import bootstrap
    from device.cameras import LiveSource
    from device.program import main
    from device.settings import Settings

    camera = StillCamera(kind, Path(data) / GIVEN)

    def choose(name: str, settings: Settings) -> Source:
        return LiveSource(camera, fps=settings.get("camera", "rate"))

    bootstrap.choose_source = choose
    main([*_words(data), kind, "--game", "pickomino", "--players", "Ann,Bo"])


def _words(data: str) -> list[str]:
    return ["--data", data, "--config", f"{data}/settings.toml",
            "play", "--no-browser", "--host", "127.0.0.1", "--port", "0"]  # fmt: skip


@dataclass(frozen=True)
class Running:
    """The program, and where it answers."""

    process: int
    address: str
    data: Path

    def pictures(self) -> int:
        """How many pictures the camera of the measurement has given."""
        while not (text := (self.data / GIVEN).read_text()):
            time.sleep(0.01)  # it is just being written
        return int(text)

    def cpu_s(self) -> float:
        """Processor time so far, in seconds."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory_mb(self, what: str = "VmHWM") -> float:
        """Memory in MB: VmRSS that it holds, VmHWM that it held at most."""
        for line in Path(f"/proc/{self.process}/status").read_text().splitlines():
            if line.startswith(f"{what}:"):
                return int(line.split()[1]) / 1024
        raise LookupError(what)

    def look(self, path: str = "/snapshot") -> dict[str, object]:
        """Return what the page shows."""
        with urlopen(self.address + path, timeout=60) as answer:
            found: dict[str, object] = json.load(answer)
            return found

    def post(self, path: str, body: dict[str, object]) -> None:
        """Press, or put something on the shelf."""
        kind = {"Content-Type": "application/json"}
        urlopen(Request(self.address + path, json.dumps(body).encode(), kind), timeout=60).close()

    def watch(self) -> None:
        """Open the page and its event stream in a thread of its own, as a phone does."""

        def follow() -> None:
            line = http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=120)
            line.request("GET", "/events")
            answer = line.getresponse()
            while answer.readline():
                pass

        urlopen(self.address + "/", timeout=60).close()
        threading.Thread(target=follow, daemon=True).start()


@contextmanager
def running(command: Callable[[str], list[str]]) -> Iterator[Running]:
    """Start the program on a fresh data folder and end it tidily."""
    with tempfile.TemporaryDirectory() as data:
        program = subprocess.Popen(
            [sys.executable, *command(data)], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        try:
            assert program.stdout is not None
            lines = (line for line in program.stdout if line.startswith("The page is at "))
            yield Running(program.pid, next(lines).split()[-1], Path(data))
        finally:
            program.send_signal(signal.SIGTERM)
            program.communicate(timeout=60)


def play_for(seconds: float, table: Running) -> int:
    """Play the recording's throws, the last choice each time, odds and all; count the choices."""
    table.post("/shelf/table-rules", {"odds": 1})
    for _ in range(3):
        table.watch()
    made = 0
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        page = table.look()
        match: dict[str, object] = page["match"]  # type: ignore[assignment]
        turn: dict[str, object] = match["turn"]  # type: ignore[assignment]
        if turn["kind"] == "choice":
            table.look("/odds")
            seat: int = turn["seats"][0]  # type: ignore[index]
            choice = match["choices"][seat][-1]["choice"]  # type: ignore[index]
            wish = {"kind": "choose", "seat": seat, "data": {"choice": choice}}
            table.post("/command", {**wish, "seen": page["revision"]})
            made += 1
        elif page["ask"] is not None:  # dice that are not certain: a person says that they are
            with suppress(HTTPError):  # the question may be gone by now
                table.post("/command", {"kind": "confirm", "seen": page["revision"]})
        time.sleep(0.2)
    return made


def in_play(seconds: float) -> tuple[float, float, int]:
    """Return the memory held at most and at the end in MB, and how many choices were made."""
    match = ("recording", "--game", "pickomino", "--players", "Ann,Bo")
    with running(lambda data: ["-m", "device", *_words(data), *match]) as table:
        made = play_for(seconds, table)
        return table.memory_mb(), table.memory_mb("VmRSS"), made


def watching(seconds: float, kind: SourceKind) -> tuple[float, float]:
    """Return the part of a core that `RATE` pictures a second take, and the memory held in MB.

    It is worked out from the processor time of a picture, so that a busy machine, which gives the
    program too few of them, does not make the figure better than it is.
    """
    words = ("-m", "tests.device.measure_play", "serve")
    with running(lambda data: [*words, data, kind]) as table:
        time.sleep(4.0)  # the dice that lie there are read once, then nothing happens
        used_s, given = table.cpu_s(), table.pictures()
        until = time.monotonic() + seconds
        while time.monotonic() < until or table.pictures() < given + LEAST_PICTURES:
            time.sleep(0.5)
        used_s, given = table.cpu_s() - used_s, table.pictures() - given
        return RATE * used_s / given, table.memory_mb("VmRSS")


def main() -> None:
    """Measure and print."""
    if sys.argv[1:2] == ["serve"]:
        serve(sys.argv[2], "pi" if sys.argv[3] == "pi" else "usb")
        return
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    own = NOISES * 3 * (FULL_PX[0] * FULL_PX[1] + SMALL_PX[0] * SMALL_PX[1]) / 2**20
    most, end, made = in_play(seconds)
    print(f"in play: {most:.0f} MB at most, {end:.0f} MB at the end, after {made} choices")
    for kind in ("pi", "usb"):
        part, held = watching(seconds, kind)
        print(f"watching, {kind} camera at {RATE:g}/s: {100 * part:.0f} % of a core, {held:.0f} MB")
    print(f"({own:.0f} MB of that are the pictures of the measurement itself)")


if __name__ == "__main__":
    main()

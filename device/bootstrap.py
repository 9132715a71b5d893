"""The one place where the parts are chosen and joined: source, eyes, record, table, page."""

from __future__ import annotations

import errno
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from device.addresses import check_port, free_port, page_address
from device.checkup import Checkup
from device.dice_sets import DiceSets
from device.folders import Folders
from device.hand_kept import HandKept
from device.handover import Letterbox
from device.journal import Journal
from device.lesson import Lessons
from device.recording import Recording
from device.rolls import See
from device.settings import Settings
from device.shelf import FileShelf
from device.sources import CameraKind, FrameFolder, Source, open_source
from device.stills import Stills
from device.systemd import Systemd
from device.table import Table
from device.tapped import TappedSource
from device.trouble import SourceTrouble, Trouble
from device.version import program_version
from device.watcher import READ_S, TURN_S, Watcher
from rules.game import Over

log = logging.getLogger(__name__)

RECORDINGS = Path(__file__).parent / "recordings"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was asked for on the command line; None leaves it to the settings."""

    source: str | None = None
    host: str | None = None
    port: int | None = None
    profile: str | None = None


def choose_source(name: str, settings: Settings) -> Source | None:
    """Return the source that is asked for; None for `none`, where people type their dice.

    `auto` takes the Pi camera if there is one, else the recording that ships with the project.
    Raises SourceTrouble for a file or folder that does not exist.
    """
    from device.picamera import pi_camera_there

    camera = partial(_camera, settings)
    if name == "none":
        return None
    if name == "auto":
        return camera("pi", 0) if pi_camera_there() else shipped_recording()
    if name == "recording":
        recording = shipped_recording()
        if recording is None:
            raise SourceTrouble(f"there is no recording in {RECORDINGS}", "give a video file")
        return recording
    return open_source(name, camera)


def _camera(settings: Settings, kind: CameraKind, number: int) -> Source:
    """Return a camera that takes pictures as the settings say."""
    from device.cameras import LiveSource, UsbCamera
    from device.picamera import PiCamera

    size_px = (settings.get("camera", "width"), settings.get("camera", "height"))
    mains = settings.get("camera", "mains")
    camera = PiCamera(number, size_px, mains) if kind == "pi" else UsbCamera(number, size_px)
    return LiveSource(camera, fps=settings.get("camera", "rate"))


def shipped_recording() -> Source | None:
    """Return the recording that ships with the project: a video, or a folder of frames."""
    if not RECORDINGS.is_dir():
        return None
    for path in sorted(RECORDINGS.iterdir()):
        if path.suffix.lower() in (".mp4", ".avi", ".mkv", ".webm"):
            return Recording(path)
        if path.is_dir() and any(path.glob("*.jpg")):
            return FrameFolder(path, kind="recording")
    return None


def eyes_of(folders: Folders, profile: str | None) -> See:
    """Return how to read a frame, with the faces of a profile; raises Trouble."""
    from device.profiles import see_with
    from vision import ModelError, shipped_eyes
    from vision.lane import SeeOnMat

    try:
        shipped_eyes()
        return SeeOnMat(see_with(folders.profiles, profile))
    except ModelError as error:
        raise Trouble(str(error), "install dice-table again") from error


def _check_profile(folders: Folders, name: str) -> None:
    """Raise Trouble for a profile that is not there, where nothing is going to be read with it."""
    from device.profiles import stored_profile

    stored_profile(folders.profiles, name, whole=False)


class Evening:
    """Everything that runs while people play; `run` serves the page until `stop`."""

    def __init__(self, folders: Folders, settings: Settings, wishes: Wishes) -> None:
        """Choose and join the parts; raises Trouble for what cannot be done without."""
        self.folders = folders.ready()
        self.settings = settings
        name = self.asked_for = wishes.source or settings.get("camera", "source")
        self.profile = wishes.profile or settings.get("camera", "profile") or None
        found = choose_source(name, settings)
        self.source = None if found is None else TappedSource(found)
        self.note = ""
        self.dice = DiceSets(
            self.folders.profiles, lambda name: eyes_of(self.folders, name), self._use
        )
        if found is None and wishes.profile:
            _check_profile(self.folders, wishes.profile)
        see = self._see()
        self.checkup = Checkup(self.folders, self.source)
        self.shelf = FileShelf(self.folders.data / "shelf")
        journal = Journal.open(folders.journal, write=True)
        budget = settings.get("record", "stills") * 1_000_000
        stills = Stills(folders.stills, budget, journal.newest_first)
        self.table = Table(
            journal,
            stills,
            program=program_version(),
            camera_kind="none" if self.source is None else self.source.kind,
            dice=self.dice,
            profile=self.profile or "",
            hand_kept=HandKept(self.shelf),
        )
        self.lessons = Lessons(
            self.folders.profiles,
            None if self.source is None else self.source.pictures,
            self._match_goes_on,
        )
        self.table.let_take(self.lessons.pressed)
        if not wishes.profile:
            see = self._see_as_begun(see)
        self.watcher: Watcher | None = None
        shipped = found if isinstance(found, Recording) else None
        if self.source is not None and see is not None:
            self.watcher = Watcher(
                self.source,
                self.table,
                see,
                paced=self.source.kind != "recording",
                held_s=settings.get("referee", "rest"),
                pass_over=shipped.pass_over if shipped else None,
                read_s=READ_S if shipped else 0.0,
                turn_s=TURN_S if shipped else 0.0,
            )
        host = wishes.host or settings.get("page", "host")
        port = wishes.port if wishes.port is not None else settings.get("page", "port")
        try:
            self.server = self._serve(host, port)
        except BaseException:
            journal.close()
            raise
        self._host = host
        self.letterbox = Letterbox(self.folders.data, self.table.restore)
        self._closers: list[Callable[[], None]] = []
        self._finished = threading.Event()
        self._stopped = False

    @property
    def address(self) -> str:
        """Where the page is now: the network may come up after the table, or change."""
        return page_address(self._host, int(self.server.effective_port))

    def start(self) -> None:
        """Start the table's and the camera's threads."""
        self.table.start()
        self.letterbox.start()
        if self.watcher is not None:
            self.watcher.start()

    def run(self) -> None:
        """Serve the page until `finish` is called; raises Trouble where it fails."""
        page = threading.Thread(target=self._run_server, name="page", daemon=True)
        page.start()
        with Systemd() as systemd:
            systemd.ready(f"the page is at {self.address}")
            while not self._finished.wait(1.0):  # with a timeout, so that signals are heard
                if not page.is_alive():  # a table without a page looks alive and is none
                    raise Trouble("the page has failed; the match is kept", "start it again")
                systemd.alive(self.table.answers)

    def _run_server(self) -> None:
        """Serve the page; that its socket is taken away while it waits is how that ends."""
        try:
            self.server.run()
        except OSError:
            if not self._stopped:
                raise

    def finish(self) -> None:
        """Let `run` return; may be called from a signal handler."""
        self._finished.set()

    def at_end(self, close: Callable[[], None]) -> None:
        """Let `close` be called when the evening ends (lamps off, terminal back)."""
        self._closers.append(close)

    def stop(self) -> None:
        """End tidily: camera, table with its record, page; may be called twice."""
        if self._stopped:
            return
        self._stopped = True
        if self.watcher is not None:
            self.watcher.stop()
        self.letterbox.close()
        self.table.stop()
        for close in self._closers:
            try:
                close()
            except Exception:
                log.exception("a part did not close")
        self.server.close()
        # Open event streams wait for their readers; they are left to their daemon threads.
        self.server.task_dispatcher.shutdown(cancel_pending=True, timeout=1)

    def _see(self) -> See | None:
        """Return the eyes; None, with a note, where the game has to go on by hand."""
        if self.source is None:
            return None
        try:
            return self.dice.eyes(self.profile or "")
        except Trouble as trouble:
            if self.profile:
                raise
            self.note = f"{trouble}. The dice are typed by hand until then."
            self.source = None
            return None

    def _see_as_begun(self, see: See | None) -> See | None:
        """Return the eyes for the dice that the match in play was begun with."""
        name = self.table.dice_in_play
        if see is None or name == (self.profile or ""):
            return see
        try:
            return self.dice.eyes(name)
        except Trouble as trouble:
            log.error("%s", trouble)
            self.table.lose_dice()
            return self.dice.eyes("")

    def _match_goes_on(self) -> bool:
        match = self.table.snapshot().match
        return match is not None and not isinstance(match.turn, Over)

    def _use(self, see: See) -> None:
        if self.watcher is not None:
            self.watcher.use(see)

    def _serve(self, host: str, port: int) -> Any:
        from web.app import create_app
        from web.serving import make_server

        app = create_app(
            self.table,
            shelf=self.shelf,
            hosts=(host,),  # a name that phones are told has to be answered
            address=(lambda: self.address) if port else None,
            pin=self.settings.get("page", "pin") or None,
            doctor=self.checkup,
            teach=self.lessons,
            buttons=any(self.settings.get("buttons", name) >= 0 for name in ("next", "confirm")),
        )
        try:
            check_port(host, port)  # the server leaks its sockets where it cannot listen
            return make_server(app, host, port)
        except OSError as error:
            raise _no_page(host, port, error) from error


def _no_page(host: str, port: int, error: OSError) -> Trouble:
    """Return the trouble of a page that cannot be served: its port is to blame, or its host."""
    why = error.strerror or error
    if error.errno not in (errno.EADDRINUSE, errno.EACCES):
        bare = host.strip("[]")
        return Trouble(
            f"the page cannot be served on {host} ({why})",
            f"`--host {bare}`: an address stands without brackets"
            if bare != host
            else "`--host 0.0.0.0` answers everybody at home, `--host 127.0.0.1` this machine "
            "alone; any other has to be an address of this machine",
        )
    other = free_port(host, port or 8080)
    return Trouble(
        f"the page cannot use port {port} of {host} ({why})",
        f"`--port {other}`, which is free" if other else "choose another address with --host",
    )

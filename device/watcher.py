"""The camera's thread: pictures in, looks out. It never decides anything; the table does.

A camera is watched all the time. A file can wait, and does: it goes on only while a roll is due,
so that people may take their time to choose. Where a lane is in view the file itself shows what
is kept and thrown, and does not wait. The recording that ships with the project begins again at
its end, passes over throws that do not fit what is due, and waits between two players' turns, so
that people can read how the last one ended: longer after a bust than after a press of their own.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

import cv2

from device.recording import fits
from device.referee import Seen
from device.rolls import HELD_S, Roll, RollWatcher, See
from device.sentences import ABOUT_DICE
from device.sources import Picture, Source, SourceLost, SourceStarting, left_out
from device.table import CameraNews, Emptied, Look, Table
from device.trouble import SourceTrouble
from rules.game import NeedsChoice, NeedsRoll
from vision.observation import Observation
from web.port import CameraState, MatchView, Snapshot

log = logging.getLogger(__name__)

TICK_S = 0.5
READ_S = 8.0  # for a bust, which comes without a press and whose words are new to a first reader
TURN_S = 2.0  # for a turn that somebody ended with a press, who knows what was pressed
FAILS_S = 2.0  # a camera is lost once no picture could be read for so long
STILL_PX = 1280
STILL_QUALITY = 85


class Watcher:
    """One source and its thread."""

    def __init__(
        self,
        source: Source,
        table: Table,
        see: See,
        *,
        paced: bool = True,
        held_s: float = HELD_S,
        pass_over: Callable[[NeedsRoll], bool] | None = None,
        read_s: float = 0.0,
        turn_s: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Watch `source` for `table`; `see` reads a frame.

        `paced` plays files in real time; dice rest once they have kept still for `held_s`.
        `pass_over` lets a recording go on to the next throw that fits the one that is due, and says
        False where it has none; after a bust the recording waits for `read_s`, after any other
        turn for `turn_s`.
        """
        self._source = source
        self._table = table
        self._held_s = held_s
        self._roller = RollWatcher(see, held_s)
        self._paced = paced and source.waits
        self._pass_over = pass_over
        self._read_s = read_s
        self._turn_s = turn_s
        self._clock = clock
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._state: tuple[CameraState, str] = ("starting", "")
        self._last: Observation | None = None
        self._told_s = 0.0
        self._motion = False
        self._found = False
        self._begun_at: tuple[str, int] | None = None
        self._place: tuple[str, int] | None = None
        self._whose: int | None = None
        self._read_until_s = 0.0
        self._failing_since_s: float | None = None

    def start(self) -> Watcher:
        """Start watching."""
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop watching and let the source go."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=15.0)

    def use(self, see: See) -> None:
        """Read the dice with other eyes from now on (another profile)."""
        self._roller = RollWatcher(see, self._held_s)

    def _run(self) -> None:
        offset_s = 0.0
        while not self._stop.is_set():
            try:
                with self._source as source:
                    last_s = self._watch(source, offset_s)
            except SourceTrouble as trouble:
                self._say("lost", str(trouble))
                return
            except Exception as error:  # a missing model, a broken library: people type by hand
                log.exception("watching failed")
                self._say("lost", str(error))
                return
            if missing := left_out(source):
                log.warning("%s", missing)
            if source.kind != "recording" or last_s <= offset_s:
                self._say("ended", "moving" if self._state[0] == "moving" else "")
                self._tick_on()
                return
            offset_s = last_s + 1.0
            self._table.tell(Emptied())
            # Of a roll that came to be due in the midst only what came after it was looked through.
            if not self._found and self._begun_at == place_of(self._table.snapshot()):
                self._wait_for_people()
            self._found = False

    def _watch(self, source: Source, offset_s: float) -> float:
        """Watch until the source ends or the program stops; return the time of the last frame."""
        last_s = offset_s
        behind_s = self._clock()
        self._begun_at = None
        while not self._stop.is_set():
            if source.waits and self._must_wait(self._table.snapshot()):
                self._say("watching")
                self._table.wait(self._table.snapshot().revision, 0.2)
                self._tick()
                behind_s = self._clock() - (last_s - offset_s)
                continue
            if not self._skip(self._table.snapshot()):
                self._wait_for_people()
                behind_s = self._clock() - (last_s - offset_s)
                continue
            if self._begun_at is None:
                self._begun_at = place_of(self._table.snapshot())
            try:
                frame = source.read()
            except SourceLost as lost:
                starting = self._state[0] == "starting" and isinstance(lost, SourceStarting)
                self._say("starting" if starting else "lost", str(lost))
                continue
            if frame is None:
                break
            last_s = offset_s + frame.at_s
            if self._paced:
                early_s = frame.at_s - (self._clock() - behind_s)
                self._stop.wait(max(0.0, early_s))
                # Where reading took longer than the film, the rest of it is no faster for that:
                # the table counts real seconds while something lies there wrongly.
                behind_s -= min(0.0, early_s)
            try:
                roll = self._roller.update(frame.image, last_s, frame.number, frame.small)
            except Exception as error:
                if source.waits:
                    raise
                self._endure(error)
                continue
            self._failing_since_s = None
            self._motion = self._motion or self._roller.moving
            if roll is not None:
                self._tell(roll, frame.image)
            else:
                self._say("moving" if self._roller.moving else "watching")
                self._tick()
        return last_s

    def _endure(self, error: Exception) -> None:
        """Go on with a camera whose picture cannot be read: the next one may be whole again."""
        now_s = self._clock()
        if self._failing_since_s is None:
            self._failing_since_s = now_s
            log.exception("a picture of %s cannot be read", self._source.name)
        if now_s - self._failing_since_s >= FAILS_S:
            self._say("lost", str(error))
            self._stop.wait(TICK_S)

    def _skip(self, page: Snapshot) -> bool:
        """Let a recording leave out what cannot be the throw that is due; False: it has none."""
        turn = None if page.match is None else page.match.turn
        if self._pass_over is None or not isinstance(turn, NeedsRoll):
            return True
        return self._pass_over(turn)

    def _must_wait(self, page: Snapshot) -> bool:
        """Whether a file holds still: no roll is due, or a person is asked about a die."""
        if page.match is None or self._is_being_read(page.match) or page.hand:
            return True
        lane_in_view = self._last is not None and self._last.mat_seen
        if lane_in_view and self._source.kind != "recording":
            return False
        if page.ask is not None and page.ask.code in ABOUT_DICE:
            return True
        return not isinstance(page.match.turn, NeedsRoll)

    def _is_being_read(self, match: MatchView) -> bool:
        """Whether another player's turn has only just ended: people read how."""
        place = (match.match_id, match.seq)
        if place != self._place:
            whose = whose_turn(match)
            changed = None not in (self._whose, whose) and whose != self._whose
            same_match = self._place is not None and self._place[0] == match.match_id
            wait_s = self._turn_s if match.bust is None else self._read_s
            self._read_until_s = self._clock() + wait_s if changed and same_match else 0.0
            self._place, self._whose = place, whose
        return self._clock() < self._read_until_s

    def _tell(self, roll: Roll, image: Picture) -> None:
        self._last = roll.observation
        if self._is_passed_over(roll):
            return
        self._told_s = self._clock()
        self._say("watching")
        seen = Seen(roll.observation, self._told_s, moved=self._motion)
        self._table.tell(Look(seen, still_of(image)))
        self._motion = False
        # A file must not run on before the table has said what it thinks of this.
        self._table.settle()

    def _is_passed_over(self, roll: Roll) -> bool:
        """Whether a throw of the shipped recording is not the one that is due."""
        match = self._table.snapshot().match
        if self._source.kind != "recording" or match is None:
            return False
        turn = match.turn
        if not isinstance(turn, NeedsRoll):
            return False
        shown = tuple(die.face for die in roll.observation.in_area("tray"))
        fitting = fits(shown, turn)
        self._found = self._found or fitting
        return not fitting

    def _wait_for_people(self) -> None:
        """Say that the recording has no throw that fits, and wait until the dice were typed."""
        page = self._table.snapshot()
        if page.match is None or self._must_wait(page):
            return
        self._say("ended")
        place = place_of(page)
        while not self._stop.is_set():
            if place_of(self._table.snapshot()) != place:
                return
            self._table.wait(self._table.snapshot().revision, 0.5)

    def _tick(self) -> None:
        """Let time pass for the referee while the same dice lie there."""
        now_s = self._clock()
        if self._last is None or now_s - self._told_s < TICK_S or self._roller.moving:
            return
        self._told_s = now_s
        self._table.tell(Look(Seen(self._last, now_s, moved=False)))
        # Where the table waits for its record, looks must not pile up before people's presses.
        self._table.settle()

    def _tick_on(self) -> None:
        """After the end of a file: what lies there still lies there."""
        while not self._stop.wait(TICK_S):
            self._tick()

    def _say(self, state: CameraState, detail: str = "") -> None:
        if (state, detail) != self._state:
            self._state = (state, detail)
            self._table.tell(CameraNews(state, detail))


def place_of(page: Snapshot) -> tuple[str, int] | None:
    """Return the match in play and how far it has come; None where there is none."""
    return None if page.match is None else (page.match.match_id, page.match.seq)


def whose_turn(match: MatchView) -> int | None:
    """Return the seat whose turn it is, None where all play at once or it is over."""
    turn = match.turn
    if isinstance(turn, NeedsChoice):
        return turn.seats[0] if len(turn.seats) == 1 else None
    return turn.seat if isinstance(turn, NeedsRoll) else None


def still_of(image: Picture) -> bytes | None:
    """Return a picture as JPEG for page and record, at most `STILL_PX` wide; None on failure."""
    scale = STILL_PX / image.shape[1]
    if scale < 1.0:
        size = (STILL_PX, max(1, round(image.shape[0] * scale)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(image.dtype)
    good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, STILL_QUALITY])
    return data.tobytes() if good else None

"""Pictures of every view, to be looked at: `python -m tests.web.screens [NAME...]`.

They go to build/screens/. Each scene is a position of a game played at random from a fixed seed;
the picture shows it as table, television, phone and spectator, in three sizes and languages.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from device.sentences import CAMERA_LOST, RECORDING_LACKS, faceless_die, unsure_dice, unsure_die
from rules.game import NeedsChoice, NeedsRoll, Over
from tests.web.browser import chromium, launch, serving
from tests.web.memory_table import MemoryTable
from web.port import CameraView, Command, MatchView, SeenDie

OUT = Path(__file__).parents[2] / "build" / "screens"
SIZES = {"phone": (390, 844), "tablet": (1024, 768), "tv": (1920, 1080)}
LONG = (
    "Maximiliane-Charlotte",
    "Przemysław Brzęczyszczykiewicz",
    "Konstantin Alexander",
    "Grandfather Bartholomew",
    "Zoë",
    "Wolfeschlegelsteinhausen",
    "Anna Małgorzata K.",
)
SHORT = ("Ann", "Bo")
Stop = Callable[[MatchView, list[str]], bool]


@dataclass(frozen=True)
class Scene:
    """A position: who plays what, and when the random play stops."""

    game: str
    players: tuple[str, ...]
    stop: Stop | None
    seed: int = 5
    camera: str = ""
    options: tuple[tuple[str, Any], ...] = ()
    throws: bool = False  # it stops where a roll is due


def _after(seq: int, more: Callable[[list[str]], bool] = lambda choices: True) -> Stop:
    return lambda match, choices: match.seq >= seq and more(choices)


def _keeps(choices: list[str]) -> bool:
    return sum(choice.startswith("keep") for choice in choices) > 2


def _four(match: MatchView, choices: list[str]) -> bool:
    return match.seq >= 30 and isinstance(match.turn, NeedsRoll) and match.turn.dice == 4


def _takes(choices: list[str]) -> bool:
    return any(choice.startswith(("take", "steal")) for choice in choices)


def _steals(choices: list[str]) -> bool:
    return any(choice.startswith("steal") for choice in choices)


# The numbers of a real box are not public: these stand in for them so that cards can be drawn.
CARD_VALUES = {
    str(card): (abs(card - 21) - 9 if abs(card - 21) > 10 else {10: 4, 8: 3}.get(abs(card - 21), 2))
    for card in range(43)
}
FORTUNA = (("card_values", CARD_VALUES),)
# With such large ones somebody wins in minutes; random play with those above takes 46,000 entries.
LARGE = {str(card): 9 for card in (*range(8), 9, 33, *range(35, 42))}
SOON_OVER = (("card_values", CARD_VALUES | LARGE),)

SCENES: dict[str, Scene | None] = {
    "empty": None,
    "pickomino-start": Scene("pickomino", SHORT, _after(0)),
    "pickomino-start-seven": Scene("pickomino", LONG, _after(0)),
    "pickomino-keep": Scene("pickomino", SHORT, _after(40, _keeps)),
    "pickomino-take": Scene("pickomino", LONG, _after(90, _takes)),
    "pickomino-steal": Scene("pickomino", LONG, _after(60, _steals), seed=8),
    "pickomino-over": Scene("pickomino", LONG, None),
    "pickomino-camera": Scene("pickomino", SHORT, _four, camera="recording", throws=True),
    "pickomino-unsure": Scene("pickomino", SHORT, _four, camera="unsure", throws=True),
    "pickomino-several": Scene("pickomino", LONG[:4], _four, camera="several", throws=True),
    "pickomino-lacks": Scene("pickomino", LONG, _four, camera="lacks", throws=True),
    "pickomino-typed": Scene("pickomino", LONG[:4], _four, throws=True),
    "pickomino-lost": Scene("pickomino", SHORT, _after(30), camera="lost"),
    "deluxe-middle": Scene("pickomino-deluxe", LONG[:4], _after(150, _takes)),
    "deluxe-seven": Scene("pickomino-deluxe", LONG, _after(120, _takes)),
    "deluxe-unsure": Scene(
        "pickomino-deluxe",
        LONG[:4],
        _four,
        camera="unsure",
        throws=True,
        options=(("extended", True),),
    ),
    "deluxe-over": Scene("pickomino-deluxe", LONG, None),
    "knister-write": Scene("knister", SHORT, _after(30)),
    "knister-seven": Scene("knister", LONG, _after(120)),
    "knister-over": Scene("knister", LONG[:3], None),
    "fortuna-place": Scene(
        "fortuna", SHORT, _after(60, lambda c: c[0].startswith("place")), options=FORTUNA
    ),
    "fortuna-take": Scene("fortuna", LONG[:4], _after(120, _takes), options=FORTUNA),
    "fortuna-over": Scene("fortuna", LONG[:3], None, options=SOON_OVER),
}
SHOTS = (
    ("/", "phone", "en", "dark"),
    ("/", "tablet", "en", "dark"),
    ("/", "tablet", "pl", "light"),
    ("/seat/1", "phone", "de", "light"),
    ("/board", "tv", "pl", "dark"),
    ("/board", "tv", "de", "light"),
    ("/watch", "phone", "pl", "dark"),
)


def play(table: MemoryTable, scene: Scene) -> None:
    """Start the scene's match and play at random until the scene is reached."""
    data = {"game": scene.game, "players": list(scene.players), "options": dict(scene.options)}
    reply = table.submit(Command("start", None, data, table.snapshot().revision))
    assert reply.ok, reply
    play_on(table, random.Random(scene.seed), scene.stop, throws=scene.throws)


def play_scene(table: MemoryTable, name: str) -> Scene:
    """Play the scene of that name, and return it."""
    scene = SCENES[name]
    assert scene is not None
    play(table, scene)
    return scene


def play_on(
    table: MemoryTable, rng: random.Random, stop: Stop | None = None, throws: bool = False
) -> None:
    """Play at random, with a liking for worms and tiles, to the end or until `stop` says so."""
    while True:
        match = table.snapshot().match
        assert match is not None
        turn = match.turn
        if isinstance(turn, Over):
            return
        choices: list[str] = []
        if isinstance(turn, NeedsChoice):
            choices = [str(choice) for choice in match.choices[turn.seats[0]]]
        due = throws is isinstance(turn, NeedsRoll) or match.seq == 0
        if stop is not None and due and stop(match, choices or [""]):
            return
        seen = table.snapshot().revision
        if isinstance(turn, NeedsRoll):
            command = Command("roll", None, {"dice": thrown(rng, turn)}, seen)
        else:
            sense = match.game == "fortuna" and stop is None
            choice = sensible(match, choices) if sense else liked(rng, choices)
            command = Command("choose", turn.seats[0], {"choice": choice}, seen)
        reply = table.submit(command)
        assert reply.ok, reply


def thrown(rng: random.Random, turn: NeedsRoll) -> list[str]:
    """Return a random throw, the golden or black die first."""
    dice = [rng.choice(turn.faces) for _ in range(turn.dice)]
    for at, mark in enumerate(turn.special):
        dice[at] = mark + (rng.choice("1w") if mark == "g" else dice[at])
    return dice


def liked(rng: random.Random, choices: list[str]) -> str:
    """Return a tile or card where there is one, else high dice, else anything."""
    tiles = [choice for choice in choices if choice.startswith(("take", "steal"))]
    high = [choice for choice in ("keep w", "keep 5", "keep 4") if choice in choices]
    return high[0] if high and not tiles else rng.choice(tiles or choices)


def sensible(match: MatchView, choices: list[str]) -> str:
    """Return what brings a game of Oh Fortuna to its end: at random none comes for hours."""
    if set(choices) & {"air", "sea"}:
        return area_for(match.last_roll, choices)
    places = [choice for choice in choices if choice.startswith("place")]
    if places:
        return next_place(match, places)
    cards = [choice for choice in choices if choice.startswith("take")]
    return max(cards, key=lambda card: worth("fortuna", card), default=choices[0])


def area_for(last_roll: Sequence[str], choices: Sequence[str]) -> str:
    """Return the area that suits a roll of Oh Fortuna, of those that there are."""
    pips = [int(die[-1]) for die in last_roll]
    wanted = "air" if sum(pips) < 3.5 * len(pips) else "sea"
    return wanted if wanted in choices else ("sea" if wanted == "air" else "air")


def next_place(match: MatchView, places: Sequence[str]) -> str:
    """Return the die to lay next, by its last pips: rising in the air and falling in the sea."""
    first = min if match.state["area"] == "air" else max
    return first(places, key=lambda place: int(place[-1]))


def worth(game: str, take: str) -> int:
    """Return what a tile or card that may be taken is worth: of cards those far from 21 are."""
    number = next((int(word) for word in take.split() if word.isdigit()), 0)
    return abs(number - 21) if game == "fortuna" else number


def show_camera(table: MemoryTable, state: str) -> None:
    """Put a drawn still with four readings before the page: two sure, one unsure, one leaning."""
    import cv2
    import numpy as np

    picture = np.full((720, 960, 3), (52, 60, 46), np.uint8)
    seen = []
    for at, (face, sure) in enumerate((("4", True), ("5", False), ("w", True), (None, False))):
        x, y, side = 90 + 220 * at, 220 + 40 * (at % 2), 120
        cv2.rectangle(picture, (x, y), (x + side, y + side), (225, 240, 245), -1)
        corners = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
        outline = tuple((cx / 960, cy / 720) for cx, cy in corners)
        seen.append(SeenDie(face, sure, 0.9 if sure else 0.6, outline, ("5", "w"), "tray"))
    table.stills[7] = cv2.imencode(".jpg", picture)[1].tobytes()
    table.hand = False
    if state == "lost":
        table.camera = CameraView("usb", "lost", "USB camera 0 gives no pictures.", 7, tuple(seen))
        table.ask = CAMERA_LOST
    elif state == "lacks":
        table.camera = CameraView("recording", "ended", "", 7, tuple(seen))
        table.ask = RECORDING_LACKS
    else:
        table.camera = CameraView("recording", "watching", "", 7, tuple(seen))
        table.ask = {"unsure": unsure_die(2, 4, "5"), "several": unsure_dice(2, 4)}.get(
            state, faceless_die(4, 4)
        )
    table.touch()


def take_pictures(browser: Browser, name: str, scene: Scene | None) -> list[str]:
    """Take all pictures of a scene; return what went wrong in the page."""
    table = MemoryTable()
    if scene is not None:
        play(table, scene)
        if scene.camera:
            show_camera(table, scene.camera)
    troubles: list[str] = []
    with serving(table) as address:
        for path, size, language, light in SHOTS:
            width, height = SIZES[size]
            context = browser.new_context(
                viewport={"width": width, "height": height},
                locale=language,
                color_scheme=light,  # type: ignore[arg-type]
            )
            page = context.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.goto(address + path)
            page.wait_for_selector("html[data-ready]")
            page.wait_for_timeout(250)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            view = path.strip("/").replace("/", "") or "table"
            file = f"{name}-{view}-{size}-{language}-{light}.png"
            if wide > 0:
                troubles.append(f"{file}: {wide} px too wide")
            page.screenshot(path=OUT / file)
            context.close()
    return troubles


def main(wanted: list[str]) -> int:
    """Take the pictures of the wanted scenes (all by default)."""
    if chromium() is None:
        print("left out: there is no chromium on this machine")
        return 0
    OUT.mkdir(parents=True, exist_ok=True)
    troubles: list[str] = []
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        for name, scene in SCENES.items():
            if not wanted or any(name.startswith(one) for one in wanted):
                print(name, flush=True)
                troubles += take_pictures(browser, name, scene)
        browser.close()
    print(*troubles, sep="\n")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

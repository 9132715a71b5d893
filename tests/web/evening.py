"""A whole evening on the page: a real table, a window at it, a phone, and everything that happens.

The people see no more than their windows show. After every press all windows must show the same
position, and the one sentence in their own language, word for word.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

from device.journal import Journal
from device.sentences import STALE
from device.shelf import FileShelf
from device.stills import Stills
from device.table import Table
from rules.game import NeedsChoice, NeedsRoll, Over
from tests.web.browser import match_of, once, serving
from tests.web.screen import Screen
from tests.web.screens import area_for, next_place, worth
from web.port import Command, MatchView
from web.speech import say, translate

LANGUAGES = {"de": "Deutsch", "pl": "Polski"}
MISHAPS = ("misread", "late correction", "undo", "line lost", "stale press", "other language")
LUCK = {
    "pickomino": ("12345w", "5wwww", "5wwww"),
    "pickomino-deluxe": ("12345w", "55www", "5wwww"),
    "fortuna": ("112", "566", "123456"),
    "knister": ("123456",),
}
FIRST_FINGERS = 4  # so many throws and choices are pressed with the pointer, the others by a click

Open = Callable[..., Page]


class Evening:
    """The table, its windows, and the people's chance."""

    def __init__(self, folder: Path, open_window: Open, game: str, second: str, seed: int) -> None:
        self.folder, self.game, self.rng = folder, game, random.Random(seed)
        journal = Journal.open(folder / "journal.sqlite3", write=True)
        self.table = Table(journal, Stills(folder / "stills", 1_000_000), program="test").start()
        self.shelf = FileShelf(folder / "shelf")
        self._serving = ExitStack()
        self.address = self._serving.enter_context(serving(self.table, shelf=self.shelf))
        self.host = Screen(open_window("/", self.address, viewport={"width": 1024, "height": 768}))
        self._open, self._second = open_window, second
        self.phone: Screen | None = None
        self.left = list(MISHAPS)
        self.typed = self.pressed = 0

    def sit_down(self) -> None:
        """Once the match is on, open the second window."""
        page = self._open(self._second, self.address, viewport={"width": 390, "height": 844})
        self.phone = Screen(page)

    @property
    def match(self) -> MatchView:
        return match_of(self.table)

    @property
    def windows(self) -> list[Screen]:
        return [self.host, *([self.phone] if self.phone else [])]

    def agree(self) -> dict[str, Any]:
        """All windows show the table's position and its sentence; return what is drawn."""
        match, says = self.match, self.table.snapshot().says
        drawn = []
        for screen in self.windows:
            sentence, shown = screen.shown_at(match.seq)
            assert sentence == say(screen.language, says, match.players)
            drawn.append(shown)
        assert all(one == drawn[0] for one in drawn), drawn
        return drawn[0]

    def whose(self) -> tuple[Screen, dict[str, Any]]:
        """The phone where it may press, else the window at the table; and what stands there."""
        if self.phone:
            found = self.phone.pressable()
            if any(found.values()):
                return self.phone, found
        return self.host, self.host.pressable()

    def play(self, most: int = 600) -> None:
        """Press until the match is over, with every mishap in between."""
        for _ in range(most):
            self.agree()
            if isinstance(self.match.turn, Over):
                break
            if self.left and self.mishap():
                continue
            self.press(*self.whose())
        assert isinstance(self.match.turn, Over), f"not over after {most} presses"
        assert self.left == [], "not everything happened"

    def press(self, screen: Screen, found: dict[str, Any]) -> None:
        """One thing that may be pressed in this window: a throw, a choice, dice placed.

        It returns once the table has it; that the windows show it is for `agree` to see.
        """
        match, grows = self.match, 1
        choice = self.liked(found["choices"], found["dice"])
        if found["places"]:
            self.place_all(screen)
        elif choice and not (found["dice"] and choice.startswith("throw")):
            self.pressed += 1
            screen.choose(choice, finger=self.pressed <= FIRST_FINGERS)
        else:
            grows = 1 if isinstance(match.turn, NeedsRoll) else 2  # "throw", and what was thrown
            self.type_a_throw(screen, found)
        once(self.table, lambda now: now.seq == match.seq + grows)

    def place_all(self, screen: Screen) -> None:
        """Lay the dice in the fields, rising in the air and falling in the sea."""
        while places := screen.pressable()["places"]:
            die = next_place(self.match, places)
            screen.tap(f'[data-place="{die}"]:not([disabled])')
        screen.tap(".pad-done")

    def type_a_throw(self, screen: Screen, found: dict[str, Any]) -> None:
        faces = [one for one in self.rng.choice(LUCK[self.game]) if one in found["faces"]]
        special = [self.rng.choice(row) for row in found["special"]]
        white = [self.rng.choice(faces) for _ in range(found["dice"] - len(special))]
        if self.game == "pickomino-deluxe" and set(self.match.state["grill"]) <= {11, 13}:
            white = self.exactly(len(white)) or white
        self.typed += 1
        screen.type_dice([*special, *white], finger=self.typed <= FIRST_FINGERS)

    def exactly(self, dice: int) -> list[str] | None:
        """The 11 and the 13 of Deluxe go for that very number: a worm and two fours or threes."""
        kept = self.match.state["kept"]
        if not kept:
            return ["w", *"2" * (dice - 1)]
        both = "44" if 13 in self.match.state["grill"] else "33"
        return [*both, *"w" * (dice - 2)] if kept == ["w"] else None

    def liked(self, choices: list[str], dice: int) -> str:
        """What brings a game to its end: tiles and cards, else worms and high faces."""
        if not choices:
            return ""
        taken = [one for one in choices if one.startswith("take")]
        if taken:
            return max(taken, key=lambda one: worth(self.game, one))
        if any(one.startswith("steal") for one in choices):
            # with dice as lucky as these the last tiles would go to and fro for ever
            return self.rng.choice([*choices, "throw"] if dice else choices)
        if set(choices) & {"air", "sea"}:
            return area_for(self.match.last_roll, choices)
        high = [one for one in ("keep w", "keep 5", "keep 4") if one in choices]
        return high[0] if high else self.rng.choice(choices)

    # ---- what happens in between ------------------------------------------------------------

    def mishap(self) -> bool:
        """Let the next thing happen, if this is the moment for it."""
        name = self.left[0]
        due = {
            "misread": self.misread,
            "late correction": self.late_correction,
            "undo": self.undo,
            "line lost": self.line_lost,
            "stale press": self.stale_press,
            "other language": self.other_language,
        }[name]
        if not due():
            return False
        self.left.remove(name)
        return True

    def misread(self) -> bool:
        """A die was entered wrongly: a tap on it, and the choices are asked anew."""
        before = self.match
        if not isinstance(before.turn, NeedsChoice) or before.undoable or not before.can_correct:
            return False
        self.host.correct_in_the_tray(self.rng)
        self.host.at(before.seq + 1)
        assert self.match.last_roll != before.last_roll
        assert len(self.match.last_roll) == len(before.last_roll)
        return True

    def late_correction(self) -> bool:
        """Somebody notices after the next choice: what follows is rebuilt or asked again."""
        before = self.match
        if not before.undoable or not before.can_correct or isinstance(before.turn, Over):
            return False
        self.host.correct_in_the_tray(self.rng)
        self.host.at(before.seq + 1)
        assert self.match.last_roll != before.last_roll
        return True

    def undo(self) -> bool:
        """The last choice is taken back in the window that made it, and stands there again."""
        before = self.match
        if not before.undoable:
            return False
        seat, choice = before.undoable[-1][0].seat, str(before.undoable[-1][0].choice)
        own = self.phone is not None and self._second == f"/seat/{seat}"
        screen = self.phone if own and self.phone else self.host
        screen.tap(".undo", finger=True)
        screen.at(before.seq + 1)
        assert choice in [str(one) for one in self.match.choices[seat]]
        return True

    def line_lost(self) -> bool:
        """In the middle of a turn the server is gone, and the table's own button is pressed."""
        before = self.match
        screen, found = self.whose()
        if not before.undoable or not found["choices"]:
            return False
        shown = self.host.shown()
        self._serving.close()
        for one in self.windows:
            expect(one.page.locator(".line-lost")).to_be_visible()
            assert one.shown() == shown, "what was last known went away"
        screen.tap("[data-choice]:not([disabled])")
        told = translate(screen.language, "No connection to the table; nothing was changed.")
        expect(screen.page.locator("#trouble")).to_have_text(told)
        assert self.table.submit(Command("confirm")).ok
        port = int(self.address.rsplit(":", 1)[1])
        self._serving.enter_context(serving(self.table, port, shelf=self.shelf))
        for one in self.windows:
            one.at(before.seq + 1)
            expect(one.page.locator(".line-lost")).to_have_count(0)
        return True

    def stale_press(self) -> bool:
        """While a press is on its way the table moves on: it is refused, and told in a sentence."""
        before = self.match
        screen = self.phone or self.host
        ready = screen.page.locator("[data-choice]").count() > 0
        if not ready or before.undoable or not before.can_correct or screen is self.host:
            return False
        held: list[Route] = []
        screen.page.route("**/command", lambda route: held.append(route))
        with screen.page.expect_request("**/command"):
            screen.tap("[data-choice]")
        self.host.correct_in_the_tray(self.rng)
        self.host.at(before.seq + 1)
        assert len(held) == 1
        with screen.page.expect_response("**/command") as answer:
            held[0].continue_()
        assert answer.value.status == 409
        screen.page.unroute("**/command")
        told = translate(screen.language, STALE.text)
        expect(screen.page.locator("#trouble")).to_have_text(told)
        assert self.match.seq == before.seq + 1, "the stale press changed something"
        return True

    def other_language(self) -> bool:
        """Each window speaks as its owner likes; `agree` reads every sentence from now on."""
        english = self.host.page.locator("h1").inner_text()
        for screen, (code, name) in zip(reversed(self.windows), LANGUAGES.items(), strict=False):
            screen.speak(code, name)
            expect(screen.page.locator("h1")).not_to_have_text(english)
        return True

    def stop(self) -> None:
        self._serving.close()
        self.table.stop()


@contextmanager
def evening(
    folder: Path, open_window: Open, game: str, second: str, seed: int
) -> Iterator[Evening]:
    one = Evening(folder, open_window, game, second, seed)
    try:
        yield one
    finally:
        one.stop()

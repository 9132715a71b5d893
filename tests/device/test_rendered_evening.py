"""An evening as people have it: a film of table, mat and hands, the whole program, real buttons.

Nothing is made up on the way: the pictures are read by the networks that ship, the lane names what
is kept, the buttons are gpiozero's (with its mock pins), and what counts is the record at the end.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from device.freshness import EYE_S
from rules.notation import parse_roll
from tests.device.playing_program import Page, log, playing
from tests.device.table_film import TableFilm
from tests.device.table_scene import TableScene

pytestmark = pytest.mark.timeout(900)  # on a machine that is busy with other things

MADE_UP = Path(__file__).parents[1] / "rules" / "fortuna_made_up_values.json"
PINS = {"next": 17, "confirm": 27, "undo": 22}
SETTINGS = "[buttons]\nnext = 17\nconfirm = 27\nundo = 22\n[page]\nannounce = false\n"
TIME_S = 2.0  # for a person who has to say what a doubtful die shows
PATIENCE_S = 5.0  # until the table says what is wrong, and a little longer


class Player:
    """Somebody who watches the page and presses the three buttons."""

    def __init__(self, page: Page, press: Callable[[str], None]) -> None:
        self.page = page
        self.press = press

    def until(self, true: Callable[[Any], bool]) -> Any:
        """Look until `true(page)`, confirming what the table is merely not certain of."""
        while True:
            page = self.page.until(lambda page: true(page) or _is_unsure(page), 300.0)
            if true(page):
                return page
            self.confirm()
            # A second press would fall on the choice that follows the roll.
            self.page.until(lambda page: not page["ask"], 300.0)

    def until_entries(self, count: int) -> Any:
        """Look until the record has so many entries."""
        return self.until(lambda page: page["match"]["seq"] >= count)

    def until_asked(self, *codes: str) -> Any:
        """Look until the table asks one of these."""
        return self.page.until(lambda page: page["ask"] and page["ask"]["code"] in codes, 300.0)

    def take(self, choice: str) -> None:
        """Press NEXT until the choice is marked, then CONFIRM."""
        page = self.page.look()
        seq = page["match"]["seq"]
        match = page["match"]
        texts = [each["choice"] for each in match["choices"][match["turn"]["seats"][0]]]
        while texts[(page := self.page.look())["match"]["marked"]] != choice:
            before = page["match"]["marked"]
            self.press("next")
            self.page.until(lambda now, before=before: now["match"]["marked"] != before)
        self.confirm()
        self.until_entries(seq + 1)

    def confirm(self) -> None:
        """Look, as the table gives people time to, and press CONFIRM."""
        time.sleep(EYE_S + 0.1)
        self.press("confirm")


def _is_unsure(page: Any) -> bool:
    return bool(page["ask"]) and page["ask"]["code"] in ("die-unsure", "dice-unsure")


@contextmanager
def at_the_table(data: Path, film: Path, *words: str) -> Iterator[Player]:
    """The program playing this film, with buttons."""
    (data / "s.toml").write_text(SETTINGS, encoding="utf-8")
    program_words = (str(Path(__file__).with_name("desk_with_pins.py")),)
    with playing(data, *words, str(film), program_words=program_words) as (page, program):

        def press(name: str) -> None:
            assert program.stdin is not None
            program.stdin.write(f"{PINS[name]}\n")
            program.stdin.flush()

        yield Player(page, press)


def entries(data: Path, match_id: str) -> list[str]:
    """A match's record: what was rolled (in sorted order) and chosen."""
    assert "follow the rules" in log(data, "verify", match_id)
    lines = map(json.loads, log(data, "export", match_id).splitlines())
    return [
        line.get("choose") or "roll " + "".join(sorted(parse_roll(line["roll"])))
        for line in lines
        if "choose" in line or "roll" in line
    ]


@pytest.fixture
def film(tmp_path: Path) -> Iterator[Path]:
    """Where the film goes; it is large and not kept."""
    path = tmp_path / "evening.avi"
    yield path
    path.unlink(missing_ok=True)


def test_three_turns_of_pickomino_with_their_mishaps(tmp_path: Path, film: Path) -> None:
    """P3 to P9: a leaning die, too few kept, a die on the floor, a used face, a bust."""
    with TableFilm(film, TableScene()) as made:
        made.hold(1.0)
        # Ann: a die comes to lean, a hand puts it straight; two of three fours are no keep.
        made.throw("4442251w", leaning=6).hold(TIME_S).straighten("1").hold(TIME_S)
        made.keep("44").hold(PATIENCE_S).keep("4").hold(1.0)
        made.gather().throw("11w2w").hold(TIME_S)
        made.keep("w").hold(0.3, hand_mm=(140.0, 120.0)).keep("w").hold(4.0).gather(lane=True)
        # Bo: one die rolls off the table and is fetched; fives are kept twice, which may not be.
        made.throw("5551234w", off=3).hold(PATIENCE_S).fetch("1", (210.0, 150.0)).hold(TIME_S)
        made.keep("555").hold(1.0).gather().throw("ww152").hold(TIME_S)
        made.keep("5").hold(PATIENCE_S).take_back(1).hold(1.0)
        made.keep("ww").hold(4.0).gather(lane=True)
        # Ann: nothing that is left can be kept, so the tile goes back.
        made.throw("55551234").hold(TIME_S).keep("5555").hold(1.0).gather()
        made.throw("3143").hold(TIME_S).keep("33").hold(1.0).gather()
        made.throw("53").hold(TIME_S)

    words = ("--game", "pickomino", "--players", "Ann,Bo")
    with at_the_table(tmp_path, film, *words) as ann:
        leaning = ann.until_asked("die-leaning", "die-unsure", "dice-unsure")
        assert leaning["match"]["seq"] == 0, "a leaning die is no roll"
        straight = ann.page.until(lambda page: page["ask"] != leaning["ask"])
        assert straight["match"]["seq"] == 0 or not straight["ask"]
        ann.until_entries(1)
        ann.until_asked("lane-too-few")
        page = ann.until_entries(4)
        assert page["match"]["state"]["kept"][:3] == ["4", "4", "4"]
        page = ann.until_entries(5)
        assert page["match"]["state"]["total"] == 22
        ann.take("take 22")
        missing = ann.until_asked("die-missing")
        assert len([d for d in missing["camera"]["dice"] if d["area"] == "tray"]) == 7
        ann.until_entries(7)
        ann.until_asked("lane-used")
        page = ann.until_entries(11)
        assert page["match"]["state"]["total"] == 25
        ann.take("take 25")
        ann.until(lambda page: page["camera"]["state"] == "ended")
        page = ann.until_entries(19)
        events = page["match"]["events"]
        assert "bust" in [event["code"] for event in events if event["seq"] == 19]
        assert page["match"]["state"]["stacks"] == [[], [25]]
        assert page["match"]["turn"]["seats"] == [1]

    assert entries(tmp_path, page["match"]["id"]) == [
        "roll 1224445w", "keep 4", "throw", "roll 112ww", "keep w", "take 22",
        "roll 1234555w", "keep 5", "throw", "roll 125ww", "keep w", "take 25",
        "roll 12345555", "keep 5", "throw", "roll 1334", "keep 3", "throw", "roll 35",
    ]  # fmt: skip


def test_fields_of_fortuna_are_the_order_of_the_lane(tmp_path: Path, film: Path) -> None:
    """F4 to F6: five golden dice and the black one; it lies first, and in the next turn third."""
    golden, all_six = ["golden"] * 5, ["golden"] * 5 + ["black"]
    with TableFilm(film, TableScene(worms=False), seed=3) as made:
        made.hold(1.0)
        made.throw("553216", all_six).hold(4.0)
        made.keep("655", black_at=0).hold(3.0).gather().throw("421", golden[:3]).hold(TIME_S)
        made.keep("421").hold(4.0).gather(lane=True)
        made.throw("126643", all_six).hold(4.0)
        # The black three lies before the two: that is no order of air.
        made.keep("132", black_at=1).hold(PATIENCE_S).take_back(2).hold(1.0)
        made.keep("23", black_at=1).hold(4.0)

    values = json.loads(MADE_UP.read_text(encoding="utf-8"))["card_values"]
    with at_the_table(tmp_path, film) as ann:
        options = {"card_values": values}
        ann.page.send("start", game="fortuna", players=["Ann", "Bo"], options=options)
        ann.until_entries(1)
        ann.take("sea")
        ann.until_entries(3)
        page = ann.until_entries(5)
        assert page["match"]["state"]["fields"] == ["b6", "5", "5", "4", "2", "1"]
        ann.take(page["match"]["choices"][0][0]["choice"])
        ann.until(lambda page: page["match"]["turn"]["kind"] == "choice")
        ann.take("air")
        ann.until_asked("lane-not-legal")
        page = ann.until(lambda page: page["match"]["state"]["fields"])
        assert page["match"]["state"]["fields"] == ["1", "2", "b3"]
        match_id = page["match"]["id"]

    assert entries(tmp_path, match_id) == [
        "roll 12355b6", "sea", "place b6 5 5", "roll 124", "place 4 2 1", "take 23",
        "roll 12466b3", "air", "place 1 2 b3",
    ]  # fmt: skip

"""What is said about a match: the same words from the server and the page, none of the log's own.

The transcript and the loudspeaker are spoken by `web.speech`, the page by `words.js`.
"""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from rules import GAMES, game_named
from rules.game import Choose, Event, NeedsChoice, NeedsRoll, Over, Roll
from rules.match import Match
from tests.device.matches import random_dice
from web.speech import LANGUAGES, say
from web.wire import message_json

OpenWindow = Callable[..., Page]
PLAYERS = ("Ann", "Bo", "Cleo")
MADE_UP = Path(__file__).parents[1] / "rules" / "fortuna_made_up_values.json"
NAMES = [game.name for game in GAMES]
RAW = re.compile(r"\b[wgb]\d?\b|\bwrite\b|\d,\d| from \d|_")


@functools.cache
def happened(name: str) -> list[Event]:
    """All that is said in some matches in which each choice is made, taken back and made again."""
    chance = random.Random(7)
    options = (
        {"card_values": json.loads(MADE_UP.read_text())["card_values"]} if name == "fortuna" else {}
    )
    said: dict[Event, None] = {}
    for _ in range(6):
        match = Match.begin(game_named(name), len(PLAYERS), options)
        while not isinstance(match.turn, Over):
            if isinstance(match.turn, NeedsRoll):
                match, events = match.enter(Roll(random_dice(match.turn, chance)))
                said.update(dict.fromkeys(events))
                continue
            assert isinstance(match.turn, NeedsChoice)
            seat = chance.choice(match.turn.seats)
            choice = chance.choice(match.choices(seat))
            for _ in range(2):
                after, events = match.enter(Choose(seat, choice))
                said.update(dict.fromkeys((*events, *after.undo(seat).events)))
            match = after
    return list(said)


@pytest.mark.parametrize("name", NAMES)
def test_no_sentence_has_a_word_of_the_log(name: str) -> None:
    for event in happened(name):
        assert not RAW.search(said := say("en", event, PLAYERS)), said


LEADS = {"en": "Taken back: ", "de": "Zurückgenommen: ", "pl": "Cofnięto: "}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_taken_back_is_said_as_it_was_when_it_was_done(name: str, language: str) -> None:
    """Whole sentences, as under the table's own: no "keep worm", which nobody would say."""
    events = happened(name)
    lead = LEADS[language]
    done = {say(language, one, PLAYERS) for one in events}
    taken_back = {said for said in done if said.startswith(lead)}
    assert {said.removeprefix(lead) for said in taken_back} <= done
    assert taken_back == {
        say(language, one, PLAYERS) for one in events if one.code == "choice-taken-back"
    }
    if language == "en":
        assert all(said.removeprefix(lead).split()[0] in PLAYERS for said in taken_back)
    else:
        assert not taken_back & {
            say("en", one, PLAYERS).replace("Taken back: ", lead) for one in events
        }


@pytest.mark.parametrize("name", ["pickomino", "pickomino-deluxe"])
def test_no_end_calls_a_grill_empty_on_which_tiles_lie(name: str) -> None:
    """P18: the match ends when no tile lies face up; those turned over still lie there."""
    chance = random.Random(2)
    turned_over = 0
    for _ in range(5):
        match = Match.begin(game_named(name), 2)
        events: tuple[Event, ...] = ()
        while not isinstance(match.turn, Over):
            if isinstance(match.turn, NeedsRoll):
                match, events = match.enter(Roll(random_dice(match.turn, chance)))
            else:
                seat = match.turn.seats[0]
                match, events = match.enter(Choose(seat, chance.choice(match.choices(seat))))
        turned_over += len(match.state.face_down)
        (end,) = (event for event in events if event.code == "game-over")
        for language, empty, face_up in (
            ("en", "empty", "No tile lies face up"),
            ("de", "leer", "kein offener Stein mehr"),
            ("pl", "pust", "nie ma już odkrytej płytki"),
        ):
            said = say(language, end, PLAYERS)
            assert empty not in said
            assert face_up in said
    assert turned_over


@pytest.mark.parametrize("name", NAMES)
def test_the_page_and_the_server_say_the_same(window: OpenWindow, name: str) -> None:
    page = window()
    events = happened(name)
    for language in LANGUAGES:
        heard = page.evaluate(
            """async ([language, events, players]) => {
              const address = [...document.scripts].find(({ src }) => src.includes("/js/")).src;
              const words = await import(new URL("./words.js", address));
              await words.loadWords(language, "x");
              return events.map((event) => words.say(event, players));
            }""",
            [language, [message_json(event) for event in events], list(PLAYERS)],
        )
        assert heard == [say(language, event, PLAYERS) for event in events]

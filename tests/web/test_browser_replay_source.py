"""Beside a recorded throw stands where its dice come from: the camera, the recording, fingers."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from rules import game_named
from rules.entry import Correct, Undo
from rules.game import Choose, NeedsChoice, NeedsRoll, Roll
from rules.match import Match
from rules.notation import format_roll
from tests.device.matches import random_dice
from tests.web.browser import match_of
from tests.web.memory_table import MemoryTable
from tests.web.screens import FORTUNA
from web.port import Command

OpenWindow = Callable[..., Page]


@pytest.fixture
def window(kept_window: OpenWindow) -> OpenWindow:
    return kept_window


JPEG = cv2.imencode(".jpg", np.zeros((72, 96, 3), np.uint8))[1].tobytes()
# Go through so many steps; at each the picture of its throw and what is said of it.
STEPS = """(count) => Array.from({ length: count }, () => {
  document.querySelector('[aria-label="one step on"]').click();
  const all = (where, what) => [...document.querySelectorAll(`.recorded ${where}`)].map(what);
  return [
    all(".still img", (one) => one.getAttribute("src")),
    all(".camera-note", (one) => one.textContent),
  ];
})"""
READ: list[dict[str, Any]] = [
    {"face": face, "confidence": 0.9, "sure": True} for face in "4442251w"
]


@pytest.mark.parametrize("game", ["pickomino", "knister"])
@pytest.mark.parametrize(
    ("more", "says", "dice"),
    [
        ({"camera": READ}, "The camera read", True),
        (
            {"camera": READ, "film": True},
            "Read in the recording that comes with dice-table",
            True,
        ),
        ({"film": True}, "Tapped in, for the recording lacked a roll", False),
        ({}, "Tapped in, not read by a camera", False),
    ],
)
def test_a_recorded_throw_says_where_its_dice_come_from(
    window: OpenWindow,
    table: MemoryTable,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    more: dict[str, Any],
    says: str,
    dice: bool,
) -> None:
    roll = "4442251w" if game == "pickomino" else "44"
    assert table.submit(Command("start", data={"game": game, "players": ["Ann", "Bo"]})).ok
    match = table.snapshot().match
    assert match is not None
    if "camera" in more:
        more = {**more, "camera": more["camera"][: len(roll)]}
    head = {"game": game, "players": ["Ann", "Bo"], "id": match.match_id}
    log = "\n".join(map(json.dumps, [head, {"roll": roll, **more}]))
    monkeypatch.setattr(table, "export", lambda match_id: log)
    page = window(f"/record/{match.match_id}")
    expect(page.locator(".recorded")).to_have_count(0)  # before the first throw
    page.get_by_role("button", name="one step on").click()
    expect(page.locator(".recorded .camera-state")).to_have_text(says)
    expect(page.locator(".read-dice li")).to_have_count(len(roll) if dice else 0)


@pytest.mark.parametrize(
    ("language", "figure"), [("en", "90%"), ("de", "90\u00a0%"), ("pl", "90%")]
)
def test_how_sure_a_reading_was_is_written_as_the_language_writes_it(
    window: OpenWindow,
    table: MemoryTable,
    monkeypatch: pytest.MonkeyPatch,
    language: str,
    figure: str,
) -> None:
    start = {"game": "pickomino", "players": ["Ann", "Bo"]}
    assert table.submit(Command("start", data=start)).ok
    match_id = match_of(table).match_id
    lines = [{**start, "id": match_id}, {"roll": "4442251w", "camera": READ}]
    monkeypatch.setattr(table, "export", lambda match_id: "\n".join(map(json.dumps, lines)))
    page = window(f"/record/{match_id}#1", locale=language)
    expect(page.locator(".read-dice li").first).to_be_visible()
    shown = page.locator(".read-dice li span").evaluate_all(
        "(all) => all.map((one) => one.textContent)"
    )
    assert shown == [figure] * len(READ)


def options_of(game: str) -> dict[str, object]:
    return dict(FORTUNA) if game == "fortuna" else {}


Step = tuple[int, list[tuple[int, str, str]]]


def played_log(game: str, seed: int, steps: int) -> tuple[list[dict[str, Any]], list[Step]]:
    """A log with corrections, slips put right and choices taken back.

    Beside each line: the line of the roll that lies there then, and what of it counts otherwise
    than the camera read it, both as the rules have it.
    """
    chance = random.Random(seed)
    match = Match.begin(game_named(game), 2, options_of(game))
    lines: list[dict[str, Any]] = []
    truth: list[Step] = []
    rolled: list[tuple[int, str]] = []  # of each roll its line, and what the camera read
    while len(lines) < steps and isinstance(match.turn, NeedsRoll | NeedsChoice):
        line: dict[str, Any]
        entered: Roll | Choose | Correct | Undo
        wish = chance.random()
        if match.last_roll and wish < 0.25:
            was = match.last_roll
            at = chance.randrange(len(was))
            face = rolled[-1][1][at] if chance.random() < 0.5 else chance.choice("12345")
            dice = [*was[:at], was[at][:-1] + face, *was[at + 1 :]]
            entered = Correct(tuple(dice))
            pairs = enumerate(zip(was, dice, strict=True))
            changes = [{"die": n, "from": a, "to": b} for n, (a, b) in pairs if a != b]
            line = {"correct": format_roll(entered.dice), "changed": changes}
        elif match.can_undo() and wish < 0.45:
            seat = match.undoable[-1][0].seat
            entered, line = Undo(seat), {"undo": True, "seat": seat}
        elif isinstance(match.turn, NeedsRoll):
            entered = Roll(random_dice(match.turn, chance))
            changes = []
            read = [die[-1] for die in entered.dice]
            if chance.random() < 0.5:  # corrected before it counted: faces alone, without a colour
                at = chance.randrange(len(read))
                right, read[at] = read[at], chance.choice("12345")
                if right != read[at]:
                    changes = [{"die": at, "from": read[at], "to": right}]
            camera = [{"face": face, "confidence": 0.9, "sure": True} for face in read]
            line = {"roll": format_roll(entered.dice), "camera": camera, "photo": "x"}
            line["changed"] = changes
            rolled.append((len(lines) + 1, "".join(read)))
        else:
            seat = chance.choice(match.turn.seats)
            entered = Choose(seat, chance.choice(match.choices(seat)))
            line = {"choose": str(entered.choice), "seat": seat}
        match = match.enter(entered).match
        lines.append({"seq": len(lines) + 1, **line})
        counts = [action for action in match.effective if isinstance(action, Roll)]
        row, seen = rolled[len(counts) - 1] if counts else (0, "")
        pairs = enumerate(zip(seen, match.last_roll, strict=True))
        truth.append((row, [(n + 1, a, b) for n, (a, b) in pairs if a != b[-1]]))
    return lines, truth


@pytest.mark.parametrize("game", ["pickomino", "fortuna", "knister"])
def test_each_correction_stands_at_the_roll_that_it_corrects(
    window: OpenWindow, table: MemoryTable, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    lines, truth = played_log(game, seed=34, steps=40)
    start = {"game": game, "players": ["Ann", "Bo"], "options": options_of(game)}
    assert table.submit(Command("start", data=start)).ok
    match = table.snapshot().match
    assert match is not None
    log = "\n".join(map(json.dumps, [{**start, "id": match.match_id}, *lines]))
    monkeypatch.setattr(table, "export", lambda match_id: log)
    monkeypatch.setattr(table, "recorded_still", lambda match_id, seq: JPEG)
    page = window(f"/record/{match.match_id}")
    # The part of the page that shows what was recorded is fetched while the rest is there already.
    page.get_by_role("button", name="one step on").click()
    expect(page.locator(".recorded")).to_be_visible()
    page.get_by_role("button", name="one step back").click()
    expect(page.locator(".recorded")).to_have_count(0)
    corrected = 0
    for seen, (row, changes) in zip(page.evaluate(STEPS, len(lines)), truth, strict=True):
        pictures, notes = seen
        assert pictures == ([f"/record/{match.match_id}/still/{row}.jpg"] if row else [])
        if not row:
            continue
        assert len(notes) == len(changes), (row, changes)
        for note, (die, read, face) in zip(sorted(notes), sorted(changes), strict=True):
            was, now = ("worm" if one[-1] == "w" else one[-1] for one in (read, face))
            assert re.fullmatch(f"Die {die} was read as .*{was} and corrected to .*{now}.", note)
        corrected += bool(changes)
    assert corrected

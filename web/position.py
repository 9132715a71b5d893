"""A copied position, opened again: the one line of a replay, drawn as the table it describes.

/position?line=...             the page          /position/steps.json?line=...   what it draws
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, Response, request

from rules import game_named
from rules.game import Game, Message, NeedsChoice, NeedsRoll, RulesError, Turn
from rules.options import read_house
from web.answers import full_snapshot, packed_json, script_json
from web.guard import refusal
from web.port import CameraView, MatchView, Snapshot
from web.speech import translate

FOREIGN = "That is no position of a game: copy the whole line."
SEATED = ("stacks", "hands", "boards")
"""The part of a game's `state` that has one thing for each seat."""
LONGEST_LINE = 4000


class UnreadablePosition(ValueError):
    """The line is no position of any game."""


def add_routes(app: Flask, version: str, language_of_request: Callable[[], str]) -> None:
    """Let the page ask for the position that a line describes."""

    @app.get("/position/steps.json")
    def position_steps() -> Response | tuple[Response, int]:
        language = language_of_request()
        try:
            shown = position(
                request.args.get("line", ""),
                lambda seat: f"{translate(language, 'Player')} {seat + 1}",
            )
        except UnreadablePosition:
            return refusal(400, FOREIGN, "web.no_position")
        step = {**full_snapshot(shown, version), "entry": None}
        return packed_json(script_json([step]).encode(), "private, max-age=5")


def position(line: str, name_of: Callable[[int], str]) -> Snapshot:
    """Return the table that a line of notation describes; raises UnreadablePosition.

    The line knows no names, so `name_of` gives one to each seat. Nothing can be chosen in it.
    """
    line = " ".join(line.split())
    try:
        if len(line) > LONGEST_LINE:
            raise UnreadablePosition(line[:80])
        game = game_named(line.partition(" ")[0])
        state = game.parse(line)
        options = _options(game, line)
    except RulesError as error:
        raise UnreadablePosition(str(error)) from error
    view = game.view(state)
    seats = len(next(view[name] for name in SEATED if name in view))  # type: ignore[arg-type]
    turn = game.turn(state)
    match = MatchView(
        match_id="",
        game=game.name,
        players=tuple(name_of(seat) for seat in range(seats)),
        options=options,
        seq=0,
        turn=turn,
        choices=((),) * seats,
        meanings=((),) * seats,
        marked=0,
        state=view,
        notation=line,
        last_roll=(),
        events=(),
        can_undo=False,
        can_correct=False,
    )
    return Snapshot(0, _says(turn), match, CameraView("none", "off"), False)


def _says(turn: Turn) -> Message:
    if isinstance(turn, NeedsRoll):
        fields = (("seat", turn.seat), ("dice", turn.dice))
        return Message("position-roll", "{seat} is to roll {dice} {dice:die|dice}.", "", fields)
    if isinstance(turn, NeedsChoice) and len(turn.seats) == 1:
        return Message("position-choice", "{seat} is to choose.", "", (("seat", turn.seats[0]),))
    if isinstance(turn, NeedsChoice):
        return Message("position-write", "Everybody is to write.")
    return Message("position-over", "The match is over.")


def _options(game: Game[Any], line: str) -> dict[str, object]:
    """Return the house rules of a line that `game` has read already."""
    parts = dict(part.split("=", 1) for part in line.split(" ")[1:])
    switches = tuple(option for option in game.options if option.values)
    options: dict[str, object] = dict(read_house(switches, parts.get("house", "")))
    if "card_values" in parts:
        numbers = parts["card_values"].split(",")
        options["card_values"] = {str(card): int(shown) for card, shown in enumerate(numbers)}
    return options

"""What a page needs to start with: the games, their house rules, the people, the present state."""

from __future__ import annotations

from typing import Any

from rules import GAMES
from rules.game import Game
from rules.primers import primer
from web.game_extras import printed_numbers, score_table
from web.port import ShelfPort, TablePort
from web.speech import say
from web.wire import Json

PEOPLE_REMEMBERED = 24


def game_json(game: Game[Any]) -> Json:
    """Return a game's name, seats and house rules, its scores and numbers, if it has a primer."""
    return {
        "name": game.name,
        "title": game.title,
        "seats": [game.seats.start, game.seats.stop - 1],
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "text": option.text,
                "rule": option.rule,
            }
            for option in game.options
        ],
        "scores": score_table(game.name),
        "printed": printed_numbers(game.name),
        "primer": bool(primer(game.name)),
    }


def primer_json(game: str, language: str) -> list[Json]:
    """Return how a game goes in `language`, a sentence each with the part that it belongs to."""
    return [{"code": one.code, "text": say(language, one, ())} for one in primer(game)]


def people(table: TablePort) -> list[str]:
    """Return the names of those who played here, the latest first."""
    names: dict[str, None] = {}
    for row in table.matches():
        for name in row.players:
            names.setdefault(name)
        if len(names) >= PEOPLE_REMEMBERED:
            break
    return list(names)[:PEOPLE_REMEMBERED]


def odds_offered(shelf: ShelfPort) -> bool:
    """Whether this table lets its players see odds: a house rule, off until somebody wants it."""
    rules = shelf.get("table-rules")
    return isinstance(rules, dict) and rules.get("odds") == 1


def boot_json(table: TablePort, shelf: ShelfPort) -> Json:
    """Return everything but the snapshot that the page's script starts with."""
    return {
        "games": [game_json(game) for game in GAMES],
        "people": people(table),
        "dice_sets": list(table.dice_sets()),
        "shelf": {name: shelf.get(name) for name in SHELF_NAMES},
    }


SHELF_NAMES = ("fortuna-cards", "colours", "table-rules")

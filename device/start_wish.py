"""The match that was asked for on the command line: checked before anything is opened or ended.

A wish that cannot be is typed wrongly, so it raises `TypedWrongly` with what to type instead. A
table that is being played is left only for a match that can really start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from device.shelf import FileShelf
from device.trouble import TypedWrongly
from rules import GAMES
from rules.game import BadOptions, BadPosition, Game, RulesError
from rules.match import Match
from rules.player_names import LONGEST_AT_THE_TABLE, names_at_the_table

CARDS_ON_THE_SHELF = "fortuna-cards"
"""The document in which the page keeps the numbers that somebody typed in from the own cards."""


@dataclass(frozen=True, slots=True)
class StartWish:
    """A match that can start: the game's name, the players in their order, the house rules."""

    game: str
    players: tuple[str, ...]
    options: Mapping[str, object]


def start_wish(
    game: str, players: str, options: Sequence[str], shelf: FileShelf | None = None
) -> StartWish:
    """Return the match of the words behind --game, --players and each --option.

    The numbers of Oh Fortuna's cards come from `shelf`, where the page keeps them. Raises
    TypedWrongly.
    """
    chosen = _game(game)
    names = tuple(name.strip() for name in players.split(",") if name.strip())
    _check_names(chosen, names)
    given = dict(read_option(text) for text in options)
    if any(rule.name == "card_values" for rule in chosen.options) and shelf is not None:
        kept = shelf.get(CARDS_ON_THE_SHELF)
        if isinstance(kept, dict):
            given.setdefault("card_values", kept)
    try:
        Match.begin(chosen, len(names), given)
    except BadOptions as error:
        raise TypedWrongly(_refused(str(error)), _mended(chosen, given)) from error
    except RulesError as error:
        raise TypedWrongly(_refused(str(error)), "`dice-table play`, and start on the page") from (
            error
        )
    return StartWish(chosen.name, names, given)


def read_option(text: str) -> tuple[str, object]:
    """Return one house rule; true, false and numbers are what they look like."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise TypedWrongly(
            f"`{text}` is no house rule", "write NAME=VALUE: --option six_is_worm=true"
        )
    plain: dict[str, object] = {"true": True, "false": False}
    value = value.strip()
    return name.strip(), plain.get(value, int(value) if value.isdecimal() else value)


def _game(name: str) -> Game[Any]:
    for game in GAMES:
        if game.name == name:
            return game
    raise TypedWrongly(
        _refused(f"there is no game `{name[:40]}`"),
        f"choose one of {', '.join(game.name for game in GAMES)}",
    )


def _check_names(game: Game[Any], names: Sequence[str]) -> None:
    if len(names) not in game.seats:
        least, most = game.seats.start, game.seats.stop - 1
        given = {0: "none is", 1: "one is"}.get(len(names), f"{len(names)} are")
        raise TypedWrongly(
            _refused(f"{game.title} is for {least} to {most} players, {given} named"),
            f"give {least} to {most} names: --players Ann,Bo",
        )
    try:
        names_at_the_table(names)
    except BadPosition as error:
        raise TypedWrongly(
            _refused(str(error)),
            f"give each a name of their own, of 1 to {LONGEST_AT_THE_TABLE} plain letters: "
            "--players Ann,Bo",
        ) from error


def _mended(game: Game[Any], given: Mapping[str, object]) -> str:
    """Return what to type instead of house rules that were refused."""
    rules = {rule.name: rule for rule in game.options}
    if any(not rule.values for rule in game.options) and "card_values" not in given:
        return (
            "`dice-table play none`, choose the game on the page and type in the numbers of your "
            "cards once; they are kept"
        )
    for name, value in given.items():
        if name not in rules:
            known = ", ".join(name for name, rule in rules.items() if rule.values)
            return f"choose one of {known}"
        values = rules[name].values
        if values and not any(type(value) is type(one) and value == one for one in values):
            written = " or ".join(f"--option {_word(name, one)}" for one in values)
            return f"write {written}"
    return "mend the numbers of the cards on the page"


def _word(name: str, value: object) -> str:
    """Return a house rule as it is typed in a shell."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"{name}={text}" if " " not in text else f"'{name}={text}'"


def _refused(why: str) -> str:
    return f"the match cannot start: {why.rstrip('.')}"

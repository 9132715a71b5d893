"""Perft: how many different courses a game can take, counted to a fixed depth.

A roll counts once for every different set of dice, a choice once for every listed one; where
several seats are due the first of them chooses. The counts stand in `perft.json`.

Pickomino by hand. A roll is a multiset of 8 dice over 6 faces: C(13, 5) = 1287. The rolls that
contain a given face are the multisets of the other 7 dice, C(12, 5) = 792, and each offers that
face: 6 * 792 = 4752. A roll with exactly k dice of a face leaves 8 - k dice over 5 faces,
C(12 - k, 4) multisets, 791 in all for k = 1 to 7. Kept, they leave `throw` alone, 6 * 791 = 4746,
and beside it for 5 to 7 worms a tile, C(7, 4) + C(6, 4) + C(5, 4) = 55; eight worms leave the one
tile: 1. Eight dice of another face are a bust, and the next player rolls: 5 * 1287 = 6435.
4746 + 55 + 1 + 6435 = 11237. Then 8 - k dice are thrown, C(13 - k, 5) ways: 6 times the sum of
C(12 - k, 4) * C(13 - k, 5) for k = 1 to 7 is 2407542; each of the 56 tiles is followed by a roll of
the next player, 72072, and the 5 busts by 4752 courses each, 23760: 2503374 in all.

The Deluxe game has the same courses as long as nobody has a specialist: no first keep reaches 11
or 13 with a worm.

Knister by hand: 21 different throws of two dice, 25 cells for the first player, 25 for the second,
21 throws again. (The first seat due chooses: 21 * 25 * 25 * 21 = 275625.)
"""

import json
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from rules import game_named
from rules.game import Choose, NeedsRoll, Over, Roll

DATA = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))


def courses(game, state, depth):
    """Return the number of different courses of `depth` actions from a state."""

    @cache
    def count(state, depth):
        if depth == 0:
            return 1
        return sum(count(game.apply(state, action).state, depth - 1) for action in actions(state))

    def actions(state):
        turn = game.turn(state)
        if isinstance(turn, Over):
            return []
        if isinstance(turn, NeedsRoll):
            return [Roll(dice) for dice in rolls(turn)]
        seat = turn.seats[0]
        return [Choose(seat, choice) for choice in game.choices(state, seat)]

    return count(state, depth)


@cache
def rolls(turn):
    """Return every different set of dice; a special die shows any face of its own."""
    plain = turn.dice - len(turn.special)
    sets = list(combinations_with_replacement(turn.faces, plain))
    for mark in turn.special:
        faces = "1w" if mark == "g" else turn.faces
        sets = [(*dice, mark + face) for dice in sets for face in faces]
    return sets


@pytest.mark.parametrize("name", DATA)
def test_perft(soak, name):
    game = game_named(name)
    state = game.start(DATA[name]["seats"], soak.needed_options(game))
    found = [courses(game, state, depth + 1) for depth in range(len(DATA[name]["counts"]))]
    assert found == DATA[name]["counts"]

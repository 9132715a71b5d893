"""What a game knows of its dice: a doubtful face that none of them can show is another one.

The reader knows of no game, and takes red pips under glints for a worm now and then, without being
sure. Where no die has a worm the next likely face is what there is to ask about, if it is likely at
all: else dice of another game were thrown, and to say so is what helps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from vision.observation import Die

LEAST_CHANCE = 0.05
"""Of dice misread on photos the right face had 0.08 or more; beside plain pips others have 0.02."""

Played = Callable[[str], str]


def pictures_as_worms(dice: tuple[Die, ...], faces: Collection[str]) -> tuple[Die, ...]:
    """Take what is surely a picture for a worm, where dice of these `faces` bear no other one."""
    if "w" not in faces:
        return dice
    return tuple(
        replace(die, sure=True) if die.picture and die.face == "w" else die for die in dice
    )


def as_they_can_be(
    dice: tuple[Die, ...], faces: Collection[str], played: Played
) -> tuple[Die, ...]:
    """Give each doubtful die whose face is none of `faces` the likeliest other one that is.

    `played` says what a face stands for (`Due.played`). What is sure stays as it is, what is surely
    a picture, and what is hardly another face; nothing becomes sure by this, so it is asked about.
    """
    return tuple(_as_it_can_be(die, faces, played) for die in dice)


def _as_it_can_be(die: Die, faces: Collection[str], played: Played) -> Die:
    if die.sure or die.picture or die.face is None or played(die.face) in faces:
        return die
    for face, chance in die.others:
        if played(face) in faces and chance >= LEAST_CHANCE:
            rest = tuple(other for other in die.others if other[0] != face)
            others = ((die.face, die.confidence), *rest)
            return replace(die, face=face, confidence=chance, others=others)
    return die

"""Score whether the golden and the black die are told: `python -m models.training.score_marked`.

Throws as the games have them are drawn: eight white or ivory dice and the golden one of Deluxe, and
the five golden dice and the black one of Oh Fortuna, under cold to warm lights, on whatever tables,
felts and cloths. Who referees marks one die of a throw by the colours of all, or asks. Later throws
of a turn are those dice without some of the others, chosen by chance.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from device.golden_and_black import marked_die
from models.training.progress import told
from models.training.score import STEEPEST_DEG, matched, wanted_in_roll
from models.training.sketch.dice import COLOURS, Look, draw_look
from models.training.sketch.scene import Label, draw_scene
from vision import see
from vision.observation import Die

SEED = 1_000_037
SIZE_PX = (640, 480)
LATER = 4  # throws of so many dice, for each number
DARK_INK, LIGHT_INK = (0.03, 0.03, 0.03), (0.9, 0.9, 0.9)


@dataclass(frozen=True)
class Game:
    """What is thrown: one die of the colour `marked` by `mark`, and so many of another."""

    name: str
    mark: str
    marked: str
    others: int
    bodies: tuple[str, ...]
    pictures: tuple[str, ...] = ()


GAMES = (
    Game("the golden die of Deluxe", "g", "golden", 8, ("white", "ivory"), ("6w",)),
    Game("the black die of Oh Fortuna", "b", "black", 5, ("golden",)),
)


def throws(game: Game, count: int) -> Iterator[tuple[NDArray[np.uint8], list[Label]]]:
    """Draw throws of a game."""
    for number in range(count):
        rng = np.random.default_rng([SEED, GAMES.index(game), number])
        die_px = float(np.exp(rng.uniform(np.log(30), np.log(70))))
        kind = replace(draw_look(rng), marble=None, clear=0.0, pictures=game.pictures)
        body = str(rng.choice(game.bodies))
        looks = [_of_colour(kind, game.marked, rng)]
        looks += [_of_colour(kind, body, rng)] * game.others
        yield draw_scene(
            rng, *SIZE_PX, die_px, look=looks, roll_of=len(looks), steepest_deg=STEEPEST_DEG
        )


def _of_colour(kind: Look, colour: str, rng: np.random.Generator) -> Look:
    """Return dice of this shape in another colour, with pips that a maker would choose."""
    albedo = np.clip(np.array(COLOURS[colour]) * rng.uniform(0.85, 1.1), 0.01, 0.98)
    ink = LIGHT_INK if colour == "black" else DARK_INK
    style = replace(kind.style, ink=ink, second_ink=None)
    gloss = max(kind.gloss, 0.5) if colour == "black" else kind.gloss  # polished, mostly
    return replace(kind, colour=colour, albedo=albedo.astype(np.float32), style=style, gloss=gloss)


def outcomes(
    game: Game, image: NDArray[np.uint8], labels: list[Label], rng: np.random.Generator
) -> tuple[str, Counter[str]] | None:
    """Return what becomes of the mark in a throw, and in later ones of its turn.

    None: not all dice were found.
    """
    dice = see(image).dice
    wanted = [wanted_in_roll(label, image) for label in labels]
    pairs, rest = matched(wanted, [(*die.center_xy, die.size_px) for die in dice])
    found = {(want.x, want.y): dice[place] for want, place in pairs if place is not None}
    if rest or len(found) < len(labels):
        return None
    marked = next(found[label.center] for label in labels if label.colour == game.marked)
    others = [die for die in dice if die is not marked]
    later: Counter[str] = Counter()
    for left in range(1, len(others)):
        for _ in range(LATER):
            thrown = [marked, *(others[k] for k in rng.permutation(len(others))[:left])]
            later[_outcome(game, thrown, marked)] += 1
    return _outcome(game, dice, marked), later


def _outcome(game: Game, thrown: Sequence[Die], marked: Die) -> str:
    place = marked_die(game.mark, thrown)
    return "asked about" if place is None else "right" if thrown[place] is marked else "wrong"


def _told(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {counts[name]}" for name in ("right", "asked about", "wrong"))


def main() -> None:
    """Draw the throws and print what becomes of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="throws a game (300)")
    count = parser.parse_args().count
    for game in GAMES:
        whole: Counter[str] = Counter()
        later: Counter[str] = Counter()
        rng = np.random.default_rng(SEED)
        for image, labels in told(throws(game, count), game.name, count):
            seen = outcomes(game, image, labels, rng)
            if seen is not None:
                whole[seen[0]] += 1
                later += seen[1]
        print(f"{game.name}: of {whole.total()} throws whose dice were all found {_told(whole)};")
        print(f"  of {later.total()} later throws of such turns {_told(later)}")


if __name__ == "__main__":
    main()

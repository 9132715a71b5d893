"""What the end of a turn is worth, as the rules themselves say.

Nothing about tiles, specialists or busts is worked out for the odds a second time: dice that come
to each total are kept, the tile is taken through `apply`, and the worms are counted before and
after. So odds and rules cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

from rules.game import Choice, Choose, Game
from rules.odds.turn import MOST_TOTAL, Gain, Worth
from rules.pickomino.dice import POINTS

Odds = dict[str, dict[str, float]]

TOTALS: Final = range(MOST_TOTAL + 1)
NOTHING: Final[tuple[Gain | None, ...]] = (None,) * len(TOTALS)
STILL_CHOOSING: Final = ("hold", "round-worm")
"""Phases in which a claim waits for one more choice of the same player."""


class Scored(Protocol):
    """What the states of both games have."""

    @property
    def seat(self) -> int:
        """Whose turn it is."""

    @property
    def phase(self) -> str:
        """What the state waits for."""

    @property
    def worms(self) -> tuple[int, ...]:
        """Each seat's worms."""


def dice_for(total: int, *, worm: bool) -> tuple[str, ...]:
    """Return dice that come to `total`, with or without a worm; none where there are none."""
    fives, rest = divmod(total, POINTS["w"])
    if worm and not fives:
        return ()
    return ("w" if worm else "5",) * fives + ((str(rest),) if rest else ())


def difference(before: Scored, after: Scored, seat: int) -> Gain:
    """Return the change of the seat's worms, and that plus the worms the others lost."""
    changes = [now - then for now, then in zip(after.worms, before.worms, strict=True)]
    lost = sum(changes) - changes[seat]
    return Gain(changes[seat], changes[seat] - lost)


def gain_of(game: Game[Any], state: Any, choice: Choice, before: Scored) -> Gain:
    """Return what a choice that ends the turn changes, what follows chosen at its best."""
    after = game.apply(state, Choose(state.seat, choice)).state
    if after.phase in STILL_CHOOSING:
        following = game.choices(after, after.seat)
        return max(gain_of(game, after, one, before) for one in following)
    return difference(before, after, before.seat)


def best_gain(game: Game[Any], state: Any, claims: Iterable[Choice]) -> Gain | None:
    """Return the best of several claims, None where there are none."""
    return max((gain_of(game, state, claim, state) for claim in claims), default=None)


def spoken(worth: Worth, state: Scored) -> dict[str, float]:
    """Return the figures under their public names."""
    said = {"bust": worth.bust, "worms": float(worth.worms)}
    if any(worms for seat, worms in enumerate(state.worms) if seat != state.seat):
        said["worms_with_victim_loss"] = float(worth.with_loss)
    return said

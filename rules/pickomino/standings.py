"""Who has won (P19, P20)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.game import Message, Over
from rules.pickomino.tiles import Stacks


def standings(worms: Sequence[int], stacks: Stacks) -> Over:
    """Return the result: most worms; among equals the owner of the highest tile.

    Where those who are equal hold no tile at all they share the victory (SW-P7).
    """
    most = max(worms)
    tied = tuple(seat for seat, count in enumerate(worms) if count == most)
    if len(tied) == 1:
        reason = Message("most-worms", "{seat} wins with {worms} {worms:worm|worms}.", "P19",
                         (("seat", tied[0]), ("worms", most)))  # fmt: skip
        return Over(tuple(worms), tied, reason)
    tile, winner = max((max(stacks[seat], default=0), seat) for seat in tied)
    if tile:
        reason = Message(
            "tie-highest-tile",
            "{seat} wins: {count} players have {worms} {worms:worm|worms}, "
            "and {tile} is their highest tile.",
            "P20",
            (("seat", winner), ("count", len(tied)), ("worms", most), ("tile", tile)),
        )
        return Over(tuple(worms), (winner,), reason)
    reason = Message(
        "shared-no-tiles",
        "{count} players have {worms} {worms:worm|worms} and none of them a tile: "
        "they share the victory.",
        "P20",
        (("count", len(tied)), ("worms", most)),
    )
    return Over(tuple(worms), tied, reason)

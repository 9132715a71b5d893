"""What the referee of Pickomino says: happenings, meanings of choices, the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.game import Event, Message

_KEEPS: Final = {
    "1": ("{seat} keeps a one: {total}.", "{seat} keeps {count} ones: {total}."),
    "2": ("{seat} keeps a two: {total}.", "{seat} keeps {count} twos: {total}."),
    "3": ("{seat} keeps a three: {total}.", "{seat} keeps {count} threes: {total}."),
    "4": ("{seat} keeps a four: {total}.", "{seat} keeps {count} fours: {total}."),
    "5": ("{seat} keeps a five: {total}.", "{seat} keeps {count} fives: {total}."),
    "w": ("{seat} keeps a worm: {total}.", "{seat} keeps {count} worms: {total}."),
}


def rolled(seat: int, dice: Sequence[str]) -> Event:
    """Say what was rolled."""
    return Event("roll", "{seat} rolls {dice}.", "P3",
                 (("seat", seat), ("dice", " ".join(dice))))  # fmt: skip


def kept(seat: int, face: str, count: int, total: int) -> Event:
    """Say which dice were set aside and what the kept dice count now."""
    return Event("keep", _KEEPS[face][count > 1], "P4",
                 (("seat", seat), ("face", face), ("count", count), ("total", total)))  # fmt: skip


def thrown(seat: int, dice: int) -> Event:
    """Say that the other dice are thrown again."""
    text = "{seat} rolls the last die." if dice == 1 else "{seat} rolls the other {dice} dice."
    return Event("throw", text, "P8", (("seat", seat), ("dice", dice)))


def taken(seat: int, tile: int, total: int, worms: int) -> Event:
    """Say which tile of the grill was taken, the exact one (P10) or the next lower (P11)."""
    params = (("seat", seat), ("tile", tile), ("worms", worms), ("total", total))
    if tile == total:
        return Event("take", "{seat} takes {tile}.", "P10", params)
    return Event("take", "{seat} takes {tile}, the next below {total}.", "P11", params)


def stolen(seat: int, tile: int, victim: int, worms: int) -> Event:
    """Say which tile was stolen from whom."""
    return Event("steal", "{seat} steals {tile} from {victim_seat}.", "P12",
                 (("seat", seat), ("tile", tile), ("victim_seat", victim),
                  ("worms", worms)))  # fmt: skip


def bust_no_new_face(seat: int, kept: Sequence[str]) -> Event:
    """Say that a roll shows nothing that could be kept; `kept` are the dice that were."""
    return Event("bust", "{seat} busts: every face rolled is already kept.", "P7",
                 (("seat", seat), ("why", "no-new-face"), ("kept", " ".join(kept))))  # fmt: skip


def bust_no_worm(seat: int, total: int, kept: Sequence[str]) -> Event:
    """Say that nothing can be rolled any more and no worm was kept."""
    return Event("bust", "{seat} busts: nothing is left to roll and no worm was kept.", "P14",
                 (("seat", seat), ("why", "no-worm"), ("total", total),
                  ("kept", " ".join(kept))))  # fmt: skip


def bust_no_tile(seat: int, total: int, kept: Sequence[str]) -> Event:
    """Say that nothing can be rolled any more and the total takes no tile."""
    return Event("bust", "{seat} busts: nothing is left to roll and {total} takes no tile.", "P14",
                 (("seat", seat), ("why", "no-tile"), ("total", total),
                  ("kept", " ".join(kept))))  # fmt: skip


def bust_stopped(seat: int, kept: Sequence[str]) -> Event:
    """Say that a player stopped without a tile."""
    return Event("bust", "{seat} stops without a tile, which is a bust.", "SW-P2",
                 (("seat", seat), ("why", "stopped"), ("kept", " ".join(kept))))  # fmt: skip


def given_back(seat: int, tile: int) -> Event:
    """Say which tile goes back to the grill after a bust."""
    return Event("give-back", "{seat} puts {tile} back on the grill.", "P15",
                 (("seat", seat), ("tile", tile)))  # fmt: skip


def nothing_to_give_back(seat: int) -> Event:
    """Say that a bust costs nothing."""
    return Event("nothing-lost", "{seat} has no tile to lose, so none is turned over.", "P16",
                 (("seat", seat),))  # fmt: skip


def turned_over(tile: int) -> Event:
    """Say which tile is out of the game."""
    return Event("turn-over", "{tile} was the highest on the grill and is turned over.", "P15",
                 (("tile", tile),))  # fmt: skip


def stays_face_up(tile: int) -> Event:
    """Say why no tile is turned over."""
    return Event("stays-up", "{tile} is itself the highest on the grill: none is turned over.",
                 "P17", (("tile", tile),))  # fmt: skip


def ended(reason: Message) -> Event:
    """Say that no tile is left to take (some may lie there turned over), and who won."""
    return Event("game-over", "No tile lies face up on the grill any more. " + reason.text,
                 reason.rule, reason.params)  # fmt: skip


def keep_means(dice: Sequence[str], total: int) -> Message:
    """Say what a keep would come to."""
    return Message("keep", "Keep {dice}: {total} in all.", "P4",
                   (("dice", " ".join(dice)), ("total", total)))  # fmt: skip


def throw_means(dice: int) -> Message:
    """Say how many dice would be thrown."""
    text = "Roll the last die." if dice == 1 else "Roll {dice} dice."
    return Message("throw", text, "P8", (("dice", dice),))


def take_means(tile: int, worms: int) -> Message:
    """Say what a tile is worth."""
    text = "Take {tile}: 1 worm." if worms == 1 else "Take {tile}: {worms} worms."
    return Message("take", text, "P10", (("tile", tile), ("worms", worms)))


def steal_means(tile: int, victim: int, worms: int) -> Message:
    """Say what a stolen tile is worth."""
    text = (
        "Steal {tile} from {victim_seat}: 1 worm."
        if worms == 1
        else "Steal {tile} from {victim_seat}: {worms} worms."
    )
    return Message("steal", text, "P12",
                   (("tile", tile), ("victim_seat", victim), ("worms", worms)))  # fmt: skip


def stop_means() -> Message:
    """Say what stopping without a tile is."""
    return Message("stop", "Stop without a tile: a bust.", "SW-P2")

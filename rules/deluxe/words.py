"""What the referee of the Deluxe game says besides what Pickomino has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.deluxe.specialists import BOX
from rules.game import Event, Message

_GETS: Final = {
    "red_worm": "{seat} gets the red worm.",
    "hen": "{seat} gets the hen.",
    "weasel": "{seat} gets the weasel.",
    "golden_die": "{seat} gets the golden die.",
    "apple": "{seat} gets the apple.",
}
_HOLDS: Final = {
    "red_worm": "{seat} holds the red worm.",
    "hen": "{seat} holds the hen.",
    "weasel": "{seat} holds the weasel.",
    "golden_die": "{seat} holds the golden die.",
    "apple": "{seat} holds the apple.",
}
_GOES_TO: Final = {
    "red_worm": "The red worm goes to {tile}.",
    "hen": "The hen goes to {tile}.",
    "raven": "The raven goes to {tile}.",
    "weasel": "The weasel goes to {tile}.",
    "golden_die": "The golden die goes to {tile}.",
    "apple": "The apple goes to {tile}.",
}
_TO_BOX: Final = {
    "red_worm": "The red worm goes back to the box.",
    "hen": "The hen goes back to the box.",
    "raven": "The raven goes back to the box.",
    "weasel": "The weasel goes back to the box.",
    "golden_die": "The golden die goes back to the box.",
    "apple": "The apple goes back to the box.",
}
_STAYS_ON: Final = {
    "red_worm": "The red worm stays on {tile} and is out of the game.",
    "hen": "The hen stays on {tile} and is out of the game.",
    "raven": "The raven stays on {tile} and is out of the game.",
    "weasel": "The weasel stays on {tile} and is out of the game.",
    "golden_die": "The golden die stays on {tile} and is out of the game.",
    "apple": "The apple stays on {tile} and is out of the game.",
}
_HOLD_MEANS: Final = {
    "red_worm": "Hold the red worm: it stands for a worm until one is kept.",
    "hen": "Hold the hen: she guards your topmost tile.",
    "weasel": "Hold the weasel: the same dice once more, once a turn.",
    "golden_die": "Hold the golden die: a ninth die.",
    "apple": "Hold the apple: three worms at the end.",
}
_SECOND: Final = {
    "take": "{seat} takes {tile} and has to choose between two specialists.",
    "steal": "{seat} steals {tile} from {victim_seat} and has to choose between two specialists.",
    "hen": "{seat} takes the hen from {victim_seat} and has to choose between two specialists.",
}


def gets(seat: int, name: str) -> Event:
    """Say who has gained a specialist."""
    return Event("specialist", _GETS[name], "D7", (("seat", seat), ("name", name)))


def holds(seat: int, name: str) -> Event:
    """Say which of two specialists a player holds on to."""
    return Event("hold", _HOLDS[name], "D8", (("seat", seat), ("name", name)))


def which_to_hold(
    seat: int, held: str, new: str, kind: str, tile: int, victim: int | None
) -> Event:
    """Say that a claim would bring a second specialist, which a player may not hold."""
    params: tuple[tuple[str, str | int], ...] = (
        ("seat", seat), ("held", held), ("new", new), ("tile", tile),
    )  # fmt: skip
    if victim is not None:
        params = (*params, ("victim_seat", victim))
    return Event("second-specialist", _SECOND[kind], "D8", params)


def goes_to(name: str, place: int, rule: str) -> Event:
    """Say where a specialist stands now: on a tile, or out of the game."""
    if place == BOX:
        return Event("specialist-box", _TO_BOX[name], rule, (("name", name),))
    return Event("specialist-moves", _GOES_TO[name], rule, (("name", name), ("tile", place)))


def stays_on(name: str, tile: int) -> Event:
    """Say that a specialist is out of the game with its tile."""
    return Event("specialist-stays", _STAYS_ON[name], "SW-D2",
                 (("name", name), ("tile", tile)))  # fmt: skip


def golden_joins(seat: int) -> Event:
    """Say that the golden die is used in this turn."""
    return Event("golden", "{seat} uses the golden die.", "D12", (("seat", seat),))


def golden_stays_out(seat: int) -> Event:
    """Say that the golden die is left out."""
    return Event("no-golden", "{seat} leaves the golden die out.", "D12", (("seat", seat),))


def weasel_runs(seat: int, dice: int) -> Event:
    """Say that the dice just rolled are rolled again."""
    return Event("weasel", "{seat} sends the weasel: the dice are rolled again.", "D13",
                 (("seat", seat), ("dice", dice)))  # fmt: skip


def could_send_weasel(seat: int) -> Event:
    """Say that a roll is lost unless the weasel averts it."""
    return Event("bust-or-weasel", "Every face rolled is already kept: only the weasel helps.",
                 "D13", (("seat", seat),))  # fmt: skip


def round_worm(seat: int, rule: str) -> Event:
    """Say that a round worm came from the supply."""
    return Event("round-worm", "{seat} gets a round worm.", rule, (("seat", seat),))


def round_worm_from(seat: int, victim: int) -> Event:
    """Say that a round worm came from an opponent."""
    return Event("round-worm-taken", "{seat} takes a round worm from {victim_seat}.", "D6",
                 (("seat", seat), ("victim_seat", victim)))  # fmt: skip


def round_worm_due(seat: int) -> Event:
    """Say that the supply is empty and an opponent is to be chosen."""
    return Event("round-worm-due", "The supply is empty: {seat} takes a round worm from a player.",
                 "D6", (("seat", seat),))  # fmt: skip


def no_round_worm(seat: int) -> Event:
    """Say that there is no round worm to be had."""
    return Event("no-round-worm", "{seat} gets no round worm: none is to be had.", "D6",
                 (("seat", seat),))  # fmt: skip


def hen_stolen(seat: int, victim: int, tile: int) -> Event:
    """Say that the hen was taken instead of the tile."""
    return Event("steal-hen", "{seat} takes the hen from {victim_seat}, who keeps {tile}.", "D16",
                 (("seat", seat), ("victim_seat", victim), ("tile", tile)))  # fmt: skip


def hen_lost(seat: int, tile: int) -> Event:
    """Say that a bust costs the hen alone."""
    return Event("hen-lost", "{seat} loses the hen and keeps {tile}.", "D18",
                 (("seat", seat), ("tile", tile)))  # fmt: skip


def hen_stays(seat: int) -> Event:
    """Say that a bust costs nothing."""
    return Event("nothing-lost", "{seat} has no tile: the hen stays and none is turned over.",
                 "D19", (("seat", seat),))  # fmt: skip


def highest_turned_over(tile: int) -> Event:
    """Say that the highest tile is out of the game although none came back."""
    return Event("turn-over", "{tile} is the highest on the grill and is turned over.", "SW-D1",
                 (("tile", tile),))  # fmt: skip


def none_turned_over() -> Event:
    """Say that no tile is turned over because none came back."""
    return Event("stays-up", "No tile came back, so none is turned over.", "SW-D1")


def hold_means(name: str) -> Message:
    """Say what holding a specialist is, and what it is good for."""
    return Message("hold", _HOLD_MEANS[name], "D8", (("name", name),))


def golden_means(joins: bool, dice: int) -> Message:
    """Say how many dice would be rolled."""
    text = (
        "Use the golden die: {dice} dice in all."
        if joins
        else "Leave the golden die out: {dice} {dice:die|dice}."
    )
    return Message("golden" if joins else "no-golden", text, "D12", (("dice", dice),))


def weasel_means(dice: int) -> Message:
    """Say what the weasel does."""
    text = "Roll the last die again." if dice == 1 else "Roll the {dice} dice again."
    return Message("weasel", text, "D13", (("dice", dice),))


def bust_means() -> Message:
    """Say what not sending the weasel is."""
    return Message("bust", "Leave it: a bust.", "P7")


def round_worm_means(victim: int) -> Message:
    """Say from whom a round worm would come."""
    return Message("round-worm", "A round worm from {victim_seat}.", "D6",
                   (("victim_seat", victim),))  # fmt: skip


def claim_means(claim: Message, brings: Sequence[Event]) -> Message:
    """Say what a tile is worth, or whose hen it is, and what comes with it (D7, D8, D15)."""
    params = dict(claim.params)
    for one in brings:
        params |= dict(one.params)
    text = " ".join([claim.text, *(one.text for one in brings)])
    return Message(claim.code, text, claim.rule, tuple(params.items()))


def one_of_two(seat: int) -> Event:
    """Say that a choice between two specialists would follow."""
    return Event("one-of-two", "Then one of two specialists has to be chosen.", "D8",
                 (("seat", seat),))  # fmt: skip


def steal_hen_means(victim: int) -> Message:
    """Say that the hen would be taken instead of the tile."""
    return Message("steal-hen", "Take the hen from {victim_seat}.", "D16",
                   (("victim_seat", victim),))  # fmt: skip

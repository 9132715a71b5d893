"""Why a choice of the Deluxe game is not among the legal ones, before Pickomino's own reasons."""

from __future__ import annotations

from rules.deluxe.choices import Bust, Golden, Hold, RoundWorm, StealHen, Weasel
from rules.deluxe.reach import nearest, stealable
from rules.deluxe.specialists import GOLDEN_DIE, HEN, SMALL, WEASEL, WORMS, held_by, owns
from rules.deluxe.state import State
from rules.game import Choice, Message
from rules.pickomino import refusals as base
from rules.pickomino.choices import Keep, Steal, Take


def why_not(state: State, choice: Choice) -> Message:
    """Return why the seat whose turn it is may not choose this now."""
    return (
        _other_choice_due(state, choice)
        or _own_reason(state, choice)
        or base.why_not(state, choice, nearest(state), WORMS)
    )


def _other_choice_due(state: State, choice: Choice) -> Message | None:
    """Return what is to be chosen first, None where this choice is of the right kind."""
    if state.phase == "golden" and not isinstance(choice, Golden):
        return Message("golden-first", "First say whether the golden die is used.", "D12")
    if state.phase == "hold" and not isinstance(choice, Hold):
        return Message("hold-first", "First choose which specialist to hold.", "D8")
    if state.phase == "round-worm" and not isinstance(choice, RoundWorm):
        return Message("round-worm-first", "First take the round worm from a player.", "D6")
    return None


def _own_reason(state: State, choice: Choice) -> Message | None:
    match choice:
        case Golden():
            return _golden(state)
        case Weasel() | Bust():
            return _weasel(state, choice)
        case Hold():
            text = "There are not two specialists of which this is one."
            return Message("nothing-to-hold", text, "D8")
        case RoundWorm(victim):
            return _round_worm(state, victim)
        case Keep():
            return None
        case _ if state.phase == "keep":
            return None
        case StealHen(victim):
            return _steal_hen(state, victim)
        case Steal(tile, victim):
            return _steal(state, tile, victim)
        case Take(tile):
            return _take_small(state, tile)
    return None


def _golden(state: State) -> Message:
    if not owns(state.places, state.seat, GOLDEN_DIE):
        return Message("no-golden-die", "{seat} does not have the golden die.", "D12",
                       (("seat", state.seat),))  # fmt: skip
    if state.phase == "golden":
        return Message("only-golden", "No other die is left to roll.", "D12")
    return Message("golden-too-late", "That is settled before the dice are rolled.", "D12")


def _weasel(state: State, choice: Weasel | Bust) -> Message:
    if isinstance(choice, Bust):
        return Message("no-bust", "There is no lost roll to leave as it is.", "P7")
    if not owns(state.places, state.seat, WEASEL):
        return Message("no-weasel", "{seat} does not have the weasel.", "D13",
                       (("seat", state.seat),))  # fmt: skip
    if state.weasel_used:
        return Message("weasel-used", "The weasel runs once in a turn.", "D13")
    return Message("weasel-too-late", "The weasel runs right after a roll.", "D13")


def _round_worm(state: State, victim: int) -> Message:
    if state.phase != "round-worm":
        return Message("no-round-worm-due", "No round worm is to be taken now.", "D6")
    if victim >= len(state.stacks):
        return Message("no-such-seat", "There is no such player.", "D6")
    if victim == state.seat:
        return Message("own-round-worm", "It has to come from another player.", "D6")
    if held_by(state.places, victim) == HEN:
        return Message("hen-guards", "{victim_seat} has the hen: these round worms are safe.",
                       "D20", (("victim_seat", victim),))  # fmt: skip
    return Message("no-round-worms", "{victim_seat} has no round worm.", "D6",
                   (("victim_seat", victim),))  # fmt: skip


def _steal_hen(state: State, victim: int) -> Message:
    if victim >= len(state.stacks):
        return Message("no-such-seat", "There is no such player.", "D16")
    if victim == state.seat or held_by(state.places, victim) != HEN:
        return Message("no-hen-there", "{victim_seat} has no hen to lose.", "D16",
                       (("victim_seat", victim),))  # fmt: skip
    stack = state.stacks[victim]
    if not stack or stack[-1] in SMALL:
        return Message("hen-safe", "Nothing of {victim_seat} can be stolen, the hen included.",
                       "D17", (("victim_seat", victim),))  # fmt: skip
    if not state.has_worm:
        return Message("no-worm", "Without a kept worm no tile can be taken.", "P9")
    return Message("not-exact", "For the hen the dice must count exactly {tile}, not {total}.",
                   "D16", (("tile", stack[-1]), ("total", state.total)))  # fmt: skip


def _steal(state: State, tile: int, victim: int) -> Message | None:
    if tile in SMALL:
        return Message("never-stolen", "{tile} can never be stolen.", "D3", (("tile", tile),))
    if victim != state.seat and state.has_worm and stealable(state) == StealHen(victim):
        return Message("hen-instead", "{victim_seat} has the hen, which is taken instead.", "D16",
                       (("victim_seat", victim),))  # fmt: skip
    return None


def _take_small(state: State, tile: int) -> Message | None:
    if tile not in SMALL or tile not in state.grill or not state.has_worm:
        return None
    if state.total != tile:
        return Message("only-exactly", "{tile} is taken with exactly {tile}, not with {total}.",
                       "D2", (("tile", tile), ("total", state.total)))  # fmt: skip
    return Message("not-both", "One player may not have both 11 and 13.", "SW-D7")

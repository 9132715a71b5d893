"""What Oh Fortuna says: meanings of choices, what happened, and why something is refused."""

from __future__ import annotations

from itertools import pairwise

from rules.fortuna.cards import AREA_CARDS, BOTH_AREAS, FORTUNA_CARDS
from rules.fortuna.choices import Declare, FortunaChoice, Nothing, Penalty, Place, Steal, Take
from rules.fortuna.placing import fits, in_order
from rules.fortuna.state import DICE, State, pips
from rules.fortuna.takes import adjusted, card_for, usable_fortuna
from rules.game import Message, Value
from rules.refusals import not_listed


def say(code: str, text: str, rule: str, **params: Value) -> Message:
    """Return a message with its fields in the order they are given."""
    return Message(code, text, rule, tuple(params.items()))


def listed(values: tuple[object, ...]) -> str:
    """Return dice or cards in one text, a space between them."""
    return " ".join(str(value) for value in values)


def meaning(state: State, seat: int, choice: FortunaChoice) -> Message:
    """Say what a choice would do, for the button that offers it."""
    match choice:
        case Declare("air"):
            return say("air", "Air: pips rise, a penalty counts 7, blue cards.", "F4")
        case Declare():
            return say("sea", "Sea: pips fall, a penalty counts 0, violet cards.", "F4")
        case Place(dice):
            total = state.result + sum(pips(die) for die in dice)
            return say(
                "place", "Place {dice}: {total} so far.", "F5", dice=listed(dice), total=total
            )
        case Penalty(die) if state.area == "air":
            return say("penalty", "{die} to the penalty field: counts 7.", "F7", die=die)
        case Penalty(die):
            return say("penalty", "{die} to the penalty field: counts 0.", "F7", die=die)
        case Take(card, spent):
            return meaning_of_take(state, card, spent)
        case Steal(card, victim):
            return say(
                "steal", "Take {card} from {victim_seat}.", "F13", card=card, victim_seat=victim
            )
        case Nothing():
            return say("nothing", "Take no card.", "F14")


def meaning_of_take(state: State, card: int, spent: tuple[int, ...]) -> Message:
    """Say what a card from the table is worth and which Fortuna cards go back for it."""
    printed = state.rules.card_values[card]
    if card in FORTUNA_CARDS:
        if spent:
            return say(
                "take",
                "Take Fortuna card {card} ({number}) for {number_used}, giving back {spent}.",
                "F11",
                card=card,
                number=printed,
                number_used=adjusted(state, spent),
                spent=listed(spent),
            )
        return say("take", "Take Fortuna card {card} ({number}).", "F9", card=card, number=printed)
    if spent:
        return say(
            "take",
            "Take {card}, {points} {points:point|points}, for {number_used}, giving back {spent}.",
            "F11",
            card=card,
            points=printed,
            number_used=adjusted(state, spent),
            spent=listed(spent),
        )
    return say(
        "take", "Take {card}, {points} {points:point|points}.", "F9", card=card, points=printed
    )


def why_not(state: State, choice: object) -> Message:
    """Say why a choice is refused that is not listed for the player whose turn it is."""
    match choice:
        case Declare():
            if state.area:
                return say("declared", "Air or sea is already declared.", "F4")
        case Place(dice):
            if state.rolled and state.area:
                return why_not_placed(state, dice)
        case Penalty(die):
            if state.rolled and state.area:
                if die not in state.rolled:
                    return say("not-rolled", "No {die} was rolled.", "F7", die=die)
                return say("can-place", "A die fits, so none goes to the penalty field.", "F7")
        case Take(card, spent):
            if state.placed == DICE:
                return why_not_taken(state, card, spent)
        case Steal(card, victim):
            if state.placed == DICE:
                return why_not_stolen(state, card, victim)
        case Nothing():
            if state.placed == DICE:
                return say("must-take", "A card that costs nothing must be taken.", "SW-F7")
        case _:
            pass
    return not_listed()


def why_not_placed(state: State, dice: tuple[str, ...]) -> Message:
    """Say why dice may not be placed so."""
    left = list(state.rolled)
    for die in dice:
        if die not in left:
            return say("not-rolled", "No {die} was rolled.", "F5", die=die)
        left.remove(die)
    if not dice:
        return say("place-one", "At least one die must be placed.", "F5")
    ordered = all(in_order(state.area, pips(one), pips(two)) for one, two in pairwise(dice))
    if not ordered or not fits(state, dice[0]):
        if state.area == "air":
            return say("order", "In air the pips must not fall.", "F6")
        return say("order", "In sea the pips must not rise.", "F6")
    return not_listed()


def why_not_taken(state: State, card: int, spent: tuple[int, ...]) -> Message:
    """Say why a card of the table may not be taken."""
    if card not in state.table:
        return say("not-on-table", "Card {card} is not on the table.", "F9", card=card)
    for one in spent:
        if one not in state.hands[state.seat] or one not in FORTUNA_CARDS:
            return say("not-yours", "You have no Fortuna card {card}.", "F11", card=one)
        if one not in usable_fortuna(state):
            return say("wrong-area", "Card {card} does not work in this area.", "F12", card=one)
    reached = card_for(state, state.table, spent)
    if reached == card:
        return say("needless", "Not all of these Fortuna cards are needed for that.", "F11")
    number = adjusted(state, spent)
    if card == BOTH_AREAS:
        return say("exactly-21", "Card 21 is taken only with exactly 21.", "F10")
    if card not in AREA_CARDS[state.area]:
        return say("other-area", "Card {card} lies in the other area.", "F9", card=card)
    if reached is None:
        return say("no-card-for", "No card answers to {number}.", "F9", number=number)
    return say("not-nearest", "{number} leads to card {card}.", "F9", number=number, card=reached)


def why_not_stolen(state: State, card: int, victim: int) -> Message:
    """Say why a card of another player may not be taken."""
    if not state.black_first:
        return say("black-not-first", "Only the black die on field 1 lets you steal.", "F13")
    if victim == state.seat or victim not in range(len(state.hands)):
        return say("no-victim", "There is nobody to take that card from.", "F13")
    if card not in state.hands[victim]:
        return say(
            "not-theirs", "{victim_seat} has no card {card}.", "F13", victim_seat=victim, card=card
        )
    number = state.raw if state.rules.steal_number == "pips" else state.result
    if card != number:
        return say("not-exact", "Only card {number} may be taken.", "F13", number=number)
    return say("other-area", "Card {card} lies in the other area.", "SW-F5", card=card)

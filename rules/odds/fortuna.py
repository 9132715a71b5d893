"""Odds of Oh Fortuna: the exact chance of each card that can be aimed at.

For every card the dice are placed as is best for that card alone, so the chances of one choice do
not add up to 1. A card counts as reached where it can be had without spending Fortuna cards: from
the table, or from another player where the black die lies first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.fortuna.cards import AREA_CARDS, BOTH_AREAS, CARDS
from rules.fortuna.choices import Declare, FortunaChoice, Penalty, Place, Steal, Take
from rules.fortuna.game import Fortuna
from rules.fortuna.placing import penalties, placements
from rules.fortuna.state import DICE, PENALTY_PIPS, State, pips
from rules.fortuna.takes import nearest
from rules.odds.placing import Goal, chance, chance_before_first_roll

Odds = dict[str, dict[str, float]]

AREAS = ("air", "sea")
RESULTS = range(1, 42)


def fortuna_odds(game: Fortuna, state: State) -> Odds:
    """Return by choice, or for `roll`, the chance of each `card N` that can still be reached.

    Once the dice lie, each choice has `points`, the change of one's own points.
    """
    if state.winner is not None:
        return {}
    if state.placed == DICE:
        return {
            str(choice): {"points": float(points_of(state, choice))}
            for choice in game.choices(state, state.seat)
        }
    if not state.rolled:
        return {"roll": cards_before_roll(state)}
    return {
        str(choice): cards_after(chosen(state, choice))
        for choice in game.choices(state, state.seat)
    }


def goal_of(state: State, card: int) -> Goal | None:
    """Return the numbers that bring a card in the declared area, None where none can."""
    rules, area = state.rules, state.area
    penalty = PENALTY_PIPS if area == "air" else 0
    if card in state.hands[state.seat]:
        return None
    if card in state.table:
        if card == BOTH_AREAS:
            return Goal(area, 0 if rules.twenty_one == "raw" else penalty, card, card)
        numbers = [number for number in RESULTS if nearest(state.table, area, number) == card]
        return Goal(area, penalty, min(numbers), max(numbers)) if numbers else None
    if not (card in AREA_CARDS[area] or card == BOTH_AREAS or rules.steal_any_area):
        return None
    return Goal(area, 0 if rules.steal_number == "pips" else penalty, card, card, True)


def cards_before_roll(state: State) -> dict[str, float]:
    """Return the chance of each card while a roll is due."""
    if state.area:
        return cards_after(state)
    found = {}
    for card in CARDS:
        goals = [goal_of(replace(state, area=area), card) for area in AREAS]
        aimed = tuple(goal for goal in goals if goal is not None)
        if aimed:
            found[f"card {card}"] = chance_before_first_roll(aimed)
    return reachable(found)


def cards_after(state: State) -> dict[str, float]:
    """Return the chance of each card in a declared area, with or without dice to be placed."""
    following = following_of(state) if state.rolled else [state]
    found = {}
    for card in CARDS:
        goal = goal_of(state, card)
        if goal is not None:
            found[f"card {card}"] = max(chance_at(one, goal) for one in following)
    return reachable(found)


def following_of(state: State) -> list[State]:
    """Return the positions after each way to place rolled dice."""
    listed: Sequence[Place | Penalty] = placements(state) or penalties(state)
    return [chosen(state, choice) for choice in listed]


def chance_at(state: State, goal: Goal) -> float:
    """Return the chance of a goal where no rolled die waits for its place."""
    if goal.black_first and not state.black_first:
        return 0.0
    points = state.raw + goal.penalty * len(state.penalties)
    return chance(goal.after(points), pips(state.fields[-1]), DICE - state.placed)


def chosen(state: State, choice: FortunaChoice) -> State:
    """Return the position after a declaration or a placement, before anything follows from it."""
    match choice:
        case Declare(area):
            return replace(state, area=area)
        case Place(dice):
            return replace(state, rolled=(), fields=state.fields + dice)
        case Penalty(die):
            return replace(state, rolled=(), penalties=(*state.penalties, die))
        case _:
            return state


def points_of(state: State, choice: FortunaChoice) -> int:
    """Return the change of one's own points when a card is taken."""
    hand = state.hands[state.seat]
    match choice:
        case Take(card, spent):
            after = tuple(sorted({*hand, card} - set(spent)))
        case Steal(card, _):
            after = (*hand, card)
        case _:
            return 0
    hands = (*state.hands[: state.seat], after, *state.hands[state.seat + 1 :])
    return replace(state, hands=hands).points(state.seat) - state.points(state.seat)


def reachable(found: dict[str, float]) -> dict[str, float]:
    """Return the cards that can be reached at all."""
    return {card: probability for card, probability in found.items() if probability}
